import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashPassword, installation } from '#server/account/passwords.ts';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { isTurn } from '#server/testing/turns.ts';
import { login } from '#shared/account/contract.ts';
import { demoAccounts } from '../commands.ts';

// The programs as they are started, on a database of their own.
const running = withServer({ isAlone: true });
const { ask, call, centre } = running;
const dataDir = mkdtempSync(join(tmpdir(), 'trenn-closing-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs one in production; what it said by the time it ended, or, where it serves, was told to. */
function run(program: string, ...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const path = new URL(program, import.meta.url).pathname;
  const child = spawn(process.execPath, [path, ...args], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', TRENN_ENV: 'production', TRUST_PROXY: '1', PORT: '0', LOG_LEVEL: 'fatal' },
      ...{ DATA_DIR: dataDir, DATABASE_URL: running.databaseUrl },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('listens on port')) child.kill('SIGTERM');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

test.runIf(isTurn(2, 3))(
  'production does not start over accounts that everybody can open, until they are closed',
  {
    timeout: 240_000,
  },
  async () => {
    const home = await centre();
    const [demo, other] = [await home.account({ role: 'admin' }), await home.account({ role: 'admin' })];
    const { email, password } = demoAccounts[2];
    const isOpen = 'update accounts set email = $2, password_hash = $3 where client_id = $1 returning id';
    const hash = await hashPassword(installation, password);
    await ask(isOpen, demo.clientId, email, hash);
    // One of another demo centre, whose address has become another.
    const changed = await (await centre()).account({ role: 'admin' });
    await ask(isOpen, changed.clientId, changed.email, hash);
    const enter = async (account: TestAccount, own: { email: string; password: string }) => {
      const userCredentials = { username: own.email, password: own.password, keep: true };
      const body = { userCredentials, deviceParameters: sampleDevice };
      expect((await call(login, { body }, { host: account.host })).status).toBe(200);
    };
    await enter(demo, { email, password });
    await enter(other, { email: other.email, password: testPassword });
    for (const { id } of [demo, other]) {
      await ask(
        `insert into email_changes (tenant_id, token_hash, account_id, email, created_at, expires_at)
       values ($1, sha256($2::text::bytea), $3, 'strange@stranger.test', now(), now() + interval '1 day')`,
        home.id,
        `change ${id}`,
        id,
      );
    }
    const sessions = () =>
      ask('select account_id, end_reason from sessions where tenant_id = $1 order by account_id', home.id);

    const refused = await run('../../main.ts');
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(
      /2 accounts open with the password of the demo.*npm run tenants -- close-demo/s,
    );
    expect(refused.said).not.toMatch(/\n\s+at /);

    const closed = await run('../../../../scripts/tenants.ts', 'close-demo');
    expect([closed.code, closed.said]).toEqual([0, '2 accounts of the demo have no password any more.\n']);
    expect(await sessions()).toEqual([
      { account_id: demo.id, end_reason: 'passwordChange' },
      { account_id: other.id, end_reason: null },
    ]);
    expect(await ask('select account_id from email_changes where tenant_id = $1', home.id)).toEqual([
      { account_id: other.id },
    ]);
    expect((await run('../../main.ts')).said).toContain('listens on port');
  },
);
