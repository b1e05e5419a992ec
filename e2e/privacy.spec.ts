import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { openCode } from './support/codes.ts';
import { expect, expectAccessible, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { clientIdOf, comeNew, newcomerPassword as password, signIn } from './support/newcomer.ts';
import { billTicket } from './support/paid.ts';

const { account, menu, privacy } = et;
test.use({ expectedErrors: [/status of (400|401)/] });
// Each makes somebody of its own first, whose password is set by a mailed link.

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel(account.email, { exact: true }).fill(email);
  await page.getByLabel(account.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: account.login, exact: true }).click();
  // Whoever goes on before the answer has come is still nobody.
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
}

test('a member takes the data out, chooses, asks to be forgotten, and thinks again', async ({
  page,
}, info) => {
  await standAt(page, centreOf(info).host);
  const email = (await comeNew(page, 'oma')).email;
  await page.goto(new URL('/profile', page.url()).href);
  await logIn(page, email);
  await page.getByRole('link', { name: privacy.link }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(privacy.title);
  await expectAccessible(page);

  const own = page.getByRole('region', { name: privacy.dataTitle });
  await own.getByRole('button', { name: privacy.download }).click();
  await own.getByLabel(privacy.password).fill('Wrong1234');
  await own.getByRole('button', { name: privacy.download }).click();
  await expect(own.getByText(et.errors.passwordNotValid)).toBeVisible();
  await own.getByLabel(privacy.password).fill(password);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    own.getByRole('button', { name: privacy.download }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('my-data.json');
  expect(await readFile(await file.path(), 'utf8')).toContain(email);

  const offers = page.getByLabel(privacy.purpose.marketingMail);
  await offers.check();
  await page.getByText(privacy.logTitle).click();
  await expect(page.getByText(privacy.given, { exact: true })).toBeVisible();
  await offers.uncheck();
  await expect(page.getByText(privacy.withdrawn, { exact: true })).toBeVisible();

  const erasure = page.getByRole('region', { name: privacy.eraseTitle });
  await expect(erasure.getByText(privacy.keptNothing)).toBeVisible();
  await erasure.getByRole('button', { name: privacy.eraseAsk }).click();
  const sheet = page.getByRole('dialog');
  await expectAccessible(page, 'dialog');
  await sheet.getByLabel(privacy.password).fill(password);
  await sheet.getByRole('button', { name: privacy.eraseAsk }).click();
  // Signed out, one is led home: what was typed before that is gone with the screen.
  await openLogIn(page);

  await logIn(page, email);
  await page.goto(new URL('/profile/privacy', page.url()).href);
  await page.getByRole('button', { name: privacy.undo }).click();
  await expect(erasure.getByRole('button', { name: privacy.eraseAsk })).toBeVisible();
});

test('what stands in the way is named, with where it is settled', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const newcomer = await comeNew(page, 'volgu');
  await billTicket(newcomer.manage, await clientIdOf(newcomer));
  await signIn(page, newcomer.email);
  await openTenant(page, host, '/profile/privacy');
  await expect(page.getByText(privacy.obstaclesTitle)).toBeVisible();
  await expectAccessible(page);
});

/** The databases of the device in which something stands, but for the worker's own lists of what it keeps. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const full: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (name.startsWith('workbox')) continue;
      const opening = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const counting = database.transaction(store).objectStore(store).count();
        const count = await new Promise<number>((resolve, reject) => {
          counting.onsuccess = () => resolve(counting.result);
          counting.onerror = () => reject(counting.error);
        });
        if (count > 0) full.push(name);
      }
      database.close();
    }
    return full;
  });
}

/** Everything a script can read of what this browser keeps for the origin, and the addresses of kept answers. */
function stored(page: Page): Promise<{ texts: string[]; addresses: string[] }> {
  return page.evaluate(async () => {
    const texts: string[] = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify(history.state),
      document.cookie,
    ];
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        addresses.push(request.url);
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    return { texts, addresses };
  });
}

test('after leaving nothing of whoever wanted to join is left on the device', async ({
  page,
  context,
}, info) => {
  const email = `joiner.${info.project.name}.${process.pid}.${info.retry}@demo.test`;
  const names = { firstName: 'Maasika', lastName: 'Lahkuja' };
  const person = { ...names, phone: '+372 5555 4321', email, birthDate: '17.03.1987', idCode: 'AA7654321' };
  await standAt(page, 'joekaaru-sport.ee');
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/public/join`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByRole('radio').first().check();
  await page.locator('form button[type=submit]').last().click();
  await expect(page).toHaveURL(/step=2/);
  await page.locator('[name=country]').selectOption('XX');
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().includes('/public/join/draft') &&
      answer.request().postData()?.includes(person.idCode) === true,
  );
  for (const [name, value] of Object.entries(person)) await page.locator(`[name=${name}]`).fill(value);
  const own = Object.values(person);
  const nothingOf = async (at: Page, secrets: readonly string[]) => {
    const left = await stored(at);
    for (const text of left.texts) for (const secret of secrets) expect(text).not.toContain(secret);
    return left;
  };
  // Not even while it is being typed; a reload asks the server for it, by what stands with this entry of the tab's history.
  await nothingOf(page, own);
  await saved;
  const reading = page.waitForResponse(
    (answer) =>
      answer.url().includes('/public/join/draft') && answer.ok() && answer.request().method() === 'GET',
  );
  await page.reload();
  expect((await reading).headers()['cache-control']).toContain('no-store');
  for (const [name, value] of Object.entries(person)) {
    await expect(page.locator(`[name=${name}]`)).toHaveValue(value);
  }
  const token = await page.evaluate(() => String(history.state.draft.token));
  expect(token).toMatch(/^[\w-]{43}$/);
  await nothingOf(page, own);

  // On another page of the same tab, and on the way to the bank and back.
  await page.goto(`${origin}/public/calendar/day`);
  await nothingOf(page, [...own, token]);
  await page.goBack();
  await expect(page.locator('[name=firstName]')).toHaveValue(names.firstName);
  // Whoever opens the form next, in this tab too, finds an empty one.
  await page.goto(`${origin}/public/join`);
  await expect(page.getByRole('radio').first()).not.toBeChecked();
  await nothingOf(page, [...own, token]);
  // As a link opens it, on a device that knows nothing of it yet.
  const read = page.waitForResponse((answer) => answer.url().includes('/public/join/draft'));
  await page.goto(`${origin}/public/join?token=${token}`);
  expect((await read).headers()['cache-control']).toContain('no-store');
  await expect(page).toHaveURL(/\?step=3$/);
  await nothingOf(page, own);
  await page.close();

  const next = await context.newPage();
  await next.goto(origin);
  await expect.poll(() => next.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const left = await nothingOf(next, [...own, token]);
  expect(left.addresses.length).toBeGreaterThan(0);
  expect(JSON.stringify(await context.cookies())).not.toContain(token);
  expect(await kept(next)).toEqual([]);
});

test('who waits too long on another page finds an empty form', async ({ page }) => {
  await standAt(page, 'joekaaru-sport.ee');
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/public/join`);
  await page.getByRole('radio').first().check();
  await page.locator('form button[type=submit]').last().click();
  await page.locator('[name=firstName]').fill('Maasika');
  await expect.poll(() => page.evaluate(() => history.state.draft?.token)).toBeTruthy();
  await page.evaluate(() => {
    const { state } = history;
    history.replaceState({ ...state, draft: { ...state.draft, at: state.draft.at - 15 * 60_000 } }, '');
  });
  await page.reload();
  await expect(page.getByRole('radio').first()).not.toBeChecked();
  expect(await page.evaluate(() => history.state.draft)).toBeUndefined();
});

test.describe('where a link opens nothing', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('a mailed link is followed by no call that names it in its address', async ({ page }) => {
    const token = 'x'.repeat(43);
    const calls: { url: string; header: string | undefined }[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/api/')) return;
      calls.push({ url: request.url(), header: request.headers()['x-link-token'] });
    });
    await standAt(page, 'joekaaru-sport.ee');
    const { origin } = new URL(page.url());
    for (const address of [
      `/public/vouchers?token=${token}`,
      `/public/withdrawal?token=${token}`,
      `/public/registration/confirm?token=${token}`,
      `/public/registration/cancel?token=${token}`,
      `/public/tickets?ticket=${token}`,
      `/public/invoices?invoice=${token}`,
      `/public/join?token=${token}`,
    ]) {
      calls.length = 0;
      await page.goto(origin + address);
      await expect.poll(() => calls.some(({ header }) => header === token), address).toBe(true);
      expect(calls.filter(({ url }) => url.includes(token))).toEqual([]);
    }
  });
});

test('after logging out nothing of the member is left on the device, and no address ever named them', async ({
  page,
}, info) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  page.on('request', (request) => visited.push(request.url()));
  await standAt(page, centreOf(info).host);
  const email = (await comeNew(page, 'oma')).email;
  await page.goto(new URL('/profile', page.url()).href);
  await logIn(page, email);
  await expect(page.getByText(email).first()).toBeVisible();
  // The worker has taken over, so that whatever it would keep is kept.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const path of [
    '/',
    '/calendar/day',
    '/workouts',
    '/invoices',
    '/contracts',
    '/vouchers',
    '/profile/privacy',
    '/profile',
  ]) {
    await page.goto(new URL(path, page.url()).href);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  // The phone becomes a key to the doors: that is kept on the device, with a first name, while one is signed in.
  await page.goto(new URL('/entry', page.url()).href);
  await openCode(page);
  await expect.poll(() => kept(page)).toContain('trenn-entry');
  await page.goto(new URL('/profile', page.url()).href);
  await expect(page.getByText(email).first()).toBeVisible();
  if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
  await page.getByRole('button', { name: menu.logout, exact: true }).click();
  await openLogIn(page);

  const left = await stored(page);
  for (const text of left.texts) {
    expect(text).not.toContain(email);
    expect(text).not.toContain('Maasikas');
  }
  expect(
    left.addresses.filter((address) => /\/api\/v[\d.]+\/(user|trainer|admin|account)\//.test(address)),
  ).toEqual([]);
  await expect.poll(() => kept(page)).toEqual([]);
  const named = visited.filter((address) => /maasikas|@test\.test|%40test\.test/i.test(decodeURI(address)));
  expect(named).toEqual([]);
});
