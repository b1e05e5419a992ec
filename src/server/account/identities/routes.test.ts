import { describe, expect, test } from 'vitest';
import { makeAuthority } from '#server/account/emulator/authority.ts';
import { emulatorUuid } from '#server/account/emulator/built-in.ts';
import type { OddAnswer } from '#server/account/emulator/phones.ts';
import { janis, mari, refusing, withIdentities } from '#server/testing/identities.ts';
import { withServer } from '#server/testing/server.ts';
import { getProfile } from '#shared/account/contract.ts';
import { startCodes } from '#shared/account/factors/contract.ts';
import * as contract from '#shared/account/identities/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { getPageConfiguration } from '#shared/tenants/contract.ts';

const running = withServer();
const { centre, call, ask, clock, send } = running;
const means = withIdentities(running);
const { setKeys, withKeys, begin, look, confirm, logIn, beginLinking, finishLinking, link, linked } = means;

const offeredAt = async (host: string) =>
  (await call(getPageConfiguration, {}, { host })).body.identityProviders;

describe('a centre', () => {
  test('without keys offers nothing, and asks nobody', async () => {
    const home = await centre();
    expect(await offeredAt(home.host)).toEqual([]);
    expect((await begin(home.host)).error).toBe('identityNotOffered');
    const account = await home.account();
    const asked = await beginLinking(account);
    expect([asked.status, asked.error]).toEqual([404, 'identityNotOffered']);
    expect((await call(contract.listIdentities, {}, { actor: account })).body.offered).toEqual([]);
  });

  test('offers it once both keys are set, and no more when one is taken away', async () => {
    const home = await centre();
    await setKeys(home, { smartIdUuid: emulatorUuid, smartIdName: 'Klubi' });
    expect(await offeredAt(home.host)).toEqual(['smartId']);
    const begun = await begin(home.host);
    await setKeys(home, { smartIdUuid: '', smartIdName: 'Klubi' });
    expect(await offeredAt(home.host)).toEqual([]);
    expect((await look(home.host, begun)).error).toBe('identityNotOffered');
  });

  test('with keys that the service does not know is told that it does not answer', async () => {
    const home = await centre();
    const smartIdUuid = '11111111-0000-4000-8000-000000000000';
    expect((await setKeys(home, { smartIdUuid, smartIdName: 'Klubi' })).status).toBe(200);
    expect((await begin(home.host)).error).toBe('identityServiceSilent');
  });

  test.each([
    ['a key of another form', { smartIdUuid: 'klubi', smartIdName: 'Klubi' }],
    [
      'a name longer than phones show',
      { smartIdUuid: '', smartIdName: `Jõusaal Õismäe Põhjala Täht${'õ'.repeat(3)}` },
    ],
  ])('%s is refused', async (_, values) => {
    expect((await setKeys(await centre(), values)).error).toBe('dataValidationFailed');
  });
});

describe('logging in by a phone beside the screen', () => {
  test('opens a session that was proved, of the account it is linked to', async () => {
    const { host, account } = await linked();
    const begun = await begin(host);
    const waiting = await look(host, begun);
    expect(waiting.body.token).toBeNull();
    await confirm(waiting.body.display ?? '');
    const { status, body, cookies } = await look(host, begun);
    expect(status).toBe(200);
    const as = { host, token: body.token ?? '' };
    expect((await call(getProfile, {}, as)).body.email).toBe(account.email);
    expect(Object.keys(cookies)).toContain('trenn_refresh');
    // Asked again for nothing: it is as strong as both steps.
    expect((await call(startCodes, {}, as)).status).toBe(200);
    const [listed] = (await call(contract.listIdentities, {}, as)).body.identities;
    expect(listed).toMatchObject({ provider: 'smartId', lastUsedDateTime: '2026-09-14T09:00:00Z' });
  });

  test('the picture is another one each second, and an old one opens nothing', async () => {
    const { host } = await linked();
    const begun = await begin(host);
    const links = [begun.link];
    for (const seconds of [1, 1, 12]) {
      clock.advance({ seconds });
      links.push((await look(host, begun)).body.display ?? '');
    }
    expect(links.map((each) => new URL(each).searchParams.get('elapsedSeconds'))).toEqual([
      '0',
      '1',
      '2',
      '14',
    ]);
    expect(new Set(links.map((each) => new URL(each).searchParams.get('authCode'))).size).toBe(4);
    const [first = ''] = links;
    await expect(confirm(first)).rejects.toThrow('the link is not good');
    await confirm(links.at(-1) ?? '');
    expect((await look(host, begun)).body.token).toBeTruthy();
  });

  test('what is kept of it meanwhile is sealed, and nothing of it goes to the browser', async () => {
    const { host } = await linked();
    const { request, link: shown, browser } = await begin(host);
    const [kept] = await ask<{ sealed: Buffer; text: string }>(
      `select sealed, challenges::text as text from challenges where purpose = 'identityLogIn' order by created_at desc`,
    );
    expect(kept?.text).not.toContain(request);
    expect(kept?.sealed.toString('latin1')).not.toMatch(/sessionToken|smart-id/);
    expect(Object.keys((await look(host, { request, browser })).body)).toEqual(['token', 'display']);
    expect(shown).not.toContain('secret');
  });

  test('of who refuses opens nothing, and is over', async () => {
    const { host } = await linked();
    const begun = await begin(host);
    await confirm(begun.link, refusing);
    const refused = await look(host, begun);
    expect([refused.status, refused.error]).toEqual([400, 'identityRefused']);
    expect((await look(host, begun)).error).toBe('identityRequestOver');
  });

  test.each([
    ['USER_REFUSED_INTERACTION', 'identityRefused'],
    ['DOCUMENT_UNUSABLE', 'identityRefused'],
    ['WRONG_VC', 'identityRefused'],
    ['SOMETHING_NEW', 'identityRefused'],
    ['TIMEOUT', 'identityTimedOut'],
  ])('%s of the service is %s', async (endResult, error) => {
    const { host } = await linked();
    expect((await logIn(host, mari, { endResult })).error).toBe(error);
  });

  test('of who does nothing runs out at the service, and here', async () => {
    const { host } = await linked();
    const begun = await begin(host);
    clock.advance({ seconds: 149 });
    expect((await look(host, begun)).body.display).toBeTruthy();
    clock.advance({ seconds: 1 });
    const late = await look(host, begun);
    expect([late.status, late.error]).toEqual([410, 'identityTimedOut']);
    const again = await begin(host);
    await confirm(again.link);
    clock.advance({ minutes: 5 });
    expect((await look(host, again)).error).toBe('identityRequestOver');
  });

  test('is answered by the browser that asked, at the centre that asked, once', async () => {
    const { host } = await linked();
    const begun = await begin(host);
    await confirm(begun.link);
    const other = await begin(host);
    expect((await look(host, { ...begun, browser: other.browser })).error).toBe('identityRequestOver');
    expect((await look(host, { ...begun, browser: '' })).error).toBe('identityRequestOver');
    const elsewhere = await withKeys();
    expect((await look(elsewhere.host, begun)).error).toBe('identityRequestOver');
    const twice = await Promise.all([1, 2].map(() => look(host, begun)));
    expect(twice.map(({ error }) => error).toSorted()).toEqual(['identityRequestOver', undefined]);
    expect((await look(host, begun)).error).toBe('identityRequestOver');
  });

  test('of nobody who is linked here says so to them, and tells nothing else', async () => {
    const { host } = await linked();
    const { status, error, cookies } = await logIn(host, janis);
    expect([status, error, Object.keys(cookies)]).toEqual([400, 'identityUnknown', []]);
    // Linked at another centre is not linked here.
    const elsewhere = await withKeys();
    expect((await logIn(elsewhere.host)).error).toBe('identityUnknown');
  });

  test('of whoever is blocked opens nothing, and says no more than of somebody unknown', async () => {
    const { host, account } = await linked();
    await ask('update accounts set is_blocked = true where id = $1', account.id);
    expect((await logIn(host)).error).toBe('identityUnknown');
  });

  test('ends with its number of tries from one place', async () => {
    const { host } = await linked();
    await ask(`update attempts set count = 60 where kind = 'identityAddress'`);
    expect((await begin(host)).error).toBe('tooManyAttempts');
  });

  test('ends with the number that a centre pays for within a day, from wherever', async () => {
    const { host, account } = await linked();
    await ask(`update attempts set count = 1999 where kind = 'identityCentre'`);
    expect((await begin(host)).error).toBeUndefined();
    expect((await begin(host)).error).toBe('tooManyAttempts');
    expect((await beginLinking(account)).error).toBe('tooManyAttempts');
    // Another centre has its own.
    expect((await begin((await withKeys()).host)).error).toBeUndefined();
    clock.advance({ hours: 24 });
    expect((await begin(host)).error).toBeUndefined();
  });

  test('on a device that is new is told to the owner', async () => {
    const { home, host, account } = await linked();
    expect((await logIn(host)).status).toBe(200);
    expect((await logIn(host)).status).toBe(200);
    const actor = await home.account({ role: 'admin' });
    const told = async (part: string) =>
      (await call(listOutgoingMails, { query: { limit: 100 } }, { actor })).body.items.filter(
        ({ recipient, text }) => recipient === account.email && text.includes(part),
      ).length;
    await expect.poll(() => told('on a device that was not used'), { timeout: 30_000 }).toBe(1);
    await expect.poll(() => told('Smart-ID was linked to your account'), { timeout: 30_000 }).toBe(1);
  });
});

const odds: readonly (readonly [string, OddAnswer | (() => Promise<OddAnswer>)])[] = [
  ['another authority', async () => ({ authority: await makeAuthority(clock.epochMilliseconds()) })],
  ['a certificate that ended', { certificate: { days: [-30, -1] } }],
  [
    'a certificate that is not qualified',
    { certificate: { policies: ['1.3.6.1.4.1.10015.17.1', '0.4.0.2042.1.1'] } },
  ],
  ['a certificate for signing', { certificate: { purposes: ['1.3.6.1.5.5.7.3.4'] } }],
  ['a lesser level', { level: 'ADVANCED' }],
  ['an answer to another centre', { asked: { relyingPartyName: 'Teine' } }],
  ['an answer on behalf of another', { asked: { brokeredName: 'Teine' } }],
  ['an answer to another question', { asked: { rpChallenge: Buffer.alloc(64).toString('base64') } }],
  ['an answer to another text', { asked: { interactions: 'W10=' } }],
  ['an answer in another environment', { asked: { scheme: 'smart-id' } }],
  ['an answer by another way', { flowType: 'Web2App' }],
];

describe('what comes otherwise than it was asked', () => {
  test.each(odds)('%s opens nothing, and links nothing', async (_, odd) => {
    const { home, host } = await linked();
    const given = typeof odd === 'function' ? await odd() : odd;
    const { status, error, cookies } = await logIn(host, mari, given);
    expect([status, error, Object.keys(cookies)]).toEqual([400, 'identityNotValid', []]);
    const other = await home.account();
    expect((await link(other, janis, given)).error).toBe('identityNotValid');
    expect((await call(contract.listIdentities, {}, { actor: other })).body.identities).toEqual([]);
  });
});

describe('logging in on the phone itself', () => {
  test('is finished by the page that the app opens', async () => {
    const { host } = await linked();
    const begun = await begin(host, 'thisDevice');
    expect(new URL(begun.link).searchParams.get('deviceLinkType')).toBe('Web2App');
    const returned = await confirm(begun.link);
    // The page that asked goes on waiting.
    expect((await look(host, begun)).body).toMatchObject({ token: null });
    expect((await look(host, begun, returned)).body.token).toBeTruthy();
    expect((await look(host, begun, returned)).error).toBe('identityRequestOver');
  });

  test('is not finished by another return, nor in another browser', async () => {
    const { host } = await linked();
    const begun = await begin(host, 'thisDevice');
    const returned = await confirm(begun.link);
    const theirs = await begin(host, 'thisDevice');
    const other = await confirm(theirs.link);
    if (!returned || !other) throw new Error('nobody came back');
    expect((await look(host, { ...begun, browser: theirs.browser }, returned)).error).toBe(
      'identityRequestOver',
    );
    const mixed = { ...returned, userChallengeVerifier: other.userChallengeVerifier };
    expect((await look(host, begun, mixed)).error).toBe('identityNotValid');
    const secret = { ...other, sessionSecretDigest: returned.sessionSecretDigest };
    expect((await look(host, theirs, secret)).error).toBe('identityNotValid');
  });
});

describe('linking', () => {
  test('needs somebody who was asked again lately, and the session that asked', async () => {
    const home = await withKeys();
    const [account, other] = [await home.account(), await home.account()];
    const provedAt = Math.floor(clock.epochMilliseconds() / 1000) - 300;
    const late = await running.server.app.ports.tokens.sign({ ...account.claims, provedAt });
    const asked = { body: { asked: { provider: 'smartId', way: 'otherDevice' } } } as const;
    const as = { host: home.host, token: late };
    expect((await call(contract.beginIdentityLinking, asked, as)).error).toBe('proofNeeded');
    const { body } = await beginLinking(account);
    await confirm(body.display);
    expect((await finishLinking(other, body.request)).error).toBe('identityRequestOver');
    const elsewhere = { ...account.claims, sessionId: crypto.randomUUID(), provedAt: provedAt + 300 };
    const token = await running.server.app.ports.tokens.sign(elsewhere);
    const finish = { body: { request: body.request, returned: null } };
    const shown = await call(contract.linkIdentity, finish, { host: home.host, token });
    expect(shown.error).toBe('identityRequestOver');
    // What was asked for logging in links nothing, nor the other way round.
    const begun = await begin(home.host);
    await confirm(begun.link);
    expect((await finishLinking(account, begun.request)).error).toBe('identityRequestOver');
    expect((await look(home.host, { ...begun, request: body.request })).error).toBe('identityRequestOver');
    expect((await finishLinking(account, body.request)).body.isLinked).toBe(true);
  });

  test('one person is linked to one account of a centre, and to one at each', async () => {
    const { home, account } = await linked();
    const other = await home.account();
    expect((await link(other)).error).toBe('identityOfOther');
    expect((await link(account)).error).toBe('identityThereAlready');
    expect((await link(await (await withKeys()).account())).body.isLinked).toBe(true);
    // Two at once.
    const both = await Promise.all(
      [await home.account(), await home.account()].map((each) => link(each, janis)),
    );
    expect(both.map(({ error }) => error).toSorted()).toEqual(['identityOfOther', undefined]);
  });

  test('keeps no code of anybody', async () => {
    const { account } = await linked();
    const [row] = await ask<{ text: string; subject_hash: Buffer }>(
      'select external_identities::text as text, subject_hash from external_identities where account_id = $1',
      account.id,
    );
    expect(row?.text).not.toContain('40404040009');
    expect(row?.subject_hash).toHaveLength(32);
  });

  test('on the phone itself comes back to the same session', async () => {
    const home = await withKeys();
    const account = await home.account();
    const { body } = await beginLinking(account, 'thisDevice');
    const returned = await confirm(body.display);
    expect((await finishLinking(account, body.request)).body.isLinked).toBe(false);
    expect((await finishLinking(account, body.request, returned)).body.isLinked).toBe(true);
    expect((await logIn(home.host)).status).toBe(200);
  });
});

describe('unlinking', () => {
  test('is asked about again; then it opens nothing, and may be linked elsewhere', async () => {
    const { home, host, account } = await linked();
    const [listed] = (await call(contract.listIdentities, {}, { actor: account })).body.identities;
    const params = { identityId: listed?.id ?? 0 };
    const provedAt = Math.floor(clock.epochMilliseconds() / 1000) - 300;
    const late = await running.server.app.ports.tokens.sign({ ...account.claims, provedAt });
    expect((await call(contract.unlinkIdentity, { params }, { host, token: late })).error).toBe(
      'proofNeeded',
    );
    const other = await home.account();
    expect((await call(contract.unlinkIdentity, { params }, { actor: other })).error).toBe(
      'identityNotFound',
    );
    const begun = await begin(host);
    await confirm(begun.link);
    expect((await call(contract.unlinkIdentity, { params }, { actor: account })).status).toBe(200);
    expect((await look(host, begun)).error).toBe('identityUnknown');
    expect((await call(contract.unlinkIdentity, { params }, { actor: account })).error).toBe(
      'identityNotFound',
    );
    expect((await link(other)).body.isLinked).toBe(true);
    const { token } = (await logIn(host)).body;
    expect(readClaims(token ?? '')?.email).toBe(other.email);
  });
});

describe('the phone of the stand-in', () => {
  const page = (host: string, path: string) => send({ method: 'GET', path, host });
  const pathOf = (url: string) => `${new URL(url).pathname}${new URL(url).search}`;

  test('shows who asks and for what, and sends the browser back', async () => {
    const { host } = await linked();
    const begun = await begin(host, 'thisDevice');
    const shown = await page(host, pathOf(begun.link));
    expect([shown.status, shown.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(shown.text).toContain('Klubi');
    const token = new URL(begun.link).searchParams.get('sessionToken') ?? '';
    const pressed = await send({
      ...{ method: 'POST', path: '/stand-in/smart-id', host },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, action: 'confirm', document: mari.document }).toString(),
    });
    expect(pressed.status).toBe(303);
    const { searchParams } = new URL(String(pressed.headers.location));
    const shownBack = ['for', 'keep', 'value'].map((name) => searchParams.get(name));
    expect(shownBack).toEqual(['login', '1', begun.request]);
    const returned = {
      sessionSecretDigest: searchParams.get('sessionSecretDigest') ?? '',
      userChallengeVerifier: searchParams.get('userChallengeVerifier') ?? '',
    };
    expect((await look(host, begun, returned)).body.token).toBeTruthy();
  });

  test('knows no link that was changed', async () => {
    const { host } = await linked();
    const begun = await begin(host);
    expect((await page(host, pathOf(begun.link.replace('lang=eng', 'lang=est')))).status).toBe(410);
    expect((await page(host, pathOf(begun.link))).status).toBe(200);
  });
});
