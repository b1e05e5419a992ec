import { useEffect, useRef, useState } from 'react';
import { weekDates } from '#shared/kernel/dates.ts';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import type { Area } from '../queries.ts';
import { DateStrip } from './date-strip.tsx';
import type { ScheduleSearch } from './links.ts';
import classes from './week-strip.module.css';

const anchorPrefix = 'day-';
/** Where the strip ends and what is read begins; the upper half of what is left is looked at. */
const readArea = '-92px 0px -50% 0px';
/** What moves the page by hand. */
const hands = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function isAtEnd(): boolean {
  return innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
}

interface WeekStripProps {
  area: Area;
  /** Any date of the week. */
  date: string;
  search: ScheduleSearch;
  /** Dates with an own training. */
  ownDates: ReadonlySet<string>;
  /** Changes with the days that are drawn. */
  drawn: string;
}

/** The days of a week whose trainings stand under each other: it stays in sight, and its mark follows what is read. */
export function WeekStrip({ area, date, search, ownDates, drawn }: WeekStripProps) {
  const { today } = useTimeFormat();
  const [read, setRead] = useState<string | null>(null);
  // A day that was pressed is marked although the page may end before it is on top.
  const isLeaping = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other days are other elements
  useEffect(() => {
    const stop = new AbortController();
    for (const hand of hands)
      addEventListener(
        hand,
        () => {
          isLeaping.current = false;
        },
        { passive: true, signal: stop.signal },
      );
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const inOrder = [...seen].toSorted();
        // Where the page ends, the last day is read although it is not on top.
        const first = isAtEnd() ? inOrder.at(-1) : inOrder[0];
        if (first !== undefined && !isLeaping.current) setRead(first.slice(anchorPrefix.length));
      },
      { rootMargin: readArea },
    );
    for (const day of document.querySelectorAll(`section[id^="${anchorPrefix}"]`)) observer.observe(day);
    return () => {
      stop.abort();
      observer.disconnect();
    };
  }, [drawn]);

  const week = weekDates(date);
  return (
    <div className={classes.strip}>
      <DateStrip
        area={area}
        selected={read ?? (week.includes(today) ? today : (week[0] ?? null))}
        date={read ?? date}
        today={today}
        search={search}
        ownDates={ownDates}
        anchorPrefix={anchorPrefix}
        onLeap={(day) => {
          if (document.getElementById(`${anchorPrefix}${day}`) === null) return;
          isLeaping.current = true;
          setRead(day);
        }}
      />
    </div>
  );
}
