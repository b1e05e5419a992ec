import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { centreOf } from './support/centres.ts';
import { expect, logInAs, openTenant, standAt, test, waitForRest } from './support/journey.ts';

const client = fileURLToPath(new URL('../dist/client', import.meta.url));

interface Load {
  readonly files: number;
  /** As it travels: brotli, in thousands of bytes. */
  readonly kilobytes: number;
  readonly names: readonly string[];
}

/** The scripts an open page has fetched, those that came at rest among them. */
async function scriptsOf(page: Page): Promise<Load> {
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const names = [...new Set(fetched)].filter((path) => path.startsWith('/assets/') && path.endsWith('.js'));
  const sizes = names.map((path) => {
    const brotli = `${client}${path}.br`;
    return statSync(existsSync(brotli) ? brotli : `${client}${path}`).size;
  });
  const kilobytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10;
  return { files: names.length, kilobytes, names };
}

/** Until what waits for a page at rest has come as well: it listens to the timetable then. */
async function waitForLate(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
    part,
  );
}

// Whatever is added anywhere may end here: not one run goes without these two.
test(
  'a public page brings at most 153.5 kB of script in at most twelve files',
  { tag: '@always' },
  async ({ page }, info) => {
    await openTenant(page, centreOf(info).host, '/public/calendar/day');
    await waitForLate(page, '/live-timetable-');
    await waitForLate(page, '/errors-');
    const load = await scriptsOf(page);
    info.annotations.push({ type: 'load', description: `${load.kilobytes} kB in ${load.files} files` });
    expect(load.kilobytes, load.names.join('\n')).toBeLessThanOrEqual(153.5);
    expect(load.files, load.names.join('\n')).toBeLessThanOrEqual(12);
  },
);

test('home behind the log-in brings at most 180 kB of script', { tag: '@always' }, async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await waitForRest(page);
  await waitForLate(page, '/live-timetable-');
  await waitForLate(page, '/errors-');
  const load = await scriptsOf(page);
  info.annotations.push({ type: 'load', description: `${load.kilobytes} kB in ${load.files} files` });
  expect(load.kilobytes, load.names.join('\n')).toBeLessThanOrEqual(180);
});
