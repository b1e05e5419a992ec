import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { builtInTenants } from './built-in.ts';
import { drawLogos } from './logos.ts';

const running = withServer();
const { centre, ask } = running;
const icons = [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['icon-maskable-512.png', 512],
  ['apple-touch-icon.png', 180],
] as const;

/** A fresh centre with the logo of a built-in one. */
async function centreLike(index: number) {
  const home = await centre();
  const logos = drawLogos(builtInTenants[index] ?? raiseMissing());
  await ask('update tenants set logos = $2 where tenant_id = $1', home.id, JSON.stringify(logos));
  await running.server.tenants.load();
  return home;
}

function raiseMissing(): never {
  throw new Error('there is no such built-in centre');
}

function fetchBytes(host: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: running.port, path, headers: { ...headers, host } },
        (incoming) => {
          buffer(incoming).then(
            (bytes) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes }),
            reject,
          );
        },
      );
      asked.on('error', reject);
      asked.end();
    },
  );
}

/** Width and height as the picture's own head names them. */
function readPng(bytes: Buffer): { isPng: boolean; width: number; height: number } {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return {
    isPng: bytes.subarray(0, 8).equals(signature),
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
}

describe('the icons of the installed app', () => {
  test.each([0, 1, 2])('are pictures of the right size in centre %i', async (index) => {
    const { host } = await centreLike(index);
    for (const [name, size] of icons) {
      const answer = await fetchBytes(host, `/brand/${name}`);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
      expect(answer.headers['cache-control']).toBe('public, max-age=604800');
      expect(readPng(answer.bytes)).toEqual({ isPng: true, width: size, height: size });
    }
  });

  test('are each centre’s own, and known again by their tag', async () => {
    const homes = [await centreLike(0), await centreLike(1), await centreLike(2)];
    for (const [name] of icons) {
      const answers = await Promise.all(homes.map(({ host }) => fetchBytes(host, `/brand/${name}`)));
      expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3);
      const [first] = answers;
      const again = await fetchBytes(homes[0]?.host ?? '', `/brand/${name}`, {
        'if-none-match': String(first?.headers.etag),
      });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
  });

  test('change with the logo', async () => {
    const home = await centreLike(0);
    const before = await fetchBytes(home.host, '/brand/icon-192.png');
    const logos = drawLogos(builtInTenants[3] ?? raiseMissing());
    await ask('update tenants set logos = $2 where tenant_id = $1', home.id, JSON.stringify(logos));
    await running.server.tenants.load();
    const after = await fetchBytes(home.host, '/brand/icon-192.png');
    expect(after.bytes.equals(before.bytes)).toBe(false);
  });

  test('are drawn from the logo where no icon is stored', async () => {
    const home = await centreLike(0);
    await ask("update tenants set logos = logos - 'appIcon' where tenant_id = $1", home.id);
    await running.server.tenants.load();
    const filled = await fetchBytes(home.host, '/brand/icon-maskable-512.png');
    const plain = await fetchBytes(home.host, '/brand/icon-512.png');
    expect(filled.bytes.equals(plain.bytes)).toBe(true);
  });

  test('are not there for unknown names', async () => {
    const { host } = await centreLike(0);
    for (const name of ['icon-193.png', 'icon.png', '__proto__', 'favicon.png'])
      expect((await fetchBytes(host, `/brand/${name}`)).status).toBe(404);
    expect((await fetchBytes(host, '/brand/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
  });
});
