import { expect, test } from 'vitest';
import { addPackage } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { checkJoin } from '#shared/joining/contract.ts';
import { emptyForm } from '#shared/joining/domain.ts';

const running = withServer();
const { centre, call, ask } = running;

test.each([
  ['of which a part is left', 'first', { days: 17, of: 30 }, 25.5],
  ['that is whole', 'start', null, 45],
] as const)('a first period %s', async (_, anchor, part, total) => {
  const home = await centre({
    rules: { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } },
  });
  const productId = await addPackage(running, home, { anchor });
  const body = { ...emptyForm('EE', '2026-09-14', home.clubId), productId };
  expect((await call(checkJoin, { body }, { host: home.host })).body.price).toMatchObject({ part, total });
});

test.each([
  ['with a VAT number', 'EE101', 8.71],
  ['without one', '', 0],
])('of a centre %s the first payment says as much VAT as its invoice has', async (_, vatNumber, vat) => {
  const home = await centre({
    rules: { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } },
  });
  await ask(
    `update tenants set company = jsonb_set(company, '{vatNumber}', to_jsonb($2::text)) where tenant_id = $1 returning 1`,
    ...[home.id, vatNumber],
  );
  await running.server.tenants.load(home.id);
  const productId = await addPackage(running, home, { anchor: 'start' });
  const body = { ...emptyForm('EE', '2026-09-14', home.clubId), productId };
  const { price } = (await call(checkJoin, { body }, { host: home.host })).body;
  expect(price).toMatchObject({ total: 45, vat });
});
