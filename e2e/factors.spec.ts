import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { ask } from './support/database.ts';
import { setUpApp, shownBy, typePassword } from './support/factors.ts';
import { expect, expectAccessible, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, newcomerPassword, signIn } from './support/newcomer.ts';

const { account, errors, factors, menu, profile } = et;
test.use({ expectedErrors: [/status of (400|401|403|410)/] });

test(
  'an app with codes is set up, asked for at log-in, and a recovery code stands in for a lost phone',
  { tag: '@always' },
  async ({ page }, info) => {
    test.slow();
    const { host } = centreOf(info);
    await standAt(page, host);
    const { email } = await comeNew(page, `kood-${info.project.name}`);
    await signIn(page, email);
    await openTenant(page, host, '/profile');
    await page.getByRole('link', { name: profile.security }).click();
    const section = page.getByRole('region', { name: factors.codes });
    await section.getByRole('button', { name: factors.codesSetUp }).click();
    await expect(section.getByRole('img', { name: factors.codesPicture }).locator('svg')).toBeVisible();
    await section.getByLabel(factors.codesCode).fill('000000');
    await section.getByRole('button', { name: factors.codesConfirm }).click();
    await expect(section.getByText(errors.factorNotValid)).toBeVisible();
    await expect(section.getByLabel(factors.codesCode)).toBeFocused();
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath('app.png'), fullPage: true });
    await section.getByRole('button', { name: factors.codesLeave }).click();
    const { secret, recoveryCodes } = await setUpApp(page);
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath('codes.png'), fullPage: true });
    await page.getByRole('button', { name: factors.recoveryKept }).click();
    await expect(page.getByText(recoveryCodes[0] ?? '')).toHaveCount(0);
    await expect(page.getByText(factors.recoveryLeft_other.replace('{{count}}', '10'))).toBeVisible();

    const logOut = async () => {
      if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
      await page.getByRole('button', { name: menu.logout, exact: true }).click();
      await openLogIn(page);
      await typePassword(page, email, newcomerPassword);
      await expect(page.getByRole('heading', { name: factors.stepTitle })).toBeFocused();
    };
    const logIn = page.getByRole('button', { name: account.login, exact: true });
    await logOut();
    await page.getByLabel(factors.stepCode, { exact: true }).fill('12');
    await logIn.click();
    await expect(page.getByText(factors.stepCodeNeeded)).toBeVisible();
    await page.getByLabel(factors.stepCode, { exact: true }).fill('000000');
    await logIn.click();
    await expect(page.getByText(errors.factorNotValid)).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath('step.png'), fullPage: true });
    await page.getByLabel(factors.stepCode, { exact: true }).fill(shownBy(secret, 1));
    await logIn.click();
    await expect(page.getByRole('heading', { name: factors.stepTitle })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await logOut();
    await page.getByRole('button', { name: factors.stepUseRecovery }).click();
    await page.getByLabel(factors.stepRecovery, { exact: true }).fill(recoveryCodes[3] ?? '');
    await logIn.click();
    await expect(page.getByRole('heading', { name: factors.stepTitle })).toHaveCount(0);
    await openTenant(page, host, '/profile/security');
    await expect(page.getByText(factors.recoveryLeft_other.replace('{{count}}', '9'))).toBeVisible();
  },
);

test('what matters asks once more who is there, and what was pressed goes on', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { email } = await comeNew(page, `uuesti-${info.project.name}`);
  await signIn(page, email);
  // Somebody who logged in an hour ago.
  await ask(
    `update sessions set proved_at = proved_at - interval '1 hour'
      where account_id in (select id from accounts where email = $1)`,
    email,
  );
  await openTenant(page, host, '/profile/security');
  const section = page.getByRole('region', { name: factors.codes });
  const setUp = section.getByRole('button', { name: factors.codesSetUp });
  const dialog = page.getByRole('dialog', { name: factors.proofTitle });
  await setUp.click();
  await expect(dialog.getByLabel(account.password)).toBeFocused();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('proof.png') });
  // Left alone: nothing is done.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(section.getByRole('img', { name: factors.codesPicture })).toHaveCount(0);
  await setUp.click();
  await dialog.getByLabel(account.password).fill('Wrong1234');
  await dialog.getByRole('button', { name: factors.proofConfirm }).click();
  await expect(dialog.getByText(errors.passwordNotValid)).toBeVisible();
  await dialog.getByLabel(account.password).fill(newcomerPassword);
  await dialog.getByRole('button', { name: factors.proofConfirm }).click();
  await expect(dialog).toBeHidden();
  await expect(section.getByRole('img', { name: factors.codesPicture })).toBeVisible();
});
