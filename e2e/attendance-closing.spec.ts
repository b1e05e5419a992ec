import type { Page, TestInfo } from '@playwright/test';
import { lv } from '#i18n/lv.ts';
import { changePresence, getClassRoll, type Roll } from '#shared/registrations/attendance/contract.ts';
import { listRegistrations } from '#shared/registrations/contract.ts';
import { listOwnTrainings } from '#shared/schedule/contract.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { callAsMember, type MemberCall } from './support/member.ts';
import { filled } from './support/paid.ts';

const { attendance, registrations: own } = lv;

/** Centres in whose trainings of the past nobody else looks. */
const hostOf = ({ project }: TestInfo) => (project.name === 'phone' ? 'mieraelpa.lv' : 'klints-kapsana.lv');
const starting = (text: string) => text.split('{{')[0] ?? '';

/** As many as the first page of the past shows. */
const rows = 20;

interface Held {
  readonly roll: Roll;
  /** Registrations: the demo member's, another who stays unmarked, and one who is marked. */
  readonly member: number;
  readonly other: Roll['registrations'][number];
  readonly marked: Roll['registrations'][number];
}

/**
 * A training that is over, where the demo member and two more were and whose roll nobody closed. A run that is repeated
 * begins at another: a roll of the past is closed once.
 */
async function findHeld(member: MemberCall, manage: MemberCall, info: TestInfo): Promise<Held> {
  const query = { period: 'past', offset: 0, limit: rows } as const;
  const { items } = await member(listRegistrations, { query });
  const all = items.toSorted((one, next) => one.trainingId - next.trainingId);
  const run = info.repeatEachIndex * 2 + info.retry;
  const settled = Temporal.Now.instant().subtract({ hours: 2, minutes: 10 });
  for (const { trainingId, registrationId, presence, endDateTime } of [
    ...all.slice(run * 2),
    ...all.slice(0, run * 2),
  ]) {
    if (presence !== true || Temporal.Instant.compare(endDateTime, settled) > 0) continue;
    const roll = await manage(getClassRoll, { params: { id: trainingId } });
    const [other, marked] = roll.registrations.filter(
      (one) => one.presence === true && one.registrationId !== registrationId,
    );
    if (roll.rollClosedDateTime !== null || !other || !marked) continue;
    return { roll, member: registrationId, other, marked };
  }
  throw new Error('the member was nowhere with two others');
}

/**
 * A roll that was begun and whose training is over two hours ago closes by itself as a minute begins: what is begun here
 * is closed here, well before the next one.
 */
async function waitForNewMinute(page: Page): Promise<void> {
  const second = () => Temporal.Now.plainTimeISO().second;
  while (second() < 8 || second() > 38) await page.waitForTimeout(500);
}

const toggle = (page: Page, name: string) =>
  page.getByRole('button', { name: filled(attendance.present, { name }), exact: true }).first();

const ownRow = (page: Page, trainingId: number) =>
  page
    .locator('main li, main tr')
    .filter({ has: page.locator(`a[href$="training?id=${trainingId}"]`) })
    .filter({ visible: true })
    .first();

test('a closed roll makes absent whoever was not marked, and the member reads it', async ({ page }, info) => {
  test.setTimeout(120_000);
  await standAt(page, hostOf(info));
  const asMember = await callAsMember(page);
  const manage = await callAsMember(page, 'admin');
  const { roll, member, other, marked } = await findHeld(asMember, manage, info);
  const { trainingId } = roll;
  const me = roll.registrations.find(({ registrationId }) => registrationId === member);
  if (!me) throw new Error('the member is not on the roll');
  await logInAs(page, 'member', '/workouts?period=past');
  await expect(ownRow(page, trainingId)).toContainText(own.present);
  await logInAs(page, 'admin', `/attendance?id=${trainingId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(roll.name);

  // Nothing is noted of three of them, until one is marked by a press.
  await waitForNewMinute(page);
  const three = [me, other, marked].map(({ registrationId }) => registrationId);
  await manage(changePresence, { body: { registrationIds: three, presence: null } });
  await page.reload();
  for (const { name } of [me, other, marked]) {
    await expect(toggle(page, name)).toHaveAttribute('aria-pressed', 'false');
  }
  await toggle(page, marked.name).click();
  await expect(toggle(page, marked.name)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: attendance.closeRoll }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(filled(attendance.closeText_other, { count: 2 }))).toBeVisible();
  await dialog.getByRole('button', { name: attendance.closeRoll }).click();
  const told = page.getByRole('status').filter({ hasText: filled(attendance.closed, { count: 2 }) });
  await expect(told).toBeVisible();
  // What was booked is settled by now: a roll that cannot be opened again is not offered to be. Messages go by themselves.
  expect(await told.getByRole('button').count(), 'what the message offers').toBe(0);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(starting(attendance.rollClosedAt)).first()).toBeVisible();
  await expect(page.getByRole('button', { name: attendance.reopen })).toHaveCount(0);
  await expectAccessible(page);

  // Who was marked is here, who was not was absent; and no one else's note changed.
  const rowOf = (name: string) =>
    page
      .locator('main li')
      .filter({ has: toggle(page, name) })
      .first();
  await page.reload();
  await expect(rowOf(me.name)).toContainText(attendance.isAbsent);
  await expect(rowOf(other.name)).toContainText(attendance.isAbsent);
  await expect(rowOf(marked.name)).not.toContainText(attendance.isAbsent);
  await expect(toggle(page, marked.name)).toHaveAttribute('aria-pressed', 'true');
  const closed = await manage(getClassRoll, { params: { id: trainingId } });
  expect(closed.rollClosedDateTime).not.toBeNull();
  const absent = new Set([me.registrationId, other.registrationId]);
  expect(closed.registrations.map(({ registrationId, presence }) => [registrationId, presence])).toEqual(
    roll.registrations.map(({ registrationId, presence }) => [
      registrationId,
      absent.has(registrationId) ? false : presence,
    ]),
  );

  await logInAs(page, 'member', '/workouts?period=past');
  await expect(ownRow(page, trainingId)).toContainText(own.absent);

  // An administrator mends it, and the member reads that too.
  await logInAs(page, 'admin', `/attendance?id=${trainingId}`);
  await toggle(page, me.name).click();
  await expect(toggle(page, me.name)).toHaveAttribute('aria-pressed', 'true');
  await toggle(page, other.name).click();
  await expect(toggle(page, other.name)).toHaveAttribute('aria-pressed', 'true');
  await logInAs(page, 'member', '/workouts?period=past');
  await expect(ownRow(page, trainingId)).toContainText(own.present);
  const mended = await manage(getClassRoll, { params: { id: trainingId } });
  expect(mended.registrations).toEqual(roll.registrations);
});

test('the printed list is who has a place, in the order of the roll, and nothing else', async ({
  page,
}, info) => {
  test.setTimeout(60_000);
  await standAt(page, hostOf(info));
  const asMember = await callAsMember(page);
  const manage = await callAsMember(page, 'admin');
  const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();
  // Full ones first: who waits is not on paper.
  const ahead = (await manage(listOwnTrainings, { query: { from: day(1), until: day(14) } }))
    .filter(({ isCancelled, booked }) => !isCancelled && booked > 1)
    .toSorted((one, next) => next.waitingCount - one.waitingCount)[0];
  if (!ahead) throw new Error('nobody is registered anywhere');
  const past = await asMember(listRegistrations, { query: { period: 'past', offset: 0, limit: rows } });
  const held = past.items.find(({ presence }) => presence !== null);
  if (!held) throw new Error('the member was nowhere');

  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'yes';
    };
  });
  for (const id of [ahead.id, held.trainingId]) {
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
    const names = new Set(booked.map(({ name }) => name));
    for (const { name } of waiting) if (!names.has(name)) await expect(paper).not.toContainText(name);
    await page.emulateMedia({ media: 'screen' });
    await expect(title).toBeVisible();
  }
});
