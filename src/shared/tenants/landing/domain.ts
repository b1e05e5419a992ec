import { addDays, dayOfWeek, localDate, localTime } from '#shared/kernel/dates.ts';

/** When a club is open. */
export interface ClubHours {
  /** Seven days, Monday first; null: closed that day. Wall times HH:mm. */
  readonly hours: readonly ({ readonly opens: string; readonly closes: string } | null)[];
  readonly closedOn: readonly string[];
}

export type Openness =
  | { readonly isOpen: true; readonly until: string }
  | { readonly isOpen: false; readonly opensOn: string; readonly opensAt: string };

/** Nobody looks further ahead. */
const daysAhead = 14;

/** Whether a club is open, and until or from when; undefined where it does not say, or opens at no time soon. */
export function opennessOf(
  { hours, closedOn }: ClubHours,
  now: string,
  timeZone: string,
): Openness | undefined {
  const today = localDate(now, timeZone);
  const time = localTime(now, timeZone);
  for (let day = 0; day < daysAhead; day += 1) {
    const date = addDays(today, day);
    const open = closedOn.includes(date) ? null : hours[dayOfWeek(date) - 1];
    if (!open || (day === 0 && time >= open.closes)) continue;
    if (day === 0 && time >= open.opens) return { isOpen: true, until: open.closes };
    return { isOpen: false, opensOn: date, opensAt: open.opens };
  }
  return undefined;
}
