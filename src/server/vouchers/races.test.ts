import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import * as contract from '#shared/vouchers/contract.ts';
import { takeUse } from './commands.ts';

const testServer = withServer();
const { centre, call, ask } = testServer;
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const taken = async (voucherId: number) => {
  const [row] = await ask<{ taken: number }>(
    'select coalesce(sum(uses), 0)::integer as taken from voucher_movements where voucher_id = $1',
    voucherId,
  );
  return row?.taken;
};

test('3 uses, 50 at once: 3 have one, the others are told', { timeout: 60_000 }, async () => {
  const home = await centre();
  for (let round = 0; round < 5; round += 1) {
    const clientId = await home.client();
    const { id: voucherId } = await voucherOf(testServer, home, { clientId, uses: 3 });
    const ctx = contextOf(testServer, home);
    const ends = await Promise.allSettled(
      times(50, () =>
        ctx.write(async (transaction) => {
          const { queries } = await takeUse(ctx, transaction.load, { voucherId, clientId, note: 'race' });
          return transaction.save(undefined, queries);
        }),
      ),
    );
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(codes).toEqual(times(47, () => 'voucherAlreadyUsed'));
    expect(await taken(voucherId)).toBe(3);
  }
});

test('3 uses, 50 presses of sharing at once: 3 links', { timeout: 60_000 }, async () => {
  const home = await centre({ limits: { voucherOpenLinksMax: 50 } });
  const actor = await home.account();
  const { clientId } = actor;
  const { id: voucherId } = await voucherOf(testServer, home, { clientId, uses: 3, isShareable: true });
  const answers = await Promise.all(
    times(50, () => call(contract.shareVoucher, { body: { voucherId } }, { actor })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ error }) => error === 'voucherAlreadyUsed')).toHaveLength(47);
  expect(await taken(voucherId)).toBe(3);
});

async function sharedLink(actor: TestAccount, voucherId: number) {
  const { body } = await call(contract.shareVoucher, { body: { voucherId } }, { actor });
  return { id: body.id, token: new URL(body.address).searchParams.get('token') ?? '' };
}

test('one link, 40 who claim it at once: one has it', { timeout: 60_000 }, async () => {
  const home = await centre();
  const actor = await home.account();
  const { clientId } = actor;
  const { id: voucherId } = await voucherOf(testServer, home, { clientId, isShareable: true });
  const { token } = await sharedLink(actor, voucherId);
  const answers = await Promise.all(
    times(40, (index) =>
      call(
        contract.claimVoucher,
        { body: { token, name: 'Kai Kask', email: `kai${index}@test.test` } },
        { host: home.host },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ error }) => error === 'voucherAlreadyUsed')).toHaveLength(39);
  expect(
    await ask('select id from vouchers where tenant_id = $1 and link_id is not null', home.id),
  ).toHaveLength(1);
});

test('claimed and taken back at the same moment: one of the two, never both and never neither', {
  timeout: 60_000,
}, async () => {
  const home = await centre({ limits: { voucherOpenLinksMax: 50 } });
  const actor = await home.account();
  const { clientId } = actor;
  const { id: voucherId } = await voucherOf(testServer, home, { clientId, uses: 20, isShareable: true });
  for (let round = 0; round < 20; round += 1) {
    const { id, token } = await sharedLink(actor, voucherId);
    const [claim, back] = await Promise.all([
      call(
        contract.claimVoucher,
        { body: { token, name: 'Kai Kask', email: `kai${round}@test.test` } },
        { host: home.host },
      ),
      call(contract.takeBackLink, { params: { id } }, { actor }),
    ]);
    expect([claim.status === 200, back.status === 200].filter(Boolean)).toHaveLength(1);
    expect(claim.error ?? back.error).toMatch(/^(voucherNotFound|voucherClaimed)$/);
  }
  const [sums] = await ask<{ claimed: number; taken: number }>(
    `select (select count(*)::integer from vouchers where tenant_id = $1 and link_id is not null) as claimed,
      (select sum(uses)::integer from voucher_movements where voucher_id = $2) as taken`,
    home.id,
    voucherId,
  );
  expect(sums?.taken).toBe(sums?.claimed);
});

/** What somebody without our locks would do: look, then write. */
async function lookThenWrite(poolSize: number, voucherId: number, tenantId: number): Promise<number> {
  const statement = `insert into voucher_movements (tenant_id, voucher_id, kind, uses, note, created_at)
    select $2, $1, 'use', 1, 'race', now() from (select pg_sleep(0.02)) as pause
    where (select coalesce(sum(uses), 0) from voucher_movements where tenant_id = $2 and voucher_id = $1) < 3`;
  const ends = await Promise.allSettled(times(poolSize, () => ask(statement, voucherId, tenantId)));
  return ends.filter(({ status }) => status === 'fulfilled').length;
}

test('twin: without the guard in the database, whoever looks before writing takes too many; with it, never', {
  timeout: 60_000,
}, async () => {
  const home = await centre();
  const guard = (on: boolean) =>
    withOwner(testServer.databaseUrl, (owner) =>
      owner.query(`alter table voucher_movements ${on ? 'enable' : 'disable'} trigger keep_voucher_uses`),
    );
  const { id: open } = await voucherOf(testServer, home, { clientId: await home.client(), uses: 3 });
  await guard(false);
  try {
    await lookThenWrite(50, open, home.id);
    expect(await taken(open)).toBeGreaterThan(3);
  } finally {
    await guard(true);
  }
  const { id: guarded } = await voucherOf(testServer, home, { clientId: await home.client(), uses: 3 });
  await lookThenWrite(50, guarded, home.id);
  expect(await taken(guarded)).toBe(3);
});
