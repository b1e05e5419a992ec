import { type ComponentProps, type ComponentType, useId, useState } from 'react';
import type { Identities as Listed } from '#shared/account/identities/contract.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Question } from '#web/ui/question.tsx';
import parts from '../../factors/components/factors.module.css';
import rows from '../../passkeys/components/passkeys.module.css';
import { useIdentities, useUnlinkIdentity } from '../queries.ts';
import classes from './identities.module.css';
import type { LinkingAsked } from './identity-asked.tsx';

type Identity = Listed['identities'][number];

interface Pressed {
  readonly provider: IdentityProviderName;
  readonly Asked: ComponentType<ComponentProps<typeof LinkingAsked>>;
}

/** Services as ways in: linking them, and taking them away. Nothing where the centre has none and nobody is linked. */
export function Identities() {
  const { t } = useTexts();
  const headingId = useId();
  const { data } = useIdentities();
  const [pressed, setPressed] = useState<Pressed>();
  const [isLinking, setIsLinking] = useState(false);
  const [asked, setAsked] = useState<Identity | null>(null);
  if (!data || data.identities.length + data.offered.length === 0) return null;
  const { identities, offered } = data;
  const unlinked = offered.filter((name) => identities.every(({ provider }) => provider !== name));
  const begin = (provider: IdentityProviderName) => {
    import('./identity-asked.tsx').then(
      ({ LinkingAsked: Asked }) => {
        setPressed({ provider, Asked });
        setIsLinking(true);
      },
      // Without a network nothing can be linked either.
      () => {},
    );
  };
  return (
    <section className={parts.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={parts.heading}>
        {t('identities.title')}
      </h2>
      <p className={parts.text}>{t('identities.text')}</p>
      {identities.length > 0 ? (
        <ul className={rows.list}>
          {identities.map((identity) => (
            <Row key={identity.id} identity={identity} onUnlink={() => setAsked(identity)} />
          ))}
        </ul>
      ) : null}
      {unlinked.length > 0 ? (
        <div className={classes.actions}>
          {unlinked.map((name, index) => (
            <Button
              key={name}
              size="small"
              variant={index === 0 && identities.length === 0 ? 'primary' : 'plain'}
              onClick={() => begin(name)}
            >
              {t(`identities.links.${name}`)}
            </Button>
          ))}
        </div>
      ) : null}
      {pressed ? (
        <pressed.Asked
          key={pressed.provider}
          provider={pressed.provider}
          isOpen={isLinking}
          onClose={() => setIsLinking(false)}
        />
      ) : null}
      <Unlinking
        identity={identities.some(({ id }) => id === asked?.id) ? asked : null}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}

function Row({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { provider, linkedDateTime, lastUsedDateTime } = identity;
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={rows.name}>{t(`identities.names.${provider}`)}</p>
        <p className={rows.note}>
          {lastUsedDateTime === null
            ? t('identities.unused', { added: format.dayAndTime(linkedDateTime) })
            : t('identities.used', { used: format.dayAndTime(lastUsedDateTime) })}
        </p>
      </div>
      <Button variant="plain" size="small" onClick={onUnlink}>
        {t('identities.unlink')}
      </Button>
    </li>
  );
}

function Unlinking({ identity, onClose }: { identity: Identity | null; onClose: () => void }) {
  const { t } = useTexts();
  // The title stays while the sheet goes.
  const [{ provider }, setShown] = useState<Pick<Identity, 'provider'>>({ provider: 'smartId' });
  if (identity && identity.provider !== provider) setShown(identity);
  const unlink = useUnlinkIdentity(provider);
  const title = t('identities.unlinkAsk', { provider: t(`identities.names.${provider}`) });
  return (
    <Sheet isOpen={identity !== null} onClose={onClose} title={title} variant="question">
      {identity ? (
        <Question
          text={t('identities.unlinkText')}
          safeText={t('identities.keep')}
          onSafe={onClose}
          otherText={t('identities.unlink')}
          otherPendingText={t('identities.unlinking')}
          isOtherCostly
          isPending={unlink.isPending}
          onOther={() => unlink.mutate({ params: { identityId: identity.id } }, { onSuccess: onClose })}
        />
      ) : null}
    </Sheet>
  );
}
