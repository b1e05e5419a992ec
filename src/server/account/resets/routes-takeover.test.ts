import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { login, requestPasswordReset, resetPassword } from '#shared/account/contract.ts';
import { confirmCodes, startCodes } from '#shared/account/factors/contract.ts';
import * as contract from '#shared/account/resets/contract.ts';
import { inviteUser, listUsers, type UserValues, updateUser } from '#shared/account/users/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';

const { centre, call, clock } = withServer();

/** Three administrators: one whose session is somebody else's, one whose account is wanted, with a second step, and another. */
async function scene() {
  const home = await centre();
  const administrator = () => home.account({ role: 'admin' });
  const [taken, victim, other] = [await administrator(), await administrator(), await administrator()];
  await logIn(home.host, victim.email, testPassword);
  const { secret } = (await call(startCodes, {}, { actor: victim })).body;
  const code = generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });
  await call(confirmCodes, { body: { code } }, { actor: victim });
  return { host: home.host, taken, victim, other };
}

const logIn = (host: string, username: string, password: string) => {
  const userCredentials = { username, password, keep: false };
  return call(login, { body: { userCredentials, deviceParameters: sampleDevice } }, { host });
};

/** What was mailed to an address, the newest first, once one of it says something. */
async function mailsTo(admin: TestAccount, email: string, words: string): Promise<string[]> {
  const read = async () =>
    (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body.items
      .filter(({ recipient, text }) => recipient === email && text.includes(words))
      .map(({ text }) => text);
  await expect.poll(read, { timeout: 10_000 }).not.toEqual([]);
  return read();
}

async function valuesOf(admin: TestAccount, id: number) {
  const { items } = (await call(listUsers, { query: { id } }, { actor: admin })).body;
  return items.find((item) => item.id === id) as { version: string; values: UserValues };
}

async function move(admin: TestAccount, id: number, email: string) {
  const { version, values } = await valuesOf(admin, id);
  const body = { version, values: { ...values, email } };
  return call(updateUser, { params: { id }, body }, { actor: admin });
}

const askFor = (actor: TestAccount, { id }: TestAccount) =>
  call(contract.askFactorReset, { params: { id }, body: { reason: 'Met' } }, { actor });
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';

test('who gave an account another address has no link that opens it mailed there, until its owner can have heard', async () => {
  const { host, taken, victim, other } = await scene();
  expect((await move(taken, victim.id, 'thief@stranger.test')).status).toBe(200);
  // Who had the address hears of it there, and so does every other administrator.
  await mailsTo(taken, victim.email, 'thief@stranger.test');
  await mailsTo(taken, other.email, 'thief@stranger.test');

  const body = { email: 'thief@stranger.test' };
  await call(requestPasswordReset, { body }, { host });
  const [early] = await mailsTo(taken, body.email, 'a short while ago');
  expect(tokenIn(early)).toBe('');
  expect((await askFor(taken, victim)).error).toBe('addressMovedLately');
  // The old password opens the account all the while: it is not taken from who knows it.
  expect((await logIn(host, body.email, testPassword)).body.secondFactor).not.toBeNull();

  clock.advance({ hours: 73 });
  await call(requestPasswordReset, { body }, { host });
  const resetToken = tokenIn((await mailsTo(other, body.email, 'Choose it here'))[0]);
  const chosen = { resetToken, newPassword: 'Quite1Unusual' };
  expect((await call(resetPassword, { body: chosen }, { host })).status).toBe(200);
});

test('an account that rested for a year has an owner still', async () => {
  const { host, taken, victim } = await scene();
  clock.advance({ hours: 365 * 24 });
  expect((await move(taken, victim.id, 'thief@stranger.test')).status).toBe(200);
  await call(requestPasswordReset, { body: { email: 'thief@stranger.test' } }, { host });
  expect(tokenIn((await mailsTo(taken, 'thief@stranger.test', 'Hello'))[0])).toBe('');
});

const confirmFor = (as: Parameters<typeof call>[2], { id }: TestAccount) =>
  call(contract.confirmFactorReset, { params: { id }, body: {} }, as);

/** Another administrator, whose mails whoever invites reads. */
async function invite(by: TestAccount, like: TestAccount, email: string) {
  const { values } = await valuesOf(by, like.id);
  const brought = { ...values, email, firstName: 'Second', lastName: 'Pair' };
  const { status, body } = await call(inviteUser, { body: { values: brought } }, { actor: by });
  expect(status).toBe(200);
  return body.id;
}

/** Comes in by the link of an invitation. */
async function comeIn(host: string, reader: TestAccount, email: string) {
  const [invitation] = await mailsTo(reader, email, 'token=');
  const chosen = { resetToken: tokenIn(invitation), newPassword: 'Nukk4Parool' };
  await call(resetPassword, { body: chosen }, { host });
  const { token } = (await logIn(host, email, 'Nukk4Parool')).body;
  return { host, headers: { authorization: `Bearer ${token}` } };
}

test('an administrator whom one brings along neither asks nor confirms for a week, and the others hear of them', async () => {
  const { host, taken, victim, other } = await scene();
  await invite(taken, other, 'puppet@stranger.test');
  await mailsTo(taken, victim.email, 'Second Pair');
  await mailsTo(taken, other.email, 'Second Pair');
  const puppet = await comeIn(host, taken, 'puppet@stranger.test');

  const asked = { params: { id: victim.id }, body: { reason: 'Met' } };
  expect((await call(contract.askFactorReset, asked, puppet)).error).toBe('administratorTooNew');
  expect((await askFor(taken, victim)).status).toBe(200);
  expect((await confirmFor(puppet, victim)).error).toBe('administratorTooNew');
  // Nor does it count among those who could.
  const { body } = await call(contract.getFactorReset, { params: { id: victim.id } }, { actor: taken });
  expect(body.othersCount).toBe(1);
  expect((await confirmFor({ actor: other }, victim)).status).toBe(200);
});

test('an administrator who never came is none for a week, whoever comes in their place', async () => {
  const { host, taken, victim, other } = await scene();
  const id = await invite(other, other, 'late@centre.test');
  clock.advance({ hours: 30 * 24 });
  expect((await move(taken, id, 'puppet@stranger.test')).status).toBe(200);
  const puppet = await comeIn(host, taken, 'puppet@stranger.test');
  expect((await askFor(taken, victim)).status).toBe(200);
  expect((await confirmFor(puppet, victim)).error).toBe('administratorTooNew');
});

async function change(admin: TestAccount, { id }: TestAccount, changed: Partial<UserValues>) {
  const { version, values } = await valuesOf(admin, id);
  const body = { version, values: { ...values, ...changed } };
  expect((await call(updateUser, { params: { id }, body }, { actor: admin })).error).toBeUndefined();
}

test('an administrator who was blocked is none for a week once they are let in again, and the others hear of them', async () => {
  const { host, taken, victim, other } = await scene();
  await change(taken, other, { isBlocked: true });
  clock.advance({ hours: 30 * 24 });
  await change(taken, other, { isBlocked: false });
  await mailsTo(taken, victim.email, other.email);
  expect((await askFor(taken, victim)).status).toBe(200);
  const { token } = (await logIn(host, other.email, testPassword)).body;
  const back = { host, headers: { authorization: `Bearer ${token}` } };
  expect((await confirmFor(back, victim)).error).toBe('administratorTooNew');
});

test('what somebody asked for who administers nothing any more is confirmed by nobody', async () => {
  const { taken, victim, other } = await scene();
  expect((await askFor(taken, victim)).status).toBe(200);
  await change(other, taken, { isBlocked: true });
  expect((await confirmFor({ actor: other }, victim)).error).toBe('factorResetNotFound');
});
