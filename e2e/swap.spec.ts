import type { Browser, Page } from '@playwright/test';
import { en } from '#i18n/en.ts';
import {
  cancelRegistration,
  changeNeededNotice,
  listRegistrations,
  register,
} from '#shared/registrations/contract.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';
import { type Ground, groundOf, make } from './support/editing.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import type { MemberCall } from './support/member.ts';
import { comeAsMember, signIn } from './support/newcomer.ts';
import { filled } from './support/paid.ts';
import { makeRoom } from './support/trainings.ts';

const { registrations, schedule } = en;
/** A centre that passes on at once what is given back. */
const host = 'northlight-pilates.com';
/** Far enough ahead, most of them, that a place comes by itself. */
const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();

test.use({ expectedErrors: [/status of 409/] });

interface Training {
  readonly id: number;
  readonly name: string;
  readonly date: string;
}

/** A training of the journey's own, in a room of its own. */
async function makeOwn(
  ground: Ground,
  made: { name: string; ahead: number; places: number; time?: string },
): Promise<Training> {
  const [name, date] = [`${made.name} ${crypto.randomUUID().slice(0, 8)}`, day(made.ahead)];
  const rooms = [await makeRoom(ground.call)];
  await make({ ...ground, rooms }, { name, date, time: made.time ?? '21:30', places: made.places });
  const all = await ground.call(listPublicTrainings, { query: { from: date, until: date } });
  const training = all.find((one) => one.name === name);
  if (!training) throw new Error(`${name} was not made`);
  return { id: training.id, name, date };
}

const book = async (call: MemberCall, { id }: Training) =>
  (await call(register, { body: { trainingId: id, isWaitingAccepted: true } })).registrationId;

const heldBy = async (call: MemberCall) =>
  (await call(listRegistrations, { query: {} })).items.map(({ trainingId, state }) => [trainingId, state]);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a training in a browser of somebody's own. */
async function openIn(browser: Browser, email: string, { id }: Training): Promise<Page> {
  const page = await browser.newPage();
  await standAt(page, host);
  await signIn(page, email);
  await openTenant(page, host, `/training?id=${id}`);
  return page;
}

test('a place is kept until one in a full training is sure, and given back in that moment', async ({
  page,
  browser,
}) => {
  await standAt(page, host);
  const ground = await groundOf(page);
  const wanted = await makeOwn(ground, { name: 'Late flow', ahead: 22, places: 1 });
  const present = await makeOwn(ground, { name: 'Sure thing', ahead: 23, places: 12 });
  const holder = await comeAsMember(page, 'holder');
  const own = await comeAsMember(page, 'swaps');
  await book(holder.call, wanted);
  await book(own.call, present);

  await signIn(page, own.email);
  await openTenant(page, host, `/training?id=${wanted.id}`);
  await button(page, registrations.swapOpen).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('radio', { name: present.name })).toBeChecked();
  const [promise = ''] = registrations.swapText.kept.split(',');
  await expect(sheet).toContainText(promise);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: registrations.swapWait }).click();
  await expect(sheet).toBeHidden();
  await expect(button(page, registrations.leave)).toBeVisible();
  await expect(page.getByRole('region', { name: registrations.bar })).toContainText(`${present.name} (`);
  expect(await heldBy(own.call)).toEqual([
    [wanted.id, 'waiting'],
    [present.id, 'booked'],
  ]);

  // Both rows of the own list say what belongs together, and so does the page of the present place.
  const list = await page.context().newPage();
  await list.goto(new URL('/workouts', page.url()).href);
  const said = (text: string, { name }: Training) =>
    list.getByText(`${text.split('{{name}}')[0]}${name}`).filter({ visible: true });
  await expect(said(registrations.swapRowFrom, present)).toBeVisible();
  await expect(said(registrations.swapRowTo, wanted)).toBeVisible();
  await expectAccessible(list);
  await openTenant(list, host, `/training?id=${present.id}`);
  await expect(list.getByText(`${registrations.swapAway.split('{{name}}')[0]}${wanted.name}`)).toBeVisible();

  const other = await openIn(browser, holder.email, wanted);
  await button(other, registrations.cancel).click();
  await other.getByRole('dialog').getByRole('button', { name: registrations.cancelFree }).click();
  await expect(button(page, registrations.cancel)).toBeVisible();
  await expect(button(list, registrations.cancel)).toHaveCount(0);
  expect(await heldBy(own.call)).toEqual([[wanted.id, 'booked']]);
  await other.close();
});

test('of several bookings that stand in the way one is chosen and given for the other', async ({ page }) => {
  await standAt(page, host);
  const ground = await groundOf(page);
  // Two of one style are the most that anybody books of a day.
  const makeAt = (name: string, time: string) => makeOwn(ground, { name, ahead: 15, places: 12, time });
  const early = await makeAt('Night flow', '00:15');
  const given = await makeAt('Moon flow', '01:30');
  const wanted = await makeAt('Star flow', '04:30');
  const own = await comeAsMember(page, 'several');
  await book(own.call, early);
  await book(own.call, given);

  await signIn(page, own.email);
  await openTenant(page, host, `/training?id=${wanted.id}`);
  await button(page, registrations.whatInstead).click();
  const sheet = page.getByRole('dialog');
  const choice = sheet.getByRole('group', { name: registrations.swapChoose });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await expect(choice.getByRole('radio', { name: early.name })).toBeChecked();
  await choice.getByRole('radio', { name: given.name }).check();
  await expectAccessible(page);
  const swap = filled(registrations.swap, { from: '01:30', to: '04:30' });
  await sheet.getByRole('button', { name: swap }).click();
  await expect(sheet).toBeHidden();
  await expect(button(page, registrations.cancel)).toBeVisible();
  expect(await heldBy(own.call)).toEqual([
    [early.id, 'booked'],
    [wanted.id, 'booked'],
  ]);
});

test('who waits for one waits for others too; the first place ends the other wait', async ({ page }) => {
  await standAt(page, host);
  const ground = await groundOf(page);
  const own = await comeAsMember(page, 'wishes');
  const holder = await comeAsMember(page, 'holder');
  const first = await makeOwn(ground, { name: 'Early flow', ahead: 26, places: 1 });
  const second = await makeOwn(ground, { name: 'Dawn flow', ahead: 27, places: 1 });
  await book(holder.call, first);
  const held = await book(holder.call, second);

  await signIn(page, own.email);
  await openTenant(page, host, `/training?id=${first.id}`);
  await button(page, registrations.join).click();
  await button(page, registrations.wishOpen).click();
  const sheet = page.getByRole('dialog');
  await expect(button(page, registrations.wishChoose)).toBeDisabled();
  await sheet.getByRole('checkbox', { name: second.name }).check();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: registrations.wishJoin.replace('{{count}}', '2') }).click();
  await expect(sheet).toBeHidden();
  expect(await heldBy(own.call)).toEqual([
    [first.id, 'waiting'],
    [second.id, 'waiting'],
  ]);
  await holder.call(cancelRegistration, { params: { id: held } });
  await expect(button(page, registrations.join)).toBeVisible();
  await openTenant(page, host, `/training?id=${second.id}`);
  await expect(button(page, registrations.cancel)).toBeVisible();
  expect(await heldBy(own.call)).toEqual([[second.id, 'booked']]);
});

test('a place that is held for who waits is declined by a press, and another time taken', async ({
  page,
}) => {
  await standAt(page, host);
  const ground = await groundOf(page);
  const training = await makeOwn(ground, { name: 'Asked first', ahead: 1, places: 1 });
  const own = await comeAsMember(page, 'asked');
  const holder = await comeAsMember(page, 'holder');
  // Whoever needs two days of notice is asked at any hour of today.
  await own.call(changeNeededNotice, { body: { noticeMinutes: 48 * 60 } });
  const held = await book(holder.call, training);

  await signIn(page, own.email);
  await openTenant(page, host, `/training?id=${training.id}`);
  await button(page, registrations.join).click();
  await expect(button(page, registrations.leave)).toBeVisible();
  await holder.call(cancelRegistration, { params: { id: held } });
  await expect(page.getByText(registrations.offeredTitle)).toBeVisible();
  await expectAccessible(page);
  await button(page, registrations.decline).click();
  await button(page, registrations.keepOffer).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await button(page, registrations.decline).click();
  await page.getByRole('dialog').getByRole('button', { name: registrations.decline }).click();
  await expect(page.getByText(registrations.declined)).toBeVisible();
  expect(await heldBy(own.call)).toEqual([]);

  const again = await book(holder.call, training);
  await button(page, registrations.join).click();
  await expect(button(page, registrations.leave)).toBeVisible();
  await holder.call(cancelRegistration, { params: { id: again } });
  await button(page, registrations.takePlace).click();
  await expect(button(page, registrations.cancel)).toBeVisible();
  expect(await heldBy(own.call)).toEqual([[training.id, 'booked']]);
  await openTenant(page, host, `/calendar/day?date=${training.date}`);
  const row = page.locator(`a[href*="training?id=${training.id}"]`).filter({ visible: true }).first();
  await expect(row).toContainText(schedule.booked);
});
