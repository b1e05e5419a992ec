import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { Passkey } from '#server/testing/authenticator.ts';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { janis, mari, withIdentities } from '#server/testing/identities.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import * as account from '#shared/account/contract.ts';
import { confirmCodes, startCodes } from '#shared/account/factors/contract.ts';
import { listIdentities, unlinkIdentity } from '#shared/account/identities/contract.ts';
import * as passkeys from '#shared/account/passkeys/contract.ts';
import * as resets from '#shared/account/resets/contract.ts';
import { listUsers, updateUser } from '#shared/account/users/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';

const running = withServer();
const { call, clock } = running;
const { linked, link, logIn } = withIdentities(running);
const newPassword = 'Quite1Unusual';

/** An account whose owner, Mari, is linked to it, and so is Jānis, who knew the password once. */
async function robbed() {
  const scene = await linked(mari);
  if (!(await link(scene.account, janis)).body.isLinked) throw new Error('not linked');
  const admin = await scene.home.account({ role: 'admin' });
  return { ...scene, admin };
}

type Caller = Parameters<typeof call>[2];
type Scene = Awaited<ReturnType<typeof robbed>>;

/** The session that Mari's phone opens. */
async function byPhone({ host }: Scene) {
  return { host, token: (await logIn(host, mari)).body.token ?? '' };
}

async function addApp(as: Caller) {
  const { secret } = (await call(startCodes, {}, as)).body;
  const code = generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });
  return call(confirmCodes, { body: { code } }, as);
}

async function addPasskey(as: Caller) {
  const offer = (await call(passkeys.offerPasskey, { body: {} }, as)).body;
  const body = { name: 'Phone', attestation: new Passkey().make(offer) };
  return call(passkeys.addPasskey, { body }, as);
}

const changePassword = (as: Caller) =>
  call(account.changePassword, { body: { oldPassword: testPassword, newPassword } }, as);

const comesIn = async ({ host }: Pick<Scene, 'host'>) => ({
  mari: (await logIn(host, mari)).error ?? 'in',
  janis: (await logIn(host, janis)).error ?? 'in',
});
const nobody = { mari: 'identityUnknown', janis: 'identityUnknown' };

async function mailsTo({ admin }: Pick<Scene, 'admin'>, email: string, words: string): Promise<string[]> {
  const { items } = (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body;
  return items
    .filter(({ recipient, text }) => recipient === email && text.includes(words))
    .map(({ text }) => text);
}
const told = (scene: Scene) => mailsTo(scene, scene.account.email, 'Smart-ID was unlinked');

async function changeUser(admin: TestAccount, id: number, changed: object) {
  const { items } = (await call(listUsers, { query: { id } }, { actor: admin })).body;
  const item = items.find((each) => each.id === id);
  if (!item) throw new Error('the user is not there');
  const body = { version: item.version, values: { ...item.values, ...changed } };
  return call(updateUser, { params: { id }, body }, { actor: admin });
}

describe('who was linked to an account', () => {
  test('is so no more after another password, chosen by a mailed link, and its owner hears of it', async () => {
    const scene = await robbed();
    const { account: owner, host } = scene;
    await call(account.requestPasswordReset, { body: { email: owner.email } }, { host });
    const mailed = async () => (await mailsTo(scene, owner.email, 'token='))[0] ?? '';
    await expect.poll(mailed, { timeout: 30_000 }).not.toBe('');
    const resetToken = /token=([\w-]+)/.exec(await mailed())?.[1] ?? '';
    const body = { resetToken, newPassword };
    expect((await call(account.resetPassword, { body }, { host })).status).toBe(200);
    expect(await comesIn(scene)).toEqual(nobody);
    await expect.poll(async () => (await told(scene)).length, { timeout: 30_000 }).toBe(2);
  });

  test('is so no more after another password, but who opened the session that chose it', async () => {
    const scene = await robbed();
    expect((await changePassword(await byPhone(scene))).status).toBe(200);
    expect(await comesIn(scene)).toEqual({ mari: 'in', janis: 'identityUnknown' });
    await expect.poll(async () => (await told(scene)).length, { timeout: 30_000 }).toBe(1);
  });

  test('is so no more after another password, whoever it is, where the session was opened by the old one', async () => {
    const scene = await robbed();
    expect((await changePassword({ actor: scene.account })).status).toBe(200);
    expect(await comesIn(scene)).toEqual(nobody);
  });

  test.each([
    ['codes of an app', addApp],
    ['a passkey', addPasskey],
  ])('is so no more once its owner sets up %s, but who opened that session', async (_, setUp) => {
    const scene = await robbed();
    const as = await byPhone(scene);
    expect((await setUp(as)).status).toBe(200);
    expect(await comesIn(scene)).toEqual({ mari: 'in', janis: 'identityUnknown' });
    await expect.poll(async () => (await told(scene)).length, { timeout: 30_000 }).toBe(1);
    // With one that is there already nothing of it was begun without.
    expect((await link(scene.account, janis)).body.isLinked).toBe(true);
    expect((await addPasskey(as)).status).toBe(200);
    expect(await comesIn(scene)).toEqual({ mari: 'in', janis: 'in' });
  });

  test('is so no more once the account is blocked, also when it is let in again', async () => {
    const scene = await robbed();
    expect((await changeUser(scene.admin, scene.account.id, { isBlocked: true })).status).toBe(200);
    expect((await changeUser(scene.admin, scene.account.id, { isBlocked: false })).status).toBe(200);
    expect(await comesIn(scene)).toEqual(nobody);
  });

  test('stays so at another address that the office gives: what is mailed there waits, and opens it with another password', async () => {
    const scene = await robbed();
    const email = 'other@test.test';
    expect((await changeUser(scene.admin, scene.account.id, { email })).status).toBe(200);
    expect(await comesIn(scene)).toEqual({ mari: 'in', janis: 'in' });
  });
});

describe('an account', () => {
  test('without a second step is freed of whoever is linked to it by two administrators, the link and its password', async () => {
    const scene = await robbed();
    const { account: owner, admin, home, host } = scene;
    const other = await home.account({ role: 'admin' });
    const of = { params: { id: owner.id } };
    expect((await call(resets.getFactorReset, of, { actor: admin })).body.hasFactor).toBe(true);
    const asked = { ...of, body: { reason: 'Met her at the desk' } };
    expect((await call(resets.askFactorReset, asked, { actor: admin })).error).toBeUndefined();
    expect((await call(resets.confirmFactorReset, { ...of, body: {} }, { actor: other })).status).toBe(200);
    // Whom it is to be freed of does not end it by coming in.
    expect(await comesIn(scene)).toEqual({ mari: 'in', janis: 'in' });
    const mailed = async () => (await mailsTo(scene, owner.email, '/factor/reset?token='))[0] ?? '';
    await expect.poll(mailed, { timeout: 30_000 }).not.toBe('');
    const resetToken = /token=([\w-]+)/.exec(await mailed())?.[1] ?? '';
    const body = { resetToken, password: testPassword, deviceParameters: sampleDevice };
    expect((await call(resets.resetFactors, { body }, { host })).status).toBe(200);
    expect(await comesIn(scene)).toEqual(nobody);
  });

  test('that has one is freed of nothing once its owner came in by what is as strong as both steps', async () => {
    const scene = await robbed();
    await addPasskey(await byPhone(scene));
    const of = { params: { id: scene.account.id } };
    const asked = { ...of, body: { reason: 'Met her at the desk' } };
    expect((await call(resets.askFactorReset, asked, { actor: scene.admin })).status).toBe(200);
    const request = async () =>
      (await call(resets.getFactorReset, of, { actor: scene.admin })).body.request !== null;
    expect(await request()).toBe(true);
    expect((await logIn(scene.host, janis)).error).toBe('identityUnknown');
    expect(await request()).toBe(true);
    expect((await logIn(scene.host, mari)).status).toBe(200);
    expect(await request()).toBe(false);
  });

  test('without one, to which nobody is linked any more, has nothing to be freed of', async () => {
    const { home, account: owner } = await linked();
    const admin = await home.account({ role: 'admin' });
    const [identity] = (await call(listIdentities, {}, { actor: owner })).body.identities;
    await call(unlinkIdentity, { params: { identityId: identity?.id ?? 0 } }, { actor: owner });
    const asked = { params: { id: owner.id }, body: { reason: 'Met her at the desk' } };
    expect((await call(resets.askFactorReset, asked, { actor: admin })).error).toBe('factorMissing');
  });
});
