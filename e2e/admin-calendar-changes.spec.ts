import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { type Ground, make, ownWeek, stand } from './support/editing.ts';
import { expect, expectAccessible, logInAs, test } from './support/journey.ts';
import { makeClient } from './support/newcomer.ts';
import { placeIn } from './support/trainings.ts';

const { editing } = et;
const weeks = 5;

/** Everything the timetable says of the trainings of a name, but the number of their latest change. */
async function stateOf({ call }: Ground, name: string, from: string, until: string) {
  const { trainings } = await call(getAdminSchedule, { query: { from, until } });
  return trainings
    .filter((training) => training.name === name)
    .map((training) => Object.entries(training).filter(([key]) => key !== 'version'));
}

/** A training of the screen: a block of the grid, or a row of a narrow window. */
const shown = (page: Page, text: string) =>
  page.locator('main button, [data-key]').filter({ hasText: text }).first();

async function openChanges(page: Page): Promise<void> {
  await page.getByRole('button', { name: editing.more }).click();
  await page.getByRole('button', { name: editing.changes }).click();
}

test('a month of a series is moved, and later taken back whole from the list of changes', async ({
  page,
}, info) => {
  const ground = await stand(page, info.project.name);
  const [room] = ground.rooms;
  const date = ownWeek(info, 2);
  const until = Temporal.PlainDate.from(date).add({ weeks }).toString();
  // Months of repeated runs overlap: each has hours and a name of its own.
  const run = info.repeatEachIndex * 2 + info.retry;
  const hour = String(7 + run * 2).padStart(2, '0');
  const name = `Kuu sari ${run + 1}`;
  await make(ground, { name, date, time: `${hour}:00`, weeks });
  const first = (await ground.call(getAdminSchedule, { query: { from: date, until: date } })).trainings.find(
    (training) => training.name === name,
  );
  if (!first) throw new Error('nothing was made');
  const { id } = await makeClient(ground.call, 'Koha', crypto.randomUUID().slice(0, 8));
  await placeIn(ground.call, first.id, id);
  const before = await stateOf(ground, name, date, until);
  expect(before).toHaveLength(weeks);

  await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
  await expect(shown(page, name)).toContainText('1 / 12');
  await shown(page, name).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: editing.move }).click();
  await dialog.getByLabel(editing.time).fill(`${hour}:30`);
  await dialog.getByLabel(editing.scopeFuture).check();
  // A text that is selected out of the sheet leaves it and what was typed where they are.
  const [time, sheet] = await Promise.all([
    dialog.getByLabel(editing.time).boundingBox(),
    dialog.boundingBox(),
  ]);
  if (!time || !sheet) throw new Error('nothing is drawn');
  await page.mouse.move(time.x + time.width / 2, time.y + time.height / 2);
  await page.mouse.down();
  await page.mouse.move(Math.max(1, sheet.x - 40), Math.max(1, sheet.y - 40), { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByLabel(editing.time)).toHaveValue(`${hour}:30`);
  const move = editing.doMove_other.replace('{{count}}', String(weeks));
  const people = editing.people_one.replace('{{count}}', '1');
  const both = editing.andTell.replace('{{what}}', move).replace('{{people}}', people);
  await dialog.getByRole('button', { name: both }).click();
  await expect(page.getByText(editing.didMove_other.replace('{{count}}', String(weeks)))).toBeVisible();
  const times = async () =>
    (await ground.call(getAdminSchedule, { query: { from: date, until } })).trainings
      .filter((training) => training.name === name)
      .map((training) => `${training.time} ${training.rooms.map((one) => one.name).join('+')}`);
  expect(await times()).toEqual(Array.from({ length: weeks }, () => `${hour}:30 ${room?.name}`));

  // Later: the message is gone, the list of the last 24 hours is not.
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(shown(page, name)).toContainText(`${hour}:30`);
  await expect(page.getByRole('button', { name: editing.undo })).toHaveCount(0);
  await openChanges(page);
  const change = dialog.getByRole('listitem').filter({ hasText: `${editing.change_edit}: ${name}` });
  await expect(change).toContainText(editing.trainings_other.replace('{{count}}', String(weeks)));
  await expectAccessible(page);
  await change.getByRole('button', { name: `${editing.undo}: ${name}` }).click();
  await expect(page.getByText(editing.undone)).toBeVisible();
  await expect(change.getByText(editing.takenBack, { exact: true })).toBeVisible();
  await expect(change.getByRole('button')).toHaveCount(0);
  expect(await stateOf(ground, name, date, until)).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(shown(page, name)).toContainText(`${hour}:00`);
  await expect(shown(page, name)).toContainText('1 / 12');

  // Asked anew, the list still says so.
  await page.reload();
  await openChanges(page);
  await expect(change.getByText(editing.takenBack, { exact: true })).toBeVisible();
});
