import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RareIcon } from '#web/ui/rare-icon.tsx';
import type { LoginAsked } from './identity-asked.tsx';
import classes from './identity-login.module.css';

export interface IdentityLoginProps {
  readKeep: () => boolean;
  onLoggedIn: () => void;
  disabled: boolean;
}

const icons: Readonly<Record<IdentityProviderName, ReactNode>> = {
  smartId: <Icon name="shield" />,
  mobileId: <RareIcon name="mobile" />,
  idCard: <RareIcon name="idCard" />,
};

interface Pressed {
  readonly provider: IdentityProviderName;
  readonly Asked: ComponentType<ComponentProps<typeof LoginAsked>>;
}

/** Logging in by a service that knows who somebody is, without name and password: a row each, the rest once one is pressed. */
export function IdentityLogin({ disabled, ...login }: IdentityLoginProps) {
  const { t } = useTexts();
  const { identityProviders } = useStartContext().configuration;
  const [pressed, setPressed] = useState<Pressed>();
  const [isOpen, setIsOpen] = useState(false);
  const open = (provider: IdentityProviderName) => {
    import('./identity-asked.tsx').then(
      ({ LoginAsked: Asked }) => {
        setPressed({ provider, Asked });
        setIsOpen(true);
      },
      // Without a network there is no such log-in either.
      () => {},
    );
  };
  return (
    <>
      <ul className={classes.list} aria-label={t('identities.others')}>
        {identityProviders.map((provider) => (
          <li key={provider}>
            <button
              type="button"
              className={classes.row}
              disabled={disabled}
              onClick={() => open(provider)}
              aria-haspopup="dialog"
            >
              <span className={classes.icon}>{icons[provider]}</span>
              <span className={classes.words}>
                <span className={classes.name}>{t(`identities.names.${provider}`)}</span>{' '}
                <span className={classes.note}>{t(`identities.notes.${provider}`)}</span>
              </span>
              <Icon name="chevronRight" size={20} className={classes.chevron} />
            </button>
          </li>
        ))}
      </ul>
      {pressed ? (
        <pressed.Asked
          {...login}
          key={pressed.provider}
          provider={pressed.provider}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
