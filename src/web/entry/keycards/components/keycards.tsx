import { useState } from 'react';
import type { Keycards as Listed } from '#shared/entry/keycards/contract.ts';
import { inOrderFor } from '#shared/entry/keycards/domain.ts';
import { formatDate, localDate } from '#shared/kernel/dates.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Question } from '#web/ui/question.tsx';
import { useKeycardAdding, useKeycardRemoval, useKeycards } from '../queries.ts';
import classes from './keycards.module.css';

/** A card in the wallet of the phone: that of this device first, the other one below. Nothing where the centre issues none. */
export function Keycards() {
  const { t } = useTexts();
  const { data } = useKeycards();
  const { add, pending } = useKeycardAdding();
  const [isAsked, setIsAsked] = useState(false);
  if (!data || data.keycards.length === 0) return null;
  const offered = data.keycards.map(({ provider }) => provider);
  const added = data.keycards.filter(({ addedDateTime }) => addedDateTime !== null);
  return (
    <section className={classes.keycards} aria-label={t('entry.keycards.title')}>
      {inOrderFor(offered, navigator.userAgent).map((provider, index) => (
        <Button
          key={provider}
          isWide
          {...(index === 0 ? { className: classes.first } : { variant: 'text' as const })}
          isPending={pending === provider}
          pendingText={t('entry.keycards.adding')}
          onClick={() => void add(provider).catch(() => {})}
        >
          {t(`entry.keycards.add.${provider}`)}
        </Button>
      ))}
      {added.length === 0 ? null : <Added cards={added} onRemove={() => setIsAsked(true)} />}
      <Removal isOpen={isAsked && added.length > 0} onClose={() => setIsAsked(false)} />
    </section>
  );
}

function Added({ cards, onRemove }: { cards: Listed['keycards']; onRemove: () => void }) {
  const { t } = useTexts();
  const { timeZone } = useTimeFormat();
  const since = { apple: 'entry.keycards.sinceApple', google: 'entry.keycards.sinceGoogle' } as const;
  return (
    <>
      {cards.map(({ provider, addedDateTime }) => (
        <p key={provider}>
          {t(since[provider], { day: formatDate(localDate(addedDateTime ?? '', timeZone)) })}
        </p>
      ))}
      {cards.some(({ provider }) => provider === 'apple') ? (
        <p className={classes.note}>{t('entry.keycards.stillNote')}</p>
      ) : null}
      <p className={classes.note}>{t('entry.keycards.lost')}</p>
      <div>
        <Button variant="plain" size="small" onClick={onRemove}>
          {t('entry.keycards.remove')}
        </Button>
      </div>
    </>
  );
}

function Removal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const removing = useKeycardRemoval();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('entry.keycards.removeAsk')} variant="question">
      <Question
        text={t('entry.keycards.removeText')}
        safeText={t('entry.keycards.keep')}
        onSafe={onClose}
        otherText={t('entry.keycards.remove')}
        otherPendingText={t('entry.keycards.removing')}
        isOtherCostly
        isPending={removing.isPending}
        onOther={() => removing.mutate(undefined as never, { onSuccess: onClose })}
      />
    </Sheet>
  );
}
