import { describe, expect, test, vi } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { addPackage } from '#server/testing/contracts.ts';
import { beginJoin, joiningMeans } from '#server/testing/joining.ts';
import { withServer } from '#server/testing/server.ts';
import { grantContract } from '#shared/contracts/grants/contract.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';
import { startPayment } from '#shared/payments/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { takeOver, proofOf, confirm, prove } = joiningMeans(running);
const patience = { timeout: 10_000, interval: 50 };

/** A package that costs nothing at first, and somebody who wants it. */
async function place() {
  const home = await centre({
    rules: { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } },
  });
  const productId = await addPackage(running, home, { joiningFeeCents: 0 });
  await ask('update product_prices set price_cents = 0 where tenant_id = $1', home.id);
  const form: JoinForm = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    productId,
    ...{ firstName: 'Õie', lastName: 'Pärn', idCode: '60001019906' },
    ...{ email: 'oie@test.test', phone: '+372 5555 1234' },
    ...{ address: 'Niine 3', city: 'Tallinn', zip: '10414', hasAgreed: true, startsEarly: true },
  };
  return { home, form };
}

const open = async (home: Centre, form: JoinForm) =>
  (await call(contract.openJoinDraft, { body: form }, { host: home.host })).body.draftToken;
const joinWith = (home: Centre, draftToken: string, form: JoinForm) =>
  call(contract.join, { body: { draftToken, form } }, { host: home.host, language: 'et' });
const look = (home: Centre, token: string) =>
  call(contract.getJoinProof, { query: { token } }, { host: home.host });
const contracts = (home: Centre) =>
  ask<{ state: string; client_id: number }>(
    `select state, client_id from contracts where tenant_id = $1 and state <> 'dropped' order by id`,
    home.id,
  );
const mails = (home: Centre) =>
  ask<{ recipient: string; text: string }>(
    'select recipient, text from stand_in_mails where tenant_id = $1 order by id',
    home.id,
  );

describe('joining what costs nothing at first', { timeout: 30_000 }, () => {
  test('nothing begins before the link is pressed, whatever the page of the bill is asked for', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    expect((await joinWith(home, draftToken, form)).body).toEqual({ invoiceToken: null, total: 0 });
    const token = await proofOf(home, form.email);
    // The page of its bill is nobody's secret to whoever holds the draft.
    const draft = await call(contract.getJoinDraft, { query: { token: draftToken } }, { host: home.host });
    const pay = { invoiceToken: draft.body.invoiceToken ?? '', method: 'cardPayments' } as const;
    expect((await call(startPayment, { body: pay }, { host: home.host })).error).toBe('joinNotProven');
    expect((await look(home, token)).body).toMatchObject({
      ...{ isJoined: false, name: 'Õie Pärn', startsOn: '2026-09-14' },
      // Nothing is paid later either.
      ...{ nextOn: null, nextPrice: 0 },
    });
    expect(await contracts(home)).toMatchObject([{ state: 'pending' }]);
    const pressed = await confirm(home, token);
    expect(pressed.body).toEqual({ state: 'joined', invoiceToken: pay.invoiceToken });
    expect(await contracts(home)).toMatchObject([{ state: 'live' }]);
    expect((await confirm(home, token)).body).toEqual(pressed.body);
    expect((await look(home, token)).body.isJoined).toBe(true);
    // The window in which it began goes on to what was joined; nobody is mailed once more.
    const again = await joinWith(home, draftToken, form);
    expect(again.body).toEqual({ invoiceToken: pay.invoiceToken, total: 0 });
    const links = (await mails(home)).filter(({ text }) => text.includes('join-confirmation'));
    expect(links).toHaveLength(1);
  });

  test('what the office makes somebody else at the desk proves nothing of who joins', async () => {
    const { home, form } = await place();
    const [admin, other] = [await home.account({ role: 'admin' }), await home.account()];
    const body = {
      ...{ productId: form.productId ?? 0, unitId: home.clubId },
      ...{ startsOn: '2026-09-14', startsEarly: true },
    };
    const made = await call(grantContract, { params: { id: other.clientId }, body }, { actor: admin });
    expect(made.status).toBe(200);
    const draftToken = await open(home, form);
    await joinWith(home, draftToken, form);
    const draft = await call(contract.getJoinDraft, { query: { token: draftToken } }, { host: home.host });
    const pay = { invoiceToken: draft.body.invoiceToken ?? '', method: 'cardPayments' } as const;
    expect((await call(startPayment, { body: pay }, { host: home.host })).error).toBe('joinNotProven');
  });

  test.each([61, 23 * 60])(
    'its link is good after %i minutes, whatever gives up what nobody pays',
    async (minutes) => {
      const { home, form } = await place();
      await joinWith(home, await open(home, form), form);
      const token = await proofOf(home, form.email);
      clock.advance({ minutes });
      await running.runJob('payments');
      expect((await confirm(home, token)).body.state).toBe('joined');
      expect(await contracts(home)).toMatchObject([{ state: 'live' }]);
    },
  );

  test('two presses at once join once', async () => {
    const { home, form } = await place();
    await joinWith(home, await open(home, form), form);
    const token = await proofOf(home, form.email);
    const pressed = await Promise.all([1, 2, 3, 4].map(() => confirm(home, token)));
    expect(pressed.map(({ body }) => body.state)).toEqual(Array(4).fill('joined'));
    expect(await contracts(home)).toMatchObject([{ state: 'live' }]);
    expect(
      await ask(`select 1 from invoices where tenant_id = $1 and state = 'issued'`, home.id),
    ).toHaveLength(1);
  });

  test('somebody known is answered and mailed like anybody, once, and the contract is theirs by their press alone', async () => {
    const { home, form } = await place();
    const known = await home.account();
    await ask(
      `update clients set first_name = 'ÕIE', last_name = 'Pärn' where tenant_id = $1 and id = $2`,
      home.id,
      known.clientId,
    );
    const theirs = {
      ...form,
      idCode: '',
      birthDate: '1990-05-05',
      country: 'XX' as const,
      email: known.email,
    };
    const answers = [];
    for (const one of [form, theirs]) {
      const { status, body } = await joinWith(home, await open(home, one), one);
      answers.push({ status, body });
      await proofOf(home, one.email);
    }
    expect(answers[1]).toEqual(answers[0]);
    await vi.waitFor(async () => {
      const [left] = await ask<{ count: number }>(
        'select count(*)::integer as count from outbox where tenant_id = $1',
        home.id,
      );
      expect(left?.count).toBe(0);
    }, patience);
    expect((await mails(home)).filter(({ recipient }) => recipient === known.email)).toHaveLength(1);
    expect((await contracts(home)).some(({ client_id: id }) => id === known.clientId)).toBe(false);
    await prove(home, known.email);
    await vi.waitFor(async () => {
      const own = (await contracts(home)).filter(({ client_id: id }) => id === known.clientId);
      expect(own).toMatchObject([{ state: 'live' }]);
    }, patience);
  });

  test('a link that was made up, of another centre, of what was chosen before, or too old joins nobody', async () => {
    const { home, form } = await place();
    const elsewhere = await place();
    const draftToken = await open(home, form);
    await joinWith(home, draftToken, form);
    const first = await proofOf(home, form.email);
    const [number = '', mac = ''] = first.split('.');
    const forged = `${number}.${mac.startsWith('a') ? 'b' : 'a'}${mac.slice(1)}`;
    const refusals = async (at: Centre, token: string) => [
      (await look(at, token)).error,
      (await confirm(at, token)).error,
    ];
    const gone = ['joinNotFound', 'joinNotFound'];
    expect(await refusals(home, forged)).toEqual(gone);
    expect(await refusals(home, '')).toEqual(gone);
    expect(await refusals(elsewhere.home, first)).toEqual(gone);
    const changed = { ...form, email: 'uus@test.test' };
    await joinWith(home, draftToken, changed);
    const second = await proofOf(home, changed.email);
    expect(await refusals(home, first)).toEqual(gone);
    clock.advance({ hours: 24 });
    expect(await refusals(home, second)).toEqual(gone);
    expect((await contracts(home)).map(({ state }) => state)).toEqual(['pending']);
  });

  test('the guardian who pays is asked after whoever joins; neither link alone begins anything', async () => {
    const { home, form } = await place();
    await ask(
      `update tenants set company = jsonb_set(company, '{contracts}', '{"hasGuardians": true}') where tenant_id = $1`,
      home.id,
    );
    await running.server.tenants.load();
    const whole = {
      ...form,
      ...{ idCode: '51001010008', guardianFirstName: 'Jaan', guardianLastName: 'Pärn' },
      ...{ guardianIdCode: '38001085718', guardianEmail: 'jaan@test.test', guardianPhone: '55551234' },
    };
    await joinWith(home, await open(home, whole), whole);
    const own = await proofOf(home, form.email);
    expect((await confirm(home, own)).body).toEqual({ state: 'guardianAsked', invoiceToken: null });
    expect(await contracts(home)).toMatchObject([{ state: 'pending' }]);
    await prove(home, 'jaan@test.test');
    expect(await contracts(home)).toMatchObject([{ state: 'live' }]);
  });

  test('an address is mailed six times a day; who is refused then is told, and nothing begins', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    for (let count = 0; count < 6; count += 1)
      expect((await joinWith(home, draftToken, form)).status).toBe(200);
    expect((await joinWith(home, draftToken, form)).error).toBe('tooManyAttempts');
    expect(await contracts(home)).toMatchObject([{ state: 'pending' }]);
  });

  test('who takes it over behind their log-in needs no link, and the mailed one is over', async () => {
    const { home, form } = await place();
    const known = await home.account();
    const theirs = { ...form, email: known.email };
    const draftToken = await open(home, theirs);
    await joinWith(home, draftToken, theirs);
    const token = await proofOf(home, known.email);
    const { invoiceToken } = (await takeOver(draftToken, known)).body;
    expect((await confirm(home, token)).error).toBe('joinNotFound');
    // Nor does the link tell of it afterwards: it may have been mailed to somebody else.
    const pay = { invoiceToken: invoiceToken ?? '', method: 'cardPayments' } as const;
    expect((await call(startPayment, { body: pay }, { host: home.host })).status).toBe(200);
    expect(await contracts(home)).toMatchObject([{ state: 'live', client_id: known.clientId }]);
    expect((await look(home, token)).error).toBe('joinNotFound');
  });

  test.each(['the same', 'another'])(
    'the office makes whoever has not pressed yet a contract, of %s kind',
    async (kind) => {
      const { home, form } = await place();
      const other = await addPackage(running, home, { category: 'webapp_pilates' });
      await ask('update product_prices set price_cents = 0 where tenant_id = $1', home.id);
      const admin = await home.account({ role: 'admin' });
      const draftToken = await open(home, form);
      await joinWith(home, draftToken, form);
      const draft = await call(contract.getJoinDraft, { query: { token: draftToken } }, { host: home.host });
      const token = await proofOf(home, form.email);
      const [begun] = await ask<{ id: number }>(
        'select client_id as id from joins where tenant_id = $1',
        home.id,
      );
      const given = await call(
        grantContract,
        {
          params: { id: begun?.id ?? 0 },
          body: {
            productId: kind === 'another' ? other : (form.productId ?? 0),
            unitId: home.clubId,
            startsOn: '2026-09-14',
            startsEarly: true,
          },
        },
        { actor: admin },
      );
      expect([given.error, given.body.total]).toEqual([undefined, 0]);
      expect((await contracts(home)).filter(({ state }) => state === 'live')).toHaveLength(1);
      // Whoever holds the draft completes nothing of it without the link.
      const body = { invoiceToken: draft.body.invoiceToken ?? '', method: 'cardPayments' } as const;
      expect((await call(startPayment, { body }, { host: home.host })).status).toBeGreaterThanOrEqual(400);
      const { error } = await confirm(home, token);
      expect(error).toBe('joinNotFound');
      expect((await contracts(home)).filter(({ state }) => state === 'live')).toHaveLength(1);
    },
  );

  test('a contract that somebody else is made leaves a joining as it is', async () => {
    const { home, form } = await place();
    const [admin, other] = [await home.account({ role: 'admin' }), await home.account()];
    const draftToken = await open(home, form);
    await joinWith(home, draftToken, form);
    const body = {
      productId: form.productId ?? 0,
      unitId: home.clubId,
      startsOn: '2026-09-14',
      startsEarly: true,
    };
    const params = { id: other.clientId };
    expect((await call(grantContract, { params, body }, { actor: admin })).status).toBe(200);
    expect(await ask('select state from joins where tenant_id = $1', home.id)).toEqual([{ state: 'paying' }]);
    // Nor is whoever has not pressed yet proven by it.
    const draft = await call(contract.getJoinDraft, { query: { token: draftToken } }, { host: home.host });
    const pay = { invoiceToken: draft.body.invoiceToken ?? '', method: 'cardPayments' } as const;
    expect((await call(startPayment, { body: pay }, { host: home.host })).error).toBe('joinNotProven');
  });

  test('who joined is settled once: another draft of theirs is over, and a contract made since is none that was joined with', async () => {
    const { home, form } = await place();
    const other = await addPackage(running, home, { category: 'webapp_pilates' });
    await ask('update product_prices set price_cents = 0 where tenant_id = $1', home.id);
    const admin = await home.account({ role: 'admin' });
    await joinWith(home, await open(home, form), form);
    const [begun] = await ask<{ id: number; client_id: number }>(
      'select id, client_id from joins where tenant_id = $1',
      home.id,
    );
    const clientId = begun?.client_id ?? 0;
    const earlier = '2026-09-13T09:00:00Z';
    for (const parts of [{}, { settledAt: earlier }, { takenOverAt: earlier }])
      await beginJoin(running, home, clientId, parts);
    await beginJoin(running, home, await home.client());
    await prove(home, form.email);
    const joins = () =>
      ask<{ contract_id: number | null; settled: boolean; taken: string | null }>(
        `select contract_id, settled_at is not null as settled, taken_over_at as taken from joins
          where tenant_id = $1 order by id`,
        home.id,
      );
    await vi.waitFor(async () => expect((await joins())[0]?.settled).toBe(true), patience);
    const after = await joins();
    expect(after.map(({ taken }) => taken)).toEqual([null, '2026-09-14T09:00:00Z', null, earlier, null]);
    const body = { productId: other, unitId: home.clubId, startsOn: '2026-09-14', startsEarly: true };
    const given = await call(grantContract, { params: { id: clientId }, body }, { actor: admin });
    expect(given.error).toBeUndefined();
    expect((await contracts(home)).map(({ state }) => state)).toEqual(['live', 'live']);
    expect(await joins()).toEqual(after);
  });
});
