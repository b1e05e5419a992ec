import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { fewestRows, useRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { ClashChoices } from './components/clash-choices.tsx';
import { OwnStrikes } from './components/own-strikes.tsx';
import { RegistrationList } from './components/registration-list.tsx';
import { type Period, useRegistrations } from './queries.ts';
import classes from './registrations-screen.module.css';

interface RegistrationsScreenProps {
  /** Of the address; upcoming when absent. */
  period?: Period | undefined;
  /** From 1. */
  page?: number | undefined;
  /** What can be done about a training that is over. */
  pastAction?: ((trainingId: number, name: string) => ReactNode) | undefined;
}

/** "My trainings": what is ahead and what is behind (specification point 2, user trainings). */
export function RegistrationsScreen({ period = 'upcoming', page = 1, pastAction }: RegistrationsScreenProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const rows = useRows();
  const offset = (Math.max(1, page) - 1) * rows;
  const query = useRegistrations(period, offset, rows);
  const upcoming = useRegistrations('upcoming');
  const upcomingTotal = upcoming.data?.total;
  return (
    <Page width="table">
      <PageHeader title={t('registrations.title')} />
      <SegmentedControl label={t('registrations.title')} isWide className={classes.periods}>
        <SegmentLink to="/workouts" search={{}} isSelected={period === 'upcoming'}>
          {upcomingTotal
            ? t('registrations.upcomingCount', { count: upcomingTotal })
            : t('registrations.upcoming')}
        </SegmentLink>
        <SegmentLink to="/workouts" search={{ period: 'past' }} isSelected={period === 'past'}>
          {t('registrations.past')}
        </SegmentLink>
        <SegmentLink to="/statistics" search={{}} isSelected={false}>
          {t('registrations.statistics')}
        </SegmentLink>
      </SegmentedControl>
      <OwnStrikes isOnlyWhenClosed={period === 'upcoming'} />
      {query.storedAt === null ? null : (
        <OfflineState>{t('common.offlineAsOf', { time: format.until(query.storedAt) })}</OfflineState>
      )}
      <div className={classes.list}>{body()}</div>
    </Page>
  );

  function body() {
    const { data, error } = query;
    if (!data && error) return <NotLoaded error={error} query={query} />;
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    // What was given back may have been the last one of its page.
    if (data.items.length === 0 && page > 1 && !query.isPlaceholderData)
      return <Navigate to="/workouts" search={searchFor(period, page - 1)} replace />;
    if (data.items.length === 0) return <Nothing period={period} />;
    return (
      <>
        {period === 'upcoming' ? <ClashChoices items={data.items} /> : null}
        <RegistrationList
          items={data.items}
          period={period}
          pastAction={period === 'past' ? pastAction : undefined}
        />
        <Pages period={period} offset={data.offset} count={data.items.length} isMore={data.isMore} />
      </>
    );
  }
}

function searchFor(period: Period, page: number) {
  return { ...(period === 'past' && { period }), ...(page > 1 && { page }) };
}

function Nothing({ period }: { period: Period }) {
  const { t } = useTexts();
  const isUpcoming = period === 'upcoming';
  return (
    <EmptyState
      icon="dumbbell"
      title={t(isUpcoming ? 'registrations.noneUpcoming' : 'registrations.nonePast')}
      text={t(isUpcoming ? 'registrations.noneUpcomingText' : 'registrations.nonePastText')}
    >
      <ButtonLink to="/calendar/day" isWide>
        {t('registrations.openTimetable')}
      </ButtonLink>
    </EmptyState>
  );
}

function NotLoaded({ error, query }: { error: Error; query: ReturnType<typeof useRegistrations> }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const failed = Temporal.Instant.fromEpochMilliseconds(query.errorUpdatedAt).toString();
  const isLost = error instanceof ApiError && error.status === 0;
  const why = isLost ? t('common.noAnswer', { time: format.time(failed) }) : errorText(error, t);
  return (
    <ErrorState
      title={t('registrations.notLoaded')}
      text={`${why} ${t('schedule.bookingsSafe')}`}
      retryText={t('common.tryAgain')}
      retryingText={t('common.tryingAgain')}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

interface PagesProps {
  period: Period;
  offset: number;
  count: number;
  isMore: boolean;
}

/** Steps through the pages by plain links; nothing when there is one page only. */
function Pages({ period, offset, count, isMore }: PagesProps) {
  const { t } = useTexts();
  const rows = useRows();
  if (offset === 0 && !isMore && count <= fewestRows) return null;
  const page = Math.floor(offset / rows) + 1;
  return (
    <nav className={classes.pages} aria-label={t('common.pages')}>
      <RowsChoice />
      <p className={classes.range}>{t('common.range', { from: offset + 1, until: offset + count })}</p>
      {offset > 0 ? (
        <ButtonLink to="/workouts" search={searchFor(period, page - 1)} variant="plain" size="small">
          {t('common.previousPage')}
        </ButtonLink>
      ) : null}
      {isMore ? (
        <ButtonLink to="/workouts" search={searchFor(period, page + 1)} variant="plain" size="small">
          {t('common.nextPage')}
        </ButtonLink>
      ) : null}
    </nav>
  );
}
