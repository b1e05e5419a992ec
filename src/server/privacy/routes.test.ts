import { describe, expect, test, vi } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { closedPushOrigin, sampleDevice, samplePushKeys } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { getProfile, login, refresh } from '#shared/account/contract.ts';
import { changeEmail } from '#shared/account/emails/contract.ts';
import { mergeClients } from '#shared/clients/merging/contract.ts';
import { createFeed } from '#shared/feeds/contract.ts';
import { subscribeDevice } from '#shared/messages/notices/contract.ts';
import * as privacy from '#shared/privacy/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import { changeSubstituteSms } from '#shared/replacements/contract.ts';
import { buyTicket } from '#shared/tickets/contract.ts';
import { retainedTables } from './retention/commands.ts';

// Passwords are dear on purpose, and each test makes a centre with everything.
vi.setConfig({ testTimeout: 60_000 });

const running = withServer();
const { centre, call, ask, clock, send } = running;
const startsAt = '2026-09-20T15:00:00Z';
const password = testPassword;

interface Data {
  readonly data: Readonly<
    Record<string, { title: string; fields: Record<string, string>; rows: Record<string, unknown>[] }>
  >;
}

async function download(actor: TestAccount, language = 'en'): Promise<Data> {
  const answer = await call(privacy.downloadData, { body: { password } }, { actor, language });
  return JSON.parse(JSON.stringify(answer.body)) as Data;
}

/** A member with something of everything: nothing of it stands in the way of erasing. */
async function furnished() {
  const home = await centre({
    rules: {
      payment: { isPaymentActive: true },
      pageFunctions: { isSubstituteTrainerFunctionEnabled: true },
    },
    limits: { undoSeconds: 0 },
  });
  const actor = await home.account({ firstName: 'Õnnela', lastName: 'Žagars' });
  await ask(
    `update clients set email = $3, phone = '+37255551234', id_country = 'EE', id_code = '38001085718',
       birth_date = '1980-01-08', address = 'Salajane 7' where tenant_id = $1 and id = $2`,
    home.id,
    actor.clientId,
    actor.email,
  );
  const productId = await addProduct(running, home, { clientType: 'groupTraining' });
  await fulfil(running, home, { productId, owner: actor });
  const means = invoiceMeans(running);
  const payer = { name: 'Õnnela Žagars', email: actor.email };
  const invoice = await means.issued(home, { clientId: actor.clientId, payer });
  await means.pay(home, invoice.id, 7240);
  await means.draft(home, { clientId: actor.clientId, payer });
  return { home, actor, means };
}

const openSession = (home: Centre, { email }: TestAccount) =>
  call(
    login,
    {
      body: {
        userCredentials: { username: email, password, keep: false },
        deviceParameters: sampleDevice,
      },
    },
    { host: home.host },
  );

describe('the download', () => {
  test('holds everything in parts with names people understand, in their language', async () => {
    const { home, actor } = await furnished();
    await openSession(home, actor);
    await call(privacy.changeConsent, { body: { purpose: 'marketingMail', isGiven: true } }, { actor });
    const { data } = await download(actor, 'et');
    expect(Object.keys(data)).toEqual(
      retainedTables.flatMap(({ part }) => (typeof part === 'string' ? [part] : [])),
    );
    expect(data.person).toMatchObject({
      title: 'Isik',
      fields: { idCode: 'Isikukood' },
      rows: [{ firstName: 'Õnnela', lastName: 'Žagars', idCode: '38001085718', birthDate: '1980-01-08' }],
    });
    expect(data.account?.rows).toMatchObject([{ email: actor.email }]);
    expect(data.devices?.rows).toMatchObject([{ device: { platform: 'test' } }]);
    expect(data.tickets?.rows).toHaveLength(1);
    expect(data.ticketEntries?.rows).toMatchObject([{ kind: 'GRANT' }]);
    const paid = data.invoices?.rows.find(({ state }) => state === 'issued');
    expect(paid).toMatchObject({ amount: 72.4, lines: [{ article: 'Ten visits', gross: 72.4 }] });
    expect(data.receipts?.rows).toMatchObject([{ amount: 72.4 }]);
    expect(data.consents?.rows).toMatchObject([{ purpose: 'marketingMail', isGiven: true, language: 'en' }]);
  });

  test('is nobody else’s, asks for the password, is counted, and stands in the trail', async () => {
    const { home, actor } = await furnished();
    const other = await home.account({ firstName: 'Teine', lastName: 'Inimene' });
    expect(JSON.stringify(await download(other))).not.toContain('Õnnela');
    const wrong = await call(privacy.downloadData, { body: { password: 'Wrong1234' } }, { actor });
    expect([wrong.status, wrong.error]).toEqual([400, 'passwordNotValid']);
    for (let count = 0; count < 5; count += 1) await download(actor);
    const sixth = await call(privacy.downloadData, { body: { password } }, { actor });
    expect([sixth.status, sixth.error]).toEqual([429, 'tooManyAttempts']);
    const trail = await ask<{ action: string; clientId: number }>(
      'select action, noun_id as "clientId" from audit_trail where tenant_id = $1 and account_id = $2',
      home.id,
      actor.id,
    );
    expect(trail).toEqual(
      Array.from({ length: 5 }, () => ({ action: 'POST /user/account/data', clientId: actor.clientId })),
    );
  });

  test('is the administrator’s too, with a line in the trail', async () => {
    const { home, actor } = await furnished();
    const admin = await home.account({ role: 'admin' });
    const params = { id: actor.clientId };
    const { body, headers } = await call(privacy.downloadClientData, { params, body: {} }, { actor: admin });
    expect(headers['content-disposition']).toContain('my-data.json');
    expect(JSON.stringify(body)).toContain('38001085718');
    const [line] = await ask<{ text: string }>(
      `select audit_trail::text as text from audit_trail where tenant_id = $1 and noun_id = $2`,
      home.id,
      actor.clientId,
    );
    expect(line?.text).toContain('POST /admin/back-office/client/:id/data');
    expect(line?.text).not.toContain('38001085718');
    const missing = await call(
      privacy.downloadClientData,
      { params: { id: 999_999 }, body: {} },
      { actor: admin },
    );
    expect([missing.status, missing.error]).toEqual([404, 'itemNotFound']);
  });
});

describe('the consents', () => {
  test('are written down where they are given, with the text that was read', async () => {
    const { home, actor } = await furnished();
    const productId = await addProduct(running, home, {});
    const request = { productId, unitId: home.clubId, startsOn: null };
    await call(buyTicket, { body: request }, { actor, language: 'et' });
    const { body } = await call(privacy.getConsents, {}, { actor });
    expect(body.log).toMatchObject([
      {
        purpose: 'buyingTerms',
        isGiven: true,
        language: 'et',
        source: 'buying',
        version: expect.any(String),
      },
    ]);
    const [text] = await ask<{ title: string }>(
      `select body ->> 'title' as title from consent_texts where tenant_id = $1 and version = $2`,
      home.id,
      body.log[0]?.version,
    );
    expect(text?.title).toBe('Terms');
  });

  test('can be withdrawn where they are voluntary; the same again adds no line, and no line is ever changed', async () => {
    const { home, actor } = await furnished();
    const choose = (isGiven: boolean) =>
      call(privacy.changeConsent, { body: { purpose: 'marketingSms', isGiven } }, { actor });
    await choose(false);
    await choose(true);
    await Promise.all([choose(true), choose(true)]);
    clock.advance({ hours: 1 });
    const { body } = await choose(false);
    expect(body.log.map(({ isGiven }) => isGiven)).toEqual([false, true]);
    expect(body.choices).toContainEqual({ purpose: 'marketingSms', isGiven: false });
    const [rights] = await ask<{ may: boolean }>(
      `select has_table_privilege('trenn_app', 'consents', 'update') or has_table_privilege('trenn_app', 'consents', 'delete')
         or has_column_privilege('trenn_app', 'consents', 'is_given', 'update') as may`,
    );
    expect(rights?.may).toBe(false);
    const trainer = await home.account({ role: 'trainer' });
    await call(changeSubstituteSms, { query: { status: 'true' } }, { actor: trainer });
    const { body: own } = await call(privacy.getConsents, {}, { actor: trainer });
    expect(own.log).toMatchObject([{ purpose: 'substituteSms', isGiven: true, source: 'profile' }]);
  });

  test('go with their client when two turn out to be one', async () => {
    const { home, actor } = await furnished();
    const [admin, kept] = [await home.account({ role: 'admin' }), await home.account()];
    await call(privacy.changeConsent, { body: { purpose: 'marketingMail', isGiven: true } }, { actor });
    const merging = { params: { id: kept.clientId }, body: { otherId: actor.clientId } };
    expect((await call(mergeClients, merging, { actor: admin })).status).toBe(200);
    const params = { id: kept.clientId };
    const { body } = await call(privacy.getClientPrivacy, { params }, { actor: admin });
    expect(body.consents.log).toMatchObject([{ purpose: 'marketingMail', isGiven: true }]);
  });
});

describe('asking to be erased', () => {
  const asking = (actor: TestAccount, given = password) =>
    call(privacy.askErasure, { body: { password: given } }, { actor });
  const view = async (actor: TestAccount) => (await call(privacy.getErasure, {}, { actor })).body;

  test('says before what would happen, and does it: places go back, every session ends, a mail tells how to undo', async () => {
    const { home, actor, means } = await furnished();
    const training = await home.training({ startsAt, maxPlaces: 1 });
    await call(register, { body: { trainingId: training.id, isWaitingAccepted: true } }, { actor });
    const next = await home.account();
    await call(register, { body: { trainingId: training.id, isWaitingAccepted: true } }, { actor: next });
    // What somebody else paid for is in nobody's way.
    const paid = await home.registration(await home.training({ startsAt }), next.clientId, { place: 1 });
    const bought = await means.issued(home, { clientId: next.clientId });
    await ask(
      `insert into registration_covers (tenant_id, registration_id, kind, invoice_id, position, created_at)
       values ($1, $2, 'invoice', $3, 1, $4)`,
      home.id,
      paid,
      bought.id,
      clock.now(),
    );
    await ask(
      `insert into receipts (tenant_id, kind, amount_cents, source, client_id, booked_on, created_at)
        values ($1, 'bank', 550, 'bank:over', $2, '2026-09-14', now()) returning 1`,
      ...[home.id, actor.clientId],
    );
    expect(await view(actor)).toMatchObject({
      obstacles: [],
      givenBack: 1,
      visitsLost: 10,
      creditLost: 5.5,
      pending: null,
      kept: { invoices: 1, contracts: 0, years: 7, untilDate: '2033-12-31' },
    });
    const { body: session } = await openSession(home, actor);
    const { body } = await asking(actor);
    expect(body).toMatchObject({
      givenBack: 0,
      pending: { dueDateTime: '2026-09-28T09:00:00Z', isHeld: false },
    });
    const profile = () => call(getProfile, {}, { host: home.host, token: session.token ?? '' });
    expect((await profile()).error).toBe('notLoggedIn');
    // The queue moved: whoever waited has the place.
    const held = await ask(
      `select client_id from registrations where tenant_id = $1 and state in ('booked', 'offered')`,
      home.id,
    );
    expect(held).toEqual([{ client_id: next.clientId }]);
  });

  test('shuts at once what is open: sessions with their cookies, tokens that are out, the calendar address, devices; another’s stays', async () => {
    const { home, actor } = await furnished();
    const open = async (one: TestAccount) => {
      const { cookies } = await openSession(home, one);
      const { address } = (await call(createFeed, {}, { actor: one })).body;
      const body = { endpoint: `${closedPushOrigin}/${one.id}`, keys: samplePushKeys };
      expect((await call(subscribeDevice, { body }, { actor: one })).status).toBe(200);
      const email = `strange${one.id}@stranger.test`;
      await call(changeEmail, { body: { email, password: testPassword } }, { actor: one });
      return { cookie: `trenn_refresh=${cookies.trenn_refresh}`, path: new URL(address ?? '').pathname };
    };
    const other = await home.account();
    const [own, theirs] = [await open(actor), await open(other)];
    const calendar = async ({ path }: typeof own) =>
      (await send({ method: 'GET', path, host: home.host })).status;
    expect(await calendar(own)).toBe(200);
    expect((await asking(actor)).status).toBe(200);
    const again = ({ cookie }: typeof own) =>
      call(refresh, { body: sampleDevice }, { host: home.host, headers: { cookie } });
    expect((await again(own)).error).toBe('refreshingSessionFailed');
    expect((await again(theirs)).error).toBeUndefined();
    expect((await call(getProfile, {}, { actor })).error).toBe('notLoggedIn');
    expect((await call(getProfile, {}, { actor: other })).error).toBeUndefined();
    expect([await calendar(own), await calendar(theirs)]).toEqual([404, 200]);
    const left = await ask(
      `select (select array_agg(account_id) from email_changes where tenant_id = $1) as mailed,
         (select array_agg(client_id) from push_subscriptions where tenant_id = $1) as devices`,
      home.id,
    );
    expect(left).toEqual([{ mailed: [other.id], devices: [other.clientId] }]);
    const admin = await home.account({ role: 'admin' });
    const params = { id: actor.clientId };
    const kept = await call(privacy.downloadClientData, { params, body: {} }, { actor: admin });
    const { data } = JSON.parse(JSON.stringify(kept.body)) as Data;
    expect([data.feeds?.rows, data.pushes?.rows]).toEqual([[], []]);
  });

  test.each<[string, (parts: Awaited<ReturnType<typeof furnished>>) => Promise<unknown>]>([
    ['debt', ({ home, actor, means }) => means.issued(home, { clientId: actor.clientId })],
    ['contract', ({ home, actor }) => addContract(running, home, actor, {})],
    [
      'staff',
      ({ home, actor }) =>
        ask('update accounts set is_admin = true where tenant_id = $1 and id = $2', home.id, actor.id),
    ],
    [
      'booking',
      async ({ home, actor }) => {
        const training = await home.training({ startsAt, payment: 'paid', priceCents: 900 });
        const body = { trainingId: training.id, isWaitingAccepted: true };
        const { body: booked } = await call(register, { body }, { actor });
        expect(booked.cover?.kind).toBe('ticket');
      },
    ],
  ])('is refused while a %s stands in the way, and nothing has happened', async (kind, put) => {
    const parts = await furnished();
    await put(parts);
    const seen = await view(parts.actor);
    expect(seen.obstacles).toMatchObject([{ kind }]);
    const answer = await asking(parts.actor);
    expect([answer.status, answer.error, answer.refusal?.details]).toEqual([409, 'erasureRefused', { kind }]);
    expect(await ask('select id from erasures where tenant_id = $1', parts.home.id)).toEqual([]);
  });

  test('asks for the password; two presses are one; it can be taken back, and asked for again', async () => {
    const { home, actor } = await furnished();
    expect((await asking(actor, 'Wrong1234')).error).toBe('passwordNotValid');
    const answers = await Promise.all([asking(actor), asking(actor)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await openSession(home, actor);
    const as = { host: home.host, token: again.body.token ?? undefined };
    const undone = await call(privacy.undoErasure, {}, as);
    expect(undone.body.pending).toBeNull();
    expect((await call(privacy.undoErasure, {}, as)).error).toBe('erasureNotAsked');
    const anew = await call(privacy.askErasure, { body: { password } }, as);
    expect(anew.body.pending).not.toBeNull();
  });

  test('of oneself takes the password alone, of somebody else that it was shown who asks', async () => {
    const home = await centre();
    const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
    // Sessions that showed who they are hours ago.
    const stale = async ({ claims }: TestAccount) => ({
      host: home.host,
      token: await running.server.app.ports.tokens.sign({ ...claims, provedAt: 0 }),
    });
    const params = { id: actor.clientId };
    const byAdmin = await call(privacy.askClientErasure, { params, body: {} }, await stale(admin));
    expect([byAdmin.status, byAdmin.error]).toEqual([403, 'proofNeeded']);
    const own = await call(privacy.askErasure, { body: { password } }, await stale(actor));
    expect([own.status, own.error]).toEqual([200, undefined]);
  });

  test('is the administrator’s too, at the client’s request; the trail says so', async () => {
    const { home, actor } = await furnished();
    const admin = await home.account({ role: 'admin' });
    const params = { id: actor.clientId };
    const asked = await call(privacy.askClientErasure, { params, body: {} }, { actor: admin });
    expect(asked.body.pending).not.toBeNull();
    const twice = await call(privacy.askClientErasure, { params, body: {} }, { actor: admin });
    expect(twice.error).toBe('erasureAsked');
    const back = await call(privacy.undoClientErasure, { params }, { actor: admin });
    expect(back.body).toMatchObject({ pending: null, isDone: false });
    const trail = await ask<{ action: string }>(
      `select action from audit_trail where tenant_id = $1 and noun = 'clients' and noun_id = $2 order by id`,
      home.id,
      actor.clientId,
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'POST /admin/back-office/client/:id/erasure',
      'DELETE /admin/back-office/client/:id/erasure',
    ]);
  });
});
