import { readFile } from 'node:fs/promises';
import { et } from '#i18n/et.ts';
import { listBankEntries } from '#shared/invoices/bank/contract.ts';
import { getInvoice, listInvoices } from '#shared/invoices/contract.ts';
import { formatMoney } from '#shared/kernel/money.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { clientIdOf, comeAsMember, signIn } from './support/newcomer.ts';
import { billTicket } from './support/paid.ts';

const { invoices } = et;
/** As a reader sees it: Playwright reads unbreakable spaces as spaces. */
const money = (euros: number) => formatMoney(Math.round(euros * 100), 'et').replaceAll('\u00a0', ' ');

// A file that is no statement and a number that is none are refused on purpose.
test.use({ expectedErrors: [/status of (400|404)/] });

// shows: see-invoices, address-own-invoices
test('a member sees what is to pay on top, opens an invoice and keeps its paper', async ({ page }) => {
  // Shows its members their invoices.
  const host = 'kadakaoja-golf.ee';
  await standAt(page, host);
  const newcomer = await comeAsMember(page, 'arve');
  const { call, email, manage } = newcomer;
  const clientId = await clientIdOf(newcomer);
  for (const price of [30, 40]) await billTicket(manage, clientId, price);
  const { items, toPay } = await call(listInvoices, { query: { filter: 'unpaid' } });
  expect(toPay).toBe(70);
  const [first] = items;
  if (!first) throw new Error('nothing is to be paid');
  const whole = await call(getInvoice, { params: { id: first.id } });
  await signIn(page, email);
  await openTenant(page, host, '/invoices');
  await expect(page.getByRole('heading', { level: 1, name: invoices.title })).toBeVisible();
  await expect(page.getByText(money(toPay), { exact: true })).toBeVisible();
  await expectAccessible(page);
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(rows.first()).toContainText(first.invoiceNumber);
  await rows.first().click();
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { level: 2 })).toContainText(first.invoiceNumber);
  for (const line of whole.lines) await expect(paper.getByText(line.article)).toBeVisible();
  await expectAccessible(page);
  const pay = paper.getByRole('link', {
    name: invoices.pay.replace('{{amount}}', money(whole.balance)),
  });
  await expect(pay).toHaveAttribute('href', `/public/invoices?invoice=${whole.invoiceToken}`);
  const download = page.waitForEvent('download');
  await paper
    .getByRole('button', { name: invoices.downloadNamed.replace('{{number}}', first.invoiceNumber) })
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${first.invoiceNumber}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await paper.getByRole('link', { name: invoices.backToList }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('link', { name: invoices.paid, exact: true }).click();
  await expect(page).toHaveURL(/filter=paid/);
  await expect(rows.filter({ hasText: first.invoiceNumber })).toHaveCount(0);
});

test('an administrator imports a statement twice, and decides about what it cannot know', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const newcomer = await comeAsMember(page, 'arve');
  const { call, manage } = newcomer;
  await billTicket(manage, await clientIdOf(newcomer));
  const [last] = (await call(listInvoices, { query: {} })).items;
  if (!last) throw new Error('nothing is to be paid');
  const invoice = await call(getInvoice, { params: { id: last.id } });
  const mark = crypto.randomUUID();
  const entry = (
    id: string,
    amount: string,
    name: string,
    reference: string,
  ) => `<Ntry><Amt Ccy="EUR">${amount}</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>${id}${mark}</AcctSvcrRef>
    <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref>
    </CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const payer = `Nobody ${mark.slice(0, 8)}`;
  const xml = `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${invoice.seller.iban}</IBAN></Id></Acct>
    ${entry('A', '0.01', 'Member', invoice.referenceNumber)}${entry('B', '3.33', payer, '')}</Stmt></BkToCstmrStmt></Document>`;
  const file = { name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) };

  await logInAs(page, 'admin', '/bank-import');
  const counted = (key: 'bankNew' | 'bankBooked' | 'bankUnmatched' | 'bankKnown', count: number) =>
    expect(page.locator('dl > div').filter({ hasText: invoices[key] }).locator('dd')).toHaveText(
      String(count),
    );
  await page.getByLabel(invoices.bankChoose).setInputFiles(file);
  await counted('bankNew', 2);
  await counted('bankBooked', 1);
  await counted('bankUnmatched', 1);
  await expectAccessible(page);
  await page.getByLabel(invoices.bankChoose).setInputFiles(file);
  await counted('bankNew', 0);
  await counted('bankKnown', 2);
  const paid = await call(getInvoice, { params: { id: last.id } });
  expect(Math.round((invoice.balance - paid.balance) * 100)).toBe(1);

  await page.getByLabel(invoices.bankChoose).setInputFiles({ ...file, buffer: Buffer.from('no statement') });
  await expect(page.getByText(et.errors.bankFileNotValid)).toBeVisible();
  await expectAccessible(page);

  const waiting = page.getByRole('article').filter({ hasText: payer });
  await waiting.getByRole('button', { name: invoices.bankOther }).click();
  await waiting.getByLabel(invoices.bankOther).fill('A-1999-000001');
  await waiting.getByRole('button', { name: invoices.bankAcceptOther, exact: true }).click();
  await expect(page.getByText(et.errors.invoiceNotFound).first()).toBeVisible();
  await waiting.getByRole('button', { name: invoices.bankIgnore }).click();
  await expect(waiting).toHaveCount(0);
  const open = await manage(listBankEntries, { query: { limit: 100 } });
  expect(open.items.map(({ payerName }) => payerName)).not.toContain(payer);
  // What was set aside is not gone: it is found, and can be booked after all.
  await page.getByRole('link', { name: invoices.bankSetAside }).click();
  await expect(waiting).toHaveCount(1);
  await expectAccessible(page);
  await waiting.getByRole('button', { name: invoices.bankOther }).click();
  await waiting.getByLabel(invoices.bankOther).fill(invoice.invoiceNumber);
  await waiting.getByRole('button', { name: invoices.bankAcceptOther, exact: true }).click();
  await expect(waiting).toHaveCount(0);
});
