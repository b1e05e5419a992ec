import type { TestInfo } from '@playwright/test';
import { lv } from '#i18n/lv.ts';
import { listRentals, rentRoom } from '#shared/rooms/rentals/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { lookAt, speak } from './support/looks.ts';
import { comeAsMember, signIn } from './support/newcomer.ts';

/** Centres that let by the hour, where no other journey writes; one for each project. */
const centreOf = ({ project }: TestInfo) =>
  project.name === 'phone'
    ? { host: 'zalkalna-golfs.lv', title: 'Simulatori', words: lv.rentals }
    : { host: 'vilna-baseins.lv', title: 'Celiņi un baseini', words: lv.rentals };
const { editing } = lv;
const dayAhead = (days: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days }).toString();

// shows: address-pool
test('a lane is rented by the hour, stands in the calendar, and is given back', async ({ page }, info) => {
  const { host, title, words } = centreOf(info);
  await standAt(page, host);
  const { call: member, email, manage: admin } = await comeAsMember(page, 'rentnik');
  // A day ahead with two free hours beside one another, whatever the demo's weeks hold.
  let found: { date: string; room: string; time: string } | undefined;
  for (let ahead = 5; ahead < 26 && !found; ahead += 1) {
    const { rooms } = await member(listRentals, { query: { date: dayAhead(ahead) } });
    for (const { name, hours } of rooms) {
      const first = hours.findIndex(({ isFree }, index) => isFree && hours[index + 1]?.isFree);
      const time = hours[first]?.time;
      if (time !== undefined) found ??= { date: dayAhead(ahead), room: name, time };
    }
  }
  if (!found) throw new Error('nothing is free');
  const { date, room, time } = found;
  // Others may have an hour of another lane.
  const reserved = async () =>
    (await admin(getAdminSchedule, { query: { from: date, until: date } })).reservations.filter(
      (one) => one.time === time && one.duration === 120,
    ).length;
  const before = await reserved();
  await signIn(page, email);
  await openTenant(page, host, `/pool?date=${date}`);
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  await expectAccessible(page);
  const chip = page.getByRole('button', {
    name: words.choose.replace('{{room}}', room).replace('{{time}}', time),
    exact: true,
  });
  await chip.first().click();
  const sheet = page.getByRole('dialog', { name: room });
  await sheet.getByLabel(words.hours).selectOption('2');
  await sheet.getByLabel(words.people).fill('0');
  await sheet.locator('button[type=submit]').click();
  await expect(sheet.getByText(words.peopleInvalid.split('{{')[0] ?? '')).toBeVisible();
  await sheet.getByLabel(words.people).fill('2');
  await expectAccessible(page);
  await sheet.locator('button[type=submit]').click();
  await expect(sheet).toBeHidden();
  const own = page
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`${time}–`) })
    .first();
  await expect(own).toBeVisible();
  await expectAccessible(page);

  expect(await reserved()).toBe(before + 1);

  await own.getByRole('button').click();
  const question = page.getByRole('dialog');
  await expect(question.getByText(words.freeNotice.split('{{')[0] ?? '')).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: words.giveBackFree }).click();
  await expect(question).toBeHidden();
  await expect(own).toBeHidden();
  await expect(chip.first()).toBeVisible();
  expect(await reserved()).toBe(before);
});

test('a day that is shut says what is rented on it, and ends it', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { call: member } = await comeAsMember(page, 'rentnik');
  let rented: { date: string; room: string } | undefined;
  for (let ahead = 25; ahead > 5 && !rented; ahead -= 1) {
    const { rooms } = await member(listRentals, { query: { date: dayAhead(ahead) } });
    for (const { id: roomId, name, hours } of rooms) {
      const free = hours.find(({ isFree }) => isFree);
      if (!free || rented) continue;
      await member(rentRoom, { body: { roomId, startDateTime: free.startDateTime, hours: 1, people: 2 } });
      rented = { date: dayAhead(ahead), room: name };
    }
  }
  if (!rented) throw new Error('nothing is free');
  await logInAs(page, 'admin', `/admin-calendar?date=${rented.date}`);
  await page.getByRole('button', { name: editing.more, exact: true }).click();
  await page.getByRole('button', { name: editing.closures, exact: true }).click();
  await page.getByRole('button', { name: editing.addClosure, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(editing.closureName).fill('Remonts');
  await dialog.getByRole('button', { name: editing.look }).click();
  await expect(dialog.getByText(editing.rentalsEnd_one.replace('{{count}}', '1'))).toBeVisible();
  await expectAccessible(page);
  await dialog.locator('button[type=submit]').click();
  await expect(page.getByText(editing.rentalsEnded_one.replace('{{count}}', '1'))).toBeVisible();
  const { rooms, rentals } = await member(listRentals, { query: { date: rented.date } });
  expect([rentals, rooms.flatMap(({ hours }) => hours.filter(({ isFree }) => isFree))]).toEqual([[], []]);
});

// Looks at three widths by itself.
test.describe('in every language, mode and width', { tag: ['@desk', '@tour'] }, () => {
  for (const [language, host] of [
    ['et', 'sinilaine-ujula.ee'],
    ['en', 'sinilaine-ujula.ee'],
    ['lv', 'vilna-baseins.lv'],
  ] as const) {
    test(`axe finds nothing where lanes are let, ${language}`, async ({ page }) => {
      await speak(page, host, language);
      await standAt(page, host);
      await logInAs(page, 'member', '/pool');
      await lookAt(page, language);
    });
  }
});
