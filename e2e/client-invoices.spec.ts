import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getManagedInvoice, listClientInvoices } from '#shared/invoices/credits/contract.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { callAsMember, type MemberCall } from './support/member.ts';
import { makeClient } from './support/newcomer.ts';
import { billTicket, filled } from './support/paid.ts';

const hostOf = ({ project }: TestInfo) =>
  project.name === 'phone' ? 'vormiruum-pilates.ee' : 'tammetreenerid.ee';
const { clientInvoices: texts, common, invoices, payments } = et;

/** A client without an account who has two invoices to pay. */
async function makeDebtor(call: MemberCall) {
  const { id: clientId } = await makeClient(call, 'Võlgu', crypto.randomUUID().slice(0, 8));
  for (const price of [30, 40]) await billTicket(call, clientId, price);
  const { items } = await call(listClientInvoices, { params: { id: clientId }, query: {} });
  return { clientId, unpaid: items };
}

const told = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text.split('{{')[0]?.trim() ?? '')).toBeVisible();

test('an administrator credits a part of an invoice, writes the rest off, and pays money back', async ({
  page,
}, info) => {
  test.setTimeout(150_000);
  const host = hostOf(info);
  await standAt(page, host);
  const call = await callAsMember(page, 'admin');
  const { clientId, unpaid } = await makeDebtor(call);
  const [owed, bought] = unpaid;
  if (!owed || !bought) throw new Error('too few invoices');
  const read = (id: number) => call(getManagedInvoice, { params: { id } });

  // One of them is paid at a bank, so that there is money to pay back.
  const { invoiceToken } = await read(bought.id);
  await openTenant(page, host, `/public/invoices?invoice=${invoiceToken}`);
  await page.getByRole('radio', { name: 'LHV' }).check();
  await page.getByRole('button', { name: /^Maksa \d/ }).click();
  await expect(page.getByText(payments.standInMark)).toBeVisible();
  await page
    .getByRole('button', { name: /^Maksa / })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: payments.doneTitle })).toBeVisible({
    timeout: 40_000,
  });

  await logInAs(page, 'admin', `/admin/clients?id=${clientId}`);
  const section = page.getByRole('region', { name: texts.title, exact: true });
  const rowOf = (number: string) => section.getByRole('listitem').filter({ hasText: number });
  const openOf = (number: string) =>
    rowOf(number).getByRole('button', { name: filled(texts.openNamed, { number }) });
  const sheet = page.getByRole('dialog');
  const press = (name: string) => sheet.getByRole('button', { name, exact: true }).click();
  const reason = sheet.getByLabel(texts.reason, { exact: true });

  // A part is credited: not without a reason, nor more than is left. By keys.
  await openOf(owed.invoiceNumber).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  await expectAccessible(page, 'dialog[open]');
  await sheet.getByRole('button', { name: texts.creditLines, exact: true }).focus();
  await page.keyboard.press('Enter');
  const amount = sheet.getByRole('textbox').first();
  await amount.fill('9999');
  await press(texts.creditLines);
  await expect(sheet.getByText(texts.reasonNeeded)).toBeVisible();
  await expect(sheet.getByText(texts.amountNeeded.split('{{')[0] ?? '')).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await amount.fill('1,50');
  await expect(sheet.getByText(texts.stillToPay, { exact: true })).toBeVisible();
  await reason.fill('Rikkis kapp');
  await press(texts.creditLines);
  await told(page, texts.creditDone);
  expect(await read(owed.id)).toMatchObject({ balance: Math.round(owed.balance * 100 - 150) / 100 });

  // The rest is written off, which is asked once.
  await press(texts.writeOff);
  await expect(sheet.getByText(texts.writeOffText)).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await press(texts.keep);
  await press(texts.writeOff);
  await press(texts.writeOff);
  await expect(
    page.getByRole('status').getByText(texts.writeOffDone.replace('{{amount}} ', '')),
  ).toBeVisible();
  await expect(sheet.getByRole('button', { name: texts.writeOff })).toHaveCount(0);
  expect((await read(owed.id)).state).toBe('writtenOff');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(rowOf(owed.invoiceNumber).getByText(invoices.writtenOff)).toBeVisible();

  // Money goes back: of what is not credited it says that it is then owed again.
  await openOf(bought.invoiceNumber).click();
  await press(texts.refund);
  await expect(sheet.getByLabel(texts.refundAmount, { exact: true })).toBeFocused();
  await expect(sheet.getByText(/^Arvest tuleb siis/)).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await press(common.back);
  await press(texts.creditLines);
  await expect(sheet.getByText(texts.toCredit, { exact: true })).toBeVisible();
  await reason.fill('Kolis ära');
  await press(texts.creditLines);
  await told(page, texts.creditDone);
  await press(texts.refund);
  await expect(sheet.getByText(/^Arvest tuleb siis/)).toHaveCount(0);
  await sheet.getByLabel(texts.refundAmount, { exact: true }).fill('0');
  await press(texts.refund);
  await expect(sheet.getByText(texts.reasonNeeded)).toBeVisible();
  await sheet.getByLabel(texts.refundAmount, { exact: true }).fill('5');
  await reason.fill('Kolis ära');
  await press(texts.refund);
  await expect(
    page.getByRole('status').getByText(new RegExp(`^(${texts.refundDone}|${texts.refundSent})$`)),
  ).toBeVisible();
  await expect(sheet.getByText(/tagasi/).first()).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});
