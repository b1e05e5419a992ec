import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { createClient, listClients } from '#shared/back-office/clients/contract.ts';
import { giveVoucher } from '#shared/back-office/giving/contract.ts';
import { createRoom, listRooms, listTrainers } from '#shared/back-office/places/contract.ts';
import { listAllProducts } from '#shared/back-office/sales/contract.ts';
import { listUsers, updateUser } from '#shared/back-office/users/contract.ts';
import { listComments } from '#shared/feedback/contract.ts';
import {
  getClassRoll,
  type LedTraining,
  listLedTrainings,
} from '#shared/registrations/attendance/contract.ts';
import { placeInClass } from '#shared/registrations/placing/contract.ts';
import { showCode } from '#shared/vouchers/codes/domain.ts';
import { getVoucher, listVouchers } from '#shared/vouchers/contract.ts';
import { groundOf, make } from './support/editing.ts';
import { expect, expectAccessible, standAt, tenantUrl, test, waitForScripts } from './support/journey.ts';
import { expectFits } from './support/looks.ts';
import { callAs, type MemberCall } from './support/member.ts';
import { comeNew, newcomerPassword } from './support/newcomer.ts';
import { filled } from './support/paid.ts';

// A trainer's evening on a phone, from home to what was thought of a training (mission 2.7, 2.12).
test.skip(({ viewport }) => viewport?.width !== 390, 'on a phone');

const { account, attendance, entry, feedback, home, menu, schedule, statistics } = et;
/** Takes comments; the demo trainer has an own journey there, and no other one has rooms. */
const host = 'rutmituba.ee';
const zone = 'Europe/Tallinn';
const day = (ahead: number) => Temporal.Now.plainDateISO(zone).add({ days: ahead }).toString();

/** The next slot of a timetable that leaves time to make a training there. */
function nextSlot(): Temporal.ZonedDateTime {
  const soonest = Temporal.Now.zonedDateTimeISO(zone).add({ seconds: 30 });
  return soonest
    .with({ second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
    .add({ minutes: 5 - (soonest.minute % 5) });
}

interface Evening {
  readonly trainerId: number;
  /** Of the last weeks, with a thought that others may read once it is allowed. */
  readonly held: LedTraining;
  readonly thought: string;
}

/** A trainer without an account who has time then, and of whose trainings something was thought. */
async function findEvening(manage: MemberCall, start: Temporal.ZonedDateTime): Promise<Evening> {
  const users = await manage(listUsers, { query: { limit: 100 } });
  const taken = new Set(users.items.map(({ values }) => values.trainerId));
  const { items } = await manage(listTrainers, { query: { limit: 100 } });
  const until = start.add({ minutes: 15 }).toInstant();
  for (const { id: trainerId, values } of items) {
    if (!values.isActive || taken.has(trainerId)) continue;
    const led = await manage(listLedTrainings, {
      query: { from: day(-25), until: day(1), trainer: trainerId },
    });
    const isBusy = led.some(
      ({ startDateTime, endDateTime }) =>
        Temporal.Instant.compare(startDateTime, until) < 0 &&
        Temporal.Instant.compare(endDateTime, start.toInstant()) > 0,
    );
    if (isBusy) continue;
    for (const held of led.filter(({ trained, isCancelled }) => trained > 0 && !isCancelled)) {
      const { comments } = await manage(listComments, { query: { training: held.id } });
      const found = comments.find(
        ({ isShared, state, text }) =>
          isShared && state !== 'allowed' && comments.filter((other) => other.text === text).length === 1,
      );
      if (found) return { trainerId, held, thought: found.text };
    }
  }
  throw new Error('of no trainer with time anything was thought');
}

/** An account that leads as this trainer, and may put people in and take them out. */
async function comeAsTrainer(page: Page, trainerId: number): Promise<string> {
  const { email, manage } = await comeNew(page, 'treener');
  const [user] = (await manage(listUsers, { query: { q: email } })).items;
  if (!user) throw new Error('nobody came');
  const rights = { trainerId, canSeeRegistrations: true, canManageRegistrations: true };
  await manage(updateUser, {
    params: { id: user.id },
    body: { version: user.version, values: { ...user.values, ...rights } },
  });
  return email;
}

interface Known {
  readonly id: number;
  readonly name: string;
  readonly number: string;
}

/** A client by a name that nobody else has. */
async function makeClient(manage: MemberCall, firstName: string, lastName: string): Promise<Known> {
  const none = { phone: '', address: '', city: '', county: '', zip: '', isBlocked: false };
  const email = `${firstName}-${crypto.randomUUID()}@test.test`.toLowerCase();
  const { id } = await manage(createClient, { body: { values: { firstName, lastName, email, ...none } } });
  const { items } = await manage(listClients, { query: { q: email } });
  return { id, name: `${firstName} ${lastName}`, number: items[0]?.facts.code ?? '' };
}

/** The code of a voucher that was just given to somebody new, and their calls. */
async function giveCard(page: Page): Promise<{ code: string; left: () => Promise<number> }> {
  const { email, manage } = await comeNew(page, 'kaart');
  const [client] = (await manage(listClients, { query: { q: email } })).items;
  const products = await manage(listAllProducts, { query: { limit: 100 } });
  const product = products.items.find(({ values }) => values.kind === 'voucher' && values.isActive);
  if (!client || !product) throw new Error('no voucher to give');
  await manage(giveVoucher, {
    params: { id: client.id },
    body: { productId: product.id, uses: 3, validFrom: day(0), reason: 'Proov' },
  });
  const call = await callAs(page, email, newcomerPassword);
  const [voucher] = await call(listVouchers, {});
  const shown = async () => call(getVoucher, { query: { id: voucher?.id } });
  return { code: showCode((await shown()).code), left: async () => (await shown()).usesLeft };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const presenceOf = (page: Page, { name }: Known) => button(page, filled(attendance.present, { name }));

/** By the menu at the thumb. */
async function goTo(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: menu.mainMenu })
    .getByRole('button', { name: menu.menu, exact: true })
    .click();
  await page.getByRole('dialog').getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a trainer’s evening: the roll, a client in and out, cards, sums, a thought that others may read', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await standAt(page, host);
  const ground = await groundOf(page);
  const manage = ground.call;
  const start = nextSlot();
  const { trainerId, held, thought } = await findEvening(manage, start);
  const mark = Math.random().toString(36).slice(2, 8);
  // A room of its own: at any hour the others may be taken.
  const [room] = (await manage(listRooms, { query: {} })).items;
  if (!room) throw new Error('there are no rooms');
  const { clubId } = room.values;
  const roomName = `Õhtune saal ${mark}`;
  const made = await manage(createRoom, {
    body: {
      values: {
        name: roomName,
        clubId,
        roomGroupId: null,
        capacity: 12,
        partIds: [],
        isShared: false,
        rentCents: null,
      },
    },
  });
  const name = `Õhtune tund ${mark}`;
  const date = start.toPlainDate().toString();
  const time = start.toPlainTime().toString({ smallestUnit: 'minute' });
  const own = { ...ground, rooms: [{ id: made.id, name: roomName }] };
  await make(own, { name, date, time, duration: 15, trainerId });
  const training = (
    await manage(listLedTrainings, { query: { from: date, until: date, trainer: trainerId } })
  ).find((led) => led.name === name);
  if (!training) throw new Error('the training was not made');
  const client = (firstName: string) => makeClient(manage, firstName, `Õhtu${mark}`);
  const [mari, juku, ants] = [await client('Mari'), await client('Juku'), await client('Ants')];
  const late = await client('Hilja');
  const wish = { isBeyondPlaces: false, isWithoutCover: false, reason: '' };
  for (const { id: clientId } of [mari, juku, ants]) {
    await manage(placeInClass, { params: { id: training.id }, body: { clientId, ...wish } });
  }
  const card = await giveCard(page);
  const email = await comeAsTrainer(page, trainerId);

  // In: home has the day.
  await page.goto(tenantUrl(host));
  await waitForScripts(page);
  await page.getByLabel(account.email).fill(email);
  await page.getByLabel(account.password, { exact: true }).fill(newcomerPassword);
  await button(page, account.login).click();
  await expect(page.getByRole('region', { name: home.ledToday })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);

  // The day, and the own training that is next in it.
  await goTo(page, menu.trainerTimetable);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(attendance.ownTimetable);
  // Before midnight the next one is tomorrow's.
  if (date !== day(0)) await page.getByRole('link', { name: schedule.nextDay }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('3 / 12');
  await expectFits(page);
  await expectAccessible(page);
  await row.getByRole('link').click();

  // Two of three are here.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const roll = page.getByRole('list', { name: attendance.title });
  await expect(roll.getByRole('listitem')).toHaveCount(3);
  for (const person of [mari, juku]) {
    await presenceOf(page, person).click();
    await expect(presenceOf(page, person)).toHaveAttribute('aria-pressed', 'true');
  }
  const sum = page.getByText(filled(attendance.ofTotal, { total: 3 })).locator('..');
  await expect(sum).toHaveText(`2${filled(attendance.ofTotal, { total: 3 })}`);
  await expectFits(page);
  await expectAccessible(page);

  // Somebody comes without a booking, and goes again.
  await button(page, attendance.add).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(attendance.searchLabel).fill(late.number);
  await sheet.getByRole('button').filter({ hasText: late.name }).click();
  await expect(sheet).toBeHidden();
  await expect(roll.getByRole('listitem')).toHaveCount(4);
  await roll.getByText(late.name).click();
  await expect(sheet.getByText(late.number)).toBeVisible();
  await sheet.getByRole('button', { name: attendance.remove }).click();
  await sheet.getByRole('button', { name: attendance.removeFree }).click();
  await expect(sheet).toBeHidden();
  await expect(roll.getByRole('listitem')).toHaveCount(3);

  // The third shows a card.
  await expect(presenceOf(page, ants)).toHaveAttribute('aria-pressed', 'false');
  await button(page, attendance.scan).click();
  await sheet.getByLabel(attendance.scanLabel).fill(ants.number);
  await sheet.getByLabel(attendance.scanLabel).press('Enter');
  await expect(sheet.getByText(filled(attendance.scanned, { name: ants.name }))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(presenceOf(page, ants)).toHaveAttribute('aria-pressed', 'true');

  // A card of another kind at the desk: one use of three is taken.
  await goTo(page, menu.desk);
  await page.getByLabel(entry.cardLabel).fill(card.code);
  await page.getByLabel(entry.cardLabel).press('Enter');
  await expect(page.getByText('3 → 2')).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await button(page, entry.takeUse).click();
  await expect(page.getByText(filled(entry.taken, { left: 2 }))).toBeVisible();
  expect(await card.left()).toBe(2);

  // The sums, and behind them a training of which something was thought.
  await goTo(page, menu.groupTrainings);
  const list = page.getByRole('list', { name: statistics.list });
  const sums = filled(statistics.came, { trained: held.trained, booked: held.booked });
  await expect(list.locator(`a[href*="attendance?id=${held.id}"]`)).toContainText(sums);
  await expectFits(page);
  await expectAccessible(page);
  await list.locator(`a[href*="attendance?id=${held.id}"]`).click();
  const comment = page.getByRole('listitem').filter({ hasText: thought });
  await comment.getByRole('button', { name: filled(feedback.allowNamed, { name: '' }) }).click();
  await expect(page.getByText(feedback.allowedNow)).toBeVisible();
  await expect(comment.getByText(feedback.allowed, { exact: true })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);

  // Back to the roll: closed once the training has begun, and not before.
  await page.goto(tenantUrl(host, `/attendance?id=${training.id}`));
  await expect(roll.getByRole('listitem')).toHaveCount(3);
  const close = page
    .getByRole('region', { name: attendance.title })
    .getByRole('button', { name: attendance.closeRoll });
  if (Temporal.Now.instant().until(start.toInstant()).total('seconds') > 30) {
    await expect(close).toHaveCount(0);
  } else {
    await expect(close).toBeVisible({ timeout: 60_000 });
    await close.click();
    await expect(sheet.getByText(attendance.closeTextNone)).toBeVisible();
    await sheet.getByRole('button', { name: attendance.closeRoll }).click();
    await expect(page.getByText(filled(attendance.closed, { count: 0 }))).toBeVisible();
    await expect(button(page, attendance.reopen)).toBeVisible();
  }
  const after = await manage(getClassRoll, { params: { id: training.id } });
  expect(after.registrations.map(({ name: who, presence }) => [who, presence]).toSorted()).toEqual(
    [ants, juku, mari].map((person) => [person.name, true]),
  );
});
