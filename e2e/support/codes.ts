import { expect, type Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { et } from '#i18n/et.ts';

/** Makes this device the one that opens doors: a phone does so by itself. */
export async function openCode(page: Page): Promise<void> {
  const isPhone = await page.evaluate(() => window.matchMedia('(pointer: coarse)').matches);
  if (!isPhone) await page.getByRole('button', { name: et.entry.register }).click();
  await expect(page.getByRole('img', { name: et.entry.codeName })).toBeVisible();
}

/** What a camera would read off the code of this name on the screen. */
export async function readCode(page: Page, name: string): Promise<string> {
  const code = page.getByRole('img', { name });
  await expect(code).toBeVisible();
  // The drawing comes a moment after its place.
  await expect(code.locator('path')).toBeVisible();
  const png = await code.screenshot();
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const drawn = context?.getImageData(0, 0, image.width, image.height);
    // A text travels faster than a list of numbers.
    const text = Array.from(drawn?.data ?? [], (byte) => String.fromCharCode(byte)).join('');
    return { width: image.width, height: image.height, data: btoa(text) };
  }, png.toString('base64'));
  return decodeQR({ width, height, data: Uint8ClampedArray.from(Buffer.from(data, 'base64')) });
}
