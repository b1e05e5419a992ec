import { describe, expect, test } from 'vitest';
import { makeAuthority } from '#server/account/emulator/authority.ts';
import type { OddCard } from '#server/account/emulator/cards.ts';
import { idCard, jaak, maryWithCard, withIdentities } from '#server/testing/identities.ts';
import { withServer } from '#server/testing/server.ts';
import { getProfile } from '#shared/account/contract.ts';
import { startCodes } from '#shared/account/factors/contract.ts';
import * as contract from '#shared/account/identities/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { getPageConfiguration } from '#shared/tenants/contract.ts';

const running = withServer();
const { centre, call, clock, send } = running;
const means = withIdentities(running);
const { setKeys, withKeys, ask, look, signByCard, linkCard, linkedByCard, logInByCard } = means;
const { confirm, begin, logInByPhone } = means;

const originOf = (host: string) => `https://${host}`;

test('a centre offers it by a switch, without any contract', async () => {
  const home = await centre();
  const offered = async () =>
    (await call(getPageConfiguration, {}, { host: home.host })).body.identityProviders;
  expect(await offered()).toEqual([]);
  expect((await ask(home.host, idCard)).error).toBe('identityNotOffered');
  expect((await setKeys(home, { hasIdCard: true })).status).toBe(200);
  expect(await offered()).toEqual(['idCard']);
  expect((await ask(home.host, idCard)).error).toBeUndefined();
});

describe('logging in', () => {
  test('asks another question each time, and opens a session that was proved', async () => {
    const { host, account } = await linkedByCard();
    const [begun, other] = [await ask(host, idCard), await ask(host, idCard)];
    expect(begun.display).toMatch(/^[\w+/]{44}$/);
    expect(other.display).not.toBe(begun.display);
    // Whoever brings no card goes on being asked.
    expect((await look(host, begun)).body).toEqual({ token: null, display: begun.display });
    const { status, body } = await look(host, begun, await signByCard(originOf(host), begun.display));
    expect(status).toBe(200);
    const as = { host, token: body.token ?? '' };
    expect((await call(getProfile, {}, as)).body.email).toBe(account.email);
    expect((await call(startCodes, {}, as)).status).toBe(200);
    const [listed] = (await call(contract.listIdentities, {}, as)).body.identities;
    expect(listed).toMatchObject({ provider: 'idCard', lastUsedDateTime: expect.any(String) });
  });

  test('is answered once, in the browser that asked, within minutes', async () => {
    const { host } = await linkedByCard();
    const begun = await ask(host, idCard);
    const token = await signByCard(originOf(host), begun.display);
    expect((await look(host, { ...begun, browser: '' }, token)).error).toBe('identityRequestOver');
    const twice = await Promise.all([1, 2].map(() => look(host, begun, token)));
    expect(twice.map(({ error }) => error).toSorted()).toEqual(['identityRequestOver', undefined]);
    expect((await look(host, begun, token)).error).toBe('identityRequestOver');
    const late = await ask(host, idCard);
    clock.advance({ minutes: 5 });
    const signed = await signByCard(originOf(host), late.display);
    expect((await look(host, late, signed)).error).toBe('identityRequestOver');
  });

  test('of nobody who is linked here says so to them; the same person’s phone is another way', async () => {
    const { host, home } = await linkedByCard();
    expect((await logInByCard(host, maryWithCard)).error).toBe('identityUnknown');
    const account = await home.account();
    expect((await linkCard(account, maryWithCard)).body.isLinked).toBe(true);
    expect(readClaims((await logInByCard(host, maryWithCard)).body.token ?? '')?.email).toBe(account.email);
    expect((await logInByPhone(host)).error).toBe('identityUnknown');
  });

  test('what a card brings answers no other service, nor a phone’s return a card', async () => {
    const { host } = await linkedByCard();
    const smartId = await begin(host, 'thisDevice');
    const returned = await confirm(smartId.link);
    const token = await signByCard(originOf(host), (await ask(host, idCard)).display);
    expect((await look(host, smartId, token)).error).toBe('identityNotValid');
    expect((await look(host, await ask(host, idCard), returned)).error).toBe('identityNotValid');
  });
});

describe('what comes otherwise than it was asked', () => {
  const odds: readonly (readonly [string, OddCard | (() => Promise<OddCard>)])[] = [
    ['another form', { format: 'web-eid:2.0' }],
    ['a certificate that ended', { certificate: { days: [-30, -1] } }],
    ['a certificate for signing', { certificate: { purposes: [], usages: 2 } }],
    ['a certificate of Mobile-ID', { certificate: { policies: ['1.3.6.1.4.1.10015.18.1'] } }],
    ['another authority', async () => ({ authority: await makeAuthority(clock.epochMilliseconds()) })],
  ];
  test.each(odds)('%s opens nothing, links nothing, and is over', async (_, odd) => {
    const { home, host } = await linkedByCard();
    const given = typeof odd === 'function' ? await odd() : odd;
    const { status, error, cookies } = await logInByCard(host, jaak, given);
    expect([status, error, Object.keys(cookies)]).toEqual([400, 'identityNotValid', []]);
    const other = await home.account();
    expect((await linkCard(other, maryWithCard, given)).error).toBe('identityNotValid');
    expect((await call(contract.listIdentities, {}, { actor: other })).body.identities).toEqual([]);
  });

  test.each<[string, (asked: { origin: string; nonce: string }) => { origin: string; nonce: string }]>([
    ['another site', ({ nonce }) => ({ origin: 'https://teine.ee', nonce })],
    ['the site with a slash', ({ origin, nonce }) => ({ origin: `${origin}/`, nonce })],
    ['another question', ({ origin }) => ({ origin, nonce: Buffer.alloc(33).toString('base64') })],
  ])('the signature of %s opens nothing, and its question is over', async (_, turn) => {
    const { host } = await linkedByCard();
    const begun = await ask(host, idCard);
    const { origin, nonce } = turn({ origin: originOf(host), nonce: begun.display });
    expect((await look(host, begun, await signByCard(origin, nonce))).error).toBe('identityNotValid');
    const right = await signByCard(originOf(host), begun.display);
    expect((await look(host, begun, right)).error).toBe('identityRequestOver');
  });

  test('an algorithm of another key is none', async () => {
    const { host } = await linkedByCard();
    const begun = await ask(host, idCard);
    const token = await signByCard(originOf(host), begun.display);
    const { error } = await look(host, begun, { ...token, algorithm: 'RS384' });
    expect(error).toBe('identityNotValid');
  });
});

describe('production without issuers', () => {
  const live = withServer({ isProduction: true });
  const { withKeys: withLiveKeys, ask: askLive } = withIdentities(live);

  test('asks no card, and has no stand-in for one', async () => {
    const { host } = await withLiveKeys();
    expect(live.server.cards).toBeUndefined();
    expect((await askLive(host, idCard)).error).toBe('identityServiceSilent');
    const put = { method: 'POST', path: '/stand-in/id-card', host, body: '{}' } as const;
    expect((await live.send(put)).status).toBe(404);
  });
});

test('the stand-in signs for its people alone', async () => {
  const { host } = await withKeys();
  const put = (body: object) =>
    send({
      ...{ method: 'POST', path: '/stand-in/id-card', host, body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
  const nonce = 'x'.repeat(44);
  expect((await put({ nonce, document: jaak.document })).status).toBe(200);
  expect((await put({ nonce, document: 'PNOEE-38001085719' })).status).toBe(400);
  expect((await put({ nonce: 'x', document: jaak.document })).status).toBe(400);
});
