import { readFile } from 'node:fs/promises';
import { et } from '#i18n/et.ts';
import { register } from '#shared/registrations/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, openTenant, standAt, test } from './support/journey.ts';
import { comeAsMember, comeNew, signIn } from './support/newcomer.ts';
import { makeTraining } from './support/trainings.ts';

const { feeds, registrations } = et;

// What is revoked is not there any more.
test.use({ expectedErrors: [/status of 404/] });

test('a booking goes into the calendar from its page and from the list, and ends there', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { id: trainingId, name } = await makeTraining(page);
  const { call, email } = await comeAsMember(page, 'kalender');
  await call(register, { body: { trainingId, isWaitingAccepted: false } });
  await signIn(page, email);
  await openTenant(page, host, `/training?id=${trainingId}`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: feeds.add }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.ics$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('DTSTART;TZID=Europe/Tallinn:');
  expect(text.replaceAll('\r\n ', '')).toContain(name.replaceAll(',', '\\,'));
  await expect(page).toHaveURL(/\/training\?id=/);

  await page.goto(new URL('/workouts', page.url()).href);
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: new RegExp(`^${feeds.add}`) })
      .filter({ visible: true })
      .click(),
  ]);
  expect(again.suggestedFilename()).toMatch(/\.ics$/);

  await page.goto(new URL(`/training?id=${trainingId}`, page.url()).href);
  await page.getByRole('button', { name: registrations.cancel }).click();
  await page.getByRole('dialog').getByRole('button', { name: registrations.cancelFree }).click();
  await expect(page.getByRole('button', { name: feeds.add })).toHaveCount(0);
});

test('a private address is made, read and revoked beside what is told', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  await signIn(page, (await comeNew(page, 'kalender')).email);
  await openTenant(page, host, '/profile/notices');
  const create = page.getByRole('button', { name: feeds.create });
  await create.click();
  const field = page.getByLabel(feeds.address);
  await expect(field).toHaveValue(/\/calendar\/feed\/[\w-]{43}\.ics$/);
  await expectAccessible(page);
  const address = await field.inputValue();
  // The address names the centre's host; the path is what counts here.
  const read = () =>
    page.evaluate(async (path) => {
      const answer = await fetch(path);
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    }, new URL(address).pathname);
  expect(await read()).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
  expect((await read()).text).toMatch(/^BEGIN:VCALENDAR/);

  await page.reload();
  await expect(field).toHaveValue(address);
  await page.getByRole('button', { name: feeds.revoke }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: feeds.revoke }).click();
  await expect(create).toBeVisible();
  expect((await read()).status).toBe(404);
});
