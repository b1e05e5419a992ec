import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  bookForClient,
  findPersonalClients,
  listClientPackages,
  listLed,
  listOwnSlots,
  shareForClient,
} from '#shared/personal-trainings/clients/contract.ts';
import {
  addException,
  getHours,
  removeException,
  saveHours,
} from '#shared/personal-trainings/hours/contract.ts';
import { bookSlot, listPersonal, listSlots, previewSlot } from '#shared/personal-trainings/slots/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

const isShownHere = () => true;
/** A booking changes what is coming, what packages hold and whole timetables. */
const booked = ['personal-trainings', 'registrations', 'schedule', 'attendance'];

/** What is coming, and who gives personal trainings. */
export function usePersonal() {
  return useQuery(queryFor(listPersonal));
}

/** A trainer's free times of two weeks from a local date. */
export function useSlots(trainer: number | undefined, from: string, until: string) {
  return useQuery({
    ...queryFor(listSlots, { query: { trainer, from, until } }),
    enabled: trainer !== undefined,
  });
}

/** What booking a time would do; asked anew each time. */
export function useSlotPreview(trainer: number, start: string | undefined) {
  return useQuery({
    ...queryFor(previewSlot, { query: { trainer, start } }),
    queryKey: ['slot preview', trainer, start],
    enabled: start !== undefined,
    retry: false,
    gcTime: 0,
  });
}

export function useBookSlot() {
  return useCommand(bookSlot, { invalidates: booked, isErrorShownByScreen: isShownHere });
}

export function useLed() {
  return useQuery(queryFor(listLed));
}

export function useOwnSlots(from: string, until: string) {
  return useQuery(queryFor(listOwnSlots, { query: { from, until } }));
}

export function useFoundClients(text: string) {
  return useQuery({
    ...queryFor(findPersonalClients, { query: { text } }),
    enabled: text.trim().length >= 2,
    placeholderData: keepPreviousData,
  });
}

/** Of an own client; who is none yet has none that a trainer sees. */
export function useClientPackages(id: number) {
  return useQuery({ ...queryFor(listClientPackages, { params: { id } }), retry: false });
}

export function useBookForClient(client: string) {
  return useCommand(bookForClient, {
    success: (t) => t('personalTimes.bookedFor', { client }),
    invalidates: booked,
    isErrorShownByScreen: isShownHere,
  });
}

export function useShareForClient() {
  return useCommand(shareForClient, {
    success: (t) => t('personalTimes.shared'),
    isErrorShownByScreen: isShownHere,
  });
}

export function useHours() {
  return useQuery(queryFor(getHours));
}

export function useSaveHours() {
  return useCommand(saveHours, {
    success: (t) => t('personalTimes.saved'),
    isErrorShownByScreen: isShownHere,
  });
}

export function useAddException() {
  return useCommand(addException, {
    success: (t, { booked: count }) =>
      count === 0 ? t('personalTimes.exceptionSaved') : t('personalTimes.exceptionBooked', { count }),
    isErrorShownByScreen: isShownHere,
  });
}

export function useRemoveException() {
  return useCommand(removeException, { success: (t) => t('personalTimes.removed') });
}
