import { expect, test } from 'vitest';
import {
  type Block,
  clashesAt,
  keepWithin,
  layOut,
  shownHours,
  snap,
  swapRoom,
  toMinutes,
  toTime,
} from './grid-places.ts';

const block = (id: number, start: number, end: number, more: Partial<Block> = {}): Block => ({
  key: `training ${id}`,
  kind: 'training',
  id,
  name: `T${id}`,
  date: '2026-11-20',
  start,
  end,
  roomIds: [1],
  trainerId: null,
  isOff: false,
  ...more,
});

test('times are minutes of the day and lie on slots of five', () => {
  expect(toMinutes('18:05')).toBe(1085);
  expect(toTime(1085)).toBe('18:05');
  expect(toTime(1445)).toBe('00:05');
  expect([1082, 1083, 1087.4].map(snap)).toEqual([1080, 1085, 1085]);
});

test('what overlaps stands side by side, what touches does not', () => {
  const placed = layOut([block(1, 600, 660), block(2, 630, 700), block(3, 660, 720), block(4, 720, 780)]);
  expect(placed.map(({ block: { id }, lane, lanes }) => [id, lane, lanes])).toEqual([
    [1, 0, 2],
    [2, 1, 2],
    [3, 0, 2],
    [4, 0, 1],
  ]);
});

test('a place clashes in its room, in a part of it, and with its trainer; never with itself or what is called off', () => {
  const parts = new Map([[9, [1, 2]]]);
  const blocks = [
    block(1, 600, 660),
    block(2, 600, 660, { roomIds: [3], trainerId: 7 }),
    block(3, 600, 660, { isOff: true }),
    block(4, 600, 660, { date: '2026-11-21' }),
  ];
  const at = (roomIds: number[], trainerId: number | null, except?: string) =>
    clashesAt(blocks, { date: '2026-11-20', start: 655, end: 700, roomIds, trainerId }, parts, except).map(
      ({ id }) => id,
    );
  expect(at([1], null)).toEqual([1]);
  expect(at([9], null)).toEqual([1]);
  expect(at([2], null)).toEqual([]);
  expect(at([2], 7)).toEqual([2]);
  expect(at([1], 7, 'training 1')).toEqual([2]);
});

test('a moved place keeps its length within the drawn hours', () => {
  const hours = shownHours([block(1, 390, 450), block(2, 1290, 1450)]);
  expect(hours).toEqual({ from: 360, until: 1440 });
  expect(keepWithin(300, 55, hours)).toEqual({ start: 360, end: 415 });
  expect(keepWithin(1430, 55, hours)).toEqual({ start: 1385, end: 1440 });
});

test('of several rooms one is changed for another', () => {
  expect(swapRoom([1, 2], 1, 3)).toEqual([3, 2]);
  expect(swapRoom([1, 2], 1, 2)).toEqual([2]);
});
