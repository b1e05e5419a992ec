import { type Field, nameFields } from '#shared/kernel/fields.ts';
import { languages } from '#shared/kernel/language.ts';

const position: Field = { name: 'position', kind: 'integer', isRequired: true, least: 0, most: 1000 };

export const videoTypeFields: readonly Field[] = [...nameFields, position];

export const videoFields: readonly Field[] = [
  ...languages.map(
    (language): Field => ({
      name: `titles.${language}`,
      kind: 'text',
      isRequired: true,
      most: 100,
    }),
  ),
  ...languages.map((language): Field => ({ name: `descriptions.${language}`, kind: 'long', most: 500 })),
  { name: 'url', kind: 'text', isRequired: true, most: 300 },
  { name: 'thumbnail', kind: 'text', most: 300 },
  ...languages.map((language): Field => ({ name: `captions.${language}`, kind: 'text', most: 300 })),
  { name: 'typeIds', kind: 'choices', from: 'videoTypes' },
  position,
  { name: 'isActive', kind: 'isOn' },
];
