import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, logInAs, standAt, tenantUrl, test, waitForScripts } from './support/journey.ts';

const { account, menu } = et;
// What the server draws itself; with a worker home comes from the device (offline.spec.ts).
test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
  });
});

/** What was seen of a page, frame by frame from its first paint on. */
interface Seen {
  /** The longest time in which there was no place to press, or nothing where the screen is to be, in milliseconds. */
  blank: number;
  hasFormShown: boolean;
  frames: number;
}

/** Watches each page that is opened from now on. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { blank: 0, hasFormShown: false, frames: 0 };
    Object.assign(window, { seen });
    const isShown = (element: Element) => {
      const { width, height, top } = element.getBoundingClientRect();
      return (
        width > 0 && height > 0 && top < innerHeight && getComputedStyle(element).visibility !== 'hidden'
      );
    };
    const someShown = (selector: string) => [...document.querySelectorAll(selector)].some(isShown);
    let blankSince: number | undefined;
    const look = () => {
      const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
      if (isPainted) {
        seen.frames += 1;
        seen.hasFormShown ||= someShown('input[type=password]');
        const isBlank = !someShown('nav a') || !someShown('main h1, main [data-skeleton], main article');
        if (!isBlank) blankSince = undefined;
        else {
          blankSince ??= performance.now();
          seen.blank = Math.max(seen.blank, performance.now() - blankSince);
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** The one main menu that is shown, tabs or menu. */
const menuOf = (page: Page) =>
  page.getByRole('navigation', { name: menu.mainMenu, exact: true }).filter({ visible: true });

test('on a slow phone who comes back sees the frame at once and nothing blank till home is there', async ({
  page,
}, info) => {
  test.setTimeout(120_000);
  const { host } = centreOf(info);
  await standAt(page, host);
  await logInAs(page, 'member', '/page/buying-terms');
  const slow = await page.context().newCDPSession(page);
  await slow.send('Network.enable');
  await slow.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = { downloadThroughput: 150_000, uploadThroughput: 50_000 };
  await slow.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...bytesPerSecond });
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await watchFrames(page);
  await page.goto(tenantUrl(host), { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-skeleton]')).toHaveCount(0, { timeout: 60_000 });
  const times = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen };
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    return {
      ...seen,
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      asked: Math.min(...scripts.map(({ startTime }) => startTime)),
      home: performance.now(),
    };
  });
  info.annotations.push({ type: 'times', description: JSON.stringify(times) });
  expect(times.frames).toBeGreaterThan(1);
  expect(times.hasFormShown, 'the log-in form was shown').toBe(false);
  expect(times.blank, 'nothing was to be seen').toBeLessThanOrEqual(200);
  // Nothing waits for a timer, nor for the paint.
  expect(times.asked, JSON.stringify(times)).toBeLessThan(times.paint + 500);
});

/** Home as the server drew it for whoever comes back, its scripts kept back until they are released. */
async function openHeld(page: Page, host: string): Promise<() => void> {
  await standAt(page, host);
  await logInAs(page, 'member', '/page/buying-terms');
  const { promise: through, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await through;
    await route.continue();
  });
  await page.goto(tenantUrl(host));
  await expect(menuOf(page).getByRole('link', { name: menu.timetable, exact: true })).toBeVisible();
  await expect(page.getByLabel(account.password, { exact: true })).toBeHidden();
  return release;
}

test('a place of the menu pressed before the scripts have come is gone to', async ({ page }, info) => {
  const release = await openHeld(page, centreOf(info).host);
  await menuOf(page).getByRole('link', { name: menu.timetable, exact: true }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/calendar\/day/);
  release();
  await waitForScripts(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test(
  'Menu pressed before the scripts have come opens when they have',
  { tag: '@phone' },
  async ({ page }, info) => {
    const release = await openHeld(page, centreOf(info).host);
    await menuOf(page).getByRole('button', { name: menu.menu, exact: true }).click();
    release();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: menu.logout, exact: true }),
    ).toBeVisible();
  },
);

test('menu and tabs are the same ones before and after it is known who comes back', async ({
  page,
}, info) => {
  const release = await openHeld(page, centreOf(info).host);
  const link = menuOf(page).getByRole('link', { name: menu.timetable, exact: true });
  const drawn = await link.elementHandle();
  release();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await link.evaluate((now, before) => now === before, drawn)).toBe(true);
});

test('a visitor sees neither tabs nor menu of members at home', async ({ page }, info) => {
  await page.goto(tenantUrl(centreOf(info).host));
  await waitForScripts(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: menu.enter, exact: true })).toBeHidden();
});
