import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { adjustVoucher, getVoucher, listVouchers, shareVoucher } from '#shared/vouchers/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const reason = 'A use for the closed pool';

async function scene(uses = 3) {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const owner = await home.account();
  const voucher = await voucherOf(running, home, { clientId: owner.clientId, uses, isShareable: true });
  return { home, admin, owner, voucher };
}

const adjust = (actor: TestAccount, id: number, uses: number, why = reason) =>
  call(adjustVoucher, { params: { id }, body: { uses, reason: why } }, { actor });

describe('correcting the uses of a voucher', () => {
  test('adds more than were sold, takes away, and the holder reads why', async () => {
    const { admin, owner, voucher } = await scene();
    expect((await adjust(admin, voucher.id, 2)).body).toEqual({ uses: 5, usesLeft: 5 });
    expect((await adjust(admin, voucher.id, -4, 'Counted twice')).body).toEqual({ uses: 1, usesLeft: 1 });
    const { body } = await call(getVoucher, { query: { id: voucher.id } }, { actor: owner });
    expect(body).toMatchObject({ uses: 1, usesLeft: 1 });
    expect(body.entries.map(({ kind, change, left, note }) => [kind, change, left, note])).toEqual([
      ['granted', 3, 3, ''],
      ['corrected', 2, 5, reason],
      ['corrected', -4, 1, 'Counted twice'],
    ]);
    const written = `select m.uses, a.email from voucher_movements m
      join accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
      where m.voucher_id = $1 and m.kind = 'correct' order by m.id`;
    expect(await ask(written, voucher.id)).toEqual([
      { uses: -2, email: admin.email },
      { uses: 4, email: admin.email },
    ]);
  });

  test('more than were sold are given by whoever proved who they are; what was taken is given back by any administrator', async () => {
    const { admin, voucher } = await scene();
    expect((await adjust(admin, voucher.id, -1, 'Counted twice')).body).toEqual({ uses: 2, usesLeft: 2 });
    const token = await running.server.app.ports.tokens.sign({ ...admin.claims, provedAt: 0 });
    const unproved = (uses: number) =>
      call(
        adjustVoucher,
        { params: { id: voucher.id }, body: { uses, reason } },
        { host: admin.host, token },
      );
    expect((await unproved(2)).error).toBe('proofNeeded');
    expect((await unproved(1)).body).toEqual({ uses: 3, usesLeft: 3 });
    expect((await unproved(1)).error).toBe('proofNeeded');
    expect((await adjust(admin, voucher.id, 1)).body).toEqual({ uses: 4, usesLeft: 4 });
  });

  test('never below zero; a use on its way to somebody else stays', async () => {
    const { admin, owner, voucher } = await scene();
    await call(shareVoucher, { body: { voucherId: voucher.id } }, { actor: owner });
    const { status, error, refusal } = await adjust(admin, voucher.id, -3);
    expect([status, error, refusal?.details]).toEqual([409, 'voucherUsesTooFew', { left: 2 }]);
    expect((await adjust(admin, voucher.id, -2)).body).toEqual({ uses: 1, usesLeft: 0 });
    const [own] = (await call(listVouchers, {}, { actor: owner })).body;
    expect(own).toMatchObject({ state: 'used', uses: 1, usesLeft: 0 });
  });

  test('a hold whose time is over is given back before', async () => {
    const { home, admin, voucher } = await scene(1);
    await ask(
      `insert into voucher_movements (tenant_id, voucher_id, kind, uses, held_until, created_at)
         values ($1, $2, 'hold', 1, $3, $4) returning 1`,
      home.id,
      voucher.id,
      '2026-09-14T09:05:00Z',
      clock.now(),
    );
    expect((await adjust(admin, voucher.id, -1)).error).toBe('voucherUsesTooFew');
    clock.advance({ minutes: 6 });
    expect((await adjust(admin, voucher.id, -1)).body).toEqual({ uses: 0, usesLeft: 0 });
  });

  test('the database’s own guard: a correction takes no use that is taken', async () => {
    const { home, owner, voucher } = await scene(1);
    await call(shareVoucher, { body: { voucherId: voucher.id } }, { actor: owner });
    const past = `insert into voucher_movements (tenant_id, voucher_id, kind, uses, note, created_at)
      values ($1, $2, 'correct', $3, 'x', $4) returning 1`;
    await expect(ask(past, home.id, voucher.id, 1, clock.now())).rejects.toThrow(/only its uses/);
    await expect(ask(past, home.id, voucher.id, -1, clock.now())).resolves.toHaveLength(1);
  });

  test('withdrawn, it is not corrected; nor without a reason, a number or an administrator of this centre', async () => {
    const { home, admin, owner, voucher } = await scene();
    for (const [uses, why] of [
      [0, reason],
      [0.5, reason],
      [1, ''],
    ] as const)
      expect((await adjust(admin, voucher.id, uses, why)).error).toBe('dataValidationFailed');
    const trainer = await home.account({ role: 'trainer' });
    for (const actor of [owner, trainer])
      expect((await adjust(actor, voucher.id, 1)).error).toBe('actionNotAllowed');
    const { admin: foreigner } = await scene();
    expect((await adjust(foreigner, voucher.id, 1)).error).toBe('voucherNotFound');
    await ask('update vouchers set revoked_at = $2 where id = $1 returning 1', voucher.id, clock.now());
    expect((await adjust(admin, voucher.id, 1)).error).toBe('voucherRevoked');
  });
});
