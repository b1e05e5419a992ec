import type { SectionName } from '#shared/tenants/settings/domain.ts';
import type { IconName } from '#web/ui/icon.tsx';
import type { ResourceKind } from '../queries.ts';

/** Under which an area stands in the index. */
export type Group = 'people' | 'place' | 'sales' | 'look' | 'rules' | 'watch';

interface AreaLink {
  /** Last part of its address. */
  readonly path: string;
  readonly group: Group;
  readonly icon: IconName;
}
/** One part of the back office: a list with forms, or a section of the settings. */
export type Area = AreaLink &
  (
    | { readonly things: ResourceKind; readonly section?: never; readonly special?: never }
    | { readonly section: SectionName; readonly things?: never; readonly special?: never }
    | {
        readonly special:
          | 'audit'
          | 'billingRuns'
          | 'broadcasts'
          | 'import'
          | 'keycards'
          | 'reports'
          | 'simulator';
        readonly things?: never;
        readonly section?: never;
      }
  );

/** Everything there is to manage, in the order of the index. */
export const areas: readonly Area[] = [
  { path: 'clubs', group: 'place', icon: 'pin', things: 'clubs' },
  { path: 'rooms', group: 'place', icon: 'home', things: 'rooms' },
  { path: 'room-groups', group: 'place', icon: 'menu', things: 'roomGroups' },
  { path: 'doors', group: 'place', icon: 'lock', things: 'doors' },
  { path: 'keycards', group: 'place', icon: 'card', special: 'keycards' },
  { path: 'styles', group: 'place', icon: 'dumbbell', things: 'styles' },
  { path: 'clients', group: 'people', icon: 'user', things: 'clients' },
  { path: 'users', group: 'people', icon: 'lock', things: 'users' },
  { path: 'trainers', group: 'people', icon: 'user', things: 'trainers' },
  { path: 'training-groups', group: 'people', icon: 'user', things: 'trainingGroups' },
  { path: 'import', group: 'people', icon: 'download', special: 'import' },
  // A screen of its own at this very address.
  { path: 'messages', group: 'people', icon: 'mail', special: 'broadcasts' },
  { path: 'products', group: 'sales', icon: 'receipt', things: 'products' },
  { path: 'campaigns', group: 'sales', icon: 'gift', things: 'campaigns' },
  { path: 'centre', group: 'look', icon: 'globe', section: 'centre' },
  { path: 'theme', group: 'look', icon: 'sun', section: 'theme' },
  { path: 'texts', group: 'look', icon: 'info', section: 'texts' },
  { path: 'videos', group: 'look', icon: 'eye', things: 'videos' },
  { path: 'video-types', group: 'look', icon: 'menu', things: 'videoTypes' },
  { path: 'company', group: 'look', icon: 'bank', section: 'company' },
  { path: 'rules', group: 'rules', icon: 'check', section: 'rules' },
  { path: 'limits', group: 'rules', icon: 'calendar', section: 'limits' },
  { path: 'contracts', group: 'rules', icon: 'card', section: 'contracts' },
  { path: 'billing', group: 'rules', icon: 'receipt', section: 'billing' },
  { path: 'reminders', group: 'rules', icon: 'mail', section: 'reminders' },
  { path: 'messages-price', group: 'rules', icon: 'mail', section: 'messages' },
  { path: 'replacements', group: 'rules', icon: 'user', section: 'replacements' },
  { path: 'security', group: 'rules', icon: 'lock', section: 'security' },
  { path: 'identities', group: 'rules', icon: 'lock', section: 'identities' },
  { path: 'reports', group: 'watch', icon: 'receipt', special: 'reports' },
  { path: 'billing-runs', group: 'watch', icon: 'receipt', special: 'billingRuns' },
  { path: 'simulator', group: 'watch', icon: 'calendar', special: 'simulator' },
  { path: 'audit', group: 'watch', icon: 'eye', special: 'audit' },
];

export const groups: readonly Group[] = ['people', 'place', 'sales', 'look', 'rules', 'watch'];

/** The area at an address; undefined where there is none. */
export function findArea(path: string): Area | undefined {
  return areas.find((area) => area.path === path);
}

/** The key of an area's own words. */
export function nameOf({
  things,
  section,
  special,
}: Area): ResourceKind | SectionName | NonNullable<Area['special']> {
  return things ?? section ?? special;
}
