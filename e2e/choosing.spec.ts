import { et } from '#i18n/et.ts';
import { listRegistrations } from '#shared/registrations/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { make, ownWeek, stand } from './support/editing.ts';
import { expect, expectAccessible, logInAs, openTenant, test } from './support/journey.ts';
import { clientIdOf, comeAsMember, signIn } from './support/newcomer.ts';
import { makeRoom, placeIn } from './support/trainings.ts';

const { editing, home, registrations } = et;

test('a training moved onto another booking of a member: the office is told before, the member keeps one with a press', async ({
  page,
}, info) => {
  const ground = await stand(page, info.project.name);
  const host = new URL(page.url()).hostname.replace(/\.localhost$/, '');
  const date = ownWeek(info, 4);
  const mark = crypto.randomUUID().slice(0, 6);
  const [moved, other] = [`Venitus ${mark}`, `Jooks ${mark}`];
  const rooms = [await makeRoom(ground.call), await makeRoom(ground.call)];
  await make({ ...ground, rooms }, { name: moved, date, time: '09:00' });
  await make({ ...ground, rooms }, { name: other, date, time: '11:30', room: 1 });
  const member = await comeAsMember(page, 'valib');
  const clientId = await clientIdOf(member);
  const { trainings } = await ground.call(getAdminSchedule, { query: { from: date, until: date } });
  for (const { id, name } of trainings) {
    if (name === moved || name === other) await placeIn(ground.call, id, clientId);
  }

  await logInAs(page, 'admin', `/admin-calendar?date=${date}`);
  await page.locator('main button, [data-key]').filter({ hasText: moved }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: editing.move }).click();
  await dialog.getByLabel(editing.time).fill('11:00');
  await expect(dialog.getByText(editing.choosing_one.replace('{{count}}', '1'))).toBeVisible();
  await expectAccessible(page);
  const people = editing.people_one.replace('{{count}}', '1');
  const both = editing.andTell.replace('{{what}}', editing.doMove_one.replace('{{count}}', '1'));
  await dialog.getByRole('button', { name: both.replace('{{people}}', people) }).click();
  await expect(page.getByText(editing.didMove_one.replace('{{count}}', '1'))).toBeVisible();

  await signIn(page, member.email);
  await openTenant(page, host, '/');
  const card = home.clash.replace('{{name}}', moved).replace('{{other}}', other);
  await expect(page.getByText(card)).toBeVisible();
  await page.getByRole('link', { name: home.choose, exact: true }).click();
  const choice = page.getByRole('region', {
    name: registrations.clashTitle.replace('{{name}}', moved).replace('{{other}}', other),
  });
  await expect(choice).toBeVisible();
  await page.screenshot({ path: info.outputPath('choice.png') });
  await expectAccessible(page);
  const keep = registrations.keepThis.replace('{{name}}', moved).replace('{{time}}', '11:00');
  await choice.getByRole('button', { name: keep }).click();
  await expect(page.getByText(registrations.chosen)).toBeVisible();
  await expect(choice).toBeHidden();
  const { items } = await member.call(listRegistrations, { query: {} });
  expect(items.map(({ trainingName, state, clash }) => [trainingName, state, clash])).toEqual([
    [moved, 'booked', null],
  ]);
});
