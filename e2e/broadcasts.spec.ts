import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listMessages } from '#shared/messages/broadcasts/contract.ts';
import { listOutgoingSms } from '#shared/messages/contract.ts';
import { findClients, placeClient } from '#shared/registrations/placing/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { dayOf, type Ground, groundOf, make } from './support/editing.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';

const { attendance, broadcasts, editing } = et;
const smsHost = 'rabakivi-ronimine.ee';
/** Centres whose timetable no other journey edits; the phone's sends no SMS. */
const hostOf = ({ project }: TestInfo) => (project.name === 'phone' ? 'vesiroos-jooga.ee' : smsHost);
const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

/** A training of its own, with so many people in it. */
async function registered(ground: Ground, date: string, name: string, count: number): Promise<number> {
  const { call } = ground;
  await make(ground, { name, date, time: '06:00' });
  const { trainings } = await call(getAdminSchedule, { query: { from: date, until: date } });
  const id = trainings.find((training) => training.name === name)?.id ?? 0;
  const found = await call(findClients, { query: { training: id, text: 'ar' } });
  let placed = 0;
  for (const { clientId } of found) {
    if (placed === count) break;
    const body = { trainingId: id, clientId, isBeyondPlaces: false, isWithoutCover: false, reason: '' };
    if (await call(placeClient, { body }).catch(() => undefined)) placed += 1;
  }
  expect(placed).toBe(count);
  return id;
}

async function stand(page: Page, host: string): Promise<Ground> {
  await standAt(page, host);
  return groundOf(page);
}

// A client who is not free then is refused, and the next one asked.
test.use({ expectedErrors: [/status of 409/] });

test('an SMS to the registered: how many and how dear before, delivered after', async ({ page }, info) => {
  test.setTimeout(90_000);
  // Both write at the one centre: each on a day of its own.
  const ground = await stand(page, smsHost);
  const isPhone = info.project.name === 'phone';
  const date = dayOf(isPhone ? 20 : 22);
  const id = await registered(ground, date, 'Sõnumitrenn', 3);
  if (isPhone) {
    await logInAs(page, 'admin', `/attendance?id=${id}`);
    await page.getByRole('link', { name: attendance.message }).click();
  } else {
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    await page.locator('[data-key]').filter({ hasText: 'Sõnumitrenn' }).first().click();
    await page.getByRole('dialog').getByRole('link', { name: editing.message }).click();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(broadcasts.writeTitle);
  await expect(page.getByText(fill(broadcasts.people_other, { count: 3 }), { exact: true })).toBeVisible();
  await page.getByLabel(broadcasts.text, { exact: true }).fill('Täna saalis B. Kohtumiseni!');
  await expect(page.getByText(/0,18/)).toBeVisible();
  await expectAccessible(page);
  // A letter beyond the usual ones: more parts, another price.
  await page.getByLabel(broadcasts.text, { exact: true }).fill(`õ${'a'.repeat(75)}`);
  await expect(page.getByText(/0,36/)).toBeVisible();
  await page.getByLabel(broadcasts.text, { exact: true }).fill('Täna saalis B. Kohtumiseni!');
  const send = page.getByRole('button', { name: fill(broadcasts.sendSms_other, { count: 3 }) });
  await send.click();
  const sheet = page.getByRole('dialog', { name: broadcasts.report });
  await expect(sheet.getByText('Täna saalis B. Kohtumiseni!')).toBeVisible();
  const hour = Temporal.Now.plainTimeISO('Europe/Tallinn').hour;
  const state = hour >= 22 || hour < 7 ? broadcasts.statePlanned : broadcasts.stateDelivered;
  await expect(sheet.getByText(state, { exact: true })).toHaveCount(3, { timeout: 15_000 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const { items } = await ground.call(listMessages, { query: {} });
  const own = items.find(({ audienceName }) => audienceName.includes(date.split('-').toReversed().join('.')));
  expect(own).toMatchObject({ recipients: 3, parts: 1, price: 0.18 });
  if (state === broadcasts.stateDelivered) {
    const sms = await ground.call(listOutgoingSms, { query: { limit: 20 } });
    const texts = sms.items.filter(({ text }) => text === 'Täna saalis B. Kohtumiseni!');
    expect(texts.length).toBeGreaterThanOrEqual(3);
  }
});

test('a mail to everybody of some dates; nothing is sent to nobody', async ({ page }, info) => {
  test.setTimeout(60_000);
  const ground = await stand(page, hostOf(info));
  const date = dayOf(21);
  await registered(ground, date, 'Kirjatrenn', 2);
  await logInAs(page, 'admin', '/admin/messages');
  await page.getByRole('link', { name: broadcasts.write }).click();
  await page.getByLabel(broadcasts.whom).last().selectOption('filter');
  await page.getByLabel(broadcasts.until).fill(dayOf(30));
  await page.getByLabel(broadcasts.from).fill(dayOf(29));
  await expect(page.getByText(broadcasts.nobody)).toBeVisible();
  await page.getByLabel(broadcasts.from).fill(date);
  await page.getByLabel(broadcasts.until).fill(date);
  const mail = page.getByRole('button', { name: broadcasts.mail, exact: true });
  // Hidden by the centre's page rule.
  if (info.project.name === 'phone') await expect(mail).toHaveCount(0);
  else await mail.click();
  await expect(page.getByText(fill(broadcasts.people_other, { count: 2 }), { exact: true })).toBeVisible();
  const send = page.getByRole('button', { name: fill(broadcasts.sendMail_other, { count: 2 }) });
  // Nobody has agreed to offers.
  await expect(send).toBeVisible();
  const offer = page.getByRole('checkbox', { name: broadcasts.isOffer });
  await offer.check();
  await expect(page.getByText(broadcasts.nobody)).toBeVisible();
  await expect(page.getByText(fill(broadcasts.withheld_other, { count: 2 }))).toBeVisible();
  await expect(send).toHaveCount(0);
  await offer.uncheck();
  await send.click();
  await expect(page.getByText(et.validation.fieldRequired)).toHaveCount(2);
  await page.getByLabel(broadcasts.subject).fill('Muudatus');
  await page.getByLabel(broadcasts.text, { exact: true }).fill('Homme alustame varem.');
  await send.click();
  const sheet = page.getByRole('dialog', { name: broadcasts.report });
  await expect(sheet.getByText(broadcasts.stateSent)).toHaveCount(2, { timeout: 15_000 });
});

test('members find no such page', async ({ page }, info) => {
  await standAt(page, hostOf(info));
  await logInAs(page, 'member', '/admin/messages');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.pages.notFound);
});

test.describe('in every language, mode and width', () => {
  test.skip(({ viewport }) => viewport?.width !== 1536, 'looks at three widths by itself');
  for (const language of languages) {
    test(`axe finds nothing on messages, ${language}`, async ({ page }, info) => {
      test.setTimeout(90_000);
      await speak(page, hostOf(info), language);
      await standAt(page, hostOf(info));
      await logInAs(page, 'admin', '/admin/messages?make=1');
      await lookAt(page, language);
    });
  }
});
