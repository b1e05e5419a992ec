import { AppError } from '#shared/kernel/errors.ts';

/** A stretch of the centre's wall clock, in minutes from the day's beginning; 1440 is its end. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** When a trainer is there every week: 1 for Monday to 7 for Sunday. */
export interface Hours extends Stretch {
  readonly weekday: number;
  readonly roomId: number;
}

/** A date on which it is otherwise: not there (`off`), or there besides (`extra`). */
export interface Exception extends Stretch {
  readonly date: string;
  readonly kind: 'off' | 'extra';
  /** Where, with `extra`. */
  readonly roomId: number | null;
}

export const exceptionKinds = ['off', 'extra'] as const;
export const minutesOfDay = 1440;
/** Of one trainer in a week, and of exceptions that lie ahead. */
export const hoursMax = 40;
export const exceptionsMax = 200;

/** HH:mm as a minute of the day; `24:00` is its end. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** A minute of the day as HH:mm. */
export function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

export function areApart(one: Stretch, other: Stretch): boolean {
  return one.until <= other.from || other.until <= one.from;
}

/** Refuses weekly hours that end before they begin, or of which two lie over one another: `dataValidationFailed`. */
export function checkHours(hours: readonly Hours[]): void {
  for (const [index, one] of hours.entries()) {
    if (one.from >= one.until) throw invalid('hoursEnd', index);
    const isOver = (other: Hours) => other.weekday === one.weekday && !areApart(one, other);
    if (hours.slice(0, index).some(isOver)) throw invalid('hoursOverlap', index);
  }
}

/** Refuses an exception that ends before it begins, lies behind or over another of its kind: `dataValidationFailed`. */
export function checkException(exception: Exception, others: readonly Exception[], today: string): void {
  if (exception.from >= exception.until) throw invalid('hoursEnd', 0);
  if (exception.date < today) throw invalid('dateBehind', 0);
  const isOver = (other: Exception) =>
    other.date === exception.date && other.kind === exception.kind && !areApart(exception, other);
  if (others.some(isOver)) throw invalid('hoursOverlap', 0);
}

export type HoursProblem = 'hoursEnd' | 'hoursOverlap' | 'dateBehind';

function invalid(problem: HoursProblem, index: number): AppError {
  return new AppError('dataValidationFailed', { field: 'hours', problem, index });
}
