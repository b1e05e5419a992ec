import type { Page } from '@playwright/test';
import { lv } from '#i18n/lv.ts';
import { changePresence, getClassRoll, type Roll } from '#shared/registrations/attendance/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import { runJob } from './support/jobs.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { comeAsMember, makeClient, signIn } from './support/newcomer.ts';
import { filled } from './support/paid.ts';
import { makeHeld } from './support/rolls.ts';
import { makeTraining, placeIn } from './support/trainings.ts';

const { attendance, registrations: own } = lv;

/** Keeps waiting lists. */
const host = 'mieraelpa.lv';
const starting = (text: string) => text.split('{{')[0] ?? '';

const toggle = (page: Page, name: string) =>
  page.getByRole('button', { name: filled(attendance.present, { name }), exact: true }).first();

const rowOf = (page: Page, name: string) =>
  page
    .locator('main li')
    .filter({ has: toggle(page, name) })
    .first();

const ownRow = (page: Page, trainingId: number) =>
  page
    .locator('main li, main tr')
    .filter({ has: page.locator(`a[href$="training?id=${trainingId}"]`) })
    .filter({ visible: true })
    .first();

test('a closed roll makes absent whoever was not marked, and the member reads it', async ({ page }) => {
  test.setTimeout(120_000);
  await standAt(page, host);
  const { roll, email, names, manage } = await makeHeld(page, -40);
  const [me, other, marked] = names;
  const { trainingId } = roll;
  await logInAs(page, 'admin', `/attendance?id=${trainingId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(roll.name);
  for (const name of names) await expect(toggle(page, name)).toHaveAttribute('aria-pressed', 'false');
  await toggle(page, marked).click();
  await expect(toggle(page, marked)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: attendance.closeRoll }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(filled(attendance.closeText_other, { count: 2 }))).toBeVisible();
  await dialog.getByRole('button', { name: attendance.closeRoll }).click();
  await expect(
    page.getByRole('status').filter({ hasText: filled(attendance.closed, { count: 2 }) }),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(starting(attendance.rollClosedAt)).first()).toBeVisible();
  await expectAccessible(page);

  // Who was marked is here, who was not was absent.
  await page.reload();
  await expect(rowOf(page, me)).toContainText(attendance.isAbsent);
  await expect(rowOf(page, other)).toContainText(attendance.isAbsent);
  await expect(rowOf(page, marked)).not.toContainText(attendance.isAbsent);
  await expect(toggle(page, marked)).toHaveAttribute('aria-pressed', 'true');
  const noted = async () =>
    new Map(
      (await manage(getClassRoll, { params: { id: trainingId } })).registrations.map(
        ({ name, presence }) => [name, presence] as const,
      ),
    );
  expect(await noted()).toEqual(
    new Map([
      [me, false],
      [other, false],
      [marked, true],
    ]),
  );
  await signIn(page, email);
  await openTenant(page, host, '/workouts?period=past');
  await expect(ownRow(page, trainingId)).toContainText(own.absent);

  // An administrator mends it, and the member reads that too.
  await logInAs(page, 'admin', `/attendance?id=${trainingId}`);
  for (const name of [me, other]) {
    await toggle(page, name).click();
    await expect(toggle(page, name)).toHaveAttribute('aria-pressed', 'true');
  }
  expect(await noted()).toEqual(new Map(names.map((name) => [name, true])));
  await signIn(page, email);
  await openTenant(page, host, '/workouts?period=past');
  await expect(ownRow(page, trainingId)).toContainText(own.present);
});

test('a roll that was begun and forgotten closes by itself two hours after the end, and is not opened again', async ({
  page,
}) => {
  await standAt(page, host);
  const { roll, names, manage } = await makeHeld(page, -155);
  const [me, other, marked] = names;
  const registrationIds = roll.registrations
    .filter(({ name }) => name === marked)
    .map(({ registrationId }) => registrationId);
  await manage(changePresence, { body: { registrationIds, presence: true } });
  await runJob('lines');
  await logInAs(page, 'admin', `/attendance?id=${roll.trainingId}`);
  await expect(page.getByText(starting(attendance.rollClosedAt)).first()).toBeVisible();
  await expect(rowOf(page, me)).toContainText(attendance.isAbsent);
  await expect(rowOf(page, other)).toContainText(attendance.isAbsent);
  await expect(toggle(page, marked)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: attendance.reopen })).toHaveCount(0);
});

test('the printed list is who has a place, in the order of the roll, and nothing else', async ({ page }) => {
  await standAt(page, host);
  const { roll: past, names, manage } = await makeHeld(page, -40);
  const [{ registrationId }] = past.registrations as [Roll['registrations'][number]];
  await manage(changePresence, { body: { registrationIds: [registrationId], presence: true } });
  // A full one: who waits is not on paper.
  const ahead = await makeTraining(page, { places: 2 });
  for (const firstName of ['Ilze', 'Juris'])
    await placeIn(manage, ahead.id, (await makeClient(manage, firstName, ahead.name)).id);
  const waits = await comeAsMember(page, 'ootaja', { firstName: 'Laima', lastName: 'Gaida' });
  await waits.call(register, { body: { trainingId: ahead.id, isWaitingAccepted: true } });

  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'yes';
    };
  });
  for (const id of [ahead.id, past.trainingId]) {
    const roll = await manage(getClassRoll, { params: { id } });
    const booked = roll.registrations.filter(({ status }) => status === 'placeAvailable');
    const waiting = roll.registrations.filter(({ status }) => status === 'waiting');
    await logInAs(page, 'admin', `/attendance?id=${id}`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(roll.name);
    const paper = page.locator('section:has(> table)');
    await expect(paper).toBeHidden();
    await page.getByRole('button', { name: attendance.print }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    await expect(paper).toBeVisible();
    await expect(title).toBeHidden();
    await expect(paper).toContainText(roll.name);
    await expect(paper).toContainText(roll.roomName);
    const printed = paper.locator('tbody tr');
    expect(booked).toHaveLength(id === ahead.id ? 2 : names.length);
    await expect(printed).toHaveCount(booked.length);
    for (const [index, one] of booked.entries()) {
      await expect(printed.nth(index).locator('td')).toHaveText([
        String(one.place ?? ''),
        one.name,
        one.clientNumber,
        one.phone,
        one.presence === true ? '×' : '',
      ]);
      await expect(printed.nth(index)).toBeVisible();
    }
    expect(waiting.map(({ name }) => name)).toEqual(id === ahead.id ? ['Laima Gaida'] : []);
    await expect(paper).not.toContainText('Laima Gaida');
    await page.emulateMedia({ media: 'screen' });
    await expect(title).toBeVisible();
  }
});
