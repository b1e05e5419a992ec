import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listRegistrations, register } from '#shared/registrations/contract.ts';
import { type Alternative, findAlternatives } from '#shared/registrations/refusals/contract.ts';
import type { Training } from '#shared/schedule/contract.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { callAs, type MemberCall } from './support/member.ts';
import { comeNew, newcomerPassword, signIn } from './support/newcomer.ts';
import {
  makeFullTraining,
  makeTraining,
  makeTrainingAt,
  moveInTime,
  type OwnTraining,
} from './support/trainings.ts';

const { registrations } = et;

const hostOf = (info: TestInfo) =>
  info.project.name === 'phone' ? 'virumae-sport.ee' : 'jouvara-jousaal.ee';
const day = 24 * 60;

interface Clash {
  readonly call: MemberCall;
  /** Booked for the journey. */
  readonly held: OwnTraining;
  /** Refused since then, at the same time. */
  readonly refused: OwnTraining;
  readonly best: Alternative;
}

/** Somebody new, signed in, with a place in one of two trainings at one time; something helps instead of the other. */
async function makeClash(page: Page): Promise<Clash> {
  const { email } = await comeNew(page, 'kattuv');
  const held = await makeTrainingAt(page, { inMinutes: 4 * day });
  const refused = await makeTrainingAt(page, { inMinutes: 4 * day });
  await makeTrainingAt(page, { inMinutes: 4 * day + 40 });
  const call = await callAs(page, email, newcomerPassword);
  await call(register, { body: { trainingId: held.id, isWaitingAccepted: false } });
  const { alternatives } = await call(findAlternatives, { params: { trainingId: refused.id } });
  const [best] = alternatives;
  if (!best) throw new Error('nothing helps');
  await signIn(page, email);
  return { call, held, refused, best };
}

/** The trainings in which the caller has a place, in the order of their numbers. */
async function bookedBy(call: MemberCall): Promise<number[]> {
  const { items } = await call(listRegistrations, { query: { limit: 100 } });
  return items.map(({ trainingId }) => trainingId).toSorted((one, next) => one - next);
}

test('an overlap is refused with what is in the way, and one press swaps it for what was wanted', async ({
  page,
}, info) => {
  await standAt(page, hostOf(info));
  const { call, held, refused, best } = await makeClash(page);
  await openTenant(page, hostOf(info), `/training?id=${refused.id}`);
  await page.getByRole('button', { name: registrations.whatInstead }).click();

  const sheet = page.getByRole('dialog');
  const nearest = sheet.locator(`a[href*="training?id=${best.id}"]`);
  const swap = sheet.getByRole('button', { name: registrations.swap.split('{{')[0] ?? '' });
  await expect(sheet).toContainText(registrations.overlapTitle);
  await expect(sheet).toContainText(registrations.overlapEnd);
  // Before and after, then what was wanted; other times are rows, and what one has can be kept.
  const sides = sheet.getByRole('listitem');
  await expect(sides.filter({ hasText: held.name })).toContainText(registrations.swapFrees);
  await expect(sides.filter({ hasText: refused.name })).toContainText(registrations.swapGets);
  await expect(nearest).toContainText(best.name);
  await expect(
    sheet.getByRole('button', { name: registrations.keepHeld.split('{{')[0] ?? '' }),
  ).toBeVisible();
  await expectAccessible(page);

  // By keyboard: the swap comes first, then the nearest of other times.
  await swap.focus();
  await page.keyboard.press('Tab');
  await expect(nearest).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(swap).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByText(registrations.swapDone)).toBeVisible();
  await expect(page.getByRole('button', { name: registrations.cancel })).toBeVisible();
  expect(await bookedBy(call)).toEqual([refused.id]);
});

test.describe('somebody was quicker', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('an alternative that was taken meanwhile is refused in its place, and others are asked for', async ({
    page,
  }, info) => {
    await standAt(page, hostOf(info));
    const { email } = await comeNew(page, 'kiirem');
    const refused = await makeFullTraining(page, { isWaitingListAllowed: false });
    await makeTraining(page);
    const call = await callAs(page, email, newcomerPassword);
    const [best] = (await call(findAlternatives, { params: { trainingId: refused.id } })).alternatives;
    if (!best) throw new Error('nothing helps');
    await signIn(page, email);
    await openTenant(page, hostOf(info), `/training?id=${refused.id}`);
    await page.getByRole('button', { name: registrations.whatInstead }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(best.name);
    await page.route('**/api/v0.1/user/registration', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { errors: ['noFreePlaces'], code: 409 } })
        : route.continue(),
    );
    const asked = page.waitForResponse('**/user/registration/alternatives/*');
    await sheet.getByRole('button', { name: `${registrations.bookShort}: ` }).click();
    await expect(sheet.getByRole('alert')).toHaveText(et.errors.noFreePlaces);
    await asked;
    await page.unroute('**/api/v0.1/user/registration');
    await sheet.getByRole('button', { name: `${registrations.bookShort}: ` }).click();
    await expect(page).toHaveURL(new RegExp(`/training\\?id=${best.id}$`));
    expect(await bookedBy(call)).toEqual([best.id]);
  });
});

test('what cannot be booked by anybody says to a visitor what can', async ({ page }, info) => {
  await standAt(page, hostOf(info));
  // When booking opens is asked of one that is far ahead.
  const early = await makeTrainingAt(page, { inMinutes: 60 * day });
  const { startDateTime, opensDateTime } = await page.evaluate(
    async (path): Promise<Training> => (await fetch(path)).json(),
    `/api/v0.1/public/schedule/${early.id}`,
  );
  const ahead = Temporal.Instant.from(opensDateTime).until(startDateTime, { largestUnit: 'hours' });
  const opening = Math.ceil(ahead.total('hours') / 24) * day;
  await moveInTime(early.id, Temporal.Now.instant().add({ minutes: opening + day }));
  await makeTrainingAt(page, { inMinutes: opening - 2 * day });
  await openTenant(page, hostOf(info), `/public/training?id=${early.id}`);
  await page.getByRole('button', { name: registrations.whatInstead }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(registrations.notOpenTitle);
  await expect(sheet.getByRole('link', { name: registrations.bookShort })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(sheet).toBeHidden();
});
