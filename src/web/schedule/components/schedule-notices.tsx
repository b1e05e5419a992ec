import { Link } from '@tanstack/react-router';
import { addDays, dayOfWeek, daysBetween, formatDate } from '#shared/kernel/dates.ts';
import type { Training } from '#shared/schedule/contract.ts';
import { filterTrainings, hasFilters, rowState } from '#shared/schedule/domain.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx';
import { type Area, type Loaded, useIsOffline, useTrainingsAhead } from '../queries.ts';
import { dayLink, type ScheduleSearch } from './links.ts';
import classes from './schedule-notices.module.css';
import { useStateLabels } from './state-labels.ts';
import { trainingName } from './training-row.tsx';

type WeekdayKey = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const weekday = (date: string) => dayOfWeek(date) as WeekdayKey;

interface NothingProps {
  area: Area;
  /** The last date without trainings. */
  date: string;
  search: ScheduleSearch;
  title: string;
  /** Leads to the same page without filters. */
  withoutFilters: { to: string; search: object };
}

/** A day or week without trainings: says when the next one is and leads there, or back to today. */
export function NothingHere({ area, date, search, title, withoutFilters }: NothingProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const toLabels = useStateLabels();
  const from = date < format.today ? addDays(format.today, -1) : date;
  const { trainings, isOver } = useTrainingsAhead(area, from, true);
  const next = filterTrainings(trainings ?? [], search).find((training) => !training.isCancelled);
  return (
    <EmptyState title={title} text={textOf(next)} className={classes.empty}>
      {next ? (
        <ButtonLink {...dayLink(area, { ...search, date: next.date })} isWide>
          {seeDay(next.date)}
        </ButtonLink>
      ) : null}
      {!next && isOver && date !== format.today ? (
        <ButtonLink {...dayLink(area, { ...search, date: undefined })} isWide>
          {t('schedule.seeToday')}
        </ButtonLink>
      ) : null}
      {hasFilters(search) ? (
        <ButtonLink {...withoutFilters} variant="text" isWide>
          {t('schedule.removeFilters')}
        </ButtonLink>
      ) : null}
    </EmptyState>
  );

  function textOf(training: Training | undefined): string {
    if (!training) return isOver ? t('schedule.noneSoon') : t('schedule.lookForNext');
    const { state, stateNote } = toLabels(rowState(training, null, format.now), training.date);
    return t('schedule.nextIs', {
      when: onDay(training.date),
      time: training.time,
      name: trainingName(training),
      // A number stays with its word.
      state: [state, stateNote].filter(Boolean).join(' ').toLowerCase().replace(/(\d) /g, '$1\u00A0'),
    });
  }

  function onDay(day: string): string {
    if (format.isNamed(day)) return format.day(day);
    const isNear = daysBetween(format.today, day) < 7 && day > format.today;
    return isNear ? t(`schedule.onDay${weekday(day)}`) : t('schedule.onDate', { date: formatDate(day) });
  }

  function seeDay(day: string): string {
    if (day === format.today) return t('schedule.seeToday');
    if (day === addDays(format.today, 1)) return t('schedule.seeTomorrow');
    const isNear = daysBetween(format.today, day) < 7 && day > format.today;
    return isNear ? t(`schedule.seeDay${weekday(day)}`) : t('schedule.seeDate', { date: formatDate(day) });
  }
}

/** The timetable could not be had: what happened, what is safe, try again. */
export function NotLoaded({ loaded }: { loaded: Loaded<unknown> }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const isMember = useIsMember();
  const { error, failedAt, isRetrying, retry } = loaded;
  if (!error) return null;
  const failed = Temporal.Instant.fromEpochMilliseconds(failedAt).toString();
  const why = error.status === 0 ? t('common.noAnswer', { time: format.time(failed) }) : errorText(error, t);
  return (
    <ErrorState
      title={t('errors.unableToGetSchedule')}
      text={isMember ? `${why} ${t('schedule.bookingsSafe')}` : why}
      retryText={t('common.tryAgain')}
      retryingText={t('common.tryingAgain')}
      isRetrying={isRetrying}
      onRetry={retry}
    >
      {isMember ? (
        <Link to="/workouts" className={classes.quiet}>
          {t('menu.myWorkouts')}
        </Link>
      ) : null}
    </ErrorState>
  );
}

/** Says since when what is shown is old; nothing while it is fresh. */
export function OldState({ storedAt }: { storedAt: string | null }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const isOffline = useIsOffline();
  if (storedAt === null && !isOffline) return null;
  return (
    <OfflineState>{t('common.offlineAsOf', { time: format.until(storedAt ?? format.now) })}</OfflineState>
  );
}
