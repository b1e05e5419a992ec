import { expect, test } from 'vitest';
import { addPackage } from '#server/testing/contracts.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';

const running = withServer({ isAlone: true });
const { centre, call, ask, clock } = running;

async function place() {
  const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };
  const home = await centre({ rules });
  const productId = await addPackage(running, home, { joiningFeeCents: 1000 });
  const form: JoinForm = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    ...{ productId, firstName: 'Õie', lastName: 'Pärn', idCode: '60001019906', email: 'oie@test.test' },
    ...{ phone: '+372 5555 1234', address: 'Niine 3', city: 'Tallinn', zip: '10414' },
    ...{ hasAgreed: true, startsEarly: true },
  };
  const by = { host: home.host };
  const { draftToken } = (await call(contract.openJoinDraft, { body: form }, by)).body;
  const join = () => call(contract.join, { body: { draftToken, form } }, by);
  return { home, by, draftToken, join };
}

test('a bill that was given up is shown no more, and the same form makes another', async () => {
  const { home, by, draftToken, join } = await place();
  const shown = async () => (await call(contract.getJoinDraft, { query: { token: draftToken } }, by)).body;
  const first = (await join()).body.invoiceToken;
  expect((await shown()).invoiceToken).toBe(first);
  await ask(
    "update invoices set state = 'dropped', dropped_at = $2 where tenant_id = $1 returning 1",
    ...[home.id, clock.now()],
  );
  expect((await shown()).invoiceToken).toBeNull();
  const second = await join();
  expect([second.error, second.body.total]).toEqual([undefined, 55]);
  expect(second.body.invoiceToken).not.toBe(first);
  expect((await shown()).invoiceToken).toBe(second.body.invoiceToken);
});

test('a draft that is dropped just as somebody joins by it is joined by nobody', async () => {
  const { home, join } = await place();
  await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query("update joins set state = 'dropped', form = '{}' where tenant_id = $1", [home.id]);
    const joined = join();
    await untilWaiting(running.databaseUrl);
    await owner.query('commit');
    expect((await joined).error).toBe('joinNotFound');
  });
  expect(await ask('select 1 from contracts where tenant_id = $1', home.id)).toEqual([]);
});
