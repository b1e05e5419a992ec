import { describe, expect, test } from 'vitest';
import type { ContractFacts } from '#shared/contracts/benefits/domain.ts';
import { DebtSettings } from '#shared/contracts/status/domain.ts';
import { cents } from '#shared/kernel/money.ts';
import type { TicketFacts } from '#shared/tickets/domain.ts';
import {
  type AccessFacts,
  accessAt,
  accessBeside,
  closingAfter,
  type DoorFacts,
  decideEntry,
  type EntryClock,
  isRefusal,
  type LastEntry,
  openSpansOf,
  openUntil,
  presentAt,
  spansOf,
  spokenReason,
} from './domain.ts';

// A Monday in Tallinn, UTC+3.
const noon = '2026-09-14T09:00:00Z';
const open = { opens: '06:30', closes: '22:00' };
const door: DoorFacts = {
  direction: 'in',
  clientType: 'gym',
  clubId: 1,
  hours: [open, open, open, open, open, open, null],
  closures: [],
  isExitRead: false,
};
const clock: EntryClock = {
  today: '2026-09-14',
  timeZone: 'Europe/Tallinn',
  debt: DebtSettings.parse({}),
  stayMinutes: 180,
  passbackMinutes: 10,
};
const contract: ContractFacts = {
  id: 7,
  state: 'live',
  startsOn: '2026-09-01',
  endsOn: null,
  noticeAt: null,
  freezes: [],
  anchorDay: 1,
  periodMonths: 1,
  termMonths: 12,
  benefits: [{ clientType: 'gym', clubIds: [], weekdays: [], from: '06:00', until: '16:00', visits: null }],
  debt: { dueOn: null, openCents: cents(0), isCollected: false },
  block: null,
  visits: [],
};
const ticket: TicketFacts = {
  id: 5,
  startMode: 'firstUse',
  startsOn: null,
  endsOn: null,
  length: { count: 30, unit: 'day' },
  isUnlimited: false,
  reservedFrom: null,
  reservedUntil: null,
  balances: { granted: 1, remaining: 1, reserved: 0, used: 0 },
};
const nobody: AccessFacts = { isBlocked: false, isStaff: false, bookings: [], contracts: [], tickets: [] };
const near = { registrationId: 9, startsAt: '2026-09-14T09:30:00Z', endsAt: '2026-09-14T10:30:00Z' };
const booking = { registrationId: 9, startsAt: '2026-09-14T15:00:00Z', endsAt: '2026-09-14T16:00:00Z' };

function said(facts: Partial<AccessFacts>, at = noon, of: Partial<DoorFacts> = {}) {
  const access = accessAt({ ...door, ...of }, { ...nobody, ...facts }, at, clock);
  return isRefusal(access) ? access.error : access.by;
}

describe('who may come in', () => {
  test.each([
    ['staff, at any hour', { isStaff: true }, '2026-09-14T23:00:00Z', 'staff'],
    ['a contract in its hours', { contracts: [contract] }, noon, 'contract'],
    ['a contract past its hours', { contracts: [contract] }, '2026-09-14T14:00:00Z', 'contractNotForTime'],
    [
      'a contract before its first day',
      { contracts: [contract] },
      '2026-08-20T09:00:00Z',
      'contractNotYetValid',
    ],
    ['when the club is shut for the night', { contracts: [contract] }, '2026-09-14T20:00:00Z', 'entryClosed'],
    ['on a day it is shut', { contracts: [contract] }, '2026-09-20T09:00:00Z', 'entryClosedToday'],
    ['a ticket', { tickets: [ticket] }, noon, 'ticket'],
    ['a contract rather than a ticket', { contracts: [contract], tickets: [ticket] }, noon, 'contract'],
    [
      'a ticket where the contract does not hold',
      { contracts: [contract], tickets: [ticket] },
      '2026-09-14T14:00:00Z',
      'ticket',
    ],
    [
      'no ticket that would end before what is booked with it',
      { tickets: [{ ...ticket, reservedUntil: '2026-10-14' }] },
      noon,
      'ticketBookedPast',
    ],
    [
      'another ticket than one that would end before what is booked with it',
      {
        tickets: [
          { ...ticket, reservedUntil: '2026-10-14' },
          { ...ticket, id: 6 },
        ],
      },
      noon,
      'ticket',
    ],
    ['an hour before a training', { bookings: [booking] }, '2026-09-14T14:00:00Z', 'booking'],
    ['earlier', { bookings: [booking] }, '2026-09-14T13:59:59Z', 'entryNothingValid'],
    ['until its end', { bookings: [booking] }, '2026-09-14T16:00:00Z', 'entryNothingValid'],
    [
      'nobody who is blocked, whatever they have',
      { isBlocked: true, isStaff: true, contracts: [contract], tickets: [ticket], bookings: [booking] },
      '2026-09-14T14:00:00Z',
      'entryBarred',
    ],
    ['nobody else', {}, noon, 'entryNothingValid'],
  ] as const)('%s', (_, facts, at, expected) => {
    expect(said(facts as Partial<AccessFacts>, at)).toBe(expected);
  });

  test.each([
    ['on its first day', '2026-09-14', '2026-09-16', 'entryClosedToday'],
    ['on its last day', '2026-09-12', '2026-09-14', 'entryClosedToday'],
    ['before it', '2026-09-15', '2026-09-16', 'contract'],
    ['after it', '2026-09-12', '2026-09-13', 'contract'],
  ])('a closure keeps out, whatever the hours: %s', (_, from, until, expected) => {
    expect(said({ contracts: [contract] }, noon, { closures: [{ from, until }] })).toBe(expected);
  });

  test('a club without hours is always open', () => {
    const always = {
      ...contract,
      benefits: contract.benefits.map((one) => ({ ...one, from: null, until: null })),
    };
    const hours = Array.from({ length: 7 }, () => null);
    expect(said({ contracts: [always] }, '2026-09-14T23:00:00Z', { hours })).toBe('contract');
  });
});

describe('when somebody may come in', () => {
  test('is what the rule says at every quarter of an hour', () => {
    const cases: AccessFacts[] = [
      nobody,
      { ...nobody, isStaff: true },
      { ...nobody, contracts: [contract] },
      { ...nobody, bookings: [booking], tickets: [ticket] },
      { ...nobody, bookings: [booking], contracts: [contract] },
      { ...nobody, contracts: [{ ...contract, endsOn: '2026-09-14' }] },
    ];
    for (const facts of cases) {
      const spans = spansOf(door, facts, noon, 26, clock);
      for (let quarter = 0; quarter < 26 * 4; quarter += 1) {
        const at = Temporal.Instant.from(noon)
          .add({ minutes: quarter * 15 })
          .toString();
        const isIn = spans.some(({ from, until }) => from <= at && at < until);
        expect(isIn, at).toBe(!isRefusal(accessAt(door, facts, at, clock)));
      }
    }
  });

  test('and the club is open when nobody is told that it is closed', () => {
    const saturday = '2026-09-19T09:00:00Z';
    const spans = openSpansOf(door, saturday, 48, clock.timeZone);
    expect(spans).toEqual([
      { from: saturday, until: '2026-09-19T19:00:00Z' },
      { from: '2026-09-21T03:30:00Z', until: '2026-09-21T09:00:00Z' },
    ]);
    for (let quarter = 0; quarter < 48 * 4; quarter += 1) {
      const at = Temporal.Instant.from(saturday)
        .add({ minutes: quarter * 15 })
        .toString();
      const access = accessAt(door, nobody, at, clock);
      const isClosed = isRefusal(access) && access.error.startsWith('entryClosed');
      expect(
        spans.some(({ from, until }) => from <= at && at < until),
        at,
      ).toBe(!isClosed);
    }
  });

  test.each([
    ['in its hours', noon, {}, '22:00'],
    ['in those of the weekday', noon, { hours: [{ ...open, closes: '20:00' }, open, open] }, '20:00'],
    ['at night', '2026-09-14T20:00:00Z', {}, null],
    ['on a day it is shut', '2026-09-20T09:00:00Z', {}, null],
    ['where it says no hours', noon, { hours: Array.from({ length: 7 }, () => null) }, null],
  ])('a club says until when it is open %s', (_, at, parts, until) => {
    expect(openUntil({ ...door, ...parts }, at, clock.timeZone)).toBe(until);
  });

  test('nothing is told of a club that opens just where the time that is asked for ends', () => {
    expect(openSpansOf(door, '2026-09-14T01:30:00Z', 2, clock.timeZone)).toEqual([]);
  });

  test('a place that opens the door just as another one ends makes one stretch with it', () => {
    const [early, late] = ['2026-09-14T04:30:00Z', '2026-09-14T05:30:00Z'];
    const bookings = [
      { registrationId: 1, startsAt: early, endsAt: late },
      { registrationId: 2, startsAt: '2026-09-14T06:30:00Z', endsAt: '2026-09-14T07:30:00Z' },
    ];
    expect(spansOf(door, { ...nobody, bookings }, '2026-09-14T03:30:00Z', 12, clock)).toEqual([
      { from: '2026-09-14T03:30:00Z', until: '2026-09-14T07:30:00Z' },
    ]);
  });

  test('a club without hours is open all the time', () => {
    const hours = Array.from({ length: 7 }, () => null);
    expect(openSpansOf({ ...door, hours }, noon, 26, clock.timeZone)).toEqual([
      { from: noon, until: '2026-09-15T11:00:00Z' },
    ]);
  });

  test('both nights of a clock change', () => {
    for (const date of ['2026-10-25', '2027-03-28']) {
      const from = Temporal.PlainDate.from(date).subtract({ days: 1 }).toZonedDateTime('Europe/Tallinn');
      const start = from.add({ hours: 12 }).toInstant().toString();
      const hours = Array.from({ length: 7 }, () => open);
      const facts = { ...nobody, contracts: [contract] };
      const spans = spansOf({ ...door, hours }, facts, start, 26, clock);
      const begins = spans.at(-1)?.from ?? noon;
      expect(Temporal.Instant.from(begins).toZonedDateTimeISO('Europe/Tallinn').hour).toBe(6);
    }
  });
});

describe('a scan', () => {
  const right = { by: 'staff' } as const;
  const paid = {
    by: 'contract',
    coverage: { contractId: 7, benefit: 0, left: 3, granted: 8, untilOn: '2026-09-30' },
  } as const;
  const ago = (minutes: number) => Temporal.Instant.from(noon).subtract({ minutes }).toString();
  const came = (minutes: number, cameAt = ago(minutes)) => ({
    at: ago(minutes),
    direction: 'in' as const,
    insideUntil: '2026-09-14T19:00:00Z',
    cameAt,
  });
  const decide = (
    of: Partial<DoorFacts>,
    access: Parameters<typeof decideEntry>[1],
    came: (LastEntry & { cameAt: string }) | null,
  ) => {
    const stay = { last: came, starts: came ? [{ at: came.cameAt, ticketId: null, isOwn: true }] : [] };
    const outcome = decideEntry({ ...door, ...of }, access, stay, noon, clock);
    return outcome.result === 'accepted' ? outcome.right.by : outcome.refusal.error;
  };

  const nothing = { error: 'entryNothingValid', details: {} } as const;
  const used = { error: 'contractVisitsUsed', details: {} } as const;

  test.each([
    ['the first of the day', {}, paid, null, 'contract'],
    ['again a moment later', {}, paid, came(2), 'entryAlreadyInside'],
    ['again after ten minutes: the same stay', {}, paid, came(10), 'sameStay'],
    ['after the stay', {}, paid, came(180), 'contract'],
    ['at another door of it, a moment before the stay is over', {}, paid, came(20, ago(179)), 'sameStay'],
    [
      'however often they came and went: the stay is counted from its visit',
      {},
      paid,
      came(20, ago(180)),
      'contract',
    ],
    [
      'gone out a while ago, in again after the stay',
      { isExitRead: true },
      paid,
      { ...came(5, ago(180)), direction: 'out' as const },
      'contract',
    ],
    ['inside, where going out is read', { isExitRead: true }, paid, came(200), 'entryAlreadyInside'],
    [
      'inside since before closing',
      { isExitRead: true },
      paid,
      { ...came(900), insideUntil: '2026-09-13T19:00:00Z' },
      'contract',
    ],
    ['gone out, in again', { isExitRead: true }, paid, { ...came(5), direction: 'out' as const }, 'sameStay'],
    [
      'out goes everybody',
      { direction: 'out' as const },
      { error: 'contractInDebt', details: {} } as const,
      came(1),
      'exit',
    ],
    ['staff go in and out', {}, right, came(1), 'staff'],
    ['who may not', {}, { error: 'contractInDebt', details: {} } as const, null, 'contractInDebt'],
    ['with the last visit, behind the first door', {}, nothing, came(20), 'sameStay'],
    ['with the last visit of a contract, in again', {}, used, came(20), 'sameStay'],
    ['with the last visit, after the stay', {}, nothing, came(20, ago(180)), 'entryNothingValid'],
    [
      'who may not any more',
      {},
      { error: 'contractInDebt', details: {} } as const,
      came(20),
      'contractInDebt',
    ],
    ['who is kept out', {}, { error: 'entryBarred', details: {} } as const, came(20), 'entryBarred'],
  ] as const)('%s', (_, of, access, last, expected) => {
    expect(decide(of, access, last)).toBe(expected);
  });

  test.each([
    ['by a contract, within a stay', paid, ago(179), 'entryAlreadyInside'],
    ['by a contract, once a stay is over', paid, ago(180), 'contract'],
    ['to a place that is theirs', { by: 'booking' } as const, ago(1), 'booking'],
  ])('of whoever came in at another club: %s', (_, access, elsewhereAt, expected) => {
    const outcome = decideEntry(door, access, { last: null, starts: [], elsewhereAt }, noon, clock);
    expect(outcome.result === 'accepted' ? outcome.right.by : outcome.refusal.error).toBe(expected);
  });

  const [seven, eight] = [7, 8].map((id) => ({ ...ticket, id, length: { count: id, unit: 'day' as const } }));
  const tickets = { tickets: [seven, eight].flatMap((one) => one ?? []) };
  const ofSeven = { tickets: tickets.tickets.slice(0, 1) };
  const theirs = { contracts: [contract] };
  const spent = {
    contracts: [{ ...contract, benefits: contract.benefits.map((one) => ({ ...one, visits: 0 })) }],
  };
  const byVisit = { at: ago(2), ticketId: 7, isOwn: false };
  const byContract = { at: ago(100), ticketId: null, isOwn: true };
  const out = { ...came(2), direction: 'out' } as const;

  test.each([
    ['on its stay', {}, came(2), [byVisit], 'entryAlreadyInside'],
    ['by another visit of it', ofSeven, came(2), [byVisit], 'entryAlreadyInside'],
    ['by another visit of it, after the stay', ofSeven, came(2), [], 'entryAlreadyInside'],
    ['on its stay, a while later', {}, came(10), [byVisit], 'sameStay 7'],
    ['on its stay, when who bore it is out', {}, out, [byVisit], 'sameStay 7'],
    ['on its stay, when nobody came by its code', {}, undefined, [byVisit], 'sameStay 7'],
    ['by another visit of it, when nobody came by its code', ofSeven, undefined, [byVisit], 'sameStay 7'],
    ['by a right of their own', theirs, came(2), [byVisit], 'contract'],
    ['by a right of their own, when who bore it is out', theirs, out, [byVisit], 'contract'],
    ['by a right of their own, when nobody came by its code', theirs, undefined, [byVisit], 'contract'],
    ['by a place, when nobody came by its code', { bookings: [near] }, undefined, [byVisit], 'booking'],
    ['on its stay, the right used up', spent, undefined, [byVisit], 'sameStay 7'],
    ['on a stay of their own', theirs, came(2), [byVisit, byContract], 'sameStay null'],
    ['on a stay of their own, the right used up', spent, came(2), [byVisit, byContract], 'sameStay null'],
    ['by another ticket', tickets, came(2), [byVisit], 'ticket 8'],
    ['by the ticket that ends first, when who bore it is out', tickets, out, [], 'ticket 7'],
    ['as staff', { isStaff: true }, came(2), [byVisit], 'staff'],
  ] as const)(
    'beside whoever is in by the code of their ticket: %s',
    (_, facts, bearer, starts, expected) => {
      const byCode = bearer ? [{ ...bearer, ticketId: 7 }] : [];
      const access = accessBeside(door, { ...nobody, ...facts }, byCode, noon, clock);
      const outcome = decideEntry(door, access, { last: null, starts, byCode }, noon, clock);
      const { right } = outcome.result === 'accepted' ? outcome : { right: undefined };
      const ofThe = right && 'ticketId' in right ? ` ${right.ticketId}` : '';
      const { by } = right ?? { by: outcome.result === 'refused' && outcome.refusal.error };
      expect(`${by}${ofThe}`).toBe(expected);
    },
  );

  test('people count as inside until the club closes, or till midnight', () => {
    expect(closingAfter(door, noon, clock.timeZone)).toBe('2026-09-14T19:00:00Z');
    expect(closingAfter(door, '2026-09-14T19:00:00Z', clock.timeZone)).toBe('2026-09-14T21:00:00Z');
    expect(closingAfter(door, '2026-09-14T19:30:00Z', clock.timeZone)).toBe('2026-09-14T21:00:00Z');
    expect(closingAfter(door, '2026-09-20T09:00:00Z', clock.timeZone)).toBe('2026-09-20T21:00:00Z');
  });

  test('notes who is here for what starts soon', () => {
    expect(presentAt([booking], '2026-09-14T14:00:00Z')).toEqual([9]);
    expect(presentAt([booking], '2026-09-14T13:59:00Z')).toEqual([]);
    expect(presentAt([booking], '2026-09-14T15:15:00Z')).toEqual([9]);
    expect(presentAt([booking], '2026-09-14T15:16:00Z')).toEqual([]);
    expect(presentAt([{ ...booking, registrationId: null }], '2026-09-14T15:00:00Z')).toEqual([]);
  });

  test('says nothing of money aloud', () => {
    for (const code of [
      'contractInDebt',
      'contractBlocked',
      'ticketUsed',
      'contractVisitsUsed',
      'entryNothingValid',
    ] as const) {
      expect(spokenReason(code)).toBe('lookAtPhone');
    }
  });
});
