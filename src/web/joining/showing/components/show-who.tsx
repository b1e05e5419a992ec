import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Shown, useShowing } from '../queries.ts';
import type { Asked } from './brought-show-who.tsx';
import classes from './showing.module.css';

export interface ShowWhoProps {
  Asked: Asked;
  /** Keeps the form on the server; its draft, or null where it could not be kept. */
  save: () => Promise<string | null>;
  onShown: (shown: Shown) => void;
}

/** Filling the form in by showing who one is, by whichever service the centre has. */
export function ShowWho({ Asked, save, onShown }: ShowWhoProps) {
  const { t } = useTexts();
  const titleId = useId();
  const { identityProviders } = useStartContext().configuration;
  const [provider, setProvider] = useState<IdentityProviderName>();
  const [isOpen, setIsOpen] = useState(false);
  const asking = useShowing(save, (shown) => {
    setIsOpen(false);
    onShown(shown);
  });
  const isOne = identityProviders.length === 1;
  return (
    <div className={classes.offer}>
      {isOne ? null : (
        <p id={titleId} className={classes.offered}>
          {t('joining.show')}
        </p>
      )}
      <ul className={classes.ways} aria-labelledby={isOne ? undefined : titleId}>
        {identityProviders.map((name) => (
          <li key={name}>
            <Button
              variant="plain"
              isWide
              onClick={() => {
                setProvider(name);
                setIsOpen(true);
              }}
            >
              {t(isOne ? `joining.shows.${name}` : `identities.names.${name}`)}
            </Button>
          </li>
        ))}
      </ul>
      <p className={classes.note}>{t('joining.showText')}</p>
      {provider
        ? // A form of its own: inside of another one it would send that, too.
          createPortal(
            <div onSubmit={(event) => event.stopPropagation()}>
              <Asked
                key={provider}
                provider={provider}
                isOpen={isOpen}
                title={t(`joining.shows.${provider}`)}
                asking={asking}
                leaveText={t('joining.typeInstead')}
                onClose={() => setIsOpen(false)}
              />
            </div>,
            document.body,
          )
        : null}
    </div>
  );
}
