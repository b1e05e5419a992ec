import { compareInstants } from '#shared/kernel/dates.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';

/** What waiting promises, and until when; afterwards that it promises nothing more. */
export function useWaitText(): (listMovesUntil: string) => string {
  const { t } = useTexts();
  const words = useTimeWords();
  return (listMovesUntil) => {
    const isMoving = compareInstants(words.now, listMovesUntil) < 0;
    const until = words.until(listMovesUntil);
    return t(isMoving ? 'registrations.waitPromise' : 'registrations.waitStandsStill', { until });
  };
}
