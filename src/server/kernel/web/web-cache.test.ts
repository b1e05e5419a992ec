import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CachedPage, chooseEncoding, hasSame, PageCache } from './web-cache.ts';

const make = (html: string, validUntil = 1000, version = '1') =>
  new CachedPage(html, { policy: '', version, validUntil });

const encodings: readonly [string | undefined, string][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['BR;q=1.0', 'br'],
  ['gzip;q=0.0', 'identity'],
];
test.each(encodings)('Accept-Encoding "%s" gets %s', (accepted, expected) => {
  expect(chooseEncoding(accepted)).toBe(expected);
});

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"ab"', false],
])('If-None-Match %s', (sent, expected) => {
  expect(hasSame(sent, '"a"')).toBe(expected);
});

test('each form holds the same page under its own tag', async () => {
  const page = make('<p>õhtu</p>');
  expect((await page.form('identity')).toString()).toBe('<p>õhtu</p>');
  expect(gunzipSync(await page.form('gzip')).toString()).toBe('<p>õhtu</p>');
  expect(brotliDecompressSync(await page.form('br')).toString()).toBe('<p>õhtu</p>');
  expect(new Set(['identity', 'gzip', 'br'].map((form) => page.etag(form as 'br'))).size).toBe(3);
  expect(make('<p>õhtu</p>').etag('br')).toBe(page.etag('br'));
  expect(make('<p>hommik</p>').etag('br')).not.toBe(page.etag('br'));
});

test('a page is found until it is no longer true', () => {
  const pages = new PageCache(1_000_000);
  pages.keep('host', 'day', make('a', 1000));
  expect(pages.find('host', 'day', '1', 999)).toBeDefined();
  expect(pages.find('host', 'other', '1', 999)).toBeUndefined();
  expect(pages.find('host', 'day', '1', 1000)).toBeUndefined();
  expect(pages.bytes).toBe(0);
});

test('the longest unused pages go when the bytes run out', () => {
  const pages = new PageCache(40_000);
  for (const name of 'abcdefghi') {
    pages.keep('host', name, make('x'.repeat(900)));
    pages.find('host', 'a', '1', 0);
  }
  expect(pages.find('host', 'a', '1', 0)).toBeDefined();
  expect(pages.find('host', 'b', '1', 0)).toBeUndefined();
  expect(pages.find('host', 'i', '1', 0)).toBeDefined();
  expect(pages.bytes).toBeLessThanOrEqual(20_000);
});

test('those who ask for the same page at the same time share one drawing', async () => {
  const pages = new PageCache(1_000_000);
  let drawings = 0;
  const draw = async () => {
    drawings += 1;
    return make('a');
  };
  const drawn = await Promise.all([pages.draw('day', draw), pages.draw('day', draw)]);
  expect(drawn[0]).toBe(drawn[1]);
  expect(drawings).toBe(1);
  await pages.draw('day', draw);
  expect(drawings).toBe(2);
});
