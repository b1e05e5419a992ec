import { useQuery } from '@tanstack/react-query';
import {
  bookAsVisitor,
  cancelVisitorRegistration,
  getFreePlaces,
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

/** Books without an account. Refusals stand at the form, where nothing typed is lost. */
export function useBookAsVisitor() {
  return useCommand(bookAsVisitor, {
    invalidates: ['visitors', 'schedule'],
    isErrorShownByScreen: isShownHere,
  });
}

/** What a mailed link would cancel. Only the browser asks, so that whoever merely looks at the page asks nothing. */
export function useVisitorRegistration(token: string) {
  return useQuery({
    ...queryFor(getVisitorRegistration, { params: { id: token } }),
    retry: false,
    gcTime: 0,
  });
}

export function useCancelByLink() {
  return useCommand(cancelVisitorRegistration, {
    invalidates: ['schedule'],
    isErrorShownByScreen: isShownHere,
  });
}

/** Refusals in words for somebody whose other trainings are not told. */
const ownWords = [
  'alreadyRegistered',
  'overlappingTraining',
  'sameStyleLimitExceeded',
  'sameDayLimitExceeded',
  'registeringLimitExceeded',
  'registeringNotAllowed',
  'noFreePlaces',
] as const;

/** Why nothing was booked. */
export function useVisitorProblem(): (error: ApiError) => string {
  const { t } = useTexts();
  return (error) => {
    if (error.status === 0) return t('visitors.noAnswer');
    const own = ownWords.find((code) => code === error.errors[0]);
    return own ? t(`visitors.${own}`) : errorText(error, t);
  };
}
