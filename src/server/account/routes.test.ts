import { describe, expect, test } from 'vitest';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { withOwner } from '#server/testing/owner.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/account/contract.ts';
import { bearerOf, readClaims } from '#shared/kernel/session.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

function logIn(host: string, username: string, password = testPassword, keep = false) {
  return call(
    contract.login,
    { body: { userCredentials: { username, password, keep }, deviceParameters: sampleDevice } },
    { host },
  );
}

function refresh(host: string, cookie: string | undefined) {
  return call(
    contract.refresh,
    { body: sampleDevice },
    { host, headers: { cookie: `trenn_refresh=${cookie ?? ''}` } },
  );
}

const profile = (host: string, token: string) => call(contract.getProfile, {}, { host, token });

async function signedIn(keep = false) {
  const home = await centre();
  const account = await home.account({ firstName: 'Õie', lastName: 'Pärn' });
  const answer = await logIn(home.host, account.email, testPassword, keep);
  const cookie = answer.cookies.trenn_refresh;
  return { home, account, host: home.host, token: answer.body.token ?? '', cookie, headers: answer.headers };
}

describe('logging in', () => {
  // shows: session-claims, login-body, call-account-login
  test('gives a token with the claims of the specification and a cookie no script can read', async () => {
    const { host, account, token, headers } = await signedIn();
    expect(readClaims(token)).toMatchObject({
      clientId: account.clientId,
      host,
      aud: host,
      keep: false,
      isAdmin: false,
      canSeeRegistrations: false,
      canManageRegistrations: false,
      needsUpdate: false,
      email: account.email,
      firstName: 'Õie',
      lastName: 'Pärn',
    });
    // What goes with each call says nothing of who somebody is.
    const sent = Buffer.from(bearerOf(token).split('.')[1] ?? '', 'base64url').toString();
    expect(sent).toContain(`"clientId":${account.clientId}`);
    expect(sent).not.toMatch(/Õie|Pärn|email|phone|@/);
    expect((await profile(host, bearerOf(token))).status).toBe(200);
    const claims = readClaims(token);
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(300);
    const kept = [headers['set-cookie']].flat().map(String);
    expect(kept.toSorted()).toEqual([
      expect.stringMatching(
        /^trenn_device=[\w.-]+; Max-Age=\d+; Path=\/api\/v0\.1\/account; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(/^trenn_refresh=[\w.-]+; Path=\/api\/v0\.1\/account; HttpOnly; SameSite=Strict$/),
    ]);
    expect((await profile(host, token)).body).toMatchObject({ email: account.email, firstName: 'Õie' });
  });

  test('stays on a device to keep', async () => {
    const { headers, token } = await signedIn(true);
    expect(String(headers['set-cookie'])).toContain(`Max-Age=${90 * 24 * 3600}`);
    expect(readClaims(token)?.keep).toBe(true);
  });

  // shows: rule-login-by-email
  test('goes by e-mail or by user name, as the page rule says', async () => {
    const byName = await centre({ rules: { login: { isEmail: false } } });
    const account = await byName.account();
    expect((await logIn(byName.host, account.email)).error).toBe('wrongCredentials');
    expect((await logIn(byName.host, ` ${account.username.toUpperCase()} `)).status).toBe(200);
  });

  test('answers alike for unknown, wrong, blocked and foreign', async () => {
    const home = await centre();
    const account = await home.account();
    const blocked = await home.account({ isBlocked: true });
    const foreign = await (await centre()).account();
    const answers = [
      await logIn(home.host, account.email, 'Wrong1234'),
      await logIn(home.host, 'nobody@test.test'),
      await logIn(home.host, blocked.email),
      await logIn(home.host, `x${foreign.email}`),
    ];
    expect(answers.map(({ status, refusal }) => [status, refusal])).toEqual(
      answers.map(() => [401, { errors: ['wrongCredentials'], code: 401 }]),
    );
  });

  test('knows an outdated client', async () => {
    const home = await centre();
    const account = await home.account();
    const body = {
      userCredentials: { username: account.email, password: testPassword, keep: false },
      deviceParameters: sampleDevice,
    };
    const answer = await call(
      contract.login,
      { body },
      { host: home.host, headers: { 'x-client-version': '0.4.9' } },
    );
    expect(readClaims(answer.body.token ?? '')?.needsUpdate).toBe(true);
  });

  test('is free again after the window, and a success forgets the failures', async () => {
    const home = await centre();
    const account = await home.account();
    for (let count = 0; count < 9; count += 1) await logIn(home.host, account.email, 'Wrong1234');
    expect((await logIn(home.host, account.email)).status).toBe(200);
    for (let count = 0; count < 10; count += 1) await logIn(home.host, account.email, 'Wrong1234');
    const { refusal } = await logIn(home.host, account.email);
    expect([refusal?.errors, refusal?.details]).toEqual([['tooManyAttempts'], { minutes: 15 }]);
    clock.advance({ minutes: 15 });
    expect((await logIn(home.host, account.email)).status).toBe(200);
  });
});

test('a session ends at last, however often it is refreshed, and staff’s sooner', async () => {
  const home = await centre();
  const opened = async (role: 'client' | 'admin') => {
    const { email } = await home.account({ role });
    return (await logIn(home.host, email)).cookies.trenn_refresh;
  };
  let [member, admin] = [await opened('client'), await opened('admin')];
  const renewed = async (cookie: string | undefined) => {
    const answer = await refresh(home.host, cookie);
    return answer.status === 200 ? answer.cookies.trenn_refresh : undefined;
  };
  let hours = 0;
  let adminsHours = 0;
  for (; member !== undefined && hours < 30; hours += 1) {
    clock.advance({ minutes: 59 });
    member = await renewed(member);
    admin = admin && (await renewed(admin));
    if (admin) adminsHours = hours;
  }
  expect([hours, adminsHours]).toEqual([25, 15]);
  const idle = await opened('admin');
  clock.advance({ hours: 1 });
  expect(await renewed(idle)).toBeUndefined();
});

describe('refreshing', () => {
  // shows: call-account-refresh, calls-cookies
  test('changes the cookie, and two honest tabs get the same successor', async () => {
    const { host, cookie } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(host, cookie)));
    const successors = new Set(answers.map(({ cookies }) => cookies.trenn_refresh));
    expect(successors.size).toBe(1);
    expect(successors).not.toContain(cookie);
    expect((await refresh(host, [...successors][0])).status).toBe(200);
  });

  test('of an old cookie after the grace ends the whole family at once', async () => {
    const { host, cookie } = await signedIn();
    const next = await refresh(host, cookie);
    clock.advance({ seconds: 21 });
    expect((await refresh(host, cookie)).error).toBe('refreshingSessionFailed');
    expect((await refresh(host, next.cookies.trenn_refresh)).error).toBe('refreshingSessionFailed');
    expect((await profile(host, next.body.token)).error).toBe('notLoggedIn');
  });

  test.each([
    ['nothing', () => ''],
    ['nonsense', () => 'abc'],
    ['no session’s name', (cookie: string) => cookie.replace(/^[^.]+/, '-'.repeat(36))],
    ['letters instead of a name', (cookie: string) => cookie.replace(/^[^.]+/, 'a'.repeat(36))],
    ['a forged one', (cookie: string) => cookie.replace(/.{5}$/, 'AAAAA')],
    ['another generation', (cookie: string) => cookie.replace('.1.', '.2.')],
  ])('%s is refused', async (_, spoil) => {
    const { host, cookie = '' } = await signedIn();
    const answer = await refresh(host, spoil(cookie));
    expect([answer.status, answer.error]).toEqual([401, 'refreshingSessionFailed']);
    expect((await refresh(host, cookie)).status).toBe(200);
  });

  test('a cookie of the form of none keeps nobody from logging in, or out', async () => {
    const { home, account } = await signedIn();
    const headers = { cookie: `trenn_refresh=${'-'.repeat(36)}.1.${'a'.repeat(43)}` };
    const userCredentials = { username: account.email, password: testPassword, keep: false };
    const body = { userCredentials, deviceParameters: sampleDevice };
    expect((await call(contract.login, { body }, { host: home.host, headers })).status).toBe(200);
    expect((await call(contract.logout, { query: {} }, { host: home.host, headers })).status).toBe(200);
  });

  test('at another centre is refused', async () => {
    const { cookie } = await signedIn();
    expect((await refresh((await centre()).host, cookie)).error).toBe('refreshingSessionFailed');
  });

  test('ends after twelve hours, or ninety days on a device to keep', async () => {
    const short = await signedIn();
    const kept = await signedIn(true);
    clock.advance({ hours: 12 });
    expect((await refresh(short.host, short.cookie)).error).toBe('refreshingSessionFailed');
    expect((await refresh(kept.host, kept.cookie)).status).toBe(200);
  });

  test('nothing in the table opens anything', async () => {
    const { cookie = '', account } = await signedIn();
    const rows = JSON.stringify(await ask('select * from sessions where account_id = $1', account.id));
    expect(rows).not.toContain(cookie.split('.')[2]);
  });
});

// shows: call-account-logout
test('logging out ends the session at once, and again is no error', async () => {
  const { host, cookie, token } = await signedIn();
  const out = () =>
    call(contract.logout, { query: {} }, { host, headers: { cookie: `trenn_refresh=${cookie}` } });
  expect((await out()).status).toBe(200);
  expect((await profile(host, token)).error).toBe('notLoggedIn');
  expect((await refresh(host, cookie)).error).toBe('refreshingSessionFailed');
  expect((await out()).status).toBe(200);
  expect((await call(contract.logout, { query: {} }, { host })).status).toBe(200);
});

test('logging in anew in the same browser ends the session it held, whoever’s that was, and no other', async () => {
  const { home, host, account, cookie, token } = await signedIn();
  const elsewhere = await signedIn();
  const other = await home.account();
  const logInWith = (held: string | undefined, { email }: { email: string }, password = testPassword) =>
    call(
      contract.login,
      {
        body: {
          userCredentials: { username: email, password, keep: false },
          deviceParameters: sampleDevice,
        },
      },
      { host, headers: { cookie: `trenn_refresh=${held}` } },
    );
  // Nothing ends where nobody logged in, nor by a cookie that is made up.
  expect((await logInWith(cookie, account, 'Wrong1234')).error).toBe('wrongCredentials');
  await logInWith(
    cookie?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    account,
  );
  expect((await profile(host, token)).status).toBe(200);
  const anew = await logInWith(cookie, other);
  expect((await profile(host, token)).error).toBe('notLoggedIn');
  expect((await refresh(host, cookie)).error).toBe('refreshingSessionFailed');
  expect((await profile(host, anew.body.token ?? '')).status).toBe(200);
  expect((await profile(elsewhere.host, elsewhere.token)).status).toBe(200);
});

test('an access token is over after five minutes', async () => {
  const { host, token } = await signedIn();
  clock.advance({ seconds: 299 });
  expect((await profile(host, token)).status).toBe(200);
  clock.advance({ seconds: 1 });
  expect((await profile(host, token)).error).toBe('notLoggedIn');
});

describe('changing the password', () => {
  const change = (host: string, token: string, oldPassword: string, newPassword: string) =>
    call(contract.changePassword, { body: { oldPassword, newPassword } }, { host, token });

  // shows: call-user-account-password
  test('keeps this session and ends the others', async () => {
    const { host, account, token, cookie } = await signedIn();
    const other = await logIn(host, account.email);
    expect((await change(host, token, testPassword, 'Uus1Parool')).status).toBe(200);
    expect((await profile(host, token)).status).toBe(200);
    expect((await profile(host, other.body.token ?? '')).error).toBe('notLoggedIn');
    expect((await refresh(host, other.cookies.trenn_refresh)).error).toBe('refreshingSessionFailed');
    expect((await refresh(host, cookie)).status).toBe(200);
    expect((await logIn(host, account.email)).error).toBe('wrongCredentials');
    expect((await logIn(host, account.email, 'Uus1Parool')).status).toBe(200);
  });

  test.each([
    // shows: message-password-not-valid
    ['Wrong1234', 'Uus1Parool', 400, 'passwordNotValid'],
    [testPassword, 'short1A', 400, 'dataValidationFailed'],
    [testPassword, 'nouppercase1', 400, 'dataValidationFailed'],
    [testPassword, 'With Space1', 400, 'dataValidationFailed'],
    [testPassword, 'Password123', 400, 'passwordTooCommon'],
    [testPassword, 'Usuckballz1', 400, 'passwordTooCommon'],
    [testPassword, 'Treening2027', 400, 'passwordTooCommon'],
  ])('from %s to %s is %i %s', async (oldPassword, newPassword, status, code) => {
    const { host, token, account } = await signedIn();
    const answer = await change(host, token, oldPassword, newPassword);
    expect([answer.status, answer.error]).toEqual([status, code]);
    expect((await logIn(host, account.email)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const askLink = (host: string, email: string) =>
    call(contract.requestPasswordReset, { body: { email } }, { host });
  const reset = (host: string, resetToken: string, newPassword = 'Uus1Parool') =>
    call(contract.resetPassword, { body: { resetToken, newPassword } }, { host });

  /** The link of the newest mail to the account, as an administrator reads it. */
  async function linkFor(account: TestAccount, admin: TestAccount): Promise<string> {
    for (let tries = 0; tries < 100; tries += 1) {
      const { body } = await call(listOutgoingMails, { query: {} }, { actor: admin });
      const mail = body.items.find(({ recipient }) => recipient === account.email);
      const link = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (link) return link;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('no mail came');
  }

  test('is replaced through the mailed link, once, and every session ends', { timeout: 30_000 }, async () => {
    const { home, host, account, token, cookie } = await signedIn();
    const kept = await logIn(host, account.email, testPassword, true);
    const admin = await home.account({ role: 'admin' });
    expect((await askLink(host, account.email.toUpperCase())).status).toBe(200);
    const link = await linkFor(account, admin);
    expect((await reset(host, link)).body).toEqual({ isFirst: false, username: account.email });
    expect((await profile(host, token)).error).toBe('notLoggedIn');
    for (const each of [cookie, kept.cookies.trenn_refresh])
      expect((await refresh(host, each)).error).toBe('refreshingSessionFailed');
    expect((await reset(host, link)).error).toBe('resetLinkExpired');
    expect((await logIn(host, account.email, 'Uus1Parool')).status).toBe(200);
    const rows = JSON.stringify(await ask('select * from password_resets where account_id = $1', account.id));
    expect(rows).not.toContain(link);
  });

  test('is the first of an account that nobody has logged in to: whoever has the link goes on by logging in', async () => {
    const home = await centre();
    const [account, admin] = [await home.account(), await home.account({ role: 'admin' })];
    await askLink(home.host, account.email);
    const { body } = await reset(home.host, await linkFor(account, admin));
    expect(body).toEqual({ isFirst: true, username: account.email });
    expect((await logIn(home.host, body.username, 'Uus1Parool')).status).toBe(200);
  });

  test('cannot be replaced by a link an hour old, a foreign or an invented one', {
    timeout: 30_000,
  }, async () => {
    const { home, host, account } = await signedIn();
    const admin = await home.account({ role: 'admin' });
    await askLink(host, account.email);
    const link = await linkFor(account, admin);
    expect((await reset((await centre()).host, link)).error).toBe('resetLinkExpired');
    expect((await reset(host, 'x'.repeat(32))).error).toBe('resetLinkExpired');
    clock.advance({ minutes: 60, seconds: 1 });
    expect((await reset(host, link)).error).toBe('resetLinkExpired');
    expect((await logIn(host, account.email)).status).toBe(200);
  });

  test('is replaced by its link until the hour is over', { timeout: 30_000 }, async () => {
    const { home, host, account } = await signedIn();
    const admin = await home.account({ role: 'admin' });
    await askLink(host, account.email);
    const link = await linkFor(account, admin);
    clock.advance({ minutes: 60 });
    expect((await reset(host, link)).status).toBe(200);
  });

  test('answers alike for an unknown address and mails nothing', async () => {
    const { home, host, account } = await signedIn();
    const [known, unknown] = [await askLink(host, account.email), await askLink(host, 'nobody@test.test')];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await expect.poll(() => ask('select 1 from outbox')).toEqual([]);
    const waiting = "select 1 from graphile_worker.jobs where task_identifier = 'passwordReset'";
    await expect.poll(() => ask(waiting)).toEqual([]);
    const mailed = 'select recipient from stand_in_mails where tenant_id = $1';
    await expect
      .poll(async () => (await ask<{ recipient: string }>(mailed, home.id)).map(({ recipient }) => recipient))
      .toEqual([account.email]);
  });

  test('says by no delay whose address it is: nobody is looked for before the answer', async () => {
    const { home, host, account } = await signedIn();
    const admin = await home.account({ role: 'admin' });
    await withOwner(running.databaseUrl, async (owner) => {
      await owner.query('begin');
      await owner.query('lock table accounts, clients, password_resets in access exclusive mode');
      expect((await askLink(host, account.email)).status).toBe(200);
      await owner.query('rollback');
    });
    expect(await linkFor(account, admin)).not.toBe('');
  });

  test('can be asked for five times an hour', async () => {
    const { host, account } = await signedIn();
    for (const minutes of [60, 0]) {
      const errors = [];
      for (let count = 0; count < 6; count += 1) errors.push((await askLink(host, account.email)).error);
      expect(errors).toEqual([undefined, undefined, undefined, undefined, undefined, 'tooManyAttempts']);
      clock.advance({ minutes });
    }
  });
});
