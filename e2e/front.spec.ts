import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { groundOf } from './support/editing.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { makeTrainer, makeTraining } from './support/trainings.ts';

const { landing, menu, training } = et;

test('a visitor finds hours, next trainings, prices, gift cards and clubs at the front, and no form', async ({
  page,
}) => {
  await openTenant(page, 'pohjala-sport.ee');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Kesklinn' })).toBeVisible();
  await expect(page.getByRole('link', { name: /, ?Kesklinn$/ })).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-mode', chosen), mode);
    const picture = `/brand/landing-${mode}.svg`;
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS(
      'background-image',
      new RegExp(`url\\("[^"]*${picture}"\\)`),
    );
    const type = page.evaluate(
      async (address) => (await fetch(address)).headers.get('content-type'),
      picture,
    );
    expect(await type).toMatch(/^image\/svg\+xml/);
  }
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
  await standAt(page, host);
  const trainer = await makeTrainer(await groundOf(page), { words: 'Alustan rahulikult.' });
  const own = await makeTraining(page, { trainerId: trainer.id });
  await openTenant(page, host, `/public/calendar/day?date=${own.date}`);
  await page.locator(`a[href*="/public/training?id=${own.id}"]`).first().click();
  await expect(
    page.getByText(new RegExp(`${training.belongings}|${training.audience}`)).first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: trainer.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(trainer.name);
  await expect(page.getByText('Alustan rahulikult.')).toBeVisible();
  const next = page.getByRole('region', { name: training.nextTrainings });
  await expect(next.getByRole('link', { name: own.name })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: training.trainers }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(training.trainers);
  await expect(page.getByRole('link', { name: trainer.name })).toBeVisible();
  await expectAccessible(page);
});
