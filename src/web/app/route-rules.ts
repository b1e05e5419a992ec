import { canRedeem } from '#shared/entry/desk/policy.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { areVisitorsWelcome } from '#shared/visitors/domain.ts';

/** What an address shows: its screen, the login page, not-found, or another address. */
export type RouteDecision = 'show' | 'landing' | 'notFound' | { readonly redirect: string };

/** What else a guard may look at. */
export interface RouteContext {
  readonly isDevelopment?: boolean;
  /** The `filter` of the address. */
  readonly filter?: string | undefined;
}

export type RouteGuard = (actor: Actor, pageRules: PageRules, context?: RouteContext) => RouteDecision;

export interface RouteRule {
  /** Path as in the specification; `:name` stands for one segment. */
  readonly path: string;
  readonly guard: RouteGuard;
  /** Whether the screen exists; one that does not is shown nowhere, in no menu either. */
  readonly isBuilt: boolean;
}

const everybody: RouteGuard = () => 'show';

/** A page of signed-in people; others see the login page, and those without the right see not-found. */
function signedIn(
  isAllowed: (actor: Extract<Actor, { kind: 'member' }>, rules: PageRules, context: RouteContext) => boolean,
): RouteGuard {
  return (actor, rules, context = {}) => {
    if (actor.kind === 'visitor') return 'landing';
    return isAllowed(actor, rules, context) ? 'show' : 'notFound';
  };
}

function to(redirect: string): RouteGuard {
  return () => ({ redirect });
}

/** Where only signed-in people are led on; others see the login page at the same address. */
function signedInTo(redirect: string): RouteGuard {
  return (actor) => (actor.kind === 'visitor' ? 'landing' : { redirect });
}

const member = signedIn(() => true);
const trainer = signedIn((actor) => actor.trainerId !== undefined);
const trainerOrAdmin = signedIn((actor) => actor.isAdmin || actor.trainerId !== undefined);
const admin = signedIn((actor) => actor.isAdmin);

/** Only with one of the two join pages; `filter=pt` leads to buying personal trainings. */
const join: RouteGuard = (_, { pages }, context = {}) => {
  if (!pages.isJoinCompletePage && !pages.isJoinSimplePage) return 'notFound';
  return context.filter === 'pt' ? { redirect: '/purchase/personal-trainings' } : 'show';
};

/** Booking without an account, where the centre lets people do so. */
const visitorBooking: RouteGuard = (_, rules) => (areVisitorsWelcome(rules) ? 'show' : 'notFound');

const buyPersonalTrainings: RouteGuard = (actor, { pages, payment }) => {
  if (actor.kind === 'visitor') return 'landing';
  return pages.isBuyPersonalTrainingPage && payment.isPaymentActive ? 'show' : { redirect: '/404' };
};

const replacement = signedIn(
  (actor, { pageFunctions }) =>
    pageFunctions.isSubstituteTrainerFunctionEnabled && (actor.isAdmin || actor.trainerId !== undefined),
);

/** Every address of the product (specification point 2). Query strings travel along with a redirect. */
export const routeRules = [
  { path: '/', guard: member, isBuilt: true },
  { path: '/404', guard: everybody, isBuilt: true },

  { path: '/public', guard: to('/404'), isBuilt: true },
  { path: '/public/calendar', guard: to('/public/calendar/day'), isBuilt: true },
  { path: '/public/calendar/day', guard: everybody, isBuilt: true },
  { path: '/public/calendar/week', guard: everybody, isBuilt: true },
  { path: '/public/training', guard: everybody, isBuilt: true },
  { path: '/public/registration', guard: visitorBooking, isBuilt: true },
  { path: '/public/registration/cancel', guard: everybody, isBuilt: true },
  { path: '/public/invoices', guard: everybody, isBuilt: true },
  { path: '/public/join', guard: join, isBuilt: true },
  { path: '/public/payment-waiting', guard: everybody, isBuilt: true },
  { path: '/public/payment-confirmation', guard: everybody, isBuilt: true },
  { path: '/public/payment-confirmation/free', guard: everybody, isBuilt: true },
  { path: '/public/tickets', guard: everybody, isBuilt: true },
  { path: '/public/tickets/buy', guard: everybody, isBuilt: true },
  { path: '/public/vouchers', guard: everybody, isBuilt: true },
  // Without a login wall, behind a mailed token only (mission 2.5).
  { path: '/public/withdrawal', guard: everybody, isBuilt: true },
  { path: '/page/buying-terms', guard: everybody, isBuilt: true },
  { path: '/password/forgotten', guard: everybody, isBuilt: true },
  { path: '/password/reset', guard: everybody, isBuilt: true },

  { path: '/calendar', guard: signedInTo('/calendar/day'), isBuilt: true },
  { path: '/calendar/day', guard: member, isBuilt: true },
  { path: '/calendar/week', guard: member, isBuilt: true },
  { path: '/training', guard: member, isBuilt: true },
  { path: '/workouts', guard: member, isBuilt: true },
  { path: '/profile', guard: member, isBuilt: true },
  // Whoever joined anew with an account they have takes the contract over.
  { path: '/join', guard: member, isBuilt: true },
  { path: '/entry', guard: member, isBuilt: false },
  { path: '/contracts', guard: member, isBuilt: true },
  { path: '/invoices', guard: member, isBuilt: true },
  { path: '/vouchers', guard: member, isBuilt: true },
  {
    path: '/purchase/contract',
    guard: signedIn((_, rules) => rules.payment.isPaymentActive),
    isBuilt: true,
  },
  { path: '/purchase/personal-trainings', guard: buyPersonalTrainings, isBuilt: true },
  { path: '/purchase/ticket', guard: member, isBuilt: true },
  { path: '/training-videos', guard: member, isBuilt: false },
  { path: '/training-videos-filtered', guard: member, isBuilt: false },

  { path: '/trainer-calendar', guard: trainerOrAdmin, isBuilt: false },
  { path: '/personal-trainings', guard: trainer, isBuilt: false },
  { path: '/group-trainings', guard: trainer, isBuilt: false },
  { path: '/training-groups', guard: trainer, isBuilt: false },
  { path: '/training-groups-detailed/:groupId', guard: trainer, isBuilt: false },
  { path: '/replacement-request', guard: replacement, isBuilt: false },
  { path: '/admin-calendar', guard: admin, isBuilt: false },
  { path: '/desk', guard: signedIn(canRedeem), isBuilt: true },
  { path: '/bank-import', guard: admin, isBuilt: true },
  // The stand-in's mails belong to development; a real centre has a mail server.
  {
    path: '/messages',
    guard: signedIn((actor, _, context) => actor.isAdmin && context.isDevelopment === true),
    isBuilt: true,
  },
] as const satisfies readonly RouteRule[];

/** A path of the table. */
export type RoutePath = (typeof routeRules)[number]['path'];

/** The rule an address falls under; a trailing slash makes no difference. */
export function findRouteRule(path: string): RouteRule | undefined {
  const parts = path.split('/').filter(Boolean);
  return routeRules.find((rule) => {
    const wanted = rule.path.split('/').filter(Boolean);
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith(':') || part === parts[index])
    );
  });
}

/**
 * What an address shows to somebody. Any other path: the login page for visitors, not-found for members
 * (specification point 2). A screen that is not built yet is not found by anybody who would have been shown it.
 */
export function decideRoute(
  path: string,
  actor: Actor,
  pageRules: PageRules,
  context: RouteContext = {},
): RouteDecision {
  const rule = findRouteRule(path);
  if (!rule) return actor.kind === 'visitor' ? 'landing' : 'notFound';
  const decision = rule.guard(actor, pageRules, context);
  return decision === 'show' && !rule.isBuilt ? 'notFound' : decision;
}
