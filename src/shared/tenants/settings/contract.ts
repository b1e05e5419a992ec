import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { type FieldKind, references } from '#shared/kernel/fields.ts';
import { Version } from '#shared/kernel/managed.ts';
import { sectionNames } from './domain.ts';

const kinds = [
  'text',
  'long',
  'email',
  'phone',
  'integer',
  'integers',
  'euros',
  'cents',
  'isOn',
  'choice',
  'choices',
  'colour',
  'date',
  'time',
  'hours',
  'rows',
] as const satisfies readonly FieldKind[];

const Column = z.object({
  name: z.string(),
  kind: z.enum(kinds),
  isRequired: z.boolean().optional(),
  least: z.number().optional(),
  most: z.number().optional(),
  choices: z.array(z.string()).readonly().optional(),
  from: z.enum(references).optional(),
  isFixed: z.boolean().optional(),
  standard: z.string().optional(),
});

/** A section of the centre's settings, with all that its form needs. */
export const Section = z.object({
  name: z.enum(sectionNames),
  version: Version,
  fields: z.array(Column.extend({ columns: z.array(Column).readonly().optional() })),
  values: z.record(z.string(), z.unknown()),
});
export type Section = z.infer<typeof Section>;

export const listSettings = endpoint({
  noun: 'back-office',
  method: 'GET',
  path: '/admin/back-office/settings',
  role: 'admin',
  summary:
    'What the centre has set: page rules, the numbers of every rule, look, texts, company; with the default of each',
  response: z.object({ sections: z.array(Section) }),
});

export const saveSettings = endpoint({
  noun: 'back-office',
  method: 'PUT',
  path: '/admin/back-office/settings',
  role: 'admin',
  summary:
    'Changes one section that still is as it was seen; every process works by it within a quarter of a second',
  body: z.strictObject({
    section: z.enum(sectionNames),
    version: Version,
    // Sections are known to the server alone. The longest is of two pages of text in three languages, written in UTF-8.
    values: z.record(z.string(), z.unknown()).meta({ most: { bytes: 420_000, values: 5000 } }),
  }),
  response: z.object({ version: Version }),
  errors: ['changedMeanwhile', 'proofNeeded'],
});
