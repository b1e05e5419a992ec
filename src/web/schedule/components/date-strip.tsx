import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { addDays, weekDates } from '#shared/kernel/dates.ts';
import { formatDate, formatWeekday } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import type { Area } from '../queries.ts';
import classes from './date-strip.module.css';
import { dayLink, type ScheduleSearch, weekLink } from './links.ts';
import { useSwipe } from './swipe.ts';

interface DateStripProps {
  area: Area;
  /** The shown date, whose week the strip holds; in the week view the one that is read. */
  selected: string | null;
  /** Any date of the week. */
  date: string;
  today: string;
  search: ScheduleSearch;
  /** Dates with an own training. */
  ownDates: ReadonlySet<string>;
  /** In the week view a day leads down to its heading, whose id begins so, and a swipe to another week. */
  anchorPrefix?: string;
  /** In the week view, for the day that is led to. */
  onLeap?: (day: string) => void;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Seven days, Monday first. Left and right move a day, up and down a week; a swipe moves a week. */
export function DateStrip(props: DateStripProps) {
  const { area, selected, date, today, search, ownDates, anchorPrefix, onLeap } = props;
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const isFollowed = useRef(false);
  const linkTo = anchorPrefix === undefined ? dayLink : weekLink;
  const go = (days: number) => void navigate(linkTo(area, { ...search, date: addDays(date, days) }));
  const swipe = useSwipe(
    () => go(-7),
    () => go(7),
  );

  // After a step by keyboard the focus is on the day that is now shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the date
  useEffect(() => {
    if (!isFollowed.current) return;
    isFollowed.current = false;
    list.current?.querySelector<HTMLElement>('[data-selected]')?.focus();
  }, [selected]);

  function step(event: KeyboardEvent) {
    const days = steps[event.key];
    if (days === undefined || anchorPrefix !== undefined) return;
    event.preventDefault();
    isFollowed.current = true;
    go(days);
  }

  return (
    <nav className={classes.strip} aria-label={t('schedule.daysOfWeek')} onKeyDown={step} {...swipe}>
      <ul className={classes.list} ref={list}>
        {weekDates(date).map((day) => {
          const isSelected = day === selected;
          const className = joinClasses(
            classes.day,
            isSelected && classes.selected,
            day === today && classes.today,
            day < today && classes.past,
          );
          const content = (
            <>
              <span className={classes.weekday} aria-hidden="true">
                {formatWeekday(day, language, 'short')}
              </span>
              <span className={classes.number} aria-hidden="true">
                {Number(day.slice(8))}
              </span>
              <span className="visually-hidden">
                {`${formatWeekday(day, language)}, ${formatDate(day)}`}
                {ownDates.has(day) ? `, ${t('schedule.hasOwn')}` : ''}
              </span>
              {ownDates.has(day) ? <span className={classes.dot} /> : null}
            </>
          );
          return (
            <li key={day} className={classes.cell}>
              {anchorPrefix === undefined ? (
                <Link
                  {...dayLink(area, { ...search, date: day })}
                  className={className}
                  aria-current={isSelected ? 'date' : undefined}
                  data-selected={isSelected || undefined}
                  draggable={false}
                >
                  {content}
                </Link>
              ) : (
                <a
                  href={`#${anchorPrefix}${day}`}
                  className={className}
                  aria-current={isSelected ? 'location' : undefined}
                  onClick={() => onLeap?.(day)}
                >
                  {content}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
