import { et } from '#i18n/et.ts';
import { listUnits } from '#shared/rooms/contract.ts';
import { block, clashOf, drag, make, minute, ownDay, stand, timesOf } from './support/editing.ts';
import { expect, expectAccessible, logInAs, test } from './support/journey.ts';

const { editing, validation } = et;

// A mouse and a wide window.
test.describe('at a desk', { tag: '@desk' }, () => {
  // shows: address-admin-calendar
  test('a training is dragged to another room and time, resized, and taken back', async ({ page }, info) => {
    const ground = await stand(page, info.project.name);
    const [first, second] = ground.rooms;
    const date = ownDay(info, 0);
    const name = 'Lohistatav trenn';
    await make(ground, { name, date, time: '10:00' });
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(block(page, name)).toBeVisible();
    await expectAccessible(page);

    const head = await page
      .getByRole('heading', { level: 2, name: second?.name ?? '', exact: true })
      .boundingBox();
    const box = await block(page, name).boundingBox();
    await drag(page, name, { x: (head?.x ?? 0) - (box?.x ?? 0), y: 65 * minute });
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(editing.time)).toHaveValue('11:05');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: editing.doMove_one.replace('{{count}}', '1') }).click();
    await expect(page.getByText(editing.didMove_one.replace('{{count}}', '1'))).toBeVisible();
    expect(await timesOf(ground, date, name)).toEqual([`11:05 60 ${second?.name}`]);

    await expect(dialog).toBeHidden();
    await expect(block(page, name)).toContainText('11:05');
    await drag(page, name, { x: 0, y: 30 * minute }, 'end');
    await expect(dialog.getByLabel(editing.duration)).toHaveValue('90');
    await dialog.getByRole('button', { name: /^Nihuta|^Muuda/ }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => timesOf(ground, date, name)).toEqual([`11:05 90 ${second?.name}`]);

    await page.getByRole('button', { name: editing.undo }).click();
    await expect.poll(() => timesOf(ground, date, name)).toEqual([`11:05 60 ${second?.name}`]);
    expect(first?.name).not.toBe(second?.name);
  });

  test('the same by keys alone; what is in the way is said before and after', async ({ page }, info) => {
    const ground = await stand(page, info.project.name);
    const room = ground.rooms[0]?.name ?? '';
    const date = ownDay(info, 1);
    const [moved, other] = ['Klahvidega trenn', 'Teeb takistust'];
    await make(ground, { name: moved, date, time: '09:00' });
    await make(ground, { name: other, date, time: '10:10' });
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    await block(page, moved).focus();
    await page.keyboard.press('ArrowDown');
    await expect(block(page, other)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('ArrowDown');
    const said = page.locator('[aria-live=assertive]').filter({ hasText: room });
    await expect(said).toHaveText(new RegExp(`^09:10–10:10, ${room}`));
    await page.keyboard.press('Shift+ArrowDown');
    await expect(said).toContainText(editing.inTheWay.replace('{{names}}', `${other} 10:10`));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(clashOf(room, other, '10:10–11:10'))).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await block(page, moved).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: editing.doMove_one.replace('{{count}}', '1') }).click();
    await expect.poll(() => timesOf(ground, date, moved)).toEqual([`09:10 60 ${room}`]);
  });

  // shows: reserve-rooms, reserve-and-edit, field-rooms-free, field-reservation, message-saved-deleted
  test('a reservation is drawn; room and name are mandatory, and the room has to be free', async ({
    page,
  }, info) => {
    const ground = await stand(page, info.project.name);
    const date = ownDay(info, 2);
    const [taken, reserved] = ['Juba siin', 'Tammiku kool'];
    await make(ground, { name: taken, date, time: '08:00' });
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    const box = await block(page, taken).boundingBox();
    if (!box) throw new Error('nothing is there');
    const x = box.x + box.width / 2;
    const end = box.y + box.height + 1;
    await page.mouse.move(x, end + 30 * minute);
    await page.mouse.down();
    await page.mouse.move(x, end + 60 * minute);
    await page.mouse.move(x, end + 120 * minute);
    await page.mouse.up();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(editing.time)).toHaveValue('09:30');
    await expect(dialog.getByLabel(editing.duration)).toHaveValue('90');
    await dialog.getByRole('button', { name: editing.reserve }).click();
    await expect(dialog.getByText(validation.reservationNameRequired)).toBeVisible();
    await expect(dialog.getByLabel(editing.name)).toBeFocused();
    await dialog.getByLabel(editing.name).fill(reserved);
    await dialog.getByLabel(editing.time).fill('08:30');
    await expect(
      dialog.getByText(validation.roomsNotFree.replace('{{rooms}}', ground.rooms[0]?.name ?? '')),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel(editing.time).fill('09:30');
    await dialog.getByRole('button', { name: editing.reserve }).click();
    await expect(block(page, reserved)).toBeVisible();
    await expect(page.getByText(editing.reservationSaved)).toBeVisible();

    await block(page, reserved).click();
    await dialog.getByRole('button', { name: editing.deleteReservation }).click();
    await expect(block(page, reserved)).toHaveCount(0);
    await expect(page.getByText(editing.reservationDeleted)).toBeVisible();

    // In a club whose rooms are still to come it begins without one.
    const units = await ground.call(listUnits, {});
    await page.route('**/room/unit', (route) =>
      route.fulfill({ json: units.map((unit) => ({ ...unit, rooms: [] })) }),
    );
    await page.reload();
    await page.getByRole('button', { name: editing.more }).click();
    await dialog.getByRole('button', { name: editing.reserveRooms }).click();
    await dialog.getByLabel(editing.name).fill(reserved);
    await dialog.getByRole('button', { name: editing.reserve, exact: true }).click();
    await expect(dialog.getByText(validation.roomRequired)).toBeVisible();
    await expect(dialog.getByLabel(editing.room, { exact: true })).toBeFocused();
  });

  // shows: success-told
  test('a series is moved from one date on, planned, applied and taken back', async ({ page }, info) => {
    const ground = await stand(page, info.project.name);
    const room = ground.rooms[0]?.name ?? '';
    const date = ownDay(info, 3);
    const week = (index: number) => Temporal.PlainDate.from(date).add({ weeks: index }).toString();
    const [name, other] = ['Sarja trenn', 'Üks kord'];
    await make(ground, { name, date, time: '12:00', weeks: 4 });
    await make(ground, { name: other, date: week(2), time: '14:00' });
    await logInAs(page, 'admin', `/admin-calendar?date=${week(1)}`);
    await block(page, name).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: editing.move }).click();
    await dialog.getByLabel(editing.time).fill('14:00');
    await dialog.getByLabel(editing.scopeFollowing).check();
    await expect(dialog.getByText(editing.blocked)).toBeVisible();
    await expect(dialog.getByText(clashOf(room, other, '14:00–15:00'))).toBeVisible();
    await dialog.getByLabel(editing.clashSkip).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: editing.doMove_other.replace('{{count}}', '2') }).click();
    await expect(page.getByText(editing.didMove_other.replace('{{count}}', '2'))).toBeVisible();
    const times = async () =>
      Promise.all([0, 1, 2, 3].map(async (index) => (await timesOf(ground, week(index), name))[0]));
    const [noon, two] = [`12:00 60 ${room}`, `14:00 60 ${room}`];
    expect(await times()).toEqual([noon, two, noon, two]);
    await page.getByRole('button', { name: editing.undo }).click();
    await expect(page.getByText(editing.undone)).toBeVisible();
    expect(await times()).toEqual([noon, noon, noon, noon]);
  });

  test('closed dates lie over the calendar and are lifted again', async ({ page }, info) => {
    const ground = await stand(page, info.project.name);
    const date = ownDay(info, 4);
    const name = 'Püha trenn';
    await make(ground, { name, date, time: '10:00' });
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    await page.getByRole('button', { name: editing.more }).click();
    await page.getByRole('button', { name: editing.closures }).click();
    await page.getByRole('button', { name: editing.addClosure }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(editing.closureName).fill('Suur püha');
    await dialog.getByRole('button', { name: editing.look }).click();
    await dialog.getByRole('button', { name: editing.doCloseWith_one.replace('{{count}}', '1') }).click();
    await expect(page.getByText(editing.closedFor.replace('{{name}}', 'Suur püha')).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: editing.more }).click();
    await page.getByRole('button', { name: editing.closures }).click();
    await page.getByRole('button', { name: `${editing.lift}: Suur püha` }).click();
    await dialog.getByRole('button', { name: editing.doLiftWith_one.replace('{{count}}', '1') }).click();
    await expect(page.getByText(editing.closedFor.replace('{{name}}', 'Suur püha'))).toHaveCount(0);
    await expect.poll(() => timesOf(ground, date, name)).toHaveLength(1);
  });
});

// shows: edit-timetable, reserve-and-edit
test('a training is edited, called off with a reason, and the day says so', async ({ page }, info) => {
  const ground = await stand(page, info.project.name);
  const date = ownDay(info, 5);
  const [name, renamed] = ['Muudetav trenn', 'Uue nimega trenn'];
  await make(ground, { name, date, time: '10:00' });
  await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
  const row = (text: string) => page.locator('main button, [data-key]').filter({ hasText: text }).first();
  await row(name).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: editing.edit }).click();
  await expectAccessible(page);
  await dialog.getByLabel(editing.name, { exact: true }).fill('');
  await dialog.getByRole('button', { name: editing.look }).click();
  await expect(dialog.getByText(validation.fieldRequired)).toBeVisible();
  await dialog.getByLabel(editing.name, { exact: true }).fill(renamed);
  await dialog.getByLabel(editing.maxPlaces).fill('8');
  await dialog.getByRole('button', { name: editing.look }).click();
  await dialog.getByRole('button', { name: editing.doChange_one.replace('{{count}}', '1') }).click();
  await expect(row(renamed)).toContainText('0 / 8');

  await row(renamed).click();
  await dialog.getByRole('button', { name: editing.cancel }).click();
  await dialog.getByLabel(editing.reason).fill('Treener on haige');
  await dialog.getByRole('button', { name: editing.doCancel_one.replace('{{count}}', '1') }).click();
  await expect(page.getByText(editing.didCancel_one.replace('{{count}}', '1'))).toContainText('0');
  await expect(row(renamed)).toContainText(et.schedule.cancelled);
  await expectAccessible(page);
});

// At a desk it is dragged.
// shows: choose-what-to-do
test('on a phone a training is moved by its dialog', { tag: '@phone' }, async ({ page }, info) => {
  const ground = await stand(page, info.project.name);
  const date = ownDay(info, 6);
  const name = 'Telefonis nihutatav';
  await make(ground, { name, date, time: '10:00' });
  await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
  await page.getByRole('button', { name }).click();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: editing.move }).click();
  await dialog.getByLabel(editing.time).fill('11:30');
  await dialog.getByRole('button', { name: editing.doMove_one.replace('{{count}}', '1') }).click();
  await expect.poll(() => timesOf(ground, date, name)).toEqual([`11:30 60 ${ground.rooms[0]?.name}`]);
});
