import { expect, test } from 'vitest';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { adjustTicket, spendVisit } from '#shared/tickets/contract.ts';
import { adjustVoucher, revokeVoucher } from '#shared/vouchers/contract.ts';
import { getClientTicket, getClientVoucher, listClientWallet } from '#shared/wallet/desk/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function scene() {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const owner = await home.account();
  return { home, admin, owner };
}

test('a client’s tickets and vouchers, those that can be used first, with what is left of each', async () => {
  const { home, admin, owner } = await scene();
  const productId = await addProduct(running, home, { visits: 1, name: 'One visit' });
  const unlimitedId = await addProduct(running, home, { visits: null, name: 'Month' });
  const unlimited = await fulfil(running, home, { productId: unlimitedId, owner });
  const spent = await fulfil(running, home, { productId, owner });
  const fresh = await fulfil(running, home, { productId, owner });
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  await call(spendVisit, { body: { token: spent.token } }, { actor: trainer });
  const clientId = owner.clientId;
  const ended = await voucherOf(running, home, {
    clientId,
    validFrom: '2026-08-01',
    validUntil: '2026-09-01',
  });
  const active = await voucherOf(running, home, { clientId, uses: 2, clubId: home.clubId });
  const other = await home.account();
  await voucherOf(running, home, { clientId: other.clientId });

  const { body } = await call(listClientWallet, { params: { id: clientId } }, { actor: admin });
  expect(body.tickets.map(({ id, state, granted, left }) => [id, state, granted, left])).toEqual([
    [fresh.id, 'valid', 1, 1],
    [unlimited.id, 'valid', null, null],
    [spent.id, 'used', 1, 0],
  ]);
  expect(body.tickets[0]).toMatchObject({ name: 'One visit', validFrom: '2026-09-14' });
  expect(body.vouchers.map(({ id, state, granted, left }) => [id, state, granted, left])).toEqual([
    [active.id, 'active', 2, 2],
    [ended.id, 'expired', 3, 3],
  ]);
  expect(body.vouchers.map(({ clubName }) => clubName === '')).toEqual([false, true]);
});

test('each has its ledger, and who of the staff wrote in it', async () => {
  const { home, admin, owner } = await scene();
  const colleague = await home.account({ role: 'admin', firstName: 'Uku', lastName: 'Uus' });
  const productId = await addProduct(running, home, { visits: 3 });
  const ticket = await fulfil(running, home, { productId, owner });
  const voucher = await voucherOf(running, home, { clientId: owner.clientId, uses: 3 });
  const reason = 'Counted twice';
  clock.advance({ minutes: 1 });
  await call(adjustTicket, { params: { id: ticket.id }, body: { visits: -1, reason } }, { actor: admin });
  await call(adjustVoucher, { params: { id: voucher.id }, body: { uses: 2, reason } }, { actor: admin });
  await call(revokeVoucher, { params: { id: voucher.id }, body: { reason } }, { actor: colleague });

  const ofTicket = (await call(getClientTicket, { params: { id: ticket.id } }, { actor: admin })).body;
  expect(ofTicket).toMatchObject({ granted: 2, left: 2, state: 'valid' });
  expect(ofTicket.lines.map(({ kind, change, left, note, by }) => [kind, change, left, note, by])).toEqual([
    ['GRANT', 3, 3, '', ''],
    ['ADJUST', -1, 2, reason, 'Mari Mets'],
  ]);
  const ofVoucher = (await call(getClientVoucher, { params: { id: voucher.id } }, { actor: admin })).body;
  expect(ofVoucher).toMatchObject({ granted: 5, left: 5, state: 'revoked' });
  expect(ofVoucher.lines.map(({ kind, change, left, note, by }) => [kind, change, left, note, by])).toEqual([
    ['granted', 3, 3, '', ''],
    ['corrected', 2, 5, reason, 'Mari Mets'],
    ['revoked', 0, 5, reason, 'Uku Uus'],
  ]);
  // What the corrections did stands in the trail too.
  const trail = await ask(
    'select noun, noun_id, before, after from audit_trail where tenant_id = $1 order by id',
    home.id,
  );
  expect(trail.slice(0, 2)).toEqual([
    { noun: 'tickets', noun_id: ticket.id, before: { visitsLeft: 3 }, after: { visitsLeft: 2, reason } },
    { noun: 'vouchers', noun_id: voucher.id, before: { usesLeft: 3 }, after: { usesLeft: 5, reason } },
  ]);
});

test('only administrators of the centre see them', async () => {
  const { home, owner } = await scene();
  const productId = await addProduct(running, home);
  const ticket = await fulfil(running, home, { productId, owner });
  const voucher = await voucherOf(running, home, { clientId: owner.clientId });
  const asks = [
    [listClientWallet, owner.clientId, 'itemNotFound'],
    [getClientTicket, ticket.id, 'ticketNotFound'],
    [getClientVoucher, voucher.id, 'voucherNotFound'],
  ] as const;
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const { admin: foreigner } = await scene();
  for (const [endpoint, id, error] of asks) {
    for (const actor of [owner, trainer])
      expect((await call(endpoint, { params: { id } }, { actor })).error).toBe('actionNotAllowed');
    expect((await call(endpoint, { params: { id } }, { actor: foreigner })).error).toBe(error);
  }
});
