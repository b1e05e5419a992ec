import { useId, useState } from 'react';
import type { Identities as Listed } from '#shared/account/identities/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Question } from '#web/ui/question.tsx';
import parts from '../../factors/components/factors.module.css';
import rows from '../../passkeys/components/passkeys.module.css';
import { useIdentities, useIdentityLinking, useUnlinkIdentity } from '../queries.ts';
import { IdentityAsked } from './identity-asked.tsx';

type Identity = Listed['identities'][number];

/** Smart-ID as a way in: linking it, and taking it away. Nothing where the centre has none and nobody is linked. */
export function Identities() {
  const { t } = useTexts();
  const headingId = useId();
  const { data } = useIdentities();
  const [isLinking, setIsLinking] = useState(false);
  const [asked, setAsked] = useState<Identity | null>(null);
  const asking = useIdentityLinking(() => setIsLinking(false));
  if (!data || data.identities.length + data.offered.length === 0) return null;
  const { identities, offered } = data;
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
      {identities.length === 0 && offered.length > 0 ? (
        <Button size="small" onClick={() => setIsLinking(true)}>
          {t('identities.link')}
        </Button>
      ) : null}
      <IdentityAsked
        isOpen={isLinking}
        title={t('identities.link')}
        asking={asking}
        leaveText={t('identities.stop')}
        onLeave={() => {
          asking.leave();
          setIsLinking(false);
        }}
      />
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
  const { linkedDateTime, lastUsedDateTime } = identity;
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={rows.name}>Smart-ID</p>
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
  const unlink = useUnlinkIdentity();
  return (
    <Sheet isOpen={identity !== null} onClose={onClose} title={t('identities.unlinkAsk')} variant="question">
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
