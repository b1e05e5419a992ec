import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { EndpointResponse } from '#shared/kernel/endpoint.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import {
  acceptOffer,
  cancelRegistration,
  changeNeededNotice,
  getNeededNotice,
  getQueueReceipt,
  listRegistrations,
  type neededNotices,
  previewCancelling,
  previewRegistration,
  previewSwap,
  purchasePlace,
  register,
  swapRegistration,
  undoCancelling,
  wishAnyOf,
} from '#shared/registrations/contract.ts';
import type { Cover } from '#shared/registrations/covers/contract.ts';
import type { CoverChoice } from '#shared/registrations/covers/domain.ts';
import { endStateOf } from '#shared/registrations/queue/domain.ts';
import { findAlternatives, findPublicAlternatives } from '#shared/registrations/refusals/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { formatDate, formatMoney } from '#web/kernel/format.ts';
import { leaveForPaying } from '#web/kernel/leaving.ts';
import { errorText, queryFor, useCommand, useStoredSince } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeWords } from '#web/kernel/time-words.ts';

export type Period = 'upcoming' | 'past';

export const pageSize = 20;

const pageInput = (period: Period, offset: number) => ({ query: { period, offset, limit: pageSize } });

const neededNoticeQuery = queryFor(getNeededNotice, undefined);
type NeededNotice = (typeof neededNotices)[number];

/** A page of the member's registrations. */
export const registrationsQuery = (period: Period, offset = 0) =>
  queryFor(listRegistrations, pageInput(period, offset));

function periodOf([, , input]: QueryKey): unknown {
  return (input as ReturnType<typeof pageInput> | undefined)?.query.period;
}

/** A page of the member's registrations; the page before stays in view while the next one comes. */
export function useRegistrations(period: Period, offset = 0) {
  const isMember = useIsMember();
  const query = useQuery({
    ...registrationsQuery(period, offset),
    enabled: isMember,
    placeholderData: (previous, from) =>
      from !== undefined && periodOf(from.queryKey) === period ? previous : undefined,
  });
  return { ...query, storedAt: useStoredSince(listRegistrations, pageInput(period, offset)) };
}

/** Refusals that say so in place instead of in a snackbar: all that the server decided, and no answer at all. */
const isShownHere = (_: ApiError) => true;

const refreshed = ['registrations', 'schedule'];

/**
 * What booking would do now, by the server's own rules: an outcome, or the refusal that booking would meet.
 * Asked only where booking is offered, and again after each change, never from a cache.
 */
export function usePreview(trainingId: number, isOffered: boolean) {
  const isMember = useIsMember();
  const { data, isLoading, isFetching, refetch } = useQuery({
    ...queryFor(previewRegistration, { params: { trainingId } }),
    enabled: isMember && isOffered,
    retry: false,
    staleTime: 10_000,
  });
  const isRefused = data?.outcome === 'refused';
  return {
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

/** Trainings whose ground may come in once: booked a moment ago on this page. */
const justBooked = new Map<number, number>();
const newsMs = 4_000;

/** Whether the place was booked within the last seconds, so that its row may show it once. */
export function isJustBooked(trainingId: number): boolean {
  const at = justBooked.get(trainingId);
  return at !== undefined && performance.now() - at < newsMs;
}

/** Books a place or joins the waiting list. Waits for the server; a refusal is the screen's to show. */
export function useRegister() {
  const command = useCommand(register, {
    invalidates: refreshed,
    success: (t, { message }) => t(`registrations.${message}`),
    isErrorShownByScreen: isShownHere,
  });
  const book = (trainingId: number, isWaitingAccepted: boolean, onDone?: () => void, cover?: CoverChoice) =>
    command.mutate(
      {
        body: { trainingId, isWaitingAccepted, ...(cover && { cover: { kind: cover.kind, id: cover.id } }) },
      },
      {
        onSuccess: () => {
          justBooked.set(trainingId, performance.now());
          onDone?.();
        },
      },
    );
  return { ...command, book };
}

/** Holds a place that is bought singly; afterwards its invoice is paid. */
export function usePurchase() {
  // Nothing is read anew: that would take the sheet away that was pressed in, and its step back calls off the leaving.
  const command = useCommand(purchasePlace, { invalidates: [] });
  const buy = (trainingId: number) =>
    void command.mutateAsync({ body: { trainingId } }).then(
      ({ invoiceToken }) => leaveForPaying(invoiceToken),
      () => {},
    );
  return { ...command, buy };
}

/**
 * What giving a place back would bring back now, asked while the question is open. Under a key of its own: what the
 * answer to the question changes makes others read anew, but of a place given back there is nothing to ask.
 */
export function useGivingBack(registrationId: number, isAsked: boolean) {
  const { data } = useQuery({
    ...queryFor(previewCancelling, { params: { id: registrationId } }),
    queryKey: ['giving back', registrationId],
    enabled: isAsked,
    retry: false,
    gcTime: 0,
  });
  return data;
}
export type GivingBack = EndpointResponse<typeof previewCancelling>;

/** What remains of a ticket or voucher once a place has taken a visit of it, or until when it holds. */
export function useCoverWords() {
  const { t } = useTexts();
  return ({ leftAfter, granted, validUntil }: Omit<Cover, 'name'>) =>
    leftAfter === null
      ? t('covers.validUntil', { date: formatDate(validUntil) })
      : t('covers.left', { count: leftAfter, granted: granted ?? leftAfter });
}

/** The word and value of what comes back; nothing where nothing covers the place. */
function useReturnFact() {
  const { t, language } = useTexts();
  return (back: GivingBack | undefined) => {
    if (!back || (back.ticketId === null && back.voucherId === null && back.credit === null)) return [];
    if (back.credit !== null) {
      const amount = formatMoney(eurosToCents(back.credit), language);
      return [{ label: t('covers.factMoney'), value: t('covers.becomesCredit', { amount }) }];
    }
    const label = t(back.ticketId === null ? 'covers.factUse' : 'covers.factVisit');
    return [{ label, value: returned(back) }];
  };
  function returned({ visitReturned, endedOn, newRemaining }: GivingBack): string {
    if (!visitReturned) return t('covers.isLost');
    if (endedOn !== null) return t('covers.comesBackEnded', { date: formatDate(endedOn) });
    return newRemaining === null ? t('covers.comesBack') : t('covers.comesBackLeft', { count: newRemaining });
  }
}

/** How long the undo stands in the message; the training's own page offers it to the last second. */
const undoShownMs = 12_000;

/** Gives a place back, declines an offer or leaves the waiting list; asked once before, in a sheet. */
export function useCancel() {
  const { undo } = useUndo();
  const cancelled = useRef(0);
  const command = useCommand(cancelRegistration, {
    invalidates: refreshed,
    success: (t, { state, undoUntil }) => {
      const text = t(`registrations.${state}`);
      if (undoUntil === null) return text;
      const registrationId = cancelled.current;
      return {
        text,
        durationMs: undoShownMs,
        action: { text: t('registrations.undo'), onPress: () => undo(registrationId) },
      };
    },
    isErrorShownByScreen: isShownHere,
  });
  const cancel = (registrationId: number, onDone: () => void) => {
    cancelled.current = registrationId;
    command.mutate({ params: { id: registrationId } }, { onSuccess: onDone });
  };
  return { ...command, cancel };
}

/** What moving from an own booking to another training would do now. */
export function useSwapPreview(registrationId: number, trainingId: number) {
  return useQuery({
    ...queryFor(previewSwap, { params: { id: registrationId, trainingId } }),
    retry: false,
    gcTime: 0,
  });
}

/** Moves from an own booking to another training; the present place is kept until the new one is sure. */
export function useSwap() {
  const command = useCommand(swapRegistration, {
    invalidates: refreshed,
    success: (t, { present }) => t(present === 'kept' ? 'registrations.swapWaits' : 'registrations.swapDone'),
  });
  const swap = (registrationId: number, trainingId: number, onDone: () => void) =>
    command.mutate({ params: { id: registrationId }, body: { trainingId } }, { onSuccess: onDone });
  return { ...command, swap };
}

/** Waits for any one of several trainings. */
export function useWish() {
  const command = useCommand(wishAnyOf, {
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

/** What the reader's place in a waiting list went through. */
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

export function useQueueReceipt(registrationId: number) {
  return useQuery(queryFor(getQueueReceipt, { params: { id: registrationId } }));
}
export type QueueStep = EndpointResponse<typeof getQueueReceipt>[number];

/** Takes a cancelling back while the place is kept. */
export function useUndo() {
  const command = useCommand(undoCancelling, {
    invalidates: refreshed,
    success: (t) => t('registrations.takenBack'),
  });
  return { ...command, undo: (registrationId: number) => command.mutate({ params: { id: registrationId } }) };
}

/** Takes the place that is held for the reader. */
export function useAccept() {
  const command = useCommand(acceptOffer, {
    invalidates: refreshed,
    success: (t) => t('registrations.registered'),
  });
  return {
    ...command,
    accept: (registrationId: number) => command.mutate({ params: { id: registrationId } }),
  };
}

interface Held {
  name: string;
  startDateTime: string;
  state: 'booked' | 'offered' | 'waiting';
  freeUntil: string;
  /** People waiting for this place; undefined where the list does not know. */
  waitingCount?: number | undefined;
  /** What comes back, once it is known. */
  givingBack?: GivingBack | undefined;
}

/** The words of the one question before a place or a wait is given up: what is lost, and until when nothing is. */
export function useCancelWords() {
  const { t } = useTexts();
  const words = useTimeWords();
  const returnFact = useReturnFact();
  return ({ name, startDateTime, state, freeUntil, waitingCount, givingBack }: Held) => {
    const isWaiting = state !== 'booked';
    const isOffered = state === 'offered';
    // The very rule by which the server ends it.
    const isFree = isWaiting || endStateOf({ endedAt: words.now, freeUntil }) === 'cancelledFree';
    const until = words.until(freeUntil);
    const placeTo =
      waitingCount !== undefined && waitingCount > 0
        ? t('registrations.factPlaceToWaiting', { count: waitingCount })
        : t('registrations.factPlaceToOthers');
    const facts = [
      ...(isFree ? [] : [{ label: t('registrations.factVisit'), value: t('registrations.factVisitUsed') }]),
      ...returnFact(givingBack),
      { label: t('registrations.factPlace'), value: placeTo },
    ];
    const notice = () => {
      if (isOffered) return t('registrations.declineNotice');
      if (isWaiting) return t('registrations.leaveNotice');
      return t(isFree ? 'registrations.freeNotice' : 'registrations.lateNotice', { until });
    };
    const other = () => {
      if (isOffered) return t('registrations.decline');
      if (isWaiting) return t('registrations.leave');
      return t(isFree ? 'registrations.cancelFree' : 'registrations.cancelLate');
    };
    const title = () => {
      if (isOffered) return 'registrations.declineTitle';
      return isWaiting ? 'registrations.leaveTitle' : 'registrations.cancelTitle';
    };
    const safe = () => {
      if (isOffered) return 'registrations.keepOffer';
      return isWaiting ? 'registrations.keepWaiting' : 'registrations.keepPlace';
    };
    return {
      title: t(title(), { name }),
      text: t('registrations.startsAt', {
        when: capitalize(words.dayAndTime(startDateTime)),
        duration: words.durationFromNow(startDateTime),
      }),
      notice: { tone: isFree ? 'ok' : 'warn', icon: isFree ? 'check' : 'clock', text: notice() } as const,
      facts: isWaiting ? [] : facts,
      isOtherCostly: !isFree,
      safeText: t(safe()),
      otherText: other(),
      otherPendingText: t(isWaiting ? 'registrations.leaving' : 'registrations.cancelling'),
    };
  };
}

/** What a failed cancelling says inside the sheet. */
export function useCancelProblem(error: ApiError | null): string | undefined {
  const { t } = useTexts();
  if (!error) return undefined;
  return error.status === 0 ? t('registrations.noAnswerCancel') : errorText(error, t);
}
