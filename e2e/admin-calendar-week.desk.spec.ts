import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { block, drag, type Ground, make, minute, ownWeek, stand, timesOf } from './support/editing.ts';
import { expect, expectAccessible, logInAs, tenantUrl, test } from './support/journey.ts';

const { editing, schedule } = et;

// A mouse, keys and a wide window.

const dated = (date: string) => date.split('-').toReversed().join('.');
const weekdays = ['Esmaspäev', 'Teisipäev', 'Kolmapäev', 'Neljapäev', 'Reede', 'Laupäev', 'Pühapäev'];

/** The number of the column something lies in, by where it is painted. */
async function columnOf(page: Page, name: string): Promise<number> {
  const box = await block(page, name).boundingBox();
  if (!box) return -1;
  const middle = box.x + box.width / 2;
  // At once: a heading of a dialog that is just going would be waited for.
  const lefts = await page
    .getByRole('heading', { level: 2 })
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().x));
  return lefts.filter((left) => left < middle).length - 1;
}

const topOf = async (page: Page, name: string) => (await block(page, name).boundingBox())?.y ?? 0;

/** What is reserved on a date, as the server says. */
const reservedOn = async ({ call }: Ground, date: string) =>
  (await call(getAdminSchedule, { query: { from: date, until: date } })).reservations.map(
    ({ name, time, duration, rooms }) =>
      `${name} ${time} ${duration} ${rooms.map((room) => room.name).join('+')}`,
  );

test('a room’s week is read, a training is dragged to another day of it, and taken back', async ({
  page,
}, info) => {
  const ground = await stand(page, info.project.name);
  const [room, other] = ground.rooms.map(({ name }) => name);
  if (!room || !other) throw new Error('no second room');
  const monday = Temporal.PlainDate.from(ownWeek(info, 0));
  const dates = weekdays.map((_, index) => monday.add({ days: index }).toString());
  const [, tuesday = '', wednesday = '', , friday = ''] = dates;
  const [early, moved, elsewhere] = ['Nädala varane', 'Nädala rändaja', 'Teise ruumi trenn'];
  await make(ground, { name: early, date: wednesday, time: '08:00' });
  await make(ground, { name: moved, date: wednesday, time: '10:00' });
  await make(ground, { name: elsewhere, date: tuesday, time: '10:00', room: 1 });

  // The days of one room, each training under its day and at its time.
  await logInAs(page, 'admin', `/admin-calendar?date=${wednesday}`);
  await expect(block(page, moved)).toBeVisible();
  await page.getByRole('link', { name: schedule.week, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${dated(dates[0] ?? '')}–${dated(dates[6] ?? '')}`,
  );
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(
    dates.map((date, index) => `${weekdays[index]} ${dated(date).slice(0, 5)}`),
  );
  await expect(block(page, moved)).toContainText('10:00');
  await expect(block(page, moved)).toContainText('0 / 12');
  await expect.poll(() => columnOf(page, early)).toBe(2);
  await expect.poll(() => columnOf(page, moved)).toBe(2);
  const away = async () => Math.abs((await topOf(page, moved)) - (await topOf(page, early)) - 120 * minute);
  await expect.poll(away, 'pixels from where two hours later lies').toBeLessThan(3);
  await expect(block(page, elsewhere)).toHaveCount(0);
  const choice = page.getByRole('combobox', { name: schedule.room });
  await choice.selectOption(other);
  await expect(block(page, elsewhere)).toBeVisible();
  await expect.poll(() => columnOf(page, elsewhere)).toBe(1);
  await expect(block(page, moved)).toHaveCount(0);
  await choice.selectOption(room);
  await expect(block(page, moved)).toBeVisible();
  await expectAccessible(page);

  // Somebody looks at Friday meanwhile, all rooms of it.
  const beside = await page.context().newPage();
  const listening = beside.waitForRequest('**/public/schedule/live');
  await beside.goto(
    tenantUrl(new URL(page.url()).hostname.replace('.localhost', ''), `/admin-calendar?date=${friday}`),
  );
  await expect(beside.getByRole('heading', { level: 2, name: room, exact: true })).toBeVisible();
  await expect(block(beside, moved)).toHaveCount(0);
  await listening;

  await page.bringToFront();
  const heads = page.getByRole('heading', { level: 2 });
  const across = ((await heads.nth(4).boundingBox())?.x ?? 0) - ((await heads.nth(2).boundingBox())?.x ?? 0);
  await drag(page, moved, { x: across, y: 65 * minute });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(editing.date)).toHaveValue(dated(friday));
  await expect(dialog.getByLabel(editing.time)).toHaveValue('11:05');
  await expect(dialog.getByText(`${dated(wednesday)} 10:00, ${room}, 60 min`)).toBeVisible();
  await expect(dialog.getByText(`${dated(friday)} 11:05, ${room}, 60 min`)).toBeVisible();
  await expectAccessible(page);
  expect(await timesOf(ground, wednesday, moved)).toEqual([`10:00 60 ${room}`]);
  await dialog.getByRole('button', { name: editing.doMove_one.replace('{{count}}', '1') }).click();
  await expect(page.getByText(editing.didMove_one.replace('{{count}}', '1'))).toBeVisible();
  // A message that has the focus stays.
  const undo = page.getByRole('button', { name: editing.undo });
  await undo.focus();
  await expect(block(page, moved)).toContainText('11:05');
  await expect.poll(() => columnOf(page, moved)).toBe(4);
  await expect.poll(() => columnOf(page, early)).toBe(2);
  await expect(block(beside, moved)).toContainText('11:05');
  await expect(block(beside, moved)).toHaveAttribute('data-column', '0');
  expect(await timesOf(ground, friday, moved)).toEqual([`11:05 60 ${room}`]);
  expect(await timesOf(ground, wednesday, moved)).toEqual([]);

  await undo.click();
  await expect(page.getByText(editing.undone)).toBeVisible();
  await expect(block(page, moved)).toContainText('10:00');
  await expect.poll(() => columnOf(page, moved)).toBe(2);
  await expect(block(beside, moved)).toHaveCount(0);
  expect(await timesOf(ground, wednesday, moved)).toEqual([`10:00 60 ${room}`]);
  await page.getByRole('link', { name: schedule.day, exact: true }).click();
  await expect(block(page, moved)).toContainText('10:00');
  await beside.close();
});

test('N draws a reservation: it is moved, let be, named, saved and taken away by keys alone', async ({
  page,
}, info) => {
  const ground = await stand(page, info.project.name);
  const [room, other] = ground.rooms.map(({ name }) => name);
  if (!room || !other) throw new Error('no second room');
  const date = ownWeek(info, 1);
  const [taken, reserved] = ['Hommikune trenn', 'Klahvidega broneering'];
  await make(ground, { name: taken, date, time: '08:00' });
  await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
  await expect(block(page, taken)).toBeVisible();
  const { keyboard } = page;
  /** By Tab alone, as somebody without a mouse gets anywhere. */
  const tabTo = async (target: ReturnType<typeof block>) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error('Tab does not lead there');
  };
  const ghost = page.locator('[data-ghost]');
  const said = page.locator('section > [aria-live=assertive]');
  const dialog = page.getByRole('dialog');

  await tabTo(block(page, taken));
  await keyboard.press('n');
  await expect(said).toHaveText(`09:00–10:00, ${room}`);
  await expect(ghost).toHaveAttribute('data-ghost', 'free');
  await expectAccessible(page);
  await keyboard.press('Escape');
  await expect(said).toHaveText('');
  await expect(ghost).toHaveAttribute('data-ghost', '');
  await expect(dialog).toBeHidden();

  await keyboard.press('N');
  await keyboard.press('ArrowUp');
  await expect(said).toHaveText(
    `08:55–09:55, ${room}, ${editing.inTheWay.replace('{{names}}', `${taken} 08:00`)}`,
  );
  await expect(ghost).toHaveAttribute('data-ghost', 'clash');
  for (let slots = 0; slots < 7; slots += 1) await keyboard.press('ArrowDown');
  for (let slots = 0; slots < 6; slots += 1) await keyboard.press('Shift+ArrowDown');
  await keyboard.press('ArrowRight');
  await expect(said).toHaveText(`09:30–11:00, ${other}`);
  await keyboard.press('Enter');
  await expect(dialog.getByLabel(editing.time)).toHaveValue('09:30');
  await expect(dialog.getByLabel(editing.duration)).toHaveValue('90');
  await expect(dialog.getByLabel(editing.name)).toBeFocused();
  expect(await reservedOn(ground, date)).toEqual([]);
  await keyboard.type(reserved);
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(block(page, reserved)).toContainText('09:30');
  expect(await reservedOn(ground, date)).toEqual([`${reserved} 09:30 90 ${other}`]);

  // The focus is where it was, and the new one is beside it.
  await expect(block(page, taken)).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(block(page, reserved)).toBeFocused();
  await keyboard.press('Enter');
  await tabTo(dialog.getByRole('button', { name: editing.deleteReservation }));
  await keyboard.press('Enter');
  await expect(block(page, reserved)).toHaveCount(0);
  expect(await reservedOn(ground, date)).toEqual([]);
});
