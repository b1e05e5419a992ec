import { describe, expect, test } from 'vitest';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import { DebtSettings } from '#shared/contracts/status/domain.ts';
import { cents } from '#shared/kernel/money.ts';
import { noVisits } from '#shared/tickets/ledger/domain.ts';
import type { Pass } from '../entitlements/domain.ts';
import { heldOf } from './domain.ts';

const at = { today: '2026-09-14', now: '2026-09-14T09:00:00Z' };

interface TicketParts {
  endsOn?: string | null;
  left?: number;
  isUnlimited?: boolean;
  clientType?: 'groupTraining' | 'personalTraining';
}

function ticket(id: number, parts: TicketParts = {}): Pass {
  const { endsOn = '2026-09-30', left = 3, isUnlimited = false, clientType = 'groupTraining' } = parts;
  return {
    ...{ kind: 'ticket', clientType, clubId: null },
    ticket: {
      ...{ id, startMode: 'purchase', startsOn: endsOn === null ? null : '2026-09-01', endsOn, isUnlimited },
      ...{
        length: { count: 1, unit: 'month' },
        reservedFrom: null,
        reservedUntil: null,
        balances: { ...noVisits, granted: 5, remaining: left },
      },
    },
  };
}

function voucher(id: number, parts: { uses?: number; revokedAt?: string } = {}): Pass {
  const { uses = 1, revokedAt = null } = parts;
  const facts = { uses, validFrom: '2026-09-01', validUntil: '2026-09-20', revokedAt, clubId: null };
  return { kind: 'voucher', id, clientType: 'gym', clubId: null, voucher: facts, movements: [] };
}

interface ContractParts {
  startsOn?: string;
  endsOn?: string | null;
  counts?: readonly (number | null)[];
  visits?: readonly { benefit: number; date: string }[];
  freezes?: readonly { fromOn: string; untilOn: string }[];
}

function contract(id: number, parts: ContractParts = {}): Pass {
  const { startsOn = '2026-09-01', endsOn = null, counts = [null], visits = [], freezes = [] } = parts;
  return {
    kind: 'contract',
    clock: { today: at.today, timeZone: 'Europe/Tallinn', debt: DebtSettings.parse({}) },
    contract: {
      ...{
        id,
        state: 'live',
        startsOn,
        endsOn,
        noticeAt: null,
        freezes,
        anchorDay: 1,
        periodMonths: 1,
        termMonths: 12,
        visits,
      },
      benefits: counts.map((count) => Benefit.parse({ clientType: 'groupTraining', visits: count })),
      ...{ block: null, debt: { dueOn: null, openCents: cents(0), isCollected: false } },
    },
  };
}

const seen = (passes: readonly Pass[]) =>
  heldOf(passes, at).map(({ kind, id, left, endsOn }) => `${kind} ${id} ${left} ${endsOn}`);

describe('what one has', () => {
  test.each<[string, Pass[], string[]]>([
    ['a ticket', [ticket(1)], ['ticket 1 3 2026-09-30']],
    ['one without a count', [ticket(1, { isUnlimited: true, left: 0 })], ['ticket 1 null 2026-09-30']],
    ['one that begins with its first use', [ticket(1, { endsOn: null })], ['ticket 1 3 null']],
    ['one that is used up', [ticket(1, { left: 0 })], []],
    ['a package', [ticket(1, { clientType: 'personalTraining' })], ['package 1 3 2026-09-30']],
    ['a voucher', [voucher(1)], ['voucher 1 1 2026-09-20']],
    ['a voucher that is used', [voucher(1, { uses: 0 })], []],
    ['a voucher withdrawn', [voucher(1, { revokedAt: at.now })], []],
    ['a contract', [contract(1)], ['contract 1 null null']],
    [
      'a contract that counts, in this period',
      [
        contract(1, {
          counts: [8],
          visits: [
            { benefit: 0, date: '2026-09-10' },
            { benefit: 0, date: '2026-08-31' },
          ],
        }),
      ],
      ['contract 1 7 null'],
    ],
    ['a contract that counts some of it', [contract(1, { counts: [8, null] })], ['contract 1 null null']],
    [
      'a contract still to begin',
      [contract(1, { startsOn: '2026-10-01', counts: [8] })],
      ['contract 1 8 null'],
    ],
    [
      'contracts first, then what ends first',
      [
        ticket(1, { endsOn: null }),
        ticket(2),
        voucher(3),
        contract(4),
        contract(5, { endsOn: '2026-12-31' }),
      ],
      [
        'contract 5 null 2026-12-31',
        'contract 4 null null',
        'voucher 3 1 2026-09-20',
        'ticket 2 3 2026-09-30',
        'ticket 1 3 null',
      ],
    ],
  ])('%s', (_, passes, expected) => {
    expect(seen(passes)).toEqual(expected);
  });

  test.each([
    ['none', [], null],
    ['one that is over', [{ fromOn: '2026-09-01', untilOn: '2026-09-13' }], null],
    ['one that runs to its last day', [{ fromOn: '2026-09-01', untilOn: '2026-09-14' }], true],
    ['one that begins today', [{ fromOn: '2026-09-14', untilOn: '2026-09-20' }], true],
    ['one to come', [{ fromOn: '2026-09-15', untilOn: '2026-09-20' }], false],
  ])('a pause: %s', (_, freezes, isRunning) => {
    const [held] = heldOf([contract(1, { freezes })], at);
    expect(held?.freeze?.isRunning ?? null).toBe(isRunning);
  });
});
