import { expect, test } from 'vitest';
import { receiptOf, replayWaitlist, type WaitlistMove } from './domain.ts';

const move = (
  registrationId: number,
  kind: WaitlistMove['kind'],
  more: Partial<WaitlistMove> = {},
): WaitlistMove => ({
  registrationId,
  kind,
  movedAt: '2026-11-25T10:00:00Z',
  heldUntil: null,
  reason: null,
  ...more,
});

const history = [
  move(1, 'joined'),
  move(2, 'joined'),
  move(3, 'joined'),
  move(1, 'offered', { heldUntil: '2026-11-25T11:00:00Z' }),
  move(2, 'passedOver', { reason: 'overlappingTraining' }),
  move(4, 'joined'),
  move(1, 'expired'),
  move(2, 'left'),
  move(3, 'promoted'),
];

test.each([
  [3, [1, 2, 3]],
  [4, [2, 3]],
  [6, [2, 3, 4]],
  [8, [3, 4]],
  [9, [4]],
])('after %i moves the line is %j', (count, waitlist) => {
  expect(replayWaitlist(history.slice(0, count))).toEqual(waitlist);
});

test('a client sees what moved their place, their own offers and reasons, and nobody else', () => {
  const brief = (id: number) =>
    receiptOf(history, id).map(({ kind, isOwn, position }) => `${isOwn ? 'own ' : ''}${kind} ${position}`);
  expect(brief(2)).toEqual(['own joined 2', 'offered 1', 'own passedOver 1', 'own left 0']);
  expect(brief(3)).toEqual(['own joined 3', 'offered 2', 'left 1', 'own promoted 0']);
  expect(brief(1)).toEqual(['own joined 1', 'own offered 0', 'own expired 0']);
  expect(receiptOf(history, 2).map(({ reason }) => reason)).toEqual([
    null,
    null,
    'overlappingTraining',
    null,
  ]);
  expect(receiptOf(history, 3).some(({ heldUntil }) => heldUntil !== null)).toBe(false);
});
