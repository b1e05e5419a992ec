import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { register } from '#shared/registrations/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openTenant, standAt, tenantUrl, test } from './support/journey.ts';
import { comeAsMember, signIn } from './support/newcomer.ts';
import { makeTraining } from './support/trainings.ts';

const { account, common, entry, errors, menu, registrations } = et;
test.use({
  expectedErrors: [/occurred when fetching the script|ERR_INTERNET_DISCONNECTED|Failed to load resource/],
});

/** "Oled võrguta. Seis kell 16:12", whatever the time. */
const asOf = new RegExp(`^${common.offlineAsOf.replace('{{time}}', '.*\\d\\d:\\d\\d')}$`);

/** Until the worker answers for this page and has fetched what opens without a network. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
}

async function isFormShown(page: Page): Promise<void> {
  await expect(page.getByLabel(account.password, { exact: true })).toBeHidden();
}

const menuOf = (page: Page) =>
  page.getByRole('navigation', { name: menu.mainMenu, exact: true }).filter({ visible: true });

test('without a network home, timetable and own trainings come as they were seen last, with their age', async ({
  page,
  context,
}, info) => {
  test.setTimeout(120_000);
  const { host } = centreOf(info);
  await standAt(page, host);
  const training = await makeTraining(page);
  const member = await comeAsMember(page, 'vorguta');
  await member.call(register, { body: { trainingId: training.id, isWaitingAccepted: false } });
  await signIn(page, member.email);
  await openTenant(page, host);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: training.name })).toBeVisible();
  await waitForWorker(page);
  await openTenant(page, host, `/calendar/day?date=${training.date}`);
  await expect(main.getByText(training.name).filter({ visible: true }).first()).toBeVisible();
  await openTenant(page, host, '/workouts');
  await expect(main.getByText(training.name).filter({ visible: true }).first()).toBeVisible();

  await context.setOffline(true);
  for (const path of ['/workouts', `/calendar/day?date=${training.date}`, '/']) {
    await page.goto(tenantUrl(host, path));
    await expect(main.getByText(training.name).filter({ visible: true }).first()).toBeVisible();
    await expect(main.getByText(asOf)).toBeVisible();
    await isFormShown(page);
  }
  await expectAccessible(page);
  // By the menu, as well as by the address.
  await menuOf(page).getByRole('link', { name: menu.timetable, exact: true }).click();
  await expect(page).toHaveURL(/\/calendar\/day/);
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await isFormShown(page);
  await page.reload();
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await isFormShown(page);

  // Back in touch the same page says what is true now.
  await page.goto(tenantUrl(host));
  await context.setOffline(false);
  await page.reload();
  await expect(main.getByRole('heading', { name: training.name })).toBeVisible();
  await expect(main.getByText(asOf)).toHaveCount(0);
});

test('logging out leaves nothing to be seen without a network', async ({ page, context }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const training = await makeTraining(page);
  const member = await comeAsMember(page, 'valja');
  await member.call(register, { body: { trainingId: training.id, isWaitingAccepted: false } });
  await signIn(page, member.email);
  await openTenant(page, host);
  await expect(page.getByRole('main').getByRole('heading', { name: training.name })).toBeVisible();
  await waitForWorker(page);
  const kept = () =>
    page.evaluate(async (name) => {
      const stores = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }));
      const answers = await Promise.all(
        (await caches.keys()).map(async (cacheName) => {
          const cache = await caches.open(cacheName);
          const texts = await Promise.all(
            (await cache.keys()).map(async (request) => {
              const text = await (await cache.match(request))?.text();
              return /\/user\//.test(request.url) || text?.includes(name) ? request.url : '';
            }),
          );
          return texts.join('');
        }),
      );
      return { isStored: stores.join().includes(name), cached: answers.join('') };
    }, training.name);
  expect((await kept()).isStored).toBe(true);
  // The worker keeps what any stranger is told, and nothing else.
  expect((await kept()).cached).not.toContain('/user/');
  if (info.project.name === 'phone') await menuOf(page).getByRole('button', { name: menu.menu }).click();
  await page.getByRole('button', { name: menu.logout, exact: true }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('button', { name: menu.logout, exact: true })).toHaveCount(0);
  expect((await kept()).isStored).toBe(false);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('#content')).toBeVisible();
  await expect(page.getByText(training.name)).toHaveCount(0);
});

test('whoever is signed in and was never seen here is told so, and not asked to log in', async ({
  page,
  context,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { email } = await comeAsMember(page, 'uus-vaheleht');
  await signIn(page, email);
  await openTenant(page, host);
  await waitForWorker(page);
  // As in a tab of its own: what goes with the tab is not there.
  await page.evaluate(() => sessionStorage.clear());
  await context.setOffline(true);
  await page.goto(tenantUrl(host));
  await expect(page.getByRole('heading', { level: 1, name: common.offlineTitle })).toBeVisible();
  await expect(page.getByText(common.unansweredText)).toBeVisible();
  await isFormShown(page);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: menu.enter }).click();
  await expect(page.getByText(entry.offlineNoCode)).toBeVisible();
  await expect(page.getByRole('button', { name: entry.register })).toBeHidden();
  await context.setOffline(false);
  await page.goto(tenantUrl(host));
  await expect(page.getByRole('heading', { name: registrations.noneUpcoming })).toBeVisible();
});

test('home, timetable, own trainings and code open without a network where they were never opened before', async ({
  page,
  context,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { email } = await comeAsMember(page, 'esimest-korda');
  await signIn(page, email);
  await openTenant(page, host, '/profile');
  await waitForWorker(page);
  // What pages fetched by the way, as tabs that one may press next, is not counted on.
  await page.evaluate(() => caches.delete('assets'));
  await context.setOffline(true);
  const [silence = ''] = errors.unanswered.split('.');
  for (const path of ['/', '/calendar/day', '/workouts', '/entry']) {
    await page.goto(tenantUrl(host, path));
    const said = page.getByText(path === '/entry' ? entry.offlineNoCode : silence);
    await expect(said.filter({ visible: true }).first(), path).toBeVisible();
  }
});

test('logged out without a network, a session is ended on the server as soon as there is one', async ({
  page,
  context,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { email } = await comeAsMember(page, 'lahkuja');
  await signIn(page, email);
  await openTenant(page, host);
  await waitForWorker(page);
  const session = async () => (await context.cookies()).filter(({ name }) => name.includes('refresh'));
  expect(await session()).toHaveLength(1);
  if (info.project.name === 'phone') await menuOf(page).getByRole('button', { name: menu.menu }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: menu.logout, exact: true }).click();
  await expect(page.getByRole('button', { name: menu.logout, exact: true })).toHaveCount(0);
  expect(await session()).toHaveLength(1);
  // The page of then may be gone by the time.
  await page.goto('about:blank');
  await context.setOffline(false);
  await openTenant(page, host);
  await expect.poll(session).toEqual([]);
  await expect(page.getByRole('button', { name: menu.logout, exact: true })).toHaveCount(0);
});
