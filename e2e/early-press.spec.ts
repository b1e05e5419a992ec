import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { login } from '#shared/account/contract.ts';
import { startPayment } from '#shared/payments/contract.ts';
import { centreOf } from './support/centres.ts';
import { demoPassword, expect, standAt, tenantUrl, test, waitForScripts } from './support/journey.ts';
import { makeOwed } from './support/paid.ts';

const { account, payments } = et;

/** An invoice's page as it was drawn, its scripts kept back as by a slow network; a bank is chosen and paying pressed. */
async function pressEarly(page: Page, info: TestInfo) {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { token } = await makeOwed(page);
  const { promise: through, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await through;
    await route.continue();
  });
  const started: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(startPayment.path)) started.push(request.url());
  });
  await page.goto(tenantUrl(host, `/public/invoices?invoice=${token}`));
  await page.getByText('LHV', { exact: true }).click();
  const pay = page.getByRole('button', { name: /^Maksa \d/ });
  await pay.click();
  await expect(pay).toHaveAttribute('data-pressed');
  expect(started).toEqual([]);
  return { pay, started, release };
}

test('what is pressed before the scripts have come is done once, when they have', async ({ page }, info) => {
  const { pay, started, release } = await pressEarly(page, info);
  await pay.click();
  release();
  await expect(page.getByText(payments.standInMark)).toBeVisible();
  expect(started).toHaveLength(1);
});

test('where the button says something else by then, it is not pressed', async ({ page }, info) => {
  const { pay, started, release } = await pressEarly(page, info);
  await pay.evaluate((button) => {
    button.dataset.pressed = 'something else';
  });
  release();
  await waitForScripts(page);
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
  await expect(pay).not.toHaveAttribute('aria-busy');
  expect(started).toEqual([]);
  await pay.click();
  await expect(page.getByText(payments.standInMark)).toBeVisible();
});

for (const how of ['Enter', 'the button'] as const) {
  test(`who logs in by ${how} before the scripts have come is logged in when they have`, async ({
    page,
  }, info) => {
    const { host } = centreOf(info);
    const { promise: through, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await through;
      await route.continue();
    });
    let logins = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(login.path)) logins += 1;
    });
    await page.goto(tenantUrl(host, '/?origin=/'));
    await page.getByLabel(account.email).fill('member@demo.test');
    const password = page.getByLabel(account.password, { exact: true });
    await password.fill(demoPassword);
    if (how === 'Enter') await password.press('Enter');
    else await page.getByRole('button', { name: account.login, exact: true }).dispatchEvent('pointerdown');
    release();
    await expect(password).toHaveCount(0);
    expect(logins).toBe(1);
  });
}
