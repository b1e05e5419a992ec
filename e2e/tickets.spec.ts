import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listProducts, type Product } from '#shared/products/contract.ts';
import { listTickets, type Ticket } from '#shared/tickets/contract.ts';
import { centreOf } from './support/centres.ts';
import { readCode } from './support/codes.ts';
import { dateIn } from './support/fields.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';
import { clientIdOf, comeAsMember, signIn } from './support/newcomer.ts';
import { billTicket, grantTicketOf, takeVisit } from './support/paid.ts';

const { account, campaigns, errors, tickets, validation } = et;

/** What the centre whose page is open has for sale. */
async function productsOf(page: Page): Promise<Product[]> {
  return page.evaluate(async (path) => {
    const headers = { 'accept-language': document.documentElement.lang };
    return (await fetch(`/api/v0.1${path}`, { headers })).json();
  }, listProducts.path);
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`no ${what}`);
  return value;
}

async function ownTickets(page: Page): Promise<readonly Ticket[]> {
  const { items } = await (await callAsMember(page))(listTickets, { query: {} });
  return items;
}

for (const path of ['/public/tickets/buy', '/purchase/ticket?unit=1']) {
  test(`${path}, where nothing is chosen, leads to what there is`, async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'member', path);
    await expect(page).toHaveURL(/\/public\/tickets(\?unit=1)?$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tickets.title);
    await expect(page.getByText(tickets.productGone)).toHaveCount(0);
  });
}

test.describe('buying', () => {
  // The page of the draft belongs to payments.
  test.use({ expectedErrors: [/status of 404/] });

  // shows: buy-without-account, address-public-ticket-buying
  test(
    'a visitor chooses a ticket, says who comes and is led to paying',
    { tag: '@always' },
    async ({ page }, info) => {
      const { host } = centreOf(info);
      await openTenant(page, host, '/public/tickets');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(tickets.title);
      const product = found(
        (await productsOf(page)).find(({ startMode }) => startMode === 'chosen'),
        'ticket that begins on a chosen day',
      );
      await expectAccessible(page);
      await page.getByRole('link', { name: product.name }).click();
      await expect(page).toHaveURL(new RegExp(`/public/tickets/buy\\?id=${product.id}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(tickets.buyTitle);

      // Each field says what it lacks, the first of them has the focus, and nothing typed is lost.
      const start = page.getByLabel(tickets.startsOn);
      const today = await dateIn(start);
      await start.fill(Temporal.PlainDate.from(today).subtract({ days: 1 }).toString());
      await page.getByLabel(account.lastName).fill('Kask');
      await page.getByLabel(account.phone).fill('123');
      await page.getByLabel(account.phone).press('Enter');
      await expect(start).toBeFocused();
      await expect(page.getByText(tickets.startPast)).toBeVisible();
      await expect(page.getByText(validation.nameRequired)).toHaveCount(1);
      await expect(page.getByText(validation.emailRequired)).toBeVisible();
      await expect(page.getByText(validation.phoneInvalid)).toBeVisible();
      await expect(page.getByLabel(account.lastName)).toHaveValue('Kask');
      await expectAccessible(page);

      await start.fill(Temporal.PlainDate.from(today).add({ days: 3 }).toString());
      await page.getByLabel(account.firstName).fill('Kai');
      await page.getByLabel(account.email).fill('kai.kask@demo.test');
      await page.getByLabel(account.phone).fill('+372 5555 1234');
      // The phone's centre has clubs, of which another may have another price; what was typed stays.
      if (info.project.name === 'phone') {
        await page.getByRole('navigation', { name: tickets.club }).getByRole('link').nth(1).click();
        await expect(page).toHaveURL(/unit=\d+$/);
      }
      await expect(page.getByLabel(account.firstName)).toHaveValue('Kai');
      await page.getByRole('button', { name: tickets.pay.replace('{{price}}', '') }).click();
      await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);

      // Whoever comes back finds what was typed.
      await page.goBack();
      await expect(page.getByLabel(account.firstName)).toHaveValue('Kai');
      await expect(page.getByLabel(account.email)).toHaveValue('kai.kask@demo.test');
    },
  );

  // shows: buy-ticket, address-ticket-buying, message-campaign-code-applied
  test('a member buys without a form', async ({ page }, info) => {
    const { host } = centreOf(info);
    await standAt(page, host);
    const newcomer = await comeAsMember(page, 'ostja');
    await grantTicketOf(newcomer, 5);
    await signIn(page, newcomer.email);
    await openTenant(page, host, '/public/tickets');
    await expect(page.getByRole('heading', { name: tickets.own })).toBeVisible();
    await expectAccessible(page);
    const product = found(
      (await productsOf(page)).find(({ startMode }) => startMode === 'firstUse'),
      'ticket that begins with its first use',
    );
    const sale = page.getByRole('region', { name: tickets.forSale });
    await sale.getByRole('link', { name: product.name }).click();
    await expect(page).toHaveURL(new RegExp(`/purchase/ticket\\?id=${product.id}$`));
    const pay = page.getByRole('button', { name: tickets.pay.replace('{{price}}', '') });
    await expect(pay).toBeVisible();
    await expect(page.getByLabel(account.firstName)).toHaveCount(0);
    await expectAccessible(page);
    // One that changes no price, and that any number of people may use.
    await page.getByText(campaigns.ask).click();
    await page.getByLabel(campaigns.label, { exact: true }).fill('aitah');
    await page.getByRole('button', { name: campaigns.apply, exact: true }).click();
    await expect(page.getByText(campaigns.applied)).toBeVisible();
    await pay.click();
    await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
  });
});

// shows: address-ticket
test('a ticket shows a code that a camera reads, and the list behind its visits', async ({
  page,
  context,
}, info) => {
  const { host } = centreOf(info);
  await context.addCookies([{ name: 'colormode', value: 'dark', domain: `${host}.localhost`, path: '/' }]);
  await standAt(page, host);
  const holder = await comeAsMember(page, 'pilet');
  await billTicket(holder.manage, await clientIdOf(holder));
  const read = async () => found((await holder.call(listTickets, { query: {} })).items[0], 'ticket');
  await takeVisit(holder.manage, (await read()).token);
  const ticket = await read();
  expect(ticket).toMatchObject({ visitsLeft: 4, visitsGranted: 5 });
  await page.context().clearCookies({ name: 'trenn_refresh' });
  // Without an account, as from the mail.
  await page.goto(new URL(`/public/tickets?ticket=${ticket.token}`, page.url()).href);
  expect(await readCode(page, tickets.codeName)).toBe(ticket.token);
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');

  const summary = page.getByText(tickets.left);
  await expect(page.getByText(`${ticket.visitsLeft} / ${ticket.visitsGranted}`)).toBeVisible();
  await summary.click();
  const rows = page.getByRole('table', { name: tickets.ledger }).getByRole('row');
  // The newest first: what is left after it is the number above.
  await expect(rows.nth(1).getByRole('cell').last()).toHaveText(String(ticket.visitsLeft));
  await expect(rows.last()).toContainText(tickets.GRANT);
  await expectAccessible(page);
});

test('used and expired tickets say so and show no code', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  // What is used up or over stays so.
  const own = await ownTickets(page);
  for (const state of ['used', 'expired'] as const) {
    const ticket = found(
      own.find((one) => one.state === state),
      `${state} ticket`,
    );
    await page.goto(new URL(`/public/tickets?ticket=${ticket.token}`, page.url()).href);
    await expect(page.getByText(tickets.cannotOpen)).toBeVisible();
    await expect(page.getByRole('img', { name: tickets.codeName })).toHaveCount(0);
    await expectAccessible(page);
  }
});

test.describe('not found', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('a number opens nothing', async ({ page }, info) => {
    await openTenant(page, centreOf(info).host, '/public/tickets?ticket=1');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(errors.ticketNotFound);
    await expectAccessible(page);
  });
});

test('where nothing is paid in the app, tickets are sold at the desk', async ({ page }) => {
  for (const path of ['/public/tickets', '/public/tickets/buy?id=1']) {
    await openTenant(page, 'rutmituba.ee', path);
    await expect(page.getByText(tickets.noneForSaleText)).toBeVisible();
    await expectAccessible(page);
  }
});

// The widths are the test's own: one project is enough.
test.describe('in every language', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`the screens of tickets are accessible and fit, ${language}`, async ({ page }) => {
      test.setTimeout(150_000);
      const host = 'pohjala-sport.ee';
      await speak(page, host, language);
      await standAt(page, host);
      const products = await productsOf(page);
      const own = await ownTickets(page);
      const states = ['valid', 'used', 'expired'].flatMap(
        (state) => own.find((one) => one.state === state) ?? [],
      );
      for (const path of [
        '/public/tickets',
        '/public/tickets?unit=2',
        '/public/tickets?unit=999',
        ...products.slice(0, 3).map(({ id }) => `/public/tickets/buy?id=${id}`),
        '/public/tickets/buy',
        ...states.map(({ token }) => `/public/tickets?ticket=${token}`),
      ]) {
        await openTenant(page, host, path);
        await lookAt(page, language);
      }
    });
  }
});
