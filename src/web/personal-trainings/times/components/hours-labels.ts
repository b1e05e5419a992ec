import { addDays } from '#shared/kernel/dates.ts';
import type { HoursProblem } from '#shared/personal-trainings/hours/domain.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { formatWeekday } from '#web/kernel/format.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize } from '#web/kernel/time-format.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Any Monday: weekdays are named by a date. */
const someMonday = '2026-01-05';

const problems = ['hoursEnd', 'hoursOverlap', 'dateBehind'] as const satisfies readonly HoursProblem[];

/** The words of a trainer's hours. */
export function useHoursLabels() {
  const { t, language } = useTexts();
  return {
    /** Of a weekday, 1 for Monday. */
    weekday: (weekday: number) => capitalize(formatWeekday(addDays(someMonday, weekday - 1), language)),
    /** Why hours were refused. */
    refusal: (error: ApiError) => {
      const problem = problems.find((known) => known === error.details.problem);
      return problem === undefined ? errorText(error, t) : t(`personalTimes.${problem}`);
    },
  };
}

/** Midnight at the end is the day's end. */
export function endOf(time: string): string {
  return time === '00:00' ? '24:00' : time;
}
