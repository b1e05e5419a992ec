import { describe, expect, test } from 'vitest';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { Centre } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf, voucherProduct } from '#server/testing/vouchers.ts';
import { getCard, takeFromCard } from '#shared/entry/desk/contract.ts';
import type { AppError } from '#shared/kernel/errors.ts';
import * as commands from './commands.ts';

const testServer = withServer();
const { centre, call, ask, clock } = testServer;

/** One transaction of another noun around a command of this one. */
async function act<T extends { queries: readonly Query[] }>(
  home: Centre,
  work: (ctx: Ctx, load: WriteTransaction['load']) => Promise<T>,
): Promise<T> {
  const ctx = contextOf(testServer, home);
  return await ctx.write(async (transaction) => {
    const done = await work(ctx, transaction.load);
    return transaction.save(done, done.queries);
  });
}
const only = async (queries: Promise<readonly Query[]>) => ({ queries: await queries });

async function furnished(parts: Partial<Parameters<typeof voucherOf>[2]> = {}) {
  const home = await centre();
  const clientId = await home.client();
  const { id: voucherId } = await voucherOf(testServer, home, { clientId, uses: 1, ...parts });
  const request = { voucherId, clientId, note: 'Reformer pilates' };
  const left = async () => {
    const ctx = contextOf(testServer, home);
    return (await commands.getOwn(ctx, clientId, voucherId)).usesLeft;
  };
  return { home, voucherId, clientId, request, left };
}

const kinds = async (voucherId: number) =>
  (
    await ask<{ kind: string; uses: number }>(
      'select kind, uses from voucher_movements where voucher_id = $1 order by id',
      voucherId,
    )
  ).map(({ kind, uses }) => `${kind} ${uses}`);

describe('a use held for a payment', () => {
  test('is nobody else’s for 15 minutes, once more while the bank is open, and used when paid', async () => {
    const { home, request, left, voucherId } = await furnished();
    const { movementId } = await act(home, (ctx, load) => commands.holdUse(ctx, load, request));
    expect(await left()).toBe(0);
    await expect(act(home, (ctx, load) => commands.takeUse(ctx, load, request))).rejects.toThrow(
      'voucherAlreadyUsed',
    );
    clock.advance({ minutes: 14 });
    await act(home, (ctx, load) => only(commands.keepUse(ctx, load, movementId)));
    clock.advance({ minutes: 14 });
    await act(home, (ctx, load) => only(commands.keepUse(ctx, load, movementId)));
    await act(home, (ctx, load) => commands.finishUse(ctx, load, movementId));
    const again = await act(home, (ctx, load) => commands.finishUse(ctx, load, movementId));
    expect([again.outcome, again.queries]).toEqual(['used', []]);
    clock.advance({ minutes: 60 });
    expect(await left()).toBe(0);
    expect(await kinds(voucherId)).toEqual(['hold 1', 'extend 0', 'use 0']);
  });

  test('comes back by itself: whoever looks sees it, whoever takes it writes so, the sweep tidies', async () => {
    const { home, request, left, voucherId } = await furnished();
    await act(home, (ctx, load) => commands.holdUse(ctx, load, request));
    clock.advance({ minutes: 15 });
    expect(await left()).toBe(1);
    await act(home, (ctx, load) => commands.holdUse(ctx, load, request));
    expect(await kinds(voucherId)).toEqual(['hold 1', 'hold 1', 'release -1']);
    clock.advance({ minutes: 15 });
    const ctx = contextOf(testServer, home);
    await commands.releaseOverdue(ctx);
    await commands.releaseOverdue(ctx);
    expect(await kinds(voucherId)).toEqual(['hold 1', 'hold 1', 'release -1', 'release -1']);
    expect(await left()).toBe(1);
  });

  test('of a voucher that ends meanwhile stays good until the hold ends', async () => {
    const { home, request, left } = await furnished({ validUntil: '2026-09-14' });
    clock.set('2026-09-14T20:59:00Z');
    const { movementId } = await act(home, (ctx, load) => commands.holdUse(ctx, load, request));
    clock.set('2026-09-14T21:05:00Z');
    expect((await act(home, (ctx, load) => commands.finishUse(ctx, load, movementId))).outcome).toBe('used');
    expect(await left()).toBe(0);
  });

  test('paid too late is taken again while one is left, else it is lost', async () => {
    const { home, request, left } = await furnished();
    const first = await act(home, (ctx, load) => commands.holdUse(ctx, load, request));
    clock.advance({ minutes: 20 });
    const second = await act(home, (ctx, load) => commands.holdUse(ctx, load, request));
    expect((await act(home, (ctx, load) => commands.finishUse(ctx, load, first.movementId))).outcome).toBe(
      'lost',
    );
    clock.advance({ minutes: 20 });
    const late = await act(home, (ctx, load) => commands.finishUse(ctx, load, second.movementId));
    expect([late.outcome, await left()]).toEqual(['used', 0]);
  });

  test('is given back once, held or used', async () => {
    const { home, request, left, voucherId } = await furnished({ uses: 2 });
    const held = await act(home, (ctx, load) => commands.holdUse(ctx, load, request));
    await act(home, (ctx, load) => commands.finishUse(ctx, load, held.movementId));
    const used = await act(home, (ctx, load) => commands.takeUse(ctx, load, request));
    expect(await left()).toBe(0);
    for (const { movementId } of [held, used, held, used]) {
      await act(home, (ctx, load) => only(commands.giveBackUse(ctx, load, movementId)));
    }
    expect(await left()).toBe(2);
    expect(await kinds(voucherId)).toEqual(['hold 1', 'use 0', 'use 1', 'release -1', 'release -1']);
  });

  test.each([
    ['voucherNotYetValid', { validFrom: '2026-09-15' }, {}],
    ['voucherExpired', { validUntil: '2026-09-13' }, {}],
    ['voucherNotFound', {}, { clientId: 1_999_999_999 }],
    ['voucherNotFound', {}, { voucherId: 1_999_999_999 }],
  ] as const)('is refused: %s', async (code, parts, other) => {
    const { home, request } = await furnished(parts);
    await expect(
      act(home, (ctx, load) => commands.holdUse(ctx, load, { ...request, ...other })),
    ).rejects.toThrow(code);
  });

  test('is refused in another club, and when the centre has withdrawn the voucher', async () => {
    const { home, clientId } = await furnished();
    const { id: voucherId } = await voucherOf(testServer, home, { clientId, clubId: home.clubId });
    const take = (clubId: number) =>
      act(home, (ctx, load) =>
        commands.takeUse(ctx, load, { voucherId, clientId: null, clubId, note: 'desk' }),
      );
    await expect(take(home.clubId + 1)).rejects.toThrow('voucherNotForClub');
    await take(home.clubId);
    await ask('update vouchers set revoked_at = now() where id = $1', voucherId);
    await expect(take(home.clubId)).rejects.toThrow('voucherRevoked');
  });

  test('the app cannot rewrite the ledger', async () => {
    const { home, request } = await furnished();
    await act(home, (ctx, load) => commands.takeUse(ctx, load, request));
    const rewrite = (text: string) => act(home, async () => ({ queries: [{ text, values: [] }] }));
    await expect(rewrite('update voucher_movements set uses = 2')).rejects.toThrow('permission denied');
    await expect(rewrite('delete from voucher_movements')).rejects.toThrow('permission denied');
  });
});

describe('a bought voucher', () => {
  async function bought(visits: number | undefined, kind = 'voucher', known?: Centre) {
    const home = known ?? (await centre());
    const clientId = await home.client();
    const productId = await voucherProduct(testServer, home, {
      kind,
      isShareable: true,
      ...(visits === undefined ? {} : { visits }),
    });
    const holder = { clientId, firstName: 'Mari', lastName: 'Mets', email: 'Mari@test.test', phone: '' };
    const [invoice] = await ask<{ id: number }>(
      `insert into invoices (tenant_id, kind, state, salt, token_hash, payer, language, total_cents, created_at)
        values ($1, 'invoice', 'draft', 'x', gen_random_uuid()::text::bytea, '{}', 'et', 2500, now()) returning id`,
      home.id,
    );
    const invoiceId = invoice?.id ?? 0;
    await ask(
      `insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents, net_cents,
        vat_cents, vat_kind, vat_rate, supply_on)
       select $1, $2, position, 'Voucher', 1, 1250, 1250, 1250, 0, 'zero', 0, '2026-09-14' from unnest('{1,2}'::integer[]) as position`,
      home.id,
      invoiceId,
    );
    const { tokens, originOf } = testServer.server.app.ports;
    const fulfil = commands.fulfilVoucher({ tokens, originOf });
    const item = { kind: 'voucher', productId, clubId: home.clubId, holder } as const;
    return {
      home,
      clientId,
      give: (position = 1) => act(home, (ctx, load) => fulfil(ctx, item, { invoiceId, position, load })),
    };
  }

  test('has the uses and the time of its product, and is mailed to its holder', async () => {
    const { home, clientId, give } = await bought(5);
    const { events } = await give();
    expect(events).toMatchObject([{ topic: 'mail', to: 'mari@test.test' }]);
    const ctx = contextOf(testServer, home);
    const [own] = await commands.listOwn(ctx, clientId);
    expect(own).toMatchObject({ usesLeft: 5, state: 'active', name: 'Vesivõimlemine' });
    expect(own?.voucher).toMatchObject({
      validFrom: '2026-09-14',
      validUntil: '2026-10-13',
      isShareable: true,
      clubId: home.clubId,
      holderEmail: 'mari@test.test',
    });
  });

  test('is handed over once, also when asked at the same moment', async () => {
    const { home, give } = await bought(5);
    const ends = await Promise.allSettled([give(), give(), give(), give()]);
    for (const end of ends) {
      if (end.status === 'rejected') expect(end.reason.constraint).toBe('vouchers_one_a_line');
    }
    expect((await give()).events).toEqual([]);
    expect(await ask('select id from vouchers where tenant_id = $1', home.id)).toHaveLength(1);
  });

  test('is there for each invoice, whatever others of its centre were sold', async () => {
    const { home, give } = await bought(5);
    await give();
    const other = await bought(3, 'voucher', home);
    await other.give();
    const uses = await ask('select uses from vouchers where tenant_id = $1 order by id', home.id);
    expect(uses).toEqual([{ uses: 5 }, { uses: 3 }]);
  });

  test('is there for each line of an invoice', async () => {
    const { home, give } = await bought(5);
    for (const position of [1, 2, 1, 2]) await give(position);
    const rows = await ask('select position from vouchers where tenant_id = $1 order by id', home.id);
    expect(rows).toEqual([{ position: 1 }, { position: 2 }]);
  });

  test('must be a voucher', async () => {
    const { give } = await bought(5, 'ticket');
    const refused = await give().catch((error: AppError) => error.code);
    expect(refused).toBe('voucherNotFound');
  });
});

test('of who is not blocked a voucher is taken at the desk, whoever else is', async () => {
  const home = await centre();
  const [admin, owner] = [await home.account({ role: 'admin' }), await home.account()];
  const { code } = await voucherOf(testServer, home, { clientId: owner.clientId });
  await ask('update clients set is_blocked = true where id = $1 returning 1', await home.client());
  const { body } = await call(getCard, { params: { cardCode: code } }, { actor: admin });
  expect(body.refusal).toBeNull();
  const taking = { params: { cardCode: code }, body: { reason: 'At the desk', version: body.version } };
  expect((await call(takeFromCard, taking, { actor: admin })).status).toBe(200);
});
