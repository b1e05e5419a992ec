import { useQuery } from '@tanstack/react-query';
import {
  bookAsVisitor,
  cancelVisitorRegistration,
  confirmVisitorRegistration,
  getFreePlaces,
  getVisitorCalendarFile,
  getVisitorRegistration,
} from '#shared/visitors/contract.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { errorText, queryFor, useCommand } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';

/** What a visitor could have of a training now, asked when the form opens and after each refusal. */
export function useFreePlaces(trainingId: number) {
  return useQuery(queryFor(getFreePlaces, { query: { training: trainingId } }));
}

const isShownHere = () => true;

/** Asks for the mail with the link that books. Refusals stand at the form, where nothing typed is lost. */
export function useBookAsVisitor() {
  return useCommand(bookAsVisitor, {
    invalidates: [],
    isErrorShownByScreen: isShownHere,
  });
}

/** What a mailed link would book or cancel. Only the browser asks, so that whoever merely looks at the page asks nothing. */
export function useVisitorRegistration(token: string) {
  return useQuery({
    ...queryFor(getVisitorRegistration, { params: { id: token } }),
    retry: false,
    gcTime: 0,
  });
}

/** Books what a mailed link asks for. */
export function useConfirmByLink() {
  return useCommand(confirmVisitorRegistration, {
    invalidates: ['visitors', 'schedule'],
    isErrorShownByScreen: isShownHere,
  });
}

export function useCancelByLink() {
  return useCommand(cancelVisitorRegistration, {
    invalidates: ['schedule'],
    isErrorShownByScreen: isShownHere,
  });
}

/** Puts the booking into the device's calendar: the browser fetches the file itself, as only so a phone opens it there. */
export function useLinkToCalendar(token: string) {
  const command = useCommand(getVisitorCalendarFile, { invalidates: [] });
  const add = () =>
    command.mutate(
      { params: { id: token } },
      { onSuccess: ({ address }) => window.location.assign(address) },
    );
  return { add, isPending: command.isPending };
}

/** Refusals in words for somebody who is known by an address. */
const ownLabels = [
  'overlappingTraining',
  'sameStyleLimitExceeded',
  'sameDayLimitExceeded',
  'registeringLimitExceeded',
  'addressLimitExceeded',
  'registeringNotAllowed',
  'noFreePlaces',
] as const;

/** Why no mail was sent, or nothing booked. */
export function useVisitorProblem(unanswered: 'visitors.notSent' | 'visitors.noAnswer') {
  const { t } = useTexts();
  return (error: ApiError): string => {
    if (error.status === 0) return t(unanswered);
    const own = ownLabels.find((code) => code === error.errors[0]);
    return own ? t(`visitors.${own}`) : errorText(error, t);
  };
}
