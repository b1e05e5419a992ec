import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { listUnits } from '#shared/rooms/contract.ts';
import { createTrainingGroup } from '#shared/rooms/places/contract.ts';
import {
  demoPassword,
  expect,
  expectAccessible,
  logInAs,
  openTenant,
  standAt,
  test,
} from './support/journey.ts';
import { callAsMember } from './support/member.ts';
import { makeTraining } from './support/trainings.ts';

const { common, errors, trainingGroups } = et;
/** Its groups and trainings are looked at by no other journey. */
const host = 'valgejoon-tennis.ee';

// shows: group-without-members
test('a group without members says so', async ({ page }, info) => {
  await openTenant(page, host);
  const token = await page.evaluate(async (password) => {
    const sizes = { screenWidth: 1, screenHeight: 1, colorDepth: 1, cpuCores: 1, touchPoints: 0 };
    const answer = await fetch('/api/v0.1/account/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        userCredentials: { username: 'trainer@demo.test', password, keep: false },
        deviceParameters: { platform: 'test', userAgent: 'test', ...sizes },
      }),
    });
    const session: { token: string } = await answer.json();
    return session.token;
  }, demoPassword);
  const trainerId = readClaims(token)?.trainerId;
  if (trainerId === undefined) throw new Error('the demo trainer is none');
  const call = await callAsMember(page, 'admin');
  const [club] = await call(listUnits, {});
  if (!club) throw new Error('no club');
  const values = { name: `Uus rühm ${info.project.name}`, clubId: club.id, trainerId, maxMembers: 8 };
  const { id } = await call(createTrainingGroup, { body: { values } });
  await logInAs(page, 'trainer', `/training-groups-detailed/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(values.name);
  await expect(page.getByText(trainingGroups.noMembers)).toBeVisible();
  await expectAccessible(page);
});

/** Calls to it fail on each page until something is pressed there: what is heard of the timetable asks again too. */
async function failUntilPressed(page: Page, address: string | RegExp): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('click', () => Object.assign(window, { isPressed: true }), true);
  });
  await page.context().route(address, async (route) => {
    const isPressed = await page.evaluate(() => 'isPressed' in window).catch(() => false);
    await (isPressed ? route.continue() : route.abort());
  });
}

test.describe('out of reach', () => {
  test.use({ expectedErrors: [/occurred when fetching the script|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });

  // shows: message-no-training-info
  test('a training that cannot be had says so, and comes once it can and one presses', async ({ page }) => {
    await standAt(page, host);
    const { id } = await makeTraining(page);
    await logInAs(page, 'member', '/profile');
    const address = `**/api/v0.1/user/schedule/${id}*`;
    await failUntilPressed(page, address);
    await page.goto(new URL(`/training?id=${id}`, page.url()).href);
    await expect(page.getByRole('heading', { level: 1, name: errors.unableToGetTrainingInfo })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: common.tryAgain }).click();
    await expect(page.getByText(errors.unableToGetTrainingInfo)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  // shows: message-no-schedule
  test('a timetable that cannot be had says so, and comes once it can and one presses', async ({ page }) => {
    await standAt(page, host);
    await logInAs(page, 'member', '/profile');
    const address = /\/api\/v0\.1\/(public|user)\/schedule\?/;
    const told = page.getByRole('heading', { name: errors.unableToGetSchedule });
    await failUntilPressed(page, address);
    // Nothing was seen here before that could stand in.
    await page.addInitScript(() => {
      for (const store of [localStorage, sessionStorage]) {
        for (const key of Object.keys(store)) if (key.startsWith('last_seen:')) store.removeItem(key);
      }
    });
    for (const path of ['/calendar/day', '/calendar/week']) {
      await page.goto(new URL(path, page.url()).href);
      await expect(told).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: common.tryAgain }).click();
      await expect(told).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });
});
