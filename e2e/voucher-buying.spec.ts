import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { logout } from '#shared/account/contract.ts';
import { listProducts, type Product } from '#shared/products/contract.ts';
import { listVouchers } from '#shared/vouchers/contract.ts';
import { centreOf } from './support/centres.ts';
import { readCode } from './support/codes.ts';
import { expect, expectAccessible, openTenant, standAt, test, waitForScripts } from './support/journey.ts';
import { callAsMember } from './support/member.ts';
import { comeAsMember, newestMail, signIn } from './support/newcomer.ts';
import { makeProduct } from './support/paid.ts';
import { makeTraining } from './support/trainings.ts';

const { account, covers, menu, payments, tickets, validation, vouchers } = et;
const payButton = (page: Page) => page.getByRole('button', { name: /^Maksa \d/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel(account.firstName).fill('Kai');
  await page.getByLabel(account.lastName).fill('Kask');
  await page.getByLabel(account.email).fill(email);
  await page.getByLabel(account.phone).fill('+372 5555 1234');
}

/** At the bank's own page, which has come by now. */
async function payAtBank(page: Page): Promise<void> {
  await expect(page.getByText(payments.standInMark)).toBeVisible();
  await payButton(page).first().click();
}

const freshAddress = () => `kai-${crypto.randomUUID().slice(0, 8)}@demo.test`;

test('a visitor buys a voucher, opens it at once, and finds it in the mail', async ({ page }, info) => {
  const { host } = centreOf(info);
  const email = freshAddress();
  await standAt(page, host);
  const asAdmin = await callAsMember(page, 'admin');
  const voucher = await makeProduct(asAdmin, 'voucher', { visits: 5, isShareable: true });
  for (let count = 0; count < 12; count += 1) await makeProduct(asAdmin, 'ticket', { visits: 5 });
  await asAdmin(logout, { query: {} });
  await openTenant(page, host, '/public/vouchers');
  await expectAccessible(page);
  // What stands above the vouchers is long, and comes last.
  const { promise: vouchersThere, resolve: bringTickets } = Promise.withResolvers<void>();
  await page.route('**/public/product?**', async (route) => {
    if (!route.request().url().includes('kind=voucher')) await vouchersThere;
    await route.continue();
  });
  await page.getByRole('link', { name: vouchers.buyTitle }).click();
  await expect(page).toHaveURL(/\/public\/tickets#vouchers$/);
  const section = page.getByRole('region', { name: vouchers.title });
  await expect(section).toBeVisible();
  bringTickets();
  const forSale = page.getByRole('region', { name: tickets.forSale });
  await expect(forSale.getByRole('listitem').first()).toBeVisible();
  await expect(section).toBeInViewport();
  await expectAccessible(page);
  await section.getByRole('link', { name: voucher.name }).click();
  await expect(page).toHaveURL(new RegExp(`/public/tickets/buy\\?id=${voucher.id}$`));
  await expect(heading(page)).toHaveText(vouchers.buyTitle);

  // Each field says what it lacks; nothing is charged before the next page.
  await page.getByRole('button', { name: tickets.pay.replace('{{price}}', '') }).click();
  await expect(page.getByText(validation.emailRequired)).toBeVisible();
  await expectAccessible(page);
  await fillIn(page, email);
  await page.getByRole('button', { name: tickets.pay.replace('{{price}}', '') }).click();
  await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
  await expect(page.getByText(voucher.name).first()).toBeVisible();

  // Whoever goes back finds what was typed, and a button that can be pressed again.
  await page.goBack();
  await expect(page.getByLabel(account.email)).toHaveValue(email);
  await page.getByRole('button', { name: tickets.pay.replace('{{price}}', '') }).click();
  await waitForScripts(page);
  await page.getByRole('radio', { name: 'LHV' }).check();
  await payButton(page).click();
  await payAtBank(page);
  await expect(heading(page)).toHaveText(payments.doneTitle);
  await expectAccessible(page);
  await page.getByRole('link', { name: payments.openVoucher }).click();
  await expect(heading(page)).toHaveText(voucher.name);
  await expect(page.getByText('Kai Kask')).toBeVisible();
  await expect(page.getByText('5 / 5')).toBeVisible();
  const code = await readCode(page, vouchers.codeName);
  expect(code).toMatch(/^[0-9A-Z]{12}$/);
  await expectAccessible(page);

  // The link of the mail opens the same.
  const link = /http\S+\/public\/vouchers\?token=[\w-]+/;
  const mail = await newestMail(await callAsMember(page, 'admin'), email, '/public/vouchers?token=');
  await page.goto(link.exec(mail)?.[0] ?? '');
  expect(await readCode(page, vouchers.codeName)).toBe(code);
});

// shows: buy-voucher
test('a member buys a voucher without a form; it is among her own', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { call, email, manage } = await comeAsMember(page, 'ostja');
  const voucher = await makeProduct(manage, 'voucher', { visits: 5 });
  await signIn(page, email);
  await openTenant(page, host, '/vouchers');
  await page.getByRole('link', { name: vouchers.buyTitle }).first().click();
  await page.getByRole('region', { name: vouchers.title }).getByRole('link', { name: voucher.name }).click();
  await expect(page).toHaveURL(new RegExp(`/purchase/ticket\\?id=${voucher.id}$`));
  await expect(heading(page)).toHaveText(vouchers.buyTitle);
  await expect(page.getByLabel(account.firstName)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: tickets.pay.replace('{{price}}', '') }).click();
  await waitForScripts(page);
  // With the member comes the menu, and on a phone what is pressed moves above it.
  await expect(page.getByRole('navigation', { name: menu.mainMenu }).first()).toBeVisible();
  await page.getByRole('radio', { name: 'LHV' }).check();
  await payButton(page).click();
  await payAtBank(page);
  await expect(heading(page)).toHaveText(payments.doneTitle);
  expect(await call(listVouchers, {})).toMatchObject([{ name: voucher.name, usesLeft: 5 }]);
});

test.describe('a card typed on the page of paying', () => {
  const hostOf = (project: string) => (project === 'phone' ? 'joekaaru-sport.ee' : 'jouvara-jousaal.ee');

  /** Marks the document, so that it shows whether the next page is another one. */
  const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-first', ''));

  async function payByCard(page: Page): Promise<void> {
    await expect(page).toHaveURL(/\/public\/invoices\?invoice=/);
    // Loaded anew: its own content policy lets the fields of the card in.
    await expect(page.locator('html')).not.toHaveAttribute('data-first');
    await waitForScripts(page);
    await page.getByRole('radio', { name: payments.card }).check();
    const number = page.getByRole('region', { name: payments.cardFields }).getByRole('textbox');
    await number.fill('5577 0000 5577 0004');
    await payButton(page).click();
    await expect(heading(page)).toHaveText(payments.doneTitle);
  }

  for (const kind of ['ticket', 'voucher'] as const) {
    test(`buys a ${kind} from its buying screen`, async ({ page }, info) => {
      const host = hostOf(info.project.name);
      await standAt(page, host);
      const asAdmin = await callAsMember(page, 'admin');
      const { name } = await makeProduct(asAdmin, kind, { visits: 5 });
      await asAdmin(logout, { query: {} });
      await openTenant(page, host, '/public/tickets');
      const sale = page.getByRole('region', {
        name: kind === 'ticket' ? tickets.forSale : vouchers.title,
      });
      await sale.getByRole('link', { name }).click();
      await mark(page);
      await fillIn(page, freshAddress());
      await page.getByRole('button', { name: tickets.pay.replace('{{price}}', '') }).click();
      await payByCard(page);
      await expect(
        page.getByRole('link', { name: kind === 'ticket' ? payments.openTicket : payments.openVoucher }),
      ).toBeVisible();
    });
  }

  test('buys a place of one training', async ({ page }, info) => {
    const host = hostOf(info.project.name);
    await standAt(page, host);
    const { email } = await comeAsMember(page, 'ostja');
    const { id } = await makeTraining(page, { price: 9 });
    await signIn(page, email);
    await openTenant(page, host, `/training?id=${id}`);
    await mark(page);
    await page.getByRole('button', { name: covers.buy.replace('{{price}}', '') }).click();
    await payByCard(page);
  });
});

// The widths are the test's own: one project is enough.
test.describe('in every language and mode', { tag: ['@desk', '@tour'] }, () => {
  for (const [language, mode] of [
    ['et', 'light'],
    ['et', 'dark'],
    ['lv', 'light'],
    ['lv', 'dark'],
  ] as const) {
    test(`axe finds nothing where vouchers are sold, ${language}, ${mode}`, async ({ page, context }) => {
      const host = 'pohjala-sport.ee';
      const domain = `${host}.localhost`;
      await context.addCookies([
        { name: 'language', value: language, domain, path: '/' },
        { name: 'colormode', value: mode, domain, path: '/' },
      ]);
      await standAt(page, host);
      // What is for sale is only looked at.
      const [voucher] = await page.evaluate(async (address): Promise<Product[]> => {
        return (await fetch(address)).json();
      }, `/api/v0.1${listProducts.path}?kind=voucher`);
      if (!voucher) throw new Error('no voucher for sale');
      for (const path of [
        '/public/tickets#vouchers',
        `/public/tickets/buy?id=${voucher.id}`,
        '/public/vouchers',
      ]) {
        await openTenant(page, host, path);
        await expect(heading(page)).toBeVisible();
        for (const width of [320, 800, 1536]) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
          await expectAccessible(page);
        }
      }
    });
  }
});
