import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { addDays } from '#shared/kernel/dates.ts';

const running = withServer({ isAlone: true });
const { centre, send } = running;
const base = '/api/v0.1';

/** What this process holds, after everything that is over has gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function furnished() {
  const home = await centre();
  for (const day of [15, 16, 17, 18]) {
    for (let hour = 5; hour < 20; hour += 1) {
      await home.training({ startsAt: `2026-09-${day}T${String(hour).padStart(2, '0')}:00:00Z` });
    }
  }
  return home;
}

/** A compressed form, unpacked. */
function bytesOf(host: string, path: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'accept-encoding': encoding };
    request({ host: '127.0.0.1', port: running.port, path, headers }, (incoming) => {
      expect(incoming.headers['content-encoding']).toBe(encoding);
      buffer(incoming).then(
        (bytes) => resolve(encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

const get = (host: string, path: string, headers: Record<string, string> = {}) =>
  send({ method: 'GET', path: base + path, host, headers: { 'accept-encoding': 'br', ...headers } });

describe('five thousand ways of asking', () => {
  const ways: readonly [string, (turn: number) => { path: string; language: string }][] = [
    [
      'the same in addresses and languages that nobody reads',
      (turn) => ({
        path: `/public/schedule?from=2026-09-14&until=2026-09-20&x=${turn}&filter=none${turn}`,
        language: `et;q=0.${turn}`,
      }),
    ],
    [
      'something else each time',
      (turn) => ({
        path: `/public/schedule?from=${addDays('2026-09-14', -(turn % 30))}&until=${addDays('2026-09-18', turn % 7)}`,
        language: ['et', 'en', 'lv'][turn % 3] ?? 'et',
      }),
    ],
  ];
  test.each(ways)('%s take no more memory than there is for it', { timeout: 240_000 }, async (_, way) => {
    const { host } = await furnished();
    const ask = async (turn: number) => {
      const { path, language } = way(turn);
      const { status } = await get(host, path, { 'accept-language': language });
      expect(status).toBe(200);
    };
    for (let turn = 0; turn < 100; turn += 1) await ask(turn);
    const before = heldBytes();
    for (let turn = 100; turn < 5000; turn += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, more) => ask(turn + more)));
    }
    expect(heldBytes() - before).toBeLessThan(60 * 1024 * 1024);
  });
});

describe('an answer', () => {
  test('is the one of the language, whatever it is asked in, and of what is known', async () => {
    const { host } = await furnished();
    const path = '/public/schedule?from=2026-09-14&until=2026-09-20';
    const plain = await get(host, path, { 'accept-language': 'en' });
    const same = await get(host, `${path}&x=1`, { 'accept-language': 'en-GB,en;q=0.9' });
    expect(same.headers.etag).toBe(plain.headers.etag);
    // Once more, without anything being run.
    const again = await get(host, `${path}&x=1`, { 'accept-language': 'en-GB,en;q=0.9' });
    expect([again.status, again.headers.etag]).toEqual([200, plain.headers.etag]);
    const known = await get(host, path, { 'if-none-match': String(plain.headers.etag) });
    expect(known.status).toBe(304);
    const others = await get(host, '/public/schedule?from=2026-09-15&until=2026-09-15&room=999999');
    expect(others.headers.etag).not.toBe(plain.headers.etag);
  });

  test('comes compressed and whole to all who ask at once', async () => {
    const { host } = await furnished();
    const path = `${base}/public/schedule?from=2026-09-14&until=2026-09-20`;
    const texts = await Promise.all(
      Array.from({ length: 10 }, async () => (await send({ method: 'GET', path, host })).text),
    );
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '[]')).toHaveLength(60);
    const forms = await Promise.all(['gzip', 'br'].map((form) => bytesOf(host, path, form)));
    expect(forms.map((bytes) => bytes.toString())).toEqual([texts[0], texts[0]]);
  });

  test('follows what is changed, and is another centre’s never', async () => {
    const [home, other] = [await furnished(), await centre()];
    const path = '/public/schedule?from=2026-09-14&until=2026-09-20';
    const plain = (host: string) => send({ method: 'GET', path: base + path, host });
    expect(JSON.parse((await plain(home.host)).text)).toHaveLength(60);
    expect(JSON.parse((await plain(other.host)).text)).toHaveLength(0);
    expect(JSON.parse((await plain(home.host)).text)).toHaveLength(60);
  });
});
