import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import {
  claimVoucher,
  getPublicVoucher,
  getVoucher,
  listVouchers,
  restoreVoucher,
  revokeVoucher,
  shareVoucher,
} from '#shared/vouchers/contract.ts';
import { finishUse, giveBackUse, holdUse, takeUse } from '../commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const reason = 'Given by mistake';

async function scene(uses = 3) {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const owner = await home.account();
  const voucher = await voucherOf(running, home, { clientId: owner.clientId, uses, isShareable: true });
  return { home, admin, owner, voucher };
}

const revoke = (actor: TestAccount, id: number, why = reason) =>
  call(revokeVoucher, { params: { id }, body: { reason: why } }, { actor });
const restore = (actor: TestAccount, id: number, why = 'It was none') =>
  call(restoreVoucher, { params: { id }, body: { reason: why } }, { actor });

/** Takes a use as a booking or the desk would. */
async function withUse(home: Awaited<ReturnType<typeof centre>>, voucherId: number, kind: 'hold' | 'use') {
  const ctx = contextOf(running, home);
  const take = kind === 'hold' ? holdUse : takeUse;
  const movementId = await ctx.write(async (transaction) => {
    const taken = await take(ctx, transaction.load, { voucherId, clientId: null, note: 'Pool' });
    return transaction.save(taken.movementId, taken.queries);
  });
  return { ctx, movementId };
}

describe('withdrawing a voucher', () => {
  test('its holder sees that and why, nothing is taken of it any more, and the trail says who did it', async () => {
    const { home, admin, owner, voucher } = await scene();
    await withUse(home, voucher.id, 'use');
    expect((await revoke(admin, voucher.id)).body).toEqual({ state: 'revoked' });
    const [own] = (await call(listVouchers, {}, { actor: owner })).body;
    expect(own).toMatchObject({ state: 'revoked', uses: 3, usesLeft: 2 });
    const { body } = await call(getVoucher, { query: { id: voucher.id } }, { actor: owner });
    expect(body.entries.map(({ kind, change, left, note }) => [kind, change, left, note])).toEqual([
      ['granted', 3, 3, ''],
      ['used', -1, 2, 'Pool'],
      ['revoked', 0, 2, reason],
    ]);
    const query = { token: voucher.token };
    expect((await call(getPublicVoucher, { query }, { host: home.host })).body.state).toBe('revoked');
    const shared = await call(shareVoucher, { body: { voucherId: voucher.id } }, { actor: owner });
    expect(shared.error).toBe('voucherRevoked');
    await expect(withUse(home, voucher.id, 'use')).rejects.toMatchObject({ code: 'voucherRevoked' });
    const trail = await ask(
      `select a.email, t.noun, t.noun_id as "nounId", t.before, t.after from audit_trail t
        join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id where t.tenant_id = $1`,
      home.id,
    );
    expect(trail).toEqual([
      {
        email: admin.email,
        noun: 'vouchers',
        nounId: voucher.id,
        before: { isRevoked: false },
        after: { isRevoked: true, reason },
      },
    ]);
  });

  test('is done once, however often and at once it is pressed', async () => {
    const { admin, voucher } = await scene();
    const answers = await Promise.all(Array.from({ length: 5 }, () => revoke(admin, voucher.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, error }) => status === 409 && error === 'voucherRevoked')).toHaveLength(
      4,
    );
    const lines = "select 1 from voucher_movements where voucher_id = $1 and kind = 'revoke'";
    expect(await ask(lines, voucher.id)).toHaveLength(1);
  });

  test('a payment under way goes through, and what was booked with it can still be given back', async () => {
    const { home, admin, voucher } = await scene();
    const { ctx, movementId } = await withUse(home, voucher.id, 'hold');
    await revoke(admin, voucher.id);
    const outcome = await ctx.write(async (transaction) => {
      const { outcome, queries } = await finishUse(ctx, transaction.load, movementId);
      return transaction.save(outcome, queries);
    });
    expect(outcome).toBe('used');
    await ctx.write(async (transaction) =>
      transaction.save(undefined, await giveBackUse(ctx, transaction.load, movementId)),
    );
    const sum = 'select sum(uses)::integer as taken from voucher_movements where voucher_id = $1';
    expect(await ask(sum, voucher.id)).toEqual([{ taken: 0 }]);
  });

  test('a link on its way opens nothing; a use that somebody has claimed is theirs', async () => {
    const { home, admin, owner, voucher } = await scene();
    const link = async () => {
      const { body } = await call(shareVoucher, { body: { voucherId: voucher.id } }, { actor: owner });
      return new URL(body.address).searchParams.get('token') ?? '';
    };
    const claim = (token: string) =>
      call(claimVoucher, { body: { token, name: 'Kai Kask', email: 'kai@test.test' } }, { host: home.host });
    const [claimed, open] = [await link(), await link()];
    const { voucherToken } = (await claim(claimed)).body;
    await revoke(admin, voucher.id);
    expect((await claim(open)).error).toBe('voucherRevoked');
    const query = { token: voucherToken ?? '' };
    expect((await call(getPublicVoucher, { query }, { host: home.host })).body.state).toBe('active');
  });

  test('given back it is as it was, and can be withdrawn again', async () => {
    const { home, admin, owner, voucher } = await scene();
    expect((await restore(admin, voucher.id)).error).toBe('voucherNotRevoked');
    await revoke(admin, voucher.id);
    expect((await restore(admin, voucher.id)).body).toEqual({ state: 'active' });
    expect((await restore(admin, voucher.id)).error).toBe('voucherNotRevoked');
    await withUse(home, voucher.id, 'use');
    expect((await revoke(admin, voucher.id, 'Once more')).body).toEqual({ state: 'revoked' });
    const { body } = await call(getVoucher, { query: { id: voucher.id } }, { actor: owner });
    expect(body.entries.map(({ kind, note }) => [kind, note])).toEqual([
      ['granted', ''],
      ['revoked', reason],
      ['restored', 'It was none'],
      ['used', 'Pool'],
      ['revoked', 'Once more'],
    ]);
  });

  test('needs a reason and an administrator of this centre', async () => {
    const { home, admin, owner, voucher } = await scene();
    expect((await revoke(admin, voucher.id, '  ')).error).toBe('dataValidationFailed');
    const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
    for (const actor of [owner, trainer])
      expect((await revoke(actor, voucher.id)).error).toBe('actionNotAllowed');
    const { admin: foreigner } = await scene();
    expect((await revoke(foreigner, voucher.id)).error).toBe('voucherNotFound');
    expect((await restore(foreigner, voucher.id)).error).toBe('voucherNotFound');
    const [own] = (await call(listVouchers, {}, { actor: owner })).body;
    expect(own?.state).toBe('active');
  });

  test('the database keeps no line of it that takes a use or says nothing', async () => {
    const { home, voucher } = await scene();
    const past = `insert into voucher_movements (tenant_id, voucher_id, kind, uses, note, created_at)
      values ($1, $2, 'revoke', $3, $4, $5) returning 1`;
    const add = (uses: number, note: string) => ask(past, home.id, voucher.id, uses, note, clock.now());
    await expect(add(1, reason)).rejects.toThrow(/voucher_movements_check1/);
    await expect(add(0, '')).rejects.toThrow(/voucher_movements_check1/);
  });
});

test('withdrawn while uses are taken at the same moment: none is taken after it', {
  timeout: 60_000,
}, async () => {
  const { home, admin } = await scene();
  for (let round = 0; round < 10; round += 1) {
    const { id: voucherId } = await voucherOf(running, home, { clientId: await home.client(), uses: 5000 });
    const ctx = contextOf(running, home);
    const take = () =>
      ctx.write(async (transaction) => {
        const { queries } = await takeUse(ctx, transaction.load, {
          voucherId,
          clientId: null,
          note: 'race',
        });
        return transaction.save(undefined, queries);
      });
    const first = take();
    // Each takes one after the other until it is refused, so the voucher is withdrawn between two of them.
    const takeAll = async (): Promise<unknown> => {
      await first;
      for (;;) {
        const refused = await take().catch(({ code }: { code: string }) => code);
        if (refused !== undefined) return refused;
      }
    };
    const takers = Array.from({ length: 8 }, takeAll);
    await first;
    const withdrawn = await revoke(admin, voucherId);
    expect(withdrawn.status).toBe(200);
    expect(await Promise.all(takers)).toEqual(takers.map(() => 'voucherRevoked'));
    const lines = await ask<{ kind: string }>(
      'select kind from voucher_movements where voucher_id = $1 order by id',
      voucherId,
    );
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(({ kind }) => kind).indexOf('revoke')).toBe(lines.length - 1);
  }
});
