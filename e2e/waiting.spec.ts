import { en } from '#i18n/en.ts';
import { register } from '#shared/registrations/contract.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { comeAsMember, makeClient, newestMail, signIn } from './support/newcomer.ts';
import { makeTraining, placeIn } from './support/trainings.ts';

const { registrations, schedule } = en;
/** A centre that passes on at once what is given back. */
const host = 'northlight-pilates.com';

test('one gives a place back; who waits has it on the open screen and by mail within seconds', {
  tag: '@always',
}, async ({ page, browser }) => {
  await standAt(page, host);
  // Two have the only places of a training, and somebody waits first in its line.
  const training = await makeTraining(page, { places: 2 });
  const holder = await comeAsMember(page, 'kohaga');
  const waits = await comeAsMember(page, 'ootaja');
  const { manage } = waits;
  await placeIn(manage, training.id, (await makeClient(manage, 'Teine', training.name)).id);
  await holder.call(register, { body: { trainingId: training.id, isWaitingAccepted: false } });
  await waits.call(register, { body: { trainingId: training.id, isWaitingAccepted: true } });

  // The one who waits has the training open, on a slow network.
  await signIn(page, waits.email);
  await openTenant(page, host, `/training?id=${training.id}`);
  await expect(page.getByRole('button', { name: registrations.leave })).toBeVisible();
  await expectAccessible(page);
  const slow = await page.context().newCDPSession(page);
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_638_400 / 8,
    uploadThroughput: 750_000 / 8,
  });

  // How the place in line came about, by keyboard.
  await page.getByRole('button', { name: registrations.queueHistory }).press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(registrations.ownStep.joined);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  // The list of the own trainings, open in another tab.
  const list = await page.context().newPage();
  const hears = list.waitForResponse('**/public/schedule/live');
  await list.goto(new URL('/workouts', page.url()).href);
  const listed = list.locator(`a[href*="training?id=${training.id}"]`).filter({ visible: true }).first();
  await expect(listed).toBeVisible();
  const leave = list.getByRole('button', { name: `${registrations.leaveShort}: ${training.name}` });
  await expect(leave.filter({ visible: true }).first()).toBeVisible();
  await hears;

  // In a browser of their own somebody else presses: seen there, and within seconds on both pages of who waits.
  const other = await browser.newPage();
  await standAt(other, host);
  await signIn(other, holder.email);
  await openTenant(other, host, `/training?id=${training.id}`);
  await other.getByRole('button', { name: registrations.cancel }).click();
  await other.getByRole('dialog').getByRole('button', { name: registrations.cancelFree }).click();
  await expect(page.getByText(new RegExp(registrations.bookedPlace.split('{{')[0] ?? ''))).toBeVisible();
  await expect(page.getByRole('button', { name: registrations.leave })).toHaveCount(0);
  await expect(other.getByRole('button', { name: registrations.cancel })).toHaveCount(0);
  await other.close();
  const giveUp = list.getByRole('button', { name: `${registrations.cancelShort}: ${training.name}` });
  await expect(giveUp.filter({ visible: true }).first()).toBeVisible();
  await list.close();
  await page.goto(new URL(`/calendar/day?date=${training.date}`, page.url()).href);
  const row = page.locator(`a[href*="training?id=${training.id}"]`).filter({ visible: true }).first();
  await expect(row).toContainText(schedule.booked);
  await newestMail(manage, waits.email, `training?id=${training.id}`);
});
