import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { expect, logInAs, openTenant, test } from './support/journey.ts';

// Nothing of it depends on the window.

const host = 'pohjala-sport.ee';
const built = new URL('../dist/client/.vite/manifest.json', import.meta.url);

/** The file of a section of texts as the build named it. */
function fileOf(section: string): string {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(built, 'utf8'));
  const file = manifest[`i18n/et/${section}.ts`]?.file;
  if (!file) throw new Error(`the build has no texts of ${section}`);
  return `/${file}`;
}

/** Names of files as they are asked for. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

test('the texts of a screen come together with it, and not before', async ({ page }) => {
  const asked = listen(page);
  await openTenant(page, host, '/public/calendar/day');
  // The errors' are the last to be fetched by themselves.
  await expect.poll(() => asked).toContain(fileOf('errors'));
  const section = fileOf('tickets');
  expect(asked).not.toContain(section);

  // The screen's own part is kept back until its texts are asked for: one behind the other would never come.
  await page.route(/\/assets\/tickets-\w*[^/]*\.js$/, async (route) => {
    if (new URL(route.request().url()).pathname !== section) {
      await expect.poll(() => asked).toContain(section);
    }
    await route.continue();
  });
  await page.getByRole('link', { name: et.menu.tickets }).first().hover();
  await expect.poll(() => asked, 'about to be pressed').toContain(section);
  await page.getByRole('link', { name: et.menu.tickets }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.tickets.title);
  await expect(page).toHaveTitle(new RegExp(`^${et.tickets.title} · `));
});

test.describe('without a network', () => {
  test.use({
    expectedErrors: [/occurred when fetching the script|ERR_INTERNET_DISCONNECTED|Failed to load resource/],
  });

  test('a page drawn by the server names its texts, and says them without a network', async ({
    page,
    context,
  }) => {
    const asked = listen(page);
    await openTenant(page, host, '/public/tickets');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.tickets.title);
    const section = fileOf('tickets');
    expect(await page.evaluate(async () => (await fetch(location.href)).text())).toContain(section);
    expect(asked.filter((path) => path === section)).toHaveLength(1);
    // The worker keeps what the page has loaded before it was there, and the page itself last.
    for (const kept of [section, fileOf('parts'), fileOf('errors'), '/public/tickets']) {
      await expect
        .poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, kept), kept)
        .toBe(true);
    }
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.tickets.title);
    await expect(
      page
        .getByText(et.common.offlineAsOf.split('{{')[0] ?? '')
        .or(page.getByText(et.tickets.forSale))
        .first(),
    ).toBeVisible();
  });
});

test.describe('every screen', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('says words, never the names of texts', async ({ page }) => {
    const names = new RegExp(`\\b(?:${Object.keys(et).join('|')})\\.[a-z]\\w+(?!\\.)`);
    // Whatever the day of the run has.
    const nextWeek = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 });
    await openTenant(page, host, `/public/calendar/day?date=${nextWeek}`);
    const training = await page.locator('a[href*="training?id="]').first().getAttribute('href');
    const id = /id=(\d+)/.exec(training ?? '')?.[1];
    const look = async (path: string) => {
      await openTenant(page, host, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const said = [await page.title(), ...(await page.locator('body').allInnerTexts())].join('\n');
      // Whoever writes from mail.test names no text.
      expect(names.exec(said.replace(/\S+@\S+/g, ''))?.[0], path).toBeUndefined();
    };
    for (const path of [
      '/',
      '/public/calendar/day',
      '/public/calendar/week',
      `/public/training?id=${id}`,
      `/public/registration?training=${id}`,
      '/public/registration/confirm?token=none',
      '/public/tickets',
      '/public/vouchers',
      '/public/invoices?invoice=none',
      '/public/payment-waiting?invoice=none',
      '/public/payment-confirmation?invoice=none',
      '/password/forgotten',
      '/page/buying-terms',
    ]) {
      await look(path);
    }
    await logInAs(page, 'admin', '/');
    for (const path of [
      '/',
      '/calendar/day',
      `/training?id=${id}`,
      '/workouts',
      '/invoices',
      '/vouchers',
      '/profile',
      '/profile/notices',
      '/messages',
      '/bank-import',
    ]) {
      await look(path);
    }
  });
});
