import { keepPreviousData, type QueryKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/kernel/endpoint.ts';
import {
  acceptOffer,
  changeNeededNotice,
  getNeededNotice,
  getWaitlistReceipt,
  joinWaitlistGroup,
  listRegistrations,
  type neededNotices,
  previewRegistration,
  previewSwap,
  register,
  swapRegistration,
  type UserRegistration,
} from '#shared/registrations/contract.ts';
import type { EntitlementChoice } from '#shared/registrations/entitlements/domain.ts';
import { findAlternatives, findPublicAlternatives } from '#shared/registrations/refusals/contract.ts';
import type { Training } from '#shared/schedule/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { queryFor, useCommand, useStoredSince } from '#web/kernel/queries.ts';
import { fewestRows } from '#web/kernel/rows.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { noteBooked } from './booked/queries.ts';

export type Period = 'upcoming' | 'past';

const pageInput = (period: Period, offset: number, limit: number) => ({ query: { period, offset, limit } });

const neededNoticeQuery = queryFor(getNeededNotice, undefined);
type NeededNotice = (typeof neededNotices)[number];

/** A page of the member's registrations. */
const registrationsQuery = (period: Period, offset = 0, limit: number = fewestRows) =>
  queryFor(listRegistrations, pageInput(period, offset, limit));

function periodOf([, , input]: QueryKey): unknown {
  return (input as ReturnType<typeof pageInput> | undefined)?.query.period;
}

/** A page of the member's registrations; the page before stays in view while the next one comes. */
export function useRegistrations(period: Period, offset = 0, limit: number = fewestRows) {
  const isMember = useIsMember();
  const query = useQuery({
    ...registrationsQuery(period, offset, limit),
    enabled: isMember,
    placeholderData: (previous, from) =>
      from !== undefined && periodOf(from.queryKey) === period ? previous : undefined,
  });
  return { ...query, storedAt: useStoredSince(listRegistrations, pageInput(period, offset, limit)) };
}

const none: readonly UserRegistration[] = [];

/** The bookings ahead that a swap could be made with, asked where a training is full. */
export function useOwnUpcoming(isAsked: boolean) {
  const isMember = useIsMember();
  return useQuery({ ...registrationsQuery('upcoming'), enabled: isMember && isAsked }).data?.items ?? none;
}

/** Refusals that say so in place instead of in a snackbar: all that the server decided, and no answer at all. */
export const isShownHere = (_: ApiError) => true;

/** What booking and giving back change. */
export const refreshed = ['registrations', 'schedule', 'personal-trainings'];

/**
 * What booking would do now, by the server's own rules: an outcome, or the refusal that booking would meet.
 * Asked only where booking is offered, again after each change and for other numbers than those it was asked for, never
 * from a cache.
 */
export function usePreview(
  { id, freePlaces, waitingCount }: Pick<Training, 'id' | 'freePlaces' | 'waitingCount'>,
  isOffered: boolean,
) {
  const isMember = useIsMember();
  const isFull = freePlaces <= 0;
  const { queryKey, ...query } = queryFor(previewRegistration, { params: { trainingId: id } });
  const { data, isLoading, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query,
    queryKey: [...queryKey, isFull ? waitingCount : 'free'],
    enabled: isMember && isOffered,
    retry: false,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
  const isRefused = data?.outcome === 'refused';
  const wasFull = data?.outcome === 'waiting' || (isRefused && data.error === 'noFreePlaces');
  return {
    /** It answers for places that were free and are taken, or the other way round; what is true now is on its way. */
    isOutdated: isPlaceholderData && wasFull !== isFull,
    outcome: isRefused ? undefined : data,
    refusal: isRefused ? new ApiError(409, [data.error], data.details) : null,
    /** Until when it would be refused; null when no such instant is known. */
    refusedUntil: isRefused ? data.until : null,
    isLoading,
    isFetching,
    refetch,
  };
}

/**
 * Why a training is refused, until when, and what could be booked instead; a visitor is told by the rules of the
 * training alone. Asked when a refusal is looked at, not while something is being booked.
 */
export function useAlternatives(trainingId: number, isAsked: boolean) {
  const isMember = useIsMember();
  const endpoint = isMember ? findAlternatives : findPublicAlternatives;
  return useQuery({
    ...queryFor(endpoint, { params: { trainingId } }),
    enabled: isAsked,
    retry: false,
    gcTime: 0,
  });
}

function chosenEntitlement(entitlement: EntitlementChoice | undefined) {
  return entitlement ? { cover: { kind: entitlement.kind, id: entitlement.id } } : {};
}

/** Books a place or joins the waiting list. Waits for the server; a refusal is the screen's to show. */
export function useRegister() {
  const command = useCommand(register, {
    invalidates: refreshed,
    success: (t, { message }) => t(`registrations.${message}`),
    isErrorShownByScreen: isShownHere,
  });
  const book = (
    trainingId: number,
    isWaitingAccepted: boolean,
    onDone?: () => void,
    entitlement?: EntitlementChoice,
  ) =>
    command.mutate(
      { body: { trainingId, isWaitingAccepted, ...chosenEntitlement(entitlement) } },
      {
        onSuccess: () => {
          noteBooked(trainingId);
          onDone?.();
        },
      },
    );
  return { ...command, book };
}

const swapQuery = (registrationId: number, trainingId: number) => ({
  ...queryFor(previewSwap, { params: { id: registrationId, trainingId } }),
  retry: false,
  gcTime: 0,
});

/** What moving from an own booking to another training would do now; not asked any more once it is being done. */
export function useSwapPreview(registrationId: number, trainingId: number, isAsked: boolean) {
  return useQuery({ ...swapQuery(registrationId, trainingId), enabled: isAsked });
}

/** Of some own bookings those that could be given for another training now, each by itself; undefined while that is asked. */
export function useSwappable<Own extends { readonly registrationId: number }>(
  own: readonly Own[],
  trainingId: number,
  isAsked: boolean,
): readonly Own[] | undefined {
  const previews = useQueries({
    queries: own.map(({ registrationId }) => ({
      ...swapQuery(registrationId, trainingId),
      enabled: isAsked,
    })),
  });
  if (previews.some(({ isPending }) => isPending)) return undefined;
  return own.filter((_, index) => previews[index]?.data !== undefined);
}

/** Moves from an own booking to another training; the present place is kept until the new one is sure. */
export function useSwap() {
  const command = useCommand(swapRegistration, {
    invalidates: refreshed,
    success: (t, { present }) => t(present === 'kept' ? 'registrations.swapWaits' : 'registrations.swapDone'),
  });
  const swap = (registrationId: number, trainingId: number, onDone: () => void) =>
    command.mutate({ params: { id: registrationId }, body: { trainingId } }, { onSuccess: onDone });
  /** Its previews are of what was before. */
  const isBegun = command.isPending || command.isSuccess;
  return { ...command, swap, isBegun };
}

/** Waits for any one of several trainings. */
export function useJoinWaitlistGroup() {
  const command = useCommand(joinWaitlistGroup, {
    invalidates: refreshed,
    success: (t, { outcome, trainingIds }) =>
      outcome === 'booked'
        ? t('registrations.registered')
        : t('registrations.wishWaits', { count: trainingIds.length }),
  });
  const wish = (trainingIds: number[], onDone: () => void) =>
    command.mutate({ body: { trainingIds } }, { onSuccess: onDone });
  return { ...command, wish };
}

/** How much notice the member needs, kept as soon as it is pressed. */
export function useNeededNotice() {
  const client = useQueryClient();
  const query = useQuery(neededNoticeQuery);
  const change = useCommand(changeNeededNotice);
  const pressed = change.isPending ? change.variables.body.noticeMinutes : undefined;
  return {
    noticeMinutes: pressed ?? query.data?.noticeMinutes,
    choose: (noticeMinutes: NeededNotice) =>
      change.mutate(
        { body: { noticeMinutes } },
        { onSuccess: () => client.setQueryData(neededNoticeQuery.queryKey, { noticeMinutes }) },
      ),
  };
}

/** What the reader's place in a waiting list went through. */
export function useWaitlistReceipt(registrationId: number, isAsked = true) {
  return useQuery({ ...queryFor(getWaitlistReceipt, { params: { id: registrationId } }), enabled: isAsked });
}
export type WaitlistStep = EndpointResponse<typeof getWaitlistReceipt>[number];

/** Takes the place that is held for the reader. */
export function useAccept() {
  const command = useCommand(acceptOffer, {
    invalidates: refreshed,
    success: (t) => t('registrations.registered'),
  });
  return {
    ...command,
    accept: (registrationId: number, entitlement?: EntitlementChoice) =>
      command.mutate({ params: { id: registrationId }, body: chosenEntitlement(entitlement) }),
  };
}
