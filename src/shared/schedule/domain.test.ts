import { describe, expect, it } from 'vitest';
import { addDays, addMinutes, localDate, localTime, startOfDay } from '#shared/kernel/dates.ts';
import type { OwnRegistration } from '#shared/registrations/contract.ts';
import type { Training } from './contract.ts';
import {
  dateWithin,
  filterTrainings,
  foldPast,
  groupByDate,
  groupByPartOfDay,
  hasFilters,
  isFew,
  nextDate,
  nextWeek,
  partOfDay,
  previousDate,
  previousWeek,
  type RowState,
  rowState,
  weekRange,
} from './domain.ts';

const base: Training = {
  id: 1,
  name: 'Vinyasa jooga',
  namePrefix: '',
  styleId: 4,
  typeName: 'Jooga',
  typeColor: '#0B976D',
  clubId: 1,
  clubName: 'Kesklinn',
  roomId: 3,
  roomGroupId: 2,
  roomName: 'Saal 3',
  trainerId: 5,
  trainerName: 'Kai Loorits',
  date: '2026-11-19',
  time: '17:00',
  startDateTime: '2026-11-19T15:00:00Z',
  endDateTime: '2026-11-19T16:00:00Z',
  duration: 60,
  maxPlaces: 20,
  booked: 11,
  freePlaces: 9,
  waitingCount: 0,
  isPublic: true,
  isWaitingListAllowed: true,
  isCancelled: false,
  isClosed: false,
  isPaid: false,
  opensDateTime: '2026-11-05T15:00:00Z',
  closesDateTime: '2026-11-19T14:45:00Z',
};

const booked: OwnRegistration = {
  registrationId: 7,
  state: 'booked',
  place: 9,
  heldUntil: null,
  placeInWaitingList: 0,
  freeUntil: '2026-11-19T12:00:00Z',
  listMovesUntil: '2026-11-19T14:30:00Z',
  cancelingAllowed: true,
};
const waiting: OwnRegistration = { ...booked, state: 'waiting', place: null, placeInWaitingList: 2 };
const inLine = {
  kind: 'waiting',
  position: 2,
  movesUntil: waiting.listMovesUntil,
  isMoving: true,
  isFree: false,
} as const;
const before = '2026-11-19T10:00:00Z';
const lateBefore = '2026-11-19T12:00:00.001Z';
const during = '2026-11-19T15:30:00Z';
const after = '2026-11-19T16:00:00Z';

describe('rowState', () => {
  const full = { freePlaces: 0, booked: 20, waitingCount: 3 };
  const table: [string, Partial<Training>, OwnRegistration | null, string, RowState][] = [
    ['free', {}, null, before, { kind: 'free', freePlaces: 9 }],
    ['few by number', { freePlaces: 2 }, null, before, { kind: 'few', freePlaces: 2 }],
    ['few by share', { freePlaces: 5, maxPlaces: 50 }, null, before, { kind: 'few', freePlaces: 5 }],
    ['few at the last place', { freePlaces: 1 }, null, before, { kind: 'few', freePlaces: 1 }],
    ['full', full, null, before, { kind: 'full', waitingCount: 3, isWaitingListAllowed: true }],
    ['closed at its minute', {}, null, base.closesDateTime, { kind: 'closed', since: base.closesDateTime }],
    ['closed by the centre', { isClosed: true }, null, before, { kind: 'closed', since: null }],
    ['closed while it goes on', {}, null, during, { kind: 'closed', since: base.closesDateTime }],
    [
      'closed at the start when booking would stay open',
      { closesDateTime: base.endDateTime },
      null,
      base.startDateTime,
      { kind: 'closed', since: base.startDateTime },
    ],
    ['not open', { opensDateTime: during }, null, before, { kind: 'notOpen', opens: during }],
    ['open at its minute', { opensDateTime: before }, null, before, { kind: 'free', freePlaces: 9 }],
    ['past at its end', {}, null, after, { kind: 'past', isOwn: false }],
    ['past and own', {}, booked, after, { kind: 'past', isOwn: true }],
    ['past while waiting is not own', {}, waiting, after, { kind: 'past', isOwn: false }],
    ['cancelled before everything', { isCancelled: true, ...full }, booked, after, { kind: 'cancelled' }],
    [
      'booked, free to cancel at the last instant',
      full,
      booked,
      booked.freeUntil,
      { kind: 'booked', place: 9, freeUntil: booked.freeUntil, isFreeToCancel: true },
    ],
    [
      'booked, too late to cancel free',
      {},
      booked,
      lateBefore,
      { kind: 'booked', place: 9, freeUntil: booked.freeUntil, isFreeToCancel: false },
    ],
    [
      'booked while it goes on',
      { isClosed: true },
      booked,
      during,
      { kind: 'booked', place: 9, freeUntil: booked.freeUntil, isFreeToCancel: false },
    ],
    [
      'given back while it can be taken back',
      full,
      { ...booked, state: 'releasing', heldUntil: lateBefore },
      before,
      { kind: 'givenBack', heldUntil: lateBefore },
    ],
    [
      'given back for good',
      {},
      { ...booked, state: 'releasing', heldUntil: before },
      before,
      { kind: 'free', freePlaces: 9 },
    ],
    [
      'offered while it is held',
      full,
      { ...booked, state: 'offered', heldUntil: lateBefore },
      before,
      { kind: 'offered', place: 9, heldUntil: lateBefore },
    ],
    [
      'offered, and its time is over',
      full,
      { ...booked, state: 'offered', heldUntil: before },
      before,
      { kind: 'full', waitingCount: 3, isWaitingListAllowed: true },
    ],
    ['waiting', full, waiting, before, inLine],
    ['waiting after free cancelling has ended', full, waiting, lateBefore, inLine],
    ['waiting a moment before the list stops', full, waiting, '2026-11-19T14:29:59.999Z', inLine],
    [
      'waiting when the list has stopped',
      full,
      waiting,
      inLine.movesUntil,
      { ...inLine, isMoving: false, isFree: false },
    ],
    [
      'waiting when the list has stopped and a place is free',
      { ...full, freePlaces: 1 },
      waiting,
      inLine.movesUntil,
      { ...inLine, isMoving: false, isFree: true },
    ],
    [
      'waiting when the list has stopped and a place is free, closed by the centre',
      { ...full, freePlaces: 1, isClosed: true },
      waiting,
      inLine.movesUntil,
      { ...inLine, isMoving: false, isFree: false },
    ],
    [
      'waiting when the list has stopped and a place is free, closed at its minute',
      { ...full, freePlaces: 1 },
      waiting,
      base.closesDateTime,
      { ...inLine, isMoving: false, isFree: false },
    ],
    ['waiting ends at the start', full, waiting, during, { kind: 'closed', since: base.closesDateTime }],
  ];
  it.each(table)('%s', (_, change, own, now, expected) => {
    expect(rowState({ ...base, ...change }, own, now)).toEqual(expected);
  });
});

describe('isFew', () => {
  it.each([
    [1, 4, true],
    [2, 4, true],
    [3, 30, true],
    [3, 29, false],
    [4, 40, true],
    [5, 40, false],
  ])('%i of %i: %s', (free, max, expected) => {
    expect(isFew(free, max)).toBe(expected);
  });
});

it.each([
  [{}, '2026-12-01'],
  [{ from: '2026-12-05' }, '2026-12-05'],
  [{ from: '2026-11-05' }, '2026-12-01'],
  [{ until: '2026-11-20' }, '2026-11-20'],
  [{ from: '2026-11-20', until: '2026-12-01' }, '2026-12-01'],
  [{ from: '2026-12-05', until: '2026-12-05' }, '2026-12-05'],
  // One that ends before it begins is none.
  [{ from: '2026-12-05', until: '2026-12-04' }, '2026-12-01'],
])('of the period %o the date nearest to 2026-12-01 is %s', (period, expected) => {
  expect(dateWithin(period, '2026-12-01')).toBe(expected);
});

describe('filterTrainings', () => {
  const other: Training = {
    ...base,
    id: 2,
    clubId: 2,
    roomGroupId: null,
    roomId: 8,
    trainerId: null,
    styleId: 6,
    name: 'Spinning',
    typeName: 'Ratas',
    trainerName: 'Jānis Ozols',
    time: '07:30',
    freePlaces: 0,
  };

  it('keeps what has one place left among free places', () => {
    expect(filterTrainings([{ ...base, freePlaces: 1 }], { free: 1 })).toHaveLength(1);
  });

  it('keeps one’s own booking among free places', () => {
    const own = { state: 'booked' } as OwnRegistration;
    expect(filterTrainings([{ ...other, own }], { free: 1 })).toHaveLength(1);
    expect(filterTrainings([{ ...base, isCancelled: true }], { free: 1 })).toHaveLength(0);
    expect(filterTrainings([{ ...base, isClosed: true }], { free: 1 })).toHaveLength(0);
  });

  it.each([
    [{}, [1, 2]],
    [{ unit: 1 }, [1]],
    [{ unit: 2 }, [2]],
    [{ group: 2 }, [1]],
    [{ room: 8 }, [2]],
    [{ trainer: 5 }, [1]],
    [{ filter: 6 }, [2]],
    [{ unit: 1, filter: 6 }, []],
    [{ unit: 1, group: 2, room: 3, trainer: 5, filter: 4 }, [1]],
    [{ free: 1 }, [1]],
    [{ free: 0 }, [1, 2]],
    [{ time: 'evening' }, [1]],
    [{ time: 'morning' }, [2]],
    [{ text: 'vinyasa' }, [1]],
    [{ text: '  JOO vin ' }, [1]],
    [{ text: 'ozols' }, [2]],
    [{ text: 'Ozols Janis' }, [2]],
    [{ text: 'nyasa' }, []],
    [{ text: '%_\\' }, [1, 2]],
    [{ text: 'jooga', free: 1, time: 'evening' }, [1]],
  ] as const)('%j', (filters, ids) => {
    expect(filterTrainings([base, other], filters).map(({ id }) => id)).toEqual(ids);
  });

  it('knows whether anything is chosen', () => {
    expect(hasFilters({})).toBe(false);
    expect(hasFilters({ unit: undefined })).toBe(false);
    expect(hasFilters({ filter: 6 })).toBe(true);
    expect(hasFilters({ free: 1 })).toBe(true);
    expect(hasFilters({ text: 'jooga' })).toBe(true);
  });
});

describe('foldPast', () => {
  it('parts a day at the ends of its trainings', () => {
    const later = { ...base, id: 2, endDateTime: '2026-11-19T16:00:01Z' };
    const { past, current } = foldPast([base, later], after);
    expect(past.map(({ id }) => id)).toEqual([1]);
    expect(current.map(({ id }) => id)).toEqual([2]);
  });
});

describe('parts of the day', () => {
  it.each([
    ['00:15', 'morning'],
    ['11:59', 'morning'],
    ['12:00', 'day'],
    ['15:45', 'day'],
    ['16:00', 'evening'],
    ['23:00', 'evening'],
  ])('%s: %s', (time, part) => {
    expect(partOfDay(time)).toBe(part);
    expect(groupByPartOfDay([{ time }])).toMatchObject({ [part]: [{ time }] });
  });
});

describe('navigation', () => {
  it('crosses months, years and clock changes', () => {
    expect(previousDate('2026-03-01')).toBe('2026-02-28');
    expect(nextDate('2026-12-31')).toBe('2027-01-01');
    expect(nextDate('2026-10-25')).toBe('2026-10-26');
    expect(weekRange('2026-11-22')).toEqual({ from: '2026-11-16', until: '2026-11-22' });
    expect(weekRange('2027-01-01')).toEqual({ from: '2026-12-28', until: '2027-01-03' });
    expect(previousWeek('2026-11-19')).toBe('2026-11-09');
    expect(nextWeek('2026-11-19')).toBe('2026-11-23');
  });

  // shows: number-week
  it('gives each date of the week its trainings in order of time', () => {
    const early = { ...base, id: 2, startDateTime: '2026-11-19T06:00:00Z' };
    const sunday = { ...base, id: 3, date: '2026-11-22', startDateTime: '2026-11-22T06:00:00Z' };
    const outside = { ...base, id: 4, date: '2026-11-23' };
    const week = groupByDate([sunday, base, early, outside], '2026-11-18');
    expect(week.map(({ trainings }) => trainings.map(({ id }) => id))).toEqual([
      [],
      [],
      [],
      [2, 1],
      [],
      [],
      [3],
    ]);
  });
});

describe.each([
  ['2026-10-25', 50],
  ['2027-03-28', 46],
] as const)('no screen draws in the wrong row on the change day %s', (date, count) => {
  const timeZone = 'Europe/Tallinn';
  const midnight = startOfDay(date, timeZone);
  // Every half hour that passes: the clock stands at 03:00 twice, or goes from 03:00 to 04:00.
  const shift = count > 48 ? -2 : 2;
  const walls = Array.from({ length: count }, (_, index) =>
    index < (shift < 0 ? 8 : 6) ? index : index + shift,
  );
  const slots = walls.map((wall, index) => ({
    ...base,
    id: index,
    wall: `${String(Math.floor(wall / 2)).padStart(2, '0')}:${wall % 2 === 0 ? '00' : '30'}`,
    startDateTime: addMinutes(midnight, index * 30),
  }));
  const drawn = slots.map((slot) => ({
    ...slot,
    date: localDate(slot.startDateTime, timeZone),
    time: localTime(slot.startDateTime, timeZone),
  }));

  it('each training stands under its wall time', () => {
    expect(drawn.map(({ time }) => time)).toEqual(slots.map(({ wall }) => wall));
    expect([slots[0]?.wall, slots.at(-1)?.wall]).toEqual(['00:00', '23:30']);
  });

  it('on a day screen in its part of the day', () => {
    const { morning, day, evening } = groupByPartOfDay(drawn);
    const wallsOf = (list: typeof drawn) => list.map(({ wall }) => wall);
    expect(wallsOf(day)).toEqual(['12:00', '12:30', '13:00', '13:30', '14:00', '14:30', '15:00', '15:30']);
    expect(wallsOf(morning).at(-1)).toBe('11:30');
    expect([wallsOf(evening)[0], evening.length]).toEqual(['16:00', 16]);
    expect(morning).toHaveLength(count - 24);
  });

  it('on a week screen in the column of its date, in the order in which they begin', () => {
    const nextDay = {
      ...base,
      id: 99,
      wall: '00:00',
      date: addDays(date, 1),
      startDateTime: addMinutes(midnight, count * 30),
    };
    expect(localDate(nextDay.startDateTime, timeZone)).toBe(nextDay.date);
    const week = groupByDate([nextDay, ...drawn.toReversed()], date);
    expect(week.map(({ trainings }) => trainings.length)).toEqual([0, 0, 0, 0, 0, 0, count]);
    expect(week.at(-1)?.trainings.map(({ id }) => id)).toEqual(slots.map(({ id }) => id));
  });
});
