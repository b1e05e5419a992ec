import { useState } from 'react';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useWaitlistReceipt, type WaitlistStep } from '#web/registrations/queries.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './waitlist-history.module.css';

interface WaitlistHistoryProps {
  registrationId: number;
  /** A place that is held while it is bought was perhaps never waited for: then there is nothing to tell. */
  isPerhapsEmpty?: boolean;
}

/** How the reader's place in line came to be what it is; nobody else is named. */
export function WaitlistHistory({ registrationId, isPerhapsEmpty = false }: WaitlistHistoryProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { data: steps } = useWaitlistReceipt(registrationId, isPerhapsEmpty || isOpen);
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
  const format = useTimeFormat();
  const labelsOf = useStepLabels();
  const { data: steps, error } = useWaitlistReceipt(registrationId);
  if (error) return <p className={classes.note}>{t('registrations.queueHistoryFailed')}</p>;
  if (!steps) return <p className={classes.note}>{t('common.loading')}</p>;
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
        <li key={index} className={step.isOwn ? classes.own : undefined}>
          <time className={classes.when} dateTime={step.movedDateTime}>
            {format.dayAndTime(step.movedDateTime)}
          </time>
          <span className={classes.what}>{labelsOf(step)}</span>
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

function useStepLabels(): (step: WaitlistStep) => string {
  const { t } = useTexts();
  const format = useTimeFormat();
  return ({ kind, isOwn, heldUntil, reason }) => {
    if (!isOwn) return t(`registrations.othersStep.${kind}`);
    const until = heldUntil === null ? '' : format.until(heldUntil);
    if (kind !== 'passedOver') return t(`registrations.ownStep.${kind}`, { until });
    return t([
      `registrations.passedFor.${reason}`,
      'registrations.ownStep.passedOver',
    ] as unknown as 'registrations.ownStep.passedOver');
  };
}
