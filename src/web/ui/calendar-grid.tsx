import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { addDays, addMonths, dayOfWeek, startOfWeek, weekDates } from '#shared/kernel/dates.ts';
import { IconButton } from './button.tsx';
import classes from './calendar-grid.module.css';
import { joinClasses } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

interface CalendarLabels {
  /** "November 2026". */
  month: (date: string) => string;
  weekday: (date: string, length: 'long' | 'short') => string;
  /** As it is read out: "Monday, 23 November 2026". */
  day: (date: string) => string;
  previousMonth: string;
  nextMonth: string;
  previousYear: string;
  nextYear: string;
}

interface CalendarGridProps {
  chosen: string | undefined;
  today: string;
  /** The first and the last date that may be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  words: CalendarLabels;
  onChoose: (date: string) => void;
}

const firstDay = '1900-01-01';
const lastDay = '2200-12-31';

/**
 * One month as a grid, Monday first. One day has the focus; arrows move it by a day and a week, Home and End to the ends of the
 * week, PageUp and PageDown by a month and with Shift by a year, Enter chooses.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { chosen, today, min = firstDay, max = lastDay, words, onChoose } = props;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const within = (date: string) => (date < min ? min : date > max ? max : date);
  const [day, setDay] = useState(() => within(chosen || today));
  /** Whether the day takes the focus when it is drawn: not while its month is turned by the buttons. */
  const isFocused = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that is drawn
  useEffect(() => {
    if (isFocused.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [day]);

  function move(date: string, takesFocus: boolean): void {
    isFocused.current = takesFocus;
    setDay(within(date));
  }

  function press(event: KeyboardEvent): void {
    const to = target(event);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(to, true);
  }

  function target({ key, shiftKey }: KeyboardEvent): string | undefined {
    const months = shiftKey ? 12 : 1;
    switch (key) {
      case 'ArrowLeft':
        return addDays(day, -1);
      case 'ArrowRight':
        return addDays(day, 1);
      case 'ArrowUp':
        return addDays(day, -7);
      case 'ArrowDown':
        return addDays(day, 7);
      case 'Home':
        return startOfWeek(day);
      case 'End':
        return addDays(day, 7 - dayOfWeek(day));
      case 'PageUp':
        return addMonths(day, -months);
      case 'PageDown':
        return addMonths(day, months);
      default:
        return undefined;
    }
  }

  const month = day.slice(0, 7);
  const weeks = weeksOf(month);
  const isFirst = month <= min.slice(0, 7);
  const isLast = month >= max.slice(0, 7);
  const turn = (label: string, icon: IconName, months: number, isEnd: boolean) => (
    <IconButton
      label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => {
        if (!isEnd) move(addMonths(day, months), false);
      }}
    >
      <Icon name={icon} />
    </IconButton>
  );

  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        {turn(words.previousYear, 'chevronsLeft', -12, isFirst)}
        {turn(words.previousMonth, 'chevronLeft', -1, isFirst)}
        <p id={id} className={classes.month} aria-live="polite">
          {words.month(day)}
        </p>
        {turn(words.nextMonth, 'chevronRight', 1, isLast)}
        {turn(words.nextYear, 'chevronsRight', 12, isLast)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a date picker is a grid */}
      <table ref={grid} role="grid" aria-labelledby={id} className={classes.grid} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th key={dayOfWeek(date)} scope="col" abbr={words.weekday(date, 'long')}>
                {words.weekday(date, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((dates) => (
            <tr key={dates[0]}>
              {dates.map((date) => (
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
                // biome-ignore lint/a11y/useFocusableInteractive: its button is
                <td key={date} role="gridcell" aria-selected={date === chosen}>
                  <button
                    type="button"
                    className={joinClasses(
                      classes.day,
                      date === chosen && classes.chosen,
                      date === today && classes.today,
                      date.slice(0, 7) !== month && classes.outside,
                    )}
                    aria-label={words.day(date)}
                    aria-current={date === today ? 'date' : undefined}
                    tabIndex={date === day ? 0 : -1}
                    data-autofocus={date === day || undefined}
                    disabled={date < min || date > max}
                    onClick={() => onChoose(date)}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Six weeks, so that nothing moves when the month is turned. */
function weeksOf(month: string): string[][] {
  const monday = startOfWeek(`${month}-01`);
  return [0, 1, 2, 3, 4, 5].map((week) => weekDates(addDays(monday, week * 7)));
}
