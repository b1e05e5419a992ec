import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import type { PageRules, TimetableFilter } from '#shared/kernel/page-rules.ts';
import type { ScheduleFilters } from '#shared/schedule/contract.ts';
import { demoPassword, expect, logInAs, openTenant, test } from './support/journey.ts';

const { account, menu, schedule, validation } = et;

const get = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (address) => (await fetch(address)).json(), `/api/v0.1${path}`);

// shows: rule-languages-hidden
test('languages stand in header and menu, and nowhere where the centre hides them', async ({
  page,
}, info) => {
  for (const [host, isHidden] of [
    ['pohjala-sport.ee', false],
    ['rutmituba.ee', true],
  ] as const) {
    await openTenant(page, host, '/public/calendar/day');
    expect((await get<PageRules>(page, '/page/')).menu.isLanguageHidden).toBe(isHidden);
    const times = isHidden ? 0 : 1;
    await expect(page.getByRole('banner').getByRole('combobox')).toHaveCount(times);
    await logInAs(page, 'member', '/workouts');
    if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
    await expect(page.getByRole('button', { name: menu.logout, exact: true })).toBeVisible();
    const choice =
      info.project.name === 'phone'
        ? page.getByRole('dialog').getByRole('button', { name: 'English' })
        : page.getByRole('button', { name: menu.language, exact: true });
    await expect(choice).toHaveCount(times);
  }
});

test.describe('whatever the width', { tag: '@desk' }, () => {
  const words = {
    club: [schedule.club, 'clubs'],
    roomGroup: [schedule.roomGroup, 'roomGroups'],
    room: [schedule.room, 'rooms'],
    trainer: [schedule.trainer, 'trainers'],
    style: [schedule.style, 'styles'],
  } as const satisfies Record<TimetableFilter, readonly [string, keyof ScheduleFilters]>;
  const kinds = Object.keys(words) as TimetableFilter[];

  // shows: rule-filters
  test('a timetable offers the filters its centre names, and no other that would have choices', async ({
    page,
  }) => {
    const left: TimetableFilter[] = [];
    for (const host of ['pohjala-sport.ee', 'joekaaru-sport.ee', 'rabakivi-ronimine.ee']) {
      await openTenant(page, host, '/public/calendar/day');
      const { filters } = await get<PageRules>(page, '/page/');
      const all = await get<ScheduleFilters>(page, '/public/schedule/filters');
      const hasChoice = (kind: TimetableFilter) => all[words[kind][1]].length > 1;
      const region = page.getByRole('region', { name: schedule.filters });
      for (const kind of kinds) {
        const chip = region.getByRole('button', { name: words[kind][0], exact: true });
        const isOffered = filters.includes(kind) && hasChoice(kind);
        await expect(chip, `${kind} at ${host}`).toHaveCount(isOffered ? 1 : 0);
      }
      left.push(...kinds.filter((kind) => hasChoice(kind) && !filters.includes(kind)));
    }
    expect(new Set(left).size, 'filters that a rule alone leaves out').toBeGreaterThan(2);
  });

  // shows: field-user-name
  test('where nobody logs in by e-mail a user name is needed, and does', async ({ page }) => {
    await openTenant(page, 'virumae-sport.ee', '/?origin=/');
    await page.getByRole('button', { name: account.login, exact: true }).click();
    await expect(page.getByText(validation.usernameRequired)).toBeVisible();
    await expect(page.getByText(validation.passwordRequired)).toBeVisible();
    await expect(page.getByText(validation.emailRequired)).toHaveCount(0);
    const name = page.getByLabel(account.username);
    await expect(name).toBeFocused();
    await name.fill('member');
    await page.getByLabel(account.password, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: account.login, exact: true }).click();
    await expect(page.getByRole('button', { name: menu.logout, exact: true })).toBeVisible();
  });
});
