import { useRef } from 'react';
import { cancelRegistration, undoCancelling } from '#shared/registrations/contract.ts';
import { endStateOf } from '#shared/registrations/leaving/domain.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { errorText, useCommand } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { type GivingBack, useGivingBack, useReturnFact } from '../entitlements/queries.ts';
import { isShownHere, refreshed } from '../queries.ts';

/** How long the undo stands in the message; the training's own page offers it to the last second. */
const undoShownMs = 12_000;

/** Gives a place back, declines an offer or leaves the waiting list; asked once before, in a sheet. */
function useCancel() {
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

/** Takes a cancelling back while the place is kept. */
export function useUndo() {
  const command = useCommand(undoCancelling, {
    invalidates: refreshed,
    success: (t) => t('registrations.takenBack'),
  });
  return { ...command, undo: (registrationId: number) => command.mutate({ params: { id: registrationId } }) };
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
function useCancelLabels() {
  const { t } = useTexts();
  const format = useTimeFormat();
  const returnFact = useReturnFact();
  return ({ name, startDateTime, state, freeUntil, waitingCount, givingBack }: Held) => {
    const isWaiting = state !== 'booked';
    const isOffered = state === 'offered';
    // The very rule by which the server ends it.
    const isFree = isWaiting || endStateOf({ endedAt: format.now, freeUntil }) === 'cancelledFree';
    const until = format.until(freeUntil);
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
        when: capitalize(format.dayAndTime(startDateTime)),
        duration: format.durationFromNow(startDateTime),
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
function useCancelProblem(error: ApiError | null): string | undefined {
  const { t } = useTexts();
  if (!error) return undefined;
  return error.status === 0 ? t('registrations.noAnswerCancel') : errorText(error, t);
}

interface Cancelling {
  registration: { readonly registrationId: number; readonly cancelingAllowed: boolean };
  held: Omit<Held, 'givingBack'>;
  isOpen: boolean;
  onClose: () => void;
}

/** What the one question before a place or a wait is given up needs: its title, its parts, and closing it. */
export function useCancelling({ registration, held, isOpen, onClose }: Cancelling) {
  const { registrationId, cancelingAllowed } = registration;
  const labelsOf = useCancelLabels();
  const { cancel, isPending, error, reset } = useCancel();
  const problem = useCancelProblem(error);
  const givingBack = useGivingBack(registrationId, isOpen && cancelingAllowed);
  const { title, ...labels } = labelsOf({ ...held, givingBack });
  function close() {
    reset();
    onClose();
  }
  const question = {
    ...labels,
    problem,
    isPending,
    onSafe: close,
    onOther: () => cancel(registrationId, close),
  };
  return { title, question, close };
}
