import { et } from '#i18n/et.ts';
import { listOwned } from '#shared/products/owned/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';

const { owned } = et;

test('everything bought stands in one place, and every balance opens the ledger that makes it', async ({
  page,
}, info) => {
  await standAt(page, centreOf(info).host);
  const call = await callAsMember(page);
  const list = await call(listOwned, {});
  expect(list.items.length).toBeGreaterThan(0);
  await logInAs(page, 'member', '/purchases');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(owned.title);
  await expect(page.getByRole('list').last().getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);

  // By keyboard: the first that is counted, and its last line is its balance.
  const item = list.items.find(({ balance, kind }) => balance !== null && kind !== 'credit');
  if (!item) throw new Error('nothing is counted');
  const row = page
    .getByRole('listitem')
    .filter({ has: page.locator('summary', { hasText: item.name }) })
    .first();
  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('table').or(row.getByText(owned.ledgerEmpty))).toBeVisible();
  await expectAccessible(page);

  // One kind alone, by an address that can be kept.
  await page
    .getByRole('navigation', { name: owned.filter })
    .getByRole('link', { name: owned.kinds[item.kind], exact: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`filter=${item.kind}`));
  await expect(page.locator('summary', { hasText: item.name }).first()).toBeVisible();
  const ofKind = list.items.filter(({ kind }) => kind === item.kind).length;
  await expect(page.locator('main details')).toHaveCount(ofKind);
});

test('what is owed is paid from one place', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  const call = await callAsMember(page);
  const { owed } = await call(listOwned, {});
  await logInAs(page, 'member', '/purchases');
  if (owed === 0) {
    await expect(page.getByText(owned.nothingOwed)).toBeVisible();
    return;
  }
  await page.getByRole('link', { name: new RegExp(owned.pay.replace('{{amount}}', '')) }).click();
  await expect(page).toHaveURL(/\/invoices\?/);
});
