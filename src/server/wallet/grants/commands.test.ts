import { expect, test } from 'vitest';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { listVouchers } from '#shared/vouchers/contract.ts';
import { grantVoucher } from '#shared/wallet/grants/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

test('a voucher is given by hand, its holder has it and a mail, and the trail says why', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const client = await home.account();
  const prices = [{ clubId: home.clubId, priceCents: 2000 }];
  const productId = await addProduct(running, home, { kind: 'voucher', name: 'Kingitus', visits: 5, prices });
  const params = { id: client.clientId };
  const body = { productId, uses: 2, validFrom: '2026-09-14', reason: 'Katkine dušš' };
  const given = await call(grantVoucher, { params, body }, { actor: admin });
  expect(given.status).toBe(200);
  const own = await call(listVouchers, {}, { actor: client });
  expect(JSON.stringify(own.body)).toContain('"usesLeft":2');
  await expect.poll(() => ask('select 1 from stand_in_mails where tenant_id = $1', home.id)).toHaveLength(1);
  const trail = await ask('select noun, after from audit_trail where tenant_id = $1', home.id);
  expect(trail).toMatchObject([{ noun: 'vouchers', after: { uses: 2, reason: 'Katkine dušš' } }]);

  const ticketId = await addProduct(running, home, { kind: 'ticket', name: 'Pilet', visits: 5, prices });
  const wrong = await call(
    grantVoucher,
    { params, body: { ...body, productId: ticketId } },
    { actor: admin },
  );
  expect(wrong.error).toBe('voucherNotFound');
  const elsewhere = await centre();
  const stranger = await elsewhere.account();
  const foreign = await call(grantVoucher, { params: { id: stranger.clientId }, body }, { actor: admin });
  expect(foreign.error).toBe('clientNotFound');
  // Somebody else is forgotten, and they themselves have only asked to be.
  const forget = (clientId: number, closedAt: string | null) =>
    ask(
      `insert into erasures (tenant_id, client_id, asked_at, asked_by, due_at, closed_at)
       values ($1, $2, '2026-09-01T09:00Z', $3, '2026-09-10T09:00Z', $4)`,
      ...[home.id, clientId, admin.id, closedAt],
    );
  await forget(await home.client(), '2026-09-10T09:00Z');
  await forget(client.clientId, null);
  expect((await call(grantVoucher, { params, body }, { actor: admin })).error).toBeUndefined();
  await ask('update erasures set closed_at = due_at where client_id = $1', client.clientId);
  expect((await call(grantVoucher, { params, body }, { actor: admin })).error).toBe('clientErased');
});

test('it begins within the days in which anything sold may begin, and the database holds what is reckoned to its years', async () => {
  const home = await centre({ limits: { ticketStartDaysMax: 30 } });
  const admin = await home.account({ role: 'admin' });
  const client = await home.account();
  const prices = [{ clubId: home.clubId, priceCents: 2000 }];
  const productId = await addProduct(running, home, { kind: 'voucher', name: 'Kingitus', visits: 5, prices });
  const give = (validFrom: string) =>
    call(
      grantVoucher,
      { params: { id: client.clientId }, body: { productId, uses: 2, validFrom, reason: 'Soov' } },
      { actor: admin },
    );
  for (const validFrom of ['2026-10-15', '2200-12-31']) {
    const { error, refusal } = await give(validFrom);
    expect([error, refusal?.details]).toEqual([
      'dataValidationFailed',
      { field: 'validFrom', problem: 'startTooFar' },
    ]);
  }
  expect((await give('2026-10-14')).status).toBe(200);
  expect((await call(listVouchers, {}, { actor: client })).body).toMatchObject({ length: 1 });
  await expect(
    ask("update vouchers set valid_until = '2201-01-01' where tenant_id = $1", home.id),
  ).rejects.toThrow('vouchers_within_reach');
});
