import { addMinutes, compareInstants, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ClashChoice, ScheduleCommand } from '../editing/contract.ts';
import { type Draft, type EditingFacts, isWithin, type Outcome, type Placed } from '../editing/domain.ts';

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
  places: Places,
): Decided[] {
  const skipped = new Set<number>();
  for (;;) {
    const decided = attempt(command, drafts, taken, choice, partsOf, places, skipped);
    const more = decided.flatMap(({ outcome }, index) =>
      outcome === 'skipped' && !skipped.has(index) ? [index] : [],
    );
    // Whoever stays takes the old place: the others are looked at again.
    if (more.every((index) => drafts[index]?.training === null)) return decided;
    for (const index of more) skipped.add(index);
  }
}

function attempt(
  command: ScheduleCommand,
  drafts: readonly Draft[],
  taken: Taken,
  choice: ClashChoice,
  partsOf: PartsOf,
  { closures, clubs }: Places,
  skipped: ReadonlySet<number>,
): Decided[] {
  // What leaves its place is in nobody's way there.
  const leaving = new Set(
    drafts.flatMap(({ training, outcome, ...draft }, index) => {
      const leaves =
        outcome === 'cancelled' || outcome === 'deleted' || needsRoom({ training, outcome, ...draft });
      return training && leaves && !skipped.has(index) ? [training.id] : [];
    }),
  );
  const rooms = Map.groupBy(
    taken.rooms.filter(({ kind, id }) => kind === 'reservation' || !leaving.has(id)),
    ({ roomId }) => roomId,
  );
  const trainers = Map.groupBy(
    taken.trainers.filter(({ id }) => !leaving.has(id)),
    ({ trainerId }) => trainerId,
  );
  const placed: Spot[] = [];
  const inForce = closures.filter(({ id }) => command.kind !== 'lift' || id !== command.closureId);
  return drafts.map((draft, index): Decided => {
    if (skipped.has(index)) return asSkipped(draft, []);
    if (draft.outcome === 'blocked') {
      const isLeftOut = choice.onClash !== 'stop';
      return isLeftOut ? asSkipped(draft, []) : { ...draft, collisions: [] };
    }
    if (!needsRoom(draft) || !draft.after) return { ...draft, collisions: [] };
    const { after } = draft;
    const id = draft.training?.id ?? null;
    const collisionsOf = (spot: Spot) => [
      ...againstOthers(spot, rooms, trainers),
      ...againstPlaced(spot, placed),
    ];
    const spot = spotOf(id, after, partsOf);
    const collisions = collisionsOf(spot);
    if (collisions.length === 0) {
      placed.push(spot);
      return { ...draft, collisions };
    }
    if (command.kind === 'create' && collisions.some(({ kind }) => kind === 'series')) {
      throw new AppError('seriesOverlapsItself', { date: formatDate(after.localDate) });
    }
    if (choice.onClash === 'otherRoom') {
      for (const roomId of choice.roomIds) {
        const at = { clubId: clubs.get(roomId), localDate: after.localDate };
        if (inForce.some((one) => isWithin(one, at))) continue;
        const fields = { ...after.fields, roomIds: [roomId] };
        const elsewhere = spotOf(id, { ...after, fields }, partsOf);
        if (collisionsOf(elsewhere).length > 0) continue;
        placed.push(elsewhere);
        return inOtherRoom(draft, { ...after, fields }, collisions);
      }
    }
    if (choice.onClash !== 'stop') return asSkipped(draft, collisions);
    return { ...draft, outcome: 'blocked', reason: 'clash', collisions };
  });
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

function againstOthers(
  spot: Spot,
  rooms: ReadonlyMap<number, readonly RoomUse[]>,
  trainers: ReadonlyMap<number, readonly TrainerUse[]>,
): Collision[] {
  const inRooms = spot.roomIds.flatMap((roomId) =>
    (rooms.get(roomId) ?? []).filter((use) => meet(spot, { from: use.startsAt, endsAt: use.endsAt })),
  );
  // One that takes several of the rooms is told of once.
  const byUse = Map.groupBy(inRooms, ({ kind, id }) => `${kind} ${id}`);
  const busy = (spot.trainerId === null ? [] : (trainers.get(spot.trainerId) ?? [])).filter(
    ({ startsAt, endsAt }) => meet({ ...spot, from: spot.startsAt }, { from: startsAt, endsAt }),
  );
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
