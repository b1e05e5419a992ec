import { expect, test } from 'vitest';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { getLanding } from '#shared/tenants/landing/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

test('the front page says when clubs are open, closing days and all, and from which price things are sold', async () => {
  const home = await centre({
    rules: { payment: { isPaymentActive: true }, pages: { isJoinCompletePage: true } },
  });
  const second = await home.club('Sadam');
  await ask(
    `insert into closures (tenant_id, name, club_id, from_on, until_on, created_at, lifted_at)
      values ($1, 'Remont', $2, '2026-09-10', '2026-09-15', now(), null), ($1, 'Pidu', null, '2026-09-20', '2026-09-20', now(), null),
        ($1, 'Talv', null, '2026-09-28', '2026-10-02', now(), null), ($1, 'Ära jäi', null, '2026-09-17', '2026-09-17', now(), now()),
        ($1, 'Möödas', null, '2026-09-01', '2026-09-13', now(), null), ($1, 'Hiljem', $2, '2026-09-29', '2026-09-30', now(), null)`,
    ...[home.id, second],
  );
  const prices = [
    { clubId: home.clubId, priceCents: 900 },
    { clubId: second, priceCents: 1100, priceOnlineCents: 800 },
  ];
  await addProduct(running, home, { kind: 'ticket', name: 'Once', visits: 1, prices });
  await addProduct(running, home, { kind: 'voucher', name: 'Gift' });
  await addProduct(running, home, { kind: 'ticket', isActive: false });
  await home.trainer({ isActive: false });
  const { body } = await call(getLanding, undefined, { host: home.host });
  expect(body).toMatchObject({
    clubs: [
      { id: home.clubId, closedOn: ['2026-09-20', '2026-09-28'] },
      { id: second, closedOn: ['2026-09-14', '2026-09-15', '2026-09-20', '2026-09-28'] },
    ],
    packages: [],
    tickets: [{ name: 'Once', price: 8, isFrom: true, visits: 1 }],
    vouchers: [{ name: 'Gift', price: 72.4, isFrom: false }],
    hasTrainers: false,
  });
  expect(body.clubs[0]?.hours).toHaveLength(7);
});

test('what a centre does not sell in the app is not on its front page', async () => {
  const home = await centre();
  await addProduct(running, home, { kind: 'ticket' });
  await addProduct(running, home, { kind: 'voucher' });
  const { body } = await call(getLanding, undefined, { host: home.host });
  expect([body.packages, body.tickets, body.vouchers]).toEqual([[], [], []]);
});
