import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { listProducts, type Product } from '#shared/products/contract.ts';
import { previewRegistration } from '#shared/registrations/contract.ts';
import { listOwnTrainings } from '#shared/schedule/contract.ts';
import { listVouchers } from '#shared/vouchers/contract.ts';
import { centreOf } from './support/centres.ts';
import { readCode } from './support/codes.ts';
import { expect, expectAccessible, logInAs, openTenant, test, waitForScripts } from './support/journey.ts';
import { callAsMember } from './support/member.ts';

const { account, covers, menu, payments, tickets, validation, vouchers } = et;
const payButton = (page: Page) => page.getByRole('button', { name: /^Maksa \d/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** What the centre whose page is open has for sale. */
async function forSale(page: Page, kind: 'ticket' | 'voucher'): Promise<Product[]> {
  return page.evaluate(async (address) => {
    const headers = { 'accept-language': document.documentElement.lang };
    return (await fetch(address, { headers })).json();
  }, `/api/v0.1${listProducts.path}?kind=${kind}`);
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`no ${what}`);
  return value;
}

const voucherOf = async (page: Page) => found((await forSale(page, 'voucher'))[0], 'voucher for sale');

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
  await openTenant(page, host, '/public/vouchers');
  await expectAccessible(page);
  await page.getByRole('link', { name: vouchers.buyTitle }).click();
  await expect(page).toHaveURL(/\/public\/tickets#vouchers$/);
  const section = page.getByRole('region', { name: vouchers.title });
  await expect(section).toBeInViewport();
  await expectAccessible(page);
  const voucher = await voucherOf(page);
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
  await expect(page.getByText(`${voucher.visits} / ${voucher.visits}`)).toBeVisible();
  const code = await readCode(page, vouchers.codeName);
  expect(code).toMatch(/^[0-9A-Z]{12}$/);
  await expectAccessible(page);

  // The link of the mail opens the same.
  const asAdmin = await callAsMember(page, 'admin');
  const links = async () => {
    const { items } = await asAdmin(listOutgoingMails, { query: {} });
    const texts = items.filter(({ recipient }) => recipient === email).map(({ text }) => text);
    return /http\S+\/public\/vouchers\?token=[\w-]+/.exec(texts.join('\n'))?.[0];
  };
  await expect.poll(links, { timeout: 20_000 }).toBeDefined();
  await page.goto((await links()) ?? '');
  expect(await readCode(page, vouchers.codeName)).toBe(code);
});

// shows: buy-voucher
test('a member buys a voucher without a form; it is among her own', async ({ page }, info) => {
  await openTenant(page, centreOf(info).host);
  await logInAs(page, 'member', '/vouchers');
  const call = await callAsMember(page);
  const before = (await call(listVouchers, {})).length;
  await page.getByRole('link', { name: vouchers.buyTitle }).click();
  const voucher = await voucherOf(page);
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
  expect(await call(listVouchers, {})).toHaveLength(before + 1);
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
      await openTenant(page, hostOf(info.project.name), '/public/tickets');
      const sale = page.getByRole('region', {
        name: kind === 'ticket' ? tickets.forSale : vouchers.title,
      });
      const { name } = found(
        (await forSale(page, kind)).findLast(({ prices }) =>
          prices.every(({ priceOnline }) => priceOnline > 0),
        ),
        `${kind} that costs something`,
      );
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
    await openTenant(page, hostOf(info.project.name));
    // The member's password is another one after the journey of a forgotten one.
    await logInAs(page, 'trainer', '/calendar/day');
    const call = await callAsMember(page, 'trainer');
    const today = await page.evaluate(() => Temporal.Now.plainDateISO('Europe/Tallinn').toString());
    const day = (ahead: number) => Temporal.PlainDate.from(today).add({ days: ahead }).toString();
    const coming = await call(listOwnTrainings, { query: { from: day(1), until: day(14) } });
    let id: number | undefined;
    let isCovered = false;
    for (const training of coming.filter(({ isCancelled, own }) => !isCancelled && own === null)) {
      const preview = await call(previewRegistration, { params: { trainingId: training.id } });
      if (preview.outcome !== 'booked' || !preview.payment?.price) continue;
      id = training.id;
      isCovered = preview.payment.cover !== null;
      break;
    }
    found(id, 'training that is sold singly');
    await page.goto(new URL(`/training?id=${id}`, page.url()).href);
    await waitForScripts(page);
    await mark(page);
    if (isCovered) await page.getByRole('button', { name: covers.choose }).click();
    const buy = isCovered ? covers.buyThis : covers.buy;
    await page.getByRole('button', { name: buy.replace('{{price}}', '') }).click();
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
      await openTenant(page, host);
      const { id } = await voucherOf(page);
      for (const path of ['/public/tickets#vouchers', `/public/tickets/buy?id=${id}`, '/public/vouchers']) {
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
