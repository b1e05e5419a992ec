import type { BookingLimits } from '#shared/kernel/booking-limits.ts';

// Apart from what is reckoned with them: addresses are read by every page.

/** Date range presets (specification point 3). */
export const periods = [
  'previousWeek',
  'currentWeek',
  'currentWeekPast',
  'currentWeekFuture',
  'nextWeek',
  'previousMonth',
  'currentMonth',
  'currentMonthPast',
  'currentMonthFuture',
] as const;
export type Period = (typeof periods)[number];

/** What an administrator reads about the centre. */
export const reportKinds = ['occupancy', 'attendance', 'sales', 'debts', 'hours'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What the sums are taken by. */
export const groupings = [
  'day',
  'week',
  'month',
  'weekday',
  'hour',
  'style',
  'type',
  'club',
  'room',
  'trainer',
  'product',
  'productKind',
  'vat',
  'client',
  'age',
] as const;
export type Grouping = (typeof groupings)[number];

/** Limits whose change can be tried on what was booked (mission 3.12). */
export const simulatedLimits = [
  'upcomingMax',
  'sameDayMax',
  'sameStylePerDateMax',
  'bookingOpensDaysBefore',
  'bookingClosesMinutesBefore',
  'waitingListMax',
  'freeCancelMinutes',
  'strikesMax',
  'strikeDays',
  'banDays',
  'strikePendingHours',
  'dropInMinutes',
] as const satisfies readonly (keyof BookingLimits)[];
export type SimulatedLimit = (typeof simulatedLimits)[number];
