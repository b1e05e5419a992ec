import { parseLocalDate } from './dates.ts';

/** How far ahead of this year a year of two digits may lie; the others are of the century before. */
const yearsAhead = 20;

function wholeYear(year: string, today: string): string {
  if (year.length === 4) return year;
  const thisYear = Number(today.slice(0, 4));
  const near = Math.trunc(thisYear / 100) * 100 + Number(year);
  return String(near > thisYear + yearsAhead ? near - 100 : near);
}

/**
 * The date somebody means, yyyy-MM-dd; undefined for what is none. `23.11.2026`, `23/11/26`, `23112026`, `23.11` of this year,
 * and the way machines write it. The day always stands before the month.
 */
export function readTypedDate(text: string, today: string): string | undefined {
  const typed = text.trim();
  if (/^\d{4}-/.test(typed)) return parseLocalDate(typed);
  const parts =
    /^(\d{1,2})[.\-/, ]+(\d{1,2})(?:[.\-/, ]+(\d{4}|\d{2}))?\.?$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed);
  if (!parts) return undefined;
  const [, day = '', month = '', year = today.slice(0, 4)] = parts;
  return parseLocalDate(`${wholeYear(year, today)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** Whether nothing has to follow what is typed of a date: `23.11.20` may become `23.11.2026`. */
export function isWholeDate(text: string): boolean {
  return /^(\d{1,2}\.\d{1,2}\.\d{4}|\d{8}|\d{4}-\d{2}-\d{2})$/.test(text.trim());
}

/** The time of day somebody means, HH:mm: `18:00`, `18.00`, `1800`, `18`. `24:00` only where a day may end. */
export function readTypedTime(text: string, hasMidnightAtEnd = false): string | undefined {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:., ]?(\d{2})|[:., ])?$/.exec(text.trim()) ?? [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  const isEnd = Number(hour) === 24 && minute === '00';
  if (Number(hour) > 23 && !(isEnd && hasMidnightAtEnd)) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}

export function isWholeTime(text: string): boolean {
  return /^\d{1,2}:\d{2}$/.test(text.trim());
}

/** The time some minutes later or earlier, within the day and on a whole step: from 18:02 five minutes up it is 18:05. */
export function stepTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const step = Math.abs(minutes);
  const now = hour * 60 + minute;
  const next = minutes > 0 ? (Math.floor(now / step) + 1) * step : (Math.ceil(now / step) - 1) * step;
  const within = Math.min(Math.max(next, 0), 1440 - step);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.trunc(within / 60))}:${two(within % 60)}`;
}

/** What stands in a field after digits typed at its end: the dots or the colon that a phone's keypad lacks. */
export function withSeparators(text: string, kind: 'date' | 'time'): string {
  if (kind === 'date') {
    const once = text.replace(/\.{2,}/g, '.');
    return /^(\d{2}|\d{1,2}\.\d{2})$/.test(once) ? `${once}.` : once;
  }
  const once = text.replace(/:[:.,]+/g, ':');
  return /^([01]\d|2[0-4])$/.test(once) ? `${once}:` : once;
}
