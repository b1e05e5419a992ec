import type { Browser, Page, TestInfo } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { listClients } from '#shared/clients/contract.ts';
import { listInvoices } from '#shared/invoices/contract.ts';
import { listTickets } from '#shared/tickets/contract.ts';
import { buyTicketOn } from './support/buying.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAs, callAsMember } from './support/member.ts';
import { clientIdOf, comeNew, newcomerPassword, signIn } from './support/newcomer.ts';
import { filled, makeProduct } from './support/paid.ts';

const { backOffice, clientOwned, common, errors, owned, tickets, vouchers } = et;

/** Opens the client's page of the back office, where their tickets and vouchers are. */
async function openClient(page: Page, id: number) {
  await logInAs(page, 'admin', `/admin/clients?id=${id}`);
  const section = page.getByRole('region', { name: clientOwned.title });
  await expect(section).toBeVisible();
  return section;
}

/** A page of somebody else, as wide as this one. */
async function besides(browser: Browser, info: TestInfo, host: string): Promise<Page> {
  const page = await browser.newPage({ viewport: info.project.use.viewport ?? null, locale: 'et-EE' });
  await standAt(page, host);
  return page;
}

test('a voucher is given by hand, corrected, withdrawn and given back, and its holder sees each', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000);
  const { host } = centreOf(info);
  await standAt(page, host);
  const newcomer = await comeNew(page, 'kaart');
  const { id: productId, name } = await makeProduct(newcomer.manage, 'voucher', { visits: 5 });
  const section = await openClient(page, await clientIdOf(newcomer));
  await expect(section.getByText(clientOwned.none)).toBeVisible();

  const giving = page.getByRole('group').filter({ hasText: backOffice.giving.title });
  await giving.getByText(backOffice.giving.title).click();
  await giving.getByLabel(backOffice.giving.productId, { exact: true }).selectOption(String(productId));
  await giving.getByLabel(backOffice.giving.uses).fill('3');
  await giving.getByRole('button', { name: backOffice.giving.give }).click();
  // Nothing is given without saying why.
  await expect(giving.getByLabel(backOffice.giving.reason)).toBeFocused();
  await giving.getByLabel(backOffice.giving.reason).fill('Katkine dušš');
  await giving.getByRole('button', { name: backOffice.giving.give }).click();
  await expect(page.getByText(backOffice.giving.given)).toBeVisible();
  const row = section.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(filled(clientOwned.leftOf, { left: 3, granted: 3 }));
  await expectAccessible(page);

  const holder = await besides(browser, info, host);
  await signIn(holder, newcomer.email);
  await holder.goto(holder.url().replace('/offline.html', '/vouchers'));
  await holder.getByRole('link', { name: new RegExp(name) }).click();
  await expect(holder.getByRole('img', { name: vouchers.codeName })).toBeVisible();

  // By keys alone: two of the three uses are taken away.
  const opener = row.getByRole('button');
  await opener.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('3 / 3')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: clientOwned.correct }).focus();
  await page.keyboard.press('Enter');
  const count = sheet.getByLabel(clientOwned.count);
  await expect(count).toBeFocused();
  await page.keyboard.type('4');
  await sheet.getByRole('button', { name: clientOwned.takeAway }).focus();
  await page.keyboard.press('Enter');
  await sheet.getByLabel(clientOwned.reason, { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(count).toBeFocused();
  await expect(sheet.getByText(filled(clientOwned.countTooMany, { left: 3 }))).toBeVisible();
  await expect(sheet.getByText(clientOwned.reasonNeeded)).toBeVisible();
  await expectAccessible(page);
  await count.fill('2');
  await expect(sheet.getByText(filled(clientOwned.becomes, { before: 3, after: 1 }))).toBeVisible();
  await sheet.getByLabel(clientOwned.reason, { exact: true }).fill('Loeti kaks korda');
  await page.keyboard.press('Enter');
  await expect(page.getByText(clientOwned.corrected)).toBeVisible();
  await expect(sheet.getByRole('button', { name: clientOwned.correct })).toBeFocused();
  await expect(sheet.getByText('1 / 1', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Loeti kaks korda/ })).toContainText('−2');

  await sheet.getByRole('button', { name: clientOwned.revoke, exact: true }).click();
  await expect(sheet.getByText(clientOwned.revokeText)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel(clientOwned.reason, { exact: true }).fill('Anti kogemata');
  await sheet.getByRole('button', { name: clientOwned.revokeSave }).click();
  await expect(page.getByText(clientOwned.revoked)).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Anti kogemata/ })).toContainText(owned.lines.revoked);
  // It is neither corrected nor withdrawn now.
  await expect(sheet.getByRole('button', { name: clientOwned.correct })).toHaveCount(0);
  await expectAccessible(page);

  await holder.reload();
  await expect(holder.getByText(errors.voucherRevoked)).toBeVisible();
  await expect(holder.getByRole('img', { name: vouchers.codeName })).toHaveCount(0);
  await holder.getByText(vouchers.left, { exact: true }).click();
  await expect(holder.getByRole('row', { name: /Anti kogemata/ })).toContainText(vouchers.revoked);
  await expectAccessible(holder);

  await sheet.getByRole('button', { name: clientOwned.restore }).click();
  await sheet.getByLabel(clientOwned.reason, { exact: true }).fill('Oli siiski õige');
  await sheet.getByRole('button', { name: clientOwned.restoreSave }).click();
  await expect(page.getByText(clientOwned.restored)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  // The row was in the other list meanwhile.
  await expect(section.getByRole('heading', { name: clientOwned.title })).toBeFocused();
  await expect(row).toContainText(filled(clientOwned.leftOf, { left: 1, granted: 1 }));
  await holder.reload();
  await expect(holder.getByRole('img', { name: vouchers.codeName })).toBeVisible();
  await holder.close();
});

test('a bought ticket gets a visit more, and its holder reads why', async ({ page, browser }, info) => {
  test.setTimeout(120_000);
  const { host } = centreOf(info);
  await standAt(page, host);
  const newcomer = await comeNew(page, 'pilet');
  const holder = await besides(browser, info, host);
  await signIn(holder, newcomer.email);
  const product = await buyTicketOn(holder);

  const had = product.visits ?? 0;
  const section = await openClient(page, await clientIdOf(newcomer));
  const row = section.getByRole('listitem').filter({ hasText: product.name });
  await expect(row).toContainText(filled(clientOwned.leftOf, { left: had, granted: had }));
  await row.getByRole('button').click();
  const sheet = page.getByRole('dialog');
  // A ticket is bought, not given: it is corrected only.
  await expect(sheet.getByRole('button', { name: clientOwned.revoke, exact: true })).toHaveCount(0);
  await sheet.getByRole('button', { name: clientOwned.correct }).click();
  await sheet.getByLabel(clientOwned.count).fill('1');
  await sheet.getByLabel(clientOwned.reason, { exact: true }).fill('Bassein oli suletud');
  await sheet.getByRole('button', { name: clientOwned.save }).click();
  await expect(page.getByText(clientOwned.corrected)).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Bassein oli suletud/ })).toContainText('+1');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: common.close }).click();
  await expect(row.getByRole('button')).toBeFocused();
  await expect(row).toContainText(filled(clientOwned.leftOf, { left: had + 1, granted: had + 1 }));

  const call = await callAs(holder, newcomer.email, newcomerPassword);
  const [own] = (await call(listTickets, { query: {} })).items;
  expect(own).toMatchObject({ visitsLeft: had + 1, visitsGranted: had + 1 });
  await holder.goto(new URL(`/public/tickets?ticket=${own?.token}`, holder.url()).href);
  await holder.getByText(tickets.left, { exact: true }).click();
  await expect(holder.getByRole('row', { name: /Bassein oli suletud/ })).toContainText(tickets.ADJUST);
  await holder.close();
});

test('a ticket is given for nothing and another sold with an invoice, and the client has both at once', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000);
  const { host } = centreOf(info);
  await standAt(page, host);
  const newcomer = await comeNew(page, 'kingitus');
  const visits = 5;
  const { id: productId, name } = await makeProduct(newcomer.manage, 'ticket', { visits });
  const section = await openClient(page, await clientIdOf(newcomer));
  const { giving } = clientOwned;
  const opener = section.getByRole('button', { name: giving.open, exact: true });

  // By keys alone: given for nothing, and not without saying why.
  await opener.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  const choice = sheet.getByLabel(giving.product, { exact: true });
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(choice).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await choice.selectOption(String(productId));
  const give = sheet.getByRole('button', { name: giving.save, exact: true });
  await give.focus();
  await page.keyboard.press('Enter');
  const reason = sheet.getByLabel(giving.reason, { exact: true });
  await expect(reason).toBeFocused();
  await expect(sheet.getByText(giving.reasonNeeded)).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.type('Katkine dušš');
  await page.keyboard.press('Enter');
  await expect(page.getByText(giving.given, { exact: true })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
  const rows = section.getByRole('listitem').filter({ hasText: name });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(filled(clientOwned.leftOf, { left: visits, granted: visits }));

  // Sold with an invoice: nothing has to be said.
  await opener.click();
  await choice.selectOption(String(productId));
  await sheet.getByRole('button', { name: giving.invoice, exact: true }).click();
  await expect(reason).toHaveCount(0);
  await expectAccessible(page, 'dialog[open]');
  await sheet.getByRole('button', { name: new RegExp(`^${giving.sell.split('{{')[0]}`) }).click();
  await expect(page.getByText(giving.sold.split('{{')[0] ?? '')).toBeVisible();
  await expect(opener).toBeFocused();
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);

  const holder = await besides(browser, info, host);
  await signIn(holder, newcomer.email);
  const call = await callAs(holder, newcomer.email, newcomerPassword);
  expect((await call(listInvoices, { query: {} })).items).toMatchObject([{ state: 'issued' }]);
  await holder.goto(new URL('/public/tickets', holder.url()).href);
  const own = holder.getByRole('link', { name: new RegExp(name) }).filter({ hasText: tickets.given });
  await own.click();
  await expect(holder.getByText('Katkine dušš').first()).toBeVisible();
  await holder.getByText(tickets.left, { exact: true }).click();
  await expect(holder.getByRole('row', { name: /Katkine dušš/ })).toContainText(tickets.given);
  await expectAccessible(holder);
  await holder.close();
});

// The widths are the test's own: one project is enough.
test.describe('in every language', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`a client’s tickets and vouchers are accessible and fit, ${language}`, async ({ page }) => {
      test.setTimeout(120_000);
      const host = 'dzintara-spa.lv';
      await speak(page, host, language);
      await standAt(page, host);
      const manage = await callAsMember(page, 'admin');
      const { items } = await manage(listClients, { query: { q: 'member@demo.test' } });
      await logInAs(page, 'admin', `/admin/clients?id=${items[0]?.id}`);
      const texts = { en, et, lv }[language].clientOwned;
      const section = page.getByRole('region', { name: texts.title });
      for (const details of await section.locator('summary').all()) await details.click();
      await expectAccessible(page);
      // The sheet lies on the page: both must fit.
      await section.getByRole('button').first().click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: texts.revoke, exact: true }).click();
      await expectAccessible(page);
      await sheet.getByRole('button', { name: texts.correct }).click();
      await lookAt(page, language);
    });
  }
});
