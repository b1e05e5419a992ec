import type { Locator, Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';

const { account, errors, identities, menu } = et;
test.use({ expectedErrors: [/status of (400|401|403|410|429)/] });

/** Each number of the stand-in answers by itself, a moment later. The two widths have a person each: they share a centre's count. */
const people = {
  phone: { number: '+372 0000 0766', code: '60001019906' },
  desk: { number: '+370 600 00666', code: '50001018865' },
} as const;
const cancelling = { number: '+372 0110 0266', code: '60001019950' };

async function ask(asked: Locator, { number, code }: { number: string; code: string }): Promise<void> {
  await asked.getByLabel(identities.phoneNumber).fill(number);
  await asked.getByLabel(identities.idCode).fill(code);
  await asked.getByRole('button', { name: identities.askPhone }).click();
}

async function expectCode(page: Page, asked: Locator, info: TestInfo): Promise<void> {
  await expect(asked.getByRole('status').getByText(/^\d{4}$/)).toBeVisible();
  await expect(asked.getByText(identities.notMine)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('code.png') });
}

test('Mobile-ID is linked, logs in alone, may be refused, and is unlinked', async ({ page }, info) => {
  test.slow();
  const { host } = centreOf(info);
  const who = people[info.project.name === 'phone' ? 'phone' : 'desk'];
  await standAt(page, host);
  const { email } = await comeNew(page, `mobile-id-${info.project.name}`);
  await signIn(page, email);
  await openTenant(page, host, '/profile/security');
  const section = page.getByRole('region', { name: identities.title, exact: true });
  await section.getByRole('button', { name: identities.links.mobileId }).click();
  const linking = page.getByRole('dialog', { name: identities.links.mobileId });
  await ask(linking, { number: '12', code: '60001019907' });
  await expect(linking.getByText(identities.phoneInvalid)).toBeVisible();
  await expect(linking.getByText(identities.idCodeInvalid)).toBeVisible();
  await ask(linking, who);
  await expectCode(page, linking, info);
  await expect(section.getByRole('button', { name: identities.unlink })).toBeVisible();
  await expect(section.getByText(identities.names.mobileId, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('linked.png'), fullPage: true });

  const logOut = async () => {
    if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
    await page.getByRole('button', { name: menu.logout, exact: true }).click();
    await openLogIn(page);
  };
  await logOut();
  const row = page.getByRole('button', { name: identities.names.mobileId });
  const asked = page.getByRole('dialog', { name: identities.logins.mobileId });
  await row.click();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('asked.png') });
  // Whoever says no is asked again with what was typed.
  await ask(asked, cancelling);
  await expect(asked.getByText(errors.identityRefused)).toBeVisible();
  await expect(asked.getByLabel(identities.idCode)).toHaveValue(cancelling.code);
  await expectAccessible(page);
  await ask(asked, who);
  await expectCode(page, asked, info);
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await openTenant(page, host, '/profile/security');
  await section.getByRole('button', { name: identities.unlink }).click();
  const title = identities.unlinkAsk.replace('{{provider}}', identities.names.mobileId);
  const sure = page.getByRole('dialog', { name: title });
  await sure.getByRole('button', { name: identities.unlink, exact: true }).click();
  await expect(section.getByRole('button', { name: identities.links.mobileId })).toBeVisible();

  await logOut();
  await row.click();
  await ask(asked, who);
  await expect(asked.getByText(errors.identityUnknown)).toBeVisible();
});
