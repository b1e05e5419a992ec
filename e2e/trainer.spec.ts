import { et } from '#i18n/et.ts';
import { getRoll, listLedTrainings } from '#shared/registrations/attendance/contract.ts';
import { listOwnTrainings } from '#shared/schedule/contract.ts';
import { getGroupStatistics } from '#shared/statistics/contract.ts';
import { getTrainingGroup, listTrainingGroups } from '#shared/training-groups/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, test } from './support/journey.ts';
import { lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';

const { attendance, menu, schedule, statistics, trainingGroups } = et;
const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();

test('a trainer opens the roll of an own training from the own timetable', async ({ page }, info) => {
  test.setTimeout(60_000);
  await openTenant(page, centreOf(info).host);
  const call = await callAsMember(page, 'trainer');
  const query = { from: day(-13), until: day(-7), trainer: undefined };
  const own = (await call(listLedTrainings, { query })).find(({ isCancelled }) => !isCancelled);
  if (!own) throw new Error('the trainer held nothing');
  await logInAs(page, 'trainer', '/trainer-calendar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(attendance.ownTimetable);
  await expectAccessible(page);
  await page.getByRole('link', { name: schedule.week, exact: true }).click();
  await page.getByRole('link', { name: schedule.previousWeek }).click();
  await expect(page).toHaveURL(/mode=week/);
  await page.goto(`${page.url().split('?')[0]}?date=${own.date}`);
  const row = page.locator(`a[href*="attendance?id=${own.id}"]`);
  await expect(row).toContainText(own.name);
  await expectAccessible(page);
  await row.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(own.name);
  // Without the right to manage, nobody is put in or taken out.
  await expect(page.getByRole('button', { name: attendance.add })).toHaveCount(0);
});

test.describe('another trainer’s clients', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test('are not shown', async ({ page }, info) => {
    test.setTimeout(60_000);
    await openTenant(page, centreOf(info).host);
    const call = await callAsMember(page, 'trainer');
    const query = { from: day(1), until: day(9) };
    const own = new Set(
      (await call(listLedTrainings, { query: { ...query, trainer: undefined } })).map(({ id }) => id),
    );
    const other = (await call(listOwnTrainings, { query })).find(({ id }) => !own.has(id));
    if (!other) throw new Error('there are no other trainers');
    const asked = call(getRoll, { query: { training: other.id } });
    await expect(asked).rejects.toThrow('404');
    await logInAs(page, 'trainer', `/attendance?id=${other.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(schedule.trainingNotFound);
  });
});

test('sums open the trainings behind them', async ({ page }, info) => {
  test.setTimeout(60_000);
  await openTenant(page, centreOf(info).host);
  const call = await callAsMember(page, 'trainer');
  await logInAs(page, 'trainer', '/group-trainings');
  const sums = await call(getGroupStatistics, { query: { window: undefined, trainer: undefined } });
  const list = page.getByRole('list', { name: statistics.list });
  await expect(list.getByRole('listitem')).toHaveCount(sums.list.length);
  await expect(page.getByText(`${sums.total.trained} / ${sums.total.booked} treenis`)).toBeVisible();
  await expectAccessible(page);
  const [style] = sums.byStyle;
  if (!style) throw new Error('no style was held');
  await page.getByRole('link', { name: new RegExp(`^${style.name}`) }).click();
  await expect(list.getByRole('listitem')).toHaveCount(style.trainings);
  await page.getByRole('link', { name: statistics.allTrainings }).click();
  await expect(list.getByRole('listitem')).toHaveCount(sums.list.length);
  await page.getByRole('link', { name: statistics.type, exact: true }).click();
  await expect(page.getByRole('heading', { name: statistics.byType })).toBeVisible();
  await page.getByText(statistics.asTable).click();
  await expect(page.getByRole('columnheader', { name: statistics.trained })).toBeVisible();
  await page.getByRole('link', { name: statistics.personal }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(statistics.personal);
});

test('a group shows its members; a whole id code is asked for', async ({ page }, info) => {
  test.setTimeout(60_000);
  await openTenant(page, centreOf(info).host);
  const call = await callAsMember(page, 'trainer');
  const groups = await call(listTrainingGroups, {});
  const [group] = groups;
  if (!group) throw new Error('the trainer leads no group');
  const { data } = await call(getTrainingGroup, { params: { groupId: group.id } });
  const member = data.find(({ idCode }) => idCode !== '');
  if (!member) throw new Error('no member has a code');
  await logInAs(page, 'trainer', '/training-groups');
  await expectAccessible(page);
  await page.getByRole('link', { name: group.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(group.name);
  await expect(page.getByText(`${group.activeMembers} / ${group.maxMembers} liiget`)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(data.length + 1);
  await expectAccessible(page);
  const row = page
    .getByRole('row')
    .filter({ hasText: member.firstName })
    .filter({ hasText: member.lastName });
  await row.getByRole('button').press('Enter');
  const sheet = page.getByRole('dialog', { name: `${member.firstName} ${member.lastName}` });
  await expect(sheet.getByText(member.idCode)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: trainingGroups.showCode }).click();
  await expect(sheet.getByText(/^\d{11}$/)).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
});

test('the menu leads a trainer there, and nobody else', async ({ page }, info) => {
  await openTenant(page, centreOf(info).host);
  await logInAs(page, 'member', '/training-groups');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.pages.notFound);
  await expect(page.getByRole('link', { name: menu.trainingGroups })).toHaveCount(0);
});

test.describe('in every language, mode and width', () => {
  test.skip(({ viewport }) => viewport?.width !== 1440, 'looks at three widths by itself');
  for (const language of ['et', 'en', 'lv'] as const) {
    test(`axe finds nothing on a trainer's pages, ${language}`, async ({ page }, info) => {
      test.setTimeout(120_000);
      const { host } = centreOf(info);
      await speak(page, host, language);
      await openTenant(page, host);
      const call = await callAsMember(page, 'trainer');
      const [group] = await call(listTrainingGroups, {});
      const paths = [
        '/trainer-calendar?mode=week',
        '/group-trainings',
        '/personal-trainings',
        '/training-groups',
        `/training-groups-detailed/${group?.id ?? 0}`,
      ];
      for (const path of paths) {
        await logInAs(page, 'trainer', path);
        await lookAt(page, language);
      }
    });
  }
});
