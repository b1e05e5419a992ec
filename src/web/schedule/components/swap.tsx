import { compareInstants } from '#shared/kernel/dates.ts';
import type { InTheWay } from '#shared/registrations/refusals/contract.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useSwapEntitlementLabels } from '#web/registrations/entitlements/queries.ts';
import { type useSwap, useSwapPreview } from '#web/registrations/queries.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './alternatives.module.css';

interface SwapProps {
  /** The own booking that is given up. */
  own: Pick<InTheWay, 'registrationId' | 'name' | 'date' | 'time' | 'freeUntil'>;
  /** The one wanted. */
  training: OwnTrainingDetail;
  command: ReturnType<typeof useSwap>;
  onDone: () => void;
}

/** Moves from an own booking to the training wanted, with the exact consequence above the button. */
export function Swap({ own, training, command, onDone }: SwapProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { swap, isPending, isBegun } = command;
  const { data, error } = useSwapPreview(own.registrationId, training.id, !isBegun);
  const entitlementLines = useSwapEntitlementLabels();
  if (error) return <p className={classes.problem}>{errorText(error, t)}</p>;
  // On one day the clock times say it all.
  const isSameDay = own.date === training.date;
  const when = (date: string, time: string) => (isSameDay ? time : `${format.shortDay(date)} ${time}`);
  const from = when(own.date, own.time);
  const to = when(training.date, training.time);
  const isLate = compareInstants(format.now, own.freeUntil) > 0;
  const present = data?.present === 'kept' && isLate ? ('keptLate' as const) : data?.present;
  const label =
    data?.present === 'kept' ? t('registrations.swapWait') : t('registrations.swap', { from, to });
  return (
    <div className={classes.swap}>
      {data && present ? (
        <p className={classes.facts}>
          <span>
            {t(`registrations.swapText.${present}`, {
              name: own.name,
              count: data.placeInWaitingList,
              until: format.until(own.freeUntil),
            })}
          </span>
          {entitlementLines(data).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      ) : null}
      <Button
        isWide
        isPending={isPending || !data}
        pendingText={data ? t('registrations.swapping') : t('common.loading')}
        onClick={() => swap(own.registrationId, training.id, onDone)}
      >
        {label}
      </Button>
    </div>
  );
}
