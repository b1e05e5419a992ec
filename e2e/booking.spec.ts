import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, newcomerPassword, signIn } from './support/newcomer.ts';
import { makeFullTraining, makeTraining } from './support/trainings.ts';

const { registrations, account, menu, schedule, visitors } = et;
const starting = (text: string) => new RegExp(text.split('{{')[0] ?? text);
/** A text whose instant ends in a clock time. */
const withTime = (text: string) => new RegExp(text.replace('{{until}}', '(.* )?\\d\\d:\\d\\d'));

// shows: book-group-training, address-training, address-own-trainings, give-booking-back, trainings-ahead
// shows: browser-back-closes-dialog
test(
  'a visitor opens the timetable, logs in, books, finds it under my trainings and cancels',
  { tag: '@always' },
  async ({ page }, info) => {
    const { host } = centreOf(info);
    await openTenant(page, host, '/public/calendar');
    await expect(page).toHaveURL(/\/public\/calendar\/day$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const training = await makeTraining(page);
    const { email } = await comeNew(page, 'broneerija');
    await page.context().clearCookies();

    await openTenant(page, host, `/public/calendar/day?date=${training.date}`);
    await page.locator(`a[href*="training?id=${training.id}"]`).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(training.name);
    await page.getByRole('button', { name: registrations.book }).click();
    await page.getByRole('dialog').getByRole('link', { name: visitors.logIn }).click();

    await page.getByLabel(account.email).fill(email);
    await page.getByLabel(account.password, { exact: true }).fill(newcomerPassword);
    await page.getByRole('button', { name: account.login, exact: true }).click();

    await expect(page).toHaveURL(new RegExp(`/training\\?id=${training.id}`));
    const book = page.getByRole('button', { name: registrations.book });
    await book.click();
    await expect(page.getByText(starting(registrations.bookedPlace))).toBeVisible();
    await expect(page.getByText(registrations.registered)).toBeVisible();

    await page.goto(new URL('/workouts', page.url()).href);
    const row = page.locator(`a[href*="training?id=${training.id}"]`).filter({ visible: true }).first();
    await expect(row).toBeVisible();
    await row.click();
    await page.getByRole('button', { name: registrations.cancel }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(training.name);
    await expectAccessible(page);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: registrations.cancel }).click();
    await sheet.getByRole('button', { name: registrations.cancelFree }).click();
    // For a minute it can be taken back: from the message, and from the training's own bar.
    await page.getByRole('status').getByRole('button', { name: registrations.undo }).click();
    await expect(page.getByText(registrations.takenBack)).toBeVisible();
    await page.getByRole('button', { name: registrations.cancel }).click();
    await sheet.getByRole('button', { name: registrations.cancelFree }).click();
    await expect(page.getByText(withTime(registrations.givenBackText))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: registrations.takeBack }).click();
    await expect(page.getByText(starting(registrations.bookedPlace))).toBeVisible();
    await page.getByRole('button', { name: registrations.cancel }).click();
    await sheet.getByRole('button', { name: registrations.cancelFree }).click();
    await expect(page.getByRole('button', { name: registrations.takeBack })).toBeVisible();
  },
);

// shows: wait-in-line, address-member-calendar, training-waiting-list, message-added-to-waiting-list
test('a member joins the waiting list of a full training and leaves it', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const training = await makeFullTraining(page);
  const { email } = await comeNew(page, 'broneerija');
  await signIn(page, email);
  await openTenant(page, host, `/training?id=${training.id}`);
  // Before and after: until when the list gives a place by itself, as a clock time.
  const promise = page.getByText(withTime(registrations.waitPromise));
  await expect(promise).toBeVisible();
  await page.getByRole('button', { name: registrations.join }).click();
  await expect(page.getByText(registrations.userAddedToWaitingList)).toBeVisible();
  await expect(promise).toBeVisible();
  const row = page.locator(`a[href*="training?id=${training.id}"]`).filter({ visible: true }).first();
  for (const path of [`/calendar/day?date=${training.date}`, '/workouts']) {
    await page.goto(new URL(path, page.url()).href);
    const list = info.project.name === 'phone' || path !== '/workouts' ? row : page.getByRole('row');
    const held = list.filter({ hasText: /Ootel \d+\./ }).first();
    await expect(held).toContainText(withTime(schedule.movesUntil));
  }
  await page.goto(new URL(`/training?id=${training.id}`, page.url()).href);
  await page.getByRole('button', { name: registrations.leave }).click();
  await page.getByRole('dialog').getByRole('button', { name: registrations.leave }).click();
  await expect(page.getByRole('button', { name: registrations.join })).toBeVisible();
});

test('a refusal says why and what instead, and browser back closes it', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const training = await makeFullTraining(page, { isWaitingListAllowed: false });
  const { email } = await comeNew(page, 'broneerija');
  await signIn(page, email);
  await openTenant(page, host, `/training?id=${training.id}`);
  await page.getByRole('button', { name: registrations.whatInstead }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: registrations.book })).toHaveCount(0);
});

test('a place taken while one looked is refused with words, and the waiting list is offered', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const training = await makeTraining(page);
  const { email } = await comeNew(page, 'broneerija');
  await signIn(page, email);
  await openTenant(page, host, `/training?id=${training.id}`);
  await expect(page.getByRole('button', { name: registrations.book })).toBeVisible();
  // Between looking and pressing, somebody else took the last place.
  await page.route('**/api/v0.1/user/registration', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { errors: ['noFreePlaces'], code: 409 } })
      : route.continue(),
  );
  await page.getByRole('button', { name: registrations.book }).click();
  await expect(page.getByRole('dialog')).toContainText(registrations.fullTitle);
  await page.unroute('**/api/v0.1/user/registration');
});
test.use({ expectedErrors: [/status of 409/] });

// shows: menu-place-marked
test('the menu names where one is', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  await logInAs(page, 'member', '/workouts');
  await expect(
    page
      .getByRole('link', { name: menu.trainings })
      .or(page.getByRole('link', { name: menu.myWorkouts }))
      .first(),
  ).toHaveAttribute('aria-current', 'page');
});
