import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ClashChoice, ScheduleCommand, TrainingFields } from '../editing/contract.ts';
import type { Draft, TrainingState } from '../editing/domain.ts';
import { decide, type RoomUse, refusalOf, type Taken } from './domain.ts';

const fields: TrainingFields = {
  ...{ name: 'Yoga', namePrefix: '', styleId: 1, roomIds: [1], trainerId: null, maxPlaces: 10 },
  ...{ isPublic: true, isWaitingListAllowed: true, isClosed: false, isCommentingAllowed: true },
  ...{ publicComment: '', privateComment: '', isPaid: false, price: null, clientType: 'groupTraining' },
  setUpMinutes: 0,
};
const zero = '2026-09-21T06:00:00Z';
const at = (minutes: number) => addMinutes(zero, minutes);
const edit: ScheduleCommand = {
  kind: 'edit',
  trainingId: 1,
  scope: 'future',
  changes: { time: '10:00' },
  overwrites: false,
};
const stop: ClashChoice = { onClash: 'stop', roomIds: [] };
const skip: ClashChoice = { onClash: 'skip', roomIds: [] };

function draft(
  id: number,
  from: number,
  to: number,
  minutes = 60,
  more: Partial<TrainingFields> = {},
): Draft {
  const whole = { ...fields, ...more };
  const placed = (start: number) => ({
    startsAt: at(start),
    endsAt: at(start + minutes),
    localDate: '2026-09-21',
    fields: whole,
  });
  const training: TrainingState = {
    ...placed(from),
    ...{ id, version: 1, clubId: 1, seriesId: 1, seriesDate: '2026-09-21', overridden: [] },
    ...{ isCancelled: false, closureId: null, booked: 0, waiting: 0, hasRegistrations: false },
  };
  return {
    training,
    outcome: 'moved',
    reason: null,
    after: placed(to),
    seriesDate: '2026-09-21',
    ...{ overridden: [], changedFields: ['time'], keptFields: [], closureId: null },
  };
}

function use(id: number, from: number, minutes = 60, roomId = 1): RoomUse {
  const startsAt = at(from);
  return {
    roomId,
    kind: 'training',
    id,
    name: `T${id}`,
    startsAt,
    endsAt: at(from + minutes),
    shownFrom: startsAt,
  };
}

const goes = (id: number, to: number, roomIds: number[], trainerId: number | null = null) =>
  draft(id, 600 + id * 60, to, 60, { roomIds, trainerId });
const taken = (...rooms: RoomUse[]): Taken => ({ rooms, trainers: [] });
const none = new Map<number, readonly number[]>();
const open = { closures: [], clubs: new Map<number, number>() };

describe('clashes', () => {
  test('with what leaves its place is none; end and start may touch', () => {
    const drafts = [draft(1, 0, 60), draft(2, 60, 120)];
    const decided = decide(edit, drafts, taken(use(1, 0), use(2, 60), use(3, 180)), stop, none, open);
    expect(decided.map(({ outcome }) => outcome)).toEqual(['moved', 'moved']);
  });

  test('stop names the room and what is there', () => {
    const decided = decide(edit, [draft(1, 0, 60)], taken(use(1, 0), use(9, 90)), stop, none, open);
    expect(decided[0]).toMatchObject({ outcome: 'blocked', reason: 'clash' });
    const names = { rooms: new Map([[1, 'Hall A']]), trainers: new Map<number, string>() };
    expect(refusalOf(decided, names, 'Europe/Tallinn')).toMatchObject({
      code: 'roomsNotFree',
      details: { rooms: 'Hall A', name: 'T9', date: '21.09.2026', time: '10:30', until: '11:30' },
    });
  });

  test('what is skipped stays in the way of others', () => {
    // The first cannot go to 60, so the second cannot come to 0.
    const drafts = [draft(1, 0, 60), draft(2, 300, 0)];
    const decided = decide(edit, drafts, taken(use(1, 0), use(2, 300), use(9, 60)), skip, none, open);
    expect(decided.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped']);
  });

  test.each<[string, Partial<Draft>, string]>([
    ['a new one', { training: null, outcome: 'new' }, 'blocked'],
    ['one that is taken up again', { outcome: 'restored' }, 'blocked'],
    ['one whose setting up takes longer', { outcome: 'changed', changedFields: ['setUpMinutes'] }, 'blocked'],
    ['one that is called otherwise', { outcome: 'changed', changedFields: ['name'] }, 'changed'],
    ['one that stays as it is', { outcome: 'unchanged', changedFields: [] }, 'unchanged'],
    ['a new one on a day that is shut', { training: null, outcome: 'new', closureId: 7 }, 'new'],
  ])('only what takes a room anew asks whether it is free: %s', (_, parts, outcome) => {
    const one = { ...draft(1, 0, 0), ...parts };
    expect(decide(edit, [one], taken(use(9, 0)), stop, none, open)[0]?.outcome).toBe(outcome);
  });

  test.each([['cancelled'], ['deleted']] as const)('what is %s leaves its place to others', (outcome) => {
    const drafts: Draft[] = [{ ...draft(1, 0, 0), outcome, after: null }, draft(2, 60, 0)];
    const decided = decide(edit, drafts, taken(use(1, 0), use(2, 60)), stop, none, open);
    expect(decided.map((one) => one.outcome)).toEqual([outcome, 'moved']);
  });

  test('what is refused for another reason is left out, or stops it all, by the choice', () => {
    const past: Draft = { ...draft(1, 0, 60), outcome: 'blocked', reason: 'past' };
    const outcomeOf = (choice: ClashChoice) => decide(edit, [past], taken(), choice, none, open)[0];
    expect(outcomeOf(skip)).toMatchObject({ outcome: 'skipped', reason: 'past' });
    expect(outcomeOf(stop)).toMatchObject({ outcome: 'blocked', reason: 'past' });
  });

  test('a trainer is in one place at a time, and not in the way of the training that moves', () => {
    const busy = (id: number, from: number) => {
      const [startsAt, endsAt] = [at(from), at(from + 60)];
      return { trainerId: 5, id, name: `T${id}`, startsAt, endsAt };
    };
    const outcome = (...trainers: Taken['trainers']) =>
      decide(edit, [draft(1, 0, 30, 60, { trainerId: 5 })], { rooms: [], trainers }, stop, none, open)[0]
        ?.outcome;
    expect(outcome(busy(1, 0))).toBe('moved');
    expect(outcome(busy(9, 90))).toBe('moved');
    expect(outcome(busy(9, 89))).toBe('blocked');
  });

  test.each<[string, Draft, Draft, string]>([
    ['in one of several rooms', goes(1, 60, [1, 2]), goes(2, 90, [2]), 'blocked'],
    ['in other rooms, with other trainers', goes(1, 60, [1], 5), goes(2, 60, [2], 6), 'moved'],
    ['in other rooms, without trainers', goes(1, 60, [1]), goes(2, 60, [2]), 'moved'],
    ['with one trainer, at one time', goes(1, 60, [1], 5), goes(2, 119, [2], 5), 'blocked'],
    ['with one trainer, one after the other', goes(1, 60, [1], 5), goes(2, 120, [2], 5), 'moved'],
  ])('of two of one request the second meets the first: %s', (_, one, two, outcome) => {
    const decided = decide(edit, [one, two], taken(), stop, none, open);
    expect(decided.map((each) => each.outcome)).toEqual(['moved', outcome]);
  });

  test('of one request tell of the rooms that both are in', () => {
    const decided = decide(edit, [goes(1, 60, [1, 2]), goes(2, 60, [2, 3])], taken(), stop, none, open);
    expect(decided[1]?.collisions).toMatchObject([{ kind: 'series', roomIds: [2] }]);
  });

  test('a new series whose dates lie over one another is refused, whatever was chosen', () => {
    const create: ScheduleCommand = {
      ...{ kind: 'create', fields, when: { date: '2026-09-21', time: '09:00', duration: 60 }, repeat: null },
    };
    const anew = (to: number): Draft => ({ ...draft(1, 0, to), training: null, outcome: 'new' });
    for (const there of [taken(), taken(use(9, 75))]) {
      expect(() => decide(create, [anew(0), anew(30)], there, skip, none, open)).toThrow(
        new AppError('seriesOverlapsItself', { date: '21.09.2026' }),
      );
    }
  });

  test('a plan in which nothing is refused has no refusal', () => {
    const decided = decide(edit, [draft(1, 0, 60)], taken(), stop, none, open);
    expect(refusalOf(decided, { rooms: new Map(), trainers: new Map() }, 'Europe/Tallinn')).toBeUndefined();
  });

  test('setting up, parts of a room and extra rooms count', () => {
    const others = taken(use(9, 0, 60, 2));
    const outcome = (one: Draft, partsOf = none) =>
      decide(edit, [one], others, stop, partsOf, open)[0]?.outcome;
    expect(outcome(draft(1, 300, 60, 60, { roomIds: [2] }))).toBe('moved');
    expect(outcome(draft(1, 300, 60, 60, { roomIds: [2], setUpMinutes: 5 }))).toBe('blocked');
    expect(outcome(draft(1, 300, 30, 60, { roomIds: [3, 2] }))).toBe('blocked');
    expect(outcome(draft(1, 300, 30, 60, { roomIds: [3] }))).toBe('moved');
    expect(outcome(draft(1, 300, 30, 60, { roomIds: [3] }), new Map([[3, [2]]]))).toBe('blocked');
  });

  test('another room is taken in the order given, and none left skips', () => {
    const choice = { onClash: 'otherRoom', roomIds: [2, 3] } as const;
    const others = taken(use(1, 500), use(8, 60), use(9, 60, 60, 2));
    const [one] = decide(edit, [draft(1, 500, 60)], others, { ...choice, roomIds: [2, 3] }, none, open);
    expect(one).toMatchObject({
      outcome: 'moved',
      overridden: ['roomIds'],
      after: { fields: { roomIds: [3] } },
    });
    const full = taken(use(1, 500), use(8, 60), use(9, 60, 60, 2), use(10, 60, 60, 3));
    expect(
      decide(edit, [draft(1, 500, 60)], full, { ...choice, roomIds: [2, 3] }, none, open)[0]?.outcome,
    ).toBe('skipped');
  });

  test.each([
    ['of the room’s club', 2, 'skipped'],
    ['of every club', null, 'skipped'],
    ['of another club', 1, 'moved'],
  ])('no other room is taken on a day that is shut by a closure %s', (_, clubId, outcome) => {
    const choice = { onClash: 'otherRoom' as const, roomIds: [2] };
    const places = {
      closures: [{ id: 5, clubId, from: '2026-09-21', until: '2026-09-21' }],
      clubs: new Map([
        [1, 1],
        [2, 2],
      ]),
    };
    const there = taken(use(1, 500), use(8, 60));
    const [one] = decide(edit, [draft(1, 500, 60)], there, choice, none, places);
    expect(one?.outcome).toBe(outcome);
    // The closure that is being lifted shuts nothing any more.
    const lift = { kind: 'lift', closureId: 5 } as const;
    expect(decide(lift, [draft(1, 500, 60)], there, choice, none, places)[0]?.outcome).toBe('moved');
    const closures = [...places.closures, ...places.closures.map((one) => ({ ...one, id: 6 }))];
    const both = { ...places, closures };
    expect(decide(lift, [draft(1, 500, 60)], there, choice, none, both)[0]?.outcome).toBe(outcome);
  });

  test('nothing that is done overlaps anything, whatever was there (property)', () => {
    const spot = fc.record({ at: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 1, max: 8 }) });
    fc.assert(
      fc.property(
        fc.array(spot, { maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 }),
        (there, goals) => {
          // What stands already is apart.
          const standing: { at: number; length: number }[] = [];
          for (const one of there) {
            if (
              standing.every((other) => one.at + one.length <= other.at || other.at + other.length <= one.at)
            )
              standing.push(one);
          }
          const uses = standing.map((one, index) => use(index + 1, one.at * 15, one.length * 15));
          const drafts = goals
            .slice(0, standing.length)
            .map((goal, index) =>
              draft(
                index + 1,
                (standing[index]?.at ?? 0) * 15,
                goal * 15,
                (standing[index]?.length ?? 1) * 15,
              ),
            );
          const decided = decide(edit, drafts, taken(...uses), skip, none, open);
          const last = [
            ...decided.map(({ after }) => after),
            ...uses.slice(drafts.length).map(({ startsAt, endsAt }) => ({ startsAt, endsAt })),
          ].flatMap((one) => (one ? [one] : []));
          for (const [index, one] of last.entries()) {
            for (const other of last.slice(index + 1)) {
              const isApart =
                compareInstants(one.endsAt, other.startsAt) <= 0 ||
                compareInstants(other.endsAt, one.startsAt) <= 0;
              expect(isApart).toBe(true);
            }
          }
        },
      ),
    );
  });
});
