import { CalendarGrid } from '#web/ui/calendar-grid.tsx';
import { formatWeekday } from './format.ts';
import { useTexts } from './texts.tsx';
import { capitalize } from './time-format.ts';

export interface CalendarProps {
  chosen: string | undefined;
  today: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (date: string) => void;
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/** The calendar in the page's words. Comes by itself when one is opened. */
export function Calendar({ chosen, today, min, max, onChoose }: CalendarProps) {
  const { t, language } = useTexts();
  const partsOf = (date: string) => ({
    month: t(`calendar.months.${months[Number(date.slice(5, 7)) - 1] ?? 'january'}`),
    year: date.slice(0, 4),
  });
  return (
    <CalendarGrid
      chosen={chosen}
      today={today}
      min={min}
      max={max}
      words={{
        month: (date) => capitalize(t('calendar.monthOfYear', partsOf(date))),
        weekday: (date, length) => formatWeekday(date, language, length),
        day: (date) =>
          t('calendar.dayOfMonth', {
            ...partsOf(date),
            weekday: capitalize(formatWeekday(date, language)),
            day: Number(date.slice(8)),
          }),
        previousMonth: t('calendar.previousMonth'),
        nextMonth: t('calendar.nextMonth'),
        previousYear: t('calendar.previousYear'),
        nextYear: t('calendar.nextYear'),
      }}
      onChoose={onChoose}
    />
  );
}
