import { expect, test } from 'vitest';
import { addMinutes, instantAt, localDate, localTime, startOfDay } from '#shared/kernel/dates.ts';
import type { AdminTraining } from '#shared/schedule/editing/contract.ts';
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
  trainingBlock,
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

// shows: number-slots
test('times are minutes of the day and lie on slots of five', () => {
  expect(toMinutes('18:05')).toBe(1085);
  expect(toTime(1085)).toBe('18:05');
  expect(toTime(1445)).toBe('00:05');
  expect([1082, 1083, 1087.4].map(snap)).toEqual([1080, 1085, 1085]);
});

// A case of other systems (mission 5.2).
test.each(['2027-03-28', '2026-10-25'])(
  'screen draws in the wrong row on the change day: on %s every training lies at its wall time, as on any other',
  (changeDay) => {
    const drawn = (date: string) =>
      layOut(
        ['00:30', '02:00', '02:55', '04:00', '05:30', '12:00', '23:05'].map((time, id) =>
          trainingBlock({
            id,
            ...{ date, time, duration: 50, startDateTime: instantAt(date, time, 'Europe/Tallinn') },
            ...{ name: 'Yoga', namePrefix: '', rooms: [{ id: 1, name: 'Hall' }], trainerId: null },
            isCancelled: false,
          } as unknown as AdminTraining),
        ),
      ).map(({ block: { start, end }, lane, lanes }) => [toTime(start), toTime(end), lane, lanes]);
    expect(drawn(changeDay)).toEqual(drawn('2026-11-20'));
    expect(drawn(changeDay).map(([from]) => from)).toContain('04:00');
  },
);

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

test.each([
  ['2026-10-25', 50],
  ['2027-03-28', 46],
] as const)(
  'on the change day %s every half hour that passes has the row of its wall time',
  (date, count) => {
    const timeZone = 'Europe/Tallinn';
    const midnight = startOfDay(date, timeZone);
    const blocks = Array.from({ length: count }, (_, id) => {
      const instant = addMinutes(midnight, id * 30);
      const wall = { date: localDate(instant, timeZone), time: localTime(instant, timeZone) };
      return trainingBlock({
        id,
        ...wall,
        startDateTime: instant,
        duration: 30,
        rooms: [{ id: 1 }],
      } as AdminTraining);
    });
    // The clock stands at 03:00 twice, or goes from 03:00 to 04:00.
    const [until, shift] = count > 48 ? [8, -60] : [6, 60];
    expect(blocks.map(({ start }) => start)).toEqual(
      Array.from({ length: count }, (_, index) => index * 30 + (index < until ? 0 : shift)),
    );
    expect(new Set(blocks.map((one) => one.date))).toEqual(new Set([date]));
    expect(blocks.every(({ start, end }) => end - start === 30)).toBe(true);
    expect(shownHours(blocks)).toEqual({ from: 0, until: 1440 });
    // Only what begins at the same time by the wall clock stands side by side.
    const shared = layOut(blocks).filter(({ lanes }) => lanes > 1);
    expect(shared.map(({ block: { start } }) => toTime(start))).toEqual(
      count > 48 ? ['03:00', '03:00', '03:30', '03:30'] : [],
    );
  },
);
