import { type Field, nameFields } from '#shared/kernel/fields.ts';
import { languages } from '#shared/kernel/language.ts';

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** Characters of what is said of styles and trainers. */
export const shortMost = 40;
export const lineMost = 200;
export const longMost = 1000;

/** In which trainers of the Baltics and their neighbours teach. */
export const taughtLanguages = ['et', 'lv', 'lt', 'en', 'ru', 'uk', 'fi', 'de'] as const;

const textFields = (name: string, kind: 'text' | 'long', most: number): readonly Field[] =>
  languages.map((language) => ({ name: `${name}.${language}`, kind, most }));

export const clubFields: readonly Field[] = [
  { name: 'name', kind: 'text', isRequired: true, most: 100 },
  { name: 'address', kind: 'text', most: 200 },
  { name: 'city', kind: 'text', most: 100 },
  { name: 'position', kind: 'integer', isRequired: true, least: 0, most: 1000 },
  ...weekdays.map((day) => ({ name: `hours.${day}`, kind: 'hours' as const })),
];

export const roomGroupFields: readonly Field[] = [
  { name: 'name', kind: 'text', isRequired: true, most: 100 },
];

export const roomFields: readonly Field[] = [
  { name: 'name', kind: 'text', isRequired: true, most: 100 },
  { name: 'clubId', kind: 'choice', from: 'clubs', isRequired: true, isFixed: true },
  { name: 'roomGroupId', kind: 'choice', from: 'roomGroups' },
  { name: 'capacity', kind: 'integer', isRequired: true, least: 1, most: 10_000 },
  { name: 'floor', kind: 'integer', least: -5, most: 200 },
  { name: 'isShared', kind: 'isOn' },
  { name: 'rentCents', kind: 'cents', least: 1, most: 1_000_000 },
  { name: 'partIds', kind: 'choices', from: 'rooms' },
];

export const trainingGroupFields: readonly Field[] = [
  { name: 'name', kind: 'text', isRequired: true, most: 100 },
  { name: 'clubId', kind: 'choice', from: 'clubs', isRequired: true },
  { name: 'trainerId', kind: 'choice', from: 'trainers' },
  { name: 'maxMembers', kind: 'integer', isRequired: true, least: 1, most: 1000 },
];

export const styleFields: readonly Field[] = [
  ...nameFields,
  { name: 'colour', kind: 'colour', isRequired: true },
  { name: 'isPersonal', kind: 'isOn' },
  ...textFields('levels', 'text', shortMost),
  ...textFields('audiences', 'text', lineMost),
  ...textFields('belongings', 'text', lineMost),
  ...textFields('descriptions', 'long', longMost),
];

export const trainerFields: readonly Field[] = [
  { name: 'firstName', kind: 'text', isRequired: true, most: 100 },
  { name: 'lastName', kind: 'text', isRequired: true, most: 100 },
  { name: 'isActive', kind: 'isOn' },
  { name: 'styleIds', kind: 'choices', from: 'styles' },
  { name: 'languages', kind: 'choices', choices: taughtLanguages },
  { name: 'photo', kind: 'text', most: 300 },
  ...textFields('strengths', 'text', lineMost),
  ...textFields('words', 'long', longMost),
];
