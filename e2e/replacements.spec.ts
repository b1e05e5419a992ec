import type { TestInfo } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { listLedTrainings } from '#shared/registrations/attendance/contract.ts';
import {
  applyForReplacement,
  askForReplacement,
  listReplacements,
  listTrainerReplacements,
  previewTrainerReplacement,
} from '#shared/replacements/contract.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAs, callAsMember, type MemberCall } from './support/member.ts';
import { comeNew, newcomerPassword } from './support/newcomer.ts';

/** Centres whose trainers no other journey moves, in the language each speaks first. */
const centreFor = ({ project }: TestInfo) =>
  project.name === 'phone'
    ? { host: 'vesiroos-jooga.ee', texts: et }
    : { host: 'steadyhand-coaching.com', texts: en };
const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();

interface Found {
  readonly id: number;
  readonly name: string;
  readonly date: string;
  readonly time: string;
  readonly helper: { readonly trainerId: number; readonly name: string };
}

/** Own trainings ahead that somebody else could hold and nobody is asked for, from some day on. */
async function findOwn(call: MemberCall, from: number): Promise<Found> {
  const asked = await call(listTrainerReplacements, { query: {} });
  const taken = new Set(asked.map(({ training }) => training.id));
  const trainings = await call(listLedTrainings, { query: { from: day(from), until: day(27) } });
  for (const { id, name, date, time, isCancelled } of trainings) {
    if (isCancelled || taken.has(id)) continue;
    const { candidates } = await call(previewTrainerReplacement, { body: { trainingIds: [id] } });
    const helper = candidates.find(({ problems }) => problems.length === 0);
    if (helper) return { id, name, date, time, helper };
  }
  throw new Error('nobody could hold any training');
}

/** Which of those that may be asked for it is, among all of its name and time of day, the earliest first. */
async function placeInList(call: MemberCall, { id, name, time }: Pick<Found, 'id' | 'name' | 'time'>) {
  const asked = await call(listTrainerReplacements, { query: {} });
  const taken = new Set(asked.flatMap(({ isActive, training }) => (isActive ? [training.id] : [])));
  const now = Temporal.Now.instant();
  const trainings = await call(listLedTrainings, { query: { from: day(0), until: day(27) } });
  const offered = trainings.filter(
    (one) =>
      !one.isCancelled &&
      !taken.has(one.id) &&
      Temporal.Instant.compare(one.startDateTime, now) > 0 &&
      one.name.includes(name) &&
      one.time === time,
  );
  return offered.findIndex((one) => one.id === id);
}

// shows: ask-for-replacement, tag-replacements
test('a trainer asks, a colleague applies, the trainer gives it away', async ({ page }, info) => {
  test.setTimeout(120_000);
  const { host, texts } = centreFor(info);
  const { replacements } = texts;
  await standAt(page, host);
  const own = await callAsMember(page, 'trainer');
  const { id, name, date, time, helper } = await findOwn(own, 1);
  const place = await placeInList(own, { id, name, time });
  await logInAs(page, 'trainer', '/replacement-request');
  await page.getByRole('link', { name: replacements.ask }).click();
  const sheet = page.getByRole('dialog', { name: replacements.askTitle });
  await sheet
    .getByRole('group', { name: replacements.trainings })
    .locator('label')
    .filter({ hasText: name })
    .filter({ hasText: time })
    .nth(place)
    .click();
  await sheet.getByRole('button', { name: replacements.reasonShort.away }).click();
  await sheet.getByLabel(replacements.comment, { exact: true }).fill('Reisil');
  await expect(sheet.getByText(replacements.everybodyAtOnce)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: fill(replacements.send_one, { count: 1 }) }).click();
  await expect(sheet).toBeHidden();
  const [request] = (await own(listTrainerReplacements, { query: { mine: 1 } })).filter(
    ({ isActive, comment }) => isActive && comment === 'Reisil',
  );
  expect(request?.trainerId).toBeGreaterThan(0);
  expect(request?.training.id).toBe(id);
  await expect(page.getByRole('link', { name: request?.training.name ?? '' }).first()).toBeVisible();

  // A colleague who has a login from now on.
  const { email } = await comeNew(page, 'asendaja', helper.trainerId);
  const colleague = await callAs(page, email, newcomerPassword);
  await colleague(applyForReplacement, { body: { replacementId: request?.id ?? 0, comment: 'Sobib' } });

  // Every login above opened a session of its own in this browser.
  await logInAs(page, 'trainer', `/replacement-request?mine=1&id=${request?.id}`);
  const opened = page.getByRole('dialog', { name: request?.training.name ?? '' });
  await expect(opened.getByText('Sobib')).toBeVisible();
  await expectAccessible(page);
  await opened.getByRole('button', { name: fill(replacements.accept, { name: helper.name }) }).click();
  await expect(page.getByText(replacements.accepted)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    page.getByText(fill(replacements.state_accepted, { name: helper.name })).first(),
  ).toBeVisible();
  const led = await own(listLedTrainings, { query: { from: date, until: day(27) } });
  expect(led.some((one) => one.id === request?.training.id)).toBe(false);
});

test('an administrator gives it to whoever can hold it, or keeps the trainer', async ({ page }, info) => {
  const { host, texts } = centreFor(info);
  const { replacements } = texts;
  await standAt(page, host);
  const own = await callAsMember(page, 'trainer');
  const { name, date, time } = await findOwn(own, 10);
  await logInAs(page, 'admin', '/replacement-request?make=1');
  const sheet = page.getByRole('dialog', { name: replacements.askTitle });
  await sheet.getByLabel(replacements.date).fill(date);
  await sheet
    .locator('label')
    .filter({ hasText: `${time} ${name}` })
    .first()
    .click();
  await expect(sheet.getByText(replacements.preferredText)).toBeVisible();
  await sheet.getByRole('button', { name: fill(replacements.send_one, { count: 1 }) }).click();
  await expect(sheet).toBeHidden();
  // Others may be of the same name.
  await page.getByRole('link').filter({ hasText: name }).filter({ hasText: time }).first().click();
  const opened = page.getByRole('dialog', { name });
  await opened.getByRole('button', { name: replacements.cancelOf }).click();
  await expectAccessible(page);
  await opened.getByRole('button', { name: replacements.keep }).click();
  await opened.getByRole('button', { name: replacements.assign }).click();
  const give = opened
    .getByRole('button', { name: new RegExp(fill(replacements.accept, { name: '' }).trim()) })
    .first();
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
  // Nobody asks for anything here but who loaded the centre; what is another's comes with it.
  const host = 'speka-tilts.lv';
  const { replacements } = lv;
  await standAt(page, host);
  const own = await callAsMember(page, 'trainer');
  const { id } = await findOwn(own, 1);
  await own(askForReplacement, {
    body: { trainingIds: [id], reason: 'away', comment: '', preferredIds: [] },
  });
  const all = await own(listTrainerReplacements, { query: {} });
  const mine = all.filter(({ isMine }) => isMine);
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.length).toBeLessThan(all.length);
  await logInAs(page, 'trainer', '/replacement-request');
  const rows = page.locator('main a[href*="id="]');
  const view = page.getByRole('group', { name: replacements.view });
  await expect(rows).toHaveCount(all.length);
  await view.getByRole('link', { name: replacements.onlyMine }).click();
  await expect(page).toHaveURL(/mine=1/);
  await expect(rows).toHaveCount(mine.length);
  await expect(rows.filter({ hasText: replacements.byYou })).toHaveCount(mine.length);
  await view.getByRole('link', { name: replacements.all }).click();
  await expect(rows).toHaveCount(all.length);
});

test('away on some dates, and requests by SMS', async ({ page }, info) => {
  const { host, texts } = centreFor(info);
  const { replacements } = texts;
  await standAt(page, host);
  await logInAs(page, 'trainer', '/replacement-request');
  await page.getByLabel(replacements.until, { exact: true }).fill(day(70));
  await page.getByLabel(replacements.from, { exact: true }).fill(day(70));
  await page.getByRole('button', { name: replacements.addAbsence }).click();
  const dates = day(70).split('-').toReversed().join('.');
  const remove = page.getByRole('button', { name: fill(replacements.removeAbsence, { dates }) });
  await remove.first().click();
  await expect(remove).toHaveCount(0);
  const sms = page.getByRole('checkbox', { name: replacements.sms });
  const was = await sms.isChecked();
  await sms.click({ force: true });
  await expect(page.getByText(was ? replacements.smsOff : replacements.smsOn)).toBeVisible();
  await sms.click({ force: true });
  await expect(page.getByText(was ? replacements.smsOn : replacements.smsOff)).toBeVisible();
});

// The same on every width.
test('an administrator sees alone what the office asked for', { tag: '@desk' }, async ({ page }) => {
  const host = 'speka-tilts.lv';
  const { replacements } = lv;
  await standAt(page, host);
  const call = await callAsMember(page, 'admin');
  const mine = await call(listReplacements, { query: { mine: 1 } });
  await logInAs(page, 'admin', '/replacement-request');
  const view = page.getByRole('group', { name: replacements.view });
  const rows = page.locator('main a[href*="id="]');
  await expect(rows.first()).toBeVisible();
  await view.getByRole('link', { name: replacements.onlyMine }).click();
  await expect(page).toHaveURL(/mine=1/);
  await expect(rows).toHaveCount(mine.length);
  await view.getByRole('link', { name: replacements.all }).click();
  await expect(rows.first()).toBeVisible();
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
