import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { clientIdOf, comeAsMember, signIn } from './support/newcomer.ts';
import { billTicket, grantTicketOf, grantVoucherOf } from './support/paid.ts';

const { owned } = et;

test('everything bought stands in one place, and every balance opens the ledger that makes it', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const member = await comeAsMember(page, 'omanik');
  const ticket = await grantTicketOf(member, 5);
  const voucher = await grantVoucherOf(member, 4);
  await signIn(page, member.email);
  await openTenant(page, host, '/purchases');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(owned.title);
  await expect(page.locator('summary', { hasText: voucher.name })).toBeVisible();
  await expectAccessible(page);

  // By keyboard: one that is counted, and its last line is its balance.
  const row = page.getByRole('listitem').filter({ has: page.locator('summary', { hasText: ticket.name }) });
  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('table').getByRole('row').last().getByRole('cell').last()).toHaveText('5');
  await expectAccessible(page);

  // One kind alone, by an address that can be kept.
  await page
    .getByRole('navigation', { name: owned.filter })
    .getByRole('link', { name: owned.kinds.ticket, exact: true })
    .click();
  await expect(page).toHaveURL(/filter=ticket/);
  await expect(page.locator('summary', { hasText: ticket.name })).toBeVisible();
  await expect(page.locator('main details')).toHaveCount(1);
});

test('what is owed is paid from one place', async ({ page }) => {
  // Shows its members their invoices.
  const host = 'kadakaoja-golf.ee';
  await standAt(page, host);
  const member = await comeAsMember(page, 'volgu');
  await grantTicketOf(member, 5);
  await signIn(page, member.email);
  await openTenant(page, host, '/purchases');
  await expect(page.getByText(owned.nothingOwed)).toBeVisible();
  await billTicket(member.manage, await clientIdOf(member));
  await page.reload();
  await page.getByRole('link', { name: owned.pay }).click();
  await expect(page).toHaveURL(/\/pay$/);
  await expect(page.getByRole('checkbox')).toBeChecked();
});
