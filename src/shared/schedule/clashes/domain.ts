import { addMinutes, compareInstants, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { firstPlace, overlapFinder } from '#shared/kernel/spans.ts';
import type { TimeSpan } from '#shared/registrations/rules/domain.ts';
import type { ClashChoice, ScheduleCommand } from '../editing/contract.ts';
import { type Draft, type EditingFacts, type Outcome, type Placed, shutFinder } from '../editing/domain.ts';

/** A room that is taken, by what takes place in it; setting up included. */
export interface RoomUse {
  readonly roomId: number;
  readonly kind: 'training' | 'reservation';
  readonly id: number;
  readonly name: string;
  /** Taken from here on; it begins at `shownFrom`. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly shownFrom: string;
}

/** A trainer who is busy. */
export interface TrainerUse {
  readonly trainerId: number;
  readonly id: number;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface Taken {
  readonly rooms: readonly RoomUse[];
  readonly trainers: readonly TrainerUse[];
}

/** What stands in the way of an occurrence. */
export interface Collision {
  readonly kind: 'room' | 'trainer' | 'series';
  readonly roomIds: readonly number[];
  readonly trainerId: number | null;
  readonly with: {
    readonly kind: 'training' | 'reservation';
    readonly id: number | null;
    readonly name: string;
    readonly startsAt: string;
    readonly endsAt: string;
  };
}

/** An occurrence as it will be done. */
export type Decided = Draft & { readonly collisions: readonly Collision[] };

/** Rooms that a room takes with it: its parts. */
export type PartsOf = ReadonlyMap<number, readonly number[]>;

/** Rooms with their parts, each once. */
export function withParts(roomIds: readonly number[], partsOf: PartsOf): number[] {
  return [...new Set(roomIds.flatMap((id) => [id, ...(partsOf.get(id) ?? [])]))];
}

/** Whether there must be room for it: what is called off, past or stays where it is takes nothing new. */
export function needsRoom({ outcome, after, closureId, training, changedFields }: Draft): boolean {
  if (after === null || closureId !== null) return false;
  if (outcome === 'new' || outcome === 'restored' || outcome === 'moved') return true;
  const isWider = changedFields.includes('setUpMinutes') || changedFields.includes('trainerId');
  return outcome === 'changed' && training !== null && isWider;
}

/** When an occurrence takes its rooms. */
export function takenFrom({ startsAt, fields }: Pick<Placed, 'startsAt' | 'fields'>): string {
  return addMinutes(startsAt, -fields.setUpMinutes);
}

interface Spot {
  readonly from: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly roomIds: readonly number[];
  readonly trainerId: number | null;
  readonly id: number | null;
  readonly name: string;
}

function spotOf(id: number | null, { startsAt, endsAt, fields }: Placed, partsOf: PartsOf): Spot {
  return {
    from: takenFrom({ startsAt, fields }),
    startsAt,
    endsAt,
    roomIds: withParts(fields.roomIds, partsOf),
    trainerId: fields.trainerId,
    id,
    name: fields.name,
  };
}

function meet(a: { from: string; endsAt: string }, b: { from: string; endsAt: string }): boolean {
  return compareInstants(a.from, b.endsAt) < 0 && compareInstants(b.from, a.endsAt) < 0;
}

/** Where rooms are, and when their clubs are shut: nothing is put elsewhere where nobody comes in. */
type Places = Pick<EditingFacts, 'closures' | 'clubs'>;

/**
 * What comes of drafts once it is known who is where. A date in the way of which something stands is blocked, skipped or
 * put into another room, by the choice; what is skipped stays where it is, and in the way of others. Cancelled and past
 * dates are in nobody's way. Throws `seriesOverlapsItself` for a new series that leaves no time between its dates.
 */
export function decide(
  command: ScheduleCommand,
  drafts: readonly Draft[],
  taken: Taken,
  choice: ClashChoice,
  partsOf: PartsOf,
  { closures, clubs }: Places,
): Decided[] {
  const inForce = closures.filter(({ id }) => command.kind !== 'lift' || id !== command.closureId);
  const isShut = shutFinder({ closures: inForce, clubs });
  const ground = groundOf(drafts, taken, choice, partsOf);
  const decided: Decided[] = [];
  // All of them at first, and then whom it concerns that others are elsewhere than they were to be: in their order always.
  let due = [...drafts.keys()];
  for (;;) {
    const more: number[] = [];
    for (const index of due) {
      const draft = drafts[index];
      if (!draft) continue;
      const { one, spot } = attempt(command, draft, index, ground, choice, isShut);
      decided[index] = one;
      if (one.outcome === 'skipped') more.push(index);
      // Those behind are looked at after it, this time already.
      for (const concerned of ground.put(index, spot)) putInLine(due, concerned);
    }
    if (more.every((index) => drafts[index]?.training === null)) return decided;
    for (const index of more) {
      const draft = drafts[index];
      if (draft) decided[index] = asSkipped(draft, []);
    }
    // Whoever stays takes the old place: who wanted that is looked at again.
    due = ground.stay(more);
  }
}

/** Puts one into a line of numbers in order, if it is not there. */
function putInLine(line: number[], one: number): void {
  const place = firstPlace(line, (other) => other >= one);
  if (line[place] !== one) line.splice(place, 0, one);
}

type Ground = ReturnType<typeof groundOf>;

/** Who is where while dates are looked at one by one, and whom it concerns when one of them is elsewhere. */
function groundOf(drafts: readonly Draft[], taken: Taken, choice: ClashChoice, partsOf: PartsOf) {
  // Rooms that a date may be put into instead of its own, with their parts.
  const others = choice.onClash === 'otherRoom' ? choice.roomIds : [];
  const spares = others.map((roomId) => ({ roomId, roomIds: withParts([roomId], partsOf) }));
  const spareIds = new Set(spares.flatMap(({ roomIds }) => roomIds));
  const wanted = drafts.map((draft) => {
    const { training, after } = draft;
    return needsRoom(draft) && after ? spotOf(training?.id ?? null, after, partsOf) : undefined;
  });
  // What leaves its place is in nobody's way there.
  const leaving = new Set(
    drafts.flatMap(({ training, outcome }, index) => {
      const leaves = outcome === 'cancelled' || outcome === 'deleted' || wanted[index] !== undefined;
      return training && leaves ? [training.id] : [];
    }),
  );
  const stands = ({ id }: { readonly id: number }) => !leaving.has(id);
  const findRooms = findersBy(taken.rooms, ({ roomId }) => roomId);
  const findTrainers = findersBy(taken.trainers, ({ trainerId }) => trainerId);
  const ofTrainings = taken.rooms.filter(({ kind }) => kind === 'training');
  const roomsHeld = Map.groupBy(ofTrainings, ({ id }) => id);
  const trainersHeld = Map.groupBy(taken.trainers, ({ id }) => id);
  const findWanting = overlapFinder(
    wanted.flatMap((spot, index) => (spot ? [{ ...spanOf(spot), index, spot }] : [])),
  );
  // Whichever room a date is put into, it is at the one time, with the one trainer.
  const around = wanted.map((spot) => ({
    dates: spot ? findWanting(spanOf(spot)) : [],
    busy: spot && spot.trainerId !== null ? (findTrainers.get(spot.trainerId)?.(spot) ?? []) : [],
  }));
  const placed: (Spot | undefined)[] = [];
  const staying = new Set<number>();
  /** Those of the dates that may yet move, and would or could be in one of these rooms or with the trainer. */
  const concerned = (
    dates: readonly { readonly index: number; readonly spot: Spot }[],
    roomIds: readonly number[],
    trainerId: number | null,
  ) =>
    dates.flatMap(({ index, spot }) => {
      const isForRoom = roomIds.some((id) => spot.roomIds.includes(id) || spareIds.has(id));
      const isForTrainer = trainerId !== null && spot.trainerId === trainerId;
      return (isForRoom || isForTrainer) && !staying.has(index) ? [index] : [];
    });
  return {
    spares,
    wanted,
    /** What stands in a date's way at a spot, those before it being where they were put. */
    collisionsAt: (spot: Spot, index: number): Collision[] => {
      const { dates = [], busy = [] } = around[index] ?? {};
      const inRooms = spot.roomIds
        .flatMap((roomId) => findRooms.get(roomId)?.(spanOf(spot)) ?? [])
        .filter((use) => use.kind === 'reservation' || stands(use));
      const before = dates.flatMap((other) => (other.index < index && placed[other.index]) || []);
      return [...againstOthers(inRooms, busy.filter(stands)), ...againstPlaced(spot, before)];
    },
    /** Puts a date there, or nowhere; answers which dates behind it that concerns. */
    put: (index: number, spot: Spot | undefined): number[] => {
      const before = placed[index];
      placed[index] = spot;
      if (before?.roomIds === spot?.roomIds) return [];
      const behind = around[index]?.dates.filter((other) => other.index > index) ?? [];
      const roomIds = [...(before?.roomIds ?? []), ...(spot?.roomIds ?? [])];
      return concerned(behind, roomIds, (spot ?? before)?.trainerId ?? null);
    },
    /** Leaves dates where they stand, for good; answers which others that concerns, in their order. */
    stay: (indexes: readonly number[]): number[] => {
      for (const index of indexes) staying.add(index);
      const ids = indexes.flatMap((index) => drafts[index]?.training?.id ?? []);
      const all = ids
        .filter((id) => leaving.delete(id))
        .flatMap((id) => [
          ...(roomsHeld.get(id) ?? []).flatMap((use) => concerned(findWanting(use), [use.roomId], null)),
          ...(trainersHeld.get(id) ?? []).flatMap((use) => concerned(findWanting(use), [], use.trainerId)),
        ]);
      return [...new Set(all)].toSorted((one, other) => one - other);
    },
  };
}

/** When a spot takes its rooms. */
const spanOf = ({ from, endsAt }: Spot): TimeSpan => ({ startsAt: from, endsAt });

/** By room or trainer, what takes it in a span. */
function findersBy<Use extends TimeSpan>(uses: readonly Use[], keyOf: (use: Use) => number) {
  return new Map([...Map.groupBy(uses, keyOf)].map(([key, list]) => [key, overlapFinder(list)]));
}

/** What becomes of one date where the others are, and the spot it takes anew. */
function attempt(
  command: ScheduleCommand,
  draft: Draft,
  index: number,
  { spares, wanted, collisionsAt }: Ground,
  choice: ClashChoice,
  isShut: (roomId: number, date: string) => boolean,
): { one: Decided; spot?: Spot } {
  if (draft.outcome === 'blocked') {
    const isLeftOut = choice.onClash !== 'stop';
    return { one: isLeftOut ? asSkipped(draft, []) : { ...draft, collisions: [] } };
  }
  const { after } = draft;
  const spot = wanted[index];
  if (!spot || !after) return { one: { ...draft, collisions: [] } };
  const collisions = collisionsAt(spot, index);
  if (collisions.length === 0) return { one: { ...draft, collisions }, spot };
  if (command.kind === 'create' && collisions.some(({ kind }) => kind === 'series')) {
    throw new AppError('seriesOverlapsItself', { date: formatDate(after.localDate) });
  }
  const { localDate } = after;
  for (const { roomId, roomIds } of spares) {
    if (isShut(roomId, localDate)) continue;
    const elsewhere = { ...spot, roomIds };
    if (collisionsAt(elsewhere, index).length > 0) continue;
    const fields = { ...after.fields, roomIds: [roomId] };
    return { one: inOtherRoom(draft, { ...after, fields }, collisions), spot: elsewhere };
  }
  if (choice.onClash !== 'stop') return { one: asSkipped(draft, collisions) };
  return { one: { ...draft, outcome: 'blocked', reason: 'clash', collisions } };
}

function asSkipped(draft: Draft, collisions: readonly Collision[]): Decided {
  const { training } = draft;
  return {
    ...draft,
    outcome: 'skipped',
    reason: draft.outcome === 'blocked' ? draft.reason : 'clash',
    after: training && !training.isCancelled ? training : null,
    overridden: training?.overridden ?? [],
    changedFields: [],
    closureId: training?.closureId ?? null,
    collisions,
  };
}

function inOtherRoom(draft: Draft, after: Placed, collisions: readonly Collision[]): Decided {
  const isOfSeries = draft.seriesDate !== null;
  return {
    ...draft,
    after,
    outcome: draft.training && draft.outcome === 'changed' ? 'moved' : draft.outcome,
    changedFields: draft.training ? [...new Set([...draft.changedFields, 'roomIds' as const])] : [],
    overridden: isOfSeries ? [...new Set([...draft.overridden, 'roomIds' as const])] : draft.overridden,
    collisions,
  };
}

function againstOthers(inRooms: readonly RoomUse[], busy: readonly TrainerUse[]): Collision[] {
  // One that takes several of the rooms is told of once.
  const byUse = Map.groupBy(inRooms, ({ kind, id }) => `${kind} ${id}`);
  return [
    ...[...byUse.values()].flatMap((uses): Collision[] => {
      const [first] = uses;
      if (!first) return [];
      const { kind, id, name, shownFrom, endsAt } = first;
      const roomIds = uses.map(({ roomId }) => roomId);
      return [
        { kind: 'room', roomIds, trainerId: null, with: { kind, id, name, startsAt: shownFrom, endsAt } },
      ];
    }),
    ...busy.map(({ id, name, startsAt, endsAt, trainerId }): Collision => {
      return {
        kind: 'trainer',
        roomIds: [],
        trainerId,
        with: { kind: 'training', id, name, startsAt, endsAt },
      };
    }),
  ];
}

/** Dates of the same request, in order of time: one longer than the step between them meets the next. */
function againstPlaced(spot: Spot, placed: readonly Spot[]): Collision[] {
  const near = placed.filter(
    (other) =>
      (meet(spot, other) && other.roomIds.some((id) => spot.roomIds.includes(id))) ||
      (spot.trainerId !== null &&
        spot.trainerId === other.trainerId &&
        meet({ ...spot, from: spot.startsAt }, { ...other, from: other.startsAt })),
  );
  return near.map(({ id, name, startsAt, endsAt, roomIds }): Collision => {
    const shared = roomIds.filter((roomId) => spot.roomIds.includes(roomId));
    return {
      kind: 'series',
      roomIds: shared,
      trainerId: null,
      with: { kind: 'training', id, name, startsAt, endsAt },
    };
  });
}

export interface ClashNames {
  readonly rooms: ReadonlyMap<number, string>;
  readonly trainers: ReadonlyMap<number, string>;
}

/** Why a plan cannot be done, with the rooms or the trainer and the time of what is there; undefined when it can. */
export function refusalOf(
  decided: readonly Decided[],
  names: ClashNames,
  timeZone: string,
): AppError | undefined {
  const blocked = decided.find(({ outcome }) => outcome === 'blocked');
  if (!blocked) return undefined;
  const [collision] = blocked.collisions;
  if (collision) return collisionError(collision, names, timeZone);
  if (blocked.reason === 'hasRegistrations') return new AppError('trainingHasRegistrations');
  const date = formatDate((blocked.after ?? blocked.training)?.localDate ?? '1970-01-01');
  return blocked.reason === 'closure' ? new AppError('dateIsShut', { date }) : new AppError('trainingIsOver');
}

export function collisionError(collision: Collision, names: ClashNames, timeZone: string): AppError {
  const { name, startsAt, endsAt } = collision.with;
  const date = formatDate(localDate(startsAt, timeZone));
  const there = { name, date, time: localTime(startsAt, timeZone), until: localTime(endsAt, timeZone) };
  switch (collision.kind) {
    case 'series':
      return new AppError('seriesOverlapsItself', { date });
    case 'trainer':
      return new AppError('trainerNotFree', {
        ...there,
        trainer: names.trainers.get(collision.trainerId ?? 0) ?? '',
      });
    case 'room':
      return new AppError('roomsNotFree', { ...there, rooms: roomNames(collision.roomIds, names) });
  }
}

function roomNames(roomIds: readonly number[], { rooms }: ClashNames): string {
  return roomIds.map((id) => rooms.get(id) ?? '').join(', ');
}

/** Whether a text is a wall time as the calendar's slots have it: HH:mm, every five minutes. */
export function isSlot(time: string): boolean {
  return /^([01]\d|2[0-3]):[0-5][05]$/.test(time);
}

/** How many trainings have which outcome; those that none has are left out. */
export function countsOf(decided: readonly Decided[]): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of decided) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Whether the training is changed by it, or there because of it. */
export function isDone(outcome: Outcome): boolean {
  return outcome !== 'unchanged' && outcome !== 'skipped' && outcome !== 'blocked';
}
