import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { listMessages } from '#shared/messages/broadcasts/contract.ts';
import { listOutgoingSms } from '#shared/messages/contract.ts';
import { bookInClass } from '#shared/registrations/staff-booking/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { groundOf, make, ownWeek } from './support/editing.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';
import { makeClient } from './support/newcomer.ts';
import { makeTrainingAt } from './support/trainings.ts';

const { attendance, broadcasts, editing } = et;
const smsHost = 'rabakivi-ronimine.ee';
/** Centres whose timetable no other journey edits; the phone's sends no SMS. */
const hostOf = ({ project }: TestInfo) => (project.name === 'phone' ? 'vesiroos-jooga.ee' : smsHost);
const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

/** So many clients of this journey alone. */
async function makeClients(page: Page, count: number): Promise<number[]> {
  const manage = await callAsMember(page, 'admin');
  const mark = crypto.randomUUID().slice(0, 8);
  const ids: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const { id } = await makeClient(manage, `Kai ${number}`, mark);
    ids.push(id);
  }
  return ids;
}

// shows: send-sms
test('an SMS to the registered: how many and how dear before, delivered after', async ({ page }, info) => {
  await standAt(page, smsHost);
  const clientIds = await makeClients(page, 3);
  // What begins within five hours is told at night too.
  const { id, name, date } = await makeTrainingAt(page, { inMinutes: 90, clientIds });
  if (info.project.name === 'phone') {
    await logInAs(page, 'admin', `/attendance?id=${id}`);
    await page.getByRole('link', { name: attendance.message }).click();
  } else {
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    await page.locator('[data-key]').filter({ hasText: name }).first().click();
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
  await expect(sheet.getByText(broadcasts.stateDelivered, { exact: true })).toHaveCount(3);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const manage = await callAsMember(page, 'admin');
  const { items } = await manage(listMessages, { query: {} });
  const own = items.find(({ audienceName }) => audienceName.includes(name));
  expect(own).toMatchObject({ recipients: 3, parts: 1, price: 0.18 });
  const sms = await manage(listOutgoingSms, { query: { limit: 20 } });
  const texts = sms.items.filter(({ text }) => text === 'Täna saalis B. Kohtumiseni!');
  expect(texts.length).toBeGreaterThanOrEqual(3);
});

test('a mail to everybody of some dates; nothing is sent to nobody', async ({ page }, info) => {
  await standAt(page, hostOf(info));
  const date = ownWeek(info, 3);
  const ground = await groundOf(page);
  const name = `Kirjatrenn ${crypto.randomUUID().slice(0, 8)}`;
  await make(ground, { name, date, time: '06:00' });
  const { trainings } = await ground.call(getAdminSchedule, { query: { from: date, until: date } });
  const id = trainings.find((training) => training.name === name)?.id ?? 0;
  for (const clientId of await makeClients(page, 2)) {
    const body = { clientId, isBeyondPlaces: false, isWithoutCover: false, reason: '' };
    await ground.call(bookInClass, { params: { id }, body });
  }
  await logInAs(page, 'admin', '/admin/messages');
  await page.getByRole('link', { name: broadcasts.write }).click();
  await page.getByLabel(broadcasts.whom).last().selectOption('filter');
  await page.getByLabel(broadcasts.until).fill(addDays(date, 2));
  await page.getByLabel(broadcasts.from).fill(addDays(date, 1));
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
  // What is written is not left without a question.
  const asked = page.waitForEvent('dialog');
  const leaving = page.getByRole('link', { name: broadcasts.back }).click();
  const question = await asked;
  expect(question.message()).toBe(broadcasts.leave);
  await question.dismiss();
  await leaving;
  await expect(page.getByLabel(broadcasts.text, { exact: true })).toHaveValue('Homme alustame varem.');
  await send.click();
  const sheet = page.getByRole('dialog', { name: broadcasts.report });
  await expect(sheet.getByText(broadcasts.stateSent)).toHaveCount(2);
});

test('members find no such page', async ({ page }, info) => {
  await standAt(page, hostOf(info));
  await logInAs(page, 'member', '/admin/messages');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.pages.notFound);
});

// Looks at three widths by itself.
test.describe('in every language, mode and width', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`axe finds nothing on messages, ${language}`, async ({ page }) => {
      const host = 'vormiruum-pilates.ee';
      await speak(page, host, language);
      await standAt(page, host);
      await logInAs(page, 'admin', '/admin/messages?make=1');
      await lookAt(page, language);
    });
  }
});
