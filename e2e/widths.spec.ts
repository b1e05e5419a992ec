import type { Locator, Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getTrainingGroup, listTrainingGroups } from '#shared/training-groups/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';

// The borders of specification point 9, one pixel to each side of them.
const { menu } = et;
const nextWeek = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 }).toString();

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}

/** The one main menu that is shown. */
const menuOf = (page: Page): Locator =>
  page.getByRole('navigation', { name: menu.mainMenu, exact: true }).filter({ visible: true });

/** Seven days under each other, or beside each other. */
async function expectDays(page: Page, direction: 'down' | 'across'): Promise<void> {
  const days = page.locator('main section[id^="day-"]');
  await expect(days).toHaveCount(7);
  const boxes = await Promise.all((await days.all()).map(boxOf));
  const [along, across] = direction === 'down' ? (['y', 'x'] as const) : (['x', 'y'] as const);
  for (const [index, box] of boxes.entries()) {
    const before = boxes[index - 1];
    if (!before) continue;
    expect(box[along], `day ${index + 1}`).toBeGreaterThan(before[along]);
    expect(box[across], `day ${index + 1}`).toBe(before[across]);
  }
}

// shows: address-week, menu-narrow, number-narrow
test('under 800 px the menu lies at the bottom and a week runs down; from 800 px both stand upright', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await page.setViewportSize({ width: 799, height: 900 });
  await openTenant(page, host, `/public/calendar/week?date=${nextWeek}`);
  await expectDays(page, 'down');
  await page.setViewportSize({ width: 800, height: 900 });
  await expectDays(page, 'across');

  await logInAs(page, 'member', `/calendar/week?date=${nextWeek}`);
  await expect(menuOf(page)).toHaveCount(1);
  await expectDays(page, 'across');
  const side = await boxOf(menuOf(page));
  expect(side.x).toBeLessThan(72);
  expect(side.width).toBeLessThan(72);
  expect(side.height).toBeGreaterThan(300);

  await page.setViewportSize({ width: 799, height: 900 });
  await expect(menuOf(page)).toHaveCount(1);
  await expectDays(page, 'down');
  expect(await boxOf(menuOf(page))).toMatchObject({ x: 0, width: 799 });
  const tabs = await boxOf(menuOf(page));
  expect(tabs.y + tabs.height).toBe(900);
});

test('on a phone that lies on its side the tabs stand at the left with their words, a low window on a desk has signs', async ({
  page,
}, info) => {
  await standAt(page, centreOf(info).host);
  await page.setViewportSize({ width: 844, height: 390 });
  await logInAs(page, 'member', '/profile');
  await expect(menuOf(page)).toHaveCount(1);
  const { x, y, width, height } = await boxOf(menuOf(page));
  if (info.project.name === 'phone') {
    expect({ x, y, width, height }).toEqual({ x: 0, y: 0, width: 76, height: 390 });
    await expect(menuOf(page).getByText(menu.timetable, { exact: true })).toBeVisible();
    // What is read has the rest.
    const content = await boxOf(page.getByRole('main'));
    expect(content.x).toBe(76);
    expect(content.width).toBe(844 - 76);
  } else expect(width).toBeLessThan(72);
});

test('from 1200 px the menu has words, under it signs', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await page.setViewportSize({ width: 1199, height: 900 });
  await logInAs(page, 'member', '/profile');
  await expect(menuOf(page)).toHaveCount(1);
  expect((await boxOf(menuOf(page))).width).toBeLessThan(72);
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect.poll(async () => (await boxOf(menuOf(page))).width).toBeGreaterThan(150);
});

// shows: number-details-parted
test('rows of details are parted 40 to 60, from 500 px on 30 to 70', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  const call = await callAsMember(page, 'trainer');
  const [group] = await call(listTrainingGroups, {});
  if (!group) throw new Error('the trainer leads no group');
  const { data } = await call(getTrainingGroup, { params: { groupId: group.id } });
  expect(data.length).toBeGreaterThan(0);
  await page.setViewportSize({ width: 499, height: 900 });
  await logInAs(page, 'trainer', `/training-groups-detailed/${group.id}`);
  await page.getByRole('row').nth(1).getByRole('button').press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(et.trainingGroups.firstName, { exact: true })).toBeVisible();

  for (const [width, share] of [
    [499, 0.4],
    [500, 0.3],
    [800, 0.3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const labels = await Promise.all((await sheet.getByRole('term').all()).map(boxOf));
    const values = await Promise.all((await sheet.getByRole('definition').all()).map(boxOf));
    expect(labels.length).toBeGreaterThanOrEqual(7);
    for (const [index, label] of labels.entries()) {
      const value = values[index]?.width ?? 0;
      expect(label.width / (label.width + value), `row ${index + 1} at ${width} px`).toBeCloseTo(share, 2);
    }
  }
});
