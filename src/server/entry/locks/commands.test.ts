import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { withServer } from '#server/testing/server.ts';
import { readLockKey } from './commands.ts';
import { isForLock, type LockKey, type LockMessage, lockKeys } from './signature.ts';

interface Heard extends LockMessage {
  readonly signature: string;
}

/** A lock on the network, which opens for everybody and remembers what it was asked. */
const heard: Heard[] = [];
let origin = '';
const lock = createServer((request, response) => {
  void text(request).then((body) => {
    const header = (name: string) => String(request.headers[name]);
    heard.push({
      ...{ url: `${origin}${request.url}`, body, signature: header('x-signature') },
      ...{ sentAt: header('x-time'), nonce: header('x-nonce') },
    });
    response.writeHead(204).end();
  });
});
const lockOrigins: Record<string, readonly string[]> = {};
beforeAll(async () => {
  await new Promise<void>((resolve) => lock.listen(0, '127.0.0.1', resolve));
  const address = lock.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  lock.close();
});
beforeEach(() => {
  heard.length = 0;
});
const running = withServer({ lockOrigins });
const { register, furnished, gymTicket } = withDoors(running);
const { clock } = running;

/** A member shows a code at a door whose lock is at an address; what became of the lock. */
async function comeIn(relayUrl: string, isTheirs = true) {
  const scene = await furnished({ relayUrl });
  if (isTheirs) lockOrigins[scene.home.host] = [origin];
  await gymTicket(scene.home, scene.member);
  const show = (await register(scene.member)).show;
  const { body } = await scene.scan(show());
  expect(body.result).toBe('accepted');
  return { ...scene, show, lock: body.lock };
}

/** Whether a lock that knows a key would open for what it was asked. */
async function isTaken(host: string, asked: Heard | undefined, number: number): Promise<boolean> {
  const { tokens } = running.server.app.ports;
  const tenant = running.server.tenants.all().find((each) => each.host === host);
  const [key] = lockKeys(tokens, tenant?.id ?? 0, { number, since: null, beforeSince: null }, clock.now());
  return (
    asked !== undefined &&
    isForLock(asked, asked.signature, { key: key as LockKey, now: clock.now(), heard: new Set() })
  );
}

test('a centre’s lock is asked with the centre’s key, the time and what never comes twice', async () => {
  const { home, lock } = await comeIn(`${origin}/1`);
  expect(lock).toBe('opened');
  expect(heard).toHaveLength(1);
  expect(await isTaken(home.host, heard[0], 1)).toBe(true);
  const neighbour = await running.centre();
  expect(await isTaken(neighbour.host, heard[0], 1)).toBe(false);
});

test('another centre’s lock is not called at all', async () => {
  expect((await comeIn(`${origin}/1`, false)).lock).toBe('failed');
  expect(heard).toEqual([]);
});

test.each([
  ['another port', () => origin.replace(/\d+$/, '1')],
  ['another way of calling', () => origin.replace('http:', 'https:')],
  ['a name in front', () => origin.replace('127.0.0.1', 'user@127.0.0.1.evil.test')],
])('only the origins named for the centre are called: %s', async (_, address) => {
  expect((await comeIn(`${address()}/1`)).lock).toBe('failed');
  expect(heard).toEqual([]);
});

test('keys are changed without a break: old and new locks open for thirty days', async () => {
  const { home, scan, show } = await comeIn(`${origin}/1`);
  const { tokens } = running.server.app.ports;
  const rotate = () =>
    readLockKey(running.server.system, tokens, { host: home.host, isRotating: true, now: clock.now() });
  expect((await rotate()).number).toBe(2);
  await running.server.tenants.load();
  const again = async () => {
    clock.advance({ hours: 24 });
    await scan(show());
    return heard.at(-1);
  };
  const soon = await again();
  expect([await isTaken(home.host, soon, 1), await isTaken(home.host, soon, 2)]).toEqual([true, true]);
  expect(
    (
      await readLockKey(running.server.system, tokens, {
        host: home.host,
        isRotating: false,
        now: clock.now(),
      })
    ).number,
  ).toBe(2);
});

test('a host that no centre has is said', async () => {
  const { tokens } = running.server.app.ports;
  await expect(
    readLockKey(running.server.system, tokens, { host: 'nobody.test', isRotating: true, now: clock.now() }),
  ).rejects.toThrow('There is no centre at nobody.test.');
});
