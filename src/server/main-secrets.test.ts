import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { login, refresh } from '#shared/account/contract.ts';
import { createFeed, getFeed } from '#shared/feeds/contract.ts';
import { sealedFor } from './account/factors/commands.ts';
import { systemClock } from './kernel/clock.ts';
import { EventBus } from './kernel/events.ts';
import { addSessionSecret, readSecret, sessionSecrets } from './kernel/secrets.ts';
import { Tokens } from './kernel/tokens.ts';
import { call, send } from './testing/call.ts';
import { Centre, testPassword } from './testing/centre.ts';
import { withProcesses } from './testing/processes.ts';
import { sampleDevice } from './testing/samples.ts';

// Two real processes over one folder, and the command as an operator gives it.
const processes = withProcesses();

async function secrets(dataDir: string, ...args: readonly string[]): Promise<string> {
  const file = new URL('../../scripts/secrets.ts', import.meta.url).pathname;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: processes.databaseUrl };
  return (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout;
}

test('the secret is rotated while two processes serve: who is in stays in, what was sent opens, and the next one signs', {
  timeout: 120_000,
}, async () => {
  const { folder, system, startServer } = processes;
  const home = await Centre.create(system, {});
  const { host } = home;
  const ports = (await Promise.all([startServer(), startServer()])).map(({ port }) => port);
  const { email } = await home.account();
  const body = {
    userCredentials: { username: email, password: testPassword, keep: true },
    deviceParameters: sampleDevice,
  };
  const opened = await call(ports[0] ?? 0, login, { body }, { host });
  let cookie = opened.cookies.trenn_refresh ?? '';
  let { token } = opened.body as { token: string };
  const made = await call(ports[0] ?? 0, createFeed, {}, { host, token });
  const path = new URL(made.body.address ?? '').pathname;
  const isSignedBy = async (secret: string) =>
    (await new Tokens(secret, systemClock, new EventBus()).verify(token, home.id, host)) !== undefined;
  const first = readSecret(folder, 'session');
  expect(await isSignedBy(first)).toBe(true);

  // Processes look for another one every five seconds.
  expect(await secrets(folder, 'rotate', '--after', '8')).toContain('Another secret is used from');
  await expect(secrets(folder, 'rotate')).rejects.toThrow('Another one is on its way already');
  const next = sessionSecrets({ dataDir: folder, secrets: {} })().at(-1);
  const heard: string[] = [];
  // A round a second: whoever asks for a calendar all the time is told to wait.
  const round = async () => {
    const [here = 0, there = 0] = heard.length % 4 === 0 ? ports : ports.toReversed();
    const headers = { cookie: `trenn_refresh=${cookie}` };
    const again = await call(here, refresh, { body: sampleDevice }, { host, headers });
    cookie = again.cookies.trenn_refresh ?? '';
    const calendar = await send(there, { method: 'GET', path, host });
    heard.push(`${again.status} ${calendar.status}`);
    token = again.body.token;
    const feed = await call(there, getFeed, {}, { host, token });
    heard.push(`${feed.body.address === made.body.address}`);
    return isSignedBy(next?.secret ?? '');
  };
  await expect.poll(round, { interval: 1000, timeout: 60_000 }).toBe(true);
  expect(heard.length).toBeGreaterThan(4);
  expect([...new Set(heard)]).toEqual(['200 200', 'true']);
  expect(await isSignedBy(first)).toBe(false);
  for (const port of ports) {
    const headers = { cookie: `trenn_refresh=${cookie}` };
    const again = await call(port, refresh, { body: sampleDevice }, { host, headers });
    cookie = again.cookies.trenn_refresh ?? '';
    const feed = await call(port, getFeed, {}, { host, token: again.body.token });
    expect(feed.body.address).toBe(made.body.address);
    expect((await send(port, { method: 'GET', path, host })).status).toBe(200);
  }
  expect(await secrets(folder)).toMatch(/before, from the beginning\n.*in use, from 2/);
  await expect(secrets(folder, 'drop')).rejects.toThrow('wait until');
});

test('the one before is taken away once nothing needs it: authenticator apps go on', {
  timeout: 60_000,
}, async () => {
  const { system } = processes;
  const home = await Centre.create(system, {});
  const { id } = await home.account();
  const place = mkdtempSync(join(tmpdir(), 'trenn-secrets-'));
  try {
    const first = readSecret(place, 'session');
    await expect(secrets(place, 'drop')).rejects.toThrow('There is none before the one in use');
    const owner = sealedFor(home.id, id);
    const old = new Tokens(first, systemClock, new EventBus());
    await system.run({
      text: 'insert into totp_secrets (tenant_id, account_id, sealed, created_at) values ($1, $2, $3, now())',
      values: [home.id, id, old.seal(Buffer.from('of an app'), owner)],
    });
    const ofCentre = `keycards ${home.id} apple`;
    await system.run({
      text: `insert into keycard_issuers (tenant_id, provider, is_on, details, sealed) values ($1, 'apple', true, '{}', $2)`,
      values: [home.id, old.seal(Buffer.from('of a centre'), ofCentre)],
    });
    addSessionSecret(place, Math.floor(systemClock.epochMilliseconds() / 1000) - 3600);
    const [, next] = sessionSecrets({ dataDir: place, secrets: {} })();
    expect(await secrets(place, 'drop')).toContain('1 taken away; 1 authenticator apps go on.');
    expect(readdirSync(join(place, 'secrets'))).toEqual([`session-${next?.usedFrom}`]);
    const [[row]] = await system.run({
      text: 'select sealed from totp_secrets where tenant_id = $1',
      values: [home.id],
    });
    const alone = new Tokens(next?.secret ?? '', systemClock, new EventBus());
    expect(alone.unseal((row as { sealed: Buffer }).sealed, owner).toString()).toBe('of an app');
    const [[issuer]] = await system.run({
      text: 'select sealed from keycard_issuers where tenant_id = $1',
      values: [home.id],
    });
    expect(alone.unseal((issuer as { sealed: Buffer }).sealed, ofCentre).toString()).toBe('of a centre');
    // A start makes no other one.
    expect(sessionSecrets({ dataDir: place, secrets: {} })()).toEqual([next]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
