import type { Page } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';
import { grantContractFor } from './support/paid.ts';
import { makeTraining } from './support/trainings.ts';

const { covers, registrations } = et;

const [granted, left] = [8, 8];

/** Somebody with a contract of one weekday, and a training on that day and on another. */
async function makeCovered(page: Page) {
  const newcomer = await comeNew(page, 'leping');
  const covered = await makeTraining(page, { price: 9 });
  let uncovered = await makeTraining(page, { price: 9 });
  while (uncovered.date === covered.date) uncovered = await makeTraining(page, { price: 9 });
  const { dayOfWeek } = Temporal.PlainDate.from(covered.date);
  await grantContractFor(newcomer, dayOfWeek, granted);
  await signIn(page, newcomer.email);
  return { covered: covered.id, uncovered: uncovered.id };
}

test('a member books what the contract covers, sees what remains this period, and has it back', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { covered: id } = await makeCovered(page);
  await openTenant(page, host, `/training?id=${id}`);
  const bar = page.getByRole('region', { name: registrations.bar });
  await expect(bar).toContainText(covers.visits_other.replace('{{count}}', String(left - 1)));
  const name = (await bar.getByRole('paragraph').first().textContent()) ?? '';
  await expectAccessible(page);
  await bar.getByRole('button', { name: registrations.book, exact: true }).click();
  await expect(bar).toContainText(`${left - 1}/${granted}`);
  await expectAccessible(page);
  await openTenant(page, host, '/workouts');
  await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
  await openTenant(page, host, `/training?id=${id}`);
  await bar.getByRole('button', { name: registrations.cancel }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(covers.comesBackLeft_other.replace('{{count}}', String(left)));
  await expectAccessible(page);
  await sheet.getByRole('button', { name: registrations.cancelFree }).click();
  await expect(sheet).toBeHidden();
  await expect(bar).toContainText(registrations.givenBackTitle);
});

const looks = [
  ['et', 'light', et],
  ['et', 'dark', et],
  ['lv', 'light', lv],
  ['lv', 'dark', lv],
  ['en', 'dark', en],
] as const;
for (const [language, mode, texts] of looks) {
  test(
    `a training the contract does not cover says why: ${language}, ${mode}`,
    { tag: '@each' },
    async ({ page }, info) => {
      const { host } = centreOf(info);
      await standAt(page, host);
      const { uncovered, covered } = await makeCovered(page);
      const domain = `${host}.localhost`;
      await page.context().addCookies([
        { name: 'language', value: language, domain, path: '/' },
        { name: 'colormode', value: mode, domain, path: '/' },
      ]);
      await openTenant(page, host, `/training?id=${uncovered}`);
      const bar = page.getByRole('region', { name: texts.registrations.bar });
      await expect(bar).toContainText(texts.covers.contractNotForTimeTitle);
      await expectAccessible(page);
      await openTenant(page, host, `/training?id=${covered}`);
      await expect(bar).toContainText(String(left - 1));
      await expectAccessible(page);
    },
  );
}
