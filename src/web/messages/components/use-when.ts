import { localDate } from '#shared/kernel/dates.ts';
import { formatDate, formatTime } from '#web/kernel/format.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';

/** Date and clock time in the centre's zone. */
export function useWhen() {
  const { language } = useTexts();
  const { timeZone } = useStartContext().configuration;
  return (instant: string) =>
    `${formatDate(localDate(instant, timeZone))} ${formatTime(instant, language, timeZone)}`;
}
