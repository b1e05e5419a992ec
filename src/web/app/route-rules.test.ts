import { describe, expect, test } from 'vitest';
import type { Actor } from '#shared/kernel/actor.ts';
import { fallbackPageRules, PageRules } from '#shared/kernel/page-rules.ts';
import { decideRoute, findRouteRule, type RouteDecision, routeRules } from './route-rules.ts';

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
const actors = {
  visitor: { kind: 'visitor' },
  client,
  trainer: { ...client, trainerId: 4 },
  admin: { ...client, isAdmin: true },
} satisfies Record<string, Actor>;
type Who = keyof typeof actors;
const everybody: Who[] = ['visitor', 'client', 'trainer', 'admin'];

const all = PageRules.parse({
  pageFunctions: { isSubstituteTrainerFunctionEnabled: true },
  pages: { isJoinCompletePage: true, isBuyPersonalTrainingPage: true, isRentalPage: true },
  payment: { isPaymentActive: true },
});

/** What the guard alone says, whether or not the screen is built. */
function guard(path: string, who: Who, rules: PageRules, filter?: string): RouteDecision | undefined {
  return findRouteRule(path)?.guard(actors[who], rules, { filter });
}

// shows: address-public-root, visitor-addresses, member-addresses, admin-addresses
describe('who sees which address when every page rule is on', () => {
  const open = [
    '/404',
    '/public/calendar/day',
    '/public/calendar/week',
    '/public/trainer',
    '/public/trainers',
    '/public/training',
    '/public/registration',
    '/public/registration/confirm',
    '/public/registration/cancel',
    '/public/invoices',
    '/public/join',
    '/public/join-confirmation',
    '/public/payment-waiting',
    '/public/payment-confirmation',
    '/public/payment-confirmation/free',
    '/public/tickets',
    '/public/tickets/buy',
    '/public/vouchers',
    '/public/withdrawal',
    '/page',
    '/page/buying-terms',
    '/password/forgotten',
    '/password/reset',
    '/factor/reset',
    '/identity/return',
    '/door',
  ];
  const members = [
    '/',
    '/calendar/day',
    '/calendar/week',
    '/training',
    '/workouts',
    '/statistics',
    '/email/confirm',
    '/profile',
    '/profile/details',
    '/profile/notices',
    '/profile/privacy',
    '/profile/security',
    '/purchases',
    '/pay',
    '/join',
    '/entry',
    '/contracts',
    '/invoices',
    '/vouchers',
    '/purchase/contract',
    '/purchase/personal-trainings',
    '/personal-trainings',
    '/pool',
    '/purchase/ticket',
    '/training-videos',
    '/training-videos-filtered',
  ];
  const trainers = ['/group-trainings', '/training-groups', '/training-groups-detailed/12'];
  const staff = ['/attendance', '/trainer-calendar', '/replacement-request'];
  const admins = [
    '/admin-calendar',
    '/bank-import',
    '/desk',
    '/admin',
    '/admin/clubs',
    '/admin/reports',
    '/admin/billing-runs',
    '/admin/messages',
    '/admin/setup',
    '/admin/simulator',
  ];

  const table: [string, Who, RouteDecision][] = [
    ...open.flatMap((path) => everybody.map((who): [string, Who, RouteDecision] => [path, who, 'show'])),
    ...[...members, ...trainers, ...staff, ...admins].map((path): [string, Who, RouteDecision] => [
      path,
      'visitor',
      'landing',
    ]),
    ...members.flatMap((path) =>
      everybody.slice(1).map((who): [string, Who, RouteDecision] => [path, who, 'show']),
    ),
    ...trainers.flatMap((path): [string, Who, RouteDecision][] => [
      [path, 'client', 'notFound'],
      [path, 'trainer', 'show'],
      [path, 'admin', 'notFound'],
    ]),
    ...staff.flatMap((path): [string, Who, RouteDecision][] => [
      [path, 'client', 'notFound'],
      [path, 'trainer', 'show'],
      [path, 'admin', 'show'],
    ]),
    ...admins.flatMap((path): [string, Who, RouteDecision][] => [
      [path, 'client', 'notFound'],
      [path, 'trainer', 'notFound'],
      [path, 'admin', 'show'],
    ]),
    ['/personal-trainings', 'trainer', 'show'],
    ['/page/configuration', 'visitor', { redirect: '/page' }],
    ['/page/configuration', 'client', { redirect: '/page' }],
    ['/login', 'visitor', { redirect: '/' }],
    ['/login', 'client', { redirect: '/' }],
    ['/public', 'visitor', { redirect: '/404' }],
    ['/public', 'admin', { redirect: '/404' }],
    ['/public/calendar', 'visitor', { redirect: '/public/calendar/day' }],
    ['/public/calendar', 'client', { redirect: '/public/calendar/day' }],
    ['/calendar', 'visitor', 'landing'],
    ['/calendar', 'client', { redirect: '/calendar/day' }],
  ];

  test.each(table)('%s, %s', (path, who, decision) => {
    expect(guard(path, who, all)).toEqual(decision);
  });

  test('the table above leaves no address out', () => {
    const covered = new Set(table.map(([path]) => findRouteRule(path)?.path));
    const missing = routeRules.map((rule) => rule.path).filter((path) => !covered.has(path));
    expect(missing).toEqual(['/messages']);
  });
});

test('the desk is also for trainers who may manage registrations', () => {
  const [trainer, manager] = [false, true].map((canManageRegistrations) => ({
    ...actors.trainer,
    canManageRegistrations,
  }));
  expect([trainer, manager].map((who) => who && findRouteRule('/desk')?.guard(who as Actor, all))).toEqual([
    'notFound',
    'show',
  ]);
});

// shows: buying-by-rules
describe('page rules', () => {
  const none = fallbackPageRules;
  const rules = (input: Parameters<typeof PageRules.parse>[0]) => PageRules.parse(input);
  const replacing = rules({ pageFunctions: { isSubstituteTrainerFunctionEnabled: true } });

  test.each([
    // shows: address-join
    ['/public/join', 'visitor', none, 'notFound'],
    // shows: address-join
    ['/public/join', 'visitor', rules({ pages: { isJoinSimplePage: true } }), 'show'],
    // shows: address-join
    ['/public/join', 'client', rules({ pages: { isJoinCompletePage: true } }), 'show'],
    ['/pool', 'client', none, 'notFound'],
    ['/pool', 'client', rules({ pages: { isRentalPage: true } }), 'show'],
    // shows: address-contract-buying
    ['/purchase/contract', 'client', none, 'notFound'],
    ['/purchase/contract', 'visitor', none, 'landing'],
    // shows: address-personal-training-buying
    ['/purchase/personal-trainings', 'client', none, { redirect: '/404' }],
    // shows: address-personal-training-buying
    [
      '/purchase/personal-trainings',
      'client',
      rules({ pages: { isBuyPersonalTrainingPage: true } }),
      { redirect: '/404' },
    ],
    // shows: address-personal-training-buying
    [
      '/purchase/personal-trainings',
      'client',
      rules({ payment: { isPaymentActive: true } }),
      { redirect: '/404' },
    ],
    // shows: address-personal-training-buying
    [
      '/purchase/personal-trainings',
      'client',
      rules({ pages: { isBuyPersonalTrainingPage: true }, payment: { isPaymentActive: true } }),
      'show',
    ],
    // shows: address-contract-buying
    ['/purchase/contract', 'client', rules({ payment: { isPaymentActive: true } }), 'show'],
    ['/purchase/ticket', 'client', none, 'show'],
    // shows: address-replacements
    ['/replacement-request', 'trainer', none, 'notFound'],
    ['/replacement-request', 'admin', none, 'notFound'],
    // shows: address-replacements
    ['/replacement-request', 'trainer', replacing, 'show'],
    // shows: address-replacements
    ['/replacement-request', 'admin', replacing, 'show'],
    // shows: address-replacements
    ['/replacement-request', 'client', replacing, 'notFound'],
  ] as const)('by its page rules: %s, %s', (path, who, pageRules, decision) => {
    expect(guard(path, who, pageRules)).toEqual(decision);
  });

  // shows: address-join-personal-training
  test('joining for a personal training leads to buying one, when joining is on at all', () => {
    expect(guard('/public/join', 'visitor', all, 'pt')).toEqual({ redirect: '/purchase/personal-trainings' });
    expect(guard('/public/join', 'visitor', all, 'gym')).toBe('show');
    expect(guard('/public/join', 'visitor', none, 'pt')).toBe('notFound');
  });
});

describe('an address', () => {
  test.each([
    // shows: address-unknown-logged-out
    ['/nowhere', 'visitor', 'landing'],
    // shows: address-unknown
    ['/nowhere', 'client', 'notFound'],
    // shows: address-unknown-logged-out
    ['/public/nowhere', 'visitor', 'landing'],
    ['/calendar/day/', 'client', 'show'],
    // shows: address-unknown
    ['/training-groups-detailed', 'trainer', 'notFound'],
  ] as const)('%s, %s', (path, who, decision) => {
    expect(decideRoute(path, actors[who], all)).toBe(decision);
  });

  test.each([
    ['admin', true, 'show'],
    ['admin', false, 'notFound'],
    ['trainer', true, 'notFound'],
    ['visitor', true, 'landing'],
  ] as const)('the mails of the stand-in, %s, development %s', (who, isDevelopment, decision) => {
    expect(decideRoute('/messages', actors[who], all, { isDevelopment })).toBe(decision);
  });
});

const pages = Object.values(
  import.meta.glob<string>('../routes/**/*.tsx', { query: '?raw', import: 'default', eager: true }),
);
/** Screens that visitors do not see; home is the front page too, and what only leads on is no screen. */
const behind = pages.flatMap((text) => {
  const [, written] = /createFileRoute\('([^']+)'\)/.exec(text) ?? [];
  const path = written?.replaceAll('_', '').replaceAll('$', ':') ?? '/';
  const isBehind = path !== '/' && guard(path, 'visitor', all) === 'landing' && text.includes('Screen');
  return isBehind ? [{ path, text }] : [];
});

test('screens behind the log-in are found', () => {
  expect(behind.map(({ path }) => path)).toContain('/email/confirm');
  expect(behind.length).toBeGreaterThan(30);
});

test.each(behind)('$path stands behind its guard, and is not written on the server', ({ text }) => {
  expect(text).toContain('<Guarded');
  expect(text).toContain('ssr: false');
});
