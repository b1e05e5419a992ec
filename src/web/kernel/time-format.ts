import { daysBetween, formatDate, localDate, localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { useNow } from './clock.ts';
import { formatRelativeDay, formatWeekday } from './format.ts';
import { useStartContext } from './start-context.ts';
import { useTexts } from './texts.tsx';

/** The first letter large, as at the beginning of a line. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface TimeFormat {
  now: string;
  timeZone: string;
  /** The centre's date now. */
  today: string;
  /** "täna", "homme", otherwise the weekday; as inside a sentence. */
  day: (date: string) => string;
  /** Whether the date has a name of its own: yesterday, today or tomorrow. */
  isNamed: (date: string) => boolean;
  /** "täna", "homme", otherwise "N 26.11": beside a clock time, where there is little room. */
  shortDay: (date: string) => string;
  /** "neljapäev, 19.11.2026". */
  weekdayAndDate: (date: string) => string;
  /** "täna 18:00", otherwise "20.11.2026 18:00". */
  dayAndTime: (instant: string) => string;
  /** The clock time alone when it is today: "17:00"; otherwise as `dayAndTime`. */
  until: (instant: string) => string;
  time: (instant: string) => string;
  /** From now: "40 min", "1 h 40 min", from a day on "3 päeva". */
  durationFromNow: (instant: string) => string;
  minutes: (count: number) => string;
}

/** Times in the words of the page's language, in the centre's zone, as seen now. */
export function useTimeFormat(): TimeFormat {
  const now = useNow();
  const { configuration } = useStartContext();
  const { t, language } = useTexts();
  const { timeZone } = configuration;
  const today = localDate(now, timeZone);
  const time = (instant: string) => localTime(instant, timeZone);
  const isNamed = (date: string) => Math.abs(daysBetween(today, date)) <= 1;
  const day = (date: string) => formatRelativeDay(date, language, today);
  const dayAndTime = (instant: string) => {
    const date = localDate(instant, timeZone);
    return `${isNamed(date) ? day(date) : formatDate(date)} ${time(instant)}`;
  };
  return {
    now,
    timeZone,
    today,
    day,
    isNamed,
    dayAndTime,
    time,
    shortDay: (date) =>
      isNamed(date) ? day(date) : `${formatWeekday(date, language, 'short')} ${formatDate(date).slice(0, 5)}`,
    weekdayAndDate: (date) => `${formatWeekday(date, language)}, ${formatDate(date)}`,
    until: (instant) => (localDate(instant, timeZone) === today ? time(instant) : dayAndTime(instant)),
    durationFromNow: (instant) => {
      const whole = Math.max(1, Math.ceil(minutesBetween(now, instant)));
      if (whole >= 1440) return t('common.days', { count: Math.round(whole / 1440) });
      const hours = Math.floor(whole / 60);
      const minutes = whole % 60;
      if (hours === 0) return t('common.minutes', { minutes });
      return minutes === 0 ? t('common.hours', { hours }) : t('common.hoursMinutes', { hours, minutes });
    },
    minutes: (minutes) => t('common.minutes', { minutes }),
  };
}
