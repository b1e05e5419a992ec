import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { runTenants } from './support/command.ts';
import { setUpApp } from './support/factors.ts';
import { expect, expectAccessible, openTenant, test, waitForScripts } from './support/journey.ts';

/** A new centre for each project and try: one Estonian, one Latvian. */
function requestOf(info: TestInfo) {
  const isLatvian = info.project.name === 'phone';
  const mark = `${info.project.name}-${info.retry}-${info.repeatEachIndex}`;
  return isLatvian
    ? { host: `jaunais-${mark}.lv`, name: 'Jaunais klubs', country: 'LV', kind: 'yogaStudio', texts: lv }
    : { host: `uus-${mark}.ee`, name: 'Uus Klubi', country: 'EE', kind: 'sportsCentre', texts: et };
}

const password = 'Kodune1234';

/** Chooses a password by a mailed link and is in, by the screens alone. */
async function comeIn(page: Page, link: string, texts: typeof et | typeof lv): Promise<void> {
  const { account } = texts;
  await page.goto(link);
  await waitForScripts(page);
  await page.getByLabel(account.newPassword, { exact: true }).fill(password);
  await page.getByLabel(account.repeatPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: account.resetSave }).click();
  // Who chose the first password is in, and need not type it again.
  await expect(page).toHaveURL(/\.localhost:\d+\/(profile\/security)?$/, { timeout: 20_000 });
}

// A step that does not come is told at once.
test.use({ actionTimeout: 20_000 });

test('from nothing to the first booking, by screens alone', async ({ page, browser }, info) => {
  test.setTimeout(180_000);
  const { texts, ...request } = requestOf(info);
  const { setup, backOffice, registrations, pages } = texts;
  const email = `mari@${request.host}`;
  const said = await runTenants(
    ...[
      'add',
      '--host',
      request.host,
      '--name',
      request.name,
      '--country',
      request.country,
      '--kind',
      request.kind,
    ],
    ...['--email', email, '--first-name', 'Mari', '--last-name', 'Maasikas'],
  );
  const link = /\bhttp\S+token=\S+/.exec(said)?.[0] ?? '';
  await expect.poll(async () => (await page.goto(new URL('/', link).href))?.status()).toBe(200);
  await comeIn(page, link, texts);
  // A new centre demands a second step of who administers it.
  await expect(page.getByText(texts.factors.demanded)).toBeVisible();
  await setUpApp(page, texts);
  await page.getByRole('button', { name: texts.factors.recoveryKept }).click();

  // Home leads on; on the way every step says what it is for.
  await page.getByRole('link', { name: registrations.setUp }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(setup.title);
  const heading = page.getByRole('heading', { level: 2 }).first();
  const goOn = page.getByRole('button', { name: setup.next, exact: true });
  const save = page.getByRole('button', { name: backOffice.form.save });
  const add = page.getByRole('button', { name: backOffice.form.create, exact: true });
  await expect(heading).toHaveText(setup.steps.centre);
  await expectAccessible(page);
  await page.getByLabel(backOffice.settings.centre.contact.phone).fill('+372 5550 1234');
  await page.getByLabel(backOffice.settings.centre.contact.address).fill('Pikk 1');
  await save.click();
  await goOn.click();

  await expect(heading).toHaveText(setup.steps.company);
  await page.getByLabel(backOffice.settings.company.registryCode).fill('19000111');
  await save.click();
  await goOn.click();

  await expect(heading).toHaveText(setup.steps.clubs);
  await page.getByLabel(backOffice.fields.name, { exact: true }).fill('Sadam');
  await page.getByLabel(backOffice.fields.city, { exact: true }).fill('Tallinn');
  await page.getByLabel(backOffice.fields.hours.sunday).fill('');
  await expectAccessible(page);
  await add.click();
  await goOn.click();

  // Left here and come back to: the way goes on where it stopped.
  await expect(heading).toHaveText(setup.steps.rooms);
  await page.goto(new URL('/admin', link).href);
  await page.getByRole('link', { name: new RegExp(setup.title) }).click();
  await expect(heading).toHaveText(setup.steps.rooms);
  await page.getByLabel(backOffice.fields.name, { exact: true }).fill('Suur saal');
  await page.getByLabel(backOffice.fields.capacity).fill('12');
  await add.click();
  await goOn.click();

  await expect(heading).toHaveText(setup.steps.styles);
  await expectAccessible(page);
  await page.getByRole('checkbox').first().uncheck();
  await page
    .getByRole('button', { name: new RegExp(setup.chooseStyles_other.split('{{count}}')[0]?.trim() ?? '') })
    .click();
  // What was taken over left the choice, and all below it moved: only the one that was refused is there.
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await goOn.click();

  await expect(heading).toHaveText(setup.steps.trainers);
  await page.getByLabel(backOffice.fields.firstName, { exact: true }).fill('Ilze');
  await page.getByLabel(backOffice.fields.lastName, { exact: true }).fill('Ozola');
  await add.click();
  await goOn.click();

  await expect(heading).toHaveText(setup.steps.limits);
  await expectAccessible(page);
  await page.getByRole('button', { name: setup.keepLimits }).click();

  await expect(heading).toHaveText(setup.steps.training);
  const training = `Esimene ${info.project.name}`;
  // What the form proposes; midnight may come before somebody books.
  const tomorrow = Temporal.Now.plainDateISO('Europe/Riga').add({ days: 1 }).toString();
  // This step and the last one are looked at where clients are taken over.
  await page.getByLabel(backOffice.setUpTraining.name, { exact: true }).fill(training);
  await page.getByRole('button', { name: setup.trainingAdd }).click();
  await expect(page.getByText(setup.trainingAdded_other.replace('{{count}}', '8'))).toBeVisible();
  // The same room and hour once more: the plan refuses, and nothing is made.
  await page.getByLabel(backOffice.setUpTraining.name, { exact: true }).fill(training);
  await page.getByRole('button', { name: setup.trainingAdd }).click();
  await expect(page.getByText(setup.trainingTaken)).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await goOn.click();

  await expect(heading).toHaveText(setup.steps.product);
  await page.getByLabel(backOffice.fields.pricesColumns.price, { exact: true }).fill('89');
  await expectAccessible(page);
  await add.click();
  await goOn.click();

  await expect(heading).toHaveText(setup.ready);
  await expect(page.getByText(new URL(link).origin)).toBeVisible();
  await page.getByRole('button', { name: setup.finish }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(backOffice.title);
  await expect(page.getByRole('link', { name: new RegExp(setup.title) })).toBeHidden();

  // A member is invited, reads the mail, and books.
  await page.goto(new URL('/admin/users?make=1', link).href);
  const memberEmail = `jaan@${request.host}`;
  await page.getByLabel(backOffice.fields.email, { exact: true }).fill(memberEmail);
  await page.getByLabel(backOffice.fields.firstName, { exact: true }).fill('Jaan');
  await page.getByLabel(backOffice.fields.lastName, { exact: true }).fill('Tamm');
  await page.getByLabel(backOffice.fields.canSeeRegistrations).uncheck();
  await page.getByRole('button', { name: backOffice.form.invite }).click();
  await expect(page.getByText(backOffice.form.invited)).toBeVisible();
  await page.goto(new URL('/messages', link).href);
  const mail = page.getByRole('link', { name: new RegExp(memberEmail) });
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: pages.mailsRefresh }).click();
      return mail.count();
    })
    .toBeGreaterThan(0);
  await mail.first().click();
  const invitation = await page.getByRole('link', { name: /password\/reset/ }).getAttribute('href');

  const { viewport = null, isMobile = false, hasTouch = false } = info.project.use;
  const context = await browser.newContext({ viewport, isMobile, hasTouch, locale: 'en-GB' });
  const member = await context.newPage();
  await comeIn(member, new URL(invitation ?? '', link).href, texts);
  await member.getByRole('link', { name: texts.home.bookNext }).click();
  await member.goto(new URL(`/calendar/day?date=${tomorrow}`, link).href);
  await member.getByRole('link', { name: new RegExp(training) }).click();
  await member.getByRole('button', { name: registrations.book, exact: true }).click();
  await expect(member.getByText(texts.schedule.booked).first()).toBeVisible();
  await context.close();
});

test.describe('another centre', () => {
  // The same on every width.
  test('cannot take the host of one that is there', { tag: '@desk' }, async ({ page }) => {
    const taken = runTenants(
      ...['add', '--host', 'pohjala-sport.ee', '--name', 'Uus', '--country', 'EE', '--kind', 'spa'],
      ...['--email', 'mari@uus.ee', '--first-name', 'Mari', '--last-name', 'Maasikas'],
    );
    const bad = runTenants('add', '--host', 'ei ole host', '--country', 'FI');
    await Promise.all([
      expect(taken).rejects.toThrow(/is taken by/),
      expect(bad).rejects.toThrow(/--host must be a host name/),
    ]);
    await openTenant(page, 'pohjala-sport.ee');
    await expect(page).toHaveTitle(/Põhjala/);
  });
});
