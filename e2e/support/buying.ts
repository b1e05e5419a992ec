import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listProducts, type Product } from '#shared/products/contract.ts';
import { expect, waitForScripts } from './journey.ts';

const { menu, payments, tickets } = et;

/** Whoever is signed in on this page buys a ticket of several visits and pays it at the stand-in's bank; which it is. */
export async function buyTicketOn(page: Page): Promise<Product> {
  const products = await page.evaluate(async (path): Promise<Product[]> => {
    const headers = { 'accept-language': 'et' };
    return (await fetch(`/api/v0.1${path}`, { headers })).json();
  }, listProducts.path);
  const product = products.find(({ visits, startMode }) => (visits ?? 0) > 1 && startMode !== 'chosen');
  if (!product) throw new Error('no ticket with visits for sale');
  await page.goto(new URL(`/purchase/ticket?id=${product.id}`, page.url()).href);
  await waitForScripts(page);
  await page.getByRole('button', { name: tickets.pay.replace('{{price}}', '') }).click();
  await waitForScripts(page);
  // With the member comes the menu, and what is pressed moves.
  await expect(page.getByRole('navigation', { name: menu.mainMenu }).first()).toBeVisible();
  await page.getByRole('radio', { name: 'LHV' }).check();
  await page.getByRole('button', { name: /^Maksa \d/ }).click();
  await expect(page.getByText(payments.standInMark)).toBeVisible();
  await page
    .getByRole('button', { name: /^Maksa \d/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.doneTitle);
  return product;
}
