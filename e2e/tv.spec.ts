import { et } from '#i18n/et.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';

const host = 'pohjala-sport.ee';
/** The page's clock, across reloads. */
const clockKey = 'journey-now';

// A wall is wide.
// shows: wall-follows-date, number-wall-check
test('a screen on the wall shows the whole day, and the next one after midnight, by itself', {
  tag: '@desk',
}, async ({ page }) => {
  const date = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 });
  const next = date.add({ days: 1 });
  const localMidnight = next.toZonedDateTime('Europe/Tallinn').toInstant();
  // Its timers alone: what it takes for now is set below.
  await page.clock.install();
  await page.addInitScript((key) => {
    Object.defineProperty(window, '__trennNow', { get: () => localStorage.getItem(key) ?? undefined });
  }, clockKey);
  const setClock = (instant: string) =>
    page.evaluate(([key, now]) => localStorage.setItem(key, now), [clockKey, instant] as const);
  await standAt(page, host);
  const call = await callAsMember(page);
  const query = { from: date.toString(), until: date.toString() };
  const all = (await call(listPublicTrainings, { query })).filter(({ isCancelled }) => !isCancelled);
  const [first] = all;
  if (!first) throw new Error('nothing takes place in a week');
  const within = Temporal.Instant.from(first.startDateTime).add({ minutes: 5 });
  const isOn = ({ startDateTime, endDateTime }: typeof first) =>
    Temporal.Instant.compare(startDateTime, within) <= 0 && Temporal.Instant.compare(within, endDateTime) < 0;
  await setClock(within.toString());
  await openTenant(page, host, `/public/calendar/day?mode=tv&date=${date}`);
  const current = page.locator('[aria-current=time]');
  await expect(current).toHaveCount(all.filter(isOn).length);
  await expect(current.filter({ hasText: first.name }).first()).toContainText(et.schedule.goingOn);

  await setClock(localMidnight.subtract({ seconds: 90 }).toString());
  await openTenant(page, host, `/public/calendar/day?mode=tv&date=${date}`);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('23:58')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  const [width, full] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  expect(full).toBe(width);

  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await setClock(localMidnight.add({ seconds: 5 }).toString());
  await page.clock.fastForward('01:00');
  await expect(page).toHaveURL(new RegExp(`date=${next}&mode=tv`));
  await expect(page.getByText('00:00')).toBeVisible({ timeout: 20_000 });
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false);
});
