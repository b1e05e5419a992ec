import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { closedPushOrigin, sampleDevice, samplePushKeys } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword, getProfile, login, logout, refresh } from '#shared/account/contract.ts';
import { listDevices, signOutDevice, signOutOthers } from '#shared/account/devices/contract.ts';
import { confirmCodes, startCodes } from '#shared/account/factors/contract.ts';
import { createFeed } from '#shared/feeds/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { subscribeDevice } from '#shared/messages/notices/contract.ts';

const { centre, call, ask, clock, send } = withServer();

interface Device {
  readonly host: string;
  readonly token: string;
  readonly cookie: string;
  readonly sessionId: string;
}

async function signIn(
  host: string,
  username: string,
  userAgent = 'test',
  cookie = '',
  screenWidth = sampleDevice.screenWidth,
): Promise<Device> {
  const body = {
    userCredentials: { username, password: testPassword, keep: false },
    deviceParameters: { ...sampleDevice, userAgent, screenWidth },
  };
  const { body: answer, cookies } = await call(
    login,
    { body },
    { host, headers: { cookie: `trenn_refresh=${cookie}` } },
  );
  const token = answer.token ?? '';
  return { host, token, cookie: cookies.trenn_refresh ?? '', sessionId: readClaims(token)?.sessionId ?? '' };
}

const renew = ({ host, cookie }: Device) =>
  call(refresh, { body: sampleDevice }, { host, headers: { cookie: `trenn_refresh=${cookie}` } });
const list = async ({ host, token }: Device) => (await call(listDevices, {}, { host, token })).body;
const end = ({ host, token }: Device, sessionId: string) =>
  call(signOutDevice, { params: { sessionId } }, { host, token });
const isIn = async ({ host, token }: Device) => (await call(getProfile, {}, { host, token })).status === 200;

const iPhone = 'Mozilla/5.0 (iPhone) Version/18.1 Safari/604.1';

async function three() {
  const home = await centre();
  const account = await home.account();
  const phone = await signIn(home.host, account.email, iPhone);
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

  test('another password ends what was open of its owner, and nothing else', async () => {
    const { home, phone, desk, other } = await three();
    const theirs = await signIn(home.host, (await home.account()).email);
    await end(phone, desk.sessionId);
    const body = { oldPassword: testPassword, newPassword: 'Karuohakas9xq' };
    expect((await call(changePassword, { body }, { host: phone.host, token: phone.token })).status).toBe(200);
    const ends = await ask<{ id: string; end: string | null }>(
      'select id, end_reason as "end" from sessions where tenant_id = $1',
      home.id,
    );
    expect(Object.fromEntries(ends.map((one) => [one.id, one.end]))).toEqual({
      [phone.sessionId]: null,
      [desk.sessionId]: 'signedOut',
      [other.sessionId]: 'passwordChange',
      [theirs.sessionId]: null,
    });
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

  test('of an account that is blocked are renewed no more, whatever has ended them or not', async () => {
    const { account, phone } = await three();
    await ask('update accounts set is_blocked = true where id = $1', account.id);
    expect((await renew(phone)).error).toBe('refreshingSessionFailed');
    await ask('update accounts set is_blocked = false where id = $1', account.id);
    expect((await renew(phone)).status).toBe(200);
  });

  test('that are over by themselves are not listed', async () => {
    const { home, account } = await three();
    clock.advance({ hours: 13 });
    const late = await signIn(home.host, account.email);
    expect((await list(late)).map(({ sessionId }) => sessionId)).toEqual([late.sessionId]);
  });
});

describe('what goes on telling without a session', () => {
  const subscribe = async ({ host, token }: Device, name: string) => {
    const body = { endpoint: `${closedPushOrigin}/${name}`, keys: samplePushKeys };
    expect((await call(subscribeDevice, { body }, { host, token })).status).toBe(200);
  };
  /**
   * A calendar's address made by one, and notices switched on by all, of whom the last is of before there were sessions
   * of them.
   */
  async function told() {
    const all = await three();
    const { phone, desk, other, home } = all;
    for (const device of [phone, desk, other]) await subscribe(device, device.sessionId);
    const old = `old-${desk.sessionId}`;
    await subscribe(desk, old);
    await ask('update push_subscriptions set session_id = null where endpoint like $1', `%${old}`);
    const { body } = await call(createFeed, {}, { host: desk.host, token: desk.token });
    const path = new URL(body.address ?? '').pathname;
    const feed = async () => (await send({ method: 'GET', path, host: home.host })).status;
    const names = async () => {
      const rows = await ask<{ endpoint: string }>(
        'select endpoint from push_subscriptions where tenant_id = $1 order by id',
        home.id,
      );
      return rows.map(({ endpoint }) => endpoint.split('/').at(-1));
    };
    expect([await feed(), (await names()).length]).toEqual([200, 4]);
    return { ...all, old, feed, names };
  }
  /** Switched on, and over since: on another device of theirs, and on one as the phone is by somebody else. */
  async function alike({ home, account }: Awaited<ReturnType<typeof three>>) {
    const far = await signIn(home.host, account.email, iPhone, '', 430);
    const theirs = await signIn(home.host, (await home.account()).email, iPhone);
    for (const device of [far, theirs]) {
      await subscribe(device, device.sessionId);
      await ask(
        "update sessions set ended_at = now(), end_reason = 'logout' where id = $1 returning 1",
        device.sessionId,
      );
    }
    return [far.sessionId, theirs.sessionId];
  }

  test('ends with another password, but for the device that set it', async () => {
    const { phone, feed, names } = await told();
    const body = { oldPassword: testPassword, newPassword: 'Karuohakas9xq' };
    expect((await call(changePassword, { body }, { host: phone.host, token: phone.token })).status).toBe(200);
    expect([await feed(), await names()]).toEqual([404, [phone.sessionId]]);
  });

  test('ends with the first second step, but for the device that set it up', async () => {
    const { phone, feed, names } = await told();
    const { secret } = (await call(startCodes, {}, phone)).body;
    const code = generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });
    expect((await call(confirmCodes, { body: { code } }, phone)).status).toBe(200);
    expect([await feed(), await names()]).toEqual([404, [phone.sessionId]]);
  });

  test('ends where all others are signed out', async () => {
    const { phone, feed, names } = await told();
    await call(signOutOthers, {}, { host: phone.host, token: phone.token });
    expect([await feed(), await names()]).toEqual([404, [phone.sessionId]]);
  });

  test('stays on a browser that logged in anew', async () => {
    const { account, phone, names } = await told();
    const again = await signIn(phone.host, account.email, 'test', phone.cookie);
    await call(signOutOthers, {}, { host: again.host, token: again.token });
    expect(await names()).toEqual([phone.sessionId]);
  });

  test.each([
    ['ends where somebody logs out', {}, []],
    ['stays where nobody pressed anything for long', { because: 'idle' as const }, ['phone']],
  ])('%s', async (_, query, left) => {
    const { phone, names } = await told();
    const headers = { cookie: `trenn_refresh=${phone.cookie}` };
    expect((await call(logout, { query }, { host: phone.host, headers })).status).toBe(200);
    expect((await names()).filter((name) => name === phone.sessionId)).toHaveLength(left.length);
  });

  test('ends with a later log-out of the browser that waited too long before', async () => {
    const { account, phone, desk, names } = await told();
    const out = (cookie: string, query: { because?: 'idle' }) =>
      call(logout, { query }, { host: phone.host, headers: { cookie: `trenn_refresh=${cookie}` } });
    await out(phone.cookie, { because: 'idle' });
    expect(await names()).toContain(phone.sessionId);
    const later = await signIn(phone.host, account.email, iPhone);
    await out(later.cookie, {});
    expect(await names()).not.toContain(phone.sessionId);
    expect(await names()).toContain(desk.sessionId);
  });

  test.each([
    ['ran out by itself, in a newer version', "expires_at = '2026-09-14T00:00:00Z'"],
    ['runs out at that moment', "expires_at = '2026-09-14T09:02:00Z'"],
    ['was left idle, in a newer version', "ended_at = now(), end_reason = 'logout'"],
  ])(
    'ends with a log-out, or from elsewhere, also of what an earlier log-in that %s switched on',
    async (_, set) => {
      for (const isFromElsewhere of [false, true]) {
        clock.set('2026-09-14T09:00:00Z');
        const all = await told();
        const { account, phone, desk, names } = all;
        const others = await alike(all);
        await ask(
          `update sessions set ${set}, device = jsonb_set(device, '{userAgent}', '"older"') where id = $1 returning 1`,
          phone.sessionId,
        );
        const later = await signIn(phone.host, account.email, iPhone);
        await subscribe(later, later.sessionId);
        if (isFromElsewhere) await end(desk, later.sessionId);
        else {
          const headers = { cookie: `trenn_refresh=${later.cookie}` };
          await call(logout, { query: {} }, { host: phone.host, headers });
        }
        expect(await names()).not.toContain(phone.sessionId);
        expect(await names()).not.toContain(later.sessionId);
        expect(await names()).toEqual(expect.arrayContaining([desk.sessionId, ...others]));
      }
    },
  );

  test.each([
    ['it had been left idle', "ended_at = now(), end_reason = 'logout'"],
    ['its session had run out', "expires_at = '2026-09-14T09:02:00Z'"],
  ])('stays on a browser that logged in anew after %s, and there alone', async (_, set) => {
    const all = await told();
    const { account, phone, names } = all;
    const [, theirs] = await alike(all);
    await ask(`update sessions set ${set} where id = $1 returning 1`, phone.sessionId);
    const later = await signIn(phone.host, account.email, iPhone);
    const last = await signIn(phone.host, account.email, iPhone, later.cookie);
    await call(signOutOthers, {}, { host: last.host, token: last.token });
    expect(await names()).toEqual([phone.sessionId, theirs]);
  });

  test('ends on a browser in which somebody else logs in', async () => {
    const { home, phone, names } = await told();
    const next = await home.account();
    await signIn(phone.host, next.email, 'test', phone.cookie);
    expect(await names()).not.toContain(phone.sessionId);
  });

  test('ends on a device that is signed out, and there alone', async () => {
    const { phone, desk, other, old, feed, names } = await told();
    await end(phone, desk.sessionId);
    expect([await feed(), await names()]).toEqual([200, [phone.sessionId, other.sessionId, old]]);
  });
});

test('of more than fifty devices the one that was used longest ago ends, and nobody else’s', async () => {
  const home = await centre();
  const [account, other] = [await home.account(), await home.account()];
  const theirs = await signIn(home.host, other.email);
  const first = await signIn(home.host, account.email);
  clock.advance({ minutes: 1 });
  const second = await signIn(home.host, account.email);
  clock.advance({ minutes: 1 });
  // As many more, each like the first.
  await ask(
    `insert into sessions select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
        'rotated_at', s.rotated_at + interval '2 minutes'))).* from sessions s, generate_series(1, 48) as n
      where s.id = $1 returning 1`,
    first.sessionId,
  );
  expect([await isIn(first), await isIn(second)]).toEqual([true, true]);
  const last = await signIn(home.host, account.email);
  expect(await Promise.all([first, second, last, theirs].map(isIn))).toEqual([false, true, true, true]);
  expect((await renew(first)).status).toBe(401);
  expect(await list(last)).toHaveLength(50);
});
