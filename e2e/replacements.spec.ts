import type { Page, TestInfo } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { listTaughtTrainings } from '#shared/registrations/attendance/contract.ts';
import {
  applyForReplacement,
  askAsAdmin,
  askForReplacement,
  listTrainerReplacements,
} from '#shared/replacements/contract.ts';
import { type Ground, groundOf, make } from './support/editing.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAs, type MemberCall } from './support/member.ts';
import { newcomerPassword, signIn } from './support/newcomer.ts';
import { hire, type OwnTrainer } from './support/trainers.ts';
import { makeRoom } from './support/trainings.ts';

/** Centres with this function, in the language each speaks first. */
const centreFor = ({ project }: TestInfo) =>
  project.name === 'phone'
    ? { host: 'vesiroos-jooga.ee', texts: et }
    : { host: 'steadyhand-coaching.com', texts: en };
const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();

interface Asking extends OwnTrainer {
  /** As they themselves. */
  readonly call: MemberCall;
  /** What they hold, alone: nobody else is anywhere at its time. */
  readonly training: { readonly id: number; readonly name: string; readonly date: string };
}

/** A trainer of the journey's own who holds one training, at the centre whose page is open. */
async function hireAsking(page: Page, ground: Ground): Promise<Asking> {
  const trainer = await hire(page, ground, 'Küsija');
  // Within the four weeks in which trainers are asked.
  const date = day(14);
  const name = `Vahetus ${trainer.name.slice(-8)}`;
  const rooms = [await makeRoom(ground.call)];
  await make({ ...ground, rooms }, { name, date, time: '05:00', duration: 30, trainerId: trainer.id });
  const call = await callAs(page, trainer.email, newcomerPassword);
  const [training] = await call(listTaughtTrainings, { query: { from: date, until: date } });
  if (!training) throw new Error(`${name} was made and is not led`);
  return { ...trainer, call, training: { id: training.id, name, date } };
}

/** Opens a page of the centre as a trainer of the journey's own. */
async function openAs(page: Page, host: string, { email }: OwnTrainer, path: string): Promise<void> {
  await signIn(page, email);
  await openTenant(page, host, path);
}

// shows: ask-for-replacement, tag-replacements
test('a trainer asks, a colleague applies, the trainer gives it away', async ({ page }, info) => {
  test.setTimeout(120_000);
  const { host, texts } = centreFor(info);
  const { replacements } = texts;
  await standAt(page, host);
  const ground = await groundOf(page);
  const asking = await hireAsking(page, ground);
  const helper = await hire(page, ground, 'Asendaja');
  const { call: own, training } = asking;
  const { id, name, date } = training;
  await openAs(page, host, asking, '/replacement-request');
  await page.getByRole('link', { name: replacements.ask }).click();
  const sheet = page.getByRole('dialog', { name: replacements.askTitle });
  await sheet
    .getByRole('group', { name: replacements.trainings })
    .locator('label')
    .filter({ hasText: name })
    .click();
  await sheet.getByRole('button', { name: replacements.reasonShort.away }).click();
  await sheet.getByLabel(replacements.comment, { exact: true }).fill('Reisil');
  await expect(sheet.getByText(replacements.everybodyAtOnce)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: fill(replacements.send_one, { count: 1 }) }).click();
  await expect(sheet).toBeHidden();
  const [request] = await own(listTrainerReplacements, { query: { mine: 1 } });
  expect(request).toMatchObject({
    trainerId: asking.id,
    isActive: true,
    comment: 'Reisil',
    training: { id },
  });
  await expect(page.getByRole('link', { name }).first()).toBeVisible();

  const colleague = await callAs(page, helper.email, newcomerPassword);
  await colleague(applyForReplacement, { body: { replacementId: request?.id ?? 0, comment: 'Sobib' } });

  await openAs(page, host, asking, `/replacement-request?mine=1&id=${request?.id}`);
  const opened = page.getByRole('dialog', { name });
  await expect(opened.getByText('Sobib')).toBeVisible();
  await expectAccessible(page);
  await opened.getByRole('button', { name: fill(replacements.accept, { name: helper.name }) }).click();
  await expect(page.getByText(replacements.accepted)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    page.getByText(fill(replacements.state_accepted, { name: helper.name })).first(),
  ).toBeVisible();
  expect(await own(listTaughtTrainings, { query: { from: date, until: date } })).toEqual([]);
});

test('an administrator gives it to whoever can hold it, or keeps the trainer', async ({ page }, info) => {
  const { host, texts } = centreFor(info);
  const { replacements } = texts;
  await standAt(page, host);
  const ground = await groundOf(page);
  const { name, date } = (await hireAsking(page, ground)).training;
  const helper = await hire(page, ground, 'Asendaja');
  await logInAs(page, 'admin', '/replacement-request?make=1');
  const sheet = page.getByRole('dialog', { name: replacements.askTitle });
  await sheet.getByLabel(replacements.date).fill(date);
  await sheet.locator('label').filter({ hasText: name }).click();
  await expect(sheet.getByText(replacements.preferredText)).toBeVisible();
  await sheet.getByRole('button', { name: fill(replacements.send_one, { count: 1 }) }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('link').filter({ hasText: name }).first().click();
  const opened = page.getByRole('dialog', { name });
  await opened.getByRole('button', { name: replacements.cancelOf }).click();
  await expectAccessible(page);
  await opened.getByRole('button', { name: replacements.keep }).click();
  await opened.getByRole('button', { name: replacements.assign }).click();
  const give = opened.getByRole('button', { name: fill(replacements.accept, { name: helper.name }) });
  await expect(give).toBeVisible();
  await expectAccessible(page);
  await give.click();
  await expect(page.getByText(replacements.accepted)).toBeVisible();
  await expect(opened).toBeHidden();
});

// The same on every width.
// shows: replacement-offers-listed
test('only mine shows what one asked for oneself, all shows the others’ too', { tag: '@desk' }, async ({
  page,
}) => {
  const host = 'speka-tilts.lv';
  const { replacements } = lv;
  await standAt(page, host);
  const ground = await groundOf(page);
  const [asking, colleague] = [await hireAsking(page, ground), await hireAsking(page, ground)];
  for (const { call, training } of [asking, colleague]) {
    const ask = { reason: 'away', comment: '', preferredIds: [] as number[] } as const;
    await call(askForReplacement, { body: { ...ask, trainingIds: [training.id] } });
  }
  await openAs(page, host, asking, '/replacement-request');
  const rows = page.locator('main a[href*="id="]');
  const view = page.getByRole('group', { name: replacements.view });
  const own = rows.filter({ hasText: asking.training.name });
  const others = rows.filter({ hasText: colleague.training.name });
  await expect(own).toHaveCount(1);
  await expect(others).toHaveCount(1);
  await view.getByRole('link', { name: replacements.onlyMine }).click();
  await expect(page).toHaveURL(/mine=1/);
  await expect(rows).toHaveCount(1);
  await expect(own).toContainText(replacements.byYou);
  await view.getByRole('link', { name: replacements.all }).click();
  await expect(others).toHaveCount(1);
  await expect(own).toHaveCount(1);
});

test('away on some dates, and requests by SMS', async ({ page }, info) => {
  const { host, texts } = centreFor(info);
  const { replacements } = texts;
  await standAt(page, host);
  await openAs(page, host, await hire(page, await groundOf(page)), '/replacement-request');
  const date = day(70);
  await page.getByLabel(replacements.until, { exact: true }).fill(date);
  await page.getByLabel(replacements.from, { exact: true }).fill(date);
  await page.getByRole('button', { name: replacements.addAbsence }).click();
  const dates = date.split('-').toReversed().join('.');
  const remove = page.getByRole('button', { name: fill(replacements.removeAbsence, { dates }) });
  await remove.click();
  await expect(remove).toHaveCount(0);
  const sms = page.getByRole('checkbox', { name: replacements.sms });
  const was = await sms.isChecked();
  await sms.click({ force: true });
  await expect(page.getByText(was ? replacements.smsOff : replacements.smsOn)).toBeVisible();
});

// The same on every width.
test('an administrator sees alone what the office asked for', { tag: '@desk' }, async ({ page }) => {
  const host = 'speka-tilts.lv';
  const { replacements } = lv;
  await standAt(page, host);
  const ground = await groundOf(page);
  const [asking, named] = [await hireAsking(page, ground), await hireAsking(page, ground)];
  const ask = { reason: 'away', comment: '', preferredIds: [] as number[] } as const;
  await asking.call(askForReplacement, { body: { ...ask, trainingIds: [asking.training.id] } });
  await ground.call(askAsAdmin, { body: { ...ask, trainingIds: [named.training.id] } });
  await logInAs(page, 'admin', '/replacement-request');
  const view = page.getByRole('group', { name: replacements.view });
  const rows = page.locator('main a[href*="id="]');
  const own = rows.filter({ hasText: named.training.name });
  const others = rows.filter({ hasText: asking.training.name });
  await expect(own).toHaveCount(1);
  await expect(others).toHaveCount(1);
  await view.getByRole('link', { name: replacements.onlyMine }).click();
  await expect(page).toHaveURL(/mine=1/);
  await expect(own).toHaveCount(1);
  await expect(others).toHaveCount(0);
  await view.getByRole('link', { name: replacements.all }).click();
  await expect(others).toHaveCount(1);
});

// Looks at three widths by itself.
test.describe('in every language, mode and width', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`axe finds nothing on requests for a replacement, ${language}`, async ({ page }) => {
      const host = 'vormiruum-pilates.ee';
      await speak(page, host, language);
      await standAt(page, host);
      await logInAs(page, 'trainer', '/replacement-request');
      await lookAt(page, language);
      await page.goto(new URL('/replacement-request?make=1', page.url()).href);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  }
});
