import { et } from '#i18n/et.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';

const { broadcasts, common, inside, pages, schedule, visitors } = et;
const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead });
const written = (date: Temporal.PlainDate) =>
  `${String(date.day).padStart(2, '0')}.${String(date.month).padStart(2, '0')}.${date.year}`;
const trainings = 'main a[href*="training?id="]:visible';

// shows: read-dates
test('from and until narrow a timetable to a period, which is taken off again', async ({ page }, info) => {
  const { host } = centreOf(info);
  const first = day(8);
  const last = first.add({ days: 1 });
  await openTenant(page, host, `/public/calendar/day?from=${first}&until=${written(last)}`);
  // Without a date it opens where the period begins, and goes no further than it does.
  const strip = page.getByRole('navigation', { name: schedule.daysOfWeek });
  await expect(strip.locator('[aria-current=date]')).toContainText(written(first));
  await expect(page.getByRole('link', { name: schedule.previousDay, disabled: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: schedule.nextDay }).click();
  await expect(page).toHaveURL(new RegExp(`date=${last}`));
  await expect(page.locator(trainings).first()).toBeVisible();
  await expect(page.getByRole('link', { name: schedule.nextDay, disabled: true })).toBeVisible();
  const period = page.getByRole('link', { name: `${written(first)}–${written(last)}` });
  await period.click();
  await expect(period).toBeHidden();
  await page.getByRole('link', { name: schedule.nextDay }).click();
  await expect(page).toHaveURL(new RegExp(`date=${last.add({ days: 1 })}`));

  // Of a week only the days of the period have trainings.
  const inTwoWeeks = day(14);
  const monday = inTwoWeeks.subtract({ days: inTwoWeeks.dayOfWeek - 1 });
  const sunday = monday.add({ days: 6 });
  const weekOf = async (query: string) => {
    await openTenant(page, host, `/public/calendar/week?date=${monday}${query}`);
    await expect(page.locator(trainings).first()).toBeVisible();
    return page.locator(trainings).count();
  };
  const whole = await weekOf('');
  const weekend = await weekOf(`&from=${sunday.subtract({ days: 1 })}&until=${sunday}`);
  expect(weekend).toBeGreaterThan(0);
  expect(weekend).toBeLessThan(whole);
  // One that ends before it begins, or is no date, is as if it were not there.
  expect(await weekOf(`&from=${sunday}&until=${monday}`)).toBe(whole);
  expect(await weekOf('&from=31.02.2026&until=never')).toBe(whole);
});

// shows: read-origin-and-destination, calendar-reads, selector-kinds
test('a destination is where a chosen training leads, an origin the way back', async ({ page }, info) => {
  const { host } = centreOf(info);
  await openTenant(page, host, '/public/registration');
  await page.getByRole('link', { name: schedule.openTimetable }).click();
  await page.getByRole('link', { name: schedule.week, exact: true }).click();
  await expect(page).toHaveURL(/destination=/);
  await page.goto(
    new URL(`/public/calendar/day?date=${day(8)}&destination=/public/registration`, page.url()).href,
  );
  await page.locator('main a[href*="registration?training="]:visible').last().click();
  await expect(page).toHaveURL(/public\/registration\?training=\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`${visitors.title}|${visitors.waitTitle}`),
  );

  await openTenant(page, host, '/public/calendar/day?origin=//elsewhere.example&destination=/bank-import');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: common.back, exact: true })).toBeHidden();
  expect(await page.locator('main a[href*="bank-import"]').count()).toBe(0);

  await logInAs(page, 'admin', '/admin/messages');
  await page.getByRole('link', { name: broadcasts.findTraining }).click();
  await page.getByRole('link', { name: schedule.nextDay }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: common.back, exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/messages$/);
  await page.goBack();
  const chosen = page.locator('main a[href*="messages?training="]:visible').last();
  const id = /training=(\d+)/.exec((await chosen.getAttribute('href')) ?? '')?.[1] ?? '';
  await chosen.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(broadcasts.writeTitle);
  await expect(page.getByLabel(broadcasts.training, { exact: true })).toHaveValue(id);
});

// shows: read-gym
test('gym is the club whose people the desk shows', async ({ page }) => {
  // One with several clubs.
  await standAt(page, 'pohjala-sport.ee');
  await logInAs(page, 'admin', '/desk');
  const clubs = page.getByRole('list', { name: inside.club, exact: true });
  await expect(clubs.getByRole('link').nth(2)).toBeVisible();
  const names = await clubs.getByRole('link').allTextContents();
  const second = names[2] ?? '';
  await clubs.getByRole('link', { name: second }).click();
  await expect(page).toHaveURL(/\/desk\?gym=\d+$/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0);
  await page.reload();
  await expect(clubs.getByRole('link', { name: second })).toHaveAttribute('aria-current', /true|page/);
  await expectAccessible(page);
  // A club there is none of, and what is no number, are as if absent.
  for (const gym of ['999999', 'x']) {
    await page.goto(new URL(`/desk?gym=${gym}`, page.url()).href);
    await expect(clubs.getByRole('link', { name: inside.allClubs })).toHaveAttribute(
      'aria-current',
      /true|page/,
    );
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(names.length - 1);
  }
});

// shows: address-centre
test('the centre says who it is, to whoever asks', async ({ page }, info) => {
  const { host } = centreOf(info);
  await openTenant(page, host, '/page/');
  const { title, clubs, contact } = await page.evaluate(
    async (): Promise<PageConfiguration> => (await fetch('/api/v0.1/page/configuration')).json(),
  );
  const places = page.getByRole('region', { name: pages.clubs });
  const told = async () => {
    await expect(page).toHaveURL(/\/page\/?$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('link', { name: contact.email })).toBeVisible();
    for (const { name } of clubs) await expect(places.getByRole('link', { name }).first()).toBeVisible();
    await expectAccessible(page);
  };
  await told();
  await openTenant(page, host, '/page/configuration');
  await told();
  for (const path of ['/page/', '/page/configuration']) {
    await logInAs(page, 'member', path);
    await told();
  }
  await places.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/calendar\/day\?.*unit=\d+/);
});
