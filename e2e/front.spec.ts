import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openTenant, test } from './support/journey.ts';

const { landing, menu, schedule, training } = et;

test('a visitor finds hours, next trainings, prices, gift cards and clubs at the front, and no form', async ({
  page,
}) => {
  await openTenant(page, 'pohjala-sport.ee');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Kesklinn' })).toBeVisible();
  await expect(page.getByRole('link', { name: /, ?Kesklinn$/ })).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'SportsActivityLocation' });
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/brand\/share\.png$/);
  await page.getByRole('link', { name: menu.login }).click();
  await expect(page.getByRole('textbox').first()).toBeVisible();
});

test('tickets and gift cards are reached from the front on a phone', { tag: '@phone' }, async ({ page }) => {
  await openTenant(page, 'pohjala-sport.ee');
  const prices = page.getByRole('region', { name: landing.prices });
  await prices.getByRole('link', { name: new RegExp(landing.giftCards) }).click();
  await expect(page).toHaveURL(/\/public\/tickets#vouchers$/);
  await page.goBack();
  await prices.getByRole('link', { name: new RegExp(landing.tickets) }).click();
  await expect(page).toHaveURL(/\/public\/tickets$/);
});

test('a training leads to its trainer, who has words and next trainings', async ({ page }, info) => {
  const { host } = centreOf(info);
  const date = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 3 }).toString();
  await openTenant(page, host, `/public/calendar/day?date=${date}`);
  // Nobody gives one that is called off.
  const trainings = page
    .locator('a[href*="/public/training?id="]')
    .filter({ hasNotText: schedule.cancelled });
  await trainings.first().click();
  await expect(
    page.getByText(new RegExp(`${training.belongings}|${training.audience}`)).first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.locator('a[href*="/public/trainer?id="]').click();
  await expect(page.getByRole('region', { name: training.nextTrainings })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: training.trainers }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(training.trainers);
  await expectAccessible(page);
});
