import { describe, expect, test } from 'vitest';
import type { Actor } from '#shared/kernel/actor.ts';
import { fallbackPageRules, PageRules } from '#shared/kernel/page-rules.ts';
import { isSelected, type MenuPlace, menuItems, menuPlaces, tabPlaces } from './menu-items.ts';

const client: Actor = {
  kind: 'member',
  accountId: 1,
  sessionId: 's',
  clientId: 1,
  trainerId: undefined,
  isAdmin: false,
  canSeeRegistrations: false,
  canManageRegistrations: false,
};
const admin: Actor = { ...client, isAdmin: true };
const titles = (places: readonly MenuPlace[]) => places.map((place) => place.title);

describe('the menu', () => {
  test.each([
    ['a visitor', { kind: 'visitor' } as Actor, {}, ['timetable', 'vouchers']],
    [
      'a client',
      client,
      {},
      [
        'home',
        'timetable',
        'enterGym',
        'myWorkouts',
        'trainingVideos',
        'purchases',
        'invoices',
        'contracts',
        'vouchers',
        'profile',
      ],
    ],
    [
      'a trainer',
      { ...client, trainerId: 1 },
      {},
      [
        'home',
        'timetable',
        'trainerTimetable',
        'enterGym',
        'myWorkouts',
        'trainingVideos',
        'purchases',
        'invoices',
        'contracts',
        'vouchers',
        'personalTrainings',
        'groupTrainings',
        'trainingGroups',
        'profile',
      ],
    ],
    [
      'an administrator',
      admin,
      {},
      [
        'home',
        'timetable',
        'trainerTimetable',
        'adminTimetable',
        'enterGym',
        'myWorkouts',
        'trainingVideos',
        'purchases',
        'invoices',
        'contracts',
        'vouchers',
        'desk',
        'bankImport',
        'backOffice',
        'profile',
      ],
    ],
    [
      'an administrator in development',
      admin,
      { isDevelopment: true },
      [
        'home',
        'timetable',
        'trainerTimetable',
        'adminTimetable',
        'enterGym',
        'myWorkouts',
        'trainingVideos',
        'purchases',
        'invoices',
        'contracts',
        'vouchers',
        'desk',
        'bankImport',
        'backOffice',
        'mails',
        'profile',
      ],
    ],
  ] as const)('of %s holds what exists and may be seen', (_, actor, context, expected) => {
    expect(titles(menuPlaces(actor, fallbackPageRules, context))).toEqual(expected);
  });

  // shows: rule-invoices-hidden
  test('shows no invoices where the centre hides them', () => {
    const rules = { ...fallbackPageRules, menu: { ...fallbackPageRules.menu, isInvoiceHidden: true } };
    expect(titles(menuPlaces(client, rules))).not.toContain('invoices');
  });

  // shows: menu-titles, menu-submenus
  test('where every rule is on, each place and submenu of the specification stands there', () => {
    const rules = PageRules.parse({
      pageFunctions: { isSubstituteTrainerFunctionEnabled: true },
      pages: { isBuyPersonalTrainingPage: true, isRentalPage: true },
      payment: { isPaymentActive: true },
    });
    const items = menuItems(menuPlaces({ ...admin, trainerId: 1 }, rules));
    const drawn = items.map((item) =>
      item.kind === 'place' ? item.place.title : { [item.submenu]: titles(item.places) },
    );
    expect(drawn).toEqual([
      'home',
      { calendar: ['timetable', 'trainerTimetable', 'adminTimetable', 'pool'] },
      'enterGym',
      'myWorkouts',
      'trainingVideos',
      { contract: ['purchases', 'invoices', 'contracts', 'tickets', 'vouchers', 'trainingPackages'] },
      { trainer: ['personalTrainings', 'groupTrainings', 'trainingGroups', 'replacementRequests'] },
      'desk',
      'bankImport',
      'backOffice',
      'profile',
    ]);
  });

  test('the tabs of a phone', () => {
    expect(titles(tabPlaces(menuPlaces(client, fallbackPageRules)))).toEqual([
      'home',
      'timetable',
      'enterGym',
      'myWorkouts',
    ]);
  });

  const place = (title: MenuPlace['title'], submenu?: MenuPlace['submenu']): MenuPlace => ({
    title,
    icon: 'info',
    path: '/',
    ...(submenu && { submenu }),
  });

  test('a submenu needs two places and stands where its first one would', () => {
    const items = menuItems([
      place('home'),
      place('timetable', 'calendar'),
      place('adminTimetable', 'calendar'),
      place('profile'),
      place('contracts', 'contract'),
    ]);
    expect(items.map((item) => (item.kind === 'place' ? item.place.title : item.submenu))).toEqual([
      'home',
      'calendar',
      'profile',
      'contracts',
    ]);
  });
});

describe('the selected item', () => {
  const places = menuPlaces(client, fallbackPageRules);
  test.each([
    ['/', 'home'],
    ['/calendar/day', 'timetable'],
    ['/calendar/week/', 'timetable'],
    ['/training', 'timetable'],
    ['/workouts', 'myWorkouts'],
    ['/profile', 'profile'],
    ['/404', undefined],
  ])('at %s', (path, title) => {
    expect(places.find((item) => isSelected(item, path))?.title).toBe(title);
  });

  test('a place covers the details behind it', () => {
    const groups: MenuPlace = {
      title: 'trainingGroups',
      icon: 'user',
      path: '/training-groups',
      covers: ['/training-groups-detailed/:groupId'],
    };
    expect(isSelected(groups, '/training-groups-detailed/7')).toBe(true);
    expect(isSelected(groups, '/training-groups-detailed')).toBe(false);
  });
});
