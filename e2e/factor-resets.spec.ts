import { et } from '#i18n/et.ts';
import { resetPassword } from '#shared/account/contract.ts';
import { inviteUser, listUsers } from '#shared/account/users/contract.ts';
import { centreOf } from './support/centres.ts';
import { ask } from './support/database.ts';
import { setUpApp, typePassword } from './support/factors.ts';
import {
  expect,
  expectAccessible,
  logInAs,
  openLogIn,
  openTenant,
  standAt,
  test,
} from './support/journey.ts';
import { comeNew, newcomerPassword, newestMail, signIn } from './support/newcomer.ts';

const { account, backOffice, factors, menu, profile } = et;
const words = backOffice.factorReset;

test('who lost the second step is freed of it by two administrators, by mail and password', async ({
  page,
}, info) => {
  test.slow();
  const { host } = centreOf(info);
  await standAt(page, host);
  const { email, manage } = await comeNew(page, `kaotas-${info.project.name}`);
  const second = `teine-${email}`;
  const values = {
    ...{ email: second, firstName: 'Teine', lastName: 'Admin', phone: '', isAdmin: true, trainerId: null },
    ...{ canSeeRegistrations: true, canManageRegistrations: true, isBlocked: false },
  };
  await manage(inviteUser, { body: { values } });
  const invited = /token=([\w-]+)/.exec(await newestMail(manage, second))?.[1] ?? '';
  await manage(resetPassword, { body: { resetToken: invited, newPassword: newcomerPassword } });
  // Who confirms has administered for a week.
  await ask("update accounts set admin_since = now() - interval '8 days' where email = $1", second);
  const found = (await manage(listUsers, { query: { q: email } })).items;
  const user = found.find((one) => (one.values as { email: string }).email === email);
  const path = `/admin/users?id=${user?.id}`;
  await signIn(page, email);
  await openTenant(page, host, '/profile/security');
  await setUpApp(page);
  const logOut = async () => {
    if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
    await page.getByRole('button', { name: menu.logout, exact: true }).click();
    await openLogIn(page);
  };
  await logOut();

  await logInAs(page, 'admin', path);
  const section = page.getByRole('region', { name: words.title });
  await section.getByRole('button', { name: words.ask }).click();
  const dialog = page.getByRole('dialog', { name: words.title });
  await dialog.getByRole('button', { name: words.ask }).click();
  await expect(dialog.getByText(words.reasonNeeded)).toBeVisible();
  await dialog.getByLabel(words.reason).fill('Käis ise kohal');
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('asking.png') });
  await dialog.getByRole('button', { name: words.ask }).click();
  await expect(section.getByText('Käis ise kohal')).toBeVisible();
  // Who asked cannot confirm.
  await expect(section.getByRole('button', { name: words.confirm, exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('asked.png'), fullPage: true });
  await logOut();

  await typePassword(page, second, newcomerPassword);
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
  await openTenant(page, host, path);
  await section.getByRole('button', { name: words.confirm, exact: true }).click();
  await expect(section.getByRole('button', { name: words.confirm, exact: true })).toHaveCount(0);
  await logOut();

  const mail = await newestMail(manage, email, '/factor/reset?token=');
  const token = /token=([\w-]+)/.exec(mail)?.[1] ?? '';
  await openTenant(page, host, `/factor/reset?token=${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(factors.resetTitle);
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('link.png'), fullPage: true });
  await page.getByLabel(account.password, { exact: true }).fill(newcomerPassword);
  await page.getByRole('button', { name: factors.resetGo }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(profile.security);
  await setUpApp(page);
});
