import type { Page } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { previewRegistration } from '#shared/registrations/contract.ts';
import { listOwnTrainings } from '#shared/schedule/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';

const { covers, registrations } = et;

// One contract is shared by all of a project's journeys: one after another.
test.describe.configure({ mode: 'default', timeout: 60_000 });

/** Trainings that the administrator's own contract covers, and does not; asked of the server under test. */
async function findTrainings(page: Page) {
  const call = await callAsMember(page, 'admin');
  const today = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
  const rows = await call(listOwnTrainings, { query: { from: addDays(today, 1), until: addDays(today, 6) } });
  const found: { covered?: Covered; uncovered?: number } = {};
  for (const { id, isPaid, isCancelled, own } of rows) {
    if (!isPaid || isCancelled || own !== null) continue;
    const preview = await call(previewRegistration, { params: { trainingId: id } });
    if (preview.outcome === 'refused' && preview.error === 'contractNotForTime') found.uncovered ??= id;
    if (preview.outcome !== 'booked' || !preview.payment) continue;
    const { cover, contractProblem } = preview.payment;
    if (contractProblem?.error === 'contractNotForTime') found.uncovered ??= id;
    if (cover?.kind === 'contract' && cover.left !== null && cover.left > 1) {
      found.covered ??= { id, left: cover.left, granted: cover.granted ?? 0 };
    }
  }
  const { covered, uncovered } = found;
  if (!covered || uncovered === undefined) throw new Error('the demo contract covers nothing, or everything');
  return { covered, uncovered };
}

interface Covered {
  id: number;
  left: number;
  granted: number;
}

test('a member books what the contract covers, sees what remains this period, and has it back', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await openTenant(page, host, '/public/calendar/day');
  const { covered } = await findTrainings(page);
  const { id, left, granted } = covered;
  await logInAs(page, 'admin', `/training?id=${id}`);
  const bar = page.getByRole('region', { name: registrations.bar });
  await expect(bar).toContainText(covers.visits_other.replace('{{count}}', String(left - 1)));
  const name = (await bar.getByRole('paragraph').first().textContent()) ?? '';
  await expectAccessible(page);
  await bar.getByRole('button', { name: registrations.book, exact: true }).click();
  await expect(bar).toContainText(`${left - 1}/${granted}`);
  await expectAccessible(page);
  await openTenant(page, host, '/workouts');
  await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
  await openTenant(page, host, `/training?id=${id}`);
  await bar.getByRole('button', { name: registrations.cancel }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(covers.comesBackLeft_other.replace('{{count}}', String(left)));
  await expectAccessible(page);
  await sheet.getByRole('button', { name: registrations.cancelFree }).click();
  await expect(sheet).toBeHidden();
  await expect(bar).toContainText(registrations.givenBackTitle);
});

const looks = [
  ['et', 'light', et],
  ['et', 'dark', et],
  ['lv', 'light', lv],
  ['lv', 'dark', lv],
  ['en', 'dark', en],
] as const;
for (const [language, mode, texts] of looks) {
  test(`a training the contract does not cover says why: ${language}, ${mode}`, async ({ page }, info) => {
    const { host } = centreOf(info);
    await openTenant(page, host, '/public/calendar/day');
    const { uncovered, covered } = await findTrainings(page);
    const domain = `${host}.localhost`;
    await page.context().addCookies([
      { name: 'language', value: language, domain, path: '/' },
      { name: 'colormode', value: mode, domain, path: '/' },
    ]);
    await logInAs(page, 'admin', `/training?id=${uncovered}`);
    const bar = page.getByRole('region', { name: texts.registrations.bar });
    await expect(bar).toContainText(texts.covers.contractNotForTimeTitle);
    await expectAccessible(page);
    await openTenant(page, host, `/training?id=${covered.id}`);
    await expect(bar).toContainText(covered.granted > 0 ? String(covered.left - 1) : texts.covers.isIncluded);
    await expectAccessible(page);
  });
}
