import type { Browser } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { expect, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';
import { makeTraining } from './support/trainings.ts';

test.use({ expectedErrors: [/ERR_FAILED/] });

const host = 'rabakivi-ronimine.ee';

/** Somebody's page of a training of its own, in another browser. */
async function openElsewhere(browser: Browser, places = 3) {
  const elsewhere = await browser.newPage();
  await standAt(elsewhere, host);
  const training = await makeTraining(elsewhere, { places });
  await signIn(elsewhere, (await comeNew(elsewhere, 'mujal')).email);
  await openTenant(elsewhere, host, `/training?id=${training.id}`);
  const countFree = () =>
    elsewhere.evaluate(async (id) => {
      const answer = await fetch(`/api/v0.1/public/schedule/${id}`);
      return ((await answer.json()) as { freePlaces: number }).freePlaces;
    }, training.id);
  return { elsewhere, training, countFree };
}

/** The word of the row's state by itself: before it stands a name that may end with a number. */
const placesOf = (count: number) => (count === 0 ? et.schedule.full : new RegExp(`^${count} koh`));

for (const isHeard of [true, false]) {
  const way = isHeard ? 'is told at once' : 'asks by itself when it cannot hear';
  // Asking is the same on every width.
  const where = isHeard ? [] : ['@desk'];
  test(`a timetable left open ${way} that a place was taken`, { tag: where }, async ({ page, browser }) => {
    const { elsewhere, training, countFree } = await openElsewhere(browser);
    if (!isHeard) {
      await page.clock.install();
      await page.route('**/public/schedule/live', (route) => route.abort());
    }
    // Heard once it has begun to answer.
    const isAsked = page.waitForRequest('**/public/schedule/live');
    const listening = isHeard ? page.waitForResponse('**/public/schedule/live') : isAsked;
    await openTenant(page, host, `/public/calendar/day?date=${training.date}`);
    const row = page.locator(`a[href*="training?id=${training.id}"]`).first();
    const before = await countFree();
    await expect(row.getByText(placesOf(before)).first()).toBeVisible();
    await listening;
    await elsewhere.getByRole('button', { name: et.registrations.book }).first().click();
    await expect.poll(countFree).toBe(before - 1);
    // What cannot be heard is asked for every quarter of a minute.
    if (!isHeard) await page.clock.fastForward(15_000);
    await expect(row.getByText(placesOf(before - 1)).first()).toBeVisible();
    await elsewhere.close();
  });
}

test('what the bar of a training offers follows the numbers above it', async ({ page, browser }) => {
  const { elsewhere, training, countFree } = await openElsewhere(browser, 1);
  await standAt(page, host);
  await signIn(page, (await comeNew(page, 'vaatab')).email);
  const listening = page.waitForResponse('**/public/schedule/live');
  await openTenant(page, host, `/training?id=${training.id}`);
  await listening;
  await expect(page.getByRole('button', { name: et.registrations.book, exact: true })).toBeVisible();
  await elsewhere.getByRole('button', { name: et.registrations.book }).first().click();
  await expect.poll(countFree).toBe(0);
  await expect(page.getByText(et.schedule.noFreePlaces).first()).toBeVisible();
  await expect(page.getByRole('button', { name: et.registrations.join, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: et.registrations.book, exact: true })).toHaveCount(0);
  await elsewhere.close();
});
