import type { Locator, Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listClients } from '#shared/clients/contract.ts';
import { installExtension, put } from './support/cards.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';
import { newestMail } from './support/newcomer.ts';

const { identities, joining, payments, backOffice } = et;
// Linked by no other journey.
const who = /LĪGA/;
const called = 'Līga Jaunā-Bērziņa';

const next = (page: Page) => page.locator('form button[type=submit]').last();

/** Enters the PIN on the stand-in's phone: beside the screen it is another tab, on a phone the same one. */
async function confirm(page: Page, info: TestInfo, asked: Locator): Promise<void> {
  const isHere = info.project.name === 'phone';
  const opened = isHere ? undefined : page.waitForEvent('popup');
  await asked.getByRole('link', { name: isHere ? identities.open : identities.standIn }).click();
  const phone = (await opened) ?? page;
  await phone.getByRole('radio', { name: who }).check();
  await phone.getByRole('button', { name: identities.standInConfirm }).click();
  if (isHere) return;
  await expect(phone.getByText(identities.standInDone)).toBeVisible();
  await phone.close();
}

test('who shows who they are types no name, pays, and logs in by it', async ({ page }, info) => {
  test.slow();
  const { host } = centreOf(info);
  const email = `liga.${info.project.name}.${process.pid}.${Temporal.Now.instant().epochMilliseconds}@demo.test`;
  await standAt(page, host);
  const manage = await callAsMember(page, 'admin');
  await page.context().clearCookies();
  await openTenant(page, host, '/public/join');
  await page.getByRole('radio').first().check();
  await expect(page.getByText(/^\d+,\d\d\s€$/).first()).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/step=2/);
  const show = page.getByRole('button', { name: identities.names.smartId, exact: true });
  await expect(show).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('offered.png') });
  await show.click();
  const asked = page.getByRole('dialog', { name: joining.shows.smartId });
  await expectAccessible(page);
  await confirm(page, info, asked);
  const card = page.getByRole('region', { name: joining.shown });
  await expect(card.getByText(called)).toBeVisible();
  await expect(card.getByText('329999-99993')).toBeVisible();
  await expect(card.getByText('31.12.1990')).toBeVisible();
  if (info.project.name !== 'phone') await expect(page.locator('#shown')).toBeFocused();
  await expect(page.locator('[name=firstName]')).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('shown.png'), fullPage: true });

  // What was shown is there after a reload, and may be typed instead.
  await page.reload();
  await expect(card.getByText(called)).toBeVisible();
  await card.getByRole('button', { name: joining.typeInstead }).click();
  await expect(page.locator('[name=firstName]')).toBeFocused();
  await expect(page.locator('[name=lastName]')).toHaveValue('Jaunā-Bērziņa');
  await show.click();
  await confirm(page, info, asked);
  await expect(card.getByText(called)).toBeVisible();

  const rest = { email, phone: '+372 5555 9876', address: 'Niine 3', city: 'Tallinn', zip: '10414' };
  for (const [field, value] of Object.entries(rest)) {
    const input = page.locator(`[name=${field}]`);
    if ((await input.count()) > 0) await input.fill(value);
  }
  await next(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(joining.stepSummary);
  await expect(page.getByText(joining.shown)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('summary.png'), fullPage: true });
  await page.getByLabel(joining.agree).check();
  const early = page.getByLabel(joining.startsEarly.replace('{{days}}', '14'));
  if ((await early.count()) > 0) await early.check();
  await next(page).click();
  await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
  await page.getByRole('radio', { name: 'Swedbank' }).check();
  await page.getByRole('button', { name: /^Maksa \d/ }).click();
  await expect(page.getByText(payments.standInMark)).toBeVisible();
  await page.getByRole('button', { name: /^Maksa \d/ }).click();
  await expect(page).toHaveURL(/payment-confirmation/, { timeout: 20_000 });

  // The address is confirmed by its mail; logging in waits for nothing.
  const mail = await newestMail(manage, email, '/email/confirm?token=');
  expect(mail).not.toContain('/password/reset');
  // Who reads the mail is to be who joined: they log in before the address is theirs.
  const link = /\/email\/confirm\?token=[\w-]+/.exec(mail)?.[0] ?? '';
  await openTenant(page, host, link);
  await page.getByRole('button', { name: identities.names.smartId }).click();
  await confirm(page, info, page.getByRole('dialog', { name: identities.logins.smartId }));
  await expect(page.getByRole('button', { name: et.profile.confirm })).toBeVisible();
  await openTenant(page, host, '/profile/details');
  await expect(page.getByText(et.profile.emailWaiting.replace('{{email}}', email))).toBeVisible();
  await page.screenshot({ path: info.outputPath('profile.png'), fullPage: true });
  await openTenant(page, host, link);
  await page.getByRole('button', { name: et.profile.confirm }).click();
  await expect(page.getByText(et.profile.confirmedTitle)).toBeVisible();
  await openTenant(page, host, '/profile/details');
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByText(et.profile.emailWaiting.replace('{{email}}', email))).toHaveCount(0);

  // The office sees that the code was shown.
  const [client] = (await manage(listClients, { query: { q: email } })).items;
  expect(client?.facts).toMatchObject({ idCode: '•••••••9993' });
  expect(client?.facts.idShown).toMatch(/^\d\d\.\d\d\.\d{4}$/);
  expect(client?.facts.emailTyped).toBe('');
  expect(backOffice.facts.idShown).not.toBe('');
});

// The same on every width.
test('Mobile-ID and an ID card fill the form in as well', { tag: '@desk' }, async ({ page }, info) => {
  test.slow();
  await installExtension(page);
  await openTenant(page, centreOf(info).host, '/public/join');
  await page.getByRole('radio').first().check();
  await next(page).click();
  await expect(page).toHaveURL(/step=2/);
  const by = (name: 'mobileId' | 'idCard') =>
    page.getByRole('button', { name: identities.names[name], exact: true });
  const card = page.getByRole('region', { name: joining.shown });
  await by('mobileId').click();
  const asked = page.getByRole('dialog', { name: joining.shows.mobileId });
  await asked.getByLabel(identities.phoneNumber).fill('+372 0000 0766');
  await asked.getByLabel(identities.idCode).fill('60001019906');
  await asked.getByRole('button', { name: identities.askPhone }).click();
  await expect(asked.getByRole('status').getByText(/^\d{4}$/)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('code.png') });
  await expect(card.getByText('Mary Änn O’Connež-Šuslik')).toBeVisible();

  await card.getByRole('button', { name: joining.typeInstead }).click();
  await put(page, { document: 'PNOEE-38001085718', answer: 'refuse' });
  await by('idCard').click();
  const reader = page.getByRole('dialog', { name: joining.shows.idCard });
  await expect(reader.getByText(identities.cardRefused)).toBeVisible();
  await put(page, { document: 'PNOEE-38001085718', answer: 'confirm' });
  await reader.getByRole('button', { name: identities.again }).click();
  await expect(card.getByText('Jaak-Kristjan Jõeorg')).toBeVisible();
  await expect(card.getByText('08.01.1980')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('card.png') });
});
