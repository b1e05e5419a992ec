import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { hashToken } from '#server/kernel/tokens.ts';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword, getProfile, login, refresh, resetPassword } from '#shared/account/contract.ts';
import type { FactorProof } from '#shared/account/factors/contract.ts';
import * as contract from '#shared/account/factors/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';

const { centre, call, ask, clock } = withServer();

const logIn = (host: string, username: string, password = testPassword) =>
  call(
    login,
    { body: { userCredentials: { username, password, keep: true }, deviceParameters: sampleDevice } },
    { host },
  );
const show = (host: string, challenge: string, proof: FactorProof) =>
  call(contract.showFactor, { body: { challenge, proof, deviceParameters: sampleDevice } }, { host });
const code = (value: string): FactorProof => ({ kind: 'code', code: value });
const recovery = (value: string): FactorProof => ({ kind: 'recoveryCode', code: value });

/** What the app on the phone shows, now or some steps away. */
const shownBy = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 + steps * 30 });

/** Somebody who set up an app, with what it and its paper hold; the step of the set-up is over. */
async function withApp() {
  const home = await centre();
  const account = await home.account();
  const { secret, recoveryCodes } = await setUp(account);
  return { home, host: home.host, account, secret, recoveryCodes };
}

async function setUp(actor: TestAccount) {
  const { secret } = (await call(contract.startCodes, {}, { actor })).body;
  const { recoveryCodes } = (
    await call(contract.confirmCodes, { body: { code: shownBy(secret) } }, { actor })
  ).body;
  clock.advance({ seconds: 30 });
  return { secret, recoveryCodes };
}

async function asked(host: string, account: TestAccount): Promise<string> {
  const { body } = await logIn(host, account.email);
  expect(body.token).toBeNull();
  return body.secondFactor?.challenge ?? '';
}

describe('setting up an app', () => {
  test('counts once its first code was typed, and brings ten recovery codes that are shown once', async () => {
    const home = await centre();
    const actor = await home.account();
    const started = (await call(contract.startCodes, {}, { actor })).body;
    expect(started.address).toContain(`secret=${started.secret}`);
    // Not yet: whoever closed the page logs in as before.
    expect((await logIn(home.host, actor.email)).body.secondFactor).toBeNull();
    expect((await call(contract.confirmCodes, { body: { code: '000000' } }, { actor })).error).toBe(
      'factorNotValid',
    );
    // A picture that was not used is replaced by the next one.
    const { secret } = (await call(contract.startCodes, {}, { actor })).body;
    expect(secret).not.toBe(started.secret);
    const late = await call(contract.confirmCodes, { body: { code: shownBy(started.secret) } }, { actor });
    expect(late.error).toBe('factorNotValid');
    const { body } = await call(contract.confirmCodes, { body: { code: shownBy(secret) } }, { actor });
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect((await call(contract.getFactors, {}, { actor })).body).toMatchObject({
      codes: { sinceDateTime: '2026-09-14T09:00:00Z' },
      recoveryCodesLeft: 10,
    });
    expect((await call(contract.startCodes, {}, { actor })).error).toBe('codesThereAlready');
    const again = await call(contract.confirmCodes, { body: { code: shownBy(secret, 1) } }, { actor });
    expect(again.error).toBe('codesThereAlready');
    const rows = JSON.stringify([
      await ask('select * from totp_secrets where account_id = $1', actor.id),
      await ask('select * from recovery_codes where account_id = $1', actor.id),
    ]);
    for (const each of [secret, ...body.recoveryCodes]) expect(rows).not.toContain(each.replaceAll('-', ''));
  });

  test('signs out what was opened without it, and not this session', async () => {
    const home = await centre();
    const account = await home.account();
    const [here, there] = [await logIn(home.host, account.email), await logIn(home.host, account.email)];
    const as = { host: home.host, token: here.body.token ?? '' };
    const { secret } = (await call(contract.startCodes, {}, as)).body;
    await call(contract.confirmCodes, { body: { code: shownBy(secret) } }, as);
    expect((await call(getProfile, {}, as)).status).toBe(200);
    const other = { host: home.host, token: there.body.token ?? '' };
    expect((await call(getProfile, {}, other)).error).toBe('notLoggedIn');
    const renewed = await call(
      refresh,
      { body: sampleDevice },
      { host: home.host, headers: { cookie: `trenn_refresh=${there.cookies.trenn_refresh}` } },
    );
    expect(renewed.error).toBe('refreshingSessionFailed');
  });

  test('two presses at once set up one', async () => {
    const home = await centre();
    const actor = await home.account();
    const { secret } = (await call(contract.startCodes, {}, { actor })).body;
    const body = { code: shownBy(secret) };
    const answers = await Promise.all([1, 2].map(() => call(contract.confirmCodes, { body }, { actor })));
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['codesThereAlready', undefined]);
    expect((await call(contract.getFactors, {}, { actor })).body.recoveryCodesLeft).toBe(10);
  });
});

describe('logging in with an app', () => {
  test('the password opens nothing, the code does', async () => {
    const { host, account, secret } = await withApp();
    const first = await logIn(host, account.email);
    expect([first.body.token, first.cookies]).toEqual([null, {}]);
    expect(first.body.secondFactor?.ways).toEqual(['code', 'recoveryCode']);
    const { body, cookies, headers } = await show(
      host,
      first.body.secondFactor?.challenge ?? '',
      code(shownBy(secret)),
    );
    expect((await call(getProfile, {}, { host, token: body.token })).body.email).toBe(account.email);
    expect(cookies.trenn_refresh).toBeTruthy();
    // What was chosen with the password holds.
    expect(String(headers['set-cookie'])).toContain('Max-Age=');
  });

  test.each([
    [-2, 'factorNotValid'],
    [-1, undefined],
    [0, undefined],
    [1, undefined],
    [2, 'factorNotValid'],
  ])('a phone whose clock is %i steps off: %s', async (steps, error) => {
    const { host, account, secret } = await withApp();
    clock.advance({ minutes: 5 });
    const challenge = await asked(host, account);
    expect((await show(host, challenge, code(shownBy(secret, steps)))).error).toBe(error);
  });

  test('a code opens once, also for two at a time; none before it opens any more', async () => {
    const { host, account, secret } = await withApp();
    clock.advance({ minutes: 5 });
    const challenges = [await asked(host, account), await asked(host, account)];
    const proof = code(shownBy(secret));
    const answers = await Promise.all(challenges.map((challenge) => show(host, challenge, proof)));
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['factorNotValid', undefined]);
    const next = await asked(host, account);
    for (const steps of [0, -1])
      expect((await show(host, next, code(shownBy(secret, steps)))).error).toBe('factorNotValid');
    expect((await show(host, next, code(shownBy(secret, 1)))).status).toBe(200);
  });

  test('the code that set it up opens nothing', async () => {
    const home = await centre();
    const account = await home.account();
    const { secret } = await setUp(account);
    const challenge = await asked(home.host, account);
    expect((await show(home.host, challenge, code(shownBy(secret, -1)))).error).toBe('factorNotValid');
  });

  test('a log-in that was begun ends once: answered, after five minutes, by another password', async () => {
    const { host, account, secret } = await withApp();
    const used = await asked(host, account);
    expect((await show(host, used, code(shownBy(secret)))).status).toBe(200);
    clock.advance({ minutes: 1 });
    expect((await show(host, used, code(shownBy(secret)))).error).toBe('loginOver');

    const late = await asked(host, account);
    clock.advance({ minutes: 5 });
    expect((await show(host, late, code(shownBy(secret)))).error).toBe('loginOver');

    const old = await asked(host, account);
    const body = { oldPassword: testPassword, newPassword: 'Uus1Parool' };
    expect((await call(changePassword, { body }, { actor: account })).status).toBe(200);
    expect((await show(host, old, code(shownBy(secret)))).error).toBe('loginOver');

    const blocked = (await logIn(host, account.email, 'Uus1Parool')).body.secondFactor?.challenge ?? '';
    await ask('update accounts set is_blocked = true where id = $1', account.id);
    expect((await show(host, blocked, code(shownBy(secret)))).error).toBe('loginOver');
  });

  test('neither another account’s code nor another centre opens it', async () => {
    const one = await withApp();
    const other = await one.home.account();
    const { secret, recoveryCodes } = await setUp(other);
    const challenge = await asked(one.host, one.account);
    expect((await show(one.host, challenge, code(shownBy(secret)))).error).toBe('factorNotValid');
    const wrong = await show(one.host, challenge, recovery(recoveryCodes[0] ?? ''));
    expect(wrong.error).toBe('factorNotValid');
    const elsewhere = (await centre()).host;
    expect((await show(elsewhere, challenge, code(shownBy(one.secret)))).error).toBe('loginOver');
    expect((await show(one.host, challenge, code(shownBy(one.secret)))).status).toBe(200);
    expect((await show(one.host, 'x'.repeat(43), code(shownBy(one.secret)))).error).toBe('loginOver');
  });

  test('guessing ends after ten tries an hour, whatever log-in they belong to; right ones begin anew', async () => {
    const { host, account, secret } = await withApp();
    const challenges = [await asked(host, account), await asked(host, account)];
    for (const challenge of [...challenges, ...challenges, ...challenges, ...challenges, ...challenges])
      expect((await show(host, challenge, code('000000'))).error).toBe('factorNotValid');
    const [challenge = ''] = challenges;
    const { refusal } = await show(host, challenge, code(shownBy(secret)));
    expect([refusal?.errors, refusal?.details]).toEqual([['tooManyAttempts'], { minutes: 60 }]);
    clock.advance({ minutes: 60 });
    const later = await asked(host, account);
    expect((await show(host, later, code('000000'))).error).toBe('factorNotValid');
    expect((await show(host, later, code(shownBy(secret)))).status).toBe(200);
    const [row] = await ask<{ count: number }>(
      `select count(*)::integer from attempts where kind = 'factor' and tenant_id = (select tenant_id from accounts where id = $1)`,
      account.id,
    );
    expect(row?.count).toBe(0);
  });
});

test('a new password by a mailed link does not go round the second step', async () => {
  const { home, host, account, secret } = await withApp();
  const [begun, resetToken] = [await asked(host, account), 'r'.repeat(32)];
  await ask(
    `insert into password_resets (tenant_id, token_hash, account_id, created_at, expires_at)
      values ($1, $2, $3, '2026-09-14T09:00:00Z', '2026-09-14T10:00:00Z')`,
    ...[home.id, hashToken(resetToken), account.id],
  );
  const body = { resetToken, newPassword: 'Uus1Parool' };
  expect((await call(resetPassword, { body }, { host })).status).toBe(200);
  expect((await show(host, begun, code(shownBy(secret)))).error).toBe('loginOver');
  const after = await logIn(host, account.email, 'Uus1Parool');
  expect([after.body.token, after.cookies]).toEqual([null, {}]);
  const opened = await show(host, after.body.secondFactor?.challenge ?? '', code(shownBy(secret)));
  expect(opened.status).toBe(200);
});

test('its owner hears by mail of what somebody else might have done, once each', async () => {
  const { home, host, account, recoveryCodes } = await withApp();
  const challenge = await asked(host, account);
  await show(host, challenge, recovery('0000-0000-0000-0000'));
  await show(host, challenge, recovery(recoveryCodes[0] ?? ''));
  await call(contract.renewRecoveryCodes, {}, { actor: account });
  await call(contract.removeCodes, {}, { actor: account });
  clock.advance({ minutes: 1 });
  await call(contract.removeCodes, {}, { actor: account });
  const passwords = { oldPassword: testPassword, newPassword: 'Uus1Parool' };
  await call(changePassword, { body: passwords }, { actor: account });
  const admin = await home.account({ role: 'admin' });
  const told = async () =>
    (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body.items
      .filter(({ recipient }) => recipient === account.email)
      .map(({ text }) => text.split('\n\n')[1]?.split(' ').slice(0, 4).join(' '))
      .toSorted();
  await expect
    .poll(told, { timeout: 30_000 })
    .toEqual([
      'A recovery code was',
      'An app with codes',
      'New recovery codes were',
      'The app with codes',
      'The password of your',
    ]);
});

describe('recovery codes', () => {
  test('open once each, also for two at a time', async () => {
    const { host, account, recoveryCodes } = await withApp();
    const [first = '', second = ''] = recoveryCodes;
    const challenges = [await asked(host, account), await asked(host, account)];
    const answers = await Promise.all(challenges.map((each) => show(host, each, recovery(first))));
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['factorNotValid', undefined]);
    const next = await asked(host, account);
    expect((await show(host, next, recovery(` ${second.toUpperCase().replaceAll('-', ' ')}`))).status).toBe(
      200,
    );
    expect((await call(contract.getFactors, {}, { actor: account })).body.recoveryCodesLeft).toBe(8);
  });

  test('new ones take the place of all others', async () => {
    const { host, account, recoveryCodes } = await withApp();
    const renewed = await call(contract.renewRecoveryCodes, {}, { actor: account });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const challenge = await asked(host, account);
    expect((await show(host, challenge, recovery(recoveryCodes[0] ?? ''))).error).toBe('factorNotValid');
    const [fresh = ''] = renewed.body.recoveryCodes;
    expect((await show(host, challenge, recovery(fresh))).status).toBe(200);
  });

  test('that are used up leave the app asked for', async () => {
    const { host, account, secret } = await withApp();
    await ask('delete from recovery_codes where account_id = $1 returning 1', account.id);
    const { body, cookies } = await logIn(host, account.email);
    expect([body.token, cookies, body.secondFactor?.ways]).toEqual([null, {}, ['code']]);
    const { challenge = '' } = body.secondFactor ?? {};
    expect((await show(host, challenge, code(shownBy(secret)))).status).toBe(200);
  });

  test('stand in for nothing where there is no factor', async () => {
    const actor = await (await centre()).account();
    expect((await call(contract.renewRecoveryCodes, {}, { actor })).error).toBe('factorMissing');
  });
});

test('an app that is taken away is asked for no more, and its codes open nothing', async () => {
  const { host, account, secret, recoveryCodes } = await withApp();
  const begun = await asked(host, account);
  expect((await call(contract.removeCodes, {}, { actor: account })).status).toBe(200);
  expect((await call(contract.removeCodes, {}, { actor: account })).status).toBe(200);
  expect((await show(host, begun, code(shownBy(secret)))).error).toBe('loginOver');
  expect((await logIn(host, account.email)).body.token).toBeTruthy();
  expect((await call(contract.getFactors, {}, { actor: account })).body).toEqual({
    codes: null,
    passkeys: [],
    recoveryCodesLeft: 0,
    isDemanded: false,
  });
  const { secret: next } = await setUp(account);
  const challenge = await asked(host, account);
  expect((await show(host, challenge, recovery(recoveryCodes[0] ?? ''))).error).toBe('factorNotValid');
  expect((await show(host, challenge, code(shownBy(next)))).status).toBe(200);
});
