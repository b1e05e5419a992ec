import { userFields } from '#shared/account/users/domain.ts';
import { clientFields } from '#shared/clients/domain.ts';
import { doorFields } from '#shared/entry/doors/domain.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { valueAt } from '#shared/kernel/fields.ts';
import type { Language } from '#shared/kernel/language.ts';
import * as sales from '#shared/products/admin/domain.ts';
import * as places from '#shared/rooms/places/domain.ts';
import { videoFields, videoTypeFields } from '#shared/videos/admin/domain.ts';
import type { Texts } from '#web/kernel/texts.tsx';
import type { Resource, ResourceKind } from '../queries.ts';
import { type ReferenceLists, textAt as wordAt } from './labels.ts';

interface Described {
  readonly title: string;
  readonly text: string;
  readonly isOff?: boolean;
  readonly colour?: string;
}

interface ResourceKindView {
  readonly fields: readonly Field[];
  /** Looked for by the server, because there are thousands. */
  readonly isSearched?: boolean;
  readonly isRemovable: boolean;
  /** What a new one begins with. */
  readonly blank: unknown;
  summaryOf(resource: Resource, say: Say): Described;
}

interface Say {
  readonly language: Language;
  /** The name of what a field refers to. */
  nameOf(list: string, id: unknown): string;
  /** The word of a choice. */
  wordOf(choice: string): string;
}

const textAt = (resource: Resource, name: string) => {
  const value = valueAt(resource.values, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');

/** What the one list and the one form need of each kind. */
export const resourceKinds: Readonly<Record<ResourceKind, ResourceKindView>> = {
  clubs: {
    fields: places.clubFields,
    isRemovable: true,
    blank: { position: 0 },
    summaryOf: (resource) => ({
      title: textAt(resource, 'name'),
      text: [textAt(resource, 'address'), textAt(resource, 'city')].filter(Boolean).join(', '),
    }),
  },
  roomGroups: {
    fields: places.roomGroupFields,
    isRemovable: true,
    blank: {},
    summaryOf: (resource) => ({ title: textAt(resource, 'name'), text: '' }),
  },
  rooms: {
    fields: places.roomFields,
    isRemovable: true,
    blank: { capacity: 20, partIds: [] },
    summaryOf: (resource, { nameOf }) => ({
      title: textAt(resource, 'name'),
      text: joined(
        nameOf('clubs', resource.values.clubId),
        nameOf('roomGroups', resource.values.roomGroupId),
        textAt(resource, 'capacity'),
      ),
    }),
  },
  doors: {
    fields: doorFields,
    isRemovable: true,
    blank: { direction: 'in', clientType: 'gym', relayUrl: '', isActive: true },
    summaryOf: (resource, { nameOf, wordOf }) => ({
      title: textAt(resource, 'name'),
      text: joined(nameOf('clubs', resource.values.clubId), wordOf(textAt(resource, 'direction'))),
      isOff: resource.values.isActive !== true,
    }),
  },
  styles: {
    fields: places.styleFields,
    isRemovable: true,
    blank: { colour: '#487CDE' },
    summaryOf: (resource, { language, wordOf }) => ({
      title: textAt(resource, `names.${language}`),
      text: resource.values.isPersonal === true ? wordOf('personalTraining') : '',
      colour: textAt(resource, 'colour'),
    }),
  },
  trainers: {
    fields: places.trainerFields,
    isRemovable: true,
    blank: { isActive: true },
    summaryOf: (resource, { nameOf }) => ({
      title: `${textAt(resource, 'firstName')} ${textAt(resource, 'lastName')}`,
      text: (Array.isArray(resource.values.styleIds) ? resource.values.styleIds : [])
        .slice(0, 4)
        .map((id: unknown) => nameOf('styles', id))
        .join(', '),
      isOff: resource.values.isActive !== true,
    }),
  },
  clients: {
    fields: clientFields,
    isSearched: true,
    isRemovable: false,
    blank: {},
    summaryOf: (resource, { wordOf }) => ({
      title: `${textAt(resource, 'firstName')} ${textAt(resource, 'lastName')}`,
      text: joined(
        resource.facts.code ?? '',
        textAt(resource, 'email'),
        resource.facts.emailTyped ? wordOf('emailTyped') : '',
        textAt(resource, 'phone'),
      ),
      isOff: resource.values.isBlocked === true,
    }),
  },
  trainingGroups: {
    fields: places.trainingGroupFields,
    isRemovable: true,
    blank: { maxMembers: 12 },
    summaryOf: (resource, { nameOf }) => ({
      title: textAt(resource, 'name'),
      text: joined(
        nameOf('clubs', resource.values.clubId),
        nameOf('trainers', resource.values.trainerId),
        `${resource.facts.members ?? 0} / ${textAt(resource, 'maxMembers')}`,
      ),
    }),
  },
  products: {
    fields: sales.productFields,
    isRemovable: true,
    blank: {
      kind: 'ticket',
      category: 'webapp_fitness',
      clientType: 'groupTraining',
      vatKind: 'standard',
      validCount: 1,
      validUnit: 'month',
      startMode: 'purchase',
      isActive: true,
      position: 0,
      terms: { periodMonths: 1, bindingMonths: 0, anchor: 'start' },
    },
    summaryOf: (resource, { language, wordOf }) => ({
      title: textAt(resource, `names.${language}`),
      text: wordOf(textAt(resource, 'kind')),
      isOff: resource.values.isActive !== true,
    }),
  },
  campaigns: {
    fields: sales.campaignFields,
    isRemovable: true,
    blank: { effect: 'percent', isActive: true },
    summaryOf: (resource, { language }) => ({
      title: textAt(resource, 'code'),
      text: textAt(resource, `names.${language}`),
      isOff: resource.values.isActive !== true,
    }),
  },
  videoTypes: {
    fields: videoTypeFields,
    isRemovable: true,
    blank: { position: 0 },
    summaryOf: (resource, { language }) => ({
      title: textAt(resource, `names.${language}`),
      text: resource.facts.videos ?? '',
    }),
  },
  videos: {
    fields: videoFields,
    isRemovable: true,
    blank: { position: 0, isActive: true, typeIds: [] },
    summaryOf: (resource, { language, nameOf }) => ({
      title: textAt(resource, `titles.${language}`),
      text: (Array.isArray(resource.values.typeIds) ? resource.values.typeIds : [])
        .map((id: unknown) => nameOf('videoTypes', id))
        .join(', '),
      isOff: resource.values.isActive !== true,
    }),
  },
  users: {
    fields: userFields,
    isSearched: true,
    isRemovable: false,
    blank: { canSeeRegistrations: true },
    summaryOf: (resource, { nameOf }) => ({
      title: `${textAt(resource, 'firstName')} ${textAt(resource, 'lastName')}`,
      text: joined(textAt(resource, 'email'), nameOf('trainers', resource.values.trainerId)),
      isOff: resource.values.isBlocked === true,
    }),
  },
};

export function sayWith(t: Texts['t'], language: Language, references: ReferenceLists): Say {
  return {
    language,
    wordOf: (choice) => wordAt(t, `choices.${choice}`, choice),
    nameOf: (list, id) => references[list]?.find((one) => one.id === id)?.name ?? '',
  };
}
