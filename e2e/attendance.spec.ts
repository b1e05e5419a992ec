import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { changePresence, getClassRoll } from '#shared/registrations/attendance/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';
import { comeAsMember, makeClient } from './support/newcomer.ts';
import { filled } from './support/paid.ts';
import { makeHeld } from './support/rolls.ts';
import { makeFullTraining } from './support/trainings.ts';

const { attendance, errors } = et;

/** Keeps waiting lists. */
const host = 'jouvara-jousaal.ee';

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: filled(attendance.present, { name }) }) });

// A place in a full training and presence of who waits are refused on purpose.
test.use({ expectedErrors: [/status of 409/] });

// shows: mark-who-came, training-registrations, message-presence-changed
test('presence is noted with one press, taken back, and others see it at once', { tag: '@always' }, async ({
  page,
}) => {
  await standAt(page, host);
  const { roll, manage } = await makeHeld(page, -40);
  const [first] = roll.registrations;
  if (!first) throw new Error('nobody has a place');
  const registrationIds = [first.registrationId];
  await manage(changePresence, { body: { registrationIds, presence: true } });
  const listening = page.waitForResponse('**/public/schedule/live');
  await logInAs(page, 'admin', `/attendance?id=${roll.trainingId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(roll.name);
  const toggle = page.getByRole('button', { name: filled(attendance.present, { name: first.name }) }).first();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  // Who came, of how many, and how full it was.
  await expect(page.getByText(filled(attendance.ofTotal, { total: 3 }))).toBeVisible();
  await expect(page.getByText(`${roll.occupancy}%`)).toBeVisible();
  await expectAccessible(page);
  await toggle.click();
  await expect(page.getByText(attendance.presenceChanged)).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: attendance.undo }).click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');

  // Somebody else notes it elsewhere.
  await listening;
  await manage(changePresence, { body: { registrationIds, presence: false } });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await manage(changePresence, { body: { registrationIds, presence: true } });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');

  // A card that is shown says the same.
  await page.getByRole('button', { name: attendance.scan, exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(attendance.scanLabel).fill(first.clientNumber);
  await sheet.getByLabel(attendance.scanLabel).press('Enter');
  await expect(sheet.getByText(filled(attendance.scannedAlready, { name: first.name }))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByRole('columnheader', { name: attendance.printName, includeHidden: true }),
  ).toBeVisible();
});

test('a client is found, put into a full training with a reason, and taken out', async ({ page }) => {
  await standAt(page, host);
  const call = await callAsMember(page, 'admin');
  const training = await makeFullTraining(page);
  const { name, number: client } = await makeClient(call, 'Lisatud', training.name);
  await logInAs(page, 'admin', `/attendance?id=${training.id}`);
  await page.getByRole('button', { name: attendance.add }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(attendance.searchLabel).fill(client);
  const found = sheet.getByRole('button').filter({ hasText: client });
  await expect(found).toContainText(name);
  await expectAccessible(page);
  await found.click();
  await expect(sheet.getByText(errors.noFreePlaces)).toBeVisible();
  await sheet.getByRole('button', { name: attendance.addBeyond }).click();
  await expect(sheet.getByText(attendance.reasonNeeded)).toBeVisible();
  await sheet.getByLabel(attendance.reason).fill('Proovitrenn');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: attendance.addBeyond }).click();
  await expect(sheet).toBeHidden();
  const row = rowOf(page, name);
  await expect(row).toBeVisible();

  await row.getByText(name).click();
  await expect(page.getByRole('dialog').getByText(client)).toBeVisible();
  await page.getByRole('button', { name: attendance.remove }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: attendance.removeFree }).click();
  await expect(row).toHaveCount(0);
  expect((await call(getClassRoll, { params: { id: training.id } })).booked).toBe(1);
});

test('who waits cannot be noted as here', async ({ page }) => {
  await standAt(page, host);
  const call = await callAsMember(page, 'admin');
  const { id } = await makeFullTraining(page);
  const waits = await comeAsMember(page, 'ootaja');
  await waits.call(register, { body: { trainingId: id, isWaitingAccepted: true } });
  const { registrations } = await call(getClassRoll, { params: { id } });
  const waiting = registrations.find(({ status }) => status === 'waiting');
  if (!waiting) throw new Error('nobody waits there');
  await logInAs(page, 'admin', `/attendance?id=${id}`);
  await expect(page.getByText(filled(attendance.cannotBePresent, { name: waiting.name }))).toHaveCount(1);
  await expect(
    page.getByRole('button', { name: filled(attendance.present, { name: waiting.name }) }),
  ).toHaveCount(0);
  const refused = await call(changePresence, {
    body: { registrationIds: [waiting.registrationId], presence: true },
  }).then(
    () => 'noted',
    (error: unknown) => String(error),
  );
  expect(refused).toContain('409');
});

test('members see no roll', async ({ page }) => {
  await standAt(page, host);
  await logInAs(page, 'member', '/attendance?id=1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.pages.notFound);
});

// Looks at three widths by itself.
test.describe('in every language, mode and width', { tag: ['@desk', '@tour'] }, () => {
  for (const language of ['et', 'en', 'lv'] as const) {
    test(`axe finds nothing on a roll, ${language}`, async ({ page }) => {
      await speak(page, host, language);
      await standAt(page, host);
      const { roll } = await makeHeld(page, -40);
      await logInAs(page, 'admin', `/attendance?id=${roll.trainingId}`);
      await lookAt(page, language);
    });
  }
});
