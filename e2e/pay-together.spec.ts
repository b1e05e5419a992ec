import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listInvoices } from '#shared/invoices/contract.ts';
import { writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { formatMoney } from '#shared/kernel/money.ts';
import { listPayableTogether } from '#shared/payments/parts/contract.ts';
import { centreOf } from './support/centres.ts';
import { ask } from './support/database.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { clientIdOf, comeAsMember, signIn } from './support/newcomer.ts';
import { billTicket } from './support/paid.ts';

const { owned, payments, payTogether } = et;
/** As a reader sees it: Playwright reads unbreakable spaces as spaces. */
const money = (euros: number) => formatMoney(Math.round(euros * 100), 'et').replaceAll('\u00a0', ' ');
const payButton = (page: Page) => page.getByRole('button', { name: /^Maksa / });
const boxes = (page: Page) => page.getByRole('list', { name: payTogether.list }).getByRole('checkbox');

/** A member who owes 40 that are overdue, 30 that are due today and 20 that are not, and where they pay. */
async function owing(page: Page, host: string) {
  await standAt(page, host);
  const member = await comeAsMember(page, 'mitu');
  const clientId = await clientIdOf(member);
  for (const price of [40, 30, 20]) await billTicket(member.manage, clientId, price);
  const { invoices } = await member.call(listPayableTogether, {});
  const [first, second] = invoices.map(({ invoiceId }) => invoiceId);
  // What is issued stays, so that nobody but a clock makes it due.
  await ask(`
    alter table invoices disable trigger keep_issued;
    update invoices set due_on = issued_on - 6 where id = ${first};
    update invoices set due_on = issued_on where id = ${second};
    alter table invoices enable trigger keep_issued`);
  await signIn(page, member.email);
  return { member, clientId, first };
}

test(
  'several invoices are paid at once: what is due is chosen, the bank is left and taken again',
  { tag: '@always' },
  async ({ page }, info) => {
    const { host } = centreOf(info);
    const { member } = await owing(page, host);
    await openTenant(page, host, '/purchases');
    await page.getByRole('link', { name: owned.pay }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(payTogether.title);
    await expect(boxes(page)).toHaveCount(3);
    for (const [index, isChosen] of [true, true, false].entries()) {
      await expect(boxes(page).nth(index)).toBeChecked({ checked: isChosen });
    }
    await expect(page.getByText(payTogether.overdue_other.replace('{{count}}', '6'))).toBeVisible();
    await expect(page.getByText(payTogether.dueToday)).toBeVisible();
    await expect(payButton(page)).toHaveAccessibleName(`Maksa ${money(70)}`);
    await expectAccessible(page);

    // By keyboard: all, none, then two of them; the button says what it asks for.
    await page.getByRole('button', { name: payTogether.selectAll }).press('Enter');
    await expect(payButton(page)).toHaveAccessibleName(`Maksa ${money(90)}`);
    await page.getByRole('button', { name: payTogether.selectNone }).press('Enter');
    await payButton(page).press('Enter');
    await expect(page.getByRole('alert').getByText(payTogether.chooseInvoice)).toBeVisible();
    await boxes(page).nth(0).press('Space');
    await boxes(page).nth(2).press('Space');
    await payButton(page).click();
    await expect(page.getByRole('alert').getByText(payments.chooseFirst)).toBeVisible();
    await page.getByRole('radio', { name: 'LHV' }).check();
    await payButton(page).click();

    await expect(page.getByText(payments.standInMark)).toBeVisible();
    await page.getByRole('button', { name: payments.standInCancel }).click();
    await expect(page.getByText(payments.invoices_other.replace('{{count}}', '2'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: payments.chooseOther }).click();
    // The way that was chosen last, and again what is due.
    await expect(page.getByRole('radio', { name: 'LHV' })).toBeChecked();
    await expect(boxes(page).nth(1)).toBeChecked();
    await payButton(page).click();
    await page
      .getByRole('button', { name: /^Maksa / })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.doneTitle);
    await expect(page.getByText(payments.doneManyText)).toBeVisible();
    await expectAccessible(page);
    const left = await member.call(listInvoices, { query: { filter: 'unpaid' } });
    expect([left.unpaidCount, left.toPay, left.credit]).toEqual([1, 20, 0]);
  },
);

test('credit is used as far as it goes, and where it reaches no bank is asked', async ({ page }, info) => {
  const { host } = centreOf(info);
  const { member, clientId } = await owing(page, host);
  await ask(
    `insert into receipts (tenant_id, kind, amount_cents, source, client_id, booked_on, created_at)
      select tenant_id, 'bank', 9500, $2, id, current_date, now() from clients where id = $1`,
    clientId,
    `journey:${crypto.randomUUID()}`,
  );
  await openTenant(page, host, '/pay');
  const credit = page.getByRole('switch', { name: payTogether.useCredit });
  await expect(credit).toBeChecked();
  await expect(payButton(page)).toHaveAccessibleName(`Maksa ettemaksust ${money(70)}`);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);
  await credit.press('Space');
  await expect(payButton(page)).toHaveAccessibleName(`Maksa ${money(70)}`);
  await credit.press('Space');
  await payButton(page).click();
  await expect(page).toHaveURL(/\/purchases/);
  await expect(page.getByText(payTogether.paidByCredit)).toBeVisible();
  await openTenant(page, host, '/pay');
  // Nothing is due any more: all that is left is chosen. The credit has 25 left of 95.
  await expect(payButton(page)).toHaveAccessibleName(`Maksa ettemaksust ${money(20)}`);
  await billTicket(member.manage, clientId, 10);
  await page.reload();
  await expect(payButton(page)).toHaveAccessibleName(`Maksa ${money(5)}`);
  await page.getByRole('radio', { name: payments.card }).check();
  await payButton(page).click();
  await page
    .getByRole('button', { name: /^Maksa / })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.doneTitle);
  const left = await member.call(listInvoices, { query: {} });
  expect([left.unpaidCount, left.toPay, left.credit]).toEqual([0, 0, 0]);
  await openTenant(page, host, '/pay');
  await expect(page.getByText(payTogether.noneText)).toBeVisible();
  await expectAccessible(page);
});

test.describe('what changed meanwhile', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('is said, nothing is begun, and the list is the new one', async ({ page }, info) => {
    const { host } = centreOf(info);
    const { member, first } = await owing(page, host);
    await openTenant(page, host, '/pay');
    await page.getByRole('radio', { name: 'SEB' }).check();
    await member.manage(writeOffInvoice, { params: { id: first ?? 0 } });
    await payButton(page).click();
    await expect(page.getByRole('alert').getByText(payTogether.changed)).toBeVisible();
    await expect(boxes(page)).toHaveCount(2);
    await expect(payButton(page)).toHaveAccessibleName(`Maksa ${money(30)}`);
  });
});

// The widths are the test's own: one project is enough.
test.describe('in every language', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`where several invoices are paid is accessible and fits, ${language}`, async ({ page }) => {
      test.setTimeout(150_000);
      const host = 'dzintara-spa.lv';
      await owing(page, host);
      await speak(page, host, language);
      await openTenant(page, host, '/pay');
      await expect(page.getByRole('checkbox').first()).toBeVisible();
      await lookAt(page, language);
    });
  }
});
