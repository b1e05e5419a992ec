import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import {
  changePresence,
  getClassRoll,
  listLedTrainings,
  type Roll,
} from '#shared/registrations/attendance/contract.ts';
import { findClients, placeClient, removeRegistration } from '#shared/registrations/placing/contract.ts';
import { getScheduleFilters, listOwnTrainings } from '#shared/schedule/contract.ts';
import { expect, expectAccessible, logInAs, openTenant, test } from './support/journey.ts';
import { lookAt, speak } from './support/looks.ts';
import { callAsMember, type MemberCall } from './support/member.ts';

const { attendance, errors } = et;

/** Centres where no other journey books. */
function centreFor({ project }: TestInfo): string {
  return project.name === 'phone' ? 'jouvara-jousaal.ee' : 'virumae-sport.ee';
}

const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();

/** The roll of a training of the last days that fits, whoever held it. */
async function heldRoll(call: MemberCall, fits: (roll: Roll) => boolean): Promise<Roll> {
  const { trainers } = await call(getScheduleFilters, {});
  for (const { id: trainer } of trainers) {
    const query = { from: day(-14), until: day(-1), trainer };
    const trainings = await call(listLedTrainings, { query });
    for (const { id, booked } of trainings.filter(({ isCancelled }) => !isCancelled)) {
      if (booked < 3) continue;
      const roll = await call(getClassRoll, { params: { id } });
      if (fits(roll)) return roll;
    }
  }
  throw new Error('no training was held');
}

/** A training of the coming days, and a client who can be put into it. */
async function openRoll(
  call: MemberCall,
  isFull: boolean,
): Promise<{ roll: Roll; client: string; name: string }> {
  const trainings = await call(listOwnTrainings, { query: { from: day(1), until: day(14) } });
  for (const { id, isCancelled, isPaid, booked, maxPlaces } of trainings) {
    if (isCancelled || isPaid || maxPlaces === 0 || booked >= maxPlaces !== isFull) continue;
    const roll = await call(getClassRoll, { params: { id } });
    const found = await call(findClients, { query: { training: id, text: 'ar' } });
    for (const { clientId, clientNumber, name, state } of found) {
      if (state !== 'none') continue;
      const body = {
        trainingId: id,
        clientId,
        isBeyondPlaces: isFull,
        isWithoutCover: false,
        reason: isFull ? 'Proov' : '',
      };
      // Whether somebody is free at that time is known by trying.
      const tried = await call(placeClient, { body }).catch(() => undefined);
      if (!tried) continue;
      await call(removeRegistration, { params: { id: tried.registrationId }, query: {} });
      return { roll, client: clientNumber, name };
    }
  }
  throw new Error(`no training is ${isFull ? 'full' : 'open'}`);
}

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: fill(attendance.present, { name }) }) });

function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

// Calls that try whether somebody is free are refused now and then.
test.use({ expectedErrors: [/status of 409/] });

// shows: mark-who-came, training-registrations, message-presence-changed
test('presence is noted with one press, taken back, and others see it at once', async ({ page }, info) => {
  await openTenant(page, centreFor(info));
  const call = await callAsMember(page, 'admin');
  const roll = await heldRoll(call, ({ registrations }) =>
    registrations.some(({ presence, status }) => presence === true && status === 'placeAvailable'),
  );
  const present = roll.registrations.filter(({ presence }) => presence === true);
  const [first] = present;
  if (!first) throw new Error('nobody was here');
  const listening = page.waitForResponse('**/public/schedule/live');
  await logInAs(page, 'admin', `/attendance?id=${roll.trainingId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(roll.name);
  const toggle = page.getByRole('button', { name: fill(attendance.present, { name: first.name }) }).first();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  // Who came, of how many, and how full it was.
  const placed = roll.registrations.filter(({ status }) => status === 'placeAvailable');
  await expect(page.getByText(fill(attendance.ofTotal, { total: placed.length }))).toBeVisible();
  await expect(page.getByText(`${roll.occupancy}%`)).toBeVisible();
  await expectAccessible(page);
  await toggle.click();
  await expect(page.getByText(attendance.presenceChanged)).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: attendance.undo }).click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');

  // Somebody else notes it elsewhere.
  await listening;
  const registrationIds = [first.registrationId];
  await call(changePresence, { body: { registrationIds, presence: false } });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await call(changePresence, { body: { registrationIds, presence: true } });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');

  // A card that is shown says the same.
  await page.getByRole('button', { name: attendance.scan, exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(attendance.scanLabel).fill(first.clientNumber);
  await sheet.getByLabel(attendance.scanLabel).press('Enter');
  await expect(sheet.getByText(fill(attendance.scannedAlready, { name: first.name }))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByRole('columnheader', { name: attendance.printName, includeHidden: true }),
  ).toBeVisible();
});

test('a client is found, put into a full training with a reason, and taken out', async ({ page }, info) => {
  await openTenant(page, centreFor(info));
  const call = await callAsMember(page, 'admin');
  const { roll, client, name } = await openRoll(call, true);
  await logInAs(page, 'admin', `/attendance?id=${roll.trainingId}`);
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
  const after = await call(getClassRoll, { params: { id: roll.trainingId } });
  expect(after.booked).toBe(roll.booked);
});

test('who waits cannot be noted as here', async ({ page }, info) => {
  await openTenant(page, centreFor(info));
  const call = await callAsMember(page, 'admin');
  const trainings = await call(listOwnTrainings, { query: { from: day(1), until: day(14) } });
  const queued = trainings.find(({ waitingCount, isCancelled }) => waitingCount > 0 && !isCancelled);
  if (!queued) throw new Error('nobody waits anywhere');
  const { registrations } = await call(getClassRoll, { params: { id: queued.id } });
  const waiting = registrations.find(({ status, isOffered }) => status === 'waiting' && !isOffered);
  if (!waiting) throw new Error('nobody waits there');
  await logInAs(page, 'admin', `/attendance?id=${queued.id}`);
  await expect(page.getByText(fill(attendance.cannotBePresent, { name: waiting.name }))).toHaveCount(1);
  await expect(
    page.getByRole('button', { name: fill(attendance.present, { name: waiting.name }) }),
  ).toHaveCount(0);
  const refused = await call(changePresence, {
    body: { registrationIds: [waiting.registrationId], presence: true },
  }).then(
    () => 'noted',
    (error: unknown) => String(error),
  );
  expect(refused).toContain('409');
});

test('members see no roll', async ({ page }, info) => {
  await openTenant(page, centreFor(info));
  await logInAs(page, 'member', '/attendance?id=1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.pages.notFound);
});

// Looks at three widths by itself.
test.describe('in every language, mode and width', { tag: ['@desk', '@tour'] }, () => {
  for (const language of ['et', 'en', 'lv'] as const) {
    test(`axe finds nothing on a roll, ${language}`, async ({ page }, info) => {
      const host = centreFor(info);
      await speak(page, host, language);
      await openTenant(page, host);
      const call = await callAsMember(page, 'admin');
      const roll = await heldRoll(call, () => true);
      await logInAs(page, 'admin', `/attendance?id=${roll.trainingId}`);
      await lookAt(page, language);
    });
  }
});
