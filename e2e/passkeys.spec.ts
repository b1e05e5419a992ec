import type { CDPSession, Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { ask } from './support/database.ts';
import { typePassword } from './support/factors.ts';
import { expect, expectAccessible, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, newcomerPassword, signIn } from './support/newcomer.ts';

const { account, factors, menu, profile } = et;
test.use({ expectedErrors: [/status of (400|401|403|410)/] });

/** A phone's own authenticator, in software: it knows who holds it, and answers at once while it is `willing`. */
class Authenticator {
  private readonly cdp: CDPSession;
  private readonly id: string;

  private constructor(cdp: CDPSession, id: string) {
    this.cdp = cdp;
    this.id = id;
  }

  static async of(page: Page): Promise<Authenticator> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return new Authenticator(cdp, authenticatorId);
  }

  async setWilling(enabled: boolean): Promise<void> {
    await this.cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.id, enabled });
  }

  /** Whether it finds out who holds it. */
  async setSeeing(isUserVerified: boolean): Promise<void> {
    await this.cdp.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }
}

test('a passkey is added, logs in alone and after the password, shows who is there, and is removed', async ({
  page,
}, info) => {
  test.slow();
  const { host } = centreOf(info);
  // A browser that offers none in the form: a software device takes what is offered before anything is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await standAt(page, host);
  const { email } = await comeNew(page, `voti-${info.project.name}`);
  await signIn(page, email);
  const device = await Authenticator.of(page);
  await openTenant(page, host, '/profile');
  await page.getByRole('link', { name: profile.security }).click();
  const section = page.getByRole('region', { name: factors.passkeys, exact: true });
  await section.getByRole('button', { name: factors.passkeyAdd }).click();
  const name = section.getByLabel(factors.passkeyName);
  await expect(name).not.toHaveValue('');
  await name.fill('');
  await section.getByRole('button', { name: factors.passkeyGoOn }).click();
  await expect(section.getByText(factors.passkeyNameNeeded)).toBeVisible();
  await name.fill('Mari telefon');
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('adding.png'), fullPage: true });
  // A device that does not find out who holds it makes none.
  await device.setSeeing(false);
  await section.getByRole('button', { name: factors.passkeyGoOn }).click();
  await expect(section.getByText(account.passkeyLeft)).toBeVisible();
  await device.setSeeing(true);
  await section.getByRole('button', { name: factors.passkeyGoOn }).click();
  await expect(page.getByRole('region', { name: factors.recoveryNew }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: factors.recoveryKept }).click();
  await expect(section.getByText('Mari telefon')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('listed.png'), fullPage: true });

  const logOut = async () => {
    if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
    await page.getByRole('button', { name: menu.logout, exact: true }).click();
    await openLogIn(page);
  };
  const isIn = () => expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
  await logOut();
  const alone = page.getByRole('button', { name: account.passkeyLogin });
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('form.png'), fullPage: true });
  await device.setSeeing(false);
  await alone.click();
  await expect(page.getByText(account.passkeyLeft)).toBeVisible();
  await device.setSeeing(true);
  await alone.click();
  await isIn();

  await logOut();
  await typePassword(page, email, newcomerPassword);
  await expect(page.getByRole('heading', { name: factors.stepTitle })).toBeFocused();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('step.png'), fullPage: true });
  await page.getByRole('button', { name: factors.stepPasskey }).click();
  await expect(page.getByRole('heading', { name: factors.stepTitle })).toHaveCount(0);
  await isIn();

  // Somebody who logged in an hour ago takes it away: they are asked once more, by the passkey itself.
  await ask(
    `update sessions set proved_at = proved_at - interval '1 hour'
      where account_id in (select id from accounts where email = $1)`,
    email,
  );
  await openTenant(page, host, '/profile/security');
  await section
    .getByRole('button', { name: factors.passkeyRemoveOf.replace('{{name}}', 'Mari telefon') })
    .click();
  const sure = page.getByRole('dialog', {
    name: factors.passkeyRemoveAsk.replace('{{name}}', 'Mari telefon'),
  });
  await sure.getByRole('button', { name: factors.passkeyRemove, exact: true }).click();
  const proof = page.getByRole('dialog', { name: factors.proofTitle });
  await proof.getByRole('button', { name: factors.stepUsePasskey }).click();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('proof.png') });
  await proof.getByRole('button', { name: factors.stepPasskey }).click();
  await expect(section.getByText('Mari telefon')).toHaveCount(0);

  await logOut();
  await alone.click();
  // The device still has it; the centre does not know it any more.
  await expect(page.getByRole('alert').filter({ hasText: et.errors.passkeyNotValid })).toBeVisible();
});

test('the browser offers a passkey where it fills in the form', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { email } = await comeNew(page, `pakub-${info.project.name}`);
  await signIn(page, email);
  const device = await Authenticator.of(page);
  await openTenant(page, host, '/profile/security');
  const section = page.getByRole('region', { name: factors.passkeys, exact: true });
  await section.getByRole('button', { name: factors.passkeyAdd }).click();
  await section.getByRole('button', { name: factors.passkeyGoOn }).click();
  await page.getByRole('button', { name: factors.recoveryKept }).click();
  await device.setWilling(false);
  if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
  await page.getByRole('button', { name: menu.logout, exact: true }).click();
  await openLogIn(page);
  // Taken from the list that the browser shows: nothing on the page is pressed.
  await device.setWilling(true);
  await page.reload();
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
