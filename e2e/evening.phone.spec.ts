import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listUsers, updateUser } from '#shared/account/users/contract.ts';
import { getClassRoll } from '#shared/registrations/attendance/contract.ts';
import { showCode } from '#shared/vouchers/codes/domain.ts';
import { getVoucher, listVouchers } from '#shared/vouchers/contract.ts';
import { groundOf } from './support/editing.ts';
import { expect, expectAccessible, standAt, tenantUrl, test, waitForScripts } from './support/journey.ts';
import { expectFits } from './support/looks.ts';
import { callAsMember } from './support/member.ts';
import { comeAsMember, comeNew, makeClient, newcomerPassword, type OwnClient } from './support/newcomer.ts';
import { filled, grantVoucherOf } from './support/paid.ts';
import { makeThought } from './support/thoughts.ts';
import { makeTrainer, makeTrainingAt, moveInTime } from './support/trainings.ts';

// A trainer's evening on a phone, from home to what was thought of a training (mission 2.7, 2.12).
// On a phone.

const { account, attendance, entry, feedback, home, menu, statistics } = et;
/** Takes comments; the demo trainer has an own journey there, and no other one has rooms. */
const host = 'rutmituba.ee';

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

/** The code of a voucher that was just given to somebody new, and what is left of it. */
async function giveCard(page: Page): Promise<{ code: string; left: () => Promise<number> }> {
  const newcomer = await comeAsMember(page, 'kaart');
  await grantVoucherOf(newcomer, 3);
  const [voucher] = await newcomer.call(listVouchers, {});
  const shown = async () => newcomer.call(getVoucher, { query: { id: voucher?.id } });
  return { code: showCode((await shown()).code), left: async () => (await shown()).usesLeft };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const presenceOf = (page: Page, { name }: OwnClient) => button(page, filled(attendance.present, { name }));

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
  const { id: trainerId } = await makeTrainer(ground);
  const { training: held, thought } = await makeThought(page, trainerId);
  const manage = await callAsMember(page, 'admin');
  const mark = `Õhtu${crypto.randomUUID().slice(0, 8)}`;
  const client = (firstName: string) => makeClient(manage, firstName, mark);
  const [mari, juku, ants, late] = [
    await client('Mari'),
    await client('Juku'),
    await client('Ants'),
    await client('Hilja'),
  ];
  const clientIds = [mari.id, juku.id, ants.id];
  const training = await makeTrainingAt(page, { inMinutes: 30, clientIds, trainerId });
  const { name } = training;
  const card = await giveCard(page);
  const email = await comeAsTrainer(page, trainerId);

  // In: home has the day.
  await page.goto(tenantUrl(host, '/?origin=/'));
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
  await page.goto(tenantUrl(host, `/trainer-calendar?date=${training.date}`));
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
  const sums = filled(statistics.came, { trained: 1, booked: 1 });
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
  await expect(close).toHaveCount(0);
  await moveInTime(training.id, Temporal.Now.instant().subtract({ minutes: 1 }));
  await page.reload();
  await close.click();
  await expect(sheet.getByText(attendance.closeTextNone)).toBeVisible();
  await sheet.getByRole('button', { name: attendance.closeRoll }).click();
  await expect(page.getByText(filled(attendance.closed, { count: 0 }))).toBeVisible();
  await expect(button(page, attendance.reopen)).toBeVisible();
  const after = await (await callAsMember(page, 'admin'))(getClassRoll, { params: { id: training.id } });
  expect(after.registrations.map(({ name: who, presence }) => [who, presence]).toSorted()).toEqual(
    [ants, juku, mari].map((person) => [person.name, true]),
  );
});
