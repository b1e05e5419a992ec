import type { en } from '#i18n/en.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import type { IconName } from '#web/ui/icon.tsx';
import { decideRoute, type RouteContext, type RoutePath } from '../route-rules.ts';

/** A key of the catalogue's `menu` section that needs no values. */
type MenuTitle = Exclude<keyof typeof en.menu, `stillHereAnnounced${string}`>;

/** The submenus of specification point 2 that hold places; the language submenu holds choices instead. */
const submenus = ['calendar', 'contract', 'trainer'] as const;
type Submenu = (typeof submenus)[number];

export interface MenuPlace {
  readonly title: MenuTitle;
  readonly icon: IconName;
  /** Where it leads. */
  readonly path: RoutePath;
  readonly submenu?: Submenu;
  /** Further addresses at which it is the selected item. */
  readonly covers?: readonly RoutePath[];
  readonly isHidden?: (rules: PageRules) => boolean;
}

/** What is drawn: a place, or a submenu of at least two places. */
export type MenuItem =
  | { readonly kind: 'place'; readonly place: MenuPlace }
  | { readonly kind: 'submenu'; readonly submenu: Submenu; readonly places: readonly MenuPlace[] };

/** Where nothing is paid in the app, tickets are bought at the desk. */
const isNothingSold = ({ payment }: PageRules) => !payment.isPaymentActive;

/** Every place the menu knows (specification point 2), in the order of the menu. */
const memberPlaces: readonly MenuPlace[] = [
  { title: 'home', icon: 'home', path: '/' },
  {
    title: 'timetable',
    icon: 'calendar',
    path: '/calendar/day',
    submenu: 'calendar',
    covers: ['/calendar', '/calendar/week', '/training', '/public/calendar/day', '/public/calendar/week'],
  },
  { title: 'trainerTimetable', icon: 'calendar', path: '/trainer-calendar', submenu: 'calendar' },
  { title: 'adminTimetable', icon: 'calendar', path: '/admin-calendar', submenu: 'calendar' },
  { title: 'pool', icon: 'calendar', path: '/pool', submenu: 'calendar' },
  { title: 'enterGym', icon: 'qr', path: '/entry' },
  { title: 'myWorkouts', icon: 'dumbbell', path: '/workouts', covers: ['/statistics'] },
  {
    title: 'trainingVideos',
    icon: 'eye',
    path: '/training-videos',
    covers: ['/training-videos-filtered'],
  },
  { title: 'purchases', icon: 'receipt', path: '/purchases', submenu: 'contract' },
  {
    title: 'invoices',
    icon: 'receipt',
    path: '/invoices',
    submenu: 'contract',
    isHidden: (rules) => rules.menu.isInvoiceHidden,
  },
  {
    title: 'contracts',
    icon: 'card',
    path: '/contracts',
    submenu: 'contract',
    covers: ['/purchase/contract'],
  },
  {
    title: 'tickets',
    icon: 'info',
    path: '/public/tickets',
    submenu: 'contract',
    covers: ['/purchase/ticket', '/public/tickets/buy'],
    isHidden: isNothingSold,
  },
  { title: 'vouchers', icon: 'gift', path: '/vouchers', submenu: 'contract' },
  {
    title: 'trainingPackages',
    icon: 'dumbbell',
    path: '/purchase/personal-trainings',
    submenu: 'contract',
  },
  { title: 'personalTrainings', icon: 'clock', path: '/personal-trainings', submenu: 'trainer' },
  { title: 'groupTrainings', icon: 'dumbbell', path: '/group-trainings', submenu: 'trainer' },
  {
    title: 'trainingGroups',
    icon: 'users',
    path: '/training-groups',
    submenu: 'trainer',
    covers: ['/training-groups-detailed/:groupId'],
  },
  { title: 'replacementRequests', icon: 'arrowRight', path: '/replacement-request', submenu: 'trainer' },
  { title: 'desk', icon: 'check', path: '/desk' },
  { title: 'bankImport', icon: 'download', path: '/bank-import' },
  { title: 'backOffice', icon: 'menu', path: '/admin', covers: ['/admin/setup', '/admin/:area'] },
  { title: 'mails', icon: 'mail', path: '/messages' },
  {
    title: 'profile',
    icon: 'user',
    path: '/profile',
    covers: ['/profile/details', '/profile/notices', '/profile/privacy', '/profile/security'],
  },
];

const visitorPlaces: readonly MenuPlace[] = [
  {
    title: 'timetable',
    icon: 'calendar',
    path: '/public/calendar/day',
    covers: ['/public/calendar', '/public/calendar/week', '/public/training'],
  },
  { title: 'join', icon: 'user', path: '/public/join' },
  {
    title: 'tickets',
    icon: 'info',
    path: '/public/tickets',
    covers: ['/public/tickets/buy'],
    isHidden: isNothingSold,
  },
  { title: 'vouchers', icon: 'gift', path: '/public/vouchers' },
];

/**
 * The places somebody may go to: the menu asks the same table as the addresses, so it never leads nowhere.
 * A screen that is not built or not allowed is left out.
 */
export function menuPlaces(actor: Actor, pageRules: PageRules, context: RouteContext = {}): MenuPlace[] {
  const places = actor.kind === 'visitor' ? visitorPlaces : memberPlaces;
  return places.filter(
    (place) => !place.isHidden?.(pageRules) && decideRoute(place.path, actor, pageRules, context) === 'show',
  );
}

/** The menu as drawn; a submenu that would hold one place shows that place instead. */
export function menuItems(places: readonly MenuPlace[]): MenuItem[] {
  const items: MenuItem[] = [];
  for (const place of places) {
    const { submenu } = place;
    const siblings = submenu ? places.filter((other) => other.submenu === submenu) : [];
    if (submenu === undefined || siblings.length < 2) items.push({ kind: 'place', place });
    else if (siblings[0] === place) items.push({ kind: 'submenu', submenu, places: siblings });
  }
  return items;
}

/** Whether the place is the selected item at an address. */
export function isSelected(place: MenuPlace, path: string): boolean {
  const current = path === '/' ? path : path.replace(/\/+$/, '');
  return [place.path, ...(place.covers ?? [])].some((covered) => {
    const stem = covered.split('/:')[0] ?? covered;
    return current === covered || (stem !== covered && current.startsWith(`${stem}/`));
  });
}

/** Paths of the bottom tabs; the menu itself is the last one. */
const tabPaths: readonly RoutePath[] = ['/', '/calendar/day', '/entry', '/workouts'];

/** The bottom tabs of a phone, before Menu. */
export function tabPlaces(places: readonly MenuPlace[]): MenuPlace[] {
  return tabPaths.flatMap((path) => places.filter((place) => place.path === path));
}
