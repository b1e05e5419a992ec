import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listReplacements } from '#shared/replacements/contract.ts';
import { listTrainers, updateTrainer } from '#shared/rooms/places/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { deleteTraining } from '#shared/schedule/series/contract.ts';
import { type Ground, groundOf, make } from './support/editing.ts';
import {
  expect,
  expectAccessible,
  logInAs,
  standAt,
  tenantUrl,
  test,
  waitForScripts,
} from './support/journey.ts';
import { signIn } from './support/newcomer.ts';
import { filled } from './support/paid.ts';
import { hire, type OwnTrainer } from './support/trainers.ts';
import { makeRoom } from './support/trainings.ts';

const { attendance, replacements } = et;
/** A centre whose requests no other journey looks at. */
const host = 'vormiruum-pilates.ee';

/** They are offered nowhere any more. */
async function dismiss({ call }: Ground, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { items } = await call(listTrainers, { query: { id } });
    const found = items.find((item) => item.id === id);
    if (!found) continue;
    const values = { ...found.values, isActive: false };
    await call(updateTrainer, { params: { id }, body: { version: found.version, values } });
  }
}

/** Opens a page as somebody else than before. */
async function openAs(page: Page, { email }: OwnTrainer, path: string): Promise<void> {
  await signIn(page, email);
  await page.goto(tenantUrl(host, path));
  await waitForScripts(page);
}

const row = (page: Page, name: string) => page.getByRole('link').filter({ hasText: name }).first();

test('who is preferred is asked first, applies on their own screen and is accepted; everybody reads it', async ({
  page,
}, info) => {
  test.setTimeout(150_000);
  const isPhone = info.project.name === 'phone';
  await standAt(page, host);
  const ground = await groundOf(page);
  const asker = await hire(page, ground, 'Küsija');
  const preferred = await hire(page, ground, 'Eelistatu');
  const other = await hire(page, ground, 'Kolmas');
  // Within the four weeks in which trainers are asked.
  const date = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 14 }).toString();
  const name = `Öine trenn ${asker.name.slice(-6)}`;
  const rooms = [await makeRoom(ground.call)];
  await make({ ...ground, rooms }, { name, date, time: '05:00', trainerId: asker.id });

  // The trainer asks, and says whom first.
  await openAs(page, asker, '/replacement-request?make=1');
  const ask = page.getByRole('dialog', { name: replacements.askTitle });
  await ask.locator('label').filter({ hasText: name }).click();
  await expect(ask.getByText(replacements.everybodyAtOnce)).toBeVisible();
  const first = ask.getByRole('group', { name: replacements.preferred }).locator('label');
  await expect(first.filter({ hasText: other.name })).toBeVisible();
  await first.filter({ hasText: preferred.name }).click();
  await expect(ask.getByText(replacements.everybodyAtOnce)).toHaveCount(0);
  await expect(ask.getByText(replacements.opens.split('{{')[0] ?? '')).toBeVisible();
  await expectAccessible(page);
  await ask.getByRole('button', { name: filled(replacements.send_one, { count: 1 }) }).click();
  await expect(page.getByText(filled(replacements.asked_one, { count: 1 }))).toBeVisible();
  await expect(ask).toBeHidden();
  await expect(row(page, name)).toContainText(replacements.state_openPreferred);
  const requests = await ground.call(listReplacements, { query: {} });
  const request = requests.find(({ training }) => training.name === name);
  expect(request?.candidates.map(({ trainerId, isPreferred }) => [trainerId, isPreferred])).toEqual([
    [preferred.id, true],
  ]);

  // Others are not asked yet, not by an address either.
  await openAs(page, other, `/replacement-request?id=${request?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(replacements.title);
  await expect(
    page.locator('main a[href*="id="]').or(page.getByText(replacements.none)).first(),
  ).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeHidden();

  // Who is preferred reads it, and offers to hold it.
  await openAs(page, preferred, '/replacement-request');
  await expect(row(page, name)).toContainText(replacements.own_asked);
  await row(page, name).click();
  const opened = page.getByRole('dialog', { name });
  await expect(opened.getByText(filled(replacements.by, { name: asker.name }))).toBeVisible();
  await opened.getByLabel(filled(replacements.comments, { name: asker.name })).fill('Mulle sobib hästi');
  await expectAccessible(page);
  await opened.getByRole('button', { name: replacements.apply }).click();
  await expect(opened.getByText(replacements.own_applied, { exact: true })).toBeVisible();
  await expect(opened.getByRole('button', { name: replacements.withdraw })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, name)).toContainText(replacements.own_applied);
  await page.goto(tenantUrl(host, `/trainer-calendar?date=${date}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(attendance.ownTimetable);
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await expect(row(page, name)).toHaveCount(0);

  // On a phone the trainer decides, at a desk the administrator.
  if (isPhone) await openAs(page, asker, '/replacement-request');
  else await logInAs(page, 'admin', '/replacement-request');
  await expect(row(page, name)).toContainText(filled(replacements.applications_one, { count: 1 }));
  await row(page, name).click();
  const candidate = opened.getByRole('listitem').filter({ hasText: preferred.name });
  await expect(candidate).toContainText(replacements.preferredTag);
  await expect(candidate).toContainText('Mulle sobib hästi');
  await expectAccessible(page);
  await candidate
    .getByRole('button', { name: filled(replacements.accept, { name: preferred.name }) })
    .click();
  await expect(page.getByText(replacements.accepted)).toBeVisible();
  await expect(candidate).toContainText(replacements.candidate_accepted);

  // Both read it, and it stands in the one timetable and no longer in the other.
  await openAs(page, preferred, '/replacement-request');
  await expect(row(page, name)).toContainText(replacements.own_accepted);
  await page.goto(tenantUrl(host, `/trainer-calendar?date=${date}`));
  await expect(row(page, name)).toBeVisible();
  await openAs(page, asker, '/replacement-request?mine=1');
  await expect(row(page, name)).toContainText(filled(replacements.state_accepted, { name: preferred.name }));
  await page.goto(tenantUrl(host, `/trainer-calendar?date=${date}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(attendance.ownTimetable);
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await expect(row(page, name)).toHaveCount(0);
  const { trainings } = await ground.call(getAdminSchedule, { query: { from: date, until: date } });
  const given = trainings.find((training) => training.name === name);
  expect(given?.trainerId).toBe(preferred.id);
  await ground.call(deleteTraining, { params: { id: given?.id ?? 0 } });
  await dismiss(ground, [asker.id, preferred.id, other.id]);
});
