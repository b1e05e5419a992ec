import { expect, test, vi } from 'vitest';
import { hashToken } from '#server/kernel/tokens.ts';
import { testPassword } from '#server/testing/centre.ts';
import { forged } from '#server/testing/forging.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { login, resetPassword } from '#shared/account/contract.ts';
import { attemptLimits } from '#shared/account/domain.ts';

// Each of some sixty tries is hashed, which is made to take long.
vi.setConfig({ testTimeout: 120_000 });
const { ask, centre, call, clock } = withServer({ trustProxy: 1 });

interface Try {
  readonly host: string;
  readonly username: string;
  readonly password?: string;
  /** Where it comes from. */
  readonly from: string;
  readonly device?: string | undefined;
}

function logIn({ host, username, password = testPassword, from, device }: Try) {
  const headers = {
    'X-Forwarded-For': from,
    ...(device === undefined ? {} : { cookie: `trenn_device=${device}` }),
  };
  const userCredentials = { username, password, keep: false };
  return call(login, { body: { userCredentials, deviceParameters: sampleDevice } }, { host, headers });
}

/** Wrong passwords at once, and then one more; what that one was told. */
async function guess(parts: Omit<Try, 'from'>, times: number, from: (count: number) => string) {
  const tries = Array.from({ length: times }, (_, count) => {
    return () => logIn({ ...parts, password: `Wrong${1000 + count}`, from: from(count) });
  });
  await Promise.all(tries.slice(0, -1).map((attempt) => attempt()));
  return (await tries.at(-1)?.())?.error;
}

async function scene() {
  const home = await centre();
  const { email: username } = await home.account();
  return { host: home.host, username };
}

test('a stranger who guesses locks out nobody but themselves', async () => {
  const whose = await scene();
  expect(await guess(whose, 11, () => '192.0.2.1')).toBe('tooManyAttempts');
  expect((await logIn({ ...whose, from: '192.0.2.1' })).error).toBe('tooManyAttempts');
  expect((await logIn({ ...whose, from: '192.0.2.2' })).status).toBe(200);
});

test('an account guessed at from everywhere is closed to strangers, and open to its own devices', async () => {
  const whose = await scene();
  const first = await logIn({ ...whose, from: '192.0.2.9' });
  const device = first.cookies.trenn_device;
  expect(await guess(whose, 51, (count) => `198.51.100.${count}`)).toBe('tooManyAttempts');
  expect((await logIn({ ...whose, from: '192.0.2.9' })).error).toBe('tooManyAttempts');
  // Wherever the device is by now.
  expect((await logIn({ ...whose, from: '198.51.100.7', device })).status).toBe(200);
  clock.advance({ minutes: 61 });
  expect((await logIn({ ...whose, from: '192.0.2.9' })).status).toBe(200);
});

test('who is right takes back their own tries alone', async () => {
  const whose = await scene();
  const [from, other] = ['192.0.2.40', '192.0.2.41'];
  await guess(whose, 10, () => from);
  expect((await logIn({ ...whose, from: other })).status).toBe(200);
  expect(await guess(whose, 1, () => from)).toBe('tooManyAttempts');
});

test('who is right uses nobody’s tries up, as a reception where many log in; who guesses there is still stopped', async () => {
  const whose = await scene();
  const from = '192.0.2.20';
  for (let count = 0; count < 60; count += 1)
    expect((await logIn({ ...whose, from })).status, `log-in ${count + 1}`).toBe(200);
  const [left] = await ask<{ tries: number }>(
    `select coalesce(sum(count), 0)::integer as tries from attempts
      where kind like 'login%' and tenant_id = (select tenant_id from tenants where host = $1)`,
    whose.host,
  );
  expect(left).toEqual({ tries: 0 });
  expect(await guess(whose, 10, () => from)).toBe('wrongCredentials');
  expect((await logIn({ ...whose, from })).error).toBe('tooManyAttempts');
});

test('names tried from a place that is refused leave nothing behind, and those who are known there log in', async () => {
  const whose = await scene();
  const from = '192.0.2.77';
  const first = await logIn({ ...whose, from });
  await logIn({ ...whose, password: 'Wrong1000', from });
  const kept = () =>
    ask<{ kind: string; count: number }>(
      `select kind, sum(count)::integer as count from attempts
        where tenant_id = (select tenant_id from tenants where host = $1) group by kind order by kind`,
      whose.host,
    );
  await ask(
    `update attempts set count = $2 where kind = 'loginAddress'
      and tenant_id = (select tenant_id from tenants where host = $1) returning 1`,
    whose.host,
    attemptLimits.loginAddress.most,
  );
  const before = await kept();
  expect(before.map(({ kind }) => kind)).toEqual(['login', 'loginAccount', 'loginAddress']);
  for (let count = 0; count < 5; count += 1)
    expect((await logIn({ ...whose, username: `nobody${count}@x.test`, from })).error).toBe(
      'tooManyAttempts',
    );
  expect(await kept()).toEqual(before);
  expect((await logIn({ ...whose, from, device: first.cookies.trenn_device })).status).toBe(200);
  clock.advance({ minutes: 16 });
  expect((await logIn({ ...whose, from })).status).toBe(200);
});

test('a device that knows an account guesses no more often than a stranger', async () => {
  const whose = await scene();
  const device = (await logIn({ ...whose, from: '192.0.2.9' })).cookies.trenn_device;
  expect(await guess({ ...whose, device }, 10, (count) => `198.51.100.${count}`)).toBe('wrongCredentials');
  expect((await logIn({ ...whose, device, from: '192.0.2.9' })).error).toBe('tooManyAttempts');
});

test('what one log-in left opens no other account, no other centre, and cannot be made up', async () => {
  const [whose, other] = [await scene(), await scene()];
  const neighbour = await scene();
  const device = (await logIn({ ...whose, from: '192.0.2.9' })).cookies.trenn_device ?? '';
  for (const known of [device, forged(device), 'x', `${crypto.randomUUID()}.${'A'.repeat(43)}`]) {
    const victim = { ...(known === device ? other : neighbour), device: known };
    expect(await guess(victim, 11, () => '192.0.2.3')).toBe('tooManyAttempts');
    // The same place without it was counted with it.
    expect((await logIn({ ...victim, device: undefined, from: '192.0.2.3' })).error).toBe('tooManyAttempts');
  }
});

test('a device that is known is not given another sign at each log-in', async () => {
  const whose = await scene();
  const device = (await logIn({ ...whose, from: '192.0.2.9' })).cookies.trenn_device;
  expect((await logIn({ ...whose, from: '192.0.2.9', device })).cookies.trenn_device).toBeUndefined();
});

test('many open their own links at one address; guessed ones end there, and nobody else’s with them', async () => {
  const home = await centre();
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  // Refused for its new password, a link is tried and stays open.
  const tokenOf = (name: string) => name.padEnd(43, 'x');
  const open = async (name: string) => {
    const resetToken = tokenOf(name);
    const body = { resetToken, newPassword: 'Password123' };
    return (await call(resetPassword, { body }, { host: home.host, headers })).error;
  };
  const linkOf = async (name: string) => {
    const { id } = await home.account();
    await ask(
      `insert into password_resets (tenant_id, token_hash, account_id, created_at, expires_at)
       values ($1, $2, $3, $4, $4::timestamptz + interval '1 hour')`,
      ...[home.id, hashToken(tokenOf(name)), id, clock.now()],
    );
    return name;
  };
  const own = await Promise.all(Array.from({ length: 31 }, (_, count) => linkOf(`own-${count}`)));
  expect(new Set(await Promise.all(own.map(open)))).toEqual(new Set(['passwordTooCommon']));
  const guessed = await Promise.all(Array.from({ length: 31 }, (_, count) => open(`guessed-${count}`)));
  expect(guessed.filter((error) => error === 'tooManyAttempts')).toHaveLength(1);
  expect(await open('own-0')).toBe('passwordTooCommon');
  const again = await Promise.all(Array.from({ length: 29 }, () => open('own-0')));
  expect(again.filter((error) => error === 'tooManyAttempts')).toHaveLength(1);
});
