import type { Page, TestInfo } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { listContracts } from '#shared/contracts/contract.ts';
import { getJoinDraft, join } from '#shared/joining/contract.ts';
import { estonianCheckDigit } from '#shared/joining/identity/domain.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { dateIn } from './support/fields.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { callAs, callAsMember } from './support/member.ts';
import { comeNew, newestMail, signIn } from './support/newcomer.ts';
import { makeTraining } from './support/trainings.ts';

const texts = { et, en, lv };
const complete = 'speka-tilts.lv';
const simple = 'joekaaru-sport.ee';
type Language = keyof typeof texts;

let count = 0;
/** An address nobody has used yet. */
function freshEmail({ project }: TestInfo): string {
  count += 1;
  return `liga.${project.name}.${process.pid}.${count}.${Temporal.Now.instant().epochMilliseconds}@demo.test`;
}

async function setCookie(page: Page, host: string, cookies: Record<string, string>) {
  const domain = `${host}.localhost`;
  await page
    .context()
    .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, domain, path: '/' })));
}

const next = (page: Page) => page.locator('form button[type=submit]').last();
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);

async function choosePackage(page: Page) {
  await page.getByRole('radio').first().check();
  await expect(page.getByText(/^(\d+,\d\d\s€|€\d+\.\d\d)$/).first()).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/step=2/);
}

async function fillPerson(page: Page, parts: Record<string, string>) {
  for (const [name, value] of Object.entries(parts)) {
    if (name === 'country') await field(page, name).selectOption(value);
    else await field(page, name).fill(value);
  }
}

const liga = {
  firstName: 'Līga',
  lastName: 'Kalniņa',
  country: 'LV',
  idCode: '320000-00000',
  birthDate: '31.12.1990',
  phone: '+371 2123 4567',
  address: 'Brīvības iela 1',
  city: 'Rīga',
  zip: 'LV-1010',
};

/** A new-form code of its own for each run: the second of a code is another's. */
function freshCode(): string {
  const digits = String(Temporal.Now.instant().epochMilliseconds + count).slice(-9);
  return `32${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** An Estonian code of somebody who is seventeen that day. */
function codeOfMinor(today: string): string {
  const born = Temporal.PlainDate.from(today).subtract({ years: 17 }).toString();
  const firstTen = `5${born.replaceAll('-', '').slice(2)}001`;
  return `${firstTen}${estonianCheckDigit(firstTen)}`;
}

// shows: join-by-oneself
test(
  'somebody joins in Latvian with a new code, pays, logs in by the mailed link, books, freezes and ends',
  { tag: '@always' },
  async ({ page, browser }, info) => {
    test.setTimeout(180_000);
    const { joining, payments } = lv;
    const email = freshEmail(info);
    await setCookie(page, complete, { language: 'lv' });
    await openTenant(page, complete, '/public/join');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(joining.stepPackage);
    await expectAccessible(page);
    await choosePackage(page);
    await expect(field(page, 'birthDate')).toHaveCount(0);
    await fillPerson(page, { ...liga, idCode: freshCode(), email });
    await expectAccessible(page);

    // A reload and another language lose nothing.
    await page.reload();
    await expect(field(page, 'firstName')).toHaveValue('Līga');
    await expect(field(page, 'birthDate')).toHaveValue('31.12.1990');
    await next(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(joining.stepSummary);
    await expect(page.getByText('Līga Kalniņa')).toBeVisible();
    await expectAccessible(page);

    // Neither from today without the wish that it begins early, nor without the terms.
    await next(page).click();
    await expect(page.getByText(joining.earlyRequired.split('{{')[0] ?? '')).toBeVisible();
    await expect(field(page, 'startsEarly')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel(joining.startsEarly.replace('{{days}}', '14')).check();
    await next(page).click();
    await expect(page.getByText(lv.validation.termsRequired)).toBeVisible();
    await expect(field(page, 'hasAgreed')).toBeFocused();
    await page.getByLabel(joining.agree).check();
    await next(page).click();
    await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);

    await page.getByRole('radio', { name: 'Swedbank' }).check();
    await page.getByRole('button', { name: /^Maksāt \d/ }).click();
    await expect(page.getByText(payments.standInMark)).toBeVisible();
    await page.getByRole('button', { name: /^Maksāt \d/ }).click();
    await expect(page).toHaveURL(/payment-confirmation/, { timeout: 20_000 });

    // The mail is on the administrator's page; its link sets the first password.
    const office = await browser.newContext();
    const desk = await office.newPage();
    await standAt(desk, complete);
    await logInAs(desk, 'admin', '/messages');
    const asAdmin = await callAsMember(desk, 'admin');
    const read = async () => {
      const { items } = await asAdmin(listOutgoingMails, { query: {} });
      return items.find((mail) => mail.recipient === email && mail.text.includes('/password/reset?token='));
    };
    await expect.poll(async () => (await read())?.subject).toContain('Spēka');
    const mail = await read();
    await desk.reload();
    await expect(desk.getByText(mail?.subject ?? '').first()).toBeVisible();
    const link = /\/password\/reset\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    await openTenant(page, complete, link);
    await page.locator('input[autocomplete=new-password]').first().fill('Mana1Parole');
    await page.locator('input[autocomplete=new-password]').last().fill('Mana1Parole');
    await page.locator('form button[type=submit]').last().click();
    // Who chose the first password is in, and need not type it again.
    await expect(page).toHaveURL(/\.localhost:\d+\/$/, { timeout: 20_000 });
    await expect(page.locator('input[name=password]')).toHaveCount(0);
    await expect(page.getByText('Līga').first()).toBeVisible();

    // What the contract covers costs nothing more.
    const training = await makeTraining(desk, { price: 9 });
    const call = await callAs(page, email, 'Mana1Parole');
    await openTenant(page, complete, `/training?id=${training.id}`);
    const bar = page.getByRole('region', { name: lv.registrations.bar });
    await bar.getByRole('button', { name: lv.registrations.book, exact: true }).click();
    await expect(bar.getByRole('button', { name: lv.registrations.cancel })).toBeVisible();

    // Frozen and ended by the member alone.
    const { contracts } = lv;
    await openTenant(page, complete, '/contracts');
    const [own] = (await call(listContracts, {})).valid;
    await page
      .getByRole('main')
      .getByText(own?.number ?? '')
      .click();
    await expect(page).toHaveURL(new RegExp(`id=${own?.id}`));
    await expectAccessible(page);
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: contracts.freeze, exact: true }).click();
    await sheet.getByRole('button', { name: before(contracts.freezeDays_other) }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText(contracts.freezeUpcoming)).toBeVisible();
    await page.getByRole('button', { name: contracts.end, exact: true }).click();
    await sheet
      .getByRole('button', { name: before(contracts.endOn) })
      .last()
      .click();
    await expect(page.getByRole('button', { name: contracts.takeEndBack })).toBeVisible();
    await expectAccessible(page);

    // The receipts have come.
    const received = async () =>
      (await asAdmin(listOutgoingMails, { query: {} })).items
        .filter(({ recipient }) => recipient === email)
        .map(({ text }) => text)
        .join('\n');
    for (const words of [contracts.mailActivated, contracts.mailFreeze, contracts.mailEnding]) {
      await expect.poll(received).toContain(before(words));
    }
    await office.close();
  },
);

/** A text of the catalogue up to its first value. */
function before(text: string): string {
  return text.split('{{')[0] ?? '';
}

for (const language of ['et', 'en', 'lv'] as const satisfies readonly Language[]) {
  // shows: form-for-joining, field-name, field-package-and-product
  test(`each field says what it lacks, and the first has the focus, ${language}`, { tag: '@each' }, async ({
    page,
  }) => {
    const { joining, validation } = texts[language];
    await setCookie(page, complete, { language, colormode: language === 'et' ? 'dark' : 'light' });
    await openTenant(page, complete, '/public/join');
    await next(page).click();
    await expect(page.locator('#package-note')).toHaveText(validation.packageRequired);
    await expect(page.getByRole('radio').first()).toBeFocused();
    await expectAccessible(page);
    const start = field(page, 'startsOn');
    const today = await dateIn(start);
    await page.getByRole('radio').first().check();
    await start.fill(Temporal.PlainDate.from(today).subtract({ days: 1 }).toString());
    await next(page).click();
    await expect(page.getByText(joining.startPast)).toBeVisible();
    await expect(start).toBeFocused();
    await start.fill(today);
    await next(page).click();

    // Nothing typed: what must be there.
    await next(page).click();
    await expect(field(page, 'firstName')).toBeFocused();
    await expect(page.getByText(validation.nameRequired)).toHaveCount(2);
    await expect(page.getByText(validation.emailRequired)).toBeVisible();
    // Id code, phone, address, city and postal code.
    await expect(page.getByText(validation.fieldRequired)).toHaveCount(5);
    await expectAccessible(page);

    // Typed wrong: how it is mended, on leaving the field.
    const wrong: [string, string, string][] = [
      ['firstName', '<b>', validation.nameInvalid],
      ['lastName', 'K'.repeat(61), validation.maxLength.replace('{{num}}', '60')],
      ['idCode', '161175-19998', validation.idCodeInvalid],
      ['email', 'liga@', validation.emailInvalid],
      ['phone', '12', validation.phoneInvalid],
      ['zip', '1'.repeat(13), validation.maxLength.replace('{{num}}', '12')],
    ];
    for (const [name, value, message] of wrong) {
      await field(page, name).fill(value);
      await field(page, name).blur();
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await fillPerson(page, { firstName: 'Līga', lastName: 'Kalniņa', country: 'EE' });
    await fillPerson(page, { idCode: codeOfMinor(today) });
    await field(page, 'idCode').blur();
    await expect(page.getByText(validation.notOfAge)).toBeVisible();
    // A code without a date asks for it; so does another country.
    await fillPerson(page, { country: 'LV', idCode: '320000-00000' });
    await fillPerson(page, { birthDate: '31.02.1990' });
    await field(page, 'birthDate').blur();
    await expect(page.getByText(joining.birthDateInvalid)).toBeVisible();
    const young = Temporal.PlainDate.from(today).subtract({ years: 18 }).add({ days: 1 }).toString();
    await fillPerson(page, { birthDate: young });
    await field(page, 'birthDate').blur();
    await expect(page.getByText(joining.notOfAgeByDate)).toBeVisible();
    await expect(field(page, 'firstName')).toHaveValue('Līga');
  });
}

test('another language in the middle keeps what was typed', async ({ page }) => {
  await setCookie(page, complete, { language: 'lv' });
  await openTenant(page, complete, '/public/join');
  await choosePackage(page);
  await fillPerson(page, { firstName: 'Līga', city: 'Rīga' });
  await page.locator('header select').selectOption('en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.joining.stepPerson);
  await expect(field(page, 'firstName')).toHaveValue('Līga');
  await expect(field(page, 'city')).toHaveValue('Rīga');
});

test.describe('a call that fails', () => {
  test.use({
    expectedErrors: [/occurred when fetching the script|ERR_INTERNET_DISCONNECTED|Failed to load resource/],
  });

  test('loses nothing: pressed again it goes on', async ({ page, context }, info) => {
    await setCookie(page, simple, { language: 'et' });
    await openTenant(page, simple, '/public/join');
    await choosePackage(page);
    // The simple page asks for less.
    await expect(field(page, 'address')).toHaveCount(0);
    const { firstName, lastName, phone } = liga;
    await fillPerson(page, { firstName, lastName, phone, email: freshEmail(info) });
    await fillPerson(page, { country: 'EE', idCode: '38001085718' });
    await expect(field(page, 'birthDate')).toHaveCount(0);
    await next(page).click();
    await page.getByLabel(et.joining.agree).check();
    await page.getByLabel(et.joining.startsEarly.replace('{{days}}', '14')).check();
    await context.setOffline(true);
    await next(page).click();
    await expect(page.getByText(et.joining.noAnswer)).toBeVisible();
    await context.setOffline(false);
    await next(page).click();
    await expect(page).toHaveURL(/\/public\/invoices\?invoice=/);
  });
});

test.describe('somebody who is known', () => {
  // What they saw is not what stands any more.
  test.use({ expectedErrors: [/409 \(Conflict\).*user\/join/] });

  test('an address that is known already looks like any other, and its owner is mailed', async ({ page }) => {
    await standAt(page, simple);
    const { email, manage } = await comeNew(page, 'tuntud');
    await page.context().clearCookies();
    await setCookie(page, simple, { language: 'et' });
    await openTenant(page, simple, '/public/join');
    // Whoever is a client is led to log in, whoever they are.
    const asClient = page.getByRole('link', { name: et.joining.logInAndBuy });
    await expect(asClient).toHaveAttribute('href', '/purchase/contract');
    await choosePackage(page);
    const { firstName, lastName, phone } = liga;
    await fillPerson(page, { firstName, lastName, phone, email });
    await fillPerson(page, { country: 'EE', idCode: '60001019906' });
    await next(page).click();
    await page.getByLabel(et.joining.agree).check();
    await page.getByLabel(et.joining.startsEarly.replace('{{days}}', '14')).check();
    await next(page).click();
    await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const mail = await newestMail(manage, email, '/join?token=');
    const [, draftToken = ''] = /\/join\?token=([\w-]{43})/.exec(mail) ?? [];
    await signIn(page, email);
    await openTenant(page, simple, `/join?token=${draftToken}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.joining.ownTitle);
    await expectAccessible(page);

    // Whoever opened it agrees to something else meanwhile: it is looked at again before it is taken over.
    const take = page.getByRole('button', {
      name: new RegExp(et.joining.ownTakeAndPay.split('{{')[0] ?? ''),
    });
    await expect(take).toBeVisible();
    const { form } = await manage(getJoinDraft, { query: { token: draftToken } });
    if (!form || !('productId' in form)) throw new Error('the draft is empty');
    await manage(join, { body: { draftToken, form: { ...form, phone: '+372 5555 9876' } } });
    await take.click();
    await expect(page.getByRole('alert')).toContainText(et.joining.ownChanged);
    await expectAccessible(page);
    await take.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
  });
});

test('typing writes the entry of the history seldom: Safari ends at a hundred', async ({ page }) => {
  await page.addInitScript(() => {
    const { replaceState } = History.prototype;
    const counted = Object.assign(window, { entriesWritten: 0 });
    History.prototype.replaceState = function write(...parts) {
      counted.entriesWritten += 1;
      replaceState.apply(this, parts);
    };
  });
  const countWritten = () => page.evaluate('entriesWritten') as Promise<number>;
  await openTenant(page, simple, '/public/join');
  await choosePackage(page);
  await field(page, 'firstName').fill('Mari');
  const before = await countWritten();
  await field(page, 'lastName').pressSequentially('Maasikas '.repeat(8));
  expect((await countWritten()) - before).toBeLessThan(5);
});

test('somebody under age joins with a parent, where the centre lets them', async ({ page }, info) => {
  const host = 'pohjala-sport.ee';
  await setCookie(page, host, { language: 'et' });
  await openTenant(page, host, '/public/join');
  await choosePackage(page);
  const today = Temporal.Now.plainDateISO('Europe/Tallinn');
  const birthDate = today.subtract({ years: 15 }).toString();
  const { firstName, lastName, phone, address, city, zip } = liga;
  await fillPerson(page, { firstName, lastName, phone, address, city, zip, email: freshEmail(info) });
  await fillPerson(page, { country: 'XX', birthDate });
  await expect(page.getByRole('heading', { name: et.joining.guardianTitle })).toBeVisible();
  await next(page).click();
  await expect(field(page, 'guardianFirstName')).toBeFocused();
  await expectAccessible(page);
  await fillPerson(page, {
    guardianFirstName: 'Jaan',
    guardianLastName: 'Kalniņš',
    guardianIdCode: '38001085718',
    guardianEmail: 'jaan@demo.test',
    guardianPhone: '+372 5555 1234',
  });
  await next(page).click();
  await expect(page.getByText('Jaan Kalniņš')).toBeVisible();
  await page.getByLabel(et.joining.agree).check();
  await page.getByLabel(et.joining.startsEarly.replace('{{days}}', '14')).check();
  await next(page).click();
  await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
});

// shows: address-join-personal-training
test('filter=pt leads to personal trainings', async ({ page }) => {
  await openTenant(page, complete, '/public/join?filter=pt');
  await expect(page).toHaveURL(/\/purchase\/personal-trainings\?filter=pt$/);
});

test.describe('without a rule', () => {
  // The page itself is not there.
  test.use({ expectedErrors: [/status of 404/] });

  // shows: address-join
  test('there is no page', async ({ page }) => {
    await openTenant(page, 'vesiroos-jooga.ee', '/public/join');
    await expect(page.getByText(et.pages.notFound, { exact: true })).toBeVisible();
  });
});
