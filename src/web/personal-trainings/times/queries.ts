import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  bookForClient,
  findPersonalClients,
  listClientPackages,
  listOwnSlots,
  listTaught,
  shareForClient,
} from '#shared/personal-trainings/clients/contract.ts';
import {
  addException,
  addTrainerException,
  getHours,
  getTrainerHours,
  type HoursException,
  removeException,
  removeTrainerException,
  saveHours,
  saveTrainerHours,
  type WeeklyHours,
} from '#shared/personal-trainings/hours/contract.ts';
import { bookSlot, listPersonal, listSlots, previewSlot } from '#shared/personal-trainings/slots/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import type { Texts } from '#web/kernel/texts.tsx';

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

export function useTaught() {
  return useQuery(queryFor(listTaught));
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

/** When a trainer is there: the caller, or for administrators another. */
export function useHours(trainerId?: number) {
  const own = useQuery({ ...queryFor(getHours), enabled: trainerId === undefined });
  const other = useQuery({
    ...queryFor(getTrainerHours, { params: { id: trainerId ?? 0 } }),
    enabled: trainerId !== undefined,
  });
  return trainerId === undefined ? own : other;
}

/** Changing when a trainer is there: the caller, or for administrators another. */
export function useHoursCommands(trainerId?: number) {
  const isOwn = trainerId === undefined;
  const params = { id: trainerId ?? 0 };
  const saved = { success: (t: Texts['t']) => t('personalTimes.saved'), isErrorShownByScreen: isShownHere };
  const removed = { success: (t: Texts['t']) => t('personalTimes.removed') };
  const stays = isOwn ? 'personalTimes.exceptionBooked' : 'personalTimes.exceptionStays';
  const added = {
    success: (t: Texts['t'], { booked: count }: { booked: number }) =>
      count === 0 ? t('personalTimes.exceptionSaved') : t(stays, { count }),
    isErrorShownByScreen: isShownHere,
  };
  const own = {
    saving: useCommand(saveHours, saved),
    adding: useCommand(addException, added),
    removing: useCommand(removeException, removed),
  };
  const other = {
    saving: useCommand(saveTrainerHours, saved),
    adding: useCommand(addTrainerException, added),
    removing: useCommand(removeTrainerException, removed),
  };
  const { saving, adding } = isOwn ? own : other;
  const removing = isOwn ? own.removing.variables?.params.id : other.removing.variables?.params.exceptionId;
  return {
    save: (body: { hours: WeeklyHours[]; version: string }) =>
      isOwn ? own.saving.mutate({ body }) : other.saving.mutate({ params, body }),
    saving,
    add: (body: HoursException, onSuccess: () => void) =>
      isOwn
        ? own.adding.mutate({ body }, { onSuccess })
        : other.adding.mutate({ params, body }, { onSuccess }),
    adding,
    remove: (id: number) =>
      isOwn
        ? own.removing.mutate({ params: { id } })
        : other.removing.mutate({ params: { ...params, exceptionId: id } }),
    removingId: (isOwn ? own : other).removing.isPending ? removing : undefined,
  };
}

export type HoursCommands = ReturnType<typeof useHoursCommands>;
