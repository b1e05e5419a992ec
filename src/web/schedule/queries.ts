import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { addDays, compareInstants, localDate } from '#shared/kernel/dates.ts';
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
import { nextDate, previousDate, rowState, weekRange } from '#shared/schedule/domain.ts';
import { ApiError } from '#web/kernel/call.ts';
import { useNow } from '#web/kernel/clock.ts';
import { queryFor, useStoredSince } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTimeFormat } from '#web/kernel/time-format.ts';

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
const ownWeekQuery = (date: string) => queryFor(listOwnTrainings, weekInput(date));
export const scheduleFiltersQuery = () => queryFor(getScheduleFilters);
export const publicTrainingQuery = (id: number) => queryFor(getPublicTraining, { params: { id } });
const ownTrainingQuery = (id: number) => queryFor(getOwnTraining, { params: { id } });
/** The two weeks after a date without trainings: the loader may add them so that the page says what is next. */
const publicAheadQuery = (date: string) => queryFor(listPublicTrainings, aheadInput(date));

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

interface Result {
  error: Error | null;
  errorUpdatedAt: number;
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Reads of a result only what is shown: a query draws its screen again when something that was read changes, and
 * an answer that says the same as before changes nothing.
 */
function loaded<T>(data: T | undefined, result: Result, stored: string | null): Loaded<T> {
  const { error } = result;
  const isMissing = data === undefined && error !== null;
  const isLost = error instanceof ApiError && error.status === 0;
  return {
    data,
    error: isMissing ? asApiError(error) : null,
    failedAt: isMissing ? result.errorUpdatedAt : 0,
    isRetrying: isMissing && result.isFetching,
    retry: () => void result.refetch(),
    storedAt: data === undefined ? null : (stored ?? (isLost ? instantOf(result.dataUpdatedAt) : null)),
  };
}

function instantOf(milliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds).toString();
}

function asApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, ['unanswered']);
}

/** Public trainings with the reader's own state; the same objects as long as neither changes. */
function useWithOwn(
  trainings: readonly Training[] | undefined,
  own: readonly OwnTraining[] | undefined,
): OwnTraining[] | undefined {
  return useMemo(() => {
    const byId = new Map(own?.map((training) => [training.id, training.own]));
    return trainings?.map((training) => ({ ...training, own: byId.get(training.id) ?? null }));
  }, [trainings, own]);
}

/** Dates of the week on which the reader holds a place or waits; empty for visitors. */
function datesWithOwn(own: readonly OwnTraining[] | undefined): ReadonlySet<string> {
  return new Set(own?.filter((training) => training.own && !training.isCancelled).map(({ date }) => date));
}

/** Most of a kind that can be waited for beside one. */
const mostWished = 6;

/** Full trainings of the same style within a week around one, that the reader neither holds nor waits for. */
export function useLikeFullTrainings(training: OwnTrainingDetail): OwnTraining[] {
  const { now } = useTimeFormat();
  const query = { from: addDays(training.date, -3), until: addDays(training.date, 7) };
  const { data } = useQuery(queryFor(listOwnTrainings, { query }));
  return (data ?? [])
    .filter(({ id, styleId }) => id !== training.id && styleId === training.styleId)
    .filter((other) => other.own === null && rowState(other, null, now).kind === 'full')
    .filter(({ isWaitingListAllowed }) => isWaitingListAllowed)
    .slice(0, mostWished);
}

/**
 * The trainings of a day. Public pages draw the public day and add the reader's own state when it is known;
 * a member's pages draw from the own week.
 */
export function useDayTrainings(
  area: Area,
  date: string,
): Loaded<OwnTraining[]> & { ownDates: ReadonlySet<string> } {
  const isMember = useIsMember();
  const publicDay = useQuery({ ...publicDayQuery(date), enabled: area === 'public' });
  const ownWeek = useQuery({ ...ownWeekQuery(date), enabled: isMember });
  const ownStored = useStoredSince(listOwnTrainings, weekInput(date));
  const publicStored = useStoredSince(listPublicTrainings, dayInput(date));
  const ownDates = useMemo(() => datesWithOwn(ownWeek.data), [ownWeek.data]);
  const ownDay = useMemo(
    () => ownWeek.data?.filter((training) => training.date === date),
    [ownWeek.data, date],
  );
  const shownDay = useWithOwn(publicDay.data, ownWeek.data);
  return area === 'member'
    ? { ...loaded(ownDay, ownWeek, ownStored), ownDates }
    : { ...loaded(shownDay, publicDay, publicStored), ownDates };
}

/** The trainings of a date's week, as `useDayTrainings`; not asked for where they are not needed. */
export function useWeekTrainings(
  area: Area,
  date: string,
  isNeeded = true,
): Loaded<OwnTraining[]> & { ownDates: ReadonlySet<string> } {
  const isMember = useIsMember();
  const publicWeek = useQuery({ ...publicWeekQuery(date), enabled: isNeeded && area === 'public' });
  const ownWeek = useQuery({ ...ownWeekQuery(date), enabled: isNeeded && isMember });
  const ownStored = useStoredSince(listOwnTrainings, weekInput(date));
  const publicStored = useStoredSince(listPublicTrainings, weekInput(date));
  const ownDates = useMemo(() => datesWithOwn(ownWeek.data), [ownWeek.data]);
  const shownWeek = useWithOwn(publicWeek.data, ownWeek.data);
  return area === 'member'
    ? { ...loaded(ownWeek.data, ownWeek, ownStored), ownDates }
    : { ...loaded(shownWeek, publicWeek, publicStored), ownDates };
}

/** The trainings of the two weeks after a date, asked only when there is a reason to. */
export function useTrainingsAhead(area: Area, date: string, isNeeded: boolean) {
  const isMember = useIsMember();
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

/** Rooms to choose from, each with its club where those of several stand in one list. */
export function roomsToChoose(
  { clubs, rooms }: ScheduleFilters,
  unit: number | undefined,
): readonly { readonly id: number; readonly name: string }[] {
  if (unit !== undefined) return rooms.filter(({ clubId }) => clubId === unit);
  if (clubs.length < 2) return rooms;
  const names = new Map(clubs.map(({ id, name }) => [id, name]));
  return rooms.map(({ id, name, clubId }) => ({ id, name: `${name}, ${names.get(clubId) ?? ''}` }));
}

/** One training with the reader's own registration where there is one. */
export function useTraining(area: Area, id: number): Loaded<OwnTrainingDetail> {
  const isMember = useIsMember();
  const shown = useQuery({ ...publicTrainingQuery(id), enabled: area === 'public' });
  const own = useQuery({ ...ownTrainingQuery(id), enabled: isMember });
  const ownStored = useStoredSince(getOwnTraining, { params: { id } });
  const publicStored = useStoredSince(getPublicTraining, { params: { id } });
  if (area === 'member') return loaded(own.data, own, ownStored);
  const data = own.data ?? (shown.data && { ...shown.data, own: null });
  return loaded(data, shown, publicStored);
}

/** Whether the member's own state of a training is still on its way. */
export function useIsOwnPending(id: number): boolean {
  const isMember = useIsMember();
  return useQuery({ ...ownTrainingQuery(id), enabled: isMember }).isLoading;
}

/** Asks for the days beside the shown one when the page has come to rest, so that a swipe finds them ready. */
export function useNeighbourDays(area: Area, date: string): void {
  const client = useQueryClient();
  const isMember = useIsMember();
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

/** Trainings that still begin, in their order. */
export function trainingsLeft(trainings: readonly Training[], now: string): Training[] {
  return trainings.filter(
    ({ isCancelled, startDateTime }) => !isCancelled && compareInstants(startDateTime, now) > 0,
  );
}

export interface NextTrainings {
  /** Undefined until it is known. */
  readonly trainings: readonly Training[] | undefined;
  /** Nothing more begins today: they are tomorrow's. */
  readonly isTomorrow: boolean;
  readonly date: string;
}

/** What still begins today, or else what begins tomorrow. */
export function useNextTrainings(): NextTrainings {
  const now = useNow();
  const { timeZone } = useStartContext().configuration;
  const today = localDate(now, timeZone);
  const ofToday = useQuery(publicDayQuery(today)).data;
  const left = ofToday && trainingsLeft(ofToday, now);
  const isTomorrow = left !== undefined && left.length === 0;
  const tomorrow = addDays(today, 1);
  const ofTomorrow = useQuery({ ...publicDayQuery(tomorrow), enabled: isTomorrow }).data;
  return isTomorrow
    ? { trainings: ofTomorrow && trainingsLeft(ofTomorrow, now), isTomorrow, date: tomorrow }
    : { trainings: left, isTomorrow, date: today };
}
