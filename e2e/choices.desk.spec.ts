import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { expect, logInAs, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';

// About what is chosen, whatever the width.

const { account, menu, profile } = et;

/** One that begins light, and one that begins dark; both speak Estonian first. */
for (const host of ['pohjala-sport.ee', 'valgejoon-tennis.ee']) {
  // shows: menu-colour-mode, stored-colormode, colour-mode-kept, light-and-dark
  test(`colours begin as ${host} says, and stay as they were chosen`, async ({ page }) => {
    await openTenant(page, host);
    const root = page.locator('html');
    const rules: PageRules = await page.evaluate(async () => (await fetch('/api/v0.1/page/')).json());
    const own = rules.main.defaultColorScheme;
    const other = own === 'dark' ? 'light' : 'dark';
    await expect(root).toHaveAttribute('data-mode', own);
    await logInAs(page, 'member', '/profile');
    await expect(root).toHaveAttribute('data-mode', own);
    await page.getByRole('button', { name: other === 'dark' ? menu.darkColours : menu.lightColours }).click();
    await expect(root).toHaveAttribute('data-mode', other);
    await page.reload();
    await expect(root).toHaveAttribute('data-mode', other);
    await openTenant(page, host, '/public/calendar/day');
    await expect(root).toHaveAttribute('data-mode', other);
  });
}

// shows: menu-log-in-and-out, menu-language, stored-language
test('a language is chosen in the header and in the menu, and stays', async ({ page }) => {
  await openTenant(page, 'pohjala-sport.ee', '/public/calendar/day');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', 'et');
  await page.locator('header select').selectOption('en');
  await expect(root).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('link', { name: en.menu.login })).toBeVisible();
  await page.reload();
  await expect(root).toHaveAttribute('lang', 'en');
  await logInAs(page, 'member', '/profile');
  await page.getByRole('button', { name: en.menu.language, exact: true }).click();
  await page
    .getByRole('navigation')
    .or(page.getByRole('banner'))
    .getByRole('button', { name: 'Eesti' })
    .first()
    .click();
  await expect(root).toHaveAttribute('lang', 'et');
  await page.reload();
  await expect(root).toHaveAttribute('lang', 'et');
  await expect(page.getByRole('button', { name: menu.logout, exact: true })).toBeVisible();
});

/** A message is shown so long, one that a reload cut off so long again, and each fades so long. */
const [shownMs, cutOffShownMs, movesMs] = [5_000, 2_000, 300];

// shows: stored-snackbar, message-kinds, number-message-shown
test('a message goes by itself after five seconds, at once when pressed, and a reload shows it again', async ({
  page,
}) => {
  await standAt(page, 'rabakivi-ronimine.ee');
  const { email } = await comeNew(page, 'teade');
  await signIn(page, email);
  const now = () => Temporal.Now.instant().epochMilliseconds;
  await page.clock.install({ time: now() });
  await openTenant(page, 'rabakivi-ronimine.ee', '/profile/details');
  // Whatever the page waits for until then it does not wait for once its time stands.
  await expect(page.getByLabel(profile.city, { exact: true })).toBeEditable();
  const message = page.getByRole('status').filter({ hasText: profile.saved });
  let number = 0;
  const save = async () => {
    number += 1;
    await page.getByLabel(profile.city, { exact: true }).fill(`Tartu ${number}`);
    await page.getByRole('button', { name: profile.save }).click();
    await seeMessage();
  };
  /** The page's time stands but for a moment now and then, until there is the message. */
  const seeMessage = async () => {
    await expect(async () => {
      await page.clock.runFor(20);
      expect(await message.count()).toBe(1);
    }).toPass({ intervals: [50] });
  };
  await page.clock.pauseAt(now() + 1_000);
  await save();
  await page.clock.runFor(shownMs - 1_000);
  await expect(message).toBeVisible();
  await page.clock.runFor(1_000 + movesMs);
  await expect(message).toHaveCount(0);

  await save();
  await message.getByText(profile.saved).click();
  await page.clock.runFor(movesMs);
  await expect(message).toHaveCount(0);

  await save();
  await page.reload();
  await seeMessage();
  await page.clock.runFor(cutOffShownMs + movesMs);
  await expect(message).toHaveCount(0);
});

// shows: stored-auth
test('whether to stay signed in is remembered for the next time', async ({ page }) => {
  await openTenant(page, 'pohjala-sport.ee', '/?origin=/');
  const keep = page.getByRole('checkbox', { name: account.keep });
  await expect(keep).not.toBeChecked();
  await keep.check();
  await page.getByLabel(account.email).fill('trainer@demo.test');
  await page.getByLabel(account.password, { exact: true }).fill('Demo1234');
  await page.getByRole('button', { name: account.login, exact: true }).click();
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: menu.logout, exact: true }).click();
  await openLogIn(page);
  await page.reload();
  await expect(keep).toBeChecked();
});
