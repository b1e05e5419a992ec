import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { expect, expectAccessible, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { speak } from './support/looks.ts';
import { comeNew, newcomerPassword, newestMail, signIn } from './support/newcomer.ts';

const hosts = { phone: 'vesiroos-jooga.ee', desk: 'rabakivi-ronimine.ee' };
const hostOf = (name: string) => hosts[name as 'phone' | 'desk'];
const { account, profile } = et;
test.use({ expectedErrors: [/status of (400|401|404|409|410)/] });

// shows: change-profile, address-profile
test('details are kept, a wrong one is told at its field and nothing typed is lost', async ({
  page,
}, info) => {
  const host = hostOf(info.project.name);
  await standAt(page, host);
  const { email } = await comeNew(page, info.project.name);
  await signIn(page, email);
  await openTenant(page, host, '/profile/details');
  const phone = page.getByLabel(account.phone, { exact: true });
  await page.getByLabel(profile.address, { exact: true }).fill('Pikk 1');
  await page.getByLabel(profile.city, { exact: true }).fill('Tartu');
  await page.getByLabel(profile.zip, { exact: true }).fill('51003');
  await page.getByLabel(profile.county, { exact: true }).selectOption('Tartu maakond');
  // A number of the right shape that nobody can have: only the server knows.
  await phone.fill('+372 99 999 999');
  await page.getByRole('button', { name: profile.save }).click();
  await expect(page.getByText(et.validation.phoneInvalid)).toBeVisible();
  await expect(phone).toBeFocused();
  await expect(page.getByLabel(profile.address, { exact: true })).toHaveValue('Pikk 1');
  await expectAccessible(page);
  await phone.fill('5123 4567');
  await page.getByRole('button', { name: profile.save }).click();
  await expect(page.getByText(profile.saved)).toBeVisible();
  await expect(phone).toHaveValue('+37251234567');
  await page.reload();
  await expect(page.getByLabel(profile.county, { exact: true })).toHaveValue('Tartu maakond');
  await expect(phone).toHaveValue('+37251234567');
});

test('another address counts once its link was pressed', async ({ page }, info) => {
  const host = hostOf(info.project.name);
  await standAt(page, host);
  const { email, manage } = await comeNew(page, info.project.name);
  await signIn(page, email);
  await openTenant(page, host, '/profile/details');
  const section = page.getByRole('region', { name: profile.emailTitle });
  const next = `teine-${email}`;
  await section.getByRole('button', { name: profile.emailChange }).click();
  await expect(section.getByLabel(profile.emailNew)).toBeFocused();
  await section.getByLabel(profile.emailNew).fill(next);
  await section.getByLabel(account.oldPassword, { exact: true }).fill('Wrong1234');
  await section.getByRole('button', { name: profile.emailSend }).click();
  await expect(section.getByText(et.errors.passwordNotValid)).toBeVisible();
  await expect(section.getByLabel(profile.emailNew)).toHaveValue(next);
  await expectAccessible(page);
  await section.getByLabel(account.oldPassword, { exact: true }).fill(newcomerPassword);
  await section.getByRole('button', { name: profile.emailSend }).click();
  await expect(section.getByText(next)).toBeVisible();
  await expect(section.getByText(email, { exact: true })).toBeVisible();
  await newestMail(manage, email, next);
  const token = /confirm\?token=([\w-]+)/.exec(await newestMail(manage, next))?.[1] ?? '';
  await openTenant(page, host, `/email/confirm?token=${token}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: profile.confirm }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(profile.confirmedTitle);
  await page.getByRole('link', { name: profile.toProfile }).click();
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  // The link opens nothing a second time.
  await openTenant(page, host, `/email/confirm?token=${token}`);
  await page.getByRole('button', { name: profile.confirm }).click();
  await expect(page.getByText(et.errors.emailLinkExpired)).toBeVisible();
});

// The same on every width.
// shows: change-password, message-password-changed
test(
  'a password is changed: the message says so, and the new one opens',
  { tag: '@desk' },
  async ({ page }, info) => {
    const host = hostOf(info.project.name);
    await standAt(page, host);
    const { email } = await comeNew(page, 'parool');
    await signIn(page, email);
    await openTenant(page, host, '/profile/security');
    const section = page.getByRole('region', { name: account.password, exact: true });
    await section.getByRole('button', { name: account.changePassword }).click();
    const field = (label: string) => section.getByLabel(label, { exact: true });
    const change = section.getByRole('button', { name: account.changePassword });
    await expect(field(account.oldPassword)).toBeFocused();
    await field(account.oldPassword).fill('Wrong1234');
    await field(account.newPassword).fill('Uus1Kodune');
    await field(account.repeatPassword).fill('Uus1Kodune');
    await change.click();
    await expect(section.getByText(et.errors.passwordNotValid)).toBeVisible();
    await expect(field(account.oldPassword)).toBeFocused();
    await field(account.oldPassword).fill(newcomerPassword);
    await change.click();
    await expect(page.getByRole('status').getByText(account.passwordChanged)).toBeVisible();
    await expect(field(account.newPassword)).toHaveCount(0);

    await page.getByRole('button', { name: et.menu.logout, exact: true }).click();
    await openLogIn(page);
    await page.getByLabel(account.email).fill(email);
    const password = page.getByLabel(account.password, { exact: true });
    const logIn = page.getByRole('button', { name: account.login, exact: true });
    await password.fill(newcomerPassword);
    await logIn.click();
    await expect(page.getByText(et.errors.wrongCredentials).first()).toBeVisible();
    await password.fill('Uus1Kodune');
    await logIn.click();
    await expect(page.getByRole('button', { name: et.menu.logout, exact: true })).toBeVisible();
  },
);

test('a device is signed out from another one, and all others at once', async ({ page, browser }, info) => {
  const host = hostOf(info.project.name);
  await standAt(page, host);
  const { email } = await comeNew(page, info.project.name);
  await signIn(page, email);
  await openTenant(page, host, '/profile/security');
  const section = page.getByRole('region', { name: profile.devices });
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await expect(section.getByText(profile.thisDevice)).toBeVisible();
  const others = await Promise.all([1, 2].map(() => browser.newContext({ locale: 'et-EE' })));
  const pages = await Promise.all(others.map((context) => context.newPage()));
  for (const other of pages) {
    await standAt(other, host);
    await signIn(other, email);
    await openTenant(other, host, '/profile');
    await expect(other.getByText(email, { exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await section.getByRole('button', { name: profile.signOut }).first().click();
  await expect(section.getByRole('listitem')).toHaveCount(2);
  await section.getByRole('button', { name: profile.signOutOthers }).click();
  await expect(section.getByRole('listitem')).toHaveCount(1);
  for (const other of pages) {
    await other.reload();
    await expect(other.getByLabel(account.password, { exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(section.getByText(profile.thisDevice)).toBeVisible();
  for (const context of others) await context.close();
});

for (const [language, texts] of Object.entries({ et, en, lv })) {
  // The same on every width.
  // shows: password-fields, field-too-short, field-password
  test(
    `every field says what is wrong with it, ${language}`,
    { tag: ['@desk', '@each'] },
    async ({ page }, info) => {
      const host = 'vormiruum-pilates.ee';
      const { validation: words } = texts;
      const say = (text: string, num: number) => page.getByText(text.replace('{{num}}', String(num)));
      await speak(page, host, language as 'et');
      await standAt(page, host);
      const { email } = await comeNew(page, `${info.project.name}-${language}`);
      await signIn(page, email);
      await openTenant(page, host, '/profile/details');
      const field = (label: string) => page.getByLabel(label, { exact: true });
      const save = page.getByRole('button', { name: texts.profile.save });
      const first = field(texts.account.firstName);
      const told = [
        [texts.account.firstName, '', words.nameRequired, 0],
        [texts.account.lastName, 'www.me', words.nameInvalid, 0],
        [texts.profile.city, 'x'.repeat(90), words.maxLength, 80],
        [texts.account.phone, '12', words.phoneInvalid, 0],
      ] as const;
      for (const [label, value] of told) await field(label).fill(value);
      await save.click();
      for (const [, , text, num] of told) await expect(say(text, num)).toBeVisible();
      await expect(first).toBeFocused();
      await expect(field(texts.account.lastName)).toHaveValue('www.me');

      const mail = page.getByRole('region', { name: texts.profile.emailTitle });
      await mail.getByRole('button', { name: texts.profile.emailChange }).click();
      const send = mail.getByRole('button', { name: texts.profile.emailSend });
      await send.click();
      await expect(mail.getByText(words.emailRequired)).toBeVisible();
      await expect(mail.getByText(words.passwordRequired)).toBeVisible();
      await mail.getByLabel(texts.profile.emailNew).fill('kus on siin');
      await send.click();
      await expect(mail.getByText(words.emailInvalid)).toBeVisible();
      await mail.getByLabel(texts.profile.emailNew).fill(email);
      await send.click();
      await expect(mail.getByText(texts.profile.emailUnchanged)).toBeVisible();

      await page.goto(new URL('/profile/security', page.url()).href);
      const passwords = page.getByRole('region', { name: texts.account.password, exact: true });
      await passwords.getByRole('button', { name: texts.account.changePassword }).click();
      const change = passwords.getByRole('button', { name: texts.account.changePassword });
      const fresh = passwords.getByLabel(texts.account.newPassword, { exact: true });
      await passwords.getByLabel(texts.account.oldPassword, { exact: true }).fill('x');
      await change.click();
      await expect(fresh).toBeFocused();
      await expect(passwords.getByText(words.passwordRequired).first()).toBeVisible();
      for (const [value, text] of [
        ['Lyhike1', words.minLength],
        ['Tühik on1', words.passwordCharacters],
        ['SUURED123', words.passwordLowercase],
        ['vaikesed123', words.passwordUppercase],
        ['Numbriteta', words.passwordDigit],
      ] as const) {
        await fresh.fill(value);
        await change.click();
        await expect(passwords.getByText(text.replace('{{num}}', '8')).first()).toBeVisible();
      }
      await fresh.fill('Kodune12345');
      await expect(passwords.getByText(texts.profile.ruleMet, { exact: true })).toHaveCount(5);
      await passwords.getByLabel(texts.account.repeatPassword, { exact: true }).fill('Kodune1234');
      await change.click();
      await expect(passwords.getByText(words.passwordsDiffer)).toBeVisible();
      await expectAccessible(page);
    },
  );
}
