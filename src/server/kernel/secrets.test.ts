import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { StartError } from './env.ts';
import {
  addSessionSecret,
  dropSessionSecret,
  readSecret,
  secretOf,
  secretsOf,
  sessionSecrets,
} from './secrets.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-secrets-'));
  folders.push(folder);
  return folder;
}

test('a secret is made once, for its owner alone, and nothing else is left', () => {
  const folder = place();
  const made = readSecret(folder, 'session');
  expect(made).toMatch(/^[\w-]{43}$/);
  expect([readSecret(folder, 'session'), readSecret(folder, 'push') === made]).toEqual([made, false]);
  expect(readdirSync(join(folder, 'secrets')).toSorted()).toEqual(['push', 'session']);
  expect(statSync(join(folder, 'secrets', 'session')).mode & 0o777).toBe(0o600);
});

test.each([
  ['', 'as a full disk leaves it'],
  ['\n', 'a line without anything'],
  ['abcdefghijklmnopqrstuvwxyz', 'half of one'],
])('%o is none (%s): the start is refused, and it stays as it is', (text) => {
  const folder = place();
  mkdirSync(join(folder, 'secrets'));
  const file = join(folder, 'secrets', 'session');
  writeFileSync(file, text);
  expect(() => readSecret(folder, 'session')).toThrow(StartError);
  expect(() => readSecret(folder, 'session')).toThrow(`${file} holds no whole secret`);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('what is given from outside goes before what is kept, and is written nowhere', () => {
  const dataDir = place();
  const push = readSecret(dataDir, 'push');
  const outside = { dataDir, secrets: { session: 'from outside' } };
  expect([secretOf(outside, 'session'), secretOf(outside, 'push')]).toEqual(['from outside', push]);
  expect(secretsOf(outside)).toEqual({ session: 'from outside', push });
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['push']);
  expect(secretsOf({ dataDir: place(), secrets: {} })).toEqual({});
});

test('another secret that signs is read by whoever runs already, the oldest first, and none is made beside it', () => {
  const dataDir = place();
  const read = sessionSecrets({ dataDir, secrets: {} });
  const first = readSecret(dataDir, 'session');
  expect(read()).toEqual([{ secret: first, usedFrom: 0 }]);
  addSessionSecret(dataDir, 1_800_000_000);
  const next = readSecret(dataDir, 'session-1800000000');
  expect(read()).toEqual([
    { secret: first, usedFrom: 0 },
    { secret: next, usedFrom: 1_800_000_000 },
  ]);
  expect(secretsOf({ dataDir, secrets: {} })).toEqual({ session: first, 'session-1800000000': next });
  // What somebody left beside them is none.
  writeFileSync(join(dataDir, 'secrets', 'session.old'), 'half');
  expect(read()).toHaveLength(2);
  rmSync(join(dataDir, 'secrets', 'session.old'));
  dropSessionSecret(dataDir, 0);
  expect(sessionSecrets({ dataDir, secrets: {} })()).toEqual([{ secret: next, usedFrom: 1_800_000_000 }]);
  // What is given from outside stands for all of them.
  const outside = { dataDir, secrets: { session: first } };
  expect(sessionSecrets(outside)()).toEqual([{ secret: first, usedFrom: 0 }]);
  expect(secretsOf(outside)).toEqual({ session: first });
});
