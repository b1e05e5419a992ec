import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { centreOf } from './support/centres.ts';
import { expect, openTenant, test } from './support/journey.ts';

const { schedule } = et;
/** Far enough ahead that nothing of it is over, whatever the hour of the run. */
const nextWeek = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 }).toString();

test('the day stands in the HTML, and its links work before any script', async ({ browser }, info) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { host } = centreOf(info);
  const port = process.env.TRENN_JOURNEY_PORT;
  await page.goto(`http://${host}.localhost:${port}/public/calendar/day?date=${nextWeek}`);
  await expect(page.locator('a[href*="training?id="]').first()).toBeVisible();
  await page.getByRole('link', { name: schedule.nextDay }).click();
  await expect(page).not.toHaveURL(new RegExp(nextWeek));
  await page.locator('a[href*="training?id="]').filter({ visible: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});

test('days and weeks are stepped through, and today is one press away', async ({ page }, info) => {
  await openTenant(page, centreOf(info).host, '/public/calendar/day?date=30.11.2026');
  await expect(page.getByText('30.11.2026').first()).toBeVisible();
  await page.getByRole('link', { name: schedule.nextDay }).click();
  await expect(page.getByText('01.12.2026').first()).toBeVisible();
  await page.getByRole('link', { name: schedule.week, exact: true }).click();
  await expect(page).toHaveURL(/calendar\/week\?.*date=2026-12-01/);
  await page.getByRole('link', { name: schedule.nextWeek }).click();
  await expect(page).toHaveURL(/date=2026-12-0[78]/);
  await page.goBack();
  await expect(page).toHaveURL(/date=2026-12-01/);
  await page.getByRole('link', { name: schedule.toToday }).first().click();
  await expect(page).not.toHaveURL(/date=2026-12/);
});

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

test('odd query parameters are as if they were not there', async ({ page }, info) => {
  const { host } = centreOf(info);
  await openTenant(page, host, '/public/calendar/day?date=yesterday&unit=abc&trainer=1e9&filter=%22');
  await expect(page.getByRole('link', { name: schedule.nextDay })).toBeVisible();
});

test('each language speaks for itself, and the choice lasts', async ({ page }, info) => {
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
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/] });
  test('a day seen before opens with its age', async ({ page, context }, info) => {
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
