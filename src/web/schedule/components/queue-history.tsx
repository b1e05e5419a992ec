import { useState } from 'react';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { type QueueStep, useQueueReceipt } from '#web/registrations/queries.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './queue-history.module.css';

interface QueueHistoryProps {
  registrationId: number;
  /** A place that is held while it is bought was perhaps never waited for: then there is nothing to tell. */
  isPerhapsEmpty?: boolean;
}

/** How the reader's place in line came to be what it is; nobody else is named. */
export function QueueHistory({ registrationId, isPerhapsEmpty = false }: QueueHistoryProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { data: steps } = useQueueReceipt(registrationId, isPerhapsEmpty || isOpen);
  if (isPerhapsEmpty && !steps?.length) return null;
  return (
    <>
      <Button variant="plain" size="small" onClick={() => setIsOpen(true)}>
        {t('registrations.queueHistory')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('registrations.queueHistory')}>
        {isOpen ? <Steps registrationId={registrationId} /> : null}
      </Sheet>
    </>
  );
}

function Steps({ registrationId }: { registrationId: number }) {
  const { t } = useTexts();
  const words = useTimeWords();
  const wordsOf = useStepWords();
  const { data: steps, error } = useQueueReceipt(registrationId);
  if (error) return <p className={classes.note}>{t('registrations.queueHistoryFailed')}</p>;
  if (!steps) return <p className={classes.note}>{t('common.loading')}</p>;
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
        <li key={index} className={step.isOwn ? classes.own : undefined}>
          <time className={classes.when} dateTime={step.movedDateTime}>
            {words.dayAndTime(step.movedDateTime)}
          </time>
          <span className={classes.what}>{wordsOf(step)}</span>
          {step.position > 0 ? (
            <span className={classes.position}>
              {t('registrations.position', { count: step.position, ordinal: true })}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function useStepWords(): (step: QueueStep) => string {
  const { t } = useTexts();
  const words = useTimeWords();
  return ({ kind, isOwn, heldUntil, reason }) => {
    if (!isOwn) return t(`registrations.othersStep.${kind}`);
    const until = heldUntil === null ? '' : words.until(heldUntil);
    if (kind !== 'passedOver') return t(`registrations.ownStep.${kind}`, { until });
    return t([
      `registrations.passedFor.${reason}`,
      'registrations.ownStep.passedOver',
    ] as unknown as 'registrations.ownStep.passedOver');
  };
}
