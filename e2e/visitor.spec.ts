import type { Browser, Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import {
  expect,
  expectAccessible,
  logInAs,
  openTenant,
  standAt,
  tenantUrl,
  test,
} from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';
import { newestMail } from './support/newcomer.ts';
import { makeFullTraining, makeTraining } from './support/trainings.ts';

const { account, pages, registrations, validation, visitors } = et;

/** What an administrator reads in the mail to an address: the address of its link. */
async function readLink(browser: Browser, host: string, to: string): Promise<string> {
  const office = await browser.newPage();
  await standAt(office, host);
  await newestMail(await callAsMember(office, 'admin'), to);
  await logInAs(office, 'admin', '/messages');
  await office.getByRole('link').filter({ hasText: to }).first().click();
  const link = office.locator('a[href*="registration/cancel?token="]').first();
  const address = (await link.getAttribute('href')) ?? '';
  await office.close();
  return address;
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel(account.firstName).fill('Kai');
  await page.getByLabel(account.lastName).fill('Kask');
  await page.getByLabel(account.email).fill(email);
  await page.getByLabel(account.phone).fill('+372 5555 1234');
}

// shows: book-without-account, visitor-asked-who
test('a visitor books without an account, reads the mail and cancels with its link', async ({
  page,
  browser,
}, info) => {
  const { host } = centreOf(info);
  const email = `kai-${crypto.randomUUID().slice(0, 8)}@demo.test`;
  await standAt(page, host);
  const { id, name } = await makeTraining(page);

  await openTenant(page, host, `/public/training?id=${id}`);
  await page.getByRole('button', { name: registrations.book }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(visitors.askTitle);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: visitors.notMember }).click();
  await expect(page).toHaveURL(new RegExp(`/public/registration\\?training=${id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.title);
  await expect(page.getByText(name).first()).toBeVisible();

  // Each field says what it lacks, the first of them has the focus, and nothing typed is lost.
  await page.getByLabel(account.lastName).fill('Kask');
  await page.getByLabel(account.phone).fill('123');
  await page.getByLabel(account.phone).press('Enter');
  await expect(page.getByLabel(account.firstName)).toBeFocused();
  await expect(page.getByText(validation.nameRequired)).toHaveCount(1);
  await expect(page.getByText(validation.emailRequired)).toBeVisible();
  await expect(page.getByText(validation.phoneInvalid)).toBeVisible();
  await expect(page.getByLabel(account.lastName)).toHaveValue('Kask');
  await expectAccessible(page);

  await fillIn(page, email);
  await page.getByRole('button', { name: registrations.book }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.doneTitle);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);

  const link = await readLink(browser, host, email);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.cancelTitle);
  await expect(page.getByText(name)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: registrations.cancelFree }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.cancelledTitle);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.overTitle);
  await expectAccessible(page);
});

test('a visitor waits in line for a full training, and leaves it', async ({ page, browser }, info) => {
  const { host } = centreOf(info);
  const email = `mall-${crypto.randomUUID().slice(0, 8)}@demo.test`;
  await standAt(page, host);
  const { id } = await makeFullTraining(page);
  await openTenant(page, host, `/public/registration?training=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.waitTitle);
  await fillIn(page, email);
  await page.getByRole('button', { name: registrations.join }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.doneWaitTitle);
  await page.goto(await readLink(browser, host, email));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.leaveTitle);
  await page.getByRole('button', { name: registrations.leave }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.leftTitle);
});

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of (404|409)/] });

  test('a second booking with one address says so and sends the link again', async ({ page }, info) => {
    const { host } = centreOf(info);
    const email = `kai-${crypto.randomUUID().slice(0, 8)}@demo.test`;
    await standAt(page, host);
    const { id } = await makeTraining(page);
    for (const isSecond of [false, true]) {
      await openTenant(page, host, `/public/registration?training=${id}`);
      await fillIn(page, email);
      await page.getByRole('button', { name: registrations.book }).click();
      if (!isSecond) await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.doneTitle);
    }
    await expect(page.getByRole('alert')).toContainText(visitors.alreadyRegistered);
    await expect(page.getByLabel(account.email)).toHaveValue(email);
  });

  test('a link that is not whole opens nothing', async ({ page }, info) => {
    await page.goto(tenantUrl(centreOf(info).host, '/public/registration/cancel?token=none'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.unknownTitle);
    await expectAccessible(page);
  });
});

test('a centre that takes nobody by itself offers visitors no booking', async ({ page }) => {
  const host = 'vesiroos-jooga.ee';
  await standAt(page, host);
  const { id } = await makeTraining(page);
  await openTenant(page, host, `/public/training?id=${id}`);
  await expect(page.getByRole('link', { name: registrations.logInToBook })).toBeVisible();
  await openTenant(page, host, `/public/registration?training=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.notFound);
  await expect(page.getByLabel(account.firstName)).toHaveCount(0);
});

// The widths are the test's own: one project is enough.
test.describe('in every language', { tag: ['@desk', '@tour'] }, () => {
  test.use({ expectedErrors: [/status of 404/] });
  for (const language of languages) {
    test(`a visitor’s screens are accessible and fit, ${language}`, async ({ page }) => {
      test.setTimeout(150_000);
      const host = 'pohjala-sport.ee';
      await speak(page, host, language);
      await standAt(page, host);
      const ids = [(await makeTraining(page)).id, (await makeFullTraining(page)).id];
      for (const path of [
        ...ids.map((id) => `/public/registration?training=${id}`),
        '/public/registration',
        '/public/registration/cancel',
        '/public/registration/cancel?token=none',
      ]) {
        await openTenant(page, host, path);
        await lookAt(page, language);
      }
    });
  }
});
