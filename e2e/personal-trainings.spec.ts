import type { Page, TestInfo } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { listPersonalTrainings } from '#shared/personal-trainings/contract.ts';
import {
  expect,
  expectAccessible,
  logInAs,
  openTenant,
  standAt,
  tenantUrl,
  test,
} from './support/journey.ts';
import { callAsMember, type MemberCall } from './support/member.ts';
import { comeAsMember, signIn } from './support/newcomer.ts';
import { dress, filled, makeProduct } from './support/paid.ts';

const { personalTrainings, payments } = et;
const list = '/purchase/personal-trainings';

/** Centres that sell packages of personal trainings, one for each project. */
const centreOf = ({ project }: TestInfo) =>
  project.name === 'phone' ? 'vormiruum-pilates.ee' : 'valgejoon-tennis.ee';

/** Whoever is logged in becomes somebody else. */
async function become(page: Page, host: string, email: string, path: string) {
  await standAt(page, host);
  await signIn(page, email);
  await openTenant(page, host, path);
}

/** A package of personal trainings that is for sale and may be shared. */
const makePackage = (manage: MemberCall) =>
  makeProduct(manage, 'personalTraining', {
    ...{ visits: 5, clientType: 'personalTraining', isShareable: true, validCount: 3 },
  });

// shows: buy-package
test('a package is bought at the bank, shared, used by two, and taken back', async ({ page }, info) => {
  test.setTimeout(120_000);
  const host = centreOf(info);
  await standAt(page, host);
  const owner = await comeAsMember(page, 'omanik');
  const other = await comeAsMember(page, 'kaaslane');
  const product = await makePackage(owner.manage);
  await become(page, host, owner.email, list);
  await expect(page.getByRole('heading', { level: 1, name: personalTrainings.title })).toBeVisible();
  await expect(page.getByText(personalTrainings.nothingYet)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: new RegExp(`^Osta: .*, ${product.name}$`) }).click();
  await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
  await page.getByRole('radio', { name: 'LHV' }).check();
  await page.getByRole('button', { name: /^Maksa \d/ }).click();
  await expect(page.getByText(payments.standInMark)).toBeVisible();
  await page
    .getByRole('button', { name: /^Maksa / })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: payments.doneTitle })).toBeVisible({
    timeout: 40_000,
  });
  const [bought] = (await owner.call(listPersonalTrainings, {})).packages;
  if (!bought) throw new Error('nothing was bought');

  // What is left, and with whom it may be shared.
  await page.goto(tenantUrl(host, `${list}?id=${bought.id}`));
  await expect(page.getByRole('heading', { level: 1, name: bought.name })).toBeVisible();
  await page.locator('main summary').first().click();
  await expect(page.getByText(personalTrainings.GRANT)).toBeVisible();
  await expectAccessible(page);
  const recipient = page.getByLabel(personalTrainings.recipient);
  const share = page.getByRole('button', { name: personalTrainings.share, exact: true });
  await recipient.fill('ei ole aadress');
  await share.click();
  await expect(page.getByText(personalTrainings.recipientInvalid)).toBeVisible();
  await expect(recipient).toBeFocused();
  await expectAccessible(page);
  await recipient.fill(other.email);
  await share.click();
  await expect(page.getByText(personalTrainings.waiting)).toBeVisible();
  await expectAccessible(page);

  // The other agrees, and has it among the own ones.
  await become(page, host, other.email, list);
  const offer = page
    .getByRole('listitem')
    .filter({ hasText: bought.name })
    .getByRole('button', { name: personalTrainings.accept });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.click();
  await expect(page.getByText(personalTrainings.accepted)).toBeVisible();
  await page.goto(tenantUrl(host, `${list}?id=${bought.id}`));
  await expect(page.getByRole('button', { name: personalTrainings.giveUp })).toBeVisible();
  await expect(page.getByText(personalTrainings.sharingText)).toHaveCount(0);
  await expectAccessible(page);

  // The owner takes it back.
  await become(page, host, owner.email, `${list}?id=${bought.id}`);
  await page.getByRole('button', { name: /^Võta tagasi: / }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(personalTrainings.takeBackText)).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await sheet.getByRole('button', { name: personalTrainings.takeBack, exact: true }).click();
  await expect(page.getByText(personalTrainings.takenBack)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Võta tagasi: / })).toHaveCount(0);
  expect((await other.call(listPersonalTrainings, {})).packages).toEqual([]);
});

const looks = [
  ['lv', 'dark', lv],
  ['en', 'light', en],
  ['et', 'dark', et],
] as const;
for (const [language, mode, texts] of looks) {
  test(`list and package are accessible and fit: ${language}, ${mode}`, async ({ page }) => {
    const host = 'vormiruum-pilates.ee';
    await dress(page, host, language, mode);
    await standAt(page, host);
    // What the demo member has is only looked at: nobody uses or shares it.
    await logInAs(page, 'member', list);
    await expect(page.getByRole('heading', { level: 1, name: texts.personalTrainings.title })).toBeVisible();
    await expect(page.getByText(texts.personalTrainings.own, { exact: true })).toBeVisible();
    await expectAccessible(page);
    const call = await callAsMember(page);
    const [own] = (await call(listPersonalTrainings, {})).packages;
    await page.goto(tenantUrl(host, `${list}?id=${own?.id}`));
    await page.locator('main summary').first().click();
    await expect(page.getByText(texts.personalTrainings.GRANT)).toBeVisible();
    await expectAccessible(page);
    const room = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(room, filled('{{what}} fits', { what: language })).toBe(true);
  });
}
