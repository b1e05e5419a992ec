import type { Actor } from '#shared/kernel/actor.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { canRedeem } from '#shared/tickets/policy.ts';
import { areVisitorsWelcome } from '#shared/visitors/welcome/domain.ts';

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

/** Trainers see their own; members book where packages are sold in the app. */
const personalTrainings = signedIn(
  (actor, { pages, payment }) =>
    actor.trainerId !== undefined || (pages.isBuyPersonalTrainingPage && payment.isPaymentActive),
);

const replacement = signedIn(
  (actor, { pageFunctions }) =>
    pageFunctions.isSubstituteTrainerFunctionEnabled && (actor.isAdmin || actor.trainerId !== undefined),
);

/** Every address of the product (specification point 2). Query strings travel along with a redirect. */
export const routeRules = [
  { path: '/', guard: member },
  { path: '/404', guard: everybody },
  // Home is where people log in.
  { path: '/login', guard: to('/') },

  { path: '/public', guard: to('/404') },
  { path: '/public/calendar', guard: to('/public/calendar/day') },
  { path: '/public/calendar/day', guard: everybody },
  { path: '/public/calendar/week', guard: everybody },
  { path: '/public/training', guard: everybody },
  { path: '/public/trainer', guard: everybody },
  { path: '/public/trainers', guard: everybody },
  { path: '/public/registration', guard: visitorBooking },
  { path: '/public/registration/confirm', guard: everybody },
  { path: '/public/registration/cancel', guard: everybody },
  { path: '/public/invoices', guard: everybody },
  { path: '/public/join', guard: join },
  // Behind a mailed token only.
  { path: '/public/join-confirmation', guard: everybody },
  { path: '/public/payment-waiting', guard: everybody },
  { path: '/public/payment-confirmation', guard: everybody },
  { path: '/public/payment-confirmation/free', guard: everybody },
  { path: '/public/tickets', guard: everybody },
  { path: '/public/tickets/buy', guard: everybody },
  { path: '/public/vouchers', guard: everybody },
  // Without a login wall, behind a mailed token only (mission 2.5).
  { path: '/public/withdrawal', guard: everybody },
  { path: '/page', guard: everybody },
  { path: '/page/configuration', guard: to('/page') },
  { path: '/page/buying-terms', guard: everybody },
  { path: '/password/forgotten', guard: everybody },
  { path: '/password/reset', guard: everybody },
  { path: '/factor/reset', guard: everybody },
  { path: '/identity/return', guard: everybody },

  { path: '/calendar', guard: signedInTo('/calendar/day') },
  { path: '/calendar/day', guard: member },
  { path: '/calendar/week', guard: member },
  { path: '/training', guard: member },
  { path: '/workouts', guard: member },
  { path: '/statistics', guard: member },
  // The link to another mail address: whoever reads the mail is to be whose account it is.
  { path: '/email/confirm', guard: member },
  { path: '/profile', guard: member },
  { path: '/profile/details', guard: member },
  { path: '/profile/notices', guard: member },
  { path: '/profile/privacy', guard: member },
  { path: '/profile/security', guard: member },
  // Whoever joined anew with an account they have takes the contract over.
  { path: '/join', guard: member },
  { path: '/entry', guard: member },
  // A tablet that an administrator made a door: it proves itself, and nobody is signed in there.
  { path: '/door', guard: everybody },
  { path: '/purchases', guard: member },
  { path: '/pay', guard: member },
  { path: '/contracts', guard: member },
  { path: '/invoices', guard: member },
  { path: '/vouchers', guard: member },
  {
    path: '/purchase/contract',
    guard: signedIn((_, rules) => rules.payment.isPaymentActive),
  },
  { path: '/purchase/personal-trainings', guard: buyPersonalTrainings },
  { path: '/purchase/ticket', guard: member },
  { path: '/pool', guard: signedIn((_, { pages }) => pages.isRentalPage) },
  { path: '/training-videos', guard: member },
  { path: '/training-videos-filtered', guard: member },

  // Whose trainings one may see the roll of is decided training by training.
  { path: '/attendance', guard: trainerOrAdmin },
  { path: '/trainer-calendar', guard: trainerOrAdmin },
  { path: '/personal-trainings', guard: personalTrainings },
  { path: '/group-trainings', guard: trainer },
  { path: '/training-groups', guard: trainer },
  { path: '/training-groups-detailed/:groupId', guard: trainer },
  { path: '/replacement-request', guard: replacement },
  { path: '/admin-calendar', guard: admin },
  { path: '/desk', guard: signedIn(canRedeem) },
  { path: '/bank-import', guard: admin },
  { path: '/admin', guard: admin },
  { path: '/admin/setup', guard: admin },
  { path: '/admin/messages', guard: admin },
  { path: '/admin/reports', guard: admin },
  { path: '/admin/billing-runs', guard: admin },
  { path: '/admin/simulator', guard: admin },
  { path: '/admin/:area', guard: admin },
  // The stand-in's mails belong to development; a real centre has a mail server.
  {
    path: '/messages',
    guard: signedIn((actor, _, context) => actor.isAdmin && context.isDevelopment === true),
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
 * (specification point 2).
 */
export function decideRoute(
  path: string,
  actor: Actor,
  pageRules: PageRules,
  context: RouteContext = {},
): RouteDecision {
  const rule = findRouteRule(path);
  if (!rule) return actor.kind === 'visitor' ? 'landing' : 'notFound';
  return rule.guard(actor, pageRules, context);
}
