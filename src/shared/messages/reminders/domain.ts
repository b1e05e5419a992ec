import {
  addDays,
  addMinutes,
  instantAt,
  localDate,
  localTime,
  minutesBetween,
} from '#shared/kernel/dates.ts';
import { isQuiet, quiet } from '../notices/domain.ts';

/** How long before a training somebody may want to be reminded, in minutes. */
export const reminderMinutes = [60, 180, 720, 1440, 2880] as const;
export type ReminderMinutes = (typeof reminderMinutes)[number];

/** For whoever has chosen nothing: once, while a place can mostly still be given back free. */
export const defaultReminders: readonly ReminderMinutes[] = [180];

/** The latest hour of an evening somebody is reminded at of what begins early. */
const evening = '21:00';

/** By how much a moment in the quiet hours moves at most, in minutes: which bookings may be due is asked for by this. */
export const mostMoved = { earlier: 10 * 60, later: 9 * 60 } as const;

/** Choices as stored: null is the default, and what no version of the product offers any more is left out. */
export function readReminders(stored: readonly number[] | null | undefined): readonly ReminderMinutes[] {
  if (!stored) return defaultReminders;
  return reminderMinutes.filter((minutes) => stored.includes(minutes));
}

/**
 * The moment of a reminder. In the quiet hours nobody is reminded: in the morning instead, where half of the time that was
 * wished for is left then, else the evening before.
 */
export function remindAt(startsAt: string, minutes: number, timeZone: string): string {
  const at = addMinutes(startsAt, -minutes);
  if (!isQuiet(at, timeZone)) return at;
  const date = localDate(at, timeZone);
  const isLate = localTime(at, timeZone) >= quiet.from;
  const morning = instantAt(isLate ? addDays(date, 1) : date, quiet.until, timeZone);
  if (minutesBetween(morning, startsAt) >= minutes / 2) return morning;
  return instantAt(isLate ? date : addDays(date, -1), evening, timeZone);
}
