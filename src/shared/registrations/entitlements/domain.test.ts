import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import { DebtSettings } from '#shared/contracts/status/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cents } from '#shared/kernel/money.ts';
import { noVisits } from '#shared/tickets/ledger/domain.ts';
import {
  type EntitlementChoice,
  entitlementBeside,
  entitlementOf,
  entitlementsFor,
  leftAfter,
  type Pass,
  type PayableTraining,
  withReturned,
  withTaken,
} from './domain.ts';

const now = '2026-09-14T09:00:00Z';
const training: PayableTraining = {
  startsAt: '2026-09-15T15:00:00Z',
  localDate: '2026-09-15',
  payment: 'paid',
  priceCents: 900,
  clientType: 'groupTraining',
  clubId: 1,
};

interface TicketParts {
  id?: number;
  left?: number;
  startsOn?: string | null;
  endsOn?: string | null;
  isUnlimited?: boolean;
  reservedFrom?: string | null;
  reservedUntil?: string | null;
  clientType?: 'groupTraining' | 'gym';
  clubId?: number;
}

function ticket(parts: TicketParts = {}): Pass {
  const { id = 1, left = 3, startsOn = '2026-09-01', endsOn = '2026-09-30', isUnlimited = false } = parts;
  return {
    kind: 'ticket',
    clientType: parts.clientType ?? 'groupTraining',
    clubId: parts.clubId ?? 1,
    ticket: {
      id,
      startMode: startsOn === null ? 'firstUse' : 'purchase',
      startsOn,
      endsOn,
      length: { count: 1, unit: 'week' },
      reservedFrom: parts.reservedFrom ?? null,
      reservedUntil: parts.reservedUntil ?? null,
      isUnlimited,
      balances: { ...noVisits, granted: 10, remaining: left },
    },
  };
}

function voucher(
  parts: { id?: number; uses?: number; validUntil?: string; revokedAt?: string | null; clubId?: null } = {},
): Pass {
  const { id = 1, uses = 1, validUntil = '2026-09-20', revokedAt = null } = parts;
  const facts = { uses, validFrom: '2026-09-01', validUntil, revokedAt, clubId: null };
  return { kind: 'voucher', id, clientType: 'groupTraining', clubId: null, voucher: facts, movements: [] };
}

function contract(
  clientType: 'groupTraining' | 'gym',
  startsOn = '2026-09-01',
  parts: { id?: number; endsOn?: string; visits?: number } = {},
): Pass {
  const { id = 1, endsOn = null, visits = null } = parts;
  return {
    kind: 'contract',
    clock: { today: '2026-09-14', timeZone: 'Europe/Tallinn', debt: DebtSettings.parse({}) },
    contract: {
      ...{ id, state: 'live', startsOn, endsOn, noticeAt: null, freezes: [], anchorDay: 1 },
      ...{
        periodMonths: 1,
        termMonths: 12,
        benefits: [Benefit.parse({ clientType, visits })],
        block: null,
        visits: [],
      },
      debt: { dueOn: null, openCents: cents(0), isCollected: false },
    },
  };
}

function outcome(passes: readonly Pass[], choice: EntitlementChoice | null = null, of = training): string {
  try {
    const decision = entitlementOf(of, passes, choice, now);
    if (decision.kind === 'cover') return `${decision.cover.kind} ${decision.cover.id}`;
    return decision.kind === 'purchase' ? `purchase ${decision.priceCents}` : 'none';
  } catch (error) {
    if (error instanceof AppError) return [error.code, ...Object.values(error.details ?? {})].join(' ');
    throw error;
  }
}

/** Of a ticket that begins with its first use: what is booked with it would lie behind its end. */
const behind = { startsOn: null, endsOn: null, reservedFrom: '2026-09-22', reservedUntil: '2026-09-25' };

describe('what covers a booking', () => {
  test.each<[string, readonly Pass[], EntitlementChoice | null, Partial<PayableTraining>, string]>([
    ['a free training takes nothing', [ticket()], null, { payment: 'free' }, 'none'],
    ['a ticket', [ticket()], null, {}, 'ticket 1'],
    ['nothing fits: its price', [], null, {}, 'purchase 900'],
    ['nothing fits, not sold singly', [], null, { priceCents: null }, 'coverNeeded'],
    ['another club', [ticket({ clubId: 2 })], null, {}, 'purchase 900'],
    ['another client type', [ticket({ clientType: 'gym' })], null, {}, 'purchase 900'],
    ['no visit left', [ticket({ left: 0 })], null, {}, 'purchase 900'],
    ['without limit', [ticket({ left: 0, isUnlimited: true })], null, {}, 'ticket 1'],
    ['ends the day before', [ticket({ endsOn: '2026-09-14' })], null, {}, 'purchase 900'],
    ['ends on the day', [ticket({ endsOn: '2026-09-15' })], null, {}, 'ticket 1'],
    ['begins on the day', [ticket({ startsOn: '2026-09-15' })], null, {}, 'ticket 1'],
    ['begins the day after', [ticket({ startsOn: '2026-09-16' })], null, {}, 'purchase 900'],
    ['begins with its first use', [ticket({ startsOn: null, endsOn: null })], null, {}, 'ticket 1'],
    [
      'begins with its first use, reserved for eight days before',
      [ticket({ startsOn: null, endsOn: null, reservedFrom: '2026-09-07' })],
      null,
      {},
      'purchase 900',
    ],
    [
      'begins with its first use, and what is booked with it lies within a week of this date',
      [ticket({ startsOn: null, endsOn: null, reservedFrom: '2026-09-20', reservedUntil: '2026-09-21' })],
      null,
      {},
      'ticket 1',
    ],
    [
      'begins with its first use, and what is booked with it would lie behind its end',
      [ticket({ startsOn: null, endsOn: null, reservedFrom: '2026-09-20', reservedUntil: '2026-09-22' })],
      null,
      {},
      'purchase 900',
    ],
    [
      'not sold singly, and what is booked with the ticket would lie behind its end',
      [ticket({ startsOn: null, endsOn: null, reservedFrom: '2026-09-22', reservedUntil: '2026-09-25' })],
      null,
      { priceCents: null },
      'ticketBookedPast 15.09.2026 21.09.2026 25.09.2026',
    ],
    [
      'not sold singly, and such a ticket is of another kind',
      [ticket({ ...behind, clientType: 'gym' })],
      null,
      { priceCents: null },
      'coverNeeded',
    ],
    [
      'not sold singly, and such a ticket is used up',
      [ticket({ ...behind, left: 0 })],
      null,
      { priceCents: null },
      'coverNeeded',
    ],
    [
      'not sold singly, and a contract that begins later',
      [contract('groupTraining', '2026-09-20')],
      null,
      { priceCents: null },
      'contractNotYetValid 20.09.2026',
    ],
    [
      'chosen, and what is booked with it would lie behind its end',
      [ticket({ startsOn: null, endsOn: null, reservedFrom: '2026-09-22', reservedUntil: '2026-09-25' })],
      { kind: 'ticket', id: 1 },
      {},
      'ticketBookedPast 15.09.2026 21.09.2026 25.09.2026',
    ],
    ['the one that ends first', [ticket(), ticket({ id: 2, endsOn: '2026-09-16' })], null, {}, 'ticket 2'],
    ['the fewest left', [ticket(), ticket({ id: 2, left: 1 })], null, {}, 'ticket 2'],
    ['the oldest', [ticket({ id: 7 }), ticket({ id: 2 })], null, {}, 'ticket 2'],
    ['limited before unlimited', [ticket({ isUnlimited: true }), ticket({ id: 2 })], null, {}, 'ticket 2'],
    ['a voucher that ends first', [ticket(), voucher()], null, {}, 'voucher 1'],
    [
      'a contract before a ticket that ends first',
      [ticket(), contract('groupTraining')],
      null,
      {},
      'contract 1',
    ],
    ['a contract, wherever it stands', [contract('groupTraining'), ticket()], null, {}, 'contract 1'],
    [
      'a contract without a count before one that counts and ends first',
      [
        contract('groupTraining', undefined, { visits: 8, endsOn: '2026-09-20' }),
        contract('groupTraining', undefined, { id: 2 }),
      ],
      null,
      {},
      'contract 2',
    ],
    ['a voucher withdrawn', [voucher({ revokedAt: now })], null, {}, 'purchase 900'],
    ['chosen', [ticket(), voucher()], { kind: 'ticket', id: 1 }, {}, 'ticket 1'],
    ['chosen of somebody else', [ticket()], { kind: 'ticket', id: 2 }, {}, 'coverNeeded'],
    ['chosen for another club', [ticket({ clubId: 2 })], { kind: 'ticket', id: 1 }, {}, 'coverNeeded'],
    ['chosen, used up', [ticket({ left: 0 })], { kind: 'ticket', id: 1 }, {}, 'ticketUsed'],
    [
      'chosen, ended by then',
      [ticket({ endsOn: '2026-09-14' })],
      { kind: 'ticket', id: 1 },
      {},
      'ticketExpired 14.09.2026',
    ],
    [
      'chosen, not begun by then',
      [ticket({ startsOn: '2026-09-16' })],
      { kind: 'ticket', id: 1 },
      {},
      'ticketNotYetValid 16.09.2026',
    ],
    [
      'a voucher chosen, ended',
      [voucher({ validUntil: '2026-09-14' })],
      { kind: 'voucher', id: 1 },
      {},
      'voucherExpired',
    ],
    [
      'a contract chosen though a ticket ends first',
      [ticket(), contract('groupTraining')],
      { kind: 'contract', id: 1 },
      {},
      'contract 1',
    ],
    [
      'a contract chosen, not begun by then',
      [contract('groupTraining', '2026-09-20')],
      { kind: 'contract', id: 1 },
      {},
      'contractNotYetValid 20.09.2026',
    ],
    ['a contract chosen, of another kind', [contract('gym')], { kind: 'contract', id: 1 }, {}, 'coverNeeded'],
    ['a voucher chosen, used', [voucher({ uses: 0 })], { kind: 'voucher', id: 1 }, {}, 'voucherAlreadyUsed'],
  ])('%s', (_, passes, choice, parts, expected) => {
    expect(outcome(passes, choice, { ...training, ...parts })).toBe(expected);
  });

  test('whatever one has: what is taken fits, has a visit, and nothing that fits ends before it', () => {
    const date = fc.integer({ min: 10, max: 20 }).map((day) => `2026-09-${day}`);
    const any = fc
      .record({
        id: fc.nat(50),
        left: fc.integer({ min: 0, max: 3 }),
        startsOn: date,
        endsOn: date,
        clubId: fc.constantFrom(1, 2),
      })
      .map(ticket);
    fc.assert(
      fc.property(fc.array(any), (passes) => {
        const fitting = entitlementsFor(training, passes, now);
        const decision = entitlementOf(training, passes, null, now);
        if (decision.kind !== 'cover') {
          expect(fitting).toEqual([]);
          return;
        }
        expect(decision.cover).toEqual(fitting[0]);
        expect(leftAfter(decision.cover)).toBeGreaterThanOrEqual(0);
        expect(decision.cover.endsOn >= training.localDate).toBe(true);
        for (const { endsOn } of fitting) expect(endsOn >= decision.cover.endsOn).toBe(true);
      }),
    );
  });
});

describe('what comes back with a booking that is given back', () => {
  test('pays for another, whether a visit or a use', () => {
    const held = [
      { id: 1, kind: 'use', uses: 1, ofId: null, heldUntil: null, note: '', createdAt: now } as const,
    ];
    const used = { ...voucher({ id: 2 }), movements: held };
    const passes = [ticket({ id: 1, left: 0 }), used];
    expect(outcome(passes)).toBe('purchase 900');
    expect(outcome(withReturned(passes, { kind: 'ticket', id: 1 }))).toBe('ticket 1');
    expect(outcome(withReturned(passes, { kind: 'voucher', id: 2 }))).toBe('voucher 2');
    expect(outcome(withReturned(passes, { kind: 'ticket', id: 2 }))).toBe('purchase 900');
  });

  test('adds one to what is left, and nothing to a ticket without a number', () => {
    const left = (pass: Pass) =>
      entitlementsFor(training, withReturned([pass], { kind: 'ticket', id: 1 }), now)[0]?.left;
    expect(left(ticket({ left: 2 }))).toBe(3);
    expect(left(ticket({ isUnlimited: true }))).toBeNull();
  });
});

test.each([
  ['the last visit', ticket({ left: 1 }), [1], undefined],
  ['one of two visits', ticket({ left: 2 }), [1], 1],
  ['both visits', ticket({ left: 2 }), [1, 1], undefined],
  ['a visit of another ticket', ticket({ left: 1 }), [2], 1],
  ['as many visits as one likes', ticket({ left: 0, isUnlimited: true }), [1, 1], null],
  ['a ticket of a voucher’s number', voucher({ uses: 1 }), [1], 1],
])('beside others who took %s so many are left', (_, pass, ids, left) => {
  const taken = ids.map((id): EntitlementChoice => ({ kind: 'ticket', id }));
  expect(entitlementsFor(training, withTaken([pass], taken), now)[0]?.left).toBe(left);
});

describe('a place of somebody in a line', () => {
  const taken: EntitlementChoice[] = [{ kind: 'ticket', id: 1 }];
  const beside = (passes: Pass[], priceCents: number | null = null) => {
    const { cover, uncovered } = entitlementBeside({ ...training, priceCents }, passes, taken, now);
    return [cover?.id, uncovered?.code];
  };

  test('is covered by what others before them did not take', () => {
    expect(beside([ticket({ left: 1 }), ticket({ id: 2, left: 9 })])).toEqual([2, undefined]);
    expect(beside([ticket({ left: 2 })])).toEqual([1, undefined]);
  });

  test('where that is gone goes on, and is theirs to buy where it is sold', () => {
    expect(beside([ticket({ left: 1 })])).toEqual([undefined, 'coverNeeded']);
    expect(beside([ticket({ left: 1 })], 900)).toEqual([undefined, undefined]);
  });

  test('that is free needs nothing', () => {
    expect(entitlementBeside(training, undefined, taken, now)).toEqual({ cover: null });
  });
});
