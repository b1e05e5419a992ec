import { describe, expect, test } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { getProfile, login, refresh } from '#shared/account/contract.ts';
import { listDevices, signOutDevice, signOutOthers } from '#shared/account/devices/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';

const { centre, call, ask, clock } = withServer();

interface Device {
  readonly host: string;
  readonly token: string;
  readonly cookie: string;
  readonly sessionId: string;
}

async function signIn(host: string, username: string, userAgent = 'test'): Promise<Device> {
  const body = {
    userCredentials: { username, password: testPassword, keep: false },
    deviceParameters: { ...sampleDevice, userAgent },
  };
  const { body: answer, cookies } = await call(login, { body }, { host });
  const token = answer.token ?? '';
  return { host, token, cookie: cookies.trenn_refresh ?? '', sessionId: readClaims(token)?.sessionId ?? '' };
}

const renew = ({ host, cookie }: Device) =>
  call(refresh, { body: sampleDevice }, { host, headers: { cookie: `trenn_refresh=${cookie}` } });
const list = async ({ host, token }: Device) => (await call(listDevices, {}, { host, token })).body;
const end = ({ host, token }: Device, sessionId: string) =>
  call(signOutDevice, { params: { sessionId } }, { host, token });
const isIn = async ({ host, token }: Device) => (await call(getProfile, {}, { host, token })).status === 200;

async function three() {
  const home = await centre();
  const account = await home.account();
  const phone = await signIn(home.host, account.email, 'Mozilla/5.0 (iPhone) Version/18.1 Safari/604.1');
  clock.advance({ minutes: 1 });
  const desk = await signIn(home.host, account.email, 'Mozilla/5.0 (Windows NT 10.0) Firefox/132.0');
  clock.advance({ minutes: 1 });
  const other = await signIn(home.host, account.email);
  return { home, account, phone, desk, other };
}

describe('devices', () => {
  // shows: device-parameters
  test('are listed with what they call themselves: this one first, then by their last use', async () => {
    const { phone, desk, other } = await three();
    const devices = await list(phone);
    expect(devices.map(({ sessionId, isThis }) => [sessionId, isThis])).toEqual([
      [phone.sessionId, true],
      [other.sessionId, false],
      [desk.sessionId, false],
    ]);
    expect(devices[0]).toMatchObject({ kind: 'phone', browser: 'Safari', system: 'iPhone' });
    expect(devices[2]).toMatchObject({ kind: 'computer', browser: 'Firefox', system: 'Windows' });
  });

  test('one is signed out at once: its token is not taken, its refresh refused', async () => {
    const { phone, desk, other } = await three();
    expect((await end(phone, desk.sessionId)).status).toBe(200);
    expect([await isIn(phone), await isIn(desk), await isIn(other)]).toEqual([true, false, true]);
    expect((await renew(desk)).error).toBe('refreshingSessionFailed');
    const [row] = await ask('select end_reason from sessions where id = $1', desk.sessionId);
    expect(row).toEqual({ end_reason: 'signedOut' });
    expect((await list(phone)).map(({ sessionId }) => sessionId)).not.toContain(desk.sessionId);
    expect((await end(phone, desk.sessionId)).error).toBe('sessionNotFound');
  });

  test('all others are signed out, this one stays', async () => {
    const { phone, desk, other } = await three();
    const { body } = await call(signOutOthers, {}, { host: phone.host, token: phone.token });
    expect(body).toEqual({ count: 2 });
    expect([await isIn(phone), await isIn(desk), await isIn(other)]).toEqual([true, false, false]);
    expect((await renew(phone)).status).toBe(200);
    expect((await call(signOutOthers, {}, { host: phone.host, token: phone.token })).body.count).toBe(0);
  });

  test('are signed out by who showed within minutes who they are', async () => {
    const { phone, desk, other } = await three();
    clock.advance({ minutes: 4 });
    const late = { ...phone, token: (await renew(phone)).body.token };
    expect((await end(late, desk.sessionId)).error).toBe('proofNeeded');
    expect((await call(signOutOthers, {}, { host: late.host, token: late.token })).error).toBe('proofNeeded');
    const all = await list(late);
    expect(all.map(({ sessionId }) => sessionId)).toEqual([phone.sessionId, other.sessionId, desk.sessionId]);
  });

  test('of somebody else, of another centre, or that nobody has are not found', async () => {
    const { home, phone } = await three();
    const stranger = await home.account();
    const theirs = await signIn(home.host, stranger.email);
    const elsewhere = await three();
    for (const id of [theirs.sessionId, elsewhere.desk.sessionId, 'x', '%00', `${phone.sessionId}'`]) {
      expect([id, (await end(phone, id)).error]).toEqual([id, 'sessionNotFound']);
    }
    expect([await isIn(theirs), await isIn(elsewhere.desk)]).toEqual([true, true]);
    expect((await list(theirs)).length).toBe(1);
  });

  test('signed out twice at a time: one ends it, the other finds nothing, and a refresh meanwhile does not save it', async () => {
    const { phone, desk, other } = await three();
    const answers = await Promise.all([end(phone, desk.sessionId), end(other, desk.sessionId), renew(desk)]);
    const [one, two] = answers;
    expect([one.error, two.error].toSorted()).toEqual(['sessionNotFound', undefined]);
    expect(await isIn(desk)).toBe(false);
    expect((await renew(desk)).error).toBe('refreshingSessionFailed');
  });

  test('that are over by themselves are not listed', async () => {
    const { home, account } = await three();
    clock.advance({ hours: 13 });
    const late = await signIn(home.host, account.email);
    expect((await list(late)).map(({ sessionId }) => sessionId)).toEqual([late.sessionId]);
  });
});
