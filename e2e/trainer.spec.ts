import { et } from '#i18n/et.ts';
import { getRoll, listTaughtTrainings } from '#shared/registrations/attendance/contract.ts';
import { listOwnTrainings } from '#shared/schedule/contract.ts';
import { getGroupStatistics } from '#shared/statistics/contract.ts';
import { getTrainingGroup, listTrainingGroups } from '#shared/training-groups/contract.ts';
import { centreOf } from './support/centres.ts';
import {
  demoPassword,
  expect,
  expectAccessible,
  logInAs,
  openTenant,
  standAt,
  test,
} from './support/journey.ts';
import { lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';
import { signIn } from './support/newcomer.ts';

const { attendance, common, menu, schedule, statistics, trainingGroups } = et;
const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();

// shows: trainer-own-timetable, address-trainer-calendar, trainer-addresses
test('a trainer opens the roll of an own training from the own timetable', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  const call = await callAsMember(page, 'trainer');
  const query = { from: day(-13), until: day(-7), trainer: undefined };
  const own = (await call(listTaughtTrainings, { query })).find(({ isCancelled }) => !isCancelled);
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
    await standAt(page, centreOf(info).host);
    const call = await callAsMember(page, 'trainer');
    const query = { from: day(1), until: day(9) };
    const own = new Set(
      (await call(listTaughtTrainings, { query: { ...query, trainer: undefined } })).map(({ id }) => id),
    );
    const other = (await call(listOwnTrainings, { query })).find(({ id }) => !own.has(id));
    if (!other) throw new Error('there are no other trainers');
    const asked = call(getRoll, { query: { training: other.id } });
    await expect(asked).rejects.toThrow('404');
    await logInAs(page, 'trainer', `/attendance?id=${other.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(schedule.trainingNotFound);
  });
});

// shows: trainer-own-sums, address-group-trainings, sums-by-style-and-type
test('sums open the trainings behind them', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  const call = await callAsMember(page, 'trainer');
  await logInAs(page, 'trainer', '/group-trainings');
  const sums = await call(getGroupStatistics, { query: { window: undefined, trainer: undefined } });
  const list = page.getByRole('list', { name: statistics.list });
  await expect(list.getByRole('listitem')).toHaveCount(sums.list.length);
  await expect(page.getByText(`${sums.total.trained} / ${sums.total.booked} treenis`)).toBeVisible();
  await expectAccessible(page);
  const [style] = sums.byStyle;
  if (!style) throw new Error('no style was held');
  await page.getByRole('link', { name: new RegExp(`^${style.name} \\d`) }).click();
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

// shows: see-group-members, address-training-groups, address-training-group, group-name-and-members
test('a group shows its members; a whole id code is asked for', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
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

// shows: group-way-back, group-member-days, group-member-details, group-member-payer
test('what is not known of a member has a dash; whoever else pays is named', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  const call = await callAsMember(page, 'trainer');
  const [group] = await call(listTrainingGroups, {});
  if (!group) throw new Error('the trainer leads no group');
  const { data, ...rest } = await call(getTrainingGroup, { params: { groupId: group.id } });
  const [someone] = data;
  if (!someone) throw new Error('nobody is in the group');
  const known = {
    ...{ ...someone, clientId: 1, firstName: 'Mari', lastName: 'Maasikas', idCode: '*******2711' },
    ...{ email: 'mari@demo.test', phone: '+37251234567', clubName: 'Suur maja' },
    ...{ contractStartDate: '2026-09-01', contractEndDate: '2027-05-31' },
    ...{ payerName: 'Maasikas Mari', payerEmail: 'ema@demo.test', payerPhone: '+37259876543' },
  };
  const unknown = {
    ...{ ...someone, clientId: 2, firstName: 'Juku', lastName: 'Kask', idCode: '' },
    ...{ email: '', phone: '', clubName: '', payerName: '', payerEmail: '', payerPhone: '' },
    ...{ contractStartDate: '2026-09-01', contractEndDate: null },
  };
  await page.route(`**/trainer/traininggroup/${group.id}`, (route) =>
    route.fulfill({ json: { ...rest, data: [known, unknown] } }),
  );
  await logInAs(page, 'trainer', `/training-groups-detailed/${group.id}`);
  const rows = page.getByRole('row');
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['Mari', 'Maasikas', '01.09.2026–31.05.2027']);
  await expect(rows.nth(2).getByRole('cell')).toHaveText([
    'Juku',
    'Kask',
    `01.09.2026–${trainingGroups.indefinite}`,
  ]);

  const sheet = page.getByRole('dialog');
  const fact = (label: string) =>
    sheet.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
  await rows.nth(1).click();
  await expect(sheet).toHaveAccessibleName('Mari Maasikas');
  const told = [
    [trainingGroups.firstName, 'Mari'],
    [trainingGroups.lastName, 'Maasikas'],
    [trainingGroups.email, known.email],
    [trainingGroups.phone, known.phone],
    [trainingGroups.validity, '01.09.2026–31.05.2027'],
    [trainingGroups.club, 'Suur maja'],
    [trainingGroups.payerEmail, known.payerEmail],
    [trainingGroups.payerPhone, known.payerPhone],
    [trainingGroups.payerName, known.payerName],
  ] as const;
  for (const [label, value] of told) await expect(fact(label), label).toHaveText(value);
  await expect(fact(trainingGroups.idCode)).toContainText(known.idCode);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await rows.nth(2).click();
  await expect(sheet).toHaveAccessibleName('Juku Kask');
  for (const label of ['idCode', 'email', 'phone', 'club'] as const) {
    await expect(fact(trainingGroups[label]), label).toHaveText('–');
  }
  await expect(sheet.getByText(trainingGroups.contact)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.getByRole('link', { name: common.back }).click();
  await expect(page).toHaveURL(/\/training-groups$/);
});

test('the menu leads a trainer there, and nobody else', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member', '/training-groups');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(et.pages.notFound);
  await expect(page.getByRole('link', { name: menu.trainingGroups })).toHaveCount(0);
});

// Looks at three widths by itself.
test.describe('in every language, mode and width', { tag: ['@desk', '@tour'] }, () => {
  for (const language of ['et', 'en', 'lv'] as const) {
    test(`axe finds nothing on a trainer's pages, ${language}`, async ({ page }, info) => {
      test.setTimeout(120_000);
      const { host } = centreOf(info);
      await speak(page, host, language);
      await standAt(page, host);
      const call = await callAsMember(page, 'trainer');
      const [group] = await call(listTrainingGroups, {});
      const paths = [
        '/trainer-calendar?mode=week',
        '/group-trainings',
        '/personal-trainings',
        '/training-groups',
        `/training-groups-detailed/${group?.id ?? 0}`,
      ];
      await signIn(page, 'trainer@demo.test', demoPassword);
      for (const path of paths) {
        await openTenant(page, host, path);
        await lookAt(page, language);
      }
    });
  }
});
