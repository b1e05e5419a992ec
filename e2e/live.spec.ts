import type { Browser } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { findTraining } from './support/centres.ts';
import { expect, logInAs, openTenant, standAt, test } from './support/journey.ts';

test.use({ expectedErrors: [/ERR_FAILED/] });

/** The member's page of a training with places, in a browser of its own, at the first of some centres that has one. */
async function openElsewhere(browser: Browser, hosts: readonly string[]) {
  const elsewhere = await browser.newPage();
  for (const host of hosts) {
    await standAt(elsewhere, host);
    const training = await findTraining(elsewhere, { outcome: 'booked' }).catch(() => undefined);
    if (!training) continue;
    await logInAs(elsewhere, 'member', `/training?id=${training.id}`);
    const countFree = () =>
      elsewhere.evaluate(async (id) => {
        const answer = await fetch(`/api/v0.1/public/schedule/${id}`);
        return ((await answer.json()) as { freePlaces: number }).freePlaces;
      }, training.id);
    return { elsewhere, host, training, countFree };
  }
  throw new Error(`no place to book at ${hosts.join(', ')}`);
}

/** Centres where no other journey takes places. */
const centres = {
  phone: ['vesiroos-jooga.ee', 'tammetreenerid.ee'],
  desk: ['valgejoon-tennis.ee', 'rabakivi-ronimine.ee'],
  unheard: ['vormiruum-pilates.ee', 'rutmituba.ee'],
};
const placesOf = (count: number) => (count === 0 ? et.schedule.full : new RegExp(`(^|\\D)${count} koh`));

for (const isHeard of [true, false]) {
  const way = isHeard ? 'is told at once' : 'asks by itself when it cannot hear';
  test(`a timetable left open ${way} that a place was taken`, async ({ page, browser }, info) => {
    test.skip(!isHeard && info.project.name === 'phone', 'asking is the same on every width');
    test.setTimeout(60_000);
    const hosts = centres[isHeard ? (info.project.name as 'phone' | 'desk') : 'unheard'];
    const { elsewhere, host, training, countFree } = await openElsewhere(browser, hosts);
    if (!isHeard) await page.route('**/public/schedule/live', (route) => route.abort());
    const listening = page.waitForRequest('**/public/schedule/live');
    await openTenant(page, host, `/public/calendar/day?date=${training.date}`);
    const row = page.locator(`a[href*="training?id=${training.id}"]`).first();
    const before = await countFree();
    await expect(row).toContainText(placesOf(before));
    await listening;
    await page.waitForTimeout(500);
    await elsewhere.getByRole('button', { name: et.registrations.book }).first().click();
    await expect.poll(countFree).toBe(before - 1);
    await expect(row).toContainText(placesOf(before - 1), {
      timeout: isHeard ? 2000 : 20_000,
    });
    await elsewhere.close();
  });
}
