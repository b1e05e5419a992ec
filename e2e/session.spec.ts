import { et } from '#i18n/et.ts';
import { logout } from '#shared/account/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { centreOf } from './support/centres.ts';
import {
  demoPassword,
  expect,
  expectAccessible,
  logInAs,
  openLogIn,
  openTenant,
  standAt,
  test,
  waitForRest,
  waitForScripts,
} from './support/journey.ts';
import { callAs, callAsMember } from './support/member.ts';
import { comeNew, newcomerPassword } from './support/newcomer.ts';

const { account, errors, menu, pages } = et;
test.use({ expectedErrors: [/status of (400|401|404)/] });

// shows: stored-has-logged-in, message-wrong-credentials
test('a wrong password is told, what was typed stays, the right one opens home', async ({ page }, info) => {
  await openTenant(page, centreOf(info).host, '/?origin=/');
  await page.getByLabel(account.email).fill('trainer@demo.test');
  await page.getByLabel(account.password, { exact: true }).fill('Wrong1234');
  await page.getByRole('button', { name: account.login, exact: true }).click();
  await expect(page.getByText(errors.wrongCredentials).first()).toBeVisible();
  await expect(page.getByLabel(account.email)).toHaveValue('trainer@demo.test');
  await page.getByLabel(account.password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: account.login, exact: true }).click();
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
});

for (const path of ['/login', '/kalender']) {
  test(`logging in at ${path}, where there is no page, leads home`, async ({ page }, info) => {
    await openTenant(page, centreOf(info).host, path);
    await page.getByLabel(account.email).fill('trainer@demo.test');
    await page.getByLabel(account.password, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: account.login, exact: true }).click();
    await expect(page.getByRole('navigation', { name: menu.mainMenu }).first()).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByText(pages.notFound)).toHaveCount(0);
    if (path !== '/login') return;
    await page.goto(new URL('/login', page.url()).href);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByText(pages.notFound)).toHaveCount(0);
  });
}

// shows: token-fetched-anew
test(
  'a reload keeps the session, logging out ends it and goes home',
  { tag: '@always' },
  async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'trainer', '/profile');
    await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
    const isRenewed = page.waitForResponse(/account\/refresh/);
    await page.reload();
    expect((await isRenewed).status()).toBe(200);
    await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).not.toMatch(/eyJ/);
    if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
    await page.getByRole('button', { name: menu.logout, exact: true }).click();
    await openLogIn(page);
    await page.goto(new URL('/profile', page.url()).href);
    await expect(page.getByLabel(account.email)).toBeVisible();
  },
);

test('what is typed right after logging out stays, however slowly home is brought', async ({
  page,
}, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'trainer', '/profile');
  await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
  const home = Promise.withResolvers<void>();
  await page.route(/\/public\/schedule/, async (route) => {
    await home.promise;
    await route.continue();
  });
  if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
  await page.getByRole('button', { name: menu.logout, exact: true }).click();
  await openLogIn(page);
  const email = page.getByLabel(account.email);
  // Whoever hands the phone on after logging out: the next one types as soon as there is a field.
  await email.fill('member@demo.test');
  const brought = page.waitForResponse(/\/public\/schedule/);
  home.resolve();
  await (await brought).finished();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForScripts(page);
  await waitForRest(page);
  await expect(email).toHaveValue('member@demo.test');
});

test('nothing moves when menu and tabs come for who comes back', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member', '/page/buying-terms');
  // Nothing is remembered of who it is, whatever the page still writes: that is known when the server has said so.
  await page.addInitScript(() => sessionStorage.clear());
  const known = Promise.withResolvers<void>();
  await page.route(/account\/refresh/, async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.reload();
  const places = () =>
    page.evaluate(() => {
      const { x, y, width } = document.querySelector('h1')?.getBoundingClientRect() ?? {};
      // How much a bar at the bottom edge has below it.
      const frame = document.querySelector('#content')?.parentElement?.parentElement;
      return { x, y, width, below: frame && getComputedStyle(frame).paddingBottom };
    });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForScripts(page);
  const before = await places();
  await expect(page.getByRole('link', { name: menu.home, exact: true })).toHaveCount(0);
  known.resolve();
  await expect(page.getByRole('link', { name: menu.home, exact: true }).first()).toBeVisible();
  expect(await places()).toEqual(before);
});

test('fifteen idle minutes ask whether one is still here; no answer logs out', async ({ page }, info) => {
  await page.clock.install();
  // The clock of the tests moves Date; the app asks Temporal.
  await page.addInitScript(() => {
    Temporal.Now.instant = () =>
      Temporal.Instant.fromEpochMilliseconds(performance.timeOrigin + performance.now());
  });
  await openTenant(page, centreOf(info).host);
  // Being idle is counted from the moment the session is restored: the clock may not run before.
  const isRestored = page.waitForResponse(/account\/refresh/);
  await logInAs(page, 'trainer', '/profile');
  await isRestored;
  await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
  await page.clock.fastForward('15:30');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(dialog).toContainText(menu.stillHere);
  // Staying keeps the session alive; a clock that leaps again meanwhile would break that call off.
  const isKept = page.waitForResponse(/account\/refresh/);
  await page.getByRole('button', { name: menu.stayIn }).click();
  await expect(dialog).toBeHidden();
  await (await isKept).finished();
  await page.clock.fastForward('15:30');
  await expect(dialog).toContainText(menu.stillHere);
  await page.clock.fastForward('03:00');
  // Why, and the way back to where one was.
  await expect(page.getByText(account.endedIdle)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(account.email).fill('trainer@demo.test');
  await page.getByLabel(account.password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: account.login, exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
});

// The same on every width.
// shows: idle-question
test(
  'a mouse that moves, a key and a press each put the question off',
  { tag: '@desk' },
  async ({ page }, info) => {
    await page.clock.install();
    await page.addInitScript(() => {
      Temporal.Now.instant = () =>
        Temporal.Instant.fromEpochMilliseconds(performance.timeOrigin + performance.now());
    });
    await openTenant(page, centreOf(info).host);
    const isRestored = page.waitForResponse(/account\/refresh/);
    await logInAs(page, 'trainer', '/profile');
    await isRestored;
    await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    const touches = [
      () => page.mouse.move(300, 300),
      () => page.keyboard.press('Shift'),
      // Without the mouse that a real press would move first.
      () => page.evaluate(() => document.body.click()),
    ];
    const sleep = async () => {
      // Waking keeps the session alive; a clock that leaps again meanwhile would break that call off.
      const isKept = page.waitForResponse(/account\/refresh/);
      await page.clock.fastForward('14:00');
      await (await isKept).finished();
      await expect(dialog).toHaveCount(0);
    };
    for (const touch of touches) {
      await sleep();
      await touch();
    }
    await sleep();
    await page.clock.fastForward('01:30');
    await expect(dialog).toContainText(menu.stillHere);
  },
);

test.describe('out of reach', () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 401/] });

  // The same on every width.
  // shows: calls-logout-fails
  test(
    'logging out ends the session here although its call fails',
    { tag: '@desk' },
    async ({ page }, info) => {
      await standAt(page, centreOf(info).host);
      await logInAs(page, 'trainer', '/profile');
      await expect(page.getByText('trainer@demo.test', { exact: true })).toBeVisible();
      await page.route('**/account/logout', (route) => route.abort());
      const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/logout'));
      await page.getByRole('button', { name: menu.logout, exact: true }).click();
      await failed;
      await openLogIn(page);
      await expect(page.getByText(errors.unknown)).toHaveCount(0);
      await page.goto(new URL('/profile', page.url()).href);
      await expect(page.getByLabel(account.email)).toBeVisible();
    },
  );
});

// The same on every width.
test(
  'a page opened in a hidden tab has its session when it is shown',
  { tag: '@desk' },
  async ({ page, context }, info) => {
    const { host } = centreOf(info);
    await standAt(page, host);
    await logInAs(page, 'trainer', '/profile');
    for (const path of ['/profile', '/']) {
      const tab = await context.newPage();
      await tab.clock.install();
      await tab.addInitScript(hideTab);
      const isRestored = tab.waitForResponse(/account\/refresh/);
      await tab.goto(new URL(path, page.url()).href);
      await (await isRestored).finished();
      // Longer than any start that does not wait for the tab to be seen.
      await tab.clock.fastForward(3_000);
      await tab.evaluate(() => window.dispatchEvent(new Event('showtab')));
      await expect(tab.getByRole('navigation', { name: menu.mainMenu })).toBeVisible();
      await expect(tab.getByLabel(account.password, { exact: true })).toHaveCount(0);
      if (path === '/profile')
        await expect(tab.getByText('trainer@demo.test', { exact: true })).toBeVisible();
      await tab.close();
    }
  },
);

/** Makes a page see itself as a tab in the background, which draws no frames, until `showtab`. */
function hideTab(): void {
  let isHidden = true;
  const draw = window.requestAnimationFrame.bind(window);
  const held: FrameRequestCallback[] = [];
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  window.requestAnimationFrame = (callback) => (isHidden ? held.push(callback) : draw(callback));
  window.addEventListener('showtab', () => {
    isHidden = false;
    for (const callback of held.splice(0)) draw(callback);
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('a forgotten password is replaced through the mail an administrator can read', async ({
  page,
  browser,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { email, manage } = await comeNew(page, 'unustaja');
  await manage(logout, { query: {} });
  // Whoever was never in before would go on into the account.
  const member = await callAs(page, email, newcomerPassword);
  await member(logout, { query: {} });
  await openTenant(page, host, '/?origin=/');
  await page.getByRole('link', { name: account.forgot }).click();
  await page.getByLabel(account.email).fill(email);
  await page.getByRole('button', { name: account.forgottenSend }).click();
  await expect(page.getByRole('heading', { name: account.sentTitle })).toBeVisible();

  const office = await browser.newPage();
  await standAt(office, host);
  const asAdmin = await callAsMember(office, 'admin');
  const mails = async () =>
    (await asAdmin(listOutgoingMails, { query: {} })).items.filter(
      ({ recipient, text }) => recipient === email && text.includes('/password/reset'),
    );
  // Besides the one that invited.
  await expect.poll(async () => (await mails()).length).toBe(2);
  await logInAs(office, 'admin', '/messages');
  await office.getByText(email).first().click();
  const link = await office.locator('a[href*="/password/reset"]').first().getAttribute('href');
  await office.close();

  await page.goto(link ?? '');
  await page.getByLabel(account.newPassword, { exact: true }).fill('uusparool1');
  await page.getByLabel(account.repeatPassword).fill('uusparool1');
  await page.getByRole('button', { name: account.resetSave }).click();
  await expect(page.getByText(et.validation.passwordUppercase)).toBeVisible();
  await page.getByLabel(account.newPassword, { exact: true }).fill('Metsarada7Koht');
  await page.getByLabel(account.repeatPassword).fill('Metsarada7Koht');
  await page.getByRole('button', { name: account.resetSave }).click();
  await expect(page.getByText(account.resetDone)).toBeVisible();
  await callAs(page, email, 'Metsarada7Koht');
});

// The same on every width.
// shows: address-calendar-index, address-not-found, address-unknown-logged-out
test('pages are for whom they are for', { tag: '@desk' }, async ({ page }, info) => {
  const { host } = centreOf(info);
  await openTenant(page, host, '/profile');
  await expect(page.getByLabel(account.email)).toBeVisible();
  await page.goto(new URL('/public/calendar?unit=1&date=2026-11-30', page.url()).href);
  await expect(page).toHaveURL(/\/public\/calendar\/day\?.*unit=1/);
  await expect(page).toHaveURL(/date=2026-11-30/);
  await openTenant(page, host, '/public');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: pages.backToHome }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await logInAs(page, 'trainer', '/messages');
  await expect(page.getByRole('link', { name: pages.backToHome })).toBeVisible();
  await logInAs(page, 'trainer', '/no/such/page');
  await expect(page.getByRole('link', { name: pages.backToHome })).toBeVisible();
  await page.goto(new URL('/calendar?unit=1&date=2026-11-30', page.url()).href);
  await expect(page).toHaveURL(/\/calendar\/day\?.*unit=1/);
  await expect(page).toHaveURL(/date=2026-11-30/);
});
