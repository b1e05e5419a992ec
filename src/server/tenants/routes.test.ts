import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import { getBuyingTerms, getPageConfiguration, getPageRules } from '#shared/tenants/contract.ts';
import { computeThemeVariables, Theme } from '#shared/tenants/domain.ts';
import { builtInTenants } from './built-in.ts';
import { drawLogos } from './logos.ts';

const running = withServer();
const { centre, call, ask } = running;
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

describe('what a page knows of its centre before anything else', () => {
  // shows: call-page
  test('are the rules as they are stored, the fallback where nothing is, each centre its own', async () => {
    const selling = { payment: { isPaymentActive: true }, pages: { isJoinSimplePage: true } } as const;
    const home = await centre({ country: 'LV', languages: ['lv'], rules: selling });
    const plain = await centre();
    await ask(`update tenants set page_rules = '{}' where tenant_id = $1`, plain.id);
    await running.server.tenants.load();
    const rulesOf = async (host: string) => (await call(getPageRules, undefined, { host })).body;
    const main = { country2Code: 'LV', defaultLanguage: 'lv' } as const;
    expect(await rulesOf(home.host)).toEqual(PageRules.parse({ main, ...selling }));
    expect(await rulesOf(plain.host)).toEqual(PageRules.parse({}));
  });

  // shows: call-page-buying-terms
  test('are the buying terms in the language of the reader, or else of the centre', async () => {
    const { id, host } = await centre({ languages: ['et', 'lv'] });
    const written = (title: string) => ({ title, sections: [{ heading: title, paragraphs: ['Maksa.'] }] });
    const texts = { buyingTerms: { et: written('Tingimused'), lv: written('Noteikumi') } };
    await ask('update tenants set texts = texts || $2::jsonb where tenant_id = $1', id, texts);
    await running.server.tenants.load();
    const termsIn = async (language: string) =>
      (await call(getBuyingTerms, undefined, { host, language })).body;
    expect(await termsIn('et')).toEqual(written('Tingimused'));
    expect(await termsIn('lv')).toEqual(written('Noteikumi'));
    expect(await termsIn('en')).toEqual(written('Tingimused'));
  });

  // shows: call-page-configuration
  test('are its title, colours of both modes, logos, languages and clubs', async () => {
    const home = await centreLike(0);
    const theme = { light: '#2A3BDB', dark: '#7C91FE', defaultColorScheme: 'light' };
    await ask(
      `update tenants set name = 'Põhjala', theme = $2, slogans = '{"et": "Tule!", "en": "Come!"}'
        where tenant_id = $1`,
      home.id,
      theme,
    );
    await running.server.tenants.load();
    const { body } = await call(getPageConfiguration, undefined, { host: home.host, language: 'en' });
    expect(body).toMatchObject({
      ...{ host: home.host, title: 'Põhjala', slogan: 'Come!', timeZone: 'Europe/Tallinn', currency: 'EUR' },
      theme: computeThemeVariables(Theme.parse(theme)),
      languages: ['et', 'en', 'lv'],
      clubs: [{ id: home.clubId, name: 'First club', address: 'Pikk 1', city: 'Tallinn' }],
      contact: { email: `info@${home.host}` },
    });
    expect(body.theme.light['--accent']).not.toBe(body.theme.dark['--accent']);
    // Every address of it is a picture.
    const { light, dark } = body.logo;
    const scenes = ['/brand/landing-light.svg', '/brand/landing-dark.svg'];
    for (const address of [light, dark, body.favicon, body.invoiceLogo, ...scenes]) {
      const { status, headers } = await fetchBytes(home.host, address);
      expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    }
  });
});

test('what is let by the hour is called as the centre says, or else as its kind does; elsewhere it has no name', async () => {
  const isLet = { pages: { isRentalPage: true } } as const;
  const [own, other] = [await centre({ rules: isLet }), await centre({ rules: isLet })];
  await ask(`update tenants set kind = 'golfClub' where tenant_id = any($1)`, [own.id, other.id]);
  const named = { rentals: { et: 'Golfikärud', en: '', lv: '' } };
  await ask('update tenants set texts = texts || $2::jsonb where tenant_id = $1', own.id, named);
  await running.server.tenants.load();
  const nameIn = async (host: string, language: string) =>
    (await call(getPageConfiguration, undefined, { host, language })).body.rentals;
  expect([await nameIn(own.host, 'et'), await nameIn(own.host, 'en')]).toEqual(['Golfikärud', 'Simulators']);
  expect(await nameIn(other.host, 'et')).toBe('Simulaatorid');
  expect(await nameIn((await centre()).host, 'et')).toBeUndefined();
});

test('the picture of the front page shows the kind of a centre in its own colours', async () => {
  const theme = { light: '#1F6044', dark: '#50AA7D', defaultColorScheme: 'light' };
  const homes = [await centre(), await centre(), await centre()];
  const kinds = ['golfClub', 'golfClub', 'spa'];
  for (const [index, { id }] of homes.entries()) {
    await ask('update tenants set kind = $2, theme = $3 where tenant_id = $1', id, kinds[index], {
      ...theme,
      ...(index === 1 && { light: '#2A3BDB' }),
    });
  }
  await running.server.tenants.load();
  const pictures = await Promise.all(
    homes.map(async ({ host }) => (await fetchBytes(host, '/brand/landing-light.svg')).bytes.toString()),
  );
  expect(new Set(pictures).size).toBe(3);
  expect(pictures[0]).toContain('#1F6044');
  expect(pictures[1]).toContain('#2A3BDB');
  const { headers } = await fetchBytes(homes[0]?.host ?? '', '/brand/landing-dark.svg');
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect((await fetchBytes(homes[0]?.host ?? '', '/brand/landing-sepia.svg')).status).toBe(404);
});

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
    expect((await fetchBytes(host, '/brand/favicon.svg')).headers['content-type']).toBe(
      'image/svg+xml; charset=utf-8',
    );
  });
});
