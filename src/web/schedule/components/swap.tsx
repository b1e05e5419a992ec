import { useRouter } from '@tanstack/react-router';
import type { InTheWay } from '#shared/registrations/refusals/contract.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { useSwapCoverWords } from '#web/registrations/covers/queries.ts';
import { useSwap, useSwapPreview } from '#web/registrations/queries.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './instead.module.css';
import { trainingLink } from './links.ts';

interface SwapProps {
  /** The own booking in the way. */
  own: InTheWay;
  /** The one wanted. */
  training: OwnTrainingDetail;
}

/** Moves from the booking in the way to the training wanted, with the exact consequence above the button. */
export function Swap({ own, training }: SwapProps) {
  const { t } = useTexts();
  const words = useTimeWords();
  const router = useRouter();
  const { data } = useSwapPreview(own.registrationId, training.id);
  const { swap, isPending } = useSwap();
  const coverLines = useSwapCoverWords();
  // Something else refuses, too: then a swap is no way out.
  if (!data) return null;
  // On one day the clock times say it all.
  const isSameDay = own.date === training.date;
  const when = (date: string, time: string) => (isSameDay ? time : `${words.shortDay(date)} ${time}`);
  const from = when(own.date, own.time);
  const to = when(training.date, training.time);
  return (
    <div className={classes.swap}>
      <p className={classes.facts}>
        <span>
          {t(`registrations.swapText.${data.present}`, {
            name: own.name,
            count: data.placeInWaitingList,
            until: words.until(own.freeUntil),
          })}
        </span>
        {coverLines(data).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <Button
        variant="plain"
        isWide
        isPending={isPending}
        pendingText={t('registrations.swapping')}
        onClick={() =>
          swap(own.registrationId, training.id, () =>
            router.navigate({ ...trainingLink('member', training.id), replace: true }),
          )
        }
      >
        {t('registrations.swap', { from, to })}
      </Button>
    </div>
  );
}
