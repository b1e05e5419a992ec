import { describe, expect, test } from 'vitest';
import { makeAuthority } from '#server/account/emulator/authority.ts';
import { mobilePersons } from '#server/account/emulator/built-in.ts';
import type { OddSignature } from '#server/account/emulator/sim-cards.ts';
import { mary, withIdentities } from '#server/testing/identities.ts';
import { withServer } from '#server/testing/server.ts';
import { getProfile } from '#shared/account/contract.ts';
import { startCodes } from '#shared/account/factors/contract.ts';
import type { BeginIdentity } from '#shared/account/identities/contract.ts';
import * as contract from '#shared/account/identities/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { getPageConfiguration } from '#shared/tenants/contract.ts';

const running = withServer();
const { call, ask: sql, clock } = running;
const { setKeys, withKeys, ask, look, logInByPhone, linkPhone, logIn, link } = withIdentities(running);

const jonas: BeginIdentity = { provider: 'mobileId', phoneNumber: '+37060000666', idCode: '50001018865' };

/** Somebody whose account is linked. */
async function linked(given: BeginIdentity = mary) {
  const home = await withKeys();
  const account = await home.account();
  const { body } = await linkPhone(account, given);
  if (!body.isLinked) throw new Error('not linked');
  return { home, host: home.host, account };
}

/** Whom the stand-in plays that ends so. */
function ending(result: string) {
  const person = mobilePersons.find((each) => each.result === result);
  if (!person) throw new Error('there is no such person');
  const { phoneNumber, document } = person;
  return { provider: 'mobileId', phoneNumber, idCode: document.slice(6) } as const;
}

test('a centre offers it once both of its keys are set, beside Smart-ID or without it', async () => {
  const home = await withKeys();
  const offered = async () =>
    (await call(getPageConfiguration, {}, { host: home.host })).body.identityProviders;
  expect(await offered()).toEqual(['smartId', 'mobileId', 'idCard']);
  const keys = { mobileIdUuid: '00000000-0000-0000-0000-000000000000', mobileIdName: 'Klubi' };
  expect((await setKeys(home, keys)).status).toBe(200);
  expect(await offered()).toEqual(['mobileId']);
  expect((await setKeys(home, { ...keys, mobileIdName: '' })).status).toBe(200);
  expect(await offered()).toEqual([]);
  expect((await ask(home.host, mary)).error).toBe('identityNotOffered');
  const mobileIdUuid = '11111111-0000-0000-0000-000000000000';
  expect((await setKeys(home, { mobileIdUuid, mobileIdName: 'Klubi' })).status).toBe(200);
  expect((await ask(home.host, mary)).error).toBe('identityServiceSilent');
});

describe('logging in', () => {
  test.each([['of Estonia', mary] as const, ['of Lithuania', jonas] as const])(
    'somebody %s shows the code that stands on their phone, and opens a session that was proved',
    async (_, given) => {
      const { host, account } = await linked(given);
      const begun = await ask(host, given);
      expect(begun.display).toMatch(/^[0-8]\d{3}$/);
      const waiting = await look(host, begun);
      expect(waiting.body).toEqual({ token: null, display: begun.display });
      clock.advance({ seconds: 3 });
      const { status, body, cookies } = await look(host, begun);
      expect(status).toBe(200);
      expect(Object.keys(cookies)).toContain('trenn_refresh');
      const as = { host, token: body.token ?? '' };
      expect((await call(getProfile, {}, as)).body.email).toBe(account.email);
      expect((await call(startCodes, {}, as)).status).toBe(200);
      const [listed] = (await call(contract.listIdentities, {}, as)).body.identities;
      expect(listed).toMatchObject({ provider: 'mobileId', lastUsedDateTime: expect.any(String) });
      expect((await look(host, begun)).error).toBe('identityRequestOver');
    },
  );

  test.each([
    ['NOT_MID_CLIENT', 400, 'mobileIdNotFound'],
    ['DELIVERY_ERROR', 400, 'mobileIdNotDelivered'],
    ['USER_CANCELLED', 400, 'identityRefused'],
    ['SIGNATURE_HASH_MISMATCH', 400, 'mobileIdSimFailed'],
    ['SIM_ERROR', 400, 'mobileIdSimFailed'],
    ['PHONE_ABSENT', 400, 'mobileIdPhoneAbsent'],
  ])('%s of the service ends it with %i %s', async (result, status, error) => {
    const { host } = await linked();
    const ended = await logInByPhone(host, ending(result));
    expect([ended.status, ended.error]).toEqual([status, error]);
  });

  test('of who does nothing runs out', async () => {
    const { host } = await linked();
    const begun = await ask(host, ending('TIMEOUT'));
    clock.advance({ seconds: 119 });
    expect((await look(host, begun)).body.display).toBe(begun.display);
    clock.advance({ seconds: 1 });
    expect((await look(host, begun)).error).toBe('identityTimedOut');
    expect((await look(host, begun)).error).toBe('identityRequestOver');
  });

  test('a number without its person, or another’s code, is nobody’s', async () => {
    const { host } = await linked();
    expect((await logInByPhone(host, { ...mary, idCode: '60001018800' })).error).toBe('mobileIdNotFound');
    expect((await logInByPhone(host, { ...mary, phoneNumber: '+37251234567' })).error).toBe(
      'mobileIdNotFound',
    );
  });

  test.each([
    ['a number of another country', { phoneNumber: '+37120000766' }],
    ['a number as it is typed', { phoneNumber: '+372 0000 0766' }],
    ['a code of another length', { idCode: '6000101990' }],
  ])('%s is not asked', async (_, given) => {
    const { host } = await withKeys();
    expect((await ask(host, { ...mary, ...given })).error).toBe('dataValidationFailed');
  });

  test('is answered by the browser that asked, at the centre that asked', async () => {
    const { host } = await linked();
    const begun = await ask(host, mary);
    clock.advance({ seconds: 3 });
    expect((await look(host, { ...begun, browser: '' })).error).toBe('identityRequestOver');
    const elsewhere = await withKeys();
    expect((await look(elsewhere.host, begun)).error).toBe('identityRequestOver');
    expect((await look(host, begun)).body.token).toBeTruthy();
  });

  test('of somebody unknown is begun as of everybody, and says so to them alone', async () => {
    const { host, home } = await linked();
    const { request, display, error } = await ask(host, jonas);
    expect([request.length, display.length, error]).toEqual([43, 4, undefined]);
    const alone = await withKeys();
    expect((await logInByPhone(alone.host)).error).toBe('identityUnknown');
    // The same person by Smart-ID is linked by that alone.
    const other = await home.account();
    expect((await link(other)).body.isLinked).toBe(true);
    expect(readClaims((await logIn(host)).body.token ?? '')?.email).toBe(other.email);
  });

  test('of whoever is blocked opens nothing', async () => {
    const { host, account } = await linked();
    await sql('update accounts set is_blocked = true where id = $1', account.id);
    expect((await logInByPhone(host)).error).toBe('identityUnknown');
  });
});

describe('what comes otherwise than it was asked', () => {
  const odds: readonly (readonly [string, OddSignature | (() => Promise<OddSignature>)])[] = [
    ['another authority', async () => ({ authority: await makeAuthority(clock.epochMilliseconds()) })],
    ['a certificate that ended', { certificate: { days: [-30, -1] } }],
    ['a certificate of something else', { certificate: { policies: ['0.4.0.2042.1.2'] } }],
    ['a certificate for signing', { certificate: { usages: 2 } }],
    ['a certificate of Smart-ID', { certificate: { kind: 'smartId' } }],
    ['somebody else’s certificate', { document: 'PNOEE-60001018800' }],
    ['a signature of something else', { isOther: true }],
  ];
  test.each(odds)('%s opens nothing, and links nothing', async (_, odd) => {
    const { home, host } = await linked();
    const given = typeof odd === 'function' ? await odd() : odd;
    const { status, error, cookies } = await logInByPhone(host, mary, given);
    expect([status, error, Object.keys(cookies)]).toEqual([400, 'identityNotValid', []]);
    const other = await home.account();
    expect((await linkPhone(other, jonas, given)).error).toBe('identityNotValid');
    expect((await call(contract.listIdentities, {}, { actor: other })).body.identities).toEqual([]);
  });
});

describe('somebody else’s phone', () => {
  const cancelling = ending('USER_CANCELLED');
  const attempts = (host: string, given: BeginIdentity, times: number) =>
    Promise.all(Array.from({ length: times }, () => ask(host, given)));

  test('rings six times a day by one number, and by one person', async () => {
    const { host } = await withKeys();
    const rung = await attempts(host, cancelling, 6);
    expect(rung.map(({ error }) => error)).toEqual(Array.from({ length: 6 }, () => undefined));
    expect((await ask(host, cancelling)).error).toBe('tooManyAttempts');
    expect((await ask(host, { ...cancelling, idCode: mary.idCode })).error).toBe('tooManyAttempts');
    expect((await ask(host, { ...cancelling, phoneNumber: '+37251234567' })).error).toBe('tooManyAttempts');
    // Others ring, and it rings elsewhere.
    expect((await ask(host, jonas)).error).toBeUndefined();
    expect((await ask((await withKeys()).host, cancelling)).error).toBeUndefined();
    clock.advance({ hours: 24 });
    expect((await ask(host, cancelling)).error).toBeUndefined();
  });

  test('is counted where somebody links it to themselves, too', async () => {
    const home = await withKeys();
    const actor = await home.account();
    const begin = () => call(contract.beginIdentityLinking, { body: { asked: cancelling } }, { actor });
    for (let count = 0; count < 6; count += 1) expect((await begin()).status).toBe(200);
    const begun = await begin();
    expect([begun.status, begun.error]).toEqual([429, 'tooManyAttempts']);
  });

  test('of whoever enters their PIN is counted anew', async () => {
    const { host } = await linked();
    await attempts(host, mary, 5);
    expect((await logInByPhone(host)).status).toBe(200);
    expect((await attempts(host, mary, 6)).every(({ error }) => error === undefined)).toBe(true);
    expect((await ask(host, mary)).error).toBe('tooManyAttempts');
  });

  test('is kept nowhere: neither its number nor the code', async () => {
    const { host } = await linked();
    await ask(host, mary);
    const rows = await sql<{ text: string }>(
      `select challenges::text as text from challenges union all select attempts::text from attempts
        union all select external_identities::text from external_identities`,
    );
    for (const secret of [mary.phoneNumber, mary.idCode]) {
      const hex = Buffer.from(secret).toString('hex');
      expect(rows.filter(({ text }) => text.includes(secret) || text.includes(hex))).toEqual([]);
    }
  });
});

test('linking is told to the owner by its name', async () => {
  const { home, account } = await linked();
  const actor = await home.account({ role: 'admin' });
  const told = async () =>
    (await call(listOutgoingMails, { query: { limit: 100 } }, { actor })).body.items.filter(
      ({ recipient, text }) => recipient === account.email && text.includes('Mobile-ID was linked'),
    ).length;
  await expect.poll(told, { timeout: 30_000 }).toBe(1);
});
