import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withOwner } from '#server/testing/owner.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { balancesOf, type EntryKind, isSound } from '#shared/tickets/ledger/domain.ts';
import { insertEntry, listEntries, type NewEntry } from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;

interface Written {
  readonly id: number;
  readonly kind: EntryKind;
  readonly visits: number;
  readonly settlesId: number | null;
}

async function withLedger(visits = 5) {
  const home = await centre();
  const productId = await addProduct(running, home, { visits });
  const { id: ticketId } = await fulfil(running, home, { productId });
  const ctx = () => contextOf(running, home);
  const add = (entry: Omit<NewEntry, 'ticketId' | 'now'>) =>
    ctx()
      .write(async (transaction) => {
        const [[row]] = await transaction.load(insertEntry({ ...entry, ticketId, now: clock.now() }));
        return transaction.save(row?.id ?? 0, []);
      })
      .catch((error: { constraint?: string }) => error.constraint ?? String(error));
  return { home, ticketId, ctx, add };
}

const sums = async (home: Centre, ticketId: number) => {
  const [row] = await ask<Record<'granted' | 'remaining' | 'reserved' | 'used', number>>(
    `select coalesce(sum(visits) filter (where kind in ('GRANT', 'ADJUST')), 0)::integer as granted,
       sum(remaining_change)::integer as remaining, sum(reserved_change)::integer as reserved,
       sum(used_change)::integer as used
     from ticket_entries where tenant_id = $1 and ticket_id = $2`,
    home.id,
    ticketId,
  );
  if (!row) throw new Error('no sums');
  return row;
};

describe('the database refuses', () => {
  test('more than is left, a reservation that ends twice, is none, or ends by halves, and any change', async () => {
    const { home, ticketId, add } = await withLedger(2);
    const reservation = await add({ kind: 'RESERVE', visits: 1 });
    const visit = await add({ kind: 'CONSUME', visits: 1 });
    expect([typeof reservation, typeof visit]).toEqual(['number', 'number']);
    for (const kind of ['RESERVE', 'CONSUME', 'EXPIRE'] as const) {
      expect(await add({ kind, visits: 1 })).toBe('ticket_entries_remaining');
    }
    expect(await add({ kind: 'ADJUST', visits: -1, reason: 'x', accountId: 1 })).toBe(
      'ticket_entries_remaining',
    );
    expect(await add({ kind: 'RELEASE', visits: 1, settlesId: Number(visit) })).toBe(
      'ticket_entries_settled',
    );
    expect(await add({ kind: 'RELEASE', visits: 2, settlesId: Number(reservation) })).toBe(
      'ticket_entries_settled',
    );
    expect(await add({ kind: 'FORFEIT', visits: 1 })).toBe('ticket_entries_ending');
    expect(await add({ kind: 'ADJUST', visits: 1 })).toBe('ticket_entries_reasoned');
    expect(typeof (await add({ kind: 'CONSUME', visits: 1, settlesId: Number(reservation) }))).toBe('number');
    expect(await add({ kind: 'RELEASE', visits: 1, settlesId: Number(reservation) })).toBe(
      'ticket_entries_tenant_id_settles_id_key',
    );
    const change = (text: string) =>
      ask(text, ticketId).catch((error: { constraint?: string }) => error.constraint);
    expect(await change('update ticket_entries set visits = 9 where ticket_id = $1')).toBe(
      'ticket_entries_kept',
    );
    expect(await change('delete from ticket_entries where ticket_id = $1')).toBe('ticket_entries_kept');
    expect(await sums(home, ticketId)).toEqual({ granted: 2, remaining: 0, reserved: 0, used: 2 });
  });

  test('and without its guard the fault appears: the last visit is spent twice', async () => {
    const { home, ticketId, add } = await withLedger(1);
    const spend = () => Promise.all(Array.from({ length: 8 }, () => add({ kind: 'CONSUME', visits: 1 })));
    const held = await spend();
    expect(held.filter((answer) => typeof answer === 'number')).toHaveLength(1);
    expect(new Set(held.filter((answer) => typeof answer !== 'number'))).toEqual(
      new Set(['ticket_entries_remaining']),
    );
    const guard = (state: 'enable' | 'disable') =>
      withOwner(running.databaseUrl, (owner) =>
        owner.query(`alter table ticket_entries ${state} trigger keep_ticket_entries`),
      );
    await guard('disable');
    await spend();
    await guard('enable');
    expect((await sums(home, ticketId)).remaining).toBe(-8);
  });
});

test('random orders in parallel: at every moment 0 ≤ remaining ≤ granted, and the list makes the sums', {
  timeout: 60_000,
}, async () => {
  const step = fc.record({
    kind: fc.constantFrom<EntryKind>('RESERVE', 'CONSUME', 'RELEASE', 'FORFEIT', 'EXPIRE', 'ADJUST'),
    visits: fc.integer({ min: 1, max: 3 }),
    isDown: fc.boolean(),
    which: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 36 }), async (steps) => {
      const { home, ticketId, ctx, add } = await withLedger(4);
      const reserved: number[] = [];
      const lanes = [0, 1, 2, 3].map(async (lane) => {
        for (const { kind, visits, isDown, which } of steps.filter((_, index) => index % 4 === lane)) {
          const settling = kind === 'RELEASE' || kind === 'FORFEIT' || (kind === 'CONSUME' && isDown);
          const settlesId = settling ? reserved[which % Math.max(1, reserved.length)] : undefined;
          if (settling && settlesId === undefined) continue;
          const answer = await add({
            kind,
            // Reservations of one visit each, as bookings make them.
            visits: settling || kind === 'RESERVE' ? 1 : kind === 'ADJUST' && isDown ? -visits : visits,
            ...(settlesId !== undefined && { settlesId }),
            ...(kind === 'ADJUST' && { reason: 'counted again', accountId: 1 }),
          });
          if (kind === 'RESERVE' && typeof answer === 'number') reserved.push(answer);
        }
      });
      await Promise.all(lanes);
      const written = await ask<Written>(
        `select id, kind, visits, settles_id as "settlesId" from ticket_entries
           where tenant_id = $1 and ticket_id = $2 order by id`,
        home.id,
        ticketId,
      );
      const [entries] = await ctx().read(listEntries({ ticketId }));
      const balances = balancesOf(entries);
      expect(isSound(balances)).toBe(true);
      expect(await sums(home, ticketId)).toEqual(balances);
      const settled = written.flatMap(({ settlesId }) => settlesId ?? []);
      expect(new Set(settled).size).toBe(settled.length);
    }),
    { numRuns: 12 },
  );
});
