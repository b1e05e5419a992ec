import { expect, test } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { forged } from '#server/testing/forging.ts';
import { mary, withIdentities } from '#server/testing/identities.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { login } from '#shared/account/contract.ts';
import * as contract from '#shared/account/identities/contract.ts';

const running = withServer({ trustProxy: 1 });
const { call, clock } = running;
const { withKeys, linkPhone, simCards } = withIdentities(running);

interface Caller {
  readonly host: string;
  /** Where it comes from. */
  readonly from: string;
  readonly device?: string | undefined;
  readonly given?: typeof mary | { provider: 'mobileId'; phoneNumber: string; idCode: string };
}

const headersOf = ({ from, device }: Caller, browser?: string) => {
  const cookies = [
    ...(device === undefined ? [] : [`trenn_device=${device}`]),
    ...(browser === undefined ? [] : [`trenn_browser=${browser}`]),
  ];
  return { 'X-Forwarded-For': from, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) };
};

/** Has a phone ring. */
function ring(caller: Caller) {
  simCards();
  const body = { asked: caller.given ?? mary, keep: true };
  return call(contract.beginIdentityLogin, { body }, { host: caller.host, headers: headersOf(caller) });
}

async function ringOften(caller: Caller, times: number) {
  const rung = await Promise.all(Array.from({ length: times }, () => ring(caller)));
  return rung.filter(({ error }) => error === undefined).length;
}

/** Somebody whose account is linked, and their device, on which they logged in. */
async function scene() {
  const home = await withKeys();
  const account = await home.account();
  if (!(await linkPhone(account)).body.isLinked) throw new Error('not linked');
  return { home, host: home.host, account, device: await deviceOf(home.host, account.email) };
}

async function deviceOf(host: string, username: string) {
  const userCredentials = { username, password: testPassword, keep: false };
  const { cookies } = await call(
    login,
    { body: { userCredentials, deviceParameters: sampleDevice } },
    { host, headers: { 'X-Forwarded-For': '192.0.2.9' } },
  );
  return cookies.trenn_device;
}

test('a stranger who has a phone ring shuts it to themselves alone', async () => {
  const { host } = await scene();
  expect(await ringOften({ host, from: '192.0.2.1' }, 7)).toBe(6);
  expect((await ring({ host, from: '192.0.2.1' })).error).toBe('tooManyAttempts');
  expect((await ring({ host, from: '192.0.2.2' })).status).toBe(200);
});

test('rung from everywhere it is shut to strangers, and rings for its owner’s own devices', async () => {
  const { home, host, device } = await scene();
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    expect(await ringOften({ host, from }, 6)).toBe(6);
  const elsewhere = { host, from: '192.0.2.4' };
  expect((await ring(elsewhere)).error).toBe('tooManyAttempts');
  // By the number alone, and by the person alone.
  for (const given of [{ idCode: '50001018865' }, { phoneNumber: '+37251234567' }])
    expect((await ring({ ...elsewhere, given: { ...mary, ...given } })).error).toBe('tooManyAttempts');
  const others = await deviceOf(host, (await home.account()).email);
  for (const made of [others, forged(device ?? ''), 'x'])
    expect((await ring({ ...elsewhere, device: made })).error).toBe('tooManyAttempts');
  expect(await ringOften({ ...elsewhere, device }, 7)).toBe(6);
  clock.advance({ hours: 24 });
  expect((await ring(elsewhere)).status).toBe(200);
});

test('whoever enters their PIN is counted anew, and so are strangers', async () => {
  const { host, device } = await scene();
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await ringOften({ host, from }, 6);
  const own = { host, from: '192.0.2.4', device };
  expect(await ringOften(own, 5)).toBe(5);
  const begun = await ring(own);
  clock.advance({ seconds: 3 });
  const body = {
    ...{ request: begun.body.request, returned: null, keep: true },
    deviceParameters: sampleDevice,
  };
  const headers = headersOf(own, begun.cookies.trenn_browser);
  expect((await call(contract.loginWithIdentity, { body }, { host, headers })).body.token).toBeTruthy();
  expect(await ringOften(own, 7)).toBe(6);
  expect((await ring({ host, from: '192.0.2.5' })).status).toBe(200);
});

test('an account that links a phone is counted for itself, and with strangers', async () => {
  const { home, host } = await scene();
  const [one, other] = [await home.account(), await home.account()];
  const begin = async (actor: typeof one) =>
    (await call(contract.beginIdentityLinking, { body: { asked: mary } }, { actor })).error;
  expect(await ringOften({ host, from: '192.0.2.1' }, 7)).toBe(6);
  for (let count = 0; count < 6; count += 1) expect(await begin(one)).toBeUndefined();
  expect(await begin(one)).toBe('tooManyAttempts');
  expect(await ringOften({ host, from: '192.0.2.2' }, 7)).toBe(6);
  expect(await begin(other)).toBe('tooManyAttempts');
});
