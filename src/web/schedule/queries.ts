import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { addDays } from '#shared/kernel/dates.ts';
import {
  getOwnTraining,
  getPublicTraining,
  getScheduleFilters,
  listOwnTrainings,
  listPublicTrainings,
  type OwnTraining,
  type OwnTrainingDetail,
  type ScheduleFilters,
  type Training,
} from '#shared/schedule/contract.ts';
import { nextDate, previousDate, weekRange } from '#shared/schedule/domain.ts';
import { ApiError } from '#web/kernel/call.ts';
import { queryFor, storedSince } from '#web/kernel/queries.ts';
import { useSession } from '#web/kernel/session.tsx';

/** Which family of pages a screen stands on: `/public/…` or the signed-in ones. */
export type Area = 'public' | 'member';

const daysLookedAhead = 14;

const dayInput = (date: string) => ({ query: { from: date, until: date } });
const weekInput = (date: string) => ({ query: weekRange(date) });
const aheadInput = (date: string) => ({
  query: { from: nextDate(date), until: addDays(date, daysLookedAhead) },
});

/** A day of the public timetable, unfiltered: the loader puts it into the page, filters are applied in place. */
export const publicDayQuery = (date: string) => queryFor(listPublicTrainings, dayInput(date));
/** The whole week of a date. */
export const publicWeekQuery = (date: string) => queryFor(listPublicTrainings, weekInput(date));
/** A member's week with the own registrations: feeds day, week and the dots of the date strip. */
export const ownWeekQuery = (date: string) => queryFor(listOwnTrainings, weekInput(date));
export const scheduleFiltersQuery = () => queryFor(getScheduleFilters);
export const publicTrainingQuery = (id: number) => queryFor(getPublicTraining, { params: { id } });
export const ownTrainingQuery = (id: number) => queryFor(getOwnTraining, { params: { id } });
/** The two weeks after a date without trainings: the loader may add them so that the page says what is next. */
export const publicAheadQuery = (date: string) => queryFor(listPublicTrainings, aheadInput(date));

/** What a list screen draws from. */
export interface Loaded<T> {
  data: T | undefined;
  /** Why there is nothing to draw; null while it loads or when there is data. */
  error: ApiError | null;
  failedAt: number;
  isRetrying: boolean;
  retry: () => void;
  /** The instant of an old answer shown while the server is out of reach. */
  storedAt: string | null;
}

interface Result<T> {
  data: T | undefined;
  error: Error | null;
  errorUpdatedAt: number;
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => unknown;
}

function loaded<T>(result: Result<T>, stored: string | null): Loaded<T> {
  const { data, error } = result;
  const isLost = error instanceof ApiError && error.status === 0;
  const lastSeen = Temporal.Instant.fromEpochMilliseconds(result.dataUpdatedAt).toString();
  return {
    data,
    error: data === undefined && error ? asApiError(error) : null,
    failedAt: result.errorUpdatedAt,
    isRetrying: result.isFetching,
    retry: () => void result.refetch(),
    storedAt: data === undefined ? null : (stored ?? (isLost ? lastSeen : null)),
  };
}

function asApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, ['unknown']);
}

function withOwn(trainings: readonly Training[], own: readonly OwnTraining[] | undefined): OwnTraining[] {
  const byId = new Map(own?.map((training) => [training.id, training.own]));
  return trainings.map((training) => ({ ...training, own: byId.get(training.id) ?? null }));
}

/** Dates of the week on which the reader holds a place or waits; empty for visitors. */
function datesWithOwn(own: readonly OwnTraining[] | undefined): ReadonlySet<string> {
  return new Set(own?.filter((training) => training.own && !training.isCancelled).map(({ date }) => date));
}

/**
 * The trainings of a day. Public pages draw the public day and add the reader's own state when it is known;
 * a member's pages draw from the own week.
 */
export function useDayTrainings(
  area: Area,
  date: string,
): Loaded<OwnTraining[]> & { ownDates: ReadonlySet<string> } {
  const isMember = useSession().state === 'member';
  const publicDay = useQuery({ ...publicDayQuery(date), enabled: area === 'public' });
  const ownWeek = useQuery({ ...ownWeekQuery(date), enabled: isMember });
  const ownDates = datesWithOwn(ownWeek.data);
  if (area === 'member') {
    const data = ownWeek.data?.filter((training) => training.date === date);
    const stored = storedSince(listOwnTrainings, weekInput(date));
    return { ...loaded({ ...ownWeek, data }, stored), ownDates };
  }
  const data = publicDay.data && withOwn(publicDay.data, ownWeek.data);
  const stored = storedSince(listPublicTrainings, dayInput(date));
  return { ...loaded({ ...publicDay, data }, stored), ownDates };
}

/** The trainings of a date's week, as `useDayTrainings`. */
export function useWeekTrainings(
  area: Area,
  date: string,
): Loaded<OwnTraining[]> & { ownDates: ReadonlySet<string> } {
  const isMember = useSession().state === 'member';
  const publicWeek = useQuery({ ...publicWeekQuery(date), enabled: area === 'public' });
  const ownWeek = useQuery({ ...ownWeekQuery(date), enabled: isMember });
  const ownDates = datesWithOwn(ownWeek.data);
  if (area === 'member') {
    return { ...loaded(ownWeek, storedSince(listOwnTrainings, weekInput(date))), ownDates };
  }
  const data = publicWeek.data && withOwn(publicWeek.data, ownWeek.data);
  return { ...loaded({ ...publicWeek, data }, storedSince(listPublicTrainings, weekInput(date))), ownDates };
}

/** The trainings of the two weeks after a date, asked only when there is a reason to. */
export function useTrainingsAhead(area: Area, date: string, isNeeded: boolean) {
  const isMember = useSession().state === 'member';
  const ahead = useQuery({ ...publicAheadQuery(date), enabled: isNeeded && area === 'public' });
  const own = useQuery({
    ...queryFor(listOwnTrainings, aheadInput(date)),
    enabled: isNeeded && area === 'member' && isMember,
  });
  const used = area === 'member' ? own : ahead;
  return { trainings: used.data as readonly Training[] | undefined, isOver: used.isSuccess || used.isError };
}

/** What the timetable can be narrowed to. */
export function useScheduleFilters(): ScheduleFilters | undefined {
  return useQuery(scheduleFiltersQuery()).data;
}

/** One training with the reader's own registration where there is one. */
export function useTraining(area: Area, id: number): Loaded<OwnTrainingDetail> {
  const isMember = useSession().state === 'member';
  const shown = useQuery({ ...publicTrainingQuery(id), enabled: area === 'public' });
  const own = useQuery({ ...ownTrainingQuery(id), enabled: isMember });
  if (area === 'member') return loaded(own, storedSince(getOwnTraining, { params: { id } }));
  const data = own.data ?? (shown.data && { ...shown.data, own: null });
  return loaded({ ...shown, data }, storedSince(getPublicTraining, { params: { id } }));
}

/** Whether the member's own state of a training is still on its way. */
export function useIsOwnPending(id: number): boolean {
  const isMember = useSession().state === 'member';
  return useQuery({ ...ownTrainingQuery(id), enabled: isMember }).isLoading;
}

/** Asks for the days beside the shown one when the page has come to rest, so that a swipe finds them ready. */
export function useNeighbourDays(area: Area, date: string): void {
  const client = useQueryClient();
  const isMember = useSession().state === 'member';
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const day of [previousDate(date), nextDate(date)]) {
        if (area === 'public') void client.prefetchQuery({ ...publicDayQuery(day), staleTime: 30_000 });
        if (isMember) void client.prefetchQuery({ ...ownWeekQuery(day), staleTime: 30_000 });
      }
    }, 800);
    return () => clearTimeout(timer);
  }, [client, area, date, isMember]);
}

const subscribeToNetwork = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the device says that it has no network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribeToNetwork,
    () => !navigator.onLine,
    () => false,
  );
}
