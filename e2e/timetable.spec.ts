import type { Page } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openTenant, tenantUrl, test } from './support/journey.ts';

const { schedule } = et;
/** Far enough ahead that nothing of it is over, whatever the hour of the run. */
const nextWeek = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 }).toString();

// shows: visitor-sees-trainings
test('the day stands in the HTML, and its links work before any script', async ({ browser }, info) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { host } = centreOf(info);
  await page.goto(tenantUrl(host, `/public/calendar/day?date=${nextWeek}`));
  await expect(page.locator('a[href*="training?id="]').first()).toBeVisible();
  await page.getByRole('link', { name: schedule.nextDay }).click();
  await expect(page).not.toHaveURL(new RegExp(nextWeek));
  await page.locator('a[href*="training?id="]').filter({ visible: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});

// shows: address-day
test('days and weeks are stepped through, and today is one press away', async ({ page }, info) => {
  // Never of the week that is now, whatever the day of the run.
  const first = Temporal.PlainDate.from(nextWeek).add({ days: 3 });
  const second = first.add({ days: 1 });
  const written = ({ day, month, year }: Temporal.PlainDate) =>
    `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`;
  await openTenant(page, centreOf(info).host, `/public/calendar/day?date=${written(first)}`);
  await expect(page.getByText(written(first)).first()).toBeVisible();
  await page.getByRole('link', { name: schedule.nextDay }).click();
  await expect(page.getByText(written(second)).first()).toBeVisible();
  await page.getByRole('link', { name: schedule.week, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`calendar/week\\?.*date=${second}`));
  await page.getByRole('link', { name: schedule.nextWeek }).click();
  // The same weekday of the next week, or its Monday.
  const monday = second.add({ days: 8 - second.dayOfWeek });
  await expect(page).toHaveURL(new RegExp(`date=(${monday}|${second.add({ days: 7 })})`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`date=${second}`));
  await page.getByRole('link', { name: schedule.toToday }).first().click();
  await expect(page).not.toHaveURL(new RegExp(`date=${second}`));
});

// Needs a touch screen.
test(
  'a finger swipes from day to day, and scrolling turns no page',
  { tag: '@phone' },
  async ({ page }, info) => {
    const day = (ahead: number) =>
      new RegExp(`date=${Temporal.PlainDate.from(nextWeek).add({ days: ahead }).toString()}`);
    await openTenant(page, centreOf(info).host, `/public/calendar/day?date=${nextWeek}`);
    await expect(page.locator('main a[href*="training?id="]').first()).toBeVisible();
    await swipe(page, { x: 320, y: 600 }, { x: 90, y: 615 });
    await expect(page).toHaveURL(day(1));
    await swipe(page, { x: 90, y: 600 }, { x: 320, y: 590 });
    await expect(page).toHaveURL(day(0));
    await swipe(page, { x: 90, y: 600 }, { x: 320, y: 600 });
    await expect(page).toHaveURL(day(-1));
    // Up with a slant: the list scrolls and the day stays. So does a way too short to mean anything.
    await swipe(page, { x: 240, y: 700 }, { x: 150, y: 350 });
    await swipe(page, { x: 240, y: 600 }, { x: 205, y: 600 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(page).toHaveURL(day(-1));
    await expect(page).toHaveURL(/calendar\/day/);
  },
);

interface Point {
  x: number;
  y: number;
}

/** A finger's way over the screen, as the browser gets it from the glass. */
async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const glass = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    glass.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let part = 1; part <= 8; part += 1) {
    const at = (a: number, b: number) => Math.round(a + ((b - a) * part) / 8);
    await touch('touchMove', [{ x: at(from.x, to.x), y: at(from.y, to.y) }]);
  }
  await touch('touchEnd', []);
  await glass.detach();
}

test('a filter narrows the list, stays in the address, and is taken off again', async ({ page }, info) => {
  await openTenant(page, centreOf(info).host, `/public/calendar/week?date=${nextWeek}`);
  const rows = page.locator('main a[href*="training?id="]').filter({ visible: true });
  const all = await rows.count();
  await page.getByRole('button', { name: schedule.trainer }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('link').nth(2).click();
  await expect(page).toHaveURL(/trainer=\d+/);
  await expect(sheet).toBeHidden();
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await page.goBack();
  await expect(page).not.toHaveURL(/trainer=\d+/);
});

// The same on every width.
test('odd query parameters are as if they were not there', { tag: '@desk' }, async ({ page }, info) => {
  const { host } = centreOf(info);
  await openTenant(page, host, '/public/calendar/day?date=yesterday&unit=abc&trainer=1e9&filter=%22');
  await expect(page.getByRole('link', { name: schedule.nextDay })).toBeVisible();
});

// The same on every width.
// shows: three-languages
test('each language speaks for itself, and the choice lasts', { tag: '@desk' }, async ({ page }, info) => {
  for (const [host, texts] of [
    [centreOf(info).host, et],
    ['dzintara-spa.lv', lv],
    ['northlight-pilates.com', en],
  ] as const) {
    await openTenant(page, host, '/public/calendar/day');
    await expect(page.getByRole('link', { name: texts.schedule.nextDay })).toBeVisible();
  }
});

test.describe('without a connection', () => {
  test.use({
    expectedErrors: [
      /occurred when fetching the script|ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/,
    ],
  });
  // The same on every width.
  // shows: service-worker
  test('a day seen before opens with its age', { tag: '@desk' }, async ({ page, context }, info) => {
    await openTenant(page, centreOf(info).host, `/public/calendar/day?date=${nextWeek}`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
      }
    });
    await page.reload();
    await expect(page.locator('a[href*="training?id="]').first()).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator('a[href*="training?id="]').first()).toBeVisible();
    await expect(page.getByText(et.common.offlineAsOf.split('{{')[0] ?? '').first()).toBeVisible();
    await context.setOffline(false);
  });
});

test('a training is found by words, places and time of day, and the address can be shared', async ({
  page,
  browser,
}) => {
  const host = 'pohjala-sport.ee';
  const rows = (of: Page) => of.locator('main a[href*="training?id="]').filter({ visible: true });
  const address = `/public/calendar/day?date=${nextWeek}`;
  await openTenant(page, host, address);
  const all = await rows(page).count();
  await page.getByRole('link', { name: schedule.freeOnly }).click();
  await expect(page).toHaveURL(/free=1/);
  await expect(rows(page).filter({ hasText: schedule.full })).toHaveCount(0);
  const { id, word } = await page.evaluate(async (date) => {
    const answer = await fetch(`/api/v0.1/public/schedule?from=${date}&until=${date}`);
    const trainings = (await answer.json()) as {
      id: number;
      name: string;
      freePlaces: number;
      isCancelled: boolean;
    }[];
    const open = trainings.find(({ freePlaces, isCancelled }) => freePlaces > 0 && !isCancelled);
    return { id: open?.id, word: open?.name.split(' ')[0]?.toUpperCase() ?? '' };
  }, nextWeek);
  await page.getByRole('button', { name: schedule.search }).click();
  const sheet = page.getByRole('dialog');
  // Typed at once and found as it is typed, in the two weeks ahead; Enter narrows the timetable.
  await expect(sheet.getByLabel(schedule.searchFor)).toBeFocused();
  await page.keyboard.type(word.slice(0, 1));
  await expect(sheet.getByRole('link')).toHaveCount(0);
  await page.keyboard.type(word.slice(1));
  await expect(sheet.locator('a[href*="training?id="]').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/text=/);
  await expect(sheet).toBeHidden();
  await expect(page.locator(`main a[href*="training?id=${id}"]`)).toBeVisible();
  const friend = await browser.newPage();
  await openTenant(friend, host, new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(friend.locator(`main a[href*="training?id=${id}"]`)).toBeVisible();
  const found = await rows(friend).count();
  expect(found).toBeLessThan(all);
  await expect(rows(page)).toHaveCount(found);
  await friend.close();
  await page.getByRole('button', { name: schedule.timeOfDay }).click();
  await sheet.getByRole('link', { name: schedule.evening }).click();
  await expect(page).toHaveURL(/time=evening/);
  await page.getByRole('link', { name: schedule.removeFilters }).first().click();
  await expect(rows(page)).toHaveCount(all);
});
