import { et } from '#i18n/et.ts';
import { installExtension, put } from './support/cards.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openLogIn, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';

const { account, errors, identities, menu } = et;
test.use({ expectedErrors: [/status of (400|401|403|410)/] });

test('an ID card is linked, logs in alone, may be refused or revoked, and is unlinked', async ({
  page,
}, info) => {
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
  // Lost, and told to its issuer.
  await put(page, { document: 'PNOEE-47101010033', answer: 'confirm' });
  await asked.getByRole('button', { name: identities.again }).click();
  await expect(asked.getByText(errors.idCardRevoked)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('revoked.png') });
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
