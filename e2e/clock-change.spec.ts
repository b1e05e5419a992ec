import { en } from '#i18n/en.ts';
import { block, groundOf, make } from './support/editing.ts';
import { expect, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { makeRoom } from './support/trainings.ts';

const host = 'northlight-pilates.com';
const zone = 'Europe/Tallinn';

// A reader far away sees the centre's times all the same.
test.use({ timezoneId: 'America/New_York' });

/** The next two days on which the clock is changed, one in spring and one in autumn; not today, of which some is over. */
function changeDays(): string[] {
  const first = Temporal.Now.zonedDateTimeISO(zone).add({ days: 1 }).getTimeZoneTransition('next');
  const second = first?.getTimeZoneTransition('next');
  return [first, second].flatMap((change) => (change ? [change.toPlainDate().toString()] : []));
}

test('no screen draws in the wrong row on the change day', async ({ page }, info) => {
  await standAt(page, host);
  const ground = await groundOf(page);
  const rooms = [await makeRoom(ground.call)];
  const mark = crypto.randomUUID().slice(0, 8);
  const named = (time: string) => `At ${time} ${mark}`;
  const times = ['01:30', '18:00'];
  const days = changeDays();
  for (const date of days) {
    for (const time of times) await make({ ...ground, rooms }, { name: named(time), date, time });
  }
  await logInAs(page, 'admin', `/calendar/day?date=${days[0]}`);
  for (const date of days) {
    await openTenant(page, host, `/calendar/day?date=${date}`);
    const evening = page.locator('section').filter({ hasText: en.schedule.evening });
    await expect(evening.getByRole('link', { name: named('18:00') })).toContainText('18:00');
    await expect(page.getByRole('link', { name: named('01:30') })).toContainText('01:30');

    await openTenant(page, host, `/calendar/week?date=${date}`);
    for (const time of times) {
      const row = page.locator(`#day-${date}`).getByRole('link', { name: named(time) });
      await expect(row).toContainText(time);
    }

    await openTenant(page, host, `/admin-calendar?date=${date}`);
    if (info.project.name === 'phone') {
      // A list of each room instead of the grid.
      for (const time of times) {
        const row = page.getByRole('main').getByRole('button', { name: named(time) });
        await expect(row).toContainText(new RegExp(`^${time}`));
      }
      continue;
    }
    await expect(block(page, named('18:00'))).toBeVisible();
    // Its upper edge lies on the line of its hour; the night's stands where its own hour is.
    const edgeOf = (name: string) =>
      block(page, name).evaluate((element) => element.getBoundingClientRect().top);
    const lineOf = (time: string) =>
      page.evaluate((text) => {
        const marks = [...document.querySelectorAll('[data-scroller] [aria-hidden=true] > *')];
        const mark = marks.find(({ textContent }) => textContent === text)?.getBoundingClientRect();
        return mark ? mark.top : Number.NaN;
      }, time);
    const hour = (await lineOf('18:00')) - (await lineOf('17:00'));
    const offset = (await edgeOf(named('18:00'))) - (await lineOf('18:00'));
    expect(Math.abs(offset)).toBeLessThan(hour / 4);
    const night = (await edgeOf(named('18:00'))) - (await edgeOf(named('01:30')));
    expect(Math.abs(night - 16.5 * hour)).toBeLessThan(hour / 12);
  }
});
