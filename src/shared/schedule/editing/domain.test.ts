import { describe, expect, test } from 'vitest';
import { localTime } from '#shared/kernel/dates.ts';
import type { AppError } from '#shared/kernel/errors.ts';
import type { ScheduleCommand, TrainingFields } from './contract.ts';
import { draftsOf, type EditingFacts, isTold, overFullBy, type TrainingState } from './domain.ts';

const timeZone = 'Europe/Tallinn';
const now = '2026-09-14T09:00:00Z';
const fields: TrainingFields = {
  ...{ name: 'Yoga', namePrefix: '', styleId: 1, roomIds: [1], trainerId: 1, maxPlaces: 10 },
  ...{ isPublic: true, isWaitingListAllowed: true, isClosed: false, isCommentingAllowed: true },
  ...{ publicComment: '', privateComment: '', isPaid: false, price: null, clientType: 'groupTraining' },
  setUpMinutes: 0,
};

/** Mondays at 18:00 in Tallinn; the second clock change of the year is between the last two. */
const dates = ['2026-09-07', '2026-09-21', '2026-10-19', '2026-10-26'] as const;
const starts = [
  '2026-09-07T15:00:00Z',
  '2026-09-21T15:00:00Z',
  '2026-10-19T15:00:00Z',
  '2026-10-26T16:00:00Z',
];

function training(index: number, more: Partial<TrainingState> = {}): TrainingState {
  const startsAt = starts[index] ?? '';
  return {
    id: index + 1,
    version: 1,
    clubId: 1,
    seriesId: 1,
    seriesDate: dates[index] ?? '',
    overridden: [],
    startsAt,
    endsAt: Temporal.Instant.from(startsAt).add({ hours: 1 }).toString(),
    localDate: dates[index] ?? '',
    fields,
    isCancelled: false,
    closureId: null,
    booked: 0,
    waiting: 0,
    hasRegistrations: false,
    ...more,
  };
}

function facts(
  more: Partial<EditingFacts> & { changed?: readonly TrainingState[]; namedId?: number } = {},
): EditingFacts {
  const { changed = [], namedId = 2, ...rest } = more;
  const trainings = [0, 1, 2, 3].map(
    (index) => changed.find(({ id }) => id === index + 1) ?? training(index),
  );
  const named = trainings.find(({ id }) => id === namedId);
  return { now, timeZone, named, trainings, closures: [], clubs: new Map([[1, 1]]), ...rest };
}

type Edit = Extract<ScheduleCommand, { kind: 'edit' }>;
const edit = (changes: Edit['changes'], more: Partial<Edit> = {}): Edit => ({
  kind: 'edit',
  trainingId: 2,
  scope: 'this',
  changes,
  overwrites: false,
  ...more,
});

describe('an edit', () => {
  test.each([
    ['this', 2, [2]],
    ['following', 2, [2, 3, 4]],
    ['following', 3, [3, 4]],
    ['future', 4, [2, 3, 4]],
    ['following', 1, [2, 3, 4]],
  ] as const)('of %s at %i is about %j: past ones are read-only', (scope, namedId, ids) => {
    const drafts = draftsOf(edit({ maxPlaces: 5 }, { scope, trainingId: namedId }), facts({ namedId }));
    expect(drafts.map((draft) => draft.training?.id)).toEqual(ids);
    expect(drafts.every(({ outcome }) => outcome === 'changed')).toBe(true);
  });

  test('of one that has begun is blocked', () => {
    const [draft] = draftsOf(edit({ maxPlaces: 5 }), facts({ namedId: 1 }));
    expect(draft).toMatchObject({ outcome: 'blocked', reason: 'past' });
  });

  test('of one that is not there is refused', () => {
    expect(() => draftsOf(edit({ maxPlaces: 5 }), facts({ namedId: 9 }))).toThrow(
      expect.objectContaining({ code: 'trainingNotFound' } satisfies Partial<AppError>),
    );
  });

  test('changes nothing of what it does not name', () => {
    const [draft] = draftsOf(edit({ name: undefined, maxPlaces: 5 }), facts());
    expect(draft).toMatchObject({ after: { fields: { name: 'Yoga' } }, changedFields: ['maxPlaces'] });
  });

  test('moves by wall time: the same hour on both sides of a clock change, a day later on each date', () => {
    const drafts = draftsOf(edit({ date: '2026-09-22', time: '19:30' }, { scope: 'following' }), facts());
    expect(drafts.map(({ outcome }) => outcome)).toEqual(['moved', 'moved', 'moved']);
    expect(
      drafts.map(({ after }) => [after?.localDate, localTime(after?.startsAt ?? now, timeZone)]),
    ).toEqual([
      ['2026-09-22', '19:30'],
      ['2026-10-20', '19:30'],
      ['2026-10-27', '19:30'],
    ]);
    expect(drafts.map(({ seriesDate }) => seriesDate)).toEqual(['2026-09-22', '2026-10-20', '2026-10-27']);
  });

  test('of a series that moves nothing leaves each on its date', () => {
    const drafts = draftsOf(edit({ maxPlaces: 5 }, { scope: 'following' }), facts());
    expect(drafts.map(({ seriesDate }) => seriesDate)).toEqual(['2026-09-21', '2026-10-19', '2026-10-26']);
  });

  test('that only makes it longer leaves the start, even in the hour that comes twice', () => {
    const second = training(3, {
      startsAt: '2026-10-25T01:30:00Z',
      endsAt: '2026-10-25T02:00:00Z',
      localDate: '2026-10-25',
    });
    const [draft] = draftsOf(edit({ duration: 60, time: '03:30' }), facts({ changed: [second], namedId: 4 }));
    expect(draft?.after).toMatchObject({ startsAt: '2026-10-25T01:30:00Z', endsAt: '2026-10-25T02:30:00Z' });
    expect(draft?.changedFields).toEqual(['duration']);
  });

  test('of one date is its own; of the series it is kept there, unless overwritten', () => {
    expect(draftsOf(edit({ time: '19:00' }), facts())[0]?.overridden).toEqual(['time']);
    const changed = [training(2, { overridden: ['time', 'name'] })];
    const kept = draftsOf(edit({ time: '19:00', maxPlaces: 4 }, { scope: 'future' }), facts({ changed }));
    expect(kept[1]).toMatchObject({
      keptFields: ['time'],
      changedFields: ['maxPlaces'],
      overridden: ['time', 'name'],
    });
    const over = draftsOf(edit({ time: '19:00' }, { scope: 'future', overwrites: true }), facts({ changed }));
    expect(over[1]).toMatchObject({ keptFields: [], changedFields: ['time'], overridden: ['name'] });
  });

  test('into a closure or into the past is blocked, and what is called off stays so', () => {
    const closures = [{ id: 7, clubId: 1, from: '2026-09-23', until: '2026-09-24' }];
    expect(draftsOf(edit({ date: '2026-09-23' }), facts({ closures }))[0]).toMatchObject({
      outcome: 'blocked',
      reason: 'closure',
    });
    expect(draftsOf(edit({ date: '2026-09-01' }), facts())[0]).toMatchObject({
      outcome: 'blocked',
      reason: 'past',
    });
    const changed = [training(1, { isCancelled: true })];
    expect(draftsOf(edit({ name: 'x' }), facts({ changed }))[0]).toMatchObject({
      outcome: 'unchanged',
      reason: 'alreadyCancelled',
    });
    const shut = [training(1, { isCancelled: true, closureId: 7 })];
    expect(draftsOf(edit({ name: 'x' }), facts({ changed: shut }))[0]).toMatchObject({
      outcome: 'changed',
      reason: 'closure',
      closureId: 7,
    });
    expect(draftsOf(edit({ date: '2026-09-01' }), facts({ changed: shut }))[0]).toMatchObject({
      outcome: 'blocked',
      reason: 'past',
    });
  });

  test('that changes nothing is unchanged; fewer places than booked keep everybody', () => {
    expect(draftsOf(edit({ name: 'Yoga', time: '18:00' }), facts())[0]).toMatchObject({
      outcome: 'unchanged',
      reason: null,
    });
    const own = [training(2, { overridden: ['time'] })];
    const kept = draftsOf(edit({ time: '19:00' }, { scope: 'future' }), facts({ changed: own }));
    expect(kept[1]).toMatchObject({ outcome: 'unchanged', reason: 'ownValues' });
    // A date of its own stays where it is while its series gets another hour.
    const elsewhere = training(2, {
      overridden: ['date'],
      localDate: '2026-10-20',
      startsAt: '2026-10-20T15:00:00Z',
      endsAt: '2026-10-20T16:00:00Z',
    });
    const [, later] = draftsOf(edit({ time: '19:00' }, { scope: 'future' }), facts({ changed: [elsewhere] }));
    expect(later?.after).toMatchObject({ localDate: '2026-10-20', startsAt: '2026-10-20T16:00:00Z' });
    const changed = [training(1, { booked: 8 })];
    const [draft] = draftsOf(edit({ maxPlaces: 5 }), facts({ changed }));
    expect(draft && overFullBy(draft)).toBe(3);
  });
});

describe('other commands', () => {
  const weekly = (weekday: number, until: string): ScheduleCommand => ({
    ...{ kind: 'create', fields, when: { date: '2026-09-21', time: '11:00', duration: 60 } },
    repeat: { weekdays: [weekday], everyWeeks: 1, until },
  });

  test('create makes a series of 750 dates, and none that is longer', () => {
    // 749 weeks after Monday, 21.09.2026.
    expect(draftsOf(weekly(1, '2041-01-28'), facts())).toHaveLength(750);
    expect(() => draftsOf(weekly(1, '2041-02-04'), facts())).toThrow(
      expect.objectContaining({ code: 'seriesTooLong' } satisfies Partial<AppError>),
    );
  });

  test('create refuses a series without a date', () => {
    expect(() => draftsOf(weekly(2, '2026-09-21'), facts())).toThrow(
      expect.objectContaining({ code: 'dataValidationFailed' } satisfies Partial<AppError>),
    );
  });

  test('create makes every date, those in a closure shut, and none in the past', () => {
    const command: ScheduleCommand = {
      kind: 'create',
      fields,
      when: { date: '2026-09-14', time: '11:00', duration: 60 },
      repeat: { weekdays: [1], everyWeeks: 1, until: '2026-10-05' },
    };
    const closures = [{ id: 7, clubId: null, from: '2026-09-28', until: '2026-09-28' }];
    expect(
      draftsOf(command, facts({ closures })).map(({ outcome, reason, closureId }) => [
        outcome,
        reason,
        closureId,
      ]),
    ).toEqual([
      ['blocked', 'past', null],
      ['new', null, null],
      ['new', 'closure', 7],
      ['new', null, null],
    ]);
    expect(draftsOf(command, facts()).map(({ seriesDate }) => seriesDate)).toEqual([
      ...['2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05'],
    ]);
    expect(draftsOf({ ...command, repeat: null }, facts())[0]?.seriesDate).toBeNull();
    const inTwoClubs = facts({
      closures: [{ id: 8, clubId: 2, from: '2026-09-21', until: '2026-09-21' }],
      clubs: new Map([
        [1, 1],
        [2, 2],
      ]),
    });
    const shut = (roomIds: number[]) =>
      draftsOf({ ...command, fields: { ...fields, roomIds } }, inTwoClubs).filter(
        ({ closureId }) => closureId === 8,
      ).length;
    // The club of the first room counts.
    expect([shut([1, 2]), shut([2, 1])]).toEqual([0, 1]);
    const long: ScheduleCommand = {
      ...command,
      repeat: { weekdays: [1, 2, 3, 4, 5], everyWeeks: 1, until: '2031-01-01' },
    };
    expect(() => draftsOf(long, facts())).toThrow(
      expect.objectContaining({ code: 'seriesTooLong' } satisfies Partial<AppError>),
    );
  });

  test('cancel ends what is ahead, for good what is only shut; delete asks whether anybody registered', () => {
    const changed = [training(1, { isCancelled: true, closureId: 7 }), training(2, { isCancelled: true })];
    const cancel: ScheduleCommand = { kind: 'cancel', trainingId: 2, scope: 'future', reason: '' };
    expect(draftsOf(cancel, facts({ changed })).map(({ outcome }) => outcome)).toEqual([
      'cancelled',
      'unchanged',
      'cancelled',
    ]);
    const remove: ScheduleCommand = { kind: 'delete', trainingId: 2, scope: 'future' };
    const asked = draftsOf(remove, facts({ changed: [training(2, { hasRegistrations: true })] }));
    expect(asked.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['deleted', null],
      ['blocked', 'hasRegistrations'],
      ['deleted', null],
    ]);
  });

  const alone = { trainingId: 1, scope: 'this' } as const;
  test.each<[string, ScheduleCommand, Partial<TrainingState>, object]>([
    [
      'called off',
      { kind: 'cancel', ...alone, reason: '' },
      {},
      { outcome: 'blocked', reason: 'past', closureId: null },
    ],
    ['deleted', { kind: 'delete', ...alone }, {}, { outcome: 'blocked', reason: 'past' }],
    [
      'taken up again',
      { kind: 'lift', closureId: 7 },
      { isCancelled: true, closureId: 7 },
      { outcome: 'unchanged', reason: 'past', closureId: 7 },
    ],
  ])('what has begun is not %s, even in its first moment', (_, command, state, expected) => {
    for (const startsAt of ['2026-09-07T15:00:00Z', now]) {
      const begun = training(0, { startsAt, ...state });
      const drafts = draftsOf(command, facts({ namedId: 1, changed: [begun] }));
      expect(drafts).toMatchObject([{ training: { id: 1 }, ...expected }]);
    }
    const ahead = training(0, { startsAt: '2026-09-14T09:00:01Z', ...state });
    const [draft] = draftsOf(command, facts({ namedId: 1, changed: [ahead] }));
    expect(draft?.reason).not.toBe('past');
  });

  test('close is about its club and dates, lift about what it shut', () => {
    const changed = [training(2, { clubId: 2 })];
    const close: ScheduleCommand = {
      kind: 'close',
      clubId: 1,
      from: '2026-09-01',
      until: '2026-10-31',
      name: 'x',
    };
    expect(draftsOf(close, facts({ changed })).map((draft) => draft.training?.id)).toEqual([2, 4]);
    const oneDay = { ...close, from: '2026-09-21', until: '2026-09-21' };
    expect(draftsOf(oneDay, facts()).map((draft) => draft.training?.id)).toEqual([2]);
    expect(() => draftsOf({ ...close, until: '2026-08-01' }, facts())).toThrow();
    const shut = [
      training(1, { isCancelled: true, closureId: 7 }),
      training(3, { isCancelled: true, closureId: 8 }),
    ];
    const lifted = draftsOf({ kind: 'lift', closureId: 7 }, facts({ changed: shut }));
    expect(lifted.map(({ training: one, outcome }) => [one?.id, outcome])).toEqual([[2, 'restored']]);
  });

  test('what is new or does not take place is over-full by nobody', () => {
    const there = training(1, { booked: 12 });
    expect(overFullBy({ training: there, after: there })).toBe(2);
    expect(overFullBy({ training: there, after: null })).toBe(0);
    expect(overFullBy({ training: null, after: there })).toBe(0);
  });

  test('people hear of time, place, trainer and calling off, of nothing else', () => {
    expect(isTold({ outcome: 'changed', changedFields: ['publicComment', 'maxPlaces'] })).toBe(false);
    expect(isTold({ outcome: 'changed', changedFields: ['trainerId'] })).toBe(true);
    expect(isTold({ outcome: 'moved', changedFields: ['time'] })).toBe(true);
    expect(isTold({ outcome: 'cancelled', changedFields: [] })).toBe(true);
    expect(isTold({ outcome: 'skipped', changedFields: [] })).toBe(false);
  });
});
