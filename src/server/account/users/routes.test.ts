import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { login, logout, requestPasswordReset, resetPassword } from '#shared/account/contract.ts';
import { changeEmail } from '#shared/account/emails/contract.ts';
import { inviteUser, listUsers, type UserValues, updateUser } from '#shared/account/users/contract.ts';
import { listTrail } from '#shared/audit-trail/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { createStyle } from '#shared/rooms/places/contract.ts';

const { centre, call, ask } = withServer();

async function furnished(): Promise<{ home: Centre; admin: TestAccount }> {
  const home = await centre();
  return { home, admin: await home.account({ role: 'admin' }) };
}

const invited: UserValues = {
  email: 'uus.treener@test.test',
  firstName: 'Uku',
  lastName: 'Uus',
  phone: '+372 5555 0000',
  isAdmin: false,
  trainerId: null,
  canSeeRegistrations: true,
  canManageRegistrations: false,
  isBlocked: false,
};

async function seen(admin: TestAccount, id: number) {
  const { body } = await call(listUsers, { query: { id } }, { actor: admin });
  const user = body.items.find((item) => item.id === id);
  if (!user) throw new Error('no such user');
  return user;
}

async function change(admin: TestAccount, id: number, values: Partial<UserValues>) {
  const user = await seen(admin, id);
  const body = { version: user.version, values: { ...user.values, ...values } };
  return call(updateUser, { params: { id }, body }, { actor: admin });
}

const logIn = (home: Centre, username: string, password: string) =>
  call(
    login,
    { body: { userCredentials: { username, password, keep: false }, deviceParameters: sampleDevice } },
    { host: home.host },
  );

test('an address invited by several at once is one’s, and the others are told so', async () => {
  const { admin } = await furnished();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call(inviteUser, { body: { values: invited } }, { actor: admin })),
  );
  expect(answers.map(({ status, error }) => `${status} ${error ?? ''}`).toSorted()).toEqual([
    '200 ',
    ...Array.from({ length: 5 }, () => '409 emailTaken'),
  ]);
});

test('somebody invited chooses a password by the mailed link and has the rights given', async () => {
  const { home, admin } = await furnished();
  const { body } = await call(inviteUser, { body: { values: invited } }, { actor: admin });
  expect((await seen(admin, body.id)).values).toEqual(invited);
  const again = await call(
    inviteUser,
    { body: { values: { ...invited, email: 'Uus.Treener@test.test' } } },
    { actor: admin },
  );
  expect([again.status, again.error]).toEqual([409, 'emailTaken']);

  const mails = async () =>
    (await call(listOutgoingMails, { query: {} }, { actor: admin })).body.items.filter(
      ({ recipient }) => recipient === 'uus.treener@test.test',
    );
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(1);
  const resetToken = /token=([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1] ?? '';
  const set = { resetToken, newPassword: 'Quite1Unusual' };
  expect((await call(resetPassword, { body: set }, { host: home.host })).status).toBe(200);
  const opened = await logIn(home, 'uus.treener@test.test', 'Quite1Unusual');
  expect(decodeJwt(opened.body.token ?? '')).toMatchObject({ canSeeRegistrations: true, isAdmin: false });
});

/** The links to a password that were mailed to an address, the newest first, once there are so many. */
async function linksTo(admin: TestAccount, email: string, count = 1) {
  const mails = async () =>
    (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body.items.filter(
      ({ recipient }) => recipient === email,
    );
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(count);
  return (await mails()).map(({ text }) => /reset\?token=([\w-]+)/.exec(text)?.[1] ?? '');
}

const choose = async (home: Centre, resetToken = '') => {
  const body = { resetToken, newPassword: 'Quite1Unusual' };
  const { status, error } = await call(resetPassword, { body }, { host: home.host });
  return error ?? status;
};

test('an invitation to a mistyped address opens nothing once it is corrected: who is meant gets another', async () => {
  const { home, admin } = await furnished();
  const [wrong, right] = ['wrong@stranger.test', 'right@test.test'];
  const values = { ...invited, email: wrong, isAdmin: true };
  const { id } = (await call(inviteUser, { body: { values } }, { actor: admin })).body;
  // Somebody of the same household is written to where they were.
  const household = await home.client();
  await ask('update clients set email = $2 where id = $1', household, wrong);
  const [strange] = await linksTo(admin, wrong);
  expect((await change(admin, id, { email: right })).status).toBe(200);
  expect(await choose(home, strange)).toBe('resetLinkExpired');
  const [own] = await linksTo(admin, right);
  expect(await choose(home, own)).toBe(200);
  expect((await logIn(home, right, 'Quite1Unusual')).status).toBe(200);
  // What is mailed to the client goes there, too.
  const [client] = await ask(
    'select c.email from clients c join accounts a on a.client_id = c.id where a.id = $1',
    id,
  );
  expect(client).toEqual({ email: right });
  expect(await ask('select email from clients where id = $1', household)).toEqual([{ email: wrong }]);
  // Who has been in is not invited any more.
  expect((await change(admin, id, { email: 'third@test.test' })).status).toBe(200);
  expect((await change(admin, id, { canSeeRegistrations: false })).status).toBe(200);
  await call(requestPasswordReset, { body: { email: 'third@test.test' } }, { host: home.host });
  await linksTo(admin, 'third@test.test');
});

test.each([
  ['with another address', { email: 'saved@test.test' }],
  ['of who is blocked', { isBlocked: true }],
])('links and an asked-for address %s open nothing any more', async (_, correction) => {
  const { home, admin } = await furnished();
  const other = await home.account();
  await call(requestPasswordReset, { body: { email: other.email } }, { host: home.host });
  const [link] = await linksTo(admin, other.email);
  const email = 'thief@stranger.test';
  await call(changeEmail, { body: { email, password: testPassword } }, { actor: other });
  await expect
    .poll(() => ask('select email from email_changes where account_id = $1', other.id))
    .toHaveLength(1);
  expect((await change(admin, other.id, correction)).status).toBe(200);
  await change(admin, other.id, { isBlocked: false });
  expect(await choose(home, link)).toBe('resetLinkExpired');
  expect(await ask('select email from email_changes where account_id = $1', other.id)).toEqual([]);
});

test('a right that is taken away ends at once, and a blocked account has no session left', async () => {
  const { home, admin } = await furnished();
  const other = await home.account({ role: 'admin' });
  const opened = await logIn(home, other.email, 'Demo1234');
  const headers = { authorization: `Bearer ${opened.body.token}` };
  const works = async () => (await call(listUsers, { query: {} }, { host: home.host, headers })).status;
  expect(await works()).toBe(200);
  expect((await change(admin, other.id, { isAdmin: false })).status).toBe(200);
  // Within a second in every process; in this one with the answer.
  await expect.poll(works, { timeout: 1000 }).toBe(401);

  const { cookies } = await logIn(home, other.email, 'Demo1234');
  await call(
    logout,
    { query: {} },
    { host: home.host, headers: { cookie: `trenn_refresh=${cookies.trenn_refresh}` } },
  );
  const fresh = await logIn(home, other.email, 'Demo1234');
  expect(decodeJwt(fresh.body.token ?? '')).toMatchObject({ isAdmin: false });
  expect((await change(admin, other.id, { isBlocked: true })).status).toBe(200);
  expect(
    await ask(
      'select end_reason as "end" from sessions where tenant_id = $1 and account_id = $2 order by created_at, end_reason',
      home.id,
      other.id,
    ),
  ).toEqual([{ end: 'blocked' }, { end: 'blocked' }, { end: 'logout' }]);
  expect((await logIn(home, other.email, 'Demo1234')).error).toBe('wrongCredentials');
  expect((await change(admin, other.id, { isBlocked: false })).status).toBe(200);
  expect((await logIn(home, other.email, 'Demo1234')).status).toBe(200);
});

test('somebody is always left who administers the centre, also when two take the other’s right at once', async () => {
  const { home, admin } = await furnished();
  expect((await change(admin, admin.id, { isAdmin: false })).error).toBe('lastAdministrator');
  expect((await change(admin, admin.id, { isBlocked: true })).error).toBe('lastAdministrator');
  const other = await home.account({ role: 'admin' });
  const answers = await Promise.all([
    change(admin, other.id, { isAdmin: false }),
    change(other, admin.id, { isAdmin: false }),
  ]);
  expect(answers.map(({ status }) => status === 200).sort()).toEqual([false, true]);
  const left = await ask('select id from accounts where tenant_id = $1 and is_admin', home.id);
  expect(left).toHaveLength(1);
});

test('names are the client’s, and a trainer of another centre is nobody here', async () => {
  const { home, admin } = await furnished();
  const other = await home.account();
  const elsewhere = await centre();
  expect((await change(admin, other.id, { firstName: 'Teine' })).refusal?.details).toEqual({
    field: 'firstName',
  });
  expect((await change(admin, other.id, { trainerId: await elsewhere.trainer() })).refusal?.details).toEqual({
    field: 'trainerId',
  });
});

test('the trail is found by who, what and when', async () => {
  const { home, admin } = await furnished();
  const other = await home.account({ role: 'admin', firstName: 'Teine' });
  const values = { names: { et: 'Jooga', en: 'Yoga', lv: 'Joga' }, colour: '#487CDE' };
  await call(createStyle, { body: { values } }, { actor: other });
  await change(admin, other.id, { canSeeRegistrations: false });
  const find = async (query: object) =>
    (await call(listTrail, { query }, { actor: admin })).body.entries.map(({ noun }) => noun);
  expect(await find({})).toEqual(['accounts', 'styles']);
  expect(await find({ account: other.id })).toEqual(['styles']);
  expect(await find({ noun: 'accounts' })).toEqual(['accounts']);
  expect(await find({ from: '2026-09-14', until: '2026-09-14' })).toEqual(['accounts', 'styles']);
  expect(await find({ from: '2026-09-15' })).toEqual([]);
  expect(await find({ limit: 1 })).toEqual(['accounts']);
  expect(await find({ limit: 1, page: 2 })).toEqual(['styles']);
  const { body } = await call(listTrail, { query: {} }, { actor: admin });
  expect(body).toMatchObject({ hasMore: false, nouns: ['accounts', 'styles'] });
  expect(body.accounts.map(({ name }) => name)).toContain('Teine Mets');
  expect(body.entries[0]).toMatchObject({
    before: { canSeeRegistrations: true },
    after: { canSeeRegistrations: false },
  });
});
