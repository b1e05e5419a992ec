import { useQuery } from '@tanstack/react-query';
import {
  acceptShare,
  buyPersonalTraining,
  endShare,
  getPersonalTraining,
  listPersonalTrainings,
  sharePersonalTraining,
} from '#shared/personal-trainings/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

const isShownHere = () => true;

/** Packages that can be used, are offered, and are for sale. */
export function usePersonalTrainings() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listPersonalTrainings), enabled: isMember });
}

/** One of them with its ledger, and with whom it is shared. */
export function usePersonalTraining(id: number) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getPersonalTraining, { params: { id } }), enabled: isMember, retry: false });
}

/** Makes the draft invoice; afterwards its page opens. */
export function useBuy() {
  return useCommand(buyPersonalTraining, { invalidates: [], isErrorShownByScreen: isShownHere });
}

export function useShare() {
  return useCommand(sharePersonalTraining, {
    success: (t) => t('personalTrainings.shared'),
    isErrorShownByScreen: isShownHere,
  });
}

/** What can be booked with it changes, too. */
export function useAccept() {
  return useCommand(acceptShare, {
    success: (t) => t('personalTrainings.accepted'),
    invalidates: ['personal-trainings', 'registrations'],
  });
}

export function useEndShare(success: 'takenBack' | 'gaveUp') {
  return useCommand(endShare, {
    success: (t) => t(`personalTrainings.${success}`),
    invalidates: ['personal-trainings', 'registrations'],
    isErrorShownByScreen: isShownHere,
  });
}
