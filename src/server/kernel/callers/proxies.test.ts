import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type TestServer, withServer } from '#server/testing/server.ts';
import { pairDoor } from '#shared/entry/doors/contract.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import { livePath } from '#shared/schedule/contract.ts';
import { proxyTest } from './proxies.ts';

async function figures({ send }: TestServer, headers: Record<string, string> = {}): Promise<number> {
  return (await send({ method: 'GET', path: '/metrics', host: 'anything', headers })).status;
}

/** How many of so many wrong numbers are taken before one has to wait. */
async function tries(running: TestServer, forwarded: (count: number) => string): Promise<number> {
  const { host } = await running.centre();
  let taken = 0;
  for (let count = 0; count < 14; count += 1) {
    const headers = { 'X-Forwarded-For': forwarded(count) };
    const { error } = await running.call(
      pairDoor,
      { body: { pairingCode: `${10_000_000 + count}` } },
      { host, headers },
    );
    if (error === 'doorPairingWrong') taken += 1;
    else expect(error).toBe('tooManyAttempts');
  }
  return taken;
}

describe('behind one proxy, in production', () => {
  const metricsToken = 'a token for the figures';
  const running = withServer({ isProduction: true, trustProxy: 1, metricsToken });

  test('figures are for who bears the token', async () => {
    expect(await figures(running)).toBe(404);
    expect(await figures(running, { Authorization: 'Bearer another token of these' })).toBe(404);
    expect(await figures(running, { Authorization: `Bearer ${metricsToken}` })).toBe(200);
  });

  test.each<[string, (count: number) => string, number]>([
    ['one caller is counted as one', () => '192.0.2.7', 10],
    [
      'what a caller puts before its own address makes no other of it',
      (n) => `203.0.113.${n}, 192.0.2.8`,
      10,
    ],
    ['the many addresses of one IPv6 network are one', (n) => `2001:db8:7:7:${n}::${n}`, 10],
    ['IPv4 written as IPv6 is IPv4', (n) => (n % 2 === 0 ? '192.0.2.9' : '::ffff:192.0.2.9'), 10],
    ['different callers are counted apart', (n) => `198.51.100.${n}`, 14],
  ])('%s', async (_, forwarded, most) => {
    expect(await tries(running, forwarded)).toBe(most);
  });
});

const behindProxy = withServer({ trustProxy: 1 });

test('open streams of one IPv6 network are counted as one caller’s', async () => {
  const running = behindProxy;
  const { host } = await running.centre();
  const open = (address: string) =>
    new Promise<{ status: number; end: () => void }>((resolve, reject) => {
      const asked = request({
        ...{ port: running.port, host: '127.0.0.1', path: apiBase + livePath },
        headers: { Host: host, 'X-Forwarded-For': address },
      });
      asked.once('error', reject).once('response', ({ statusCode = 0 }) => {
        asked.on('error', () => {});
        resolve({ status: statusCode, end: () => asked.destroy() });
      });
      asked.end();
    });
  const streams = await Promise.all(Array.from({ length: 300 }, (_, n) => open(`2001:db8:9:9::${n + 1}`)));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const [more, other] = [await open('2001:db8:9:9:ffff::1'), await open('2001:db8:9:a::1')];
  expect([more.status, other.status]).toEqual([429, 200]);
  for (const { end } of [...streams, more, other]) end();
});

describe('behind a proxy that is named', () => {
  const running = withServer({ trustProxy: '192.0.2.0/24, 198.51.100.7' });

  test('whoever comes round it is taken for itself, and did not come over TLS', async () => {
    expect(await tries(running, (count) => `203.0.113.${count}`)).toBe(10);
    const { host } = await running.centre();
    const headers = { 'x-forwarded-proto': 'https' };
    const { headers: said } = await running.send({
      ...{ method: 'GET', path: '/healthz' },
      ...{ host, headers },
    });
    expect(said['strict-transport-security']).toBeUndefined();
  });
});

test.each<[number | string | false, string, number, boolean]>([
  [1, '127.0.0.1', 0, true],
  [1, '127.8.0.1', 0, true],
  [1, '::1', 0, true],
  [1, '::ffff:127.0.0.1', 0, true],
  // Counted proxies are on this machine: a caller from elsewhere is none.
  [1, '192.0.2.7', 0, false],
  [1, '10.0.0.7', 0, false],
  [1, '2001:db8::1', 0, false],
  [1, '::ffff:192.0.2.7', 0, false],
  [1, '', 0, false],
  [1, '127.0.0.1', 1, false],
  [2, '192.0.2.7', 1, true],
  [2, '192.0.2.7', 0, false],
  ['10.0.0.0/8, fd00::/8', '10.1.2.3', 0, true],
  ['10.0.0.0/8, fd00::/8', '::ffff:10.1.2.3', 0, true],
  ['10.0.0.0/8, fd00::/8', 'fd12::9%eth0', 0, true],
  ['10.0.0.0/8', '11.1.2.3', 0, false],
  ['10.0.0.0/8', '127.0.0.1', 0, false],
  ['10.0.0.0/8', 'unknown', 1, false],
  ['10.0.0.7', '10.0.0.7', 3, true],
  [false, '127.0.0.1', 0, false],
])('of TRUST_PROXY %s, %s at hop %s is a proxy: %s', (proxies, address, hop, expected) => {
  expect(proxyTest(proxies)(address, hop)).toBe(expected);
});

describe('with no proxy', () => {
  const running = withServer({ isProduction: true });

  test('nobody reads figures in production without a token', async () => {
    expect(await figures(running)).toBe(404);
  });

  test('an address that a caller names is not believed', async () => {
    expect(await tries(running, (count) => `198.51.100.${count}`)).toBe(10);
  });
});
