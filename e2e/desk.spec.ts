import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getCard, takeFromCard } from '#shared/entry/desk/contract.ts';
import { listTickets } from '#shared/tickets/contract.ts';
import { showCode } from '#shared/vouchers/codes/domain.ts';
import { getVoucher, listVouchers } from '#shared/vouchers/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';
import { comeAsMember } from './support/newcomer.ts';
import { grantTicketOf, grantVoucherOf, takeVisit } from './support/paid.ts';

const { entry, errors, menu, scanner } = et;

/** The code of a voucher of five uses, of somebody new at the centre whose page is open. */
async function makeVoucherCode(page: Page): Promise<string> {
  const holder = await comeAsMember(page, 'kinkekaart');
  await grantVoucherOf(holder, 5);
  const [own] = await holder.call(listVouchers, {});
  return (await holder.call(getVoucher, { query: { id: own?.id } })).code;
}

async function openCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(entry.cardLabel).fill(code);
  await page.getByLabel(entry.cardLabel).press('Enter');
}

test.describe('at the desk', () => {
  // Somebody else is quicker, and codes that open nothing.
  test.use({ expectedErrors: [/status of (404|409)/] });

  test('a use of a voucher is taken, put back, and taken by one of two desks', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    const code = await makeVoucherCode(page);
    await logInAs(page, 'admin', '/desk');
    await expect(page.getByLabel(entry.cardLabel)).toBeFocused();
    await expectAccessible(page);

    await openCode(page, 'hello');
    await expect(page.getByText(errors.cardScanFailed)).toBeVisible();
    await openCode(page, showCode(code));
    await expect(page.getByText(entry.takesUse)).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: ' / ' })).toContainText('5 / 5');
    await expect(page.getByText('5 → 4')).toBeVisible();
    await expectAccessible(page);

    // Another desk takes one meanwhile: nothing is taken here before it was looked at again.
    const other = await callAsMember(page, 'admin');
    const { version } = await other(getCard, { params: { cardCode: code } });
    await other(takeFromCard, { params: { cardCode: code }, body: { reason: 'Mujal', version } });
    await page.getByRole('button', { name: entry.takeUse }).click();
    await expect(page.getByText(errors.cardChanged)).toBeVisible();
    await expect(page.getByText('4 → 3')).toBeVisible();

    await page.getByLabel(entry.reason).fill('Sõbraga koos');
    await page.getByRole('button', { name: entry.takeUse }).click();
    await expect(page.getByText(entry.taken.replace('{{left}}', '3'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Pane tagasi/ }).click();
    await expect(page.getByText(entry.undone.replace('{{left}}', '4'))).toBeVisible();
    await page.getByRole('button', { name: entry.next }).click();
    await expect(page.getByLabel(entry.cardLabel)).toBeFocused();
  });

  test('a visit of a ticket by its address; used ones and unknown codes say so', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    const holder = await comeAsMember(page, 'pilet');
    for (const visits of [5, 1]) await grantTicketOf(holder, visits);
    const { items } = await holder.call(listTickets, { query: {} });
    const [valid = '', used = ''] = [5, 1].map((left) =>
      String(items.find(({ visitsLeft }) => visitsLeft === left)?.token),
    );
    await takeVisit(holder.manage, used);
    await logInAs(page, 'admin', '/desk');
    await openCode(page, `https://centre.example/public/tickets?ticket=${valid}`);
    await page.getByRole('button', { name: entry.takeVisit }).click();
    await expect(page.getByText(entry.taken.replace('{{left}}', '4'))).toBeVisible();
    await page.getByRole('button', { name: entry.next }).click();

    await openCode(page, used);
    await expect(page.getByText(errors.ticketUsed)).toBeVisible();
    await expect(page.getByRole('button', { name: entry.takeVisit })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: entry.next }).click();
    await openCode(page, '7K3M-Q9TX-2WRB');
    await expect(page.getByText(errors.voucherNotFound)).toBeVisible();
    await page.getByRole('button', { name: entry.next }).click();
    await openCode(page, '1000 2345');
    await expect(page.getByText(errors.cardNotFound)).toBeVisible();
    await expectAccessible(page);
  });
});

test('a visit whose answer is lost is not taken twice', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  const holder = await comeAsMember(page, 'pilet');
  await grantTicketOf(holder, 5);
  const { items } = await holder.call(listTickets, { query: {} });
  const address = `https://centre.example/public/tickets?ticket=${items[0]?.token}`;
  await logInAs(page, 'admin', '/desk');
  await openCode(page, address);
  const take = page.getByRole('button', { name: entry.takeVisit });
  await expect(take).toBeVisible();
  // It is done, and what is between says that it could not.
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = async (...asked) => {
      const answer = await fetch(...asked);
      if (asked[1]?.method !== 'POST') return answer;
      window.fetch = fetch;
      return new Response('', { status: 502 });
    };
  });
  await take.click();
  await expect(page.getByText(errors.unknown)).toBeVisible();
  await take.click();
  await expect(page.getByText(entry.taken.replace('{{left}}', '4'))).toBeVisible();
  await page.getByRole('button', { name: entry.next }).click();
  await openCode(page, address);
  await expect(page.getByText('4 → 3')).toBeVisible();
});

test('where there is no camera at the back, the desk says so and goes on', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'admin', '/desk');
  await page.getByRole('button', { name: scanner.start }).click();
  await expect(page.getByText(scanner.noBackCamera)).toBeVisible();
  await page.getByLabel(entry.cardLabel).fill('hello');
  await page.getByLabel(entry.cardLabel).press('Enter');
  await expect(page.getByText(errors.cardScanFailed)).toBeVisible();
});

test('who has not the right finds no desk', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member', '/desk');
  await expect(page.getByLabel(entry.cardLabel)).toHaveCount(0);
  await expect(page.getByRole('link', { name: menu.desk })).toHaveCount(0);
});

// Looks at three widths by itself.
test.describe('in every language and mode', { tag: ['@desk', '@tour'] }, () => {
  test.use({ expectedErrors: [/status of 404/] });
  for (const [language, mode] of [
    ['et', 'light'],
    ['et', 'dark'],
    ['lv', 'light'],
    ['lv', 'dark'],
  ] as const) {
    test(`axe finds nothing at the desk, ${language}, ${mode}`, async ({ page, context }) => {
      const host = 'jouvara-jousaal.ee';
      const domain = `${host}.localhost`;
      await context.addCookies([
        { name: 'language', value: language, domain, path: '/' },
        { name: 'colormode', value: mode, domain, path: '/' },
      ]);
      await standAt(page, host);
      const code = await makeVoucherCode(page);
      await logInAs(page, 'admin', '/desk');
      for (const shown of [undefined, code]) {
        if (shown !== undefined) {
          await page.locator('input[name=code]').fill(shown);
          await page.locator('input[name=code]').press('Enter');
          await expect(page.locator('input[name=reason]')).toBeVisible();
        }
        for (const width of [320, 800, 1536]) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
          await expectAccessible(page);
        }
      }
    });
  }
});
