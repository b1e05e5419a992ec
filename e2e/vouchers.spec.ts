import type { Browser, Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getVoucher, listVouchers, shareVoucher } from '#shared/vouchers/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';

const { account, common, errors, menu, validation, vouchers } = et;

// One voucher is shared by all of a project's journeys: one after another.
test.describe.configure({ mode: 'default' });

/** The demo member's voucher that can be shared. */
async function findShareable(page: Page) {
  const call = await callAsMember(page);
  const own = await call(listVouchers, {});
  const found = own.find(({ isShareable, state }) => isShareable && state === 'active');
  if (!found) throw new Error('the demo member has no voucher to share');
  return { call, ...found };
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
  const { id, usesLeft } = await findShareable(page);
  await logInAs(page, 'member', '/vouchers');
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
  const { id, call } = await findShareable(page);
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

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of (404|409)/] });

  test('a link is taken back, and opens nothing any more', async ({ page }, info) => {
    const { host } = centreOf(info);
    await standAt(page, host);
    const { id, call } = await findShareable(page);
    const { address } = await call(shareVoucher, { body: { voucherId: id } });
    const { usesLeft, openLinks } = await call(getVoucher, { query: { id } });
    await logInAs(page, 'member', `/vouchers?id=${id}`);
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
    const { id, call } = await findShareable(page);
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
      const call = await callAsMember(page);
      const own = await call(listVouchers, {});
      await logInAs(page, 'member', '/vouchers');
      const looked = [own.find(({ isShareable }) => isShareable), own.find(({ state }) => state === 'used')];
      const paths = looked.flatMap((voucher) => (voucher ? [`/vouchers?id=${voucher.id}`] : []));
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
