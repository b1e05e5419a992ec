import type { Browser, Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getVoucher, listVouchers, shareVoucher } from '#shared/vouchers/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { comeAsMember, newcomerPassword, signIn } from './support/newcomer.ts';
import { grantVoucherOf } from './support/paid.ts';

const { account, common, errors, menu, validation, vouchers } = et;

/** Somebody new with a voucher that can be shared. */
async function comeWithVoucher(page: Page) {
  const newcomer = await comeAsMember(page, 'kinkija');
  await grantVoucherOf(newcomer, 6, true);
  const [own] = await newcomer.call(listVouchers, {});
  if (!own) throw new Error('no voucher was given');
  return { ...newcomer, id: own.id, usesLeft: own.usesLeft };
}

/** Opens a page of the centre as somebody. */
async function openAs(page: Page, email: string, host: string, path: string): Promise<void> {
  await signIn(page, email);
  await openTenant(page, host, path);
}

/** Opens a claim link where nobody is logged in. */
async function openAsStranger(browser: Browser, address: string): Promise<Page> {
  const stranger = await browser.newPage();
  await stranger.goto(address);
  return stranger;
}

async function fillIn(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel(vouchers.claimName).fill(name);
  await page.getByLabel(account.email).fill(email);
}

// shows: address-own-vouchers
test('a member gives one use on: sees what it costs, and has the link in every form', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { id, usesLeft, email } = await comeWithVoucher(page);
  await openAs(page, email, host, '/vouchers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vouchers.title);
  await expectAccessible(page);
  await page.locator(`a[href$="/vouchers?id=${id}"]`).click();
  await expect(page.getByRole('img', { name: vouchers.codeName })).toBeVisible();
  const bar = page.getByRole('region', { name: vouchers.shareBar });
  await expect(bar).toContainText(`${usesLeft} → ${usesLeft - 1}`);
  await bar.getByRole('button', { name: vouchers.share }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(vouchers.sheetTitle);
  await expect(sheet.getByRole('img', { name: vouchers.linkCodeName })).toBeVisible();
  await expect(sheet.getByLabel(vouchers.address, { exact: true })).toHaveValue(/\/public\/vouchers\?token=/);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: common.close }).click();
  await expect(bar).toContainText(`${usesLeft - 1} → ${usesLeft - 2}`);
  await expect(page.getByText(vouchers.linkOpen).first()).toBeVisible();
});

// shows: address-voucher-claim
test('a stranger claims a shared use on the spot, keeps it, and has it mailed once more', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  const email = `kai-${crypto.randomUUID().slice(0, 8)}@demo.test`;
  await standAt(page, host);
  const { id, call } = await comeWithVoucher(page);
  const { address, id: linkId } = await call(shareVoucher, { body: { voucherId: id } });
  await page.goto(address);
  await expect(page.getByRole('button', { name: vouchers.claim })).toBeVisible();
  await expectAccessible(page);
  // Each field says what it lacks, and nothing typed is lost.
  await page.getByLabel(account.email).fill('kai@');
  await page.getByRole('button', { name: vouchers.claim }).click();
  await expect(page.getByLabel(vouchers.claimName)).toBeFocused();
  await expect(page.getByText(validation.nameRequired)).toBeVisible();
  await expect(page.getByText(validation.emailInvalid)).toBeVisible();
  await fillIn(page, 'Kai Kask', email);
  await page.getByRole('button', { name: vouchers.claim }).click();
  await expect(page.getByText(vouchers.claimedNow.replace('{{email}}', email))).toBeVisible();
  await expect(page.getByRole('img', { name: vouchers.codeName })).toBeVisible();
  await expect(page.getByText('1 / 1')).toBeVisible();
  await expectAccessible(page);

  // Its address is its own: it opens again, and the gift's does not give it a second time.
  await page.reload();
  await expect(page.getByText('Kai Kask')).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vouchers.linkUsedTitle);
  await fillIn(page, 'Kai Kask', email);
  await page.getByRole('button', { name: vouchers.sendAgain }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vouchers.againTitle);
  const { links } = await call(getVoucher, { query: { id } });
  expect(links.find((link) => link.id === linkId)).toMatchObject({
    state: 'claimed',
    claimedName: 'Kai Kask',
  });
});

test('whoever was given a use logs in there, has it in their account, and is led to the timetable', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const giver = await comeWithVoucher(page);
  const { email, call } = await comeAsMember(page, 'kingisaaja');
  const { address } = await giver.call(shareVoucher, { body: { voucherId: giver.id } });
  await page.goto(address);
  await fillIn(page, 'Kai Kask', `kai-${crypto.randomUUID().slice(0, 8)}@demo.test`);
  await page.getByRole('button', { name: vouchers.claim }).click();
  await expect(page.getByRole('img', { name: vouchers.codeName })).toBeVisible();
  await page.getByRole('link', { name: vouchers.loginToBook }).click();
  await page.getByLabel(account.email).fill(email);
  await page.getByLabel(account.password, { exact: true }).fill(newcomerPassword);
  await page.getByRole('button', { name: account.login, exact: true }).click();
  await expect(page.getByText(vouchers.keepText)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: vouchers.keep }).click();
  await expect(page.getByText(vouchers.kept)).toBeVisible();
  expect(await call(listVouchers, {})).toMatchObject([{ usesLeft: 1, state: 'active' }]);
  await expectAccessible(page);
  await page.getByRole('link', { name: vouchers.bookWith }).click();
  await expect(page).toHaveURL(/\/calendar\/day/);
});

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of (404|409)/] });

  test('a link is taken back, and opens nothing any more', async ({ page }, info) => {
    const { host } = centreOf(info);
    await standAt(page, host);
    const { id, call, email } = await comeWithVoucher(page);
    // The one whose link is taken back was given on last.
    await call(shareVoucher, { body: { voucherId: id } });
    const { address } = await call(shareVoucher, { body: { voucherId: id } });
    const { usesLeft, openLinks } = await call(getVoucher, { query: { id } });
    expect(openLinks).toBe(2);
    await openAs(page, email, host, `/vouchers?id=${id}`);
    const takeBack = page.getByRole('button', { name: new RegExp(`^${vouchers.takeBack}`) });
    await expect(takeBack).toHaveCount(openLinks);
    await takeBack.first().click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(`${usesLeft} → ${usesLeft + 1}`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await takeBack.first().click();
    await sheet.getByRole('button', { name: vouchers.takeBack }).click();
    await expect(page.getByText(vouchers.takenBackDone)).toBeVisible();
    await expect(takeBack).toHaveCount(openLinks - 1);
    await expect(page.getByText(`${usesLeft + 1} / `)).toBeVisible();
    // The number opens to what made it.
    await page.getByText(vouchers.left, { exact: true }).click();
    await expect(page.getByRole('rowheader').first()).toContainText(vouchers.takenBack);
    await expectAccessible(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(vouchers.unknownTitle);
  });

  test('two strangers with one link: the second one is told, and a typed code opens the same page', async ({
    page,
    browser,
  }, info) => {
    const { host } = centreOf(info);
    await standAt(page, host);
    const { id, call } = await comeWithVoucher(page);
    const { address, code } = await call(shareVoucher, { body: { voucherId: id } });

    await openTenant(page, host, '/public/vouchers');
    await expectAccessible(page);
    const field = page.getByLabel(vouchers.codeLabel);
    await field.fill('7K3M');
    await field.press('Enter');
    await expect(page.getByText(errors.codeNotFound)).toBeVisible();
    await field.fill('7K3M-Q9TX-2WRB');
    await field.press('Enter');
    await expect(page.getByText(errors.codeNotFound)).toBeVisible();
    await expectAccessible(page);
    await field.fill(code.toLowerCase());
    await field.press('Enter');
    await expect(page.getByRole('button', { name: vouchers.claim })).toBeVisible();

    const other = await openAsStranger(browser, address);
    await fillIn(other, 'Mall Mets', `mall-${crypto.randomUUID().slice(0, 8)}@demo.test`);
    await other.getByRole('button', { name: vouchers.claim }).click();
    await expect(other.getByRole('img', { name: vouchers.codeName })).toBeVisible();
    await other.close();

    await fillIn(page, 'Kai Kask', `kai-${crypto.randomUUID().slice(0, 8)}@demo.test`);
    await page.getByRole('button', { name: vouchers.claim }).click();
    await expect(page.getByRole('alert')).toContainText(errors.voucherAlreadyUsed);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(vouchers.linkUsedTitle);
    await expect(page.getByLabel(vouchers.claimName)).toHaveValue('Kai Kask');
  });

  test('a link that is not whole opens nothing, and leads to typing a code', async ({ page }, info) => {
    await openTenant(page, centreOf(info).host, '/public/vouchers?token=none');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(vouchers.unknownTitle);
    await expectAccessible(page);
    await page.getByRole('link', { name: vouchers.typeCode }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(vouchers.codeTitle);
  });
});

// The widths are the test's own: one project is enough.
test.describe('in every language', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`the screens of vouchers are accessible and fit, ${language}`, async ({ page }) => {
      test.setTimeout(150_000);
      const host = 'dzintara-spa.lv';
      await speak(page, host, language);
      await standAt(page, host);
      // One that can be shared and was, and one that is used up.
      const { call, email, id, ...newcomer } = await comeWithVoucher(page);
      await call(shareVoucher, { body: { voucherId: id } });
      await grantVoucherOf({ email, ...newcomer }, 1, true);
      const usedId = (await call(listVouchers, {})).find((voucher) => voucher.id !== id)?.id ?? 0;
      await call(shareVoucher, { body: { voucherId: usedId } });
      expect((await call(getVoucher, { query: { id: usedId } })).state).toBe('used');
      await signIn(page, email);
      const paths = [id, usedId].map((each) => `/vouchers?id=${each}`);
      for (const path of ['/vouchers', ...paths, '/public/vouchers']) {
        await openTenant(page, host, path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        for (const details of await page.locator('main summary').all()) await details.click();
        await lookAt(page, language);
      }
    });
  }
});

test('vouchers are in the menu', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member');
  // The phone's centre shows no invoices: there vouchers stand alone, elsewhere in a submenu.
  const opener = info.project.name === 'phone' ? menu.menu : menu.contract;
  await page.getByRole('button', { name: opener }).click();
  await page.getByRole('link', { name: menu.vouchers, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vouchers.title);
});
