import { readFile } from 'node:fs/promises';
import { et } from '#i18n/et.ts';
import { formatMoney } from '#shared/kernel/money.ts';
import { getOwnStatistics } from '#shared/statistics/contract.ts';
import { getReport, listBehindReport } from '#shared/statistics/reports/contract.ts';
import { simulateLimit } from '#shared/statistics/simulation/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';

const { backOffice, registrations, reports, statistics } = et;
/** Small, and nothing here writes. */
const small = 'sinilaine-ujula.ee';

test('an administrator reads sales, opens what is behind a number, and takes the table along', async ({
  page,
}, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'admin', '/admin');
  await page.getByRole('link', { name: backOffice.areas.reports }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(reports.kinds.occupancy);
  await expect(page.getByRole('img')).toBeVisible();
  await expectAccessible(page);

  await page
    .getByRole('navigation', { name: reports.kind })
    .getByRole('link', { name: reports.kinds.sales })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(reports.kinds.sales);
  await page.getByLabel(reports.period, { exact: true }).selectOption('previousMonth');
  await expect(page).toHaveURL(/period=previousMonth/);
  const call = await callAsMember(page, 'admin');
  const query = { kind: 'sales' as const, period: 'previousMonth' as const };
  const sales = await call(getReport, { query });
  const [row] = sales.rows;
  if (!row) throw new Error('nothing was sold last month');
  const table = page.getByRole('table', { name: reports.table.replace('{{name}}', reports.kinds.sales) });
  const total = formatMoney(Math.round((sales.total.gross ?? 0) * 100), 'et');
  await expect(table.locator('tfoot').getByRole('cell').last()).toHaveText(total);
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(sales.rows.length);

  await table.locator('tbody').getByRole('link').first().click();
  const behind = await call(listBehindReport, { query: { ...query, by: sales.by, key: row.key } });
  const list = page.getByRole('table', { name: reports.listOf.replace('{{name}}', row.name) });
  await expect(list.locator('tbody').getByRole('row')).toHaveCount(Math.min(50, behind.total));
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: reports.download }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`sales-${sales.from}-${sales.until}.csv`);
  const content = await readFile(await file.path(), 'utf8');
  const lines = content.trimEnd().split('\r\n');
  expect(lines).toHaveLength(sales.rows.length + 2);
  expect(lines.at(-1)).toMatch(new RegExp(`;${(sales.total.gross ?? 0).toFixed(2).replace('.', ',')}$`));
  await page.getByRole('link', { name: reports.hideList }).click();
  await expect(list).toBeHidden();
});

test('a changed limit is tried on what was booked, and nothing is written', async ({ page }) => {
  test.setTimeout(120_000);
  await standAt(page, small);
  await logInAs(page, 'admin', '/admin/simulator');
  const { simulate } = reports;
  await expect(page.getByRole('heading', { level: 2, name: simulate.none })).toBeVisible({
    timeout: 45_000,
  });
  await page.getByLabel(simulate.value).fill('zwei');
  await page.getByRole('button', { name: simulate.run }).click();
  await expect(page.getByText(simulate.bounds)).toBeVisible();
  await page.getByLabel(simulate.value).fill('1');
  await page.getByRole('button', { name: simulate.run }).click();
  await expect(page).toHaveURL(/value=1/);
  const list = page.getByRole('heading', { level: 2, name: simulate.who });
  await expect(list).toBeVisible({ timeout: 45_000 });
  await expectAccessible(page);
  const call = await callAsMember(page, 'admin');
  const said = await call(simulateLimit, { query: { limit: 'upcomingMax', value: 1 } });
  expect(said.refused).toBeGreaterThan(0);
  expect(said.after.placesFilled).toBeLessThan(said.before.placesFilled);
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(String(said.refused));
  const again = await call(simulateLimit, { query: { limit: 'upcomingMax', value: undefined } });
  expect(again).toMatchObject({ refused: 0, wishes: said.wishes });
});

test('a member reads how much they trained, and which trainings stand behind it', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member', '/workouts');
  await page.getByRole('link', { name: registrations.statistics }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(statistics.ownTitle);
  await expectAccessible(page);
  await page.getByRole('link', { name: statistics.last12Months }).click();
  const call = await callAsMember(page, 'member');
  const own = await call(getOwnStatistics, { query: { window: 'last12Months' } });
  const list = page.getByRole('list', { name: statistics.ownList });
  await expect(list.getByRole('listitem')).toHaveCount(own.list.length);
  const [style] = own.byStyle;
  if (!style) throw new Error('the member was at nothing');
  await page
    .getByRole('link', { name: new RegExp(`^${style.name} `) })
    .first()
    .click();
  await expect(list.getByRole('listitem')).toHaveCount(style.trained);
  await page.getByText(statistics.asTable).click();
  await expect(page.getByRole('rowheader')).toHaveCount(12);
  await expectAccessible(page);
  await page.getByRole('link', { name: statistics.allTrainings }).click();
  await expect(list.getByRole('listitem')).toHaveCount(own.list.length);
});

// Looks at three widths by itself.
test.describe('in every language, mode and width', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`axe finds nothing on reports and the simulator, ${language}`, async ({ page }) => {
      test.setTimeout(180_000);
      const host = 'vormiruum-pilates.ee';
      await speak(page, host, language);
      await standAt(page, host);
      for (const path of [
        '/admin/reports',
        '/admin/reports?kind=attendance&by=hour',
        '/admin/reports?kind=sales&period=previousMonth&by=club&key=all',
        '/admin/reports?kind=debts&by=age&key=all',
        '/admin/reports?kind=hours',
        '/admin/simulator?limit=upcomingMax&value=1',
      ]) {
        await logInAs(page, 'admin', path);
        await expect(page.locator('[data-skeleton]')).toHaveCount(0, { timeout: 45_000 });
        await lookAt(page, language);
      }
    });

    test(`axe finds nothing on a member’s statistics, ${language}`, async ({ page }, info) => {
      const { host } = centreOf(info);
      await speak(page, host, language);
      await standAt(page, host);
      await logInAs(page, 'member', '/statistics');
      await lookAt(page, language);
    });
  }
});
