import { expect, test } from 'vitest';
import { addPackage } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { checkJoin } from '#shared/joining/contract.ts';
import { emptyForm } from '#shared/joining/domain.ts';

const running = withServer();
const { centre, call } = running;

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
