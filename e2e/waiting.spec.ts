import type { Page } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { cancelRegistration, register } from '#shared/registrations/contract.ts';
import { listOwnTrainings } from '#shared/schedule/contract.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';

const { registrations, schedule } = en;
/** A centre that passes on at once what is given back. */
const host = 'northlight-pilates.com';

test.use({ expectedErrors: [/status of 409/] });

/**
 * Lets member and administrator take the last places of a training and the trainer wait first in its line. Tries
 * trainings with few places until the limits of all three allow it; `isLast` begins at the far end.
 */
async function lineUp(page: Page, isLast: boolean) {
  const [member, admin, trainer] = [
    await callAsMember(page),
    await callAsMember(page, 'admin'),
    await callAsMember(page, 'trainer'),
  ];
  const today = localDate(Temporal.Now.instant().toString(), 'Europe/Tallinn');
  // Far enough ahead that the place comes by itself, whatever the hour of the run.
  const query = { from: addDays(today, 2), until: addDays(today, 20) };
  const all = await member(listOwnTrainings, { query });
  const few = all.filter(
    // What is paid for is offered first: nobody has it without paying.
    ({ freePlaces, waitingCount, isCancelled, isPaid, own }) =>
      freePlaces >= 1 && freePlaces <= 2 && waitingCount === 0 && !isCancelled && !isPaid && own === null,
  );
  for (const training of isLast ? few.toReversed() : few) {
    const taken: (() => Promise<unknown>)[] = [];
    const book = async (call: typeof member, isWaitingAccepted: boolean) => {
      const body = { trainingId: training.id, isWaitingAccepted };
      const { registrationId } = await call(register, { body });
      taken.push(() => call(cancelRegistration, { params: { id: registrationId } }));
    };
    try {
      await book(member, false);
      if (training.freePlaces === 2) await book(admin, false);
      await book(trainer, true);
      return { training, admin };
    } catch {
      for (const undo of taken) await undo();
    }
  }
  throw new Error(`none of ${few.length} trainings with one or two places may be booked by all three`);
}

test('one gives a place back; who waits has it on the open screen and by mail within seconds', async ({
  page,
  browser,
}, info) => {
  await standAt(page, host);
  const { training, admin } = await lineUp(page, info.project.name === 'desk');

  // The one who waits has the training open, on a slow network.
  await logInAs(page, 'trainer', `/training?id=${training.id}`);
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
  await list.goto(new URL('/workouts', page.url()).href);
  const listed = list.locator(`a[href*="training?id=${training.id}"]`).filter({ visible: true }).first();
  await expect(listed).toBeVisible();
  const leave = list.getByRole('button', { name: `${registrations.leaveShort}: ${training.name}` });
  await expect(leave.filter({ visible: true }).first()).toBeVisible();
  await list.waitForTimeout(2_000);

  // In a browser of their own somebody else presses: seen there, and within seconds on both pages of who waits.
  const other = await browser.newPage();
  await standAt(other, host);
  await logInAs(other, 'member', `/training?id=${training.id}`);
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
  await expect
    .poll(
      async () => {
        const { items } = await admin(listOutgoingMails, { query: {} });
        return items.some(
          ({ recipient, text }) =>
            recipient === 'trainer@demo.test' && text.includes(`training?id=${training.id}`),
        );
      },
      { timeout: 15_000 },
    )
    .toBe(true);
});
