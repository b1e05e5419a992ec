import type { Locator, Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getGroupStatistics, getOwnStatistics, getPersonalStatistics } from '#shared/statistics/contract.ts';
import { windows } from '#shared/statistics/domain.ts';
import { expect, logInAs, standAt, tenantUrl, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';
import { filled } from './support/paid.ts';

// Every picture says what the list under it says: numbers are read off the screen and added up.
const { statistics } = et;
/** Nothing here writes. */
const host = 'sinilaine-ujula.ee';

/** One training in the list, or what some of them come to. */
interface Sum {
  readonly trainings: number;
  readonly places: number;
  readonly booked: number;
  readonly trained: number;
}
const nothing: Sum = { trainings: 0, places: 0, booked: 0, trained: 0 };

const sumOf = (sums: readonly Sum[]): Sum =>
  sums.reduce(
    (all, one) => ({
      trainings: all.trainings + one.trainings,
      places: all.places + one.places,
      booked: all.booked + one.booked,
      trained: all.trained + one.trained,
    }),
    nothing,
  );

/** Numbers at the places of a text of the catalogue; throws where it says something else. */
function numbersIn(said: string, text: string): Record<string, number> {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  const pattern = text
    .split(/\{\{\w+\}\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll('\u00a0', ' '))
    .join('(\\d+)');
  const found = new RegExp(pattern).exec(said.replaceAll('\u00a0', ' '));
  if (!found) throw new Error(`“${said}” does not say “${text}”`);
  return Object.fromEntries(names.map((name, index) => [name, Number(found[index + 1])]));
}

const listOf = (page: Page) => page.getByRole('list', { name: statistics.list });

/** What is written in each of some elements and where it leads, a line for each piece: numbers side by side stay two. */
const linesOf = (elements: Locator) =>
  elements.evaluateAll((roots) =>
    roots.map((root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const lines: string[] = [];
      while (walker.nextNode()) lines.push((walker.currentNode.textContent ?? '').replaceAll('\u00a0', ' '));
      return { address: root.getAttribute('href') ?? '', lines };
    }),
  );

/** The list as it stands, by the training each row opens. */
async function readList(page: Page): Promise<Map<number, Sum>> {
  const rows = await linesOf(listOf(page).getByRole('link'));
  return new Map(
    rows.map(({ address, lines }) => {
      const { places = 0 } = numbersIn(lines.join('\n'), statistics.occupancyOf);
      const { trained = 0, booked = 0 } = numbersIn(lines.join('\n'), statistics.came);
      return [Number(/id=(\d+)/.exec(address)?.[1]), { trainings: 1, places, booked, trained }];
    }),
  );
}

/** The height of every bar of a picture, in its own measure. */
const readBars = (picture: Locator) =>
  picture.locator('rect').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));

const dateOf = (shown: string) => shown.split('.').toReversed().join('-');

/** The table under the picture: day, places, booked, trained. */
async function readDays(page: Page): Promise<Map<string, Sum>> {
  await page.getByText(statistics.asTable).click();
  const rows = await linesOf(page.locator('tbody tr'));
  return new Map(
    rows.map(({ lines: [date = '', places, booked, trained] }) => [
      dateOf(date),
      { trainings: 0, places: Number(places), booked: Number(booked), trained: Number(trained) },
    ]),
  );
}

/** Each part by style or by type says what the list says that it opens. */
async function expectParts(page: Page, heading: string, whole: Sum): Promise<void> {
  const title = page.getByRole('heading', { name: heading, exact: true });
  await expect(title).toBeVisible();
  const parts = page.locator('section').filter({ has: title }).getByRole('listitem').getByRole('link');
  const sums: Sum[] = [];
  for (const part of await parts.all()) {
    const [, count = '', of = '', share = ''] = (await linesOf(part))[0]?.lines ?? [];
    await part.click();
    await expect(listOf(page).getByRole('listitem')).toHaveCount(Number.parseInt(count, 10));
    const behind = sumOf([...(await readList(page)).values()]);
    const percent = behind.places === 0 ? null : Math.round((behind.booked * 100) / behind.places);
    expect([of, share]).toEqual([
      filled(statistics.partOf, { booked: behind.booked, places: behind.places }),
      percent === null ? '–' : `${percent}%`,
    ]);
    await expect(part.locator('svg[height="6"] rect').last()).toHaveAttribute(
      'width',
      `${Math.min(100, percent ?? 0)}%`,
    );
    sums.push(behind);
  }
  // Nothing is in two parts, and nothing in none.
  expect(sumOf(sums)).toEqual(whole);
}

const kinds = [
  { path: '/group-trainings', search: '?', ask: getGroupStatistics },
  { path: '/personal-trainings', search: '?view=statistics&', ask: getPersonalStatistics },
] as const;

for (const { path, search, ask } of kinds) {
  for (const window of windows) {
    test(`every number of ${path}, ${window}, is that of the trainings behind it`, async ({ page }) => {
      await standAt(page, host);
      const call = await callAsMember(page, 'trainer');
      const asked = window === 'currentMonth' ? window : undefined;
      const told = await call(ask, { query: { window: asked, trainer: undefined } });
      const address = `${path}${search}${asked ? `window=${asked}` : ''}`;
      await logInAs(page, 'trainer', address);
      if (told.list.length === 0) {
        // A month that has just begun; no trainer is idle for thirty days, and few lead personal trainings.
        expect(window === 'currentMonth' || path === '/personal-trainings').toBe(true);
        await expect(page.getByText(statistics.none)).toBeVisible();
        return;
      }
      await expect(listOf(page).getByRole('listitem')).toHaveCount(told.list.length);
      const list = await readList(page);
      const whole = sumOf([...list.values()]);
      const dates = new Map(told.list.map(({ id, date }) => [id, date]));
      expect([...list.keys()].toSorted()).toEqual([...dates.keys()].toSorted());

      // The tiles.
      for (const tile of [
        filled(statistics.occupancyOf, { booked: whole.booked, places: whole.places }),
        filled(statistics.presenceOf, { trained: whole.trained, booked: whole.booked }),
      ]) {
        await expect(page.locator('a[href="#list"]').filter({ hasText: tile }), tile).toHaveCount(1);
      }
      const count = page.locator('a[href="#list"]').filter({ hasText: statistics.trainings });
      await expect(count).toContainText(String(list.size));

      // The picture and its table, day by day.
      const days = await readDays(page);
      const byDay = new Map<string, Sum>();
      for (const [id, one] of list) {
        const date = dates.get(id) ?? '';
        byDay.set(date, sumOf([byDay.get(date) ?? nothing, one]));
      }
      const shown = [...byDay].toSorted(([one], [other]) => one.localeCompare(other));
      expect([...days]).toEqual(shown.map(([date, sum]) => [date, { ...sum, trainings: 0 }]));
      const picture = page.getByRole('img', { name: statistics.chart.split('{{')[0] ?? '' });
      const { most = 0 } = numbersIn((await picture.getAttribute('aria-label')) ?? '', statistics.chart);
      const counts = shown.flatMap(([, { places, booked, trained }]) => [places, booked, trained]);
      expect(most).toBe(Math.max(1, ...counts));
      const bars = await readBars(picture);
      const tallest = Math.max(...bars);
      expect(bars.map((height) => Math.round((height * most) / tallest))).toEqual(counts);

      await expectParts(page, statistics.byStyle, whole);
      await page.getByRole('link', { name: statistics.type, exact: true }).click();
      await expectParts(page, statistics.byType, whole);

      // A day is an address of its own.
      const [date = '', sum = nothing] = shown.at(-1) ?? [];
      await page.goto(tenantUrl(host, `${address}&date=${date}`));
      await expect(listOf(page).getByRole('listitem')).toHaveCount(sum.trainings);
      expect(sumOf([...(await readList(page)).values()])).toEqual(sum);
    });
  }
}

test('a member’s months and styles are those of the trainings behind them', async ({ page }) => {
  // Another centre: at the first one a journey gives the member another password.
  await standAt(page, 'tammetreenerid.ee');
  const call = await callAsMember(page);
  const told = await call(getOwnStatistics, { query: { window: 'last12Months' } });
  await logInAs(page, 'member', '/statistics?window=last12Months');
  const list = page.getByRole('list', { name: statistics.ownList });
  await expect(list.getByRole('listitem')).toHaveCount(told.list.length);
  expect(told.list.length).toBeGreaterThan(0);
  const months = new Map<string, number>();
  for (const { date } of told.list) {
    const month = date.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  await page.getByText(statistics.asTable).click();
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(12);
  const said = (await linesOf(rows)).map(
    ({ lines: [month = '', count] }) => [dateOf(month), Number(count)] as const,
  );
  expect(said).toEqual(said.map(([month]) => [month, months.get(month) ?? 0]));
  const counts = said.map(([, count]) => count);
  const bars = await readBars(page.getByRole('img', { name: statistics.monthChart.split('{{')[0] ?? '' }));
  const [most, tallest] = [Math.max(...counts), Math.max(...bars)];
  expect(bars.map((height) => Math.round((height * most) / tallest))).toEqual(counts);
  for (const { name, trained } of told.byStyle) {
    await page
      .getByRole('link', { name: new RegExp(`^${name} `) })
      .first()
      .click();
    await expect(list.getByRole('listitem')).toHaveCount(trained);
  }
  expect(told.byStyle.reduce((all, { trained }) => all + trained, 0)).toBe(told.list.length);
});
