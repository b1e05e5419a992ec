import type { Page } from '@playwright/test';
import { expect, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';

// The widths are the test's own: one project is enough.
// Looks at three widths by itself.

// The page that says there is none says so in its status, too.
test.use({ expectedErrors: [/status of 404 .*\/404\)$/] });

const host = 'pohjala-sport.ee';
/** Far enough ahead that nothing of it is over, whatever the hour of the run. */
const nextWeek = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 }).toString();
const publicScreens = [
  '/',
  '/public/calendar/day',
  '/public/calendar/week',
  '/public/training',
  '/page',
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
  '/profile/details',
  '/profile/notices',
];

/** The number of a training of the timetable that is open. */
async function firstTraining(page: Page): Promise<string> {
  const link = await page.locator('a[href*="training?id="]').first().getAttribute('href');
  return /id=(\d+)/.exec(link ?? '')?.[1] ?? '';
}

for (const language of languages) {
  // shows: light-and-dark
  test(`public screens are accessible and fit, ${language}`, { tag: '@tour' }, async ({ page }) => {
    test.setTimeout(240_000);
    await speak(page, host, language);
    await openTenant(page, host, `/public/calendar/day?date=${nextWeek}`);
    const training = await firstTraining(page);
    for (const path of publicScreens) {
      await openTenant(page, host, path === '/public/training' ? `${path}?id=${training}` : path);
      await lookAt(page, language);
    }
  });

  test(`a member’s screens are accessible and fit, ${language}`, { tag: '@tour' }, async ({ page }) => {
    test.setTimeout(240_000);
    await speak(page, host, language);
    await standAt(page, host);
    await logInAs(page, 'member', `/calendar/day?date=${nextWeek}`);
    const training = await firstTraining(page);
    for (const path of memberScreens) {
      await openTenant(page, host, path === '/training' ? `${path}?id=${training}` : path);
      await lookAt(page, language);
    }
  });
}

for (const language of languages) {
  // With the demo's trainer an invoice is due today, one is late, one half paid and one written off.
  test(`invoices in every state are accessible and fit, ${language}`, { tag: '@tour' }, async ({ page }) => {
    await speak(page, host, language);
    await standAt(page, host);
    await logInAs(page, 'trainer', '/invoices');
    for (const path of ['/invoices', '/invoices?filter=unpaid', '/pay', '/purchases']) {
      await openTenant(page, host, path);
      await lookAt(page, language);
    }
  });
}

test('at twice the size of letters every word of the tabs stands whole on 320 px', async ({ page }) => {
  await standAt(page, host);
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
