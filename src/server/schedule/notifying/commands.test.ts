import { expect, test } from 'vitest';
import type { TimeAndPlace } from '#shared/schedule/editing/domain.ts';
import { noticesOf, previousOf, timetableChanged } from './commands.ts';

test.each([
  [1, 1],
  [400, 400],
  [401, 0],
])('of %i trainings that changed %i are named', (changed, named) => {
  const event = timetableChanged(Array.from({ length: changed }, (_, index) => 2_000_000_000 + index));
  expect(event).toMatchObject({ topic: 'timetableChanged', trainingIds: { length: named } });
  // A notification holds less than 8000 bytes.
  expect(JSON.stringify([1, event]).length).toBeLessThan(7500);
});

test.each([
  ['nothing', {}, {}],
  ['its time', { startsAt: '2026-09-16T15:00:00Z' }, { previousStartsAt: '2026-09-15T15:00:00Z' }],
  ['its room', { roomIds: [5] }, { previousRoomId: 4 }],
  ['having a room', { roomIds: [] }, { previousRoomId: 4 }],
  ['a further room', { roomIds: [4, 5] }, {}],
  ['its trainer', { trainerId: 8 }, { previousTrainerId: 7 }],
  ['having a trainer', { trainerId: null }, { previousTrainerId: 7 }],
])('of a training that changed %s people are told what was before', (_, change, previous) => {
  const one = (of: { startsAt?: string; roomIds?: number[]; trainerId?: number | null }): TimeAndPlace => {
    const { startsAt = '2026-09-15T15:00:00Z', roomIds = [4], trainerId = 7 } = of;
    return { startsAt, endsAt: '2026-09-15T16:00:00Z', fields: { roomIds, trainerId } };
  };
  expect(previousOf(one({}), one(change))).toEqual(previous);
  // Who had no room and no trainer is told of none.
  const bare = one({ roomIds: [], trainerId: null });
  expect(previousOf(bare, one({}))).toEqual({});
  expect(previousOf(one({}), null)).toEqual({});
});

test('who has a training called off and another moved by one change hears of both together', () => {
  const notice = (kind: 'cancelled' | 'trainingChanged', registrationId: number, clientId: number) => ({
    ...{ kind, registrationId, clientId },
    trainingId: registrationId + 10,
  });
  const told = [
    notice('cancelled', 1, 5),
    notice('trainingChanged', 2, 5),
    notice('cancelled', 3, 6),
    notice('trainingChanged', 4, 7),
    notice('trainingChanged', 5, 7),
  ];
  const gathered = noticesOf(told, 9).map(({ registrationId, ...one }) => [
    registrationId,
    'changeId' in one ? one.changeId : null,
  ]);
  expect(gathered).toEqual([
    [1, 9],
    [2, 9],
    [3, null],
    [4, null],
    [5, null],
  ]);
});
