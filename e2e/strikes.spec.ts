import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { listClients } from '#shared/clients/contract.ts';
import { changePresence } from '#shared/registrations/attendance/contract.ts';
import { listOwnStrikes } from '#shared/registrations/strikes/contract.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { signIn } from './support/newcomer.ts';
import { dress } from './support/paid.ts';
import { makeHeld } from './support/rolls.ts';

const hosts = { phone: 'vesiroos-jooga.ee', desk: 'rabakivi-ronimine.ee' };
const { strikes } = et;

test('a place left unused is explained to the member, and an administrator takes it off the count', async ({
  page,
  browser,
}, info) => {
  const host = hosts[info.project.name as 'phone' | 'desk'];
  await standAt(page, host);
  const { call, email, roll, manage } = await makeHeld(page, -40);
  const registrationIds = roll.registrations.map(({ registrationId }) => registrationId);
  await manage(changePresence, { body: { registrationIds, presence: false } });
  const own = await call(listOwnStrikes, {});
  const [strike] = own.strikes;
  if (!strike) throw new Error('no place was left unused');
  await signIn(page, email);
  await openTenant(page, host, '/workouts?period=past');
  const panel = page.getByRole('main').locator('details');
  await panel.locator('summary').click();
  await expect(panel.getByText(strikes.notRight)).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);

  const desk = await browser.newPage({ viewport: info.project.use.viewport ?? null, locale: 'et-EE' });
  await standAt(desk, host);
  const { items } = await manage(listClients, { query: { q: email } });
  await logInAs(desk, 'admin', `/admin/clients?id=${items[0]?.id}`);
  const section = desk.getByRole('region', { name: strikes.title });
  const row = section.getByRole('listitem').filter({ hasText: strike.trainingName }).first();
  await row.getByRole('button', { name: strikes.waive }).click();
  const sheet = desk.getByRole('dialog');
  await sheet.getByRole('button', { name: strikes.waive }).click();
  await expect(sheet.getByText(strikes.reasonNeeded)).toBeVisible();
  await expectAccessible(desk);
  await sheet.getByLabel(strikes.reason, { exact: true }).fill('Oli haige');
  await sheet.getByRole('button', { name: strikes.waive }).click();
  await expect(desk.getByRole('status').getByText(strikes.waivedDone)).toBeVisible();
  await expect(row).toContainText(strikes.waived);
  await expectAccessible(desk);
  const without = await call(listOwnStrikes, {});
  expect(without.strikes.filter(({ standing }) => standing === 'waived')).toHaveLength(1);
  await row.getByRole('button', { name: strikes.restore }).click();
  await expect(desk.getByRole('status').getByText(strikes.restoredDone)).toBeVisible();
  expect(await call(listOwnStrikes, {})).toEqual(own);
  await desk.close();
});

// Looks at its own widths.
test.describe('in the longest language, both modes', { tag: ['@desk', '@tour'] }, () => {
  for (const mode of ['light', 'dark']) {
    test(`places left unused are accessible and fit, lv, ${mode}`, async ({ page }) => {
      const host = 'dzintara-spa.lv';
      await dress(page, host, 'lv', mode);
      await standAt(page, host);
      // What the demo member left unused is only looked at here.
      await logInAs(page, 'member', '/workouts?period=past');
      await page.getByRole('main').locator('summary').click();
      await expect(page.getByText(lv.strikes.notRight)).toBeVisible();
      for (const width of [320, 390, 1536]) {
        await page.setViewportSize({ width, height: 900 });
        const { scrollWidth, clientWidth } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          clientWidth: document.documentElement.clientWidth,
        }));
        expect(scrollWidth, `at ${width} px`).toBeLessThanOrEqual(clientWidth);
        await expectAccessible(page);
      }
    });
  }
});
