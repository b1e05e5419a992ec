import { readFileSync } from 'node:fs';
import { et } from '#i18n/et.ts';
import { listUnits } from '#shared/rooms/contract.ts';
import { centreOf } from './support/centres.ts';
import { makeDoor, pair, typeCode } from './support/doors.ts';
import { groundOf } from './support/editing.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { clientIdOf, comeNew, signIn } from './support/newcomer.ts';
import { makeTrainer, makeTrainingAt } from './support/trainings.ts';

const { backOffice, door, entry } = et;
const { keycards } = entry;
// Without a network, calls fail.
test.use({
  expectedErrors: [/occurred when fetching the script|ERR_INTERNET_DISCONNECTED|Failed to load resource/],
});

test('a card is added to Apple Wallet, known at a door with and without a network, and removed', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000);
  const { host } = centreOf(info);
  await standAt(page, host);
  // Whom a card opens nothing for: what its code opens does not come of working here.
  const { id: trainerId } = await makeTrainer(await groundOf(page));
  await signIn(page, (await comeNew(page, 'kaart', trainerId)).email);
  await openTenant(page, host, '/entry');
  const section = page.getByRole('region', { name: keycards.title });
  await expect(section.getByText(keycards.lost)).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('offered.png'), fullPage: true });
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: keycards.add.apple }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('card.pkpass');
  const code = /K1\.\d+\.\d+\.[\w-]{22}/.exec(readFileSync(await file.path(), 'latin1'))?.[0] ?? '';
  await expect(section.getByText(keycards.lost)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('added.png'), fullPage: true });

  const context = await browser.newContext();
  const gate = await context.newPage();
  await pair(gate, host, await makeDoor(page));
  const answer = gate.getByRole('alert');
  const show = async () => {
    await expect(answer).toBeEmpty();
    await typeCode(gate, code);
  };
  await show();
  await expect(answer).toContainText(door.reasons.lookAtPhone);
  await context.setOffline(true);
  await show();
  await expect(answer).toContainText('Mari');
  await expect(answer).toContainText(door.reasons.lookAtPhone);
  await context.setOffline(false);
  await expect(gate.getByText(door.online)).toBeVisible();

  await section.getByRole('button', { name: keycards.remove }).click();
  const sure = page.getByRole('dialog', { name: keycards.removeAsk });
  await page.screenshot({ path: info.outputPath('asked.png') });
  await sure.getByRole('button', { name: keycards.remove }).click();
  await expect(page.getByText(keycards.removed)).toBeVisible();
  await expect(section.getByText(keycards.lost)).toHaveCount(0);
  await show();
  await expect(answer).toContainText(door.reasons.codeNotValid);
  await context.close();
});

test('a card in Google Wallet draws a moving code, which a door takes without a network too', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000);
  const { host } = centreOf(info);
  await standAt(page, host);
  const newcomer = await comeNew(page, 'kaart');
  const [club] = await newcomer.manage(listUnits, {});
  const clientIds = [await clientIdOf(newcomer)];
  await makeTrainingAt(page, { inMinutes: 10, clientIds });
  await signIn(page, newcomer.email);
  await openTenant(page, host, '/entry');
  const section = page.getByRole('region', { name: keycards.title });
  // Here no phone of Apple's is told by its name: Google's stands first, the other one below.
  await expect(section.getByRole('button').first()).toHaveAccessibleName(keycards.add.google);
  await section.getByRole('button', { name: keycards.add.google }).click();
  await expect(page.getByText(keycards.standInMark)).toBeVisible();
  const code = (await page.locator('code').textContent()) ?? '';
  await openTenant(page, host, '/entry');
  await expect(section.getByText(keycards.lost)).toBeVisible();
  await expect(section.getByText(keycards.stillNote)).toHaveCount(0);

  const context = await browser.newContext();
  const gate = await context.newPage();
  await pair(gate, host, await makeDoor(page, club?.id));
  await context.setOffline(true);
  const answer = gate.getByRole('alert');
  await typeCode(gate, code);
  await expect(answer).toContainText('Tere tulemast, Mari');
  await expect(answer).toBeEmpty();
  await typeCode(gate, code);
  await expect(answer).toContainText(door.reasons.alreadyInside);
  await expect(answer).toBeEmpty();
  // Another secret is nobody's; that the digits are right no door without a network can tell.
  await typeCode(gate, code.replace(/^((?:[^.]+\.){3})[\w-]{22}/, `$1${'x'.repeat(22)}`));
  await expect(answer).toContainText(door.reasons.codeNotValid);
  await context.close();
});

test('an administrator sees what cards are made with, and why keys are not taken', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'admin', '/admin/keycards');
  const apple = page.getByRole('region', { name: backOffice.keycards.apple, exact: true });
  await expect(apple.getByText('STANDIN001')).toBeVisible();
  await expect(apple.getByLabel(backOffice.keycards.isOn)).toBeChecked();
  await apple.getByRole('button', { name: backOffice.keycards.newKeys }).click();
  await apple.getByLabel(backOffice.keycards.certificate).fill('hello');
  await apple.getByRole('button', { name: backOffice.keycards.save }).click();
  await expect(apple.getByText(et.errors.keycardCertificateNotValid)).toBeVisible();
  await expectAccessible(page);
  const google = page.getByRole('region', { name: backOffice.keycards.google, exact: true });
  await google.getByRole('button', { name: backOffice.keycards.newKeys }).click();
  await google.getByLabel(backOffice.keycards.issuerId).fill('3388000000000000001');
  await google.getByLabel(backOffice.keycards.serviceKey).fill('{}');
  await google.getByRole('button', { name: backOffice.keycards.save }).click();
  await expect(google.getByText(et.errors.keycardServiceKeyNotValid)).toBeVisible();
  await page.screenshot({ path: info.outputPath('keys.png'), fullPage: true });
});
