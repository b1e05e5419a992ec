import { describe, expect, test } from 'vitest';
import { Passkey } from '#server/testing/authenticator.ts';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { type Odd, withPasskeys } from '#server/testing/passkeys.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword, getProfile } from '#shared/account/contract.ts';
import { getFactors, startCodes } from '#shared/account/factors/contract.ts';
import * as contract from '#shared/account/passkeys/contract.ts';
import { prove } from '#shared/account/proofs/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const { add, withPasskey, begin, finish, logIn, typed, askedOf, show, lateSession } = withPasskeys(running);

async function demand(admin: TestAccount, demandedOf: string) {
  const { sections } = (await call(listSettings, {}, { actor: admin })).body;
  const version = sections.find(({ name }) => name === 'security')?.version ?? '';
  const body = {
    ...{ section: 'security' as const, version },
    values: { demandedOf, demandedFrom: '2026-09-14' },
  };
  expect((await call(saveSettings, { body }, { actor: admin })).status).toBe(200);
}

const odds: readonly (readonly [string, (home: Centre) => Odd])[] = [
  ['a page elsewhere', () => ({ origin: 'https://klubi.example' })],
  ['a page without encryption', ({ host }) => ({ origin: `http://${host}` })],
  ['a page on another port', ({ host }) => ({ origin: `https://${host}:8443` })],
  ['a passkey of another host', () => ({ host: 'klubi.example' })],
  ['a page in a frame of another', () => ({ isInFrame: true })],
  ['another key', () => ({ isForged: true })],
  ['an authenticator that names somebody else', () => ({ userHandle: 'x'.repeat(43) })],
];

describe('adding a passkey', () => {
  test('the first brings recovery codes and ends other sessions, the next does not; both are listed', async () => {
    const home = await centre();
    const account = await home.account();
    const [here, there] = [await typed(home.host, account), await typed(home.host, account)];
    const as = { host: home.host, token: here.token ?? '' };
    const offer = (await call(contract.offerPasskey, { body: {} }, as)).body;
    expect(offer).toMatchObject({ host: home.host, known: [], user: { email: account.email } });
    const passkey = new Passkey();
    const body = { name: ' Mari telefon ', attestation: passkey.make(offer) };
    const added = (await call(contract.addPasskey, { body }, as)).body;
    expect(added.recoveryCodes).toHaveLength(10);
    expect((await call(getProfile, {}, { host: home.host, token: added.token ?? '' })).status).toBe(200);
    const other = await call(getProfile, {}, { host: home.host, token: there.token ?? '' });
    expect(other.error).toBe('notLoggedIn');

    const next = (await call(contract.offerPasskey, { body: {} }, as)).body;
    expect(next.known).toEqual([{ credentialId: passkey.credentialId, transports: ['internal'] }]);
    expect(next.user.handle).toBe(offer.user.handle);
    const second = { name: 'Key', attestation: new Passkey().make(next) };
    expect((await call(contract.addPasskey, { body: second }, as)).body.recoveryCodes).toEqual([]);
    const factors = (await call(getFactors, {}, as)).body;
    expect(factors).toMatchObject({ codes: null, recoveryCodesLeft: 10 });
    expect(factors.passkeys).toMatchObject([
      { name: 'Mari telefon', addedDateTime: '2026-09-14T09:00:00Z', lastUsedDateTime: null },
      { name: 'Key' },
    ]);
  });

  test.each<(typeof odds)[number]>([
    // A key signs nothing of itself when it is made, and names nobody.
    ...odds.slice(0, 5),
    ['nobody looked at', () => ({ isUnverified: true })],
  ])('%s is refused', async (_, odd) => {
    const home = await centre();
    const actor = await home.account();
    const offer = (await call(contract.offerPasskey, { body: {} }, { actor })).body;
    const body = { name: 'Phone', attestation: new Passkey().make(offer, odd(home)) };
    const { status, error } = await call(contract.addPasskey, { body }, { actor });
    expect([status, error]).toEqual([400, 'passkeyNotValid']);
  });

  test('what was offered is taken once, for five minutes, in the session that asked', async () => {
    const home = await centre();
    const [actor, other] = [await home.account(), await home.account()];
    const offer = async () => (await call(contract.offerPasskey, { body: {} }, { actor })).body;
    const used = { name: 'Phone', attestation: new Passkey().make(await offer()) };
    const twice = await Promise.all([1, 2].map(() => call(contract.addPasskey, { body: used }, { actor })));
    expect(twice.map(({ error }) => error).toSorted()).toEqual(['passkeyRequestOver', undefined]);
    expect((await call(contract.addPasskey, { body: used }, { actor })).error).toBe('passkeyRequestOver');

    const foreign = { name: 'Phone', attestation: new Passkey().make(await offer()) };
    const byOther = await call(contract.addPasskey, { body: foreign }, { actor: other });
    expect(byOther.error).toBe('passkeyRequestOver');
    const elsewhere = await typed(home.host, other);
    expect(elsewhere.token).toBeTruthy();

    const late = { name: 'Phone', attestation: new Passkey().make(await offer()) };
    clock.advance({ minutes: 5 });
    expect((await call(contract.addPasskey, { body: late }, { actor })).error).toBe('passkeyRequestOver');

    // What was asked for one thing answers no other.
    const { request } = await begin(home.host);
    const fresh = (await call(contract.offerPasskey, { body: {} }, { actor: other })).body;
    const swapped = new Passkey().make({ ...fresh, challenge: request.challenge });
    const crossed = await call(
      contract.addPasskey,
      { body: { name: 'x', attestation: swapped } },
      { actor: other },
    );
    expect(crossed.error).toBe('passkeyRequestOver');
  });

  test('what one session was offered no other one takes, of the same person neither', async () => {
    const home = await centre();
    const account = await home.account();
    const session = async () => ({ host: home.host, token: (await typed(home.host, account)).token ?? '' });
    const [here, there] = [await session(), await session()];
    const offer = (await call(contract.offerPasskey, { body: {} }, here)).body;
    const body = { name: 'Phone', attestation: new Passkey().make(offer) };
    expect((await call(contract.addPasskey, { body }, there)).error).toBe('passkeyRequestOver');
    expect((await call(contract.addPasskey, { body }, here)).status).toBe(200);
  });

  test('a question who is there makes no passkey, and an offer of one shows nobody', async () => {
    const { home, account: actor, passkey } = await withPasskey();
    const offer = (await call(contract.offerPasskey, { body: {} }, { actor })).body;
    const question = (await call(contract.requestPasskeyProof, { body: {} }, { actor })).body;
    const attestation = new Passkey().make({ ...offer, challenge: question.challenge });
    const added = await call(contract.addPasskey, { body: { name: 'x', attestation } }, { actor });
    expect(added.error).toBe('passkeyRequestOver');
    const assertion = passkey.sign({ ...question, challenge: offer.challenge });
    const proof = { kind: 'passkey', assertion } as const;
    const shown = await call(prove, { body: { proof } }, { actor });
    expect(shown.error).toBe('passkeyRequestOver');
    // Each was good for what it was asked for.
    const own = new Passkey().make(offer);
    const taken = await call(contract.addPasskey, { body: { name: 'x', attestation: own } }, { actor });
    expect([taken.status, home.host]).toEqual([200, offer.host]);
  });

  test('one that is there already, here or with somebody else, is refused', async () => {
    const { home, account, passkey } = await withPasskey();
    for (const actor of [account, await home.account()]) {
      const offer = (await call(contract.offerPasskey, { body: {} }, { actor })).body;
      const body = { name: 'Again', attestation: passkey.make(offer) };
      expect((await call(contract.addPasskey, { body }, { actor })).error).toBe('passkeyThereAlready');
    }
  });

  test('there is an end to them', async () => {
    const { account } = await withPasskey();
    await ask(
      `insert into passkeys (tenant_id, account_id, credential_id, public_key, sign_count, transports, aaguid, is_backed_up, name, created_at)
        select tenant_id, account_id, credential_id || decode(lpad(n::text, 4, '0'), 'hex'), public_key, 0, '{}', aaguid, false, name, created_at
        from passkeys, generate_series(2, 20) n where account_id = $1`,
      account.id,
    );
    const more = await call(contract.offerPasskey, { body: {} }, { actor: account });
    expect(more.error).toBe('tooManyPasskeys');
  });
});

describe('a passkey alone', () => {
  test('opens a session that was proved, for as long as was chosen', async () => {
    const { host, account, passkey } = await withPasskey();
    const { request, browser } = await begin(host);
    // Whose passkeys there are is told to nobody.
    expect(request).toMatchObject({ host, passkeys: [] });
    const { body, headers } = await finish(host, browser, passkey.sign(request));
    const as = { host, token: body.token };
    expect((await call(getProfile, {}, as)).body.email).toBe(account.email);
    expect(String(headers['set-cookie'])).toContain('Max-Age=');
    expect((await call(startCodes, {}, as)).status).toBe(200);
    const [listed] = (await call(getFactors, {}, as)).body.passkeys;
    expect(listed?.lastUsedDateTime).toBe('2026-09-14T09:00:00Z');
  });

  test.each([
    ...odds,
    ['nobody looked at', () => ({ isUnverified: true })] as const,
    ['nobody named', () => ({ userHandle: null })] as const,
  ])('%s opens nothing', async (_, odd) => {
    const { home, host, passkey } = await withPasskey();
    const { status, error, cookies } = await logIn(host, passkey, odd(home));
    expect([status, error, cookies]).toEqual([400, 'passkeyNotValid', {}]);
  });

  test('what was asked is answered once, for five minutes, by the browser that asked', async () => {
    const { host, passkey } = await withPasskey();
    const { request, browser } = await begin(host);
    const assertion = passkey.sign(request);
    const other = await begin(host);
    expect((await finish(host, other.browser, assertion)).error).toBe('passkeyRequestOver');
    expect((await finish(host, '', assertion)).error).toBe('passkeyRequestOver');
    const twice = await Promise.all([1, 2].map(() => finish(host, browser, assertion)));
    expect(twice.map(({ error }) => error).toSorted()).toEqual(['passkeyRequestOver', undefined]);
    // Two pages of one browser have a question each.
    const again = await begin(host, browser);
    expect((await finish(host, browser, passkey.sign(again.request))).status).toBe(200);

    const late = await begin(host);
    clock.advance({ minutes: 5 });
    const { status, error } = await finish(host, late.browser, passkey.sign(late.request));
    expect([status, error]).toEqual([410, 'passkeyRequestOver']);
  });

  test('neither an unknown one, one that was removed, nor one of another centre opens anything', async () => {
    const { host, account, passkey } = await withPasskey();
    expect((await logIn(host, new Passkey())).error).toBe('passkeyNotValid');
    const elsewhere = await centre();
    expect((await logIn(elsewhere.host, passkey)).error).toBe('passkeyNotValid');
    // Asked here, answered there.
    const { request, browser } = await begin(host);
    const assertion = passkey.sign(request);
    expect((await finish(elsewhere.host, browser, assertion)).error).toBe('passkeyRequestOver');

    const [listed] = (await call(getFactors, {}, { actor: account })).body.passkeys;
    const params = { passkeyId: listed?.id ?? 0 };
    expect((await call(contract.removePasskey, { params }, { actor: account })).status).toBe(200);
    expect((await finish(host, browser, assertion)).error).toBe('passkeyNotValid');
    expect((await logIn(host, passkey)).error).toBe('passkeyNotValid');
  });

  test('of whoever is blocked opens nothing', async () => {
    const { host, account, passkey } = await withPasskey();
    await ask('update accounts set is_blocked = true where id = $1', account.id);
    expect((await logIn(host, passkey)).error).toBe('passkeyNotValid');
  });

  test('whose count goes back is refused, and its owner told', async () => {
    const { home, host, account, passkey } = await withPasskey({ isCounting: true });
    expect((await logIn(host, passkey)).status).toBe(200);
    expect((await logIn(host, passkey, { signCount: 2 })).error).toBe('passkeyNotValid');
    expect((await logIn(host, passkey, { signCount: 0 })).error).toBe('passkeyNotValid');
    expect((await logIn(host, passkey)).status).toBe(200);
    const admin = await home.account({ role: 'admin' });
    const told = async () =>
      (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body.items.filter(
        ({ recipient, text }) =>
          recipient === account.email && text.includes('a copy of the passkey “Phone”'),
      ).length;
    await expect.poll(told, { timeout: 30_000 }).toBe(2);
  });

  test('that signs twice at once with one count opens one session', async () => {
    const { host, passkey } = await withPasskey({ isCounting: true });
    const begun = [await begin(host), await begin(host)];
    const answers = await Promise.all(
      begun.map(({ request, browser }) => finish(host, browser, passkey.sign(request, { signCount: 9 }))),
    );
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['passkeyNotValid', undefined]);
  });
});

describe('a passkey after the password', () => {
  test('opens what the password alone did not; who holds it need not be looked at', async () => {
    const { host, account, passkey } = await withPasskey();
    const { challenge, ways, request } = await askedOf(host, account);
    expect(ways).toEqual(['passkey', 'recoveryCode']);
    expect(request).toEqual({
      ...{ challenge, host },
      passkeys: [{ credentialId: passkey.credentialId, transports: ['internal'] }],
    });
    const { body } = await show(
      host,
      challenge,
      passkey.sign(request, { isUnverified: true, userHandle: null }),
    );
    expect((await call(getProfile, {}, { host, token: body.token })).body.email).toBe(account.email);
  });

  test.each(odds)('%s opens nothing', async (_, odd) => {
    const { home, host, account, passkey } = await withPasskey();
    const { challenge, request } = await askedOf(host, account);
    const { error } = await show(host, challenge, passkey.sign(request, odd(home)));
    expect(error).toBe('passkeyNotValid');
  });

  test('is taken once and in time, for what was asked, and only of this account', async () => {
    const { home, host, account, passkey } = await withPasskey();
    const other = await home.account();
    const { passkey: theirs } = await add(other);
    const { challenge, request } = await askedOf(host, account);
    expect((await show(host, challenge, theirs.sign(request))).error).toBe('passkeyNotValid');
    const own = await askedOf(host, account);
    expect((await show(host, own.challenge, passkey.sign(request))).error).toBe('passkeyNotValid');
    const assertion = passkey.sign(request);
    const twice = await Promise.all([1, 2].map(() => show(host, challenge, assertion)));
    expect(twice.map(({ error }) => error).toSorted()).toEqual(['loginOver', undefined]);
    clock.advance({ minutes: 5 });
    expect((await show(host, own.challenge, passkey.sign(own.request))).error).toBe('loginOver');
  });

  test('whoever logs in by one alone answers no second step with it', async () => {
    const { host, account, passkey } = await withPasskey();
    const { challenge } = await askedOf(host, account);
    const { request } = await begin(host);
    expect((await show(host, challenge, passkey.sign(request))).error).toBe('passkeyNotValid');
    expect((await show(host, request.challenge, passkey.sign(request))).error).toBe('loginOver');
  });
});

describe('asked again', () => {
  test('a passkey shows who is there, of this session, once and in time', async () => {
    const { host, passkey } = await withPasskey();
    const session = async () => ({ host, token: (await logIn(host, passkey)).body.token });
    const [as, other] = [await session(), await session()];
    const asked = async () => (await call(contract.requestPasskeyProof, { body: {} }, as)).body;
    const proof = (assertion: ReturnType<Passkey['sign']>) => ({
      body: { proof: { kind: 'passkey' as const, assertion } },
    });
    const first = await asked();
    expect((await call(prove, proof(passkey.sign(first)), other)).error).toBe('passkeyRequestOver');
    const unseen = passkey.sign(first, { isUnverified: true });
    expect((await call(prove, proof(unseen), as)).error).toBe('passkeyNotValid');
    const wrong = passkey.sign(first, { origin: 'https://klubi.example' });
    expect((await call(prove, proof(wrong), as)).error).toBe('passkeyNotValid');
    const assertion = passkey.sign(first);
    const twice = await Promise.all([1, 2].map(() => call(prove, proof(assertion), as)));
    expect(twice.map(({ error }) => error).toSorted()).toEqual(['passkeyRequestOver', undefined]);

    // An access token lives as long as a question: only its proof is old.
    const late = passkey.sign(await asked());
    await ask(`update challenges set expires_at = created_at + interval '1 second'`);
    clock.advance({ seconds: 1 });
    expect((await call(prove, proof(late), as)).error).toBe('passkeyRequestOver');
  });

  test('what is refused without is done with it', async () => {
    const { host, passkey } = await withPasskey();
    const { token } = (await logIn(host, passkey)).body;
    const sessionId = readClaims(token)?.sessionId ?? '';
    clock.advance({ minutes: 4, seconds: 59 });
    const as = { host, token };
    const request = (await call(contract.requestPasskeyProof, { body: {} }, as)).body;
    const assertion = passkey.sign(request);
    const proved = await call(prove, { body: { proof: { kind: 'passkey', assertion } } }, as);
    expect(readClaims(proved.body.token)?.sessionId).toBe(sessionId);
    clock.advance({ minutes: 4 });
    expect((await call(startCodes, {}, { host, token: proved.body.token })).status).toBe(200);
  });

  test('who has none is told so', async () => {
    const actor = await (await centre()).account();
    expect((await call(contract.requestPasskeyProof, { body: {} }, { actor })).error).toBe('factorMissing');
  });
});

describe('removing a passkey', () => {
  test('the last takes the recovery codes along; nobody removes another’s', async () => {
    const { home, host, account } = await withPasskey();
    await add(account, new Passkey(), 'Key');
    const [first, second] = (await call(getFactors, {}, { actor: account })).body.passkeys;
    const remove = (passkeyId = 0, actor = account) =>
      call(contract.removePasskey, { params: { passkeyId } }, { actor });
    expect((await remove(first?.id, await home.account())).error).toBe('passkeyNotFound');
    const twice = await Promise.all([remove(first?.id), remove(first?.id)]);
    expect(twice.map(({ error }) => error).toSorted()).toEqual(['passkeyNotFound', undefined]);
    expect((await call(getFactors, {}, { actor: account })).body.recoveryCodesLeft).toBe(10);
    await remove(second?.id);
    expect((await call(getFactors, {}, { actor: account })).body).toMatchObject({
      ...{ passkeys: [], recoveryCodesLeft: 0 },
    });
    expect((await typed(host, account)).token).toBeTruthy();
  });

  test('the last stays where the centre demands one, and it meets the demand', async () => {
    const home = await centre();
    const [founder, admin] = [await home.account({ role: 'admin' }), await home.account({ role: 'admin' })];
    await demand(founder, 'staff');
    const { passkey } = await add(admin);
    const { token } = (await logIn(home.host, passkey)).body;
    expect(readClaims(token)?.isFactorMissing).toBe(false);
    await add(admin, new Passkey(), 'Key');
    const as = { host: home.host, token };
    const { passkeys, isDemanded } = (await call(getFactors, {}, as)).body;
    expect(isDemanded).toBe(true);
    const remove = (passkeyId = 0) => call(contract.removePasskey, { params: { passkeyId } }, as);
    // Two at once: one of them stays.
    const both = await Promise.all(passkeys.map(({ id }) => remove(id)));
    expect(both.map(({ error }) => error).toSorted()).toEqual(['factorDemanded', undefined]);
  });

  test('and adding one ask again who is there', async () => {
    const { account } = await withPasskey();
    const [listed] = (await call(getFactors, {}, { actor: account })).body.passkeys;
    const session = await lateSession(account);
    const params = { passkeyId: listed?.id ?? 0 };
    expect((await call(contract.removePasskey, { params }, session)).error).toBe('proofNeeded');
    expect((await call(contract.offerPasskey, { body: {} }, session)).error).toBe('proofNeeded');
  });
});

test('another password ends the questions of its account', async () => {
  const { host, account, passkey } = await withPasskey();
  const { challenge, request } = await askedOf(host, account);
  const body = { oldPassword: testPassword, newPassword: 'Uus1Parool' };
  expect((await call(changePassword, { body }, { actor: account })).status).toBe(200);
  expect((await show(host, challenge, passkey.sign(request))).error).toBe('loginOver');
});
