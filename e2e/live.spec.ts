import type { Browser } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { findTraining } from './support/centres.ts';
import { expect, logInAs, openTenant, test } from './support/journey.ts';

test.use({ expectedErrors: [/ERR_FAILED/] });

/** Books or gives back, from a browser of its own, what the other one looks at. */
async function bookElsewhere(browser: Browser, host: string) {
  const elsewhere = await browser.newPage();
  await openTenant(elsewhere, host);
  const training = await findTraining(elsewhere, { outcome: 'booked' });
  await logInAs(elsewhere, 'member', `/training?id=${training.id}`);
  const numbers = () =>
    elsewhere.evaluate(async (id) => {
      const { freePlaces }: { freePlaces: number } = await (
        await fetch(`/api/v0.1/public/schedule/${id}`)
      ).json();
      return freePlaces;
    }, training.id);
  return { elsewhere, training, numbers };
}

const placesOf = (count: number) => (count === 0 ? et.schedule.full : new RegExp(`(^|\\D)${count} koh`));

for (const isHeard of [true, false]) {
  const way = isHeard ? 'is told at once' : 'asks by itself when it cannot hear';
  test(`a timetable left open ${way} that a place was taken`, async ({ page, browser }, info) => {
    test.skip(!isHeard && info.project.name === 'phone', 'asking is the same on every width');
    test.setTimeout(60_000);
    // Centres where no other journey takes places.
    const heard = info.project.name === 'phone' ? 'vesiroos-jooga.ee' : 'valgejoon-tennis.ee';
    const host = isHeard ? heard : 'vormiruum-pilates.ee';
    const { elsewhere, training, numbers } = await bookElsewhere(browser, host);
    if (!isHeard) await page.route('**/public/schedule/live', (route) => route.abort());
    const listening = page.waitForRequest('**/public/schedule/live');
    await openTenant(page, host, `/public/calendar/day?date=${training.date}`);
    const row = page.locator(`a[href*="training?id=${training.id}"]`).first();
    const before = await numbers();
    await expect(row).toContainText(placesOf(before));
    await listening;
    await page.waitForTimeout(500);
    await elsewhere.getByRole('button', { name: et.registrations.book }).first().click();
    await expect.poll(numbers).toBe(before - 1);
    await expect(row).toContainText(placesOf(before - 1), {
      timeout: isHeard ? 2000 : 20_000,
    });
    await elsewhere.close();
  });
}
