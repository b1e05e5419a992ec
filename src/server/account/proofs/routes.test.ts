import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { withPasskeys } from '#server/testing/passkeys.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { login, refresh } from '#shared/account/contract.ts';
import { confirmCodes, startCodes } from '#shared/account/factors/contract.ts';
import { requestPasskeyProof } from '#shared/account/passkeys/contract.ts';
import { prove } from '#shared/account/proofs/contract.ts';
import { inviteUser, listUsers, type UserValues, updateUser } from '#shared/account/users/contract.ts';
import { changePrice } from '#shared/contracts/prices/contract.ts';
import { offerPairing } from '#shared/entry/doors/contract.ts';
import { askClientErasure, downloadClientData } from '#shared/privacy/contract.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

/** Somebody who logged in some minutes ago, as their device has them now. */
async function signedIn(account: TestAccount, minutesAgo = 0) {
  const { host, email } = account;
  const userCredentials = { username: email, password: testPassword, keep: false };
  const opened = await call(login, { body: { userCredentials, deviceParameters: sampleDevice } }, { host });
  let { token } = opened.body;
  let cookie = opened.cookies.trenn_refresh;
  const renew = async () => {
    const headers = { cookie: `trenn_refresh=${cookie}` };
    const renewed = await call(refresh, { body: sampleDevice }, { host, headers });
    token = renewed.body.token;
    cookie = renewed.cookies.trenn_refresh;
  };
  if (minutesAgo > 0) {
    clock.advance({ minutes: minutesAgo });
    await renew();
  }
  return { as: () => ({ host, token: token ?? '' }), renew, take: (next: string) => (token = next) };
}

const password = { kind: 'password', password: testPassword } as const;

describe('what matters', () => {
  test('is asked about again five minutes after logging in, and done once it was shown', async () => {
    const account = await (await centre()).account();
    const early = await signedIn(account, 4);
    expect((await call(startCodes, {}, early.as())).status).toBe(200);
    const late = await signedIn(account, 5);
    const refused = await call(startCodes, {}, late.as());
    expect([refused.status, refused.error]).toEqual([403, 'proofNeeded']);
    // A refresh shows nothing.
    await late.renew();
    expect((await call(startCodes, {}, late.as())).error).toBe('proofNeeded');
    late.take((await call(prove, { body: { proof: password } }, late.as())).body.token);
    expect((await call(startCodes, {}, late.as())).status).toBe(200);
    // Nor does a refresh take it away.
    await late.renew();
    expect((await call(startCodes, {}, late.as())).status).toBe(200);
    clock.advance({ minutes: 5 });
    await late.renew();
    expect((await call(startCodes, {}, late.as())).error).toBe('proofNeeded');
  });

  test('is shown by a code of the app or of the paper, each of them once', async () => {
    const account = await (await centre()).account();
    const one = await signedIn(account);
    const { secret } = (await call(startCodes, {}, one.as())).body;
    const shownBy = () => generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });
    const set = (await call(confirmCodes, { body: { code: shownBy() } }, one.as())).body;
    const [paper = ''] = set.recoveryCodes;
    if (set.token) one.take(set.token);
    for (const proof of [
      { kind: 'code', code: '' },
      { kind: 'recoveryCode', code: paper },
    ] as const) {
      clock.advance({ minutes: 5 });
      await one.renew();
      expect((await call(startCodes, {}, one.as())).error).toBe('proofNeeded');
      const given = proof.kind === 'code' ? { ...proof, code: shownBy() } : proof;
      const show = () => call(prove, { body: { proof: given } }, one.as());
      one.take((await show()).body.token);
      expect((await call(startCodes, {}, one.as())).error).toBe('codesThereAlready');
      expect((await show()).error).toBe('factorNotValid');
    }
  });

  test('is not shown by a passkey that says nothing of what it was asked', async () => {
    const { account: actor, passkey } = await withPasskeys(running).withPasskey();
    const question = (await call(requestPasskeyProof, { body: {} }, { actor })).body;
    const assertion = { ...passkey.sign(question), clientData: Buffer.from('{}').toString('base64url') };
    const shown = await call(prove, { body: { proof: { kind: 'passkey', assertion } } }, { actor });
    expect(shown.error).toBe('passkeyNotValid');
  });

  test('is not shown by a wrong password, and guessing ends as at the change of the password', async () => {
    const account = await (await centre()).account();
    const late = await signedIn(account, 5);
    const wrong = { kind: 'password', password: 'Wrong1234' } as const;
    for (let tries = 0; tries < 10; tries += 1)
      expect((await call(prove, { body: { proof: wrong } }, late.as())).error).toBe('passwordNotValid');
    expect((await call(prove, { body: { proof: password } }, late.as())).error).toBe('tooManyAttempts');
  });

  test('of one session is not shown in another, nor by a session that is over', async () => {
    const account = await (await centre()).account();
    const [one, other] = [await signedIn(account), await signedIn(account)];
    clock.advance({ minutes: 5 });
    await one.renew();
    await other.renew();
    expect((await call(prove, { body: { proof: password } }, one.as())).status).toBe(200);
    await other.renew();
    expect((await call(startCodes, {}, other.as())).error).toBe('proofNeeded');
    const over = 'update sessions set expires_at = $2 where account_id = $1';
    await ask(over, account.id, clock.now());
    expect((await call(prove, { body: { proof: password } }, one.as())).error).toBe('notLoggedIn');
    await ask(over, account.id, '2026-09-14T09:05:01Z');
    expect((await call(prove, { body: { proof: password } }, one.as())).status).toBe(200);
    await ask(
      `update sessions set ended_at = now(), end_reason = 'logout' where account_id = $1`,
      account.id,
    );
    expect((await call(prove, { body: { proof: password } }, other.as())).error).toBe('notLoggedIn');
  });
});

describe('of an administrator', () => {
  async function late() {
    const home = await centre();
    const [admin, other] = [await home.account({ role: 'admin' }), await home.account()];
    const { as } = await signedIn(admin, 5);
    return { home, other, as: as() };
  }
  const seen = async (as: { host: string; token: string }, id: number) =>
    (await call(listUsers, { query: { id } }, as)).body.items.find((item) => item.id === id);

  test.each([
    ['a right', { canSeeRegistrations: true }, 'proofNeeded'],
    ['being blocked', { isBlocked: true }, 'proofNeeded'],
    ['the address that resets go to', { email: 'other@test.test' }, 'proofNeeded'],
    ['nothing', {}, undefined],
  ])('another’s account: %s', async (_, change, error) => {
    const { other, as } = await late();
    const user = await seen(as, other.id);
    const body = { version: user?.version ?? '', values: { ...(user?.values as UserValues), ...change } };
    expect((await call(updateUser, { params: { id: other.id }, body }, as)).error).toBe(error);
  });

  test.each([
    [{ isAdmin: true }, 'proofNeeded'],
    [{}, undefined],
  ])('somebody invited with %j', async (rights, error) => {
    const { as } = await late();
    const values = {
      ...{ email: 'uus@test.test', firstName: 'Uku', lastName: 'Uus', phone: '', trainerId: null },
      ...{ isAdmin: false, canSeeRegistrations: false, canManageRegistrations: false, isBlocked: false },
      ...rights,
    };
    expect((await call(inviteUser, { body: { values } }, as)).error).toBe(error);
  });

  test.each([
    [{ iban: 'EE382200221020145685' }, 'proofNeeded'],
    [{ bic: 'HABAEE2X' }, 'proofNeeded'],
    [{ name: 'Other OÜ' }, 'proofNeeded'],
    [{ registryCode: '10137319' }, 'proofNeeded'],
    [{ vatNumber: 'EE100594102' }, 'proofNeeded'],
    [{ paymentDays: 30 }, undefined],
    [{ bankName: 'Other' }, undefined],
  ])('the company’s %j', async (change, error) => {
    const { as } = await late();
    const { sections } = (await call(listSettings, {}, as)).body;
    const company = sections.find(({ name }) => name === 'company');
    const body = {
      ...{ section: 'company' as const, version: company?.version ?? '' },
      values: { ...company?.values, ...change },
    };
    expect((await call(saveSettings, { body }, as)).error).toBe(error);
  });

  test.each([
    [{ email: 'other@test.test' }, 'proofNeeded'],
    [{ phone: '+372 5555 0000' }, undefined],
  ])('the centre’s contact: %j', async (change, error) => {
    const { as } = await late();
    const { sections } = (await call(listSettings, {}, as)).body;
    const centreOf = sections.find(({ name }) => name === 'centre');
    const values = centreOf?.values as { contact: object };
    const body = {
      ...{ section: 'centre' as const, version: centreOf?.version ?? '' },
      values: { ...values, contact: { ...values.contact, ...change } },
    };
    expect((await call(saveSettings, { body }, as)).error).toBe(error);
  });

  test('a tablet that is to be a door', async () => {
    const { as } = await late();
    expect((await call(offerPairing, { params: { id: 1 } }, as)).error).toBe('proofNeeded');
  });

  test('another price of a whole package, not of one contract', async () => {
    const { as } = await late();
    const price = { price: 1, fromDate: '2027-01-01' };
    const ofPackage = await call(changePrice, { body: { ...price, productId: 1 } }, as);
    const ofOne = await call(changePrice, { body: { ...price, contractId: 1 } }, as);
    expect([ofPackage.error, ofOne.error]).toEqual(['proofNeeded', 'contractNotFound']);
  });

  test('who needs a second step', async () => {
    const { as } = await late();
    const { sections } = (await call(listSettings, {}, as)).body;
    const security = sections.find(({ name }) => name === 'security');
    const body = {
      ...{ section: 'security' as const, version: security?.version ?? '' },
      values: { ...security?.values, demandedOf: 'nobody' },
    };
    expect((await call(saveSettings, { body }, as)).error).toBe('proofNeeded');
  });

  test('somebody’s being forgotten', async () => {
    const { other, as } = await late();
    const params = { id: other.clientId };
    expect((await call(askClientErasure, { params, body: {} }, as)).error).toBe('proofNeeded');
  });

  test('everything that is kept about somebody', async () => {
    const { other, as } = await late();
    const params = { id: other.clientId };
    expect((await call(downloadClientData, { params, body: {} }, as)).error).toBe('proofNeeded');
  });
});
