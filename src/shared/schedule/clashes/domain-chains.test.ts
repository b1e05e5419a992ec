import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, compareInstants, formatDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ClashChoice, ScheduleCommand, TrainingFields } from '../editing/contract.ts';
import { type Draft, type EditingFacts, isWithin, type Placed } from '../editing/domain.ts';
import {
  type Collision,
  type Decided,
  decide,
  needsRoom,
  type PartsOf,
  type RoomUse,
  type Taken,
  type TrainerUse,
  takenFrom,
  withParts,
} from './domain.ts';

type Places = Pick<EditingFacts, 'closures' | 'clubs'>;

const fields: TrainingFields = {
  ...{ name: 'Yoga', namePrefix: '', styleId: 1, roomIds: [1], trainerId: null, maxPlaces: 10 },
  ...{ isPublic: true, isWaitingListAllowed: true, isClosed: false, isCommentingAllowed: true },
  ...{ publicComment: '', privateComment: '', isPaid: false, price: null, clientType: 'groupTraining' },
  setUpMinutes: 0,
};
const day = 24 * 60;
const at = (minutes: number) => addMinutes('2026-09-21T06:00:00Z', minutes);
const edit: ScheduleCommand = {
  ...{ kind: 'edit', trainingId: 1, scope: 'future', changes: { time: '10:00' }, overwrites: false },
};
const skip: ClashChoice = { onClash: 'skip', roomIds: [] };
const elsewhere: ClashChoice = { onClash: 'otherRoom', roomIds: [2, 3] };
const commands: readonly ScheduleCommand[] = [
  edit,
  { kind: 'lift', closureId: 5 },
  { kind: 'create', fields, when: { date: '2026-09-21', time: '09:00', duration: 60 }, repeat: null },
];
const halves = new Map([5, 6].map((id) => [id, id === 5 ? [1, 2] : [3]]));
const places: Places = {
  closures: [
    { id: 5, clubId: 2, from: '2026-09-22', until: '2026-09-22' },
    { id: 6, clubId: null, from: '2026-09-24', until: '2026-09-24' },
  ],
  clubs: new Map([1, 2, 3].map((roomId) => [roomId, roomId === 3 ? 2 : 1])),
};

interface Going {
  readonly from: number;
  readonly to: number;
  readonly minutes: number;
  readonly fields: Partial<TrainingFields>;
  readonly kind: keyof typeof kinds;
}

const kinds = {
  moved: { outcome: 'moved', changedFields: ['time'] },
  longer: { outcome: 'changed', changedFields: ['setUpMinutes'] },
  taught: { outcome: 'changed', changedFields: ['trainerId'] },
  renamed: { outcome: 'changed', changedFields: ['name'] },
  restored: { outcome: 'restored', changedFields: [] },
  same: { outcome: 'unchanged', changedFields: [] },
  shut: { outcome: 'moved', reason: 'closure', closureId: 5 },
  past: { outcome: 'blocked', reason: 'past' },
  off: { outcome: 'cancelled', after: null },
  gone: { outcome: 'deleted', after: null },
  new: { outcome: 'new', training: null },
} as const satisfies Record<string, Partial<Draft>>;

function draft(id: number, date: Going): Draft {
  const placed = (start: number): Placed => ({
    ...{ startsAt: at(start), endsAt: at(start + date.minutes), localDate: at(start).slice(0, 10) },
    fields: { ...fields, ...date.fields },
  });
  return {
    training: {
      ...{ id, version: 1, clubId: 1, seriesId: 1, seriesDate: '2026-09-21', overridden: ['maxPlaces'] },
      ...{ isCancelled: date.kind === 'restored', closureId: null, booked: 0, waiting: 0 },
      ...{ hasRegistrations: false, ...placed(date.from) },
    },
    ...{ reason: null, after: placed(date.to), seriesDate: '2026-09-21', overridden: [], keptFields: [] },
    ...{ closureId: null, changedFields: ['time'], ...kinds[date.kind] },
  };
}

/** What a training holds where it stands. */
function held(draft: Draft): Taken {
  const { training } = draft;
  if (!training || training.isCancelled) return { rooms: [], trainers: [] };
  const { id, startsAt, endsAt } = training;
  const { roomIds, trainerId, name } = training.fields;
  const use = { id, name, endsAt };
  return {
    rooms: withParts(roomIds, halves).map((roomId) => {
      return { ...use, roomId, kind: 'training', startsAt: takenFrom(training), shownFrom: startsAt };
    }),
    trainers: trainerId === null ? [] : [{ ...use, trainerId, startsAt }],
  };
}

const often = <T>(usual: T, others: readonly T[]) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );

/** Series that move by a step or so, with dates of their own among them, between what others hold. */
const scenes = fc
  .record({
    step: fc.constantFrom(15, 30, 60, 75, day),
    shift: fc.constantFrom(1, 1, 1, -1, 2, 4),
    dates: fc.array(
      fc.record({
        off: often(0, [15, -15, 45, 600]),
        strays: often(0, [15, -15, 60, 120, day]),
        minutes: often(60, [15, 90, 150, day]),
        setUpMinutes: often(0, [15, 240]),
        roomIds: often([1], [[2], [3], [1, 2], [4], [5], [6, 1]]),
        trainerId: often<number | null>(null, [7, 8]),
        kind: often<Going['kind']>('moved', [
          ...(['moved', 'longer', 'taught', 'renamed', 'restored', 'same', 'shut', 'past'] as const),
          ...(['off', 'gone', 'new'] as const),
        ]),
      }),
      { minLength: 1, maxLength: 14 },
    ),
    others: fc.array(
      fc.record({
        on: fc.integer({ min: -1, max: 15 }),
        off: fc.constantFrom(0, 0, 15, -30, 45, 600),
        minutes: fc.constantFrom(15, 60, 90, 2 * day),
        holds: fc.constantFrom(1, 1, 1, 2, 3, 4, 7, 8),
        isReservation: fc.boolean(),
        // More exact than a millisecond, or only written otherwise.
        written: often('Z', ['.000Z', '.0004Z']),
      }),
      { maxLength: 8 },
    ),
    command: often(edit, commands),
    choice: fc.constantFrom<ClashChoice>(skip, skip, elsewhere, elsewhere, {
      onClash: 'stop',
      roomIds: [],
    }),
    isSorted: fc.boolean(),
  })
  .map(({ step, shift, dates, others, command, choice, isSorted }) => {
    const drafts = dates.map(({ off, strays, minutes, kind, ...own }, index) => {
      const from = index * step + off;
      return draft(index + 1, { from, to: from + shift * step + strays, minutes, kind, fields: own });
    });
    const there = drafts.map(held);
    const rooms = there.flatMap((each) => each.rooms);
    const trainers = there.flatMap((each) => each.trainers);
    for (const [index, { on, off, minutes, holds, isReservation, written }] of others.entries()) {
      const from = on * step + off;
      const [startsAt, endsAt] = [at(from).replace('Z', written), at(from + minutes).replace('Z', written)];
      const kind = isReservation ? 'reservation' : 'training';
      // Reservations are counted by themselves: one may be called as a training is.
      const use = { id: isReservation ? index + 1 : 100 + index, name: `Other ${index}`, startsAt, endsAt };
      if (holds > 6) trainers.push({ ...use, id: 100 + index, trainerId: holds });
      else rooms.push({ ...use, kind, roomId: holds, shownFrom: startsAt });
    }
    if (isSorted) {
      for (const uses of [rooms, trainers]) uses.sort((a, b) => compareInstants(a.startsAt, b.startsAt));
    }
    return { command, drafts, taken: { rooms, trainers }, choice };
  });

function answerOf(decideBy: typeof decide, { command, drafts, taken, choice }: Scene) {
  try {
    return { decided: decideBy(command, drafts, taken, choice, halves, places) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, details: error.details };
  }
}

interface Scene {
  readonly command: ScheduleCommand;
  readonly drafts: readonly Draft[];
  readonly taken: Taken;
  readonly choice: ClashChoice;
}

/** A training a day in one room; anything stands there the day after the last: each goes where the next one is. */
function daily(dates: number): Scene {
  const drafts = Array.from({ length: dates }, (_, index) => {
    const from = index * day;
    return draft(index + 1, { from, to: from + day, minutes: 60, kind: 'moved', fields: { trainerId: 7 } });
  });
  const there = drafts.map(held);
  const startsAt = at(dates * day);
  const last: RoomUse = {
    ...{ roomId: 1, kind: 'reservation', id: 1, name: 'Rented', startsAt },
    ...{ endsAt: at(dates * day + 60), shownFrom: startsAt },
  };
  const rooms = [...there.flatMap((each) => each.rooms), last];
  const taken = { rooms, trainers: there.flatMap(({ trainers }) => trainers) };
  return { command: edit, choice: skip, drafts, taken };
}

describe('dates that are skipped one after the other', () => {
  test('leave what they leave when all are looked at anew each time (property)', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        expect(answerOf(decide, scene)).toStrictEqual(answerOf(decideAnew, scene));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([[skip, 'skipped'] as const, [elsewhere, 'moved'] as const])(
    'are all of a series whose last date finds no place, unless it is put elsewhere: %o',
    (choice, all) => {
      const scene = { ...daily(40), choice };
      const { decided = [] } = answerOf(decide, scene);
      expect(decided.filter(({ outcome }) => outcome === all)).toHaveLength(40);
      expect({ decided }).toStrictEqual(answerOf(decideAnew, scene));
    },
  );

  test('are looked at a few times each, however many there are', () => {
    const scene = daily(750);
    let looks = 0;
    const counted = <Use extends RoomUse | TrainerUse>(use: Use): Use =>
      new Proxy(use, {
        get: (target, name, receiver) => {
          looks += 1;
          return Reflect.get(target, name, receiver);
        },
      });
    const { rooms, trainers } = scene.taken;
    const taken = { rooms: rooms.map(counted), trainers: trainers.map(counted) };
    const { decided } = answerOf(decide, { ...scene, taken });
    expect(decided?.every(({ outcome }) => outcome === 'skipped')).toBe(true);
    // Of 1501 uses: all of them anew for each date would be more than a million looks.
    expect(looks).toBeLessThan(100_000);
  });
});

/** What `decide` answers, told plainly: everything is looked at again whenever another date stays where it is. */
function decideAnew(...scene: Parameters<typeof decide>): Decided[] {
  const [, drafts] = scene;
  const skipped = new Set<number>();
  for (;;) {
    const decided = attempt(skipped, ...scene);
    const more = decided.flatMap(({ outcome }, index) =>
      outcome === 'skipped' && !skipped.has(index) ? [index] : [],
    );
    if (more.every((index) => drafts[index]?.training === null)) return decided;
    for (const index of more) skipped.add(index);
  }
}

function attempt(skipped: ReadonlySet<number>, ...scene: Parameters<typeof decide>): Decided[] {
  const [command, drafts, taken, choice, partsOf, { closures, clubs }] = scene;
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
    ...busy.map(({ trainerId, ...use }): Collision => {
      const { id, name, startsAt, endsAt } = use;
      const there = { kind: 'training', id, name, startsAt, endsAt } as const;
      return { kind: 'trainer', roomIds: [], trainerId, with: there };
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
    const there = { kind: 'training', id, name, startsAt, endsAt } as const;
    return { kind: 'series', roomIds: shared, trainerId: null, with: there };
  });
}

type Spot = ReturnType<typeof spotOf>;

function spotOf(id: number | null, { startsAt, endsAt, fields }: Placed, partsOf: PartsOf) {
  const { trainerId, name } = fields;
  const roomIds = withParts(fields.roomIds, partsOf);
  return { from: takenFrom({ startsAt, fields }), startsAt, endsAt, roomIds, trainerId, id, name };
}

function meet(a: { from: string; endsAt: string }, b: { from: string; endsAt: string }): boolean {
  return compareInstants(a.from, b.endsAt) < 0 && compareInstants(b.from, a.endsAt) < 0;
}
