import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as contract from '#shared/replacements/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useActor } from '#web/kernel/session.tsx';

const isShownHere = () => true;
/** Who holds a training stands on timetables too. */
const touched = [...contract.replacementTags, 'schedule', 'attendance'];
/** Colleagues answer while one looks. */
const lookEveryMs = 30_000;

function useIsAdmin(): boolean {
  const actor = useActor();
  return actor.kind === 'member' && actor.isAdmin;
}

/** Requests the reader may see; administrators all of them. */
export function useReplacements(isMineOnly: boolean) {
  const isAdmin = useIsAdmin();
  const query = { mine: isMineOnly ? 1 : undefined };
  const options = isAdmin
    ? queryFor(contract.listReplacements, { query })
    : queryFor(contract.listTrainerReplacements, { query });
  return useQuery({ ...options, refetchInterval: lookEveryMs, placeholderData: keepPreviousData });
}

/** Who could hold these trainings; none asks nothing. */
export function useAskPreview(trainingIds: readonly number[]) {
  const isAdmin = useIsAdmin();
  const body = { trainingIds: [...trainingIds] };
  const options = isAdmin
    ? queryFor(contract.previewReplacement, { body })
    : queryFor(contract.previewTrainerReplacement, { body });
  return useQuery({
    ...options,
    enabled: trainingIds.length > 0,
    placeholderData: trainingIds.length > 0 ? keepPreviousData : () => undefined,
    retry: false,
    gcTime: 0,
  });
}

export function useAsk() {
  const isAdmin = useIsAdmin();
  return useCommand(isAdmin ? contract.askAsAdmin : contract.askForReplacement, {
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
    success: (t, { told }) => t('replacements.asked', { count: told }),
  });
}

export function useApply() {
  return useCommand(contract.applyForReplacement, {
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
    success: (t) => t('replacements.applied'),
  });
}

export function useWithdraw() {
  return useCommand(contract.withdrawApplication, {
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
    success: (t) => t('replacements.withdrawn'),
  });
}

/** Gives the training to somebody; refused, the list is asked again: somebody else may have been quicker. */
export function useAccept() {
  const isAdmin = useIsAdmin();
  return useCommand(isAdmin ? contract.resolveReplacement : contract.acceptCandidate, {
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
    success: (t) => t('replacements.accepted'),
  });
}

export function useCancelRequest() {
  const isAdmin = useIsAdmin();
  return useCommand(isAdmin ? contract.cancelAsAdmin : contract.cancelReplacement, {
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
    success: (t) => t('replacements.cancelled'),
  });
}

/** What the reader asked and helped, when they are away, and whether SMS come. */
export function useOwnReplacing(isEnabled = true) {
  return useQuery({ ...queryFor(contract.getOwnReplacing), enabled: isEnabled });
}

export function useAddAbsence() {
  return useCommand(contract.addAbsence, {
    invalidates: contract.replacementTags,
    success: (t) => t('replacements.absenceSaved'),
  });
}

export function useRemoveAbsence() {
  return useCommand(contract.removeAbsence, {
    invalidates: contract.replacementTags,
    success: (t) => t('replacements.absenceSaved'),
  });
}

export function useSubstituteSms() {
  return useCommand(contract.changeSubstituteSms, {
    invalidates: contract.replacementTags,
    success: (t, { status }) => t(status ? 'replacements.smsOn' : 'replacements.smsOff'),
  });
}
