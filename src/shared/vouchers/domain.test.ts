import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import {
  decideClaim,
  decideFinish,
  decideKeeping,
  decideRestoring,
  decideRevoking,
  decideSharing,
  decideTaking,
  entriesOf,
  grantedOf,
  type Movement,
  openHolds,
  overdueHolds,
  takenBy,
  usesLeftOf,
  type VoucherFacts,
  voucherStateOf,
} from './domain.ts';

const timeZone = 'Europe/Tallinn';
const now = '2026-09-14T09:00:00.000Z';
const at = { now, timeZone };
const voucher: VoucherFacts = {
  uses: 3,
  validFrom: '2026-09-01',
  validUntil: '2026-09-14',
  revokedAt: null,
  clubId: null,
};

let count = 0;
function movement(kind: Movement['kind'], uses: number, parts: Partial<Movement> = {}): Movement {
  count += 1;
  return { id: count, kind, uses, ofId: null, heldUntil: null, note: '', createdAt: now, ...parts };
}
const hold = (heldUntil: string) => movement('hold', 1, { heldUntil });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'nothing';
}

describe('where a voucher stands', () => {
  // shows: voucher-states
  test.each([
    ['active on its first day', {}, 3, '2026-08-31T21:00:00Z', 'active'],
    ['not yet valid a moment before', {}, 3, '2026-08-31T20:59:59Z', 'notYetValid'],
    ['active until its last local day ends', {}, 3, '2026-09-14T20:59:59Z', 'active'],
    ['expired a moment later', {}, 3, '2026-09-14T21:00:00Z', 'expired'],
    ['used, though it has ended too', {}, 0, '2026-09-20T09:00:00Z', 'used'],
    ['used, though it has not begun', {}, 0, '2026-08-01T09:00:00Z', 'used'],
    ['revoked, whatever else', { revokedAt: now }, 0, '2026-09-20T09:00:00Z', 'revoked'],
  ] as const)('a voucher is %s', (_, parts, left, when, state) => {
    expect(voucherStateOf({ ...voucher, ...parts }, left, when, timeZone)).toBe(state);
  });

  test('on the day the clock is put back, its last day has 25 hours', () => {
    const autumn = { ...voucher, validUntil: '2026-10-25' };
    expect(voucherStateOf(autumn, 1, '2026-10-25T21:59:59Z', timeZone)).toBe('active');
    expect(voucherStateOf(autumn, 1, '2026-10-25T22:00:00Z', timeZone)).toBe('expired');
  });
});

describe('holds', () => {
  test('count as taken until they are over, extended ones longer', () => {
    const first = hold('2026-09-14T09:15:00.000Z');
    const extension = movement('extend', 0, { ofId: first.id, heldUntil: '2026-09-14T09:30:00.000Z' });
    expect(usesLeftOf(3, [first], now)).toBe(2);
    expect(usesLeftOf(3, [first], '2026-09-14T09:15:00.000Z')).toBe(3);
    expect(usesLeftOf(3, [first, extension], '2026-09-14T09:15:00.000Z')).toBe(2);
    expect(usesLeftOf(3, [first, extension], '2026-09-14T09:30:00.000Z')).toBe(3);
    expect(openHolds([first, extension])).toEqual([
      { id: first.id, uses: 1, heldUntil: '2026-09-14T09:30:00.000Z', isExtended: true },
    ]);
  });

  test('what ended is neither open nor overdue', () => {
    const first = hold('2026-09-14T08:00:00.000Z');
    expect(overdueHolds([first], now)).toHaveLength(1);
    expect(overdueHolds([first, movement('release', -1, { ofId: first.id })], now)).toEqual([]);
    expect(openHolds([first, movement('use', 0, { ofId: first.id })])).toEqual([]);
  });

  test('a payment that came through uses what was held, once, and asks anew for what was given back', () => {
    const held = hold('2026-09-14T09:15:00.000Z');
    expect(decideFinish([held], held.id, now)).toBe('use');
    expect(decideFinish([held], held.id, '2026-09-14T09:15:00.000Z')).toBe('again');
    expect(decideFinish([held, movement('use', 0, { ofId: held.id })], held.id, now)).toBe('taken');
    expect(decideFinish([held, movement('release', -1, { ofId: held.id })], held.id, now)).toBe('again');
  });
});

test('what took a use gives it back once, wherever that use stands by now', () => {
  const held = hold('2026-09-14T09:15:00.000Z');
  const used = movement('use', 0, { ofId: held.id });
  const back = movement('release', -1, { ofId: used.id });
  expect(takenBy([held], held.id)).toEqual({ id: held.id, uses: 1 });
  expect(takenBy([held, used], held.id)).toEqual({ id: used.id, uses: 1 });
  expect(takenBy([held, used, back], held.id)).toBeNull();
  expect(takenBy([held, movement('release', -1, { ofId: held.id })], held.id)).toBeNull();
});

describe('refusals', () => {
  const spent = [movement('use', 3)];
  test.each([
    ['nothing', {}, [], null],
    ['voucherAlreadyUsed', {}, spent, null],
    ['voucherExpired', { validUntil: '2026-09-13' }, [], null],
    ['voucherNotYetValid', { validFrom: '2026-09-15', validUntil: '2026-09-30' }, [], null],
    ['voucherRevoked', { revokedAt: now }, [], null],
    ['voucherNotForClub', { clubId: 1 }, [], 2],
    ['nothing', { clubId: 1 }, [], 1],
    ['nothing', { clubId: 1 }, [], null],
    ['nothing', {}, [], 2],
  ] as const)('%s when taking a use', (code, parts, movements, clubId) => {
    expect(codeOf(() => decideTaking({ ...voucher, ...parts }, movements, { ...at, clubId }))).toBe(code);
  });

  test.each([
    ['nothing', {}, []],
    ['nothing', { validFrom: '2026-09-15', validUntil: '2026-09-30' }, []],
    ['voucherKept', { clientId: 8 }, []],
    ['voucherKept', { clientId: 8, revokedAt: now }, []],
    ['voucherAlreadyUsed', {}, spent],
    ['voucherExpired', { validUntil: '2026-09-13' }, []],
    ['voucherRevoked', { revokedAt: now }, []],
  ] as const)('%s when it is taken into an account: %j', (code, parts, movements) => {
    const own = { ...voucher, clientId: null, ...parts };
    expect(codeOf(() => decideKeeping(own, movements, { ...at, clientId: 7 }))).toBe(code);
    // Whoever has it already has it, whatever became of it.
    expect(decideKeeping({ ...own, clientId: 7 }, movements, { ...at, clientId: 7 })).toBe(false);
  });

  test('it is withdrawn once, and given back once', () => {
    expect(codeOf(() => decideRevoking(voucher))).toBe('nothing');
    expect(codeOf(() => decideRevoking({ revokedAt: now }))).toBe('voucherRevoked');
    expect(codeOf(() => decideRestoring({ revokedAt: now }))).toBe('nothing');
    expect(codeOf(() => decideRestoring(voucher))).toBe('voucherNotRevoked');
  });

  test.each([
    ['nothing', {}, [], 0],
    ['nothing', { validFrom: '2026-09-15', validUntil: '2026-09-30' }, [], 0],
    ['voucherNotShareable', { isShareable: false, uses: 0 }, [], 0],
    ['voucherAlreadyUsed', {}, spent, 0],
    ['voucherLinksFull', {}, [], 2],
  ] as const)('%s when sharing', (code, parts, movements, openLinks) => {
    const shared = { ...voucher, isShareable: true, ...parts };
    expect(codeOf(() => decideSharing(shared, movements, { ...at, openLinks, openLinksMax: 2 }))).toBe(code);
  });

  const open = { claimedAt: null, takenBackAt: null, claimedEmail: null };
  const claimed = { ...open, claimedAt: now, claimedEmail: 'kai@test.test' };
  test.each([
    ['nothing', open, {}],
    ['nothing', claimed, { validUntil: '2026-09-13' }],
    ['voucherAlreadyUsed', { ...claimed, claimedEmail: 'mari@test.test' }, {}],
    ['voucherNotFound', { ...open, takenBackAt: now }, {}],
    ['voucherExpired', open, { validUntil: '2026-09-13' }],
    ['voucherRevoked', open, { revokedAt: now }],
  ] as const)('%s when claiming', (code, link, parts) => {
    expect(codeOf(() => decideClaim(link, { ...voucher, ...parts }, 'kai@test.test', at))).toBe(code);
  });

  test('the same address again repeats, the first one claims', () => {
    expect(decideClaim(open, voucher, 'kai@test.test', at)).toBe('claim');
    expect(decideClaim(claimed, voucher, 'kai@test.test', at)).toBe('repeat');
  });
});

describe('the ledger behind the number', () => {
  test('leaves out what was held and given back, and tells a held use once', () => {
    const bought = { uses: 5, createdAt: '2026-09-01T09:00:00.000Z' };
    const paid = hold('2026-09-10T09:15:00.000Z');
    const dropped = hold('2026-09-11T09:15:00.000Z');
    const over = hold('2026-09-12T09:15:00.000Z');
    const running = hold('2026-09-14T09:15:00.000Z');
    const link = movement('link', 1);
    const spent = movement('use', 1, { note: 'Strength circuit' });
    const movements = [
      paid,
      movement('extend', 0, { ofId: paid.id, heldUntil: '2026-09-10T09:30:00.000Z' }),
      movement('use', 0, { ofId: paid.id, note: 'Reformer pilates' }),
      dropped,
      movement('release', -1, { ofId: dropped.id }),
      over,
      link,
      movement('takeBack', -1, { ofId: link.id }),
      spent,
      movement('release', -1, { ofId: spent.id }),
      running,
    ];
    const entries = entriesOf(bought, movements, now);
    expect(entries.map(({ kind, change, left, note }) => [kind, change, left, note])).toEqual([
      ['granted', 5, 5, ''],
      ['used', -1, 4, 'Reformer pilates'],
      ['shared', -1, 3, ''],
      ['takenBack', 1, 4, ''],
      ['used', -1, 3, 'Strength circuit'],
      ['givenBack', 1, 4, ''],
      ['held', -1, 3, ''],
    ]);
    expect(entries.at(-1)?.heldUntil).toBe(running.heldUntil);
    expect(usesLeftOf(5, movements, now)).toBe(3);
  });

  test('withdrawing it and giving it back are entries that take nothing', () => {
    const movements = [
      movement('use', 1),
      movement('revoke', 0, { note: 'Given twice' }),
      movement('restore', 0, { note: 'It was once' }),
    ];
    const entries = entriesOf({ uses: 2, createdAt: now }, movements, now);
    expect(entries.slice(1).map(({ kind, change, left, note }) => [kind, change, left, note])).toEqual([
      ['used', -1, 1, ''],
      ['revoked', 0, 1, 'Given twice'],
      ['restored', 0, 1, 'It was once'],
    ]);
    expect([usesLeftOf(2, movements, now), grantedOf(2, movements)]).toEqual([1, 2]);
  });

  test('whatever happens in whatever order, uses left stay between none and all, and the last entry tells them', () => {
    const steps = fc.array(
      fc.record({
        action: fc.constantFrom('use', 'hold', 'link', 'finish', 'release', 'takeBack', 'extend', 'giveBack'),
        pick: fc.nat(),
        minutes: fc.integer({ min: 0, max: 12 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), steps, (uses, wanted) => {
        const granted = { ...voucher, uses, validUntil: '2026-12-31' };
        const movements: Movement[] = [];
        let clock = Temporal.Instant.from(now);
        for (const { action, pick, minutes } of wanted) {
          clock = clock.add({ minutes });
          const instant = clock.toString({ smallestUnit: 'millisecond' });
          const until = clock.add({ minutes: 15 }).toString({ smallestUnit: 'millisecond' });
          // As the commands do: what is over is given back first.
          for (const { id } of overdueHolds(movements, instant)) {
            movements.push(movement('release', -1, { ofId: id }));
          }
          const holds = openHolds(movements);
          const chosen = holds[pick % Math.max(1, holds.length)];
          const links = movements.filter(
            ({ id, kind }) => kind === 'link' && !movements.some(({ ofId }) => ofId === id),
          );
          const link = links[pick % Math.max(1, links.length)];
          const isAllowed =
            codeOf(() => decideTaking(granted, movements, { now: instant, timeZone, clubId: null })) ===
            'nothing';
          if (action === 'use' && isAllowed) movements.push(movement('use', 1));
          if (action === 'hold' && isAllowed) movements.push(movement('hold', 1, { heldUntil: until }));
          if (action === 'link' && isAllowed) movements.push(movement('link', 1));
          if (action === 'finish' && chosen) movements.push(movement('use', 0, { ofId: chosen.id }));
          const back = takenBy(movements, movements[pick % Math.max(1, movements.length)]?.id ?? 0);
          const isLink = movements.some(({ id, kind }) => id === back?.id && kind === 'link');
          if (action === 'giveBack' && back && !isLink) {
            movements.push(movement('release', -back.uses, { ofId: back.id }));
          }
          if (action === 'release' && chosen) movements.push(movement('release', -1, { ofId: chosen.id }));
          if (action === 'extend' && chosen && !chosen.isExtended) {
            movements.push(movement('extend', 0, { ofId: chosen.id, heldUntil: until }));
          }
          if (action === 'takeBack' && link) movements.push(movement('takeBack', -1, { ofId: link.id }));
          const left = usesLeftOf(uses, movements, instant);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left).toBeLessThanOrEqual(uses);
          const entries = entriesOf({ uses, createdAt: now }, movements, instant);
          expect(entries.at(-1)?.left).toBe(left);
        }
      }),
    );
  });
});
