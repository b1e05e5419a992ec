import { expect, expectAccessible, logInAs, openTenant, test } from './support/journey.ts';

// The widths are the test's own: one project is enough.
test.skip(({ viewport }) => viewport?.width !== 1440, 'looks at three widths by itself');
test.describe.configure({ timeout: 400_000 });

const host = 'pohjala-sport.ee';
/** Far enough ahead that nothing of it is over, whatever the hour of the run. */
const nextWeek = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 }).toString();
const widths = [320, 800, 1440];
const publicScreens = [
  '/',
  '/public/calendar/day',
  '/public/calendar/week',
  '/public/training',
  '/page/buying-terms',
  '/password/forgotten',
  '/password/reset?token=none',
  '/404',
];
const memberScreens = [
  '/',
  '/calendar/day',
  '/calendar/week',
  '/training',
  '/workouts',
  '/workouts?period=past',
  '/invoices',
  '/profile',
];

for (const language of ['et', 'en', 'lv'] as const) {
  for (const mode of ['light', 'dark'] as const) {
    test(`axe finds nothing on public screens, ${language}, ${mode}`, async ({ page, context }) => {
      await choose(language, mode);
      await openTenant(page, host, `/public/calendar/day?date=${nextWeek}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveAttribute('data-mode', mode);
      const training = await firstTraining();
      for (const path of publicScreens)
        await look(path === '/public/training' ? `${path}?id=${training}` : path);

      async function choose(lang: string, colour: string) {
        const domain = `${host}.localhost`;
        await context.addCookies([
          { name: 'language', value: lang, domain, path: '/' },
          { name: 'colormode', value: colour, domain, path: '/' },
        ]);
        await context.addInitScript(
          ([l, c]) => {
            if (location.protocol !== 'http:') return;
            localStorage.setItem('language', JSON.stringify(l));
            localStorage.setItem('colormode', JSON.stringify(c));
          },
          [lang, colour],
        );
      }
      async function look(path: string) {
        await openTenant(page, host, path);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoSidewaysScroll();
          await expectAccessible(page);
        }
      }
      async function expectNoSidewaysScroll() {
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${page.url()} at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
      }
      async function firstTraining() {
        const link = await page.locator('a[href*="training?id="]').first().getAttribute('href');
        return /id=(\d+)/.exec(link ?? '')?.[1] ?? '';
      }
    });
  }
}

for (const [language, mode] of [
  ['et', 'light'],
  ['en', 'dark'],
  ['lv', 'light'],
  ['et', 'dark'],
  ['en', 'light'],
  ['lv', 'dark'],
] as const) {
  test(`axe finds nothing on a member’s screens, ${language}, ${mode}`, async ({ page, context }) => {
    const domain = `${host}.localhost`;
    await context.addCookies([
      { name: 'language', value: language, domain, path: '/' },
      { name: 'colormode', value: mode, domain, path: '/' },
    ]);
    await context.addInitScript(
      ([l, c]) => {
        if (location.protocol !== 'http:') return;
        localStorage.setItem('language', JSON.stringify(l));
        localStorage.setItem('colormode', JSON.stringify(c));
      },
      [language, mode],
    );
    await openTenant(page, host);
    await logInAs(page, 'member', `/calendar/day?date=${nextWeek}`);
    const link = await page.locator('a[href*="training?id="]').first().getAttribute('href');
    const id = /id=(\d+)/.exec(link ?? '')?.[1] ?? '';
    for (const path of memberScreens) {
      await page.goto(new URL(path === '/training' ? `${path}?id=${id}` : path, page.url()).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
      }
    }
  });
}

test('at twice the size of letters every word of the tabs stands whole on 320 px', async ({ page }) => {
  await openTenant(page, host);
  await logInAs(page, 'member', '/calendar/day');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const percent of [100, 125, 150, 200]) {
    const findCut = () =>
      page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
        const bar = [...document.querySelectorAll('nav')].find(
          (nav) => getComputedStyle(nav).position === 'fixed',
        );
        if (!bar) return ['no tabs'];
        const edge = bar.getBoundingClientRect();
        return [...bar.querySelectorAll('li span')]
          .filter((word) => {
            const { top, bottom, height } = word.getBoundingClientRect();
            const hasSecondLine = height > 1.5 * Number.parseFloat(getComputedStyle(word).lineHeight);
            return hasSecondLine || top < edge.top || bottom > edge.bottom;
          })
          .map((word) => word.textContent);
      }, percent);
    // The tabs come with the restored session.
    await expect.poll(findCut, `cut at ${percent} %`).toEqual([]);
  }
});
