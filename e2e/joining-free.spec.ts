import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { createCampaign } from '#shared/products/admin/contract.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { callAsMember, type MemberCall } from './support/member.ts';
import { newestMail } from './support/newcomer.ts';
import { makePackage } from './support/paid.ts';

const host = 'pohjala-sport.ee';
const { joining } = et;

const fresh = ({ project, repeatEachIndex }: TestInfo) =>
  `tasuta.${project.name}.${process.pid}.${repeatEachIndex}.${Temporal.Now.instant().epochMilliseconds}@demo.test`;

/** A package with a code that takes all of its first payment. */
async function makeFree(manage: MemberCall) {
  const made = await makePackage(manage);
  const code = `TASUTA${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  const names = { et: code, en: code, lv: code };
  await manage(createCampaign, {
    body: {
      values: {
        ...{ code, names, effect: 'percent', percent: 100, validFrom: '2020-01-01', validUntil: null },
        ...{ places: null, isOncePerClient: false, productIds: [made.id], clubIds: [], isActive: true },
      },
    },
  });
  return { name: made.name, code };
}

const next = (page: Page) => page.locator('form button[type=submit]').last();

test('what costs nothing at first is joined by the mailed link, and not before', async ({ page }, info) => {
  const email = fresh(info);
  const other = `uus.${email}`;
  await standAt(page, host);
  const manage = await callAsMember(page, 'admin');
  const { name, code } = await makeFree(manage);
  await page.context().clearCookies();
  await openTenant(page, host, '/public/join');
  await page.getByRole('radio', { name: new RegExp(name) }).check();
  await page.getByText(joining.haveCode).click();
  await page.locator('[name=code]').fill(code);
  await page.getByRole('button', { name: joining.applyCode, exact: true }).click();
  await expect(page.getByText(code).first()).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/step=2/);
  const person = {
    ...{ firstName: 'Tiiu', lastName: 'Tasuta', email, phone: '+372 5555 9876' },
    ...{ address: 'Niine 3', city: 'Tallinn', zip: '10414' },
  };
  for (const [field, value] of Object.entries(person)) await page.locator(`[name=${field}]`).fill(value);
  await page.locator('[name=country]').selectOption('XX');
  await page.locator('[name=birthDate]').fill('31.12.1990');
  await next(page).click();
  await page.getByLabel(joining.agree).check();
  await page.getByLabel(joining.startsEarly.replace('{{days}}', '14')).check();
  await expect(page.getByText(joining.mailedNext)).toBeVisible();
  await next(page).click();

  // The mail is the way on; what is typed wrong is mended without typing the rest again.
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(joining.mailedTitle);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  const first = /\/public\/join-confirmation\?token=\S+/.exec(await newestMail(manage, email))?.[0] ?? '';
  await page.getByRole('button', { name: joining.mailAgain }).click();
  await expect(page.getByRole('button', { name: joining.mailAgain })).toBeEnabled();
  await page.getByRole('button', { name: joining.mailedChange }).click();
  await expect(page.locator('[name=email]')).toBeFocused();
  await page.locator('[name=email]').fill(other);
  await next(page).click();
  await expect(page.getByText(other)).toBeVisible();
  await next(page).click();
  await expect(title).toHaveText(joining.mailedTitle);
  const link = /\/public\/join-confirmation\?token=\S+/.exec(await newestMail(manage, other))?.[0] ?? '';

  await openTenant(page, host, link);
  await expect(title).toHaveText(joining.provingTitle);
  await expect(page.getByText('Tiiu Tasuta')).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: joining.joinFree, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/payment-confirmation\/free/);
  await expect(page.getByText(name).first()).toBeVisible();
  expect(await newestMail(manage, other, '/password/reset?token=')).toContain('reset');

  // Opened again it says so; the one that went to the wrong address joins nobody.
  await openTenant(page, host, link);
  await expect(title).toHaveText(joining.joinedTitle);
  await expectAccessible(page);
  expect(first).not.toBe(link);
});

test.describe('a link that is over', () => {
  test.use({ expectedErrors: [/404 \(Not Found\).*join\/confirm/] });

  test('says so, and leads to joining anew', async ({ page }) => {
    await openTenant(page, host, '/public/join-confirmation?token=1.nothing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(joining.provingGone);
    await expectAccessible(page);
    await openTenant(page, host, '/public/join-confirmation');
    await page.getByRole('link', { name: joining.title }).first().click();
    await expect(page).toHaveURL(/\/public\/join$/);
  });
});
