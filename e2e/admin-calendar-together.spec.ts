import { et } from '#i18n/et.ts';
import { register } from '#shared/registrations/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { block, clashOf, make, ownDay, stand } from './support/editing.ts';
import { expect, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { comeAsMember } from './support/newcomer.ts';
import { makeRoom } from './support/trainings.ts';

const { editing } = et;

// The same on every width.
test.describe('with others about', { tag: '@desk' }, () => {
  // shows: message-messages-sent
  test('who is booked is told once, and the message count is said', async ({ page }, info) => {
    const ground = await stand(page, info.project.name);
    const date = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 3 }).toString();
    const name = `Varane trenn ${crypto.randomUUID().slice(0, 8)}`;
    const rooms = [await makeRoom(ground.call)];
    await make({ ...ground, rooms }, { name, date, time: '05:00' });
    const day = await ground.call(getAdminSchedule, { query: { from: date, until: date } });
    const trainingId = day.trainings.find((training) => training.name === name)?.id ?? 0;
    const member = await comeAsMember(page, 'kohal');
    await member.call(register, { body: { trainingId, isWaitingAccepted: false } });
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    await expect(block(page, name)).toContainText('1 / 12');
    await block(page, name).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: editing.delete, exact: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: editing.cancel }).click();
    await dialog.getByLabel(editing.reason).fill('Saal on kinni');
    const what = editing.doCancel_one.replace('{{count}}', '1');
    const people = editing.people_one.replace('{{count}}', '1');
    const button = editing.andTell.replace('{{what}}', what).replace('{{people}}', people);
    await dialog.getByRole('button', { name: button }).click();
    await expect(page.getByText(editing.messages_one.replace('{{count}}', '1'))).toBeVisible();
    await page.getByRole('button', { name: editing.undo }).click();
    await expect(page.getByText(editing.undone)).toBeVisible();
    await expect(block(page, name)).toContainText('1 / 12');
  });

  test('what somebody else does appears by itself, also in the plan that is open', async ({ page }, info) => {
    const ground = await stand(page, info.project.name);
    const room = ground.rooms[0]?.name ?? '';
    const date = ownDay(info, 8);
    const [name, other, last] = ['Ootab plaani', 'Teise halduri trenn', 'Veel üks'];
    await make(ground, { name, date, time: '10:00' });
    const listening = page.waitForResponse('**/public/schedule/live');
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    await expect(block(page, name)).toBeVisible();
    await listening;
    await make(ground, { name: other, date, time: '12:00' });
    await expect(block(page, other)).toBeVisible();

    await block(page, name).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: editing.move }).click();
    await dialog.getByLabel(editing.time).fill('14:00');
    await expect(dialog.getByRole('button', { name: /^Nihuta 1/ })).toBeVisible();
    await make(ground, { name: last, date, time: '14:30' });
    await expect(dialog.getByText(clashOf(room, last, '14:30–15:30'))).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Nihuta 1/ })).toHaveCount(0);
  });
});

for (const language of languages) {
  // Looks at three widths by itself.
  test(`the calendar is accessible and fits, ${language}`, { tag: ['@desk', '@tour'] }, async ({ page }) => {
    test.setTimeout(120_000);
    const host = 'pohjala-sport.ee';
    const date = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 7 }).toString();
    await speak(page, host, language);
    await standAt(page, host);
    await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
    await lookAt(page, language);
    await openTenant(page, host, `/admin-calendar?date=${date}&mode=week`);
    await lookAt(page, language);
  });
}
