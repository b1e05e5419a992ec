import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openTenant, test } from './support/journey.ts';

const { schedule } = et;

const written = (date: Temporal.PlainDate) =>
  `${String(date.day).padStart(2, '0')}.${String(date.month).padStart(2, '0')}.${date.year}`;

/** The Sunday of the week that runs, in the evening. */
const sunday = () => {
  const today = Temporal.Now.plainDateISO('Europe/Tallinn');
  return today.add({ days: 7 - today.dayOfWeek });
};

test('on Sunday evening the week is one line of what is over, today, and the next week without a press', async ({
  page,
}, info) => {
  const day = sunday();
  await page.addInitScript((instant) => {
    Object.assign(window, { __trennNow: instant });
  }, `${day}T17:10:00Z`);
  await openTenant(page, centreOf(info).host, `/public/calendar/week?date=${day}`);
  const main = page.getByRole('main');
  const saturday = main.locator(`#day-${day.subtract({ days: 1 })}`);
  const monday = main.locator(`#day-${day.add({ days: 1 })}`);
  await expect(main.getByRole('heading', { name: schedule.nextWeek })).toBeVisible();
  await expect(monday).toBeVisible();
  await expect(saturday).toBeHidden();
  await expectAccessible(page);
  // All that is over with one press; the strip leads to a day of it as well.
  const ends = schedule.pastDays.split('}}').at(-1) ?? '';
  await main.getByRole('button', { name: ends }).first().click();
  await expect(saturday).toBeVisible();
  await main.getByRole('button', { name: ends }).first().click();
  await expect(saturday).toBeHidden();
  await page.getByRole('navigation', { name: schedule.daysOfWeek }).getByRole('link').nth(5).click();
  await expect(saturday).toBeVisible();
});

test('the strip of days stays in sight and marks the day that is read, into the next week too', async ({
  page,
}, info) => {
  const day = sunday();
  await page.addInitScript((instant) => {
    Object.assign(window, { __trennNow: instant });
  }, `${day}T07:10:00Z`);
  await openTenant(page, centreOf(info).host, `/public/calendar/week?date=${day}`);
  const strip = page.getByRole('navigation', { name: schedule.daysOfWeek });
  const marked = strip.locator('[aria-current=location]');
  await expect(marked).toContainText(written(day));
  // The next week is read: the strip is that week's.
  const wednesday = day.add({ days: 3 });
  await expect(page.locator(`#day-${wednesday}`)).toBeVisible();
  await page.locator(`#day-${wednesday}`).evaluate((section) => {
    section.scrollIntoView({ block: 'start' });
  });
  await expect(marked).toContainText(written(wednesday));
  await expect(strip).toBeInViewport({ ratio: 1 });
  // What was pressed is marked, though the page ends before it is on top.
  const last = day.add({ days: 7 });
  await strip.getByRole('link').last().click();
  await expect(marked).toContainText(written(last));
  await expect(page.locator(`#day-${last}-name`)).toBeInViewport();
});
