import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listOwnPayable, startPayment } from '#shared/payments/contract.ts';
import { listProducts } from '#shared/products/contract.ts';
import { centreOf } from './support/centres.ts';
import {
  expect,
  expectAccessible,
  openTenant,
  standAt,
  tenantUrl,
  test,
  waitForScripts,
} from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { clientIdOf, comeAsMember, signIn } from './support/newcomer.ts';
import { billTicket, makeOwed } from './support/paid.ts';

const { account, payments, tickets } = et;
const payButton = (page: Page) => page.getByRole('button', { name: /^Maksa \d/ });

// shows: pay-by-bank-link, address-public-invoices, address-payment-waiting, address-payment-confirmed
test(
  'an invoice is paid without an account: bank chosen, cancelled, another bank, paid late, received once',
  { tag: '@always' },
  async ({ page }, testInfo) => {
    const { host } = centreOf(testInfo);
    await standAt(page, host);
    const { token, state } = await makeOwed(page);
    await openTenant(page, host, `/public/invoices?invoice=${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Arve A-\d{4}-\d{6}$/);
    await expectAccessible(page);

    // Pressed too early, the button says what is missing.
    await payButton(page).click();
    await expect(page.getByRole('alert').getByText(payments.chooseFirst)).toBeVisible();
    await page.getByRole('button', { name: payments.LV }).click();
    await expect(page.getByRole('radio', { name: 'LHV' })).toHaveCount(0);
    await page.getByRole('button', { name: payments.EE }).click();
    await page.getByRole('radio', { name: 'LHV' }).check();
    await expect(page.getByRole('alert').getByText(payments.chooseFirst)).toHaveCount(0);
    await payButton(page).click();

    await expect(page.getByText(payments.standInMark)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: payments.standInCancel }).click();

    const waiting = page.getByRole('heading', {
      level: 1,
      name: payments.waitingTitle.replace('{{bank}}', 'LHV'),
    });
    await expect(waiting).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: payments.openAgain }).click();
    await expect(page.getByText(payments.standInMark)).toBeVisible();
    await page.goBack();
    await expect(waiting).toBeVisible();
    await page.getByRole('link', { name: payments.chooseOther }).click();

    // By keyboard: the list of banks is one group, the button comes after it.
    await page.getByRole('radio', { name: 'Swedbank' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'SEB' })).toBeChecked();
    await payButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: payments.standInLater }).click();
    await expect(page.getByText(payments.stepWaiting.split(' {{')[0] ?? '')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: payments.doneTitle })).toBeVisible({
      timeout: 40_000,
    });
    expect(new URL(page.url()).pathname).toBe('/public/payment-confirmation');
    await expectAccessible(page);
    expect(await state()).toBe('paid');

    // The link of the mail, opened later, says that nothing is left to do.
    await openTenant(page, host, `/public/invoices?invoice=${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.paidTitle);
    await expectAccessible(page);
  },
);

// shows: read-order-token, payment-outcome, message-payment-done-or-not
test('messages come twice and out of order, or the order runs out: the end is the right one', async ({
  page,
}, testInfo) => {
  const { host } = centreOf(testInfo);
  await standAt(page, host);
  const { token, state } = await makeOwed(page);
  await openTenant(page, host, `/public/invoices?invoice=${token}`);
  await page.getByRole('radio', { name: payments.card }).check();
  await payButton(page).click();
  await page.getByRole('button', { name: payments.standInAbandon }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.failedTitle);
  await expect(page.getByText(payments.failedText)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: payments.chooseOther }).click();
  await page.getByRole('radio', { name: payments.card }).check();
  await payButton(page).click();
  await page.getByRole('radio', { name: payments.deliverShuffled }).check();
  await page
    .getByRole('button', { name: /^Maksa / })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.doneTitle);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.doneTitle);
  await expect(page.getByText(payments.doneText)).toBeVisible();
  expect(await state()).toBe('paid');

  // What the bank said of the payment opens it without the invoice's own token.
  const returned = new URL(page.url());
  expect(returned.searchParams.get('order-token')).toMatch(/^eyJ/);
  returned.searchParams.delete('invoice');
  await page.goto(returned.href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.doneTitle);
});

// shows: address-payment-free, buy-without-account
test('what costs nothing is confirmed with one press', async ({ page }) => {
  await openTenant(page, 'jouvara-jousaal.ee', '/public/tickets');
  const free = await page.evaluate(async (path) => {
    const headers = { 'accept-language': document.documentElement.lang };
    const answer = await fetch(`/api/v0.1${path}`, { headers });
    const all = (await answer.json()) as { name: string; prices: { priceOnline: number }[] }[];
    return all.find(({ prices }) => prices.every(({ priceOnline }) => priceOnline === 0))?.name ?? '';
  }, listProducts.path);
  expect(free).not.toBe('');
  await page.getByRole('link', { name: free }).click();
  await page.getByLabel(account.firstName).fill('Kai');
  await page.getByLabel(account.lastName).fill('Kask');
  await page.getByLabel(account.email).fill(`kai-${crypto.randomUUID().slice(0, 8)}@demo.test`);
  await page.getByLabel(account.phone).fill('+372 5555 1234');
  await page.getByRole('button', { name: tickets.take }).click();
  await expect(page).toHaveURL(/\/public\/invoices\?invoice=/);
  await waitForScripts(page);
  await expect(page.getByText(payments.freeTitle)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.getByRole('button', { name: payments.confirm }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.freeDoneTitle);
  expect(new URL(page.url()).pathname).toBe('/public/payment-confirmation/free');
  await expectAccessible(page);
  await page.getByRole('link', { name: payments.openTicket }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(free);
});

// shows: pay-by-card, rule-payment-in-frame
test('a card is typed on the page itself where the centre has it so', async ({ page }, testInfo) => {
  const host = testInfo.project.name === 'phone' ? 'joekaaru-sport.ee' : 'jouvara-jousaal.ee';
  await standAt(page, host);
  const { token, state } = await makeOwed(page);
  await openTenant(page, host, `/public/invoices?invoice=${token}`);
  await page.getByRole('radio', { name: payments.card }).check();
  const number = page.getByRole('region', { name: payments.cardFields }).getByRole('textbox');
  await expect(number).toBeVisible();
  await expectAccessible(page);
  await payButton(page).click();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await number.fill('4000 0000 0000 0002');
  await payButton(page).click();
  await expect(page.getByRole('alert').getByText(payments.cardRefused)).toBeVisible();
  await number.fill('5577 0000 5577 0004');
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.doneTitle);
  expect(await state()).toBe('paid');
});

test.describe('addresses that open nothing', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('no token, a number, a token of nothing', async ({ page }, testInfo) => {
    const { host } = centreOf(testInfo);
    for (const path of [
      '/public/invoices',
      '/public/invoices?invoice=1',
      '/public/invoices?invoice=A-2026-000001',
    ]) {
      await openTenant(page, host, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.unknownTitle);
      await expectAccessible(page);
    }
    for (const path of ['/public/payment-waiting', '/public/payment-confirmation/free?invoice=1']) {
      await page.goto(tenantUrl(host, path));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.noPaymentTitle);
      await expectAccessible(page);
    }
  });
});

// The same on every width.
test('what is paid for is called in the reader’s language', { tag: '@desk' }, async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const newcomer = await comeAsMember(page, 'lugeja');
  const mark = crypto.randomUUID().slice(0, 8);
  const names = { et: `Pilet ${mark}`, en: `Ticket ${mark}`, lv: `Biļete ${mark}` };
  await billTicket(newcomer.manage, await clientIdOf(newcomer), 40, { names });
  const [owed] = await newcomer.call(listOwnPayable, {});
  await speak(page, host, 'en');
  await openTenant(page, host, `/public/invoices?invoice=${owed?.invoiceToken}`);
  await expect(page.getByText(names.en)).toBeVisible();
  await expect(page.getByText(names.et)).toHaveCount(0);
  await signIn(page, newcomer.email);
  await openTenant(page, host, '/invoices');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByRole('article').getByText(names.en)).toBeVisible();
});

// The widths are the test's own: one project is enough.
test.describe('in every language', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`where one pays is accessible and fits, ${language}`, async ({ page }) => {
      test.setTimeout(150_000);
      const host = 'dzintara-spa.lv';
      await standAt(page, host);
      const { token } = await makeOwed(page);
      await speak(page, host, language);
      await openTenant(page, host, `/public/invoices?invoice=${token}`);
      await lookAt(page, language);
      const { address } = await page.evaluate(
        async ([path, invoiceToken]): Promise<{ address: string }> => {
          const answer = await fetch(`/api/v0.1${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ invoiceToken, method: 'cardPayments' }),
          });
          return answer.json();
        },
        [startPayment.path, token] as const,
      );
      await openTenant(page, host, `/public/payment-waiting?invoice=${token}`);
      await lookAt(page, language);
      await page.goto(address);
      await page.locator('button[value=pay]').click();
      await expect(page).toHaveURL(/\/public\/payment-confirmation/);
      await waitForScripts(page);
      await lookAt(page, language);
    });
  }
});
