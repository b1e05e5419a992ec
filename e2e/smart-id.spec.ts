import type { Locator, Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';

const { account, errors, identities, menu } = et;
test.use({ expectedErrors: [/status of (400|401|403|410)/] });

/**
 * Says something on the stand-in's phone: beside the screen it is another tab, as a phone is; on a phone it is the same one, and
 * brings the browser back.
 */
async function press(page: Page, info: TestInfo, asked: Locator, answer: string): Promise<void> {
  if (info.project.name === 'phone') {
    await asked.getByRole('link', { name: identities.open }).click();
    await page.getByRole('button', { name: answer }).click();
    return;
  }
  const opened = page.waitForEvent('popup');
  await asked.getByRole('link', { name: identities.standIn }).click();
  const phone = await opened;
  await phone.getByRole('button', { name: answer }).click();
  await expect(phone.getByText(identities.standInDone)).toBeVisible();
  await phone.close();
}

test('Smart-ID is linked, logs in alone, may be refused, and is unlinked', async ({ page }, info) => {
  test.slow();
  const { host } = centreOf(info);
  await standAt(page, host);
  const { email } = await comeNew(page, `smart-id-${info.project.name}`);
  await signIn(page, email);
  await openTenant(page, host, '/profile/security');
  const section = page.getByRole('region', { name: identities.title, exact: true });
  await section.getByRole('button', { name: identities.links.smartId }).click();
  const linking = page.getByRole('dialog', { name: identities.links.smartId });
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('linking.png') });
  await press(page, info, linking, identities.standInConfirm);
  await expect(section.getByRole('button', { name: identities.unlink })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('linked.png'), fullPage: true });

  const logOut = async () => {
    if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
    await page.getByRole('button', { name: menu.logout, exact: true }).click();
    await openLogIn(page);
  };
  await logOut();
  const button = page.getByRole('button', { name: identities.names.smartId });
  const asked = page.getByRole('dialog', { name: identities.logins.smartId });
  await button.click();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('asked.png') });
  // Refused on the phone: said beside the screen; on the same device the browser stays with the app.
  if (info.project.name !== 'phone') {
    await press(page, info, asked, identities.standInRefuse);
    await expect(asked.getByText(errors.identityRefused)).toBeVisible();
    await asked.getByRole('button', { name: identities.again }).click();
  }
  await press(page, info, asked, identities.standInConfirm);
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await openTenant(page, host, '/profile/security');
  await section.getByRole('button', { name: identities.unlink }).click();
  const sure = page.getByRole('dialog', {
    name: identities.unlinkAsk.replace('{{provider}}', identities.names.smartId),
  });
  await sure.getByRole('button', { name: identities.unlink, exact: true }).click();
  await expect(section.getByRole('button', { name: identities.links.smartId })).toBeVisible();

  await logOut();
  await button.click();
  await press(page, info, asked, identities.standInConfirm);
  await expect(page.getByRole('alert').filter({ hasText: errors.identityUnknown })).toBeVisible();
});
