import type { Browser, Page } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
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

type Words = Pick<typeof et, 'account'>;

/** What an administrator reads in the mail to an address: the address of its link. */
async function readLink(browser: Browser, host: string, to: string): Promise<string> {
  const office = await browser.newPage();
  await standAt(office, host);
  await newestMail(await callAsMember(office, 'admin'), to);
  await logInAs(office, 'admin', '/messages');
  await office.getByRole('link').filter({ hasText: to }).first().click();
  const link = office.locator('a[href*="registration/confirm?token="]').first();
  const address = (await link.getAttribute('href')) ?? '';
  await office.close();
  return address;
}

async function fillIn(page: Page, email: string, words: Words = et): Promise<void> {
  const { account } = words;
  await page.getByLabel(account.firstName, { exact: true }).fill('Kai');
  await page.getByLabel(account.lastName, { exact: true }).fill('Kask');
  await page.getByLabel(account.email).fill(email);
  await page.getByLabel(account.phone).fill('+372 5555 1234');
}

// shows: book-without-account, visitor-asked-who
test(
  'a visitor asks for a place, presses in the mail and cancels with its link',
  { tag: '@always' },
  async ({ page, browser }, info) => {
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
    await page.getByRole('button', { name: visitors.send }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(visitors.mailedTitle);
    await expect(title.locator('span')).toBeFocused();
    await expect(page.getByText(email)).toBeVisible();
    await expectAccessible(page);
    // Nothing typed is lost for whoever sees that the address was wrong.
    await page.getByRole('button', { name: visitors.mailedAgain }).click();
    await expect(page.getByLabel(account.email)).toHaveValue(email);
    await expect(page.getByLabel(account.firstName)).toHaveValue('Kai');

    const link = await readLink(browser, host, email);
    await page.goto(link);
    await expect(title).toHaveText(visitors.confirmTitle);
    await expect(page.getByText(name)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: registrations.book }).click();
    await expect(title).toHaveText(visitors.doneTitle);
    await expect(title.locator('span')).toBeFocused();
    await expectAccessible(page);
    // The mail leads back to it.
    await page.goto(link);
    await expect(title).toHaveText(visitors.doneTitle);
    await page.getByRole('button', { name: registrations.cancelFree }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.cancelledTitle);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.overTitle);
    await expectAccessible(page);
  },
);

test('a visitor waits in line for a full training, and leaves it', async ({ page, browser }, info) => {
  const { host } = centreOf(info);
  const email = `mall-${crypto.randomUUID().slice(0, 8)}@demo.test`;
  await standAt(page, host);
  const { id } = await makeFullTraining(page);
  await openTenant(page, host, `/public/registration?training=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.waitTitle);
  await fillIn(page, email);
  await page.getByRole('button', { name: visitors.send }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(visitors.mailedTitle);
  await page.goto(await readLink(browser, host, email));
  await expect(title).toHaveText(visitors.confirmWaitTitle);
  await page.getByRole('button', { name: registrations.join }).click();
  await expect(title).toHaveText(visitors.doneWaitTitle);
  await page.getByRole('button', { name: registrations.leave }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.leftTitle);
});

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of (404|409)/] });

  test('whose place went meanwhile is offered to wait', async ({ page, browser }, info) => {
    const { host } = centreOf(info);
    await standAt(page, host);
    const { id } = await makeTraining(page, { places: 1 });
    const title = page.getByRole('heading', { level: 1 });
    const links: string[] = [];
    for (const name of ['esimene', 'teine']) {
      const email = `${name}-${crypto.randomUUID().slice(0, 8)}@demo.test`;
      await openTenant(page, host, `/public/registration?training=${id}`);
      await fillIn(page, email);
      await page.getByRole('button', { name: visitors.send }).click();
      await expect(title).toHaveText(visitors.mailedTitle);
      links.push(await readLink(browser, host, email));
    }
    const slow = await page.context().newPage();
    await slow.goto(links[1] ?? '');
    await expect(slow.getByRole('heading', { level: 1 })).toHaveText(visitors.confirmTitle);
    await page.goto(links[0] ?? '');
    await page.getByRole('button', { name: registrations.book }).click();
    await expect(title).toHaveText(visitors.doneTitle);
    await slow.getByRole('button', { name: registrations.book }).click();
    await expect(slow.getByRole('alert')).toContainText(visitors.noFreePlaces);
    await expect(slow.getByRole('heading', { level: 1 })).toHaveText(visitors.confirmWaitTitle);
    await expectAccessible(slow);
    await slow.getByRole('button', { name: registrations.join }).click();
    await expect(slow.getByRole('heading', { level: 1 })).toHaveText(visitors.doneWaitTitle);
  });

  test('a link that is not whole opens nothing', async ({ page }, info) => {
    await page.goto(tenantUrl(centreOf(info).host, '/public/registration/confirm?token=none'));
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
    test(`a visitor’s screens are accessible and fit, ${language}`, async ({ page, browser }) => {
      test.setTimeout(150_000);
      const host = 'pohjala-sport.ee';
      await speak(page, host, language);
      await standAt(page, host);
      const ids = [(await makeTraining(page)).id, (await makeFullTraining(page)).id];
      for (const path of [
        ...ids.map((id) => `/public/registration?training=${id}`),
        '/public/registration',
        '/public/registration/cancel',
        '/public/registration/confirm?token=none',
      ]) {
        await openTenant(page, host, path);
        await lookAt(page, language);
      }
      // What is mailed, pressed, booked and waited for.
      const words = { et, en, lv }[language];
      for (const [index, id] of ids.entries()) {
        const email = `${language}-${index}-${crypto.randomUUID().slice(0, 8)}@demo.test`;
        await openTenant(page, host, `/public/registration?training=${id}`);
        await fillIn(page, email, words);
        await page.getByRole('button', { name: words.visitors.send }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.visitors.mailedTitle);
        await lookAt(page, language);
        await page.goto(await readLink(browser, host, email));
        const { book, join } = words.registrations;
        const press = page.getByRole('button', { name: index === 0 ? book : join });
        await expect(press).toBeVisible();
        await lookAt(page, language);
        await press.click();
        const { doneTitle, doneWaitTitle } = words.visitors;
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          index === 0 ? doneTitle : doneWaitTitle,
        );
        await lookAt(page, language);
      }
    });
  }
});
