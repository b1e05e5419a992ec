import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { et } from '#i18n/et.ts';
import type { lv } from '#i18n/lv.ts';

/** What an app with this key shows, now or some steps of half a minute away. */
export function shownBy(secret: string, steps = 0): string {
  const epoch = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000) + steps * 30;
  return generateSync({ secret, epoch });
}

/** Sets up an app on the open page of safer log-in; gives its key and the recovery codes, which stay shown. */
export async function setUpApp(
  page: Page,
  { factors }: Pick<typeof et | typeof lv, 'factors'> = et,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const section = page.getByRole('region', { name: factors.codes });
  await section.getByRole('button', { name: factors.codesSetUp }).click();
  const key = section.getByText(/^([A-Z2-7]{4} ?){8}$/);
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  await section.getByLabel(factors.codesCode).fill(shownBy(secret));
  await section.getByRole('button', { name: factors.codesConfirm }).click();
  const codes = page.getByRole('region', { name: factors.recoveryNew }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { secret, recoveryCodes: await codes.allTextContents() };
}

/** Types name and password into the page of logging in. */
export async function typePassword(page: Page, email: string, password: string): Promise<void> {
  const { account } = et;
  await page.getByLabel(account.email).fill(email);
  await page.getByLabel(account.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: account.login, exact: true }).click();
}
