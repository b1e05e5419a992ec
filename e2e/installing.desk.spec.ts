import type { Page } from '@playwright/test';
import { expect, openTenant, test } from './support/journey.ts';

// Nothing of it depends on the window.

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}

/** Width and height of what an address draws, as the browser sees it; its type and how long it keeps. */
async function look(page: Page, src: string) {
  return page.evaluate(async (address) => {
    const answer = await fetch(address);
    const picture = await createImageBitmap(await answer.clone().blob());
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return {
      type: answer.headers.get('content-type'),
      size: `${picture.width}x${picture.height}`,
      signature: [...bytes.subarray(0, 4)],
      sum: bytes.reduce((sum, byte) => (sum * 31 + byte) % 4_294_967_291, 0),
    };
  }, src);
}

// shows: centre-icon, install-app
test('each centre is installed with icons of its own', async ({ page }) => {
  const [seen, names] = [new Set<number>(), new Set<string>()];
  for (const host of ['pohjala-sport.ee', 'dzintara-spa.lv', 'kadakaoja-golf.ee']) {
    await openTenant(page, host, '/public/calendar/day');
    const address = await page.locator('link[rel="manifest"]').getAttribute('href');
    const manifest: { icons: Icon[]; name: string } = await page.evaluate(
      async (path) => (await fetch(path)).json(),
      address ?? '',
    );
    // By itself, not as a tab of the browser, beginning at home.
    expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', scope: '/' });
    names.add(manifest.name);
    const { icons } = manifest;
    const pictures = icons.filter(({ type }) => type === 'image/png');
    expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    for (const { src, sizes } of [...pictures, { src: touch ?? '', sizes: '180x180' }]) {
      const { sum, ...found } = await look(page, src);
      expect(found).toEqual({ type: 'image/png', size: sizes, signature: [0x89, 0x50, 0x4e, 0x47] });
      seen.add(sum);
    }
  }
  expect(seen.size).toBe(12);
  expect(names.size).toBe(3);
});
