import { expect, test } from 'vitest';
import { SetClock } from './clock.ts';
import { EventBus } from './events.ts';
import type { SessionSecret } from './keys/key-ring.ts';
import { type NewClaims, Tokens } from './tokens.ts';

const claims: NewClaims = {
  accountId: 1,
  sessionId: crypto.randomUUID(),
  sessionVersion: 1,
  clientId: 2,
  clientCode: 'A2',
  canSeeRegistrations: false,
  canManageRegistrations: false,
  isAdmin: false,
  needsUpdate: false,
  isFactorMissing: false,
  provedAt: 0,
  host: 'club.ee',
  keep: false,
  email: 'mari@club.ee',
  phone: '',
  firstName: 'Mari',
  lastName: 'Maasikas',
};
const begin = '2026-11-25T12:00:00Z';
const first = { secret: 'the first one', usedFrom: 0 };
/** Used ten minutes later. */
const next = { secret: 'the next one', usedFrom: Date.parse(begin) / 1000 + 600 };

/** Two processes over one folder, of which one was there before it had another secret. */
function place() {
  const clock = new SetClock(begin);
  const folder: SessionSecret[] = [first];
  const start = () => new Tokens(() => [...folder], clock, new EventBus());
  const old = start();
  folder.push(next);
  clock.advance({ seconds: 6 });
  return {
    clock,
    folder,
    old,
    young: start(),
    withOnly: (one: SessionSecret) => new Tokens(one.secret, clock, new EventBus()),
  };
}

const session = { id: crypto.randomUUID(), salt: Buffer.alloc(32, 7) };
const macOf = (token: string) => token.split('.')[2] ?? '';

test('whoever is logged in goes on at both processes while the secret is rotated, and has the next one then', async () => {
  const { clock, old, young, withOnly } = place();
  const tokens = [await old.sign(claims), await young.sign(claims)];
  const cookie = macOf(old.refreshToken(session, 1));
  expect(macOf(young.refreshToken(session, 1))).toBe(cookie);
  const isGood = async (token: string | undefined) =>
    Promise.all([old, young].map(async (one) => (await one.verify(token ?? '', 1, 'club.ee')) !== undefined));
  clock.advance({ minutes: 9, seconds: 53 });
  tokens.push(await old.sign(claims));
  clock.advance({ seconds: 2 });
  tokens.push(await young.sign(claims));
  for (const token of tokens.slice(2)) expect(await isGood(token)).toEqual([true, true]);
  expect(await withOnly(next).verify(tokens[2] ?? '', 1, 'club.ee')).toBeUndefined();
  expect(await withOnly(next).verify(tokens[3] ?? '', 1, 'club.ee')).toBeDefined();
  expect([old, young].map((one) => one.isRefreshToken(session, 1, cookie))).toEqual([true, true]);
  expect(withOnly(next).isRefreshToken(session, 2, macOf(old.refreshToken(session, 2)))).toBe(true);
});

test('what somebody signs with the secret before is good for nothing once its tokens are over', async () => {
  const { clock, old, young, withOnly } = place();
  clock.advance({ minutes: 20 });
  const forged = await withOnly(first).sign(claims);
  expect(await old.verify(forged, 1, 'club.ee')).toBeUndefined();
  expect(await young.verify(forged, 1, 'club.ee')).toBeUndefined();
});

test('what was made with the secret before is the same afterwards, and what is new follows from the next', () => {
  const { clock, old, young, withOnly } = place();
  const salts = { unmarked: Buffer.alloc(32, 9), before: old.newSalt(), small: old.newSalt(16) };
  const made = Object.values(salts).map((salt) => old.saltedMac('invoice 1 2', salt));
  const [report, subject] = [old.addressMac('report'), old.attemptSubject('code')];
  const code = old.recoveryCodeHash('abcd', '1:2');
  const sealed = old.seal(Buffer.from('a secret'), '1:2');
  const lock = old.datedMac('lock 1 1', null);
  clock.advance({ minutes: 10 });
  for (const tokens of [old, young]) {
    expect(Object.values(salts).map((salt) => tokens.saltedMac('invoice 1 2', salt))).toEqual(made);
    expect(tokens.addressMacs('report')).toContain(report);
    expect(tokens.attemptSubjects('code')).toContainEqual(subject);
    expect(tokens.recoveryCodeHashes('abcd', '1:2')).toContainEqual(code);
    expect(tokens.unseal(sealed, '1:2').toString()).toBe('a secret');
    expect(() => tokens.unseal(sealed, '1:3')).toThrow();
    expect([tokens.datedMac('lock 1 1', null), tokens.datedMac('lock 1 1', begin)]).toEqual([lock, lock]);
  }
  const salt = old.newSalt();
  const alone = withOnly(next);
  expect([salt.length, old.newSalt(16).length]).toEqual([32, 16]);
  expect(young.saltedMac('invoice 1 2', salt)).toBe(alone.saltedMac('invoice 1 2', salt));
  expect(alone.unseal(young.seal(Buffer.from('another'), '1:2'), '1:2').toString()).toBe('another');
  expect(young.datedMac('lock 1 2', clock.now())).toBe(alone.addressMac('lock 1 2'));
  expect(young.addressMac('report')).toBe(alone.addressMac('report'));
});

test('a folder that cannot be read for a moment takes nothing away; one without a secret is none', () => {
  const clock = new SetClock(begin);
  let folder: readonly SessionSecret[] = [first];
  const tokens = new Tokens(() => folder, clock, new EventBus());
  const made = tokens.addressMac('report');
  folder = [];
  clock.advance({ seconds: 6 });
  expect(tokens.addressMac('report')).toBe(made);
  expect(() => new Tokens(() => [], clock, new EventBus())).toThrow('no secret');
});
