import { et } from '#i18n/et.ts';
import { readEntryCode, stepSeconds } from '#shared/entry/codes/domain.ts';
import { judgeCode, pairDoor } from '#shared/entry/doors/contract.ts';
import { centreOf } from './support/centres.ts';
import { openCode, readCode } from './support/codes.ts';
import { makeDoor, pair, typeCode } from './support/doors.ts';
import { groundOf } from './support/editing.ts';
import {
  expect,
  expectAccessible,
  logInAs,
  openTenant,
  standAt,
  tenantUrl,
  test,
} from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';
import { makeTrainer } from './support/trainings.ts';

const { door, entry, backOffice, inside, validation } = et;

test.describe('at the door', () => {
  // Without a network, calls fail.
  test.use({
    expectedErrors: [/occurred when fetching the script|ERR_INTERNET_DISCONNECTED|Failed to load resource/],
  });

  // shows: enter-by-code, address-entry
  test(
    'a phone shows codes, with and without a network; the door decides them, with and without',
    { tag: '@always' },
    async ({ page, browser }, info) => {
      test.setTimeout(120_000);
      const { host } = centreOf(info);
      await standAt(page, host);
      const pairingCode = await makeDoor(page);
      // Staff come in whatever they have bought.
      const { id: trainerId } = await makeTrainer(await groundOf(page));
      await signIn(page, (await comeNew(page, 'treener', trainerId)).email);
      await openTenant(page, host, '/entry');
      await expect(page.getByRole('heading', { level: 1, name: entry.title })).toBeVisible();
      await openCode(page);
      await expectAccessible(page);

      const gate = await browser.newContext();
      const tablet = await gate.newPage();
      await pair(tablet, host, pairingCode);
      await expectAccessible(tablet);
      const answer = tablet.getByRole('alert');
      await typeCode(tablet, 'hello');
      await expect(answer).toContainText(door.reasons.codeNotValid);

      // Neither hears of the centre: the phone's key and the door's list are enough.
      await gate.setOffline(true);
      await page.context().setOffline(true);
      const code = await readCode(page, entry.codeName);
      await expect(answer).toBeEmpty();
      await typeCode(tablet, code);
      await expect(answer).toContainText('Tere tulemast, ');
      await expect(tablet.getByText(door.offline)).toBeVisible();
      await expect(answer).toBeEmpty();
      await typeCode(tablet, code);
      await expect(answer).toContainText(door.reasons.alreadyInside);
      await expect(tablet.getByText('2 sisenemist saatmata')).toBeVisible();

      // In touch again, the door tells what it decided, once, and asks.
      await gate.setOffline(false);
      await page.context().setOffline(false);
      await expect(tablet.getByText(door.online)).toBeVisible();
      await expect(tablet.getByText(/saatmata/)).toBeHidden();
      await expect(answer).toBeEmpty();
      await typeCode(tablet, await readCode(page, entry.codeName));
      await expect(answer).toContainText('Tere tulemast, ');
      await gate.close();
    },
  );

  test('a code is there at once and on home; where another device takes its place it is not', async ({
    page,
    browser,
  }, info) => {
    const { host } = centreOf(info);
    await standAt(page, host);
    const { email } = await comeNew(page, 'koodis');
    await signIn(page, email);
    await openTenant(page, host, '/entry');
    await openCode(page);
    const home = async () => {
      await page.goto(tenantUrl(host, '/'));
      const way = page.getByRole('link', { name: et.home.myCode });
      await expect(way).toBeVisible();
      return way.locator('[role="img"] path');
    };
    await expect(await home()).toBeVisible();
    await expectAccessible(page);

    const second = await browser.newContext();
    const other = await second.newPage();
    await standAt(other, host);
    await signIn(other, email);
    await openTenant(other, host, '/entry');
    // It is not taken from the first one without a press.
    await expect(other.getByText(entry.otherPhone)).toBeVisible();
    await other.getByRole('button', { name: entry.register }).click();
    await expect(other.getByRole('img', { name: entry.codeName })).toBeVisible();
    const before = page.waitForResponse((answer) => answer.url().endsWith('/user/card/entrycodes'));
    const code = await home();
    await before;
    await expect(code).toBeHidden();
    await other.getByRole('button', { name: entry.removePhone }).click();
    await expect(other.getByRole('button', { name: entry.register })).toBeVisible();
    await expect(other.getByRole('img', { name: entry.codeName })).toBeHidden();
    await second.close();
  });

  test('an answer of a while ago sets no clock: back without a network the code is the present one', async ({
    page,
  }, info) => {
    const { host } = centreOf(info);
    await standAt(page, host);
    await signIn(page, (await comeNew(page, 'kellas')).email);
    await openTenant(page, host, '/entry');
    await openCode(page);
    const stepShown = async () => readEntryCode(await readCode(page, entry.codeName))?.step ?? 0;
    const before = await stepShown();
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/user/card/entrycodes'));
    await page.getByRole('link', { name: et.menu.home }).first().click();
    await (await asked).finished();
    await expect(page.getByRole('link', { name: et.home.myCode }).locator('[role="img"] path')).toBeVisible();
    // Five minutes later, which the old answer would set the clock back by.
    await page.evaluate((ms) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ms;
      const instant = Temporal.Now.instant.bind(Temporal.Now);
      Temporal.Now.instant = () => instant().add({ milliseconds: ms });
      window.fetch = () => Promise.reject(new TypeError('no network'));
    }, 300_000);
    await page.goBack();
    await expect(page.getByText(entry.offline)).toBeVisible();
    // By now the old answer was read as well.
    expect((await stepShown()) - before).toBeGreaterThanOrEqual(300 / stepSeconds);
  });

  test('whom a door refused is let in at the desk, with a reason', async ({ page, browser }, info) => {
    test.setTimeout(120_000);
    const { host } = centreOf(info);
    await standAt(page, host);
    const pairingCode = await makeDoor(page);
    const { email, manage: call } = await comeNew(page, 'uksel');
    const { token } = await call(pairDoor, { body: { pairingCode } });
    await signIn(page, email);
    await openTenant(page, host, '/entry');
    await openCode(page);
    const code = await readCode(page, entry.codeName);
    const judged = await call(judgeCode, { body: { token, code, scanId: crypto.randomUUID() } });
    expect(judged.result).toBe('refused');

    const office = await browser.newContext({ viewport: page.viewportSize() });
    const desk = await office.newPage();
    await standAt(desk, host);
    await logInAs(desk, 'admin', '/desk');
    const letIn = desk.getByRole('button', { name: `${inside.letIn} Mari Maasikas` });
    await expect(desk.getByText(inside.why.other).first()).toBeVisible();
    await expectAccessible(desk);
    await letIn.first().click();
    const sheet = desk.getByRole('dialog');
    await sheet.getByRole('button', { name: inside.letIn }).click();
    await expect(sheet.getByText(validation.fieldRequired)).toBeVisible();
    await sheet.getByLabel(inside.reason).fill('Tuli proovitrenni');
    await expectAccessible(desk, 'dialog');
    await sheet.getByRole('button', { name: inside.letIn }).click();
    await expect(sheet).toBeHidden();
    await expect(desk.getByText(/Tuli proovitrenni/).first()).toBeVisible();
    await office.close();
  });

  test('an administrator gives a door its number', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'admin', '/admin/doors');
    await page
      .getByRole('link', { name: /Peauks|Main door|Galvenās/ })
      .first()
      .click();
    await page.getByRole('button', { name: backOffice.doorTablet.offer }).click();
    await expect(page.getByRole('status').filter({ hasText: /\d{4} \d{4}/ })).toBeVisible();
    await expectAccessible(page);
  });
});
