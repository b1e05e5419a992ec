import type { Page } from '@playwright/test';
import { expect, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { expectReadableInAllLooks } from './support/themes.ts';

// Every screen in the colours of all 21 centres, light and dark (issue 7, point 9).
test.describe.configure({ timeout: 300_000 });
// The page of what is not there is one of them.
test.use({ expectedErrors: [/status of 404 .*\/404\)$/] });

/** Where most page rules are on. */
const host = 'pohjala-sport.ee';
const nextWeek = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 }).toString();

async function lookAtAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(new URL(path, page.url()).href);
    await expect(page.getByRole('heading').first(), path).toBeVisible();
    await expectReadableInAllLooks(page);
  }
}

/** A look at many screens takes minutes: it is divided, so that several may be under way. */
function partsOf(parts: number) {
  return Array.from({ length: parts }, (_, part) => ({
    number: part + 1,
    of: (paths: readonly string[]) => paths.filter((_path, index) => index % parts === part),
  }));
}

/** The addresses of the first links of a page whose address holds these words. */
async function linksTo(page: Page, ...words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const word of words) {
    const link = page.locator(`a[href*="${word}"]`).first();
    await expect(link, word).toBeAttached();
    found.push((await link.getAttribute('href')) ?? '');
  }
  return found;
}

// What people use on a phone.
test.describe('on a phone', { tag: ['@phone', '@tour'] }, () => {
  for (const part of partsOf(4)) {
    test(`a visitor reads every screen in every look: part ${part.number}`, async ({ page }) => {
      await openTenant(page, host, `/public/calendar/day?date=${nextWeek}`);
      const trainings = await linksTo(page, 'training?id=');
      await openTenant(page, host, '/public/tickets');
      const sales = await linksTo(page, '/public/tickets/buy?id=');
      await openTenant(page, host, '/public/trainers');
      const trainers = await linksTo(page, '/public/trainer?id=');
      await lookAtAll(
        page,
        part.of([
          '/',
          '/?origin=/',
          '/public/trainers',
          ...trainers,
          `/public/calendar/day?date=${nextWeek}`,
          `/public/calendar/week?date=${nextWeek}`,
          `/public/calendar/day?date=${nextWeek}&mode=tv`,
          ...trainings,
          '/public/join',
          '/public/tickets',
          ...sales,
          '/public/vouchers',
          '/public/withdrawal',
          '/page/buying-terms',
          '/password/forgotten',
          '/password/reset?token=none',
          '/door',
          '/404',
        ]),
      );
    });
  }

  for (const part of partsOf(4)) {
    test(`a member reads every screen in every look: part ${part.number}`, async ({ page }) => {
      await standAt(page, host);
      await logInAs(page, 'member', `/calendar/day?date=${nextWeek}`);
      const trainings = await linksTo(page, 'training?id=');
      await lookAtAll(
        page,
        part.of([
          '/',
          `/calendar/day?date=${nextWeek}`,
          `/calendar/week?date=${nextWeek}`,
          ...trainings,
          '/workouts',
          '/workouts?period=past',
          '/statistics',
          '/email/confirm?token=a-token-that-confirms-nothing',
          '/profile',
          '/profile/details',
          '/profile/notices',
          '/profile/security',
          '/profile/privacy',
          '/entry',
          '/purchases',
          '/pay',
          '/contracts',
          '/invoices',
          '/vouchers',
          '/public/tickets',
          '/purchase/contract',
          '/purchase/personal-trainings',
          '/training-videos',
          '/training-videos-filtered',
          '/personal-trainings',
        ]),
      );
    });
  }

  test('where lanes are rented and one joins on one page, in every look', async ({ page }) => {
    await openTenant(page, 'sinilaine-ujula.ee', '/public/join');
    await lookAtAll(page, ['/public/join']);
    await logInAs(page, 'member', '/pool');
    await lookAtAll(page, ['/pool']);
  });
});

// What people use at a desk.
test.describe('at a desk', { tag: ['@desk', '@tour'] }, () => {
  for (const part of partsOf(3)) {
    test(`a trainer reads every screen in every look: part ${part.number}`, async ({ page }) => {
      await standAt(page, host);
      await logInAs(page, 'trainer', '/group-trainings');
      const rolls = await linksTo(page, '/attendance?id=');
      await openTenant(page, host, '/training-groups');
      const groups = await linksTo(page, '/training-groups-detailed/');
      await lookAtAll(
        page,
        part.of([
          '/',
          ...rolls,
          '/trainer-calendar',
          '/trainer-calendar?mode=week',
          '/personal-trainings',
          '/personal-trainings?view=hours',
          '/personal-trainings?view=statistics',
          '/group-trainings',
          '/training-groups',
          ...groups,
          '/replacement-request',
          '/desk',
          '/statistics',
        ]),
      );
    });
  }

  test('an administrator reads the day in every look', async ({ page }) => {
    await standAt(page, host);
    await logInAs(page, 'admin', '/admin');
    await lookAtAll(page, [
      '/admin-calendar',
      '/admin-calendar?mode=week',
      '/trainer-calendar',
      '/desk',
      '/bank-import',
      '/admin',
      '/admin/setup',
    ]);
  });

  for (const part of partsOf(4)) {
    test(`an administrator reads the back office in every look: part ${part.number}`, async ({ page }) => {
      await standAt(page, host);
      await logInAs(page, 'admin', '/admin');
      const links = page.locator('main a[href^="/admin/"]');
      await expect.poll(() => links.count()).toBeGreaterThan(20);
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      await lookAtAll(page, part.of([...new Set(paths)]));
    });
  }
});
