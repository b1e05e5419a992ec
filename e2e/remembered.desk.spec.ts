import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';

const { menu, registrations, reports, schedule } = et;

// About what a browser remembers, whatever its width.

// Browsers end cookies that scripts wrote after a week; what is remembered lasts.
test.describe('with no cookie left', () => {
  const root = (page: Page) => page.locator('html');

  test('the language and the colours that were chosen come back by themselves', async ({ page, context }) => {
    await openTenant(page, 'valgejoon-tennis.ee');
    await expect(root(page)).toHaveAttribute('lang', 'et');
    await page.evaluate(async () => {
      // What stands around a member's screens is kept as it was drawn by now: in Estonian, and light.
      await navigator.serviceWorker.ready;
      localStorage.language = 'en';
      localStorage.colormode = 'dark';
    });
    await context.clearCookies();
    await page.reload();
    await expect(root(page)).toHaveAttribute('lang', 'en');
    await expect(root(page)).toHaveAttribute('data-mode', 'dark');
    // Also from then on, and where members see a frame.
    await context.clearCookies();
    await logInAs(page, 'member', '/workouts');
    await expect(root(page)).toHaveAttribute('lang', 'en');
    await expect(root(page)).toHaveAttribute('data-mode', 'dark');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('a language that the centre does not speak is not shown', async ({ page }) => {
    const host = 'joekaaru-sport.ee';
    await openTenant(page, host);
    await page.evaluate(() => {
      localStorage.language = 'lv';
    });
    await page.reload();
    await expect(root(page)).toHaveAttribute('lang', 'et');
    // Nor where members see a frame, which belongs to no language.
    await logInAs(page, 'member', '/workouts');
    await expect(page.getByRole('heading', { level: 1, name: registrations.title })).toBeVisible();
    await expect(root(page)).toHaveAttribute('lang', 'et');
  });
});

// shows: stored-screen
test('a timetable opens as it was left, a day or a week', async ({ page }) => {
  await standAt(page, 'valgejoon-tennis.ee');
  await logInAs(page, 'trainer', '/trainer-calendar');
  const day = page.getByRole('link', { name: schedule.day, exact: true });
  const week = page.getByRole('link', { name: schedule.week, exact: true });
  await expect(day).toHaveAttribute('aria-current', /.+/);
  await week.click();
  await expect(week).toHaveAttribute('aria-current', /.+/);
  await page.goto(new URL('/trainer-calendar', page.url()).href);
  await expect(week).toHaveAttribute('aria-current', /.+/);
  await day.click();
  await page.goto(new URL('/trainer-calendar', page.url()).href);
  await expect(day).toHaveAttribute('aria-current', /.+/);
});

// shows: stored-date-range
test('a report opens with the dates that were looked at last', async ({ page }) => {
  await standAt(page, 'valgejoon-tennis.ee');
  await logInAs(page, 'admin', '/admin/reports');
  const period = page.getByLabel(reports.period, { exact: true });
  await expect(period).toHaveValue('currentMonth');
  await period.selectOption('previousWeek');
  await expect(page).toHaveURL(/period=previousWeek/);
  await page.goto(new URL('/admin/reports', page.url()).href);
  await expect(period).toHaveValue('previousWeek');

  // Own dates are remembered too; what the address says goes before.
  await page.getByLabel(reports.from, { exact: true }).fill('2026-09-01');
  await page.getByLabel(reports.until, { exact: true }).fill('2026-09-30');
  await expect(page).toHaveURL(/until=2026-09-30/);
  await page.goto(new URL('/admin/reports', page.url()).href);
  await expect(period).toHaveValue('own');
  await expect(page.getByLabel(reports.until, { exact: true })).toHaveValue('30.09.2026');
  await page.goto(new URL('/admin/reports?period=nextWeek', page.url()).href);
  await expect(period).toHaveValue('nextWeek');
});

// shows: menu-collapsing, stored-menu
test('collapsing the menu collapses its submenus, and a reload keeps it so', async ({ page }) => {
  await standAt(page, 'valgejoon-tennis.ee');
  await logInAs(page, 'admin', '/profile');
  const submenu = page.getByRole('button', { name: menu.trainer, exact: true });
  await submenu.click();
  await expect(submenu).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: menu.collapse }).click();
  await expect(submenu).toHaveAttribute('aria-expanded', 'false');
  await page.reload();
  const expand = page.getByRole('button', { name: menu.expand });
  await expect(expand).toBeVisible();
  await expectAccessible(page);
  await expand.click();
  await expect(submenu).toHaveAttribute('aria-expanded', 'false');
});

test.describe('without a connection', () => {
  test.use({
    expectedErrors: [
      /occurred when fetching the script|ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/,
    ],
  });
  // shows: rules-hold-on
  test('rules are asked for anew; where that fails, those that are known hold on', async ({
    page,
    context,
  }) => {
    await standAt(page, 'valgejoon-tennis.ee');
    await logInAs(page, 'member', '/workouts');
    const tickets = page.locator('a[href="/tickets"], a[href="/public/tickets"]').filter({ visible: true });
    const isActive = () =>
      page.evaluate(() => JSON.parse(localStorage.rules ?? '{}').payment?.isPaymentActive);
    await expect.poll(isActive).toBe(true);
    const rules = await page.evaluate(async () => (await fetch('/api/v0.1/page/')).json());
    let mode: 'closed' | 'none' = 'closed';
    await context.route('**/api/v0.1/page/', (route) =>
      mode === 'none'
        ? route.abort()
        : route.fulfill({ json: { ...rules, payment: { ...rules.payment, isPaymentActive: false } } }),
    );
    await page.reload();
    await expect.poll(isActive).toBe(false);
    mode = 'none';
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await isActive()).toBe(false);
    await expect(tickets).toHaveCount(0);
  });

  // shows: stored-rules
  test('the rules are those that were read last', async ({ page, context }) => {
    await openTenant(page, 'valgejoon-tennis.ee', '/public/calendar/day');
    const tickets = page.getByRole('banner').getByRole('link', { name: menu.tickets, exact: true });
    const rules = () => page.evaluate(() => JSON.parse(localStorage.rules ?? '{}'));
    await expect.poll(async () => (await rules()).payment).toHaveProperty('isPaymentActive', true);
    await expect(tickets).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
      }
    });
    // As if the centre had closed its sales after the page without a connection was put by.
    const { payment, ...others } = await rules();
    await page.evaluate((kept) => localStorage.setItem('rules', JSON.stringify(kept)), {
      ...others,
      payment: { ...payment, isPaymentActive: false },
      readAt: '2099-01-01T00:00:00.000Z',
    });
    await context.setOffline(true);
    await page.goto(new URL('/workouts', page.url()).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page.getByRole('banner').getByRole('link', { name: menu.vouchers, exact: true }),
    ).toBeVisible();
    await expect(tickets).toHaveCount(0);
    await context.setOffline(false);
  });
});
