import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';

const { account, errors, identities, menu } = et;
test.use({ expectedErrors: [/status of (400|401|403|410)/] });

/** Whose card is in the reader, and what comes of asking it. */
interface Reader {
  readonly document: string;
  readonly answer: 'confirm' | 'refuse';
}

/** From the next page on the browser has an extension that speaks as Web eID does; cards of the stand-in are in its reader. */
async function installExtension(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const action = 'web-eid:authenticate';
    const say = (name: string, more: object) =>
      window.postMessage({ action: `${action}-${name}`, ...more }, location.origin);
    const sign = async (nonce: string) => {
      const { document: whose, answer } = JSON.parse(sessionStorage.getItem('reader') ?? '{}') as Reader;
      if (answer === 'refuse') return say('failure', { error: { code: 'ERR_WEBEID_USER_CANCELLED' } });
      const signed = await fetch('/stand-in/id-card', {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ nonce, document: whose }),
      });
      say('success', await signed.json());
    };
    window.addEventListener('message', ({ source, data }) => {
      if (source !== window || data?.action !== action) return;
      say('ack', {});
      void sign(data.challengeNonce);
    });
  });
}

const put = (page: Page, reader: Reader) =>
  page.evaluate((text) => sessionStorage.setItem('reader', text), JSON.stringify(reader));

test('an ID card is linked, logs in alone, may be refused, and is unlinked', async ({ page }, info) => {
  test.slow();
  const { host } = centreOf(info);
  const whose = info.project.name === 'phone' ? 'PNOEE-38001085718' : 'PNOEE-60001019906';
  await standAt(page, host);
  const { email } = await comeNew(page, `id-card-${info.project.name}`);
  await signIn(page, email);
  await openTenant(page, host, '/profile/security');
  const section = page.getByRole('region', { name: identities.title, exact: true });
  const linkButton = section.getByRole('button', { name: identities.links.idCard });
  await linkButton.click();
  const linking = page.getByRole('dialog', { name: identities.links.idCard });
  await expect(linking.getByText(identities.cardAsked)).toBeVisible();
  // Nothing here reads cards.
  await expect(linking.getByText(identities.cardProgramMissing)).toBeVisible();
  await expect(linking.getByRole('link', { name: identities.installWebEid })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('missing.png') });

  await installExtension(page);
  await openTenant(page, host, '/profile/security');
  await put(page, { document: whose, answer: 'confirm' });
  await linkButton.click();
  await expect(section.getByText(identities.names.idCard, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('linked.png'), fullPage: true });

  const logOut = async () => {
    if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
    await page.getByRole('button', { name: menu.logout, exact: true }).click();
    await openLogIn(page);
  };
  await logOut();
  const row = page.getByRole('button', { name: identities.names.idCard });
  const asked = page.getByRole('dialog', { name: identities.logins.idCard });
  await put(page, { document: whose, answer: 'refuse' });
  await row.click();
  await expect(asked.getByText(identities.cardRefused)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('refused.png') });
  await put(page, { document: whose, answer: 'confirm' });
  await asked.getByRole('button', { name: identities.again }).click();
  await expect(page.getByLabel(account.password, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await openTenant(page, host, '/profile/security');
  await section.getByRole('button', { name: identities.unlink }).click();
  const title = identities.unlinkAsk.replace('{{provider}}', identities.names.idCard);
  const sure = page.getByRole('dialog', { name: title });
  await sure.getByRole('button', { name: identities.unlink, exact: true }).click();
  await expect(linkButton).toBeVisible();

  await logOut();
  await row.click();
  await expect(asked.getByText(errors.identityUnknown)).toBeVisible();
});
