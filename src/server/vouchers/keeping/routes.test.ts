import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import {
  claimVoucher,
  getPublicVoucher,
  keepVoucher,
  listVouchers,
  shareVoucher,
} from '#shared/vouchers/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

/** A use that a member gave on, and a stranger took, by name and address alone. */
async function given(to: (home: Centre) => Promise<string> = async () => 'kai@test.test') {
  const home = await centre();
  const giver = await home.account({ firstName: 'Mari' });
  const { clientId, email } = giver;
  const shared = await voucherOf(running, home, { clientId, isShareable: true, holderEmail: email });
  const { address } = (await call(shareVoucher, { body: { voucherId: shared.id } }, { actor: giver })).body;
  const link = new URL(address).searchParams.get('token') ?? '';
  const body = { token: link, name: 'Kai Kask', email: await to(home) };
  const token = (await call(claimVoucher, { body }, { host: home.host })).body.voucherToken ?? '';
  const keep = (actor: TestAccount, of = token) => call(keepVoucher, { body: { token: of } }, { actor });
  const keptSaysTo = async (actor?: TestAccount) => {
    const shown = (await call(getPublicVoucher, { query: { token } }, { host: home.host, actor })).body;
    return shown.kind === 'voucher' ? shown.kept : undefined;
  };
  return { home, giver, link, token, keep, keptSaysTo };
}

test('whoever was given a use has it in their account by its address, and books with it', async () => {
  const { home, keep, keptSaysTo } = await given();
  const actor = await home.account();
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' });
  await ask("update trainings set client_type = 'pool' where id = $1 returning 1", training.id);
  const book = (id: number) => {
    const body = {
      trainingId: training.id,
      isWaitingAccepted: false,
      cover: { kind: 'voucher' as const, id },
    };
    return call(register, { body }, { actor });
  };
  expect([await keptSaysTo(actor), await keptSaysTo()]).toEqual(['nobody', 'nobody']);
  // Another that is in nobody's account stays so.
  const other = await voucherOf(running, home, { clientId: actor.clientId });
  await ask('update vouchers set client_id = null where id = $1 returning 1', other.id);
  const { id } = (await keep(actor)).body;
  expect((await keep(actor)).body).toEqual({ id });
  expect([await keptSaysTo(actor), await keptSaysTo()]).toEqual(['caller', 'other']);
  expect((await call(listVouchers, {}, { actor })).body).toMatchObject([
    { id, usesLeft: 1, isShareable: false },
  ]);
  expect((await book(id)).body).toMatchObject({
    outcome: 'booked',
    cover: { kind: 'voucher', id, leftAfter: 0 },
  });
});

test('claimed for the address of an account nothing tells so, and the mail puts it there', async () => {
  const accounts: TestAccount[] = [];
  const { home, keep, keptSaysTo } = await given(async (at) => {
    const account = await at.account();
    accounts.push(account);
    return account.email;
  });
  const [friend] = accounts as [TestAccount];
  expect([await keptSaysTo(), await keptSaysTo(friend)]).toEqual(['nobody', 'nobody']);
  expect((await call(listVouchers, {}, { actor: friend })).body).toEqual([]);
  const admin = await home.account({ role: 'admin' });
  const mails = async () =>
    (await call(listOutgoingMails, { query: {} }, { actor: admin })).body.items.filter(
      ({ recipient }) => recipient === friend.email,
    );
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(1);
  const [mail] = await mails();
  const { id } = (await keep(friend, /token=([\w-]+)/.exec(mail?.text ?? '')?.[1])).body;
  expect((await call(listVouchers, {}, { actor: friend })).body).toMatchObject([{ id, usesLeft: 1 }]);
});

test('of many who bear its address one has it', async () => {
  const { home, keep } = await given();
  const actors = await Promise.all(Array.from({ length: 6 }, () => home.account()));
  const answers = await Promise.all(actors.map((actor) => keep(actor)));
  const kept = answers.filter(({ status }) => status === 200);
  expect(kept).toHaveLength(1);
  expect(new Set(answers.flatMap(({ error }) => error ?? []))).toEqual(new Set(['voucherKept']));
  const lists = await Promise.all(actors.map((actor) => call(listVouchers, {}, { actor })));
  expect(lists.flatMap(({ body }) => body)).toHaveLength(1);
});

test('nobody has another’s, one that is over or withdrawn, or a link of a use', async () => {
  const { home, giver, link, token, keep } = await given();
  const actor = await home.account();
  await expectRefused(running, home, () => keep(actor, link), [404, 'voucherNotFound']);
  await expectRefused(running, home, () => keep(actor, `${token}x`), [404, 'voucherNotFound']);
  const { token: own } = await voucherOf(running, home, { clientId: giver.clientId });
  await expectRefused(running, home, () => keep(actor, own), [409, 'voucherKept']);
  await ask(
    'update vouchers set revoked_at = now() where tenant_id = $1 and client_id is null returning 1',
    home.id,
  );
  await expectRefused(running, home, () => keep(actor), [409, 'voucherRevoked']);
  await ask(
    'update vouchers set revoked_at = null where tenant_id = $1 and client_id is null returning 1',
    home.id,
  );
  clock.set('2027-01-01T09:00:00Z');
  await expectRefused(running, home, () => keep(actor), [409, 'voucherExpired']);
});
