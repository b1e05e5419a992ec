import { addDays, daysBetween, startOfWeek } from '#shared/kernel/dates.ts';
import type { Period } from '../kinds/domain.ts';

/** Local dates, both included. */
export interface DateRange {
  readonly from: string;
  readonly until: string;
}

/** No longer than this is looked at at once: three years and a bit. */
export const mostDays = 1100;

/** The dates of a preset; past and future parts both hold today. */
export function rangeOf(period: Period, today: string): DateRange {
  const monday = startOfWeek(today);
  const sunday = addDays(monday, 6);
  const first = `${today.slice(0, 8)}01`;
  const last = lastOfMonth(today);
  switch (period) {
    case 'previousWeek':
      return { from: addDays(monday, -7), until: addDays(monday, -1) };
    case 'currentWeek':
      return { from: monday, until: sunday };
    case 'currentWeekPast':
      return { from: monday, until: today };
    case 'currentWeekFuture':
      return { from: today, until: sunday };
    case 'nextWeek':
      return { from: addDays(monday, 7), until: addDays(monday, 13) };
    case 'previousMonth': {
      const end = addDays(first, -1);
      return { from: `${end.slice(0, 8)}01`, until: end };
    }
    case 'currentMonth':
      return { from: first, until: last };
    case 'currentMonthPast':
      return { from: first, until: today };
    case 'currentMonthFuture':
      return { from: today, until: last };
  }
}

/**
 * What was asked for: own dates win over a preset, one of them alone is that day; turned round when they stand the
 * wrong way, cut at `mostDays`. Without anything the current month.
 */
export function askedRange(
  asked: {
    readonly period?: Period | undefined;
    readonly from?: string | undefined;
    readonly until?: string | undefined;
  },
  today: string,
): DateRange {
  const { period = 'currentMonth', from, until } = asked;
  const one = from ?? until;
  if (one === undefined) return rangeOf(period, today);
  const other = until ?? one;
  const range = one <= other ? { from: one, until: other } : { from: other, until: one };
  const isTooLong = daysBetween(range.from, range.until) >= mostDays;
  return isTooLong ? { from: range.from, until: addDays(range.from, mostDays - 1) } : range;
}

function lastOfMonth(date: string): string {
  const plain = Temporal.PlainDate.from(date);
  return plain.with({ day: plain.daysInMonth }).toString();
}
