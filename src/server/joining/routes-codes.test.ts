import { expect, test, vi } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addPackage } from '#server/testing/contracts.ts';
import { joiningMeans } from '#server/testing/joining.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';

const running = withServer();
const { ask, centre, call } = running;
const { see, takeOver, prove } = joiningMeans(running);
const patience = { timeout: 10_000, interval: 50 };

const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };

/** What Õie types, and asks for the package with. */
async function joinAs(home: Centre, productId: number, parts: Partial<JoinForm> = {}) {
  const form: JoinForm = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    ...{ firstName: 'Õie', lastName: 'Pärn', idCode: '60001019906', email: 'oie@test.test', productId },
    ...{ phone: '+37255551234', address: 'Niine 3', city: 'Tallinn', zip: '10414' },
    ...{ hasAgreed: true, startsEarly: true, ...parts },
  };
  const of = { host: home.host };
  const { draftToken } = (await call(contract.openJoinDraft, { body: form }, of)).body;
  expect((await call(contract.join, { body: { draftToken, form } }, of)).status).toBe(200);
  return { form, draftToken };
}

/** A centre whose package costs nothing at first, somebody who has typed another's id code as theirs, and the other's form. */
async function scene() {
  const home = await centre({ rules });
  const productId = await addPackage(running, home, { joiningFeeCents: 0 });
  await ask('update product_prices set price_cents = 0 where tenant_id = $1 returning 1', home.id);
  const thief = await home.account();
  await ask(
    "update clients set id_country = 'EE', id_code = '60001019906' where tenant_id = $1 and id = $2 returning 1",
    home.id,
    thief.clientId,
  );
  return { home, thief, ...(await joinAs(home, productId)) };
}

const mailsTo = (home: Centre, recipient: string) =>
  vi.waitFor(async () => {
    const mails = await ask<{ text: string }>(
      'select text from stand_in_mails where tenant_id = $1 and recipient = $2 order by id',
      home.id,
      recipient,
    );
    expect(mails.length).toBeGreaterThan(0);
    return mails.map(({ text }) => text);
  }, patience);

const nothingIsToDo = () =>
  expect
    .poll(
      async () =>
        (await ask('select 1 from outbox union all select 1 from graphile_worker.jobs where run_at <= now()'))
          .length,
      patience,
    )
    .toBe(0);

const settled = (home: Centre) =>
  vi.waitFor(async () => {
    const [join] = await ask<{ form: object; client_id: number }>(
      'select form, client_id from joins where tenant_id = $1 and settled_at is not null',
      home.id,
    );
    if (!join) throw new Error('not settled yet');
    return join;
  }, patience);

test('whoever is known by an id code alone hears that it is used, and opens nothing of who joins with it', async () => {
  const { home, thief, draftToken } = await scene();
  const [text = ''] = await mailsTo(home, thief.email);
  expect(text).toContain(`/login`);
  expect(text).not.toContain('token=');
  expect(text).not.toContain('Õie');
  expect((await see(draftToken, thief)).error).toBe('joinNotFound');
  expect((await takeOver(draftToken, thief)).error).toBe('joinNotFound');
});

test('a code is that of its country, where codes name one person: its owner hears of it at their first login that is open', async () => {
  const home = await centre({ rules });
  const productId = await addPackage(running, home);
  const has = (country: string, idCode: string, { clientId }: TestAccount) =>
    ask('update clients set id_country = $1, id_code = $2 where id = $3', country, idCode, clientId);
  const [elsewhere, closed, first, owner] = [
    await home.account(),
    await home.account(),
    await home.account(),
    await home.account(),
  ];
  await has('LV', '60001019906', elsewhere);
  await has('EE', '60001019906', owner);
  await ask('update accounts set client_id = $1 where id = any($2)', owner.clientId, [closed.id, first.id]);
  await ask('update accounts set is_blocked = true where id = $1', closed.id);
  const [abroad, latvian] = [await home.account(), await home.account()];
  await has('XX', '04040410003', abroad);
  await has('LV', '04040410003', latvian);
  await joinAs(home, productId);
  await joinAs(home, productId, { country: 'XX', idCode: '04040410003', birthDate: '1990-05-05' });
  await joinAs(home, productId, { country: 'LV', idCode: '04040410003' });
  await nothingIsToDo();
  const mails = await ask<{ to: string }>(
    'select recipient as to from stand_in_mails where tenant_id = $1 order by id',
    home.id,
  );
  expect(mails.map(({ to }) => to).toSorted()).toEqual([first.email, latvian.email].toSorted());
});

test.each([
  ['of the same name', 'Õie', true],
  ['of another name', 'Mari', false],
])('an address that somebody logs in with is theirs: %s', async (_, firstName, isTheirs) => {
  const home = await centre({ rules });
  const productId = await addPackage(running, home, { joiningFeeCents: 0 });
  await ask('update product_prices set price_cents = 0 where tenant_id = $1', home.id);
  const actor = await home.account({ firstName, lastName: 'Pärn' });
  await ask("update accounts set username = 'oie@test.test' where id = $1", actor.id);
  const { form } = await joinAs(home, productId, { country: 'XX', idCode: '', birthDate: '1990-05-05' });
  await prove(home, form.email);
  await settled(home);
  const [made] = await ask<{ client_id: number }>(
    'select client_id from contracts where tenant_id = $1',
    home.id,
  );
  expect(made?.client_id === actor.clientId).toBe(isTheirs);
  expect(await ask('select id from accounts where tenant_id = $1', home.id)).toEqual([{ id: actor.id }]);
  const [client] = await ask<{ code: string }>('select code from clients where id = $1', actor.clientId);
  const [office = ''] = await mailsTo(home, `info@${home.host}`);
  expect(office).toContain(client?.code);
});

test('what was joined with a code that another has is its joiner’s own: nobody takes it over by the code', async () => {
  const { home, thief, form, draftToken } = await scene();
  await prove(home, form.email);
  const join = await settled(home);
  expect(join.form).toEqual({});
  expect((await see(draftToken, thief)).error).toBe('joinNotFound');
  expect((await takeOver(draftToken, thief)).error).toBe('joinNotFound');
  const owner = await ask<{ email: string }>(
    `select a.email from contracts c join accounts a on a.tenant_id = c.tenant_id and a.client_id = c.client_id
     where c.tenant_id = $1 and c.state = 'live'`,
    home.id,
  );
  expect(owner).toEqual([{ email: form.email }]);
});

test('a contract of whoever has a login is taken over by nobody, not even with their address', async () => {
  const { home, thief, form, draftToken } = await scene();
  await prove(home, form.email);
  const { client_id } = await settled(home);
  // As it was kept once.
  const kept = JSON.stringify({ email: thief.email });
  await ask('update joins set form = $2 where tenant_id = $1 returning 1', home.id, kept);
  expect((await takeOver(draftToken, thief)).error).toBe('joinNotFound');
  const logins = await ask<{ client_id: number }>(
    'select client_id from accounts where tenant_id = $1 and email = $2',
    home.id,
    form.email,
  );
  expect(logins).toEqual([{ client_id }]);
});

test('who logs in with an address that is not where their mails go is sent nothing of it, and may take it over', async () => {
  const home = await centre({ rules });
  const actor = await home.account();
  await ask("update accounts set username = 'oie@test.test' where id = $1 returning 1", actor.id);
  const { draftToken } = await joinAs(home, await addPackage(running, home));
  await nothingIsToDo();
  expect(await ask('select 1 from stand_in_mails where tenant_id = $1', home.id)).toEqual([]);
  expect((await takeOver(draftToken, actor)).status).toBe(200);
});
