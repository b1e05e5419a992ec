import { describe, expect, test, vi } from 'vitest';
import type { Centre, CentreParts } from '#server/testing/centre.ts';
import { addPackage, type PackageParts } from '#server/testing/contracts.ts';
import { forged } from '#server/testing/forging.ts';
import { joiningMeans } from '#server/testing/joining.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import * as account from '#shared/account/contract.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';

const running = withServer();
const { takeOver, proofOf, confirm, prove } = joiningMeans(running);
const { centre, call, ask, clock } = running;
const today = '2026-09-14';
const patience = { timeout: 10_000, interval: 50 };

const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };

async function place(parts: PackageParts = {}, centreParts: CentreParts = {}) {
  const home = await centre({ rules, ...centreParts });
  const productId = await addPackage(running, home, { joiningFeeCents: 1000, ...parts });
  const form: JoinForm = {
    ...emptyForm('EE', today, home.clubId),
    productId,
    ...{ firstName: 'Õie', lastName: 'Pärn', idCode: '60001019906' },
    ...{ email: 'oie@test.test', phone: '+372 5555 1234' },
    ...{ address: 'Niine 3', city: 'Tallinn', zip: '10414', hasAgreed: true, startsEarly: true },
  };
  return { home, productId, form };
}

const check = (home: Centre, form: JoinForm) =>
  call(contract.checkJoin, { body: form }, { host: home.host, language: 'et' });
const open = async (home: Centre, form: JoinForm) =>
  (await call(contract.openJoinDraft, { body: form }, { host: home.host, language: 'et' })).body.draftToken;
const joinWith = (home: Centre, draftToken: string, form: JoinForm) =>
  call(contract.join, { body: { draftToken, form } }, { host: home.host, language: 'et' });
const draftOf = (home: Centre, token: string) =>
  call(contract.getJoinDraft, { query: { token } }, { host: home.host });

describe('what is offered', () => {
  // shows: call-public-join-product
  test('clubs, packages with terms, countries and rules', async () => {
    const { home, productId } = await place({ termMonths: 12, renews: true, bindingMonths: 12 });
    const { body } = await call(contract.getJoin, {}, { host: home.host, language: 'et' });
    expect(body).toMatchObject({
      page: 'complete',
      country: 'EE',
      startFrom: today,
      startUntil: '2026-11-13',
      withdrawalDays: 14,
      packages: [
        {
          id: productId,
          termMonths: 12,
          renews: true,
          bindingMonths: 12,
          prices: [{ unitId: home.clubId, price: 45, priceOnline: 45, joiningFee: 10 }],
        },
      ],
    });
    const one = await call(contract.getJoinProduct, { query: { id: productId } }, { host: home.host });
    expect(one.body.id).toBe(productId);
    const online = { productId, unitId: home.clubId };
    const saved = await call(contract.checkJoinOnlineDiscount, { body: online }, { host: home.host });
    expect(saved.body).toEqual({ price: 45, priceOnline: 45, discount: 0 });
  });

  test('neither page: the paths do not exist', async () => {
    const home = await centre({ rules: { payment: { isPaymentActive: true } } });
    expect((await call(contract.getJoin, {}, { host: home.host })).status).toBe(404);
  });
});

describe('checking', () => {
  test('prices line by line, what comes later and the days of withdrawal', async () => {
    const { home, form } = await place({ anchor: 'first', bindingMonths: 3 });
    const { body } = await check(home, form);
    expect(body.problems).toEqual({});
    expect(body.price).toMatchObject({
      lines: [
        { name: 'Monthly package et, 14.09.2026–30.09.2026', total: 25.5 },
        { name: 'Joining fee et', total: 10 },
      ],
      total: 35.5,
      part: { days: 17, of: 30 },
      nextOn: '2026-10-01',
      nextPrice: 45,
      bindingUntil: '2026-12-31',
      endsOn: null,
      withdrawUntil: '2026-09-28',
    });
  });

  // shows: joining-fields, field-required, field-terms, call-public-join-check, rule-join-pages
  test('every wrong field at once', async () => {
    const { home } = await place();
    const { body } = await check(home, emptyForm('EE', '2026-09-13', null));
    expect(body.problems).toEqual({
      unitId: 'clubRequired',
      productId: 'packageRequired',
      firstName: 'nameRequired',
      lastName: 'nameRequired',
      idCode: 'fieldRequired',
      email: 'emailRequired',
      phone: 'fieldRequired',
      address: 'fieldRequired',
      city: 'fieldRequired',
      zip: 'fieldRequired',
      startsOn: 'startPast',
      hasAgreed: 'termsRequired',
    });
    expect(body.price).toBeNull();
  });

  test.each<[Partial<JoinForm>, object]>([
    [{ idCode: '60001019907' }, { idCode: 'idCodeInvalid' }],
    // shows: field-age
    [{ idCode: '51001010008' }, { idCode: 'notOfAge' }],
    [{ country: 'LV', idCode: '320000-00000' }, { birthDate: 'fieldRequired' }],
    [{ country: 'LV', idCode: '320000-00000', birthDate: '2010-01-01' }, { birthDate: 'notOfAgeByDate' }],
    [{ country: 'LV', idCode: '320000-00000', birthDate: '2008-09-14' }, {}],
    [{ country: 'LV', idCode: '320000-00000', birthDate: '2008-09-15' }, { birthDate: 'notOfAgeByDate' }],
    [{ country: 'XX', idCode: '' }, { birthDate: 'fieldRequired' }],
    [{ country: 'XX', idCode: '', birthDate: '1990-02-30' }, { birthDate: 'birthDateInvalid' }],
    [{ startsOn: '2026-11-14' }, { startsOn: 'startTooFar' }],
    // shows: field-phone
    [{ phone: '12' }, { phone: 'phoneInvalid' }],
    [{ phone: '+37255551234567' }, { phone: 'phoneInvalid' }],
    [{ phone: '-55551234' }, { phone: 'phoneInvalid' }],
    [{ phone: '5555 1234' }, {}],
    [{ email: 'x' }, { email: 'emailInvalid' }],
    [{ email: 'oie@õie.ee' }, {}],
    [{ startsEarly: false }, { startsEarly: 'earlyRequired' }],
    [{ startsEarly: false, startsOn: '2026-09-29' }, {}],
    [{ zip: '1'.repeat(13) }, { zip: 'maxLength' }],
    [{ productId: 2_000_000 }, { productId: 'packageRequired' }],
    [{ code: 'NONE' }, { code: 'campaignCodeNotFound' }],
  ])('%j: %j', async (parts, problems) => {
    const { home, form } = await place();
    expect((await check(home, { ...form, ...parts })).body.problems).toEqual(problems);
    if (Object.keys(problems).length === 0) return;
    const answer = await joinWith(home, await open(home, form), { ...form, ...parts });
    expect(['dataValidationFailed', 'campaignCodeNotFound']).toContain(answer.error);
    const [field, problem] = Object.entries(problems)[0] ?? [];
    if (answer.error === 'dataValidationFailed') {
      expect(answer.refusal?.details).toEqual({ field, problem });
    }
  });

  // shows: rule-join-pages
  test('the simple page asks for less', async () => {
    const simple = { pages: { isJoinSimplePage: true }, payment: { isPaymentActive: true } };
    const { home, form } = await place({}, { rules: simple });
    const short = { ...form, address: '', city: '', zip: '' };
    expect((await check(home, short)).body.problems).toEqual({});
  });
});

describe('the draft', () => {
  test('is kept for 24 hours after the last change, and opened by its token only', async () => {
    const { home, form } = await place();
    const token = await open(home, form);
    expect(token.length).toBeGreaterThanOrEqual(43);
    clock.advance({ hours: 20 });
    const changed = { ...form, city: 'Tartu' };
    const put = { body: { draftToken: token, form: changed } };
    expect((await call(contract.changeJoinDraft, put, { host: home.host })).status).toBe(200);
    clock.advance({ hours: 20 });
    expect((await draftOf(home, token)).body).toMatchObject({ state: 'open', form: changed, isShown: false });
    expect((await draftOf(await centre({ rules }), token)).error).toBe('joinNotFound');
    expect((await draftOf(home, forged(token))).error).toBe('joinNotFound');
    clock.advance({ hours: 4 });
    expect((await draftOf(home, token)).error).toBe('joinNotFound');
    expect(JSON.stringify(await ask('select * from joins where tenant_id = $1', home.id))).not.toContain(
      token,
    );
  });
});

describe('joining', () => {
  test('the same draft and form give the same invoice; another form another, and the first is dropped', async () => {
    const { home, form } = await place();
    await joinWith(home, await open(home, form), { ...form, email: 'other@test.test' });
    const token = await open(home, form);
    const answers = await Promise.all([1, 2, 3].map(() => joinWith(home, token, form)));
    expect(new Set(answers.map(({ body }) => body.invoiceToken)).size).toBe(1);
    expect(answers[0]?.body.total).toBe(55);
    const other = await joinWith(home, token, { ...form, city: 'Tartu' });
    expect(other.body.invoiceToken).not.toBe(answers[0]?.body.invoiceToken);
    // What somebody else is about to join with waits on.
    const states = ['pending', 'dropped', 'pending'].map((state) => ({ state }));
    expect(await ask('select state from contracts where tenant_id = $1 order by id', home.id)).toEqual(
      states,
    );
    const dropped = "select 1 from invoices where tenant_id = $1 and state = 'dropped'";
    expect(await ask(dropped, home.id)).toHaveLength(1);
    expect(await ask('select 1 from clients where tenant_id = $1', home.id)).toHaveLength(2);
  });

  test('somebody known is answered alike, and mailed the way to their account', async () => {
    const { home, form, productId } = await place();
    const known = await home.account();
    const member = await home.account();
    await ask(
      "update clients set id_country = 'EE', id_code = '38001085718' where tenant_id = $1 and id = $2",
      home.id,
      member.clientId,
    );
    const forms = [
      form,
      { ...form, email: known.email },
      { ...form, idCode: '38001085718', email: 'a@test.test' },
    ];
    const answers = [];
    for (const one of forms) {
      expect((await check(home, one)).body.problems).toEqual({});
      const { status, body } = await joinWith(home, await open(home, one), one);
      answers.push([status, Object.keys(body), body.total, body.invoiceToken?.length]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(productId).toBeGreaterThan(0);
    await vi.waitFor(async () => {
      const mails = await mailsOf(home);
      expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
        [known.email, member.email].toSorted(),
      );
      const way = mails.find(({ recipient }) => recipient === known.email);
      expect(way?.text).toMatch(/\/join\?token=[\w-]{43}/);
    }, patience);
    const untouched = await ask<{ first_name: string }>(
      'select first_name from clients where tenant_id = $1 and id = $2',
      home.id,
      known.clientId,
    );
    expect(untouched[0]?.first_name).not.toBe('Õie');
  });
});

const mailsOf = (home: Centre) =>
  ask<{ recipient: string; subject: string; text: string }>(
    'select recipient, subject, text from stand_in_mails where tenant_id = $1 order by id',
    home.id,
  );

/** What costs nothing at first is joined by the mailed link. */
async function paid(home: Centre, form: JoinForm) {
  const token = await open(home, form);
  await joinWith(home, token, form);
  await prove(home, form.email);
  return token;
}

const free: PackageParts = { joiningFeeCents: 0 };

describe('paid', () => {
  const freePlace = async (parts: PackageParts = {}, of: CentreParts = {}) => {
    const made = await place({ ...free, ...parts }, of);
    await ask('update product_prices set price_cents = 0 where tenant_id = $1', made.home.id);
    return made;
  };
  const joinedMail = (home: Centre, to: string) =>
    vi.waitFor(async () => {
      const mail = (await mailsOf(home)).find(
        ({ recipient, subject }) => recipient === to && subject.includes('liitunud'),
      );
      if (!mail) throw new Error('no mail');
      return mail;
    }, patience);

  test('an account, and the first login by the mailed link', { timeout: 30_000 }, async () => {
    const { home, form } = await freePlace();
    await paid(home, form);
    const mail = await joinedMail(home, form.email);
    expect(mail.text).toMatch(/Leping 26-\d{5}/);
    expect(mail.text).toContain('28.09.2026');
    const ends = await ask('select expires_at as at from password_resets where tenant_id = $1', home.id);
    expect(ends).toEqual([{ at: addMinutes(clock.now(), 7 * 24 * 60) }]);
    const resetToken = /reset\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    const reset = await call(
      account.resetPassword,
      { body: { resetToken, newPassword: 'Uus1Parool' } },
      { host: home.host },
    );
    expect(reset.status).toBe(200);
    const credentials = { username: form.email, password: 'Uus1Parool', keep: false };
    const login = await call(
      account.login,
      { body: { userCredentials: credentials, deviceParameters: sampleDevice } },
      { host: home.host },
    );
    expect(login.status).toBe(200);
    const [client] = await ask(
      'select id_code, id_country, birth_date, city from clients where tenant_id = $1',
      home.id,
    );
    expect(client).toEqual({
      id_code: '60001019906',
      id_country: 'EE',
      birth_date: '2000-01-01',
      city: 'Tallinn',
    });
    const [join] = await ask('select state, form from joins where tenant_id = $1', home.id);
    expect(join).toEqual({ state: 'joined', form: {} });
  });

  test('somebody known logs in by the mailed link and takes it over; nobody else can', {
    timeout: 30_000,
  }, async () => {
    const { home, form } = await freePlace();
    const known = await home.account();
    const stranger = await home.account();
    const token = await paid(home, { ...form, email: known.email });
    const mail = await joinedMail(home, known.email);
    expect(mail.text).toContain(`/join?token=${token}`);
    expect(mail.text).not.toContain('reset?token');
    const take = (actor: typeof known) => takeOver(token, actor);
    expect((await take(stranger)).error).toBe('joinNotFound');
    expect((await call(contract.getOwnJoin, { query: { token } }, { actor: known })).body).toMatchObject({
      ...{ isPaid: true, isTaken: false, price: null },
    });
    expect((await take(known)).body).toEqual({ invoiceToken: null });
    expect((await take(known)).body).toEqual({ invoiceToken: null });
    const [one] = await ask<{ client_id: number; state: string }>(
      'select client_id, state from contracts where tenant_id = $1',
      home.id,
    );
    expect(one).toEqual({ client_id: known.clientId, state: 'live' });
  });

  test('taken over before it is paid', { timeout: 30_000 }, async () => {
    const { home, form } = await place();
    const known = await home.account();
    const token = await open(home, form);
    await joinWith(home, token, { ...form, email: known.email });
    const { body } = await takeOver(token, known);
    expect(body.invoiceToken).toMatch(/^[\w-]{43}$/);
    const rows = await ask<{ client_id: number; state: string }>(
      'select client_id, state from contracts where tenant_id = $1 order by id',
      home.id,
    );
    expect(rows.map(({ state }) => state)).toEqual(['dropped', 'pending']);
    expect(rows[1]?.client_id).toBe(known.clientId);
  });

  test('a code of somebody else: no code, and the office is told', { timeout: 30_000 }, async () => {
    const { home, form } = await freePlace();
    const other = await home.account();
    await ask(
      "update clients set id_country = 'EE', id_code = '60001019906' where tenant_id = $1 and id = $2",
      home.id,
      other.clientId,
    );
    await paid(home, form);
    expect((await joinedMail(home, form.email)).text).toContain('reset?token');
    const codes = ask('select 1 from clients where tenant_id = $1 and id_code is not null', home.id);
    expect(await codes).toHaveLength(1);
    await vi.waitFor(async () => {
      const office = (await mailsOf(home)).filter(({ recipient }) => recipient === `info@${home.host}`);
      expect(office).toHaveLength(1);
    }, patience);
  });

  test('with a guardian, who pays', { timeout: 30_000 }, async () => {
    const { home, form } = await freePlace();
    await ask(
      `update tenants set company = jsonb_set(company, '{contracts}', '{"hasGuardians": true}') where tenant_id = $1`,
      home.id,
    );
    await running.server.tenants.load();
    const minor = { ...form, idCode: '51001010008' };
    expect((await check(home, minor)).body.problems).toEqual({
      guardianFirstName: 'nameRequired',
      guardianLastName: 'nameRequired',
      guardianIdCode: 'fieldRequired',
      guardianEmail: 'emailRequired',
      guardianPhone: 'fieldRequired',
    });
    const guardian = {
      guardianFirstName: 'Jaan',
      guardianLastName: 'Pärn',
      guardianIdCode: '51001010008',
      guardianEmail: 'jaan@test.test',
      guardianPhone: '55551234',
    };
    expect((await check(home, { ...minor, ...guardian })).body.problems).toEqual({
      guardianIdCode: 'guardianNotOfAge',
    });
    const whole = { ...minor, ...guardian, guardianIdCode: '38001085718' };
    await joinWith(home, await open(home, whole), whole);
    expect((await confirm(home, await proofOf(home, form.email))).body.state).toBe('guardianAsked');
    await prove(home, 'jaan@test.test');
    await joinedMail(home, form.email);
    expect((await joinedMail(home, 'jaan@test.test')).text).not.toContain('reset?token');
    const [one] = await ask<{ payer: { name: string }; guardian: { idCode: string } }>(
      `select c.payer, l.guardian from contracts c join clients l on l.tenant_id = c.tenant_id and l.id = c.client_id
       where c.tenant_id = $1`,
      home.id,
    );
    expect([one?.payer.name, one?.guardian.idCode]).toEqual(['Jaan Pärn', '38001085718']);
  });
});
