import { lv } from '#i18n/lv.ts';
import { previewBilling } from '#shared/contracts/billing/contract.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';
import { dress } from './support/paid.ts';

const host = 'klints-kapsana.lv';
const { billingRuns } = lv;

test('an administrator sees what will be billed, line by line, bills what is due, and reads the nights', async ({
  page,
}) => {
  await dress(page, host, 'lv', 'light');
  await standAt(page, host);
  const call = await callAsMember(page, 'admin');
  const date = Temporal.Now.plainDateISO('Europe/Riga').add({ days: 40 }).toString();
  const ahead = await call(previewBilling, { query: { date, limit: 100 } });
  const first = ahead.items.find(({ lines }) => lines.length > 0);
  if (!first) throw new Error('nothing is billed in forty days');

  await logInAs(page, 'admin', `/admin/billing-runs?date=${date}`);
  const section = page.getByRole('region', { name: billingRuns.preview });
  const row = section.getByRole('listitem').filter({ hasText: first.number }).first();
  await row.locator('summary').click();
  await expect(row.getByText(first.lines[0]?.article ?? '-').first()).toBeVisible();
  await expectAccessible(page);
  // Another date is in the address, and only today's can be billed.
  await expect(section.getByRole('button', { name: billingRuns.run })).toHaveCount(0);
  await page.goto(new URL('/admin/billing-runs', page.url()).href);
  await section.getByRole('button', { name: billingRuns.run }).click();
  const sheet = page.getByRole('dialog', { name: billingRuns.runTitle });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: billingRuns.notYet }).click();
  await expect(sheet).toBeHidden();
  await section.getByRole('button', { name: billingRuns.run }).click();
  await sheet.getByRole('button', { name: billingRuns.run }).click();
  await expect(page.getByRole('status').getByText(/^Sagatavot/)).toBeVisible({ timeout: 20_000 });
  // Done: nothing is left to bill, and the night has its report.
  await expect(section.getByText(billingRuns.nothing)).toBeVisible();
  const nights = page.getByRole('region', { name: billingRuns.nights });
  await nights.locator('summary').first().click();
  await expect(nights.getByText(billingRuns.badDebts).first()).toBeVisible();
  await expectAccessible(page);
});

// Looks at its own widths.
test.describe('in both modes', { tag: ['@desk', '@tour'] }, () => {
  for (const mode of ['light', 'dark']) {
    test(`billing runs are accessible and fit, lv, ${mode}`, async ({ page }) => {
      await dress(page, host, 'lv', mode);
      await standAt(page, host);
      const date = Temporal.Now.plainDateISO('Europe/Riga').add({ days: 40 }).toString();
      await logInAs(page, 'admin', `/admin/billing-runs?date=${date}`);
      for (const width of [320, 390, 1536]) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(over, `at ${width} px`).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
    });
  }
});

test('only administrators open it', async ({ page }) => {
  await standAt(page, host);
  await logInAs(page, 'trainer', '/admin/billing-runs');
  await expect(page.getByRole('region', { name: billingRuns.preview })).toHaveCount(0);
});
