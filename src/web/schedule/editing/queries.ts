import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getRoomAvailability, listUnits } from '#shared/rooms/contract.ts';
import { addReservation, deleteReservation, editReservation } from '#shared/rooms/reservations/contract.ts';
import { listClosures } from '#shared/schedule/closures/contract.ts';
import {
  type AppliedChange,
  applySchedule,
  type ClashChoice,
  getAdminSchedule,
  getAdminTraining,
  planSchedule,
  type ScheduleCommandInput,
} from '#shared/schedule/editing/contract.ts';
import { listChanges, undoChange } from '#shared/schedule/series/contract.ts';
import { getTrainerAvailability, listTrainers } from '#shared/trainers/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import type { Texts } from '#web/kernel/texts.tsx';
import { scheduleFiltersQuery } from '../queries.ts';

const isShownHere = () => true;
/** What the calendar shows hangs on trainings; bookings and who is told hang on them too. */
const touched = ['schedule', 'registrations'];

/** Trainings, reservations and closures of some days, both ends included. */
export function useAdminSchedule(from: string, until: string) {
  return useQuery(queryFor(getAdminSchedule, { query: { from, until } }));
}

/** One training with every field; undefined asks nothing. */
export function useAdminTraining(id: number | undefined) {
  return useQuery({
    ...queryFor(getAdminTraining, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    retry: false,
  });
}

/** Clubs with their rooms: the columns. */
export function useUnits() {
  return useQuery({ ...queryFor(listUnits), staleTime: 300_000 });
}

export function useTrainers() {
  return useQuery(queryFor(listTrainers));
}

/** Every style of the centre, with its colour. */
export function useStyles() {
  return useQuery(scheduleFiltersQuery()).data?.styles ?? [];
}

/** The parts of each combined room. */
export function useRoomParts(): ReadonlyMap<number, readonly number[]> {
  const { data } = useUnits();
  return useMemo(
    () =>
      new Map((data ?? []).flatMap(({ rooms }) => rooms.map(({ id, partIds }) => [id, partIds] as const))),
    [data],
  );
}

/** When something is to take place. */
export interface Wanted {
  readonly date: string;
  readonly time: string;
  readonly duration: number;
  /** The training that is edited does not stand in its own way. */
  readonly training?: number | undefined;
}

/** Which rooms are free then; null asks nothing. */
export function useFreeRooms(wanted: (Wanted & { readonly setUp: number }) | null) {
  return useQuery({
    ...queryFor(getRoomAvailability, { query: wanted ?? {} }),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
  });
}

/** Whether a trainer is free then; null asks nothing. */
export function useIsTrainerFree(wanted: (Wanted & { readonly trainer: number }) | null) {
  return useQuery({
    ...queryFor(getTrainerAvailability, { query: wanted ?? {} }),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
  });
}

export interface Request {
  readonly command: ScheduleCommandInput;
  readonly choice: ClashChoice;
}

/** What a change would do; asked anew when the timetable changes. */
export function usePlan(request: Request | null) {
  return useQuery({
    ...queryFor(planSchedule, { body: request as Request }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

/** What is told after a change: what was done and how many heard of it; whoever pressed wrongly takes it back. */
export type TellChange = (t: Texts['t'], applied: AppliedChange) => string;

export function useApply(tell: TellChange, onUndo: (changeId: number) => void) {
  return useCommand(applySchedule, {
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
    success: (t, applied) => ({
      text: tell(t, applied),
      durationMs: 10_000,
      action: { text: t('editing.undo'), onPress: () => onUndo(applied.changeId) },
    }),
  });
}

/** Takes a whole change back. */
export function useUndoChange() {
  return useCommand(undoChange, {
    invalidates: touched,
    success: (t, { messages, lost }) => {
      const done = t('editing.undone');
      const told = t('editing.messages', { count: messages });
      return [done, told, ...(lost > 0 ? [t('editing.lost', { count: lost })] : [])].join(' ');
    },
  });
}

export function useAddReservation() {
  return useCommand(addReservation, {
    isErrorShownByScreen: isShownHere,
    success: (t) => t('editing.reservationSaved'),
  });
}

export function useEditReservation() {
  return useCommand(editReservation, {
    isErrorShownByScreen: isShownHere,
    success: (t) => t('editing.reservationSaved'),
  });
}

export function useDeleteReservation() {
  return useCommand(deleteReservation, { success: (t) => t('editing.reservationDeleted') });
}

/** Closures that are not over. */
export function useClosures() {
  return useQuery(queryFor(listClosures));
}

/** What was done lately and can be taken back. */
export function useChanges() {
  return useQuery(queryFor(listChanges));
}
