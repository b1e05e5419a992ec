import { expect, expectAccessible, openTenant, test } from './support/journey.ts';

const host = 'pohjala-sport.ee';
const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead });
/** The page's clock, across reloads. */
const clockKey = 'journey-now';
const localMidnight = day(8).toZonedDateTime('Europe/Tallinn').toInstant();

test('a screen on the wall shows the whole day, and the next one after midnight, by itself', async ({
  page,
}, info) => {
  test.skip(info.project.name === 'phone', 'a wall is wide');
  test.setTimeout(60_000);
  await page.addInitScript((key) => {
    Object.defineProperty(window, '__trennNow', { get: () => localStorage.getItem(key) ?? undefined });
  }, clockKey);
  const setClock = (instant: string) =>
    page.evaluate(([key, now]) => localStorage.setItem(key, now), [clockKey, instant] as const);
  await openTenant(page, host);
  await setClock(localMidnight.subtract({ seconds: 90 }).toString());
  await openTenant(page, host, `/public/calendar/day?mode=tv&date=${day(7).toString()}`);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('23:58')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  const [width, full] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  expect(full).toBe(width);

  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await setClock(localMidnight.add({ seconds: 5 }).toString());
  await expect(page).toHaveURL(new RegExp(`date=${day(8).toString()}&mode=tv`), { timeout: 30_000 });
  await expect(page.getByText('00:00')).toBeVisible({ timeout: 20_000 });
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false);
});
