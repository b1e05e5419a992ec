import { addDays, compareInstants, weekDates as datesOfWeek, startOfWeek } from '#shared/kernel/dates.ts';
import type { OwnRegistration } from '#shared/registrations/contract.ts';
import type { Training } from './contract.ts';

/** What a row or a bar says about a training, with the values its words need. Instants are in Z. */
export type RowState =
  | { kind: 'cancelled' }
  | { kind: 'past'; isOwn: boolean }
  | { kind: 'booked'; place: number | null; freeUntil: string; isFreeToCancel: boolean }
  /** `isMoving` as long as the list gives freed places by itself: until `movesUntil`. */
  | { kind: 'waiting'; position: number; movesUntil: string; isMoving: boolean; isFree: boolean }
  /** A place is held for the reader, who is asked. */
  | { kind: 'offered'; place: number | null; heldUntil: string }
  /** The reader gave the place back a moment ago and may take it again. */
  | { kind: 'givenBack'; heldUntil: string }
  /** `since` is null when the centre closed it whatever the clock says. */
  | { kind: 'closed'; since: string | null }
  | { kind: 'notOpen'; opens: string }
  | { kind: 'full'; waitingCount: number; isWaitingListAllowed: boolean }
  | { kind: 'few'; freePlaces: number }
  | { kind: 'free'; freePlaces: number };

/** The fields of a training that its state follows from. */
export type StatefulTraining = Pick<
  Training,
  | 'startDateTime'
  | 'endDateTime'
  | 'maxPlaces'
  | 'freePlaces'
  | 'waitingCount'
  | 'isWaitingListAllowed'
  | 'isCancelled'
  | 'isClosed'
  | 'opensDateTime'
  | 'closesDateTime'
>;

/**
 * The state of a training at an instant for one reader; the first that holds, in the order written here. A
 * training is past at its end: while it goes on it is closed. Waiting ends at the start.
 */
export function rowState(training: StatefulTraining, own: OwnRegistration | null, now: string): RowState {
  if (training.isCancelled) return { kind: 'cancelled' };
  if (compareInstants(training.endDateTime, now) <= 0) {
    return { kind: 'past', isOwn: own?.state === 'booked' };
  }
  const hasStarted = compareInstants(training.startDateTime, now) <= 0;
  if (own?.state === 'booked') {
    const isFreeToCancel = compareInstants(now, own.freeUntil) <= 0;
    return { kind: 'booked', place: own.place, freeUntil: own.freeUntil, isFreeToCancel };
  }
  const isHeld = own?.heldUntil ? compareInstants(now, own.heldUntil) < 0 : false;
  if (own?.state === 'offered' && own.heldUntil && isHeld) {
    return { kind: 'offered', place: own.place, heldUntil: own.heldUntil };
  }
  if (own?.state === 'releasing' && own.heldUntil && isHeld) {
    return { kind: 'givenBack', heldUntil: own.heldUntil };
  }
  if (own?.state === 'waiting' && !hasStarted) {
    const { placeInWaitingList: position, listMovesUntil: movesUntil } = own;
    const isMoving = compareInstants(now, movesUntil) < 0;
    // Once the list stands still a free place is for whoever presses first, those waiting too.
    const isOpen = !training.isClosed && compareInstants(now, training.closesDateTime) < 0;
    const isFree = !isMoving && isOpen && training.freePlaces > 0;
    return { kind: 'waiting', position, movesUntil, isMoving, isFree };
  }
  if (compareInstants(training.closesDateTime, now) <= 0) {
    return { kind: 'closed', since: training.closesDateTime };
  }
  if (hasStarted) return { kind: 'closed', since: training.startDateTime };
  if (training.isClosed) return { kind: 'closed', since: null };
  if (compareInstants(training.opensDateTime, now) > 0) {
    return { kind: 'notOpen', opens: training.opensDateTime };
  }
  const { freePlaces, waitingCount, isWaitingListAllowed } = training;
  if (freePlaces <= 0) return { kind: 'full', waitingCount, isWaitingListAllowed };
  return { kind: isFew(freePlaces, training.maxPlaces) ? 'few' : 'free', freePlaces };
}

/** Places nobody has; none when a lowered capacity left a training over-full. */
export function freePlacesOf({ maxPlaces, booked }: { maxPlaces: number; booked: number }): number {
  return Math.max(0, maxPlaces - booked);
}

/** Few are left: at most two, or at most a tenth of all. */
export function isFew(freePlaces: number, maxPlaces: number): boolean {
  return freePlaces <= 2 || freePlaces * 10 <= maxPlaces;
}

/** What a timetable is narrowed to, by its address parameters (specification point 2); absent when not chosen. */
export interface TrainingFilters {
  /** A club. */
  unit?: number | undefined;
  /** A room group. */
  group?: number | undefined;
  room?: number | undefined;
  trainer?: number | undefined;
  /** A style. */
  filter?: number | undefined;
  /** 1: only trainings with places left, and those of one's own. */
  free?: number | undefined;
  /** The part of the day it begins in. */
  time?: PartOfDay | undefined;
  /** Words of the training's, style's or trainer's name. */
  text?: string | undefined;
  /** The period it lies in, both dates included; with its end before its beginning it is none. */
  from?: string | undefined;
  until?: string | undefined;
}

/** Selectors whose value is an id. */
const filterNames = ['unit', 'group', 'room', 'trainer', 'filter'] as const;
export type FilterName = (typeof filterNames)[number];
const choiceNames = [...filterNames, 'free', 'time', 'text', 'from', 'until'] as const;

type Filtered = Pick<
  Training,
  | 'clubId'
  | 'roomGroupId'
  | 'roomId'
  | 'trainerId'
  | 'styleId'
  | 'freePlaces'
  | 'isCancelled'
  | 'isClosed'
  | 'date'
  | 'time'
  | 'name'
  | 'namePrefix'
  | 'typeName'
  | 'trainerName'
> & { readonly own?: OwnRegistration | null };

/** The trainings that fit everything chosen. */
export function filterTrainings<T extends Filtered>(trainings: readonly T[], filters: TrainingFilters): T[] {
  const fits = (wanted: number | undefined, actual: number | null) =>
    wanted === undefined || wanted === actual;
  const words = wordsOf(filters.text ?? '');
  return trainings.filter(
    (training) =>
      fits(filters.unit, training.clubId) &&
      fits(filters.group, training.roomGroupId) &&
      fits(filters.room, training.roomId) &&
      fits(filters.trainer, training.trainerId) &&
      fits(filters.filter, training.styleId) &&
      (filters.free !== 1 || isOpenTo(training)) &&
      (filters.time === undefined || partOfDay(training.time) === filters.time) &&
      isNamed(training, words) &&
      dateWithin(filters, training.date) === training.date,
  );
}

/** The date of a period that is nearest to one; without a period, that one. */
export function dateWithin({ from, until }: Pick<TrainingFilters, 'from' | 'until'>, date: string): string {
  if (from !== undefined && until !== undefined && until < from) return date;
  if (from !== undefined && date < from) return from;
  return until !== undefined && date > until ? until : date;
}

function isOpenTo({ freePlaces, isCancelled, isClosed, own }: Filtered): boolean {
  return own?.state === 'booked' || (freePlaces > 0 && !isCancelled && !isClosed);
}

/** Every word begins a word of a name. */
function isNamed({ namePrefix, name, typeName, trainerName }: Filtered, words: readonly string[]): boolean {
  const names = wordsOf([namePrefix, name, typeName, trainerName].join(' '));
  return words.every((word) => names.some((known) => known.startsWith(word)));
}

/** Words without case and accents: a phone's keyboard may not have every letter. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

export function hasFilters(filters: TrainingFilters): boolean {
  return choiceNames.some((name) => filters[name] !== undefined);
}

/** A day's trainings that are over, apart from those that are not. */
export function foldPast<T extends Pick<Training, 'endDateTime'>>(
  trainings: readonly T[],
  now: string,
): { past: T[]; current: T[] } {
  const isOver = (training: T) => compareInstants(training.endDateTime, now) <= 0;
  return { past: trainings.filter(isOver), current: trainings.filter((training) => !isOver(training)) };
}

export const partsOfDay = ['morning', 'day', 'evening'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** Morning until 12:00, evening from 16:00, by the wall time at which a training begins (HH:mm). */
export function partOfDay(time: string): PartOfDay {
  if (time < '12:00') return 'morning';
  return time < '16:00' ? 'day' : 'evening';
}

/** The trainings of each part of the day, in the order given. */
export function groupByPartOfDay<T extends Pick<Training, 'time'>>(
  trainings: readonly T[],
): Record<PartOfDay, T[]> {
  const groups: Record<PartOfDay, T[]> = { morning: [], day: [], evening: [] };
  for (const training of trainings) groups[partOfDay(training.time)].push(training);
  return groups;
}

export const previousDate = (date: string) => addDays(date, -1);
export const nextDate = (date: string) => addDays(date, 1);
export const previousWeek = (date: string) => addDays(startOfWeek(date), -7);
export const nextWeek = (date: string) => addDays(startOfWeek(date), 7);

/** Monday and Sunday of the date's week. */
export function weekRange(date: string): { from: string; until: string } {
  const from = startOfWeek(date);
  return { from, until: addDays(from, 6) };
}

/** The seven dates of the date's week, Monday first, each with its trainings in order of time. */
export function groupByDate<T extends Pick<Training, 'date' | 'startDateTime'>>(
  trainings: readonly T[],
  date: string,
): { date: string; trainings: T[] }[] {
  const ordered = trainings.toSorted((a, b) => compareInstants(a.startDateTime, b.startDateTime));
  return datesOfWeek(date).map((day) => ({
    date: day,
    trainings: ordered.filter((training) => training.date === day),
  }));
}
