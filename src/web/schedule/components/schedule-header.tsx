import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { IconLink } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import type { Area } from '../queries.ts';
import { dayLink, originLink, type ScheduleSearch, weekLink } from './links.ts';
import classes from './schedule-header.module.css';

interface ScheduleHeaderProps {
  area: Area;
  view: 'day' | 'week';
  title: ReactNode;
  subtitle?: ReactNode;
  search: ScheduleSearch;
  date: string;
  /** Neighbours of the shown day or week; undefined where the period of the address ends. */
  previous: string | undefined;
  next: string | undefined;
  /** Whether today is on the page; otherwise a link leads back to it. */
  isToday: boolean;
  children?: ReactNode;
}

/** Title, steps back and forth, the way back to today, day or week; under it what the view adds. */
export function ScheduleHeader(props: ScheduleHeaderProps) {
  const { area, view, title, subtitle, search, date, previous, next, isToday, children } = props;
  const { t } = useTexts();
  const linkTo = view === 'day' ? dayLink : weekLink;
  const isDay = view === 'day';
  const origin = originLink(search.origin);
  return (
    <header className={joinClasses(classes.header, !isDay && classes.wide)}>
      <div className={classes.bar}>
        <div className={classes.titles}>
          {origin === undefined ? null : (
            <BackLink {...origin} className={classes.back}>
              {t('common.back')}
            </BackLink>
          )}
          <h1 className={classes.title}>{title}</h1>
          {subtitle === undefined ? null : <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        <SegmentedControl label={t('schedule.view')} className={classes.views}>
          <SegmentLink {...dayLink(area, { ...search, date })} isSelected={isDay}>
            {t('schedule.day')}
          </SegmentLink>
          <SegmentLink {...weekLink(area, { ...search, date })} isSelected={!isDay}>
            {t('schedule.week')}
          </SegmentLink>
        </SegmentedControl>
        <div className={classes.steps}>
          {isToday ? null : (
            <Link {...linkTo(area, { ...search, date: undefined })} className={classes.today}>
              {t('schedule.toToday')}
            </Link>
          )}
          <IconLink
            {...linkTo(area, { ...search, date: previous })}
            disabled={previous === undefined}
            hasDisc
            label={t(isDay ? 'schedule.previousDay' : 'schedule.previousWeek')}
            className={classes.step}
          >
            <Icon name="chevronLeft" size={20} />
          </IconLink>
          <IconLink
            {...linkTo(area, { ...search, date: next })}
            disabled={next === undefined}
            hasDisc
            label={t(isDay ? 'schedule.nextDay' : 'schedule.nextWeek')}
            className={classes.step}
          >
            <Icon name="chevronRight" size={20} />
          </IconLink>
        </div>
      </div>
      <div className={classes.more}>{children}</div>
    </header>
  );
}
