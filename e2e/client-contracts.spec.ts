import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listClients } from '#shared/clients/contract.ts';
import { listContracts } from '#shared/contracts/contract.ts';
import { grantContract } from '#shared/contracts/grants/contract.ts';
import { getManagedContract } from '#shared/contracts/status/contract.ts';
import { listInvoices } from '#shared/invoices/contract.ts';
import { addDays, formatDate } from '#shared/kernel/dates.ts';
import { ask } from './support/database.ts';
import { dateIn } from './support/fields.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { callAs, callAsMember, type MemberCall } from './support/member.ts';
import { comeNew, makeClient, newcomerPassword, signIn } from './support/newcomer.ts';
import { filled, makePackage } from './support/paid.ts';

/** Where no other journey is about contracts. */
const hostOf = ({ project }: TestInfo) =>
  project.name === 'phone' ? 'tammetreenerid.ee' : 'vormiruum-pilates.ee';
const { clientContracts: texts, contracts } = et;

/** A client without an account who owes for a contract without an end. */
async function makeDebtor(call: MemberCall) {
  const mark = crypto.randomUUID().slice(0, 8);
  const { id: clientId } = await makeClient(call, 'Võlgu', mark);
  const { id: productId, clubId: unitId } = await makePackage(call);
  const startsOn = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
  const body = { productId, unitId, startsOn, startsEarly: true };
  const { id, number } = await call(grantContract, { params: { id: clientId }, body });
  // What is issued stays, so that nobody but a clock makes it overdue.
  await ask(`do $$ begin
    alter table invoices disable trigger keep_issued;
    update invoices set due_on = issued_on - 5
      where (tenant_id, client_id) in (select tenant_id, id from clients where last_name = '${mark}');
    alter table invoices enable trigger keep_issued;
  end $$`);
  return { clientId, id, number };
}

const sheetOf = (page: Page) => page.getByRole('dialog');
const told = (page: Page, text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible();

test('an administrator blocks a contract and lifts it, gives it a price and its debt to a collector', async ({
  page,
}, info) => {
  test.setTimeout(120_000);
  await standAt(page, hostOf(info));
  const call = await callAsMember(page, 'admin');
  const { clientId, id, number } = await makeDebtor(call);
  const read = () => call(getManagedContract, { params: { id } });
  await logInAs(page, 'admin', `/admin/clients?id=${clientId}`);
  const row = page
    .getByRole('region', { name: texts.title })
    .getByRole('listitem')
    .filter({ hasText: number });
  const open = row.getByRole('button', { name: filled(texts.openNamed, { number }) });
  const sheet = sheetOf(page);
  const press = (name: string) => sheet.getByRole('button', { name, exact: true }).click();

  // By keys alone: opened, thought better of, left with Escape; focus is always somewhere that says what it is.
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(sheet.getByRole('term').filter({ hasText: texts.debt })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await sheet.getByRole('button', { name: texts.block }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByLabel(texts.reason, { exact: true })).toBeFocused();
  await expect(sheet.getByText(texts.blockText)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(open).toBeFocused();
  await open.click();

  // Blocked: not without a reason, nor until a day that is over.
  await press(texts.block);
  await sheet.getByLabel(texts.until).fill('2020-01-01');
  await press(texts.block);
  await expect(sheet.getByText(texts.reasonNeeded)).toBeVisible();
  await expect(sheet.getByText(texts.untilPast)).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await sheet.getByLabel(texts.reason, { exact: true }).fill('Lõhkus kapi');
  await sheet.getByLabel(texts.until).fill('');
  await press(texts.block);
  await told(page, texts.blockDone);
  await expect(sheet.getByText(contracts.blocked.replace('{{reason}}', 'Lõhkus kapi'))).toBeVisible();
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  expect(await read()).toMatchObject({ status: 1, block: { until: null, reason: 'Lõhkus kapi' } });
  await expectAccessible(page, 'dialog[open]');

  // Lifted.
  await press(texts.unblock);
  await sheet.getByLabel(texts.reason, { exact: true }).fill('Maksis kinni');
  await press(texts.unblock);
  await told(page, texts.unblockDone);
  await expect(sheet.getByRole('button', { name: texts.unblock })).toHaveCount(0);
  expect((await read()).block).toBeNull();

  // Another price: it says from when it counts before it is pressed, and not earlier than the payer can be told.
  const { earliestPriceDate, packagePrice } = await read();
  if (earliestPriceDate === null) throw new Error('the contract can have no other price');
  await press(texts.price);
  await sheet.getByLabel(texts.from, { exact: true }).fill(addDays(earliestPriceDate, -1));
  await press(texts.price);
  await expect(sheet.getByText(texts.priceNeeded)).toBeVisible();
  const early = filled(texts.fromTooEarly, { date: formatDate(earliestPriceDate) });
  await expect(sheet.getByText(early)).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await sheet.getByLabel(texts.from, { exact: true }).fill(earliestPriceDate);
  await sheet
    .getByRole('textbox', { name: texts.newPrice.split('{{')[0] ?? '' })
    .fill(`${packagePrice + 3},50`);
  await expect(sheet.getByText(texts.countsFrom)).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await press(texts.price);
  await told(page, texts.priceDone);
  expect((await read()).history[0]).toMatchObject({ kind: 'price', from: earliestPriceDate });

  // To a collector: said before what it means, and then it is closed.
  await press(texts.collect);
  await expect(sheet.getByText(texts.collectText.split('{{')[0] ?? '')).toBeVisible();
  await sheet.getByLabel(texts.reason, { exact: true }).fill('Ei vasta kirjadele');
  await expectAccessible(page, 'dialog[open]');
  await press(texts.collect);
  await told(page, texts.collectDone);
  await expect(sheet.getByText(contracts.status_5, { exact: true }).first()).toBeVisible();
  await expect(sheet.getByRole('button', { name: texts.collect })).toHaveCount(0);
  await sheet.getByText(contracts.history).click();
  await expect(sheet.getByText('Ei vasta kirjadele')).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  // And back from there: it stands as before.
  await press(texts.recall);
  await expect(sheet.getByText(texts.recallText)).toBeVisible();
  await sheet.getByLabel(texts.reason, { exact: true }).fill('Makstud');
  await expectAccessible(page, 'dialog[open]');
  await press(texts.recall);
  await told(page, texts.recallDone);
  await expect(sheet.getByText(contracts.status_5, { exact: true })).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: texts.collect })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.getByText(contracts.status_5)).toHaveCount(0);
  await expectAccessible(page);
});

test('an administrator makes a contract at the desk, and the client has it with its first invoice', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000);
  const host = hostOf(info);
  await standAt(page, host);
  const newcomer = await comeNew(page, 'leping');
  const quarterly = await makePackage(newcomer.manage, { periodMonths: 3 });
  const { items } = await newcomer.manage(listClients, { query: { q: newcomer.email } });
  await logInAs(page, 'admin', `/admin/clients?id=${items[0]?.id}`);
  const part = page.getByRole('region', { name: texts.title });
  const { giving } = texts;
  const opener = part.getByRole('button', { name: giving.open, exact: true });
  const sheet = sheetOf(page);

  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  // What the invoice will say stands there before anything is pressed.
  await expect(sheet.getByRole('term').filter({ hasText: giving.first })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  const choice = sheet.getByLabel(texts.package, { exact: true });
  const name = (await choice.locator('option:checked').textContent()) ?? '';
  // What is billed every three months does not say that it is every month.
  await choice.selectOption(String(quarterly.id));
  const payDay = new RegExp(filled(giving.payDayOn_other, { count: 3, day: '\\d+' }));
  await expect(sheet.getByText(payDay)).toBeVisible();
  await choice.selectOption({ label: name });
  await expect(sheet.getByText(payDay)).toHaveCount(0);

  // Not from a day gone by.
  const first = sheet.getByLabel(contracts.startsOn);
  const today = await dateIn(first);
  await first.fill('2020-01-01');
  const save = sheet.getByRole('button', { name: new RegExp(`^${giving.save}`) });
  await save.click();
  await expect(sheet.getByText(contracts.startPast)).toBeVisible();
  await expect(first).toBeFocused();
  await expectAccessible(page, 'dialog[open]');
  await first.fill(addDays(today, 3));
  await expect(sheet.getByRole('term').filter({ hasText: giving.first })).toBeVisible();
  await save.click();
  await expect(sheet.getByText(giving.earlyRequired.split('{{')[0] ?? '')).toBeVisible();
  await expect(sheet.getByLabel(giving.startsEarly)).toBeFocused();
  await sheet.getByLabel(giving.startsEarly).check();
  await expectAccessible(page, 'dialog[open]');
  await save.click();
  await told(page, giving.done.split('{{')[0] ?? '');
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(part.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  await expectAccessible(page);

  // The same again: it says from when another can begin, or that none can.
  await opener.click();
  await expect(sheet.getByText(giving.none).or(first)).toBeVisible();
  await page.keyboard.press('Escape');

  const holder = await browser.newPage({ viewport: info.project.use.viewport ?? null, locale: 'et-EE' });
  await standAt(holder, host);
  await signIn(holder, newcomer.email);
  const call = await callAs(holder, newcomer.email, newcomerPassword);
  const { valid } = await call(listContracts, {});
  expect(valid).toMatchObject([{ packageName: name, validFrom: addDays(today, 3) }]);
  expect((await call(listInvoices, { query: {} })).items).toMatchObject([{ state: 'issued' }]);
  await holder.goto(new URL('/contracts', holder.url()).href);
  await expect(holder.getByText(name).first()).toBeVisible();
  await expectAccessible(holder);
  await holder.close();
});
