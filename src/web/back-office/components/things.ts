import { clientFields } from '#shared/back-office/clients/domain.ts';
import type { Field } from '#shared/back-office/managing/domain.ts';
import { valueAt } from '#shared/back-office/managing/domain.ts';
import * as places from '#shared/back-office/places/domain.ts';
import * as sales from '#shared/back-office/sales/domain.ts';
import { userFields } from '#shared/back-office/users/domain.ts';
import { videoFields, videoTypeFields } from '#shared/back-office/videos/domain.ts';
import { doorFields } from '#shared/entry/doors/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { Texts } from '#web/kernel/texts.tsx';
import type { Thing, ThingKind } from '../queries.ts';
import { type ReferenceLists, textAt as wordAt } from './words.ts';

interface Described {
  readonly title: string;
  readonly text: string;
  readonly isOff?: boolean;
  readonly colour?: string;
}

interface KindOfThing {
  readonly fields: readonly Field[];
  /** Looked for by the server, because there are thousands. */
  readonly isSearched?: boolean;
  readonly isRemovable: boolean;
  /** What a new one begins with. */
  readonly blank: unknown;
  summaryOf(thing: Thing, say: Say): Described;
}

interface Say {
  readonly language: Language;
  /** The name of what a field refers to. */
  nameOf(list: string, id: unknown): string;
  /** The word of a choice. */
  wordOf(choice: string): string;
}

const textAt = (thing: Thing, name: string) => {
  const value = valueAt(thing.values, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');

/** What the one list and the one form need of each kind. */
export const kindsOfThings: Readonly<Record<ThingKind, KindOfThing>> = {
  clubs: {
    fields: places.clubFields,
    isRemovable: true,
    blank: { position: 0 },
    summaryOf: (thing) => ({
      title: textAt(thing, 'name'),
      text: [textAt(thing, 'address'), textAt(thing, 'city')].filter(Boolean).join(', '),
    }),
  },
  roomGroups: {
    fields: places.roomGroupFields,
    isRemovable: true,
    blank: {},
    summaryOf: (thing) => ({ title: textAt(thing, 'name'), text: '' }),
  },
  rooms: {
    fields: places.roomFields,
    isRemovable: true,
    blank: { capacity: 20, partIds: [] },
    summaryOf: (thing, { nameOf }) => ({
      title: textAt(thing, 'name'),
      text: joined(
        nameOf('clubs', thing.values.clubId),
        nameOf('roomGroups', thing.values.roomGroupId),
        textAt(thing, 'capacity'),
      ),
    }),
  },
  doors: {
    fields: doorFields,
    isRemovable: true,
    blank: { direction: 'in', clientType: 'gym', relayUrl: '', isActive: true },
    summaryOf: (thing, { nameOf, wordOf }) => ({
      title: textAt(thing, 'name'),
      text: joined(nameOf('clubs', thing.values.clubId), wordOf(textAt(thing, 'direction'))),
      isOff: thing.values.isActive !== true,
    }),
  },
  styles: {
    fields: places.styleFields,
    isRemovable: true,
    blank: { colour: '#487CDE' },
    summaryOf: (thing, { language, wordOf }) => ({
      title: textAt(thing, `names.${language}`),
      text: thing.values.isPersonal === true ? wordOf('personalTraining') : '',
      colour: textAt(thing, 'colour'),
    }),
  },
  trainers: {
    fields: places.trainerFields,
    isRemovable: true,
    blank: { isActive: true },
    summaryOf: (thing, { nameOf }) => ({
      title: `${textAt(thing, 'firstName')} ${textAt(thing, 'lastName')}`,
      text: (Array.isArray(thing.values.styleIds) ? thing.values.styleIds : [])
        .slice(0, 4)
        .map((id: unknown) => nameOf('styles', id))
        .join(', '),
      isOff: thing.values.isActive !== true,
    }),
  },
  clients: {
    fields: clientFields,
    isSearched: true,
    isRemovable: false,
    blank: {},
    summaryOf: (thing) => ({
      title: `${textAt(thing, 'firstName')} ${textAt(thing, 'lastName')}`,
      text: joined(thing.facts.code ?? '', textAt(thing, 'email'), textAt(thing, 'phone')),
      isOff: thing.values.isBlocked === true,
    }),
  },
  trainingGroups: {
    fields: places.trainingGroupFields,
    isRemovable: true,
    blank: { maxMembers: 12 },
    summaryOf: (thing, { nameOf }) => ({
      title: textAt(thing, 'name'),
      text: joined(
        nameOf('clubs', thing.values.clubId),
        nameOf('trainers', thing.values.trainerId),
        `${thing.facts.members ?? 0} / ${textAt(thing, 'maxMembers')}`,
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
    summaryOf: (thing, { language, wordOf }) => ({
      title: textAt(thing, `names.${language}`),
      text: wordOf(textAt(thing, 'kind')),
      isOff: thing.values.isActive !== true,
    }),
  },
  campaigns: {
    fields: sales.campaignFields,
    isRemovable: true,
    blank: { effect: 'percent', isActive: true },
    summaryOf: (thing, { language }) => ({
      title: textAt(thing, 'code'),
      text: textAt(thing, `names.${language}`),
      isOff: thing.values.isActive !== true,
    }),
  },
  videoTypes: {
    fields: videoTypeFields,
    isRemovable: true,
    blank: { position: 0 },
    summaryOf: (thing, { language }) => ({
      title: textAt(thing, `names.${language}`),
      text: thing.facts.videos ?? '',
    }),
  },
  videos: {
    fields: videoFields,
    isRemovable: true,
    blank: { position: 0, isActive: true, typeIds: [] },
    summaryOf: (thing, { language, nameOf }) => ({
      title: textAt(thing, `titles.${language}`),
      text: (Array.isArray(thing.values.typeIds) ? thing.values.typeIds : [])
        .map((id: unknown) => nameOf('videoTypes', id))
        .join(', '),
      isOff: thing.values.isActive !== true,
    }),
  },
  users: {
    fields: userFields,
    isSearched: true,
    isRemovable: false,
    blank: { canSeeRegistrations: true },
    summaryOf: (thing, { nameOf }) => ({
      title: `${textAt(thing, 'firstName')} ${textAt(thing, 'lastName')}`,
      text: joined(textAt(thing, 'email'), nameOf('trainers', thing.values.trainerId)),
      isOff: thing.values.isBlocked === true,
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
