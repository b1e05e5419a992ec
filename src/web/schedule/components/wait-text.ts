import { compareInstants } from '#shared/kernel/dates.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';

/** What waiting promises, and until when; afterwards that it promises nothing more. */
export function useWaitText(): (listMovesUntil: string) => string {
  const { t } = useTexts();
  const format = useTimeFormat();
  return (listMovesUntil) => {
    const isMoving = compareInstants(format.now, listMovesUntil) < 0;
    const until = format.until(listMovesUntil);
    return t(isMoving ? 'registrations.waitPromise' : 'registrations.waitStandsStill', { until });
  };
}
