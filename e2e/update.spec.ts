import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, test, waitForRest } from './support/journey.ts';
import { type Release, startRelease } from './support/release.ts';

const { menu } = et;
test.use({ expectedErrors: [/status of 401/] });

let release: Release | undefined;
test.afterEach(async () => {
  await release?.stop();
  release = undefined;
});

/** Waits until the worker is in charge, as after a visit before this one. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Opens a page of the trainer's, on a server of its own that can be renewed. */
async function openAsMember(
  page: Page,
  host: string,
  options: { isUrgent: boolean },
  path = '/profile',
): Promise<Release> {
  release = await startRelease(options);
  await page.goto(release.address(host, '/'));
  await logInAs(page, 'trainer', path);
  await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
  await waitForWorker(page);
  return release;
}

/** What the page does twice a minute by itself; resolves when the new worker waits to be put in place. */
async function findNewVersion(page: Page): Promise<void> {
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      return Boolean(registration?.waiting);
    });
  await expect.poll(update).toBe(true);
}

const prompt = (page: Page) => page.getByRole('region', { name: menu.updateReady });
/** How often the page was reloaded for the new version, by the parameter that names it. */
function countReloads(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && /[?&]v=fedcba987654/.test(request.url())) count += 1;
  });
  return () => count;
}

test('a member whose client is too old is asked, and agreeing reloads', async ({ page }, info) => {
  const reloads = countReloads(page);
  const server = await openAsMember(page, centreOf(info).host, { isUrgent: true });
  await expect(prompt(page)).toHaveCount(0);
  server.renew();
  await findNewVersion(page);
  await expect(prompt(page)).toBeVisible();
  await expectAccessible(page);
  expect(reloads()).toBe(0);
  await prompt(page).getByRole('button', { name: menu.updateNow }).click();
  await expect.poll(reloads).toBe(1);
  await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
  // The parameter has served; the same version asks no more.
  await expect(page).toHaveURL(/\/profile$/);
  await expect(prompt(page)).toHaveCount(0);
});

// shows: menu-new-version, update-asked-flag, version-asked-once
test('who says later is not asked again; the menu still offers it', async ({ page }, info) => {
  const reloads = countReloads(page);
  const server = await openAsMember(page, centreOf(info).host, { isUrgent: true });
  server.renew();
  await findNewVersion(page);
  await prompt(page).getByRole('button', { name: menu.updateLater }).click();
  await expect(prompt(page)).toHaveCount(0);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await findNewVersion(page);
  await expect(prompt(page)).toHaveCount(0);
  if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
  await page.getByRole('button', { name: menu.updateApp }).click();
  await expect.poll(reloads).toBe(1);
});

// The same on every width.
// shows: version-when-hidden
test(
  'a member whose client will do is not asked: it is put in place when the page is hidden',
  { tag: '@desk' },
  async ({ page }, info) => {
    const reloads = countReloads(page);
    const server = await openAsMember(page, centreOf(info).host, { isUrgent: false });
    server.renew();
    await findNewVersion(page);
    await expect(prompt(page)).toHaveCount(0);
    expect(reloads()).toBe(0);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(reloads).toBe(1);
  },
);

// The same on every width.
// shows: version-looked-for, number-version-check
test('a new version is found within half a minute, by itself', { tag: '@desk' }, async ({ page }, info) => {
  await page.clock.install();
  const reloads = countReloads(page);
  release = await startRelease();
  await page.goto(release.address(centreOf(info).host, '/public/calendar/day'));
  await waitForWorker(page);
  release.renew();
  await page.clock.fastForward(30_000);
  await expect.poll(reloads).toBe(1);
});

// The same on every width.
// shows: version-when-closed
test(
  'what was typed keeps a new version waiting while the page is hidden, and not when it is closed',
  { tag: '@desk' },
  async ({ page, context }, info) => {
    const server = await openAsMember(page, centreOf(info).host, { isUrgent: false }, '/profile/details');
    const other = await context.newPage();
    // Not a page of the app, which would put it in place itself.
    await other.goto(server.address(centreOf(info).host, '/api/v0.1/page/'));
    server.renew();
    await page.bringToFront();
    await page.getByLabel(et.profile.city, { exact: true }).fill('Tartu');
    await findNewVersion(page);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const isWaiting = () =>
      other.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
    // Hidden, it was decided upon at once: a look for a newer one comes after, and finds it waiting still.
    await findNewVersion(page);
    expect(await isWaiting()).toBe(true);
    await page.close({ runBeforeUnload: true });
    await expect.poll(isWaiting).toBe(false);
  },
);

// The same on every width.
test(
  'a page that is left before it looks for a new version itself puts the one in place that the browser found',
  { tag: '@desk' },
  async ({ page, context }, info) => {
    const { host } = centreOf(info);
    const server = await openAsMember(page, host, { isUrgent: false });
    const other = await context.newPage();
    // Not a page of the app, which would put it in place itself.
    await other.goto(server.address(host, '/api/v0.1/page/'));
    await page.bringToFront();
    await page.addInitScript(() => {
      const later = window.setTimeout;
      // What comes seconds after the page never comes.
      window.setTimeout = ((work: () => void, ms?: number) =>
        ms === 3000 ? 0 : later(work, ms)) as typeof window.setTimeout;
    });
    await page.goto(server.address(host, '/profile'));
    await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
    server.renew();
    await findNewVersion(page);
    const isWaiting = () =>
      other.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
    expect(await isWaiting()).toBe(true);
    await page.close({ runBeforeUnload: true });
    await expect.poll(isWaiting).toBe(false);
  },
);

// The same on every width.
// shows: version-public-reload
test('a public page reloads at once, and once', { tag: '@desk' }, async ({ page }, info) => {
  const reloads = countReloads(page);
  release = await startRelease();
  const { address, renew } = release;
  await page.goto(address(centreOf(info).host, '/public/calendar/day'));
  await waitForWorker(page);
  renew();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await expect.poll(reloads).toBe(1);
  await expect(page).toHaveURL(/\/public\/calendar\/day$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForWorker(page);
  expect(reloads()).toBe(1);
});

test.describe('a part of the program that does not come', () => {
  test.use({ expectedErrors: [/status of 404|dynamically imported module/] });

  for (const [what, status, count] of [
    ['and is the server’s no more begins the page anew, once', 404, 1],
    ['and is the server’s still leaves the page where it is', 200, 0],
  ] as const)
    test(what, { tag: '@desk' }, async ({ page }, info) => {
      await openTenant(page, centreOf(info).host, '/public/calendar/day');
      await waitForRest(page);
      let reloads = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) reloads += 1;
      });
      await page.route(/\/assets\/found-list-.*\.js$/, (route) => route.fulfill({ status: 404 }));
      await page.route(/\/assets\/ground-.*\.js$/, (route) =>
        route.request().method() === 'HEAD' ? route.fulfill({ status }) : route.continue(),
      );
      const asked = page.waitForRequest((request) => request.method() === 'HEAD');
      await page.getByRole('button', { name: et.schedule.search }).click();
      await page.getByRole('dialog').getByRole('searchbox').fill('jooga');
      await (await asked).response();
      await expect.poll(() => reloads).toBe(count);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await waitForRest(page);
      expect(reloads).toBe(count);
    });
});
