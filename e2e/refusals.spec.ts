import type { TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { addDays, compareInstants } from '#shared/kernel/dates.ts';
import {
  cancelRegistration,
  listRegistrations,
  previewRegistration,
  register,
} from '#shared/registrations/contract.ts';
import { type Alternative, findAlternatives } from '#shared/registrations/refusals/contract.ts';
import { listPublicTrainings, type Training } from '#shared/schedule/contract.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { callAsMember, type MemberCall } from './support/member.ts';

const { registrations } = et;

// One member, one timetable: what one journey books would be in another's way.
test.describe.configure({ mode: 'serial' });

/** Centres no other journey writes at: the demo member's bookings there are this file's own. */
const hostOf = (info: TestInfo) =>
  info.project.name === 'phone' ? 'virumae-sport.ee' : 'jouvara-jousaal.ee';

interface Clash {
  /** Booked for the journey. */
  readonly held: Training;
  /** Refused since then, at the same time. */
  readonly refused: Training;
  readonly best: Alternative;
}

/** Books one of two trainings at one time, of the days from tomorrow, such that something helps instead of the other. */
async function makeClash(call: MemberCall, today: string): Promise<Clash> {
  const query = { from: addDays(today, 1), until: addDays(today, 12) };
  const all = await call(listPublicTrainings, { query });
  // What is paid for has journeys of its own.
  const isBookable = async ({ id }: Training) => {
    const preview = await call(previewRegistration, { params: { trainingId: id } });
    return preview.outcome === 'booked' && !preview.payment;
  };
  for (const held of all) {
    const refused = all.find(
      (other) =>
        other.id !== held.id &&
        compareInstants(other.startDateTime, held.endDateTime) < 0 &&
        compareInstants(held.startDateTime, other.endDateTime) < 0,
    );
    if (!refused || !(await isBookable(held)) || !(await isBookable(refused))) continue;
    const { registrationId } = await call(register, {
      body: { trainingId: held.id, isWaitingAccepted: false },
    });
    const { alternatives } = await call(findAlternatives, { params: { trainingId: refused.id } });
    const [best] = alternatives;
    if (best) return { held, refused, best };
    await call(cancelRegistration, { params: { id: registrationId } });
  }
  throw new Error('no two trainings at the same time could be booked');
}

async function giveBack(call: MemberCall, trainingIds: readonly number[]): Promise<number> {
  const { items } = await call(listRegistrations, { query: { limit: 100 } });
  const own = items.filter(({ trainingId }) => trainingIds.includes(trainingId));
  for (const { registrationId } of own) await call(cancelRegistration, { params: { id: registrationId } });
  return own.length;
}

test('an overlap is refused with what is in the way, and one press books the nearest alternative', async ({
  page,
}, info) => {
  await standAt(page, hostOf(info));
  const call = await callAsMember(page);
  const today = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
  const { held, refused, best } = await makeClash(call, today);
  await logInAs(page, 'member', `/training?id=${refused.id}`);
  await page.getByRole('button', { name: registrations.whatInstead }).click();

  const sheet = page.getByRole('dialog');
  const inTheWay = sheet.locator(`a[href*="training?id=${held.id}"]`);
  const nearest = sheet.locator(`a[href*="training?id=${best.id}"]`);
  await expect(sheet).toContainText(registrations.overlapTitle);
  await expect(sheet).toContainText(registrations.overlapEnd);
  await expect(inTheWay).toContainText(held.name);
  await expect(nearest).toContainText(best.name);
  await expectAccessible(page);

  // By keyboard: what is in the way, the swap with it, the nearest alternative, its button.
  await inTheWay.focus();
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('button', { name: registrations.swap.split('{{')[0] ?? '' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(nearest).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('button', { name: `${registrations.bookShort}: ` })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(new RegExp(`/training\\?id=${best.id}$`));
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: registrations.cancel })).toBeVisible();
  await expect(page.getByText(registrations.registered)).toBeVisible();
  expect(await giveBack(call, [held.id, best.id])).toBe(2);
});

test.describe('somebody was quicker', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('an alternative that was taken meanwhile is refused in its place, and others are asked for', async ({
    page,
  }, info) => {
    await standAt(page, hostOf(info));
    const call = await callAsMember(page);
    const today = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
    const { held, refused, best } = await makeClash(call, today);
    await logInAs(page, 'member', `/training?id=${refused.id}`);
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
    expect(await giveBack(call, [held.id, best.id])).toBe(2);
  });
});

test('what cannot be booked by anybody says to a visitor what can', async ({ page }, info) => {
  await standAt(page, hostOf(info));
  const call = await callAsMember(page);
  const today = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
  const all = await call(listPublicTrainings, { query: { from: today, until: addDays(today, 40) } });
  const now = Temporal.Now.instant().toString();
  const early = all.find(({ opensDateTime }) => compareInstants(now, opensDateTime) < 0);
  if (!early) throw new Error('the timetable ends before booking opens');
  await page.context().clearCookies();
  await openTenant(page, hostOf(info), `/public/training?id=${early.id}`);
  await page.getByRole('button', { name: registrations.whatInstead }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(registrations.notOpenTitle);
  await expect(sheet.getByRole('link', { name: registrations.bookShort })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(sheet).toBeHidden();
});
