import { expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { findProblems, formOf, valuesOf } from '#shared/back-office/managing/domain.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import {
  fieldsOf,
  parseSection,
  readSection,
  type StoredCentre,
  sectionNames,
  storeSection,
} from './domain.ts';

const stored: StoredCentre = {
  name: 'Põhjala',
  defaultLanguage: 'et',
  languages: ['et', 'en'],
  slogans: { et: 'Sinu trenn', en: 'Your workout', lv: '' },
  theme: { light: '#2A3BDB', dark: '#7C91FE', defaultColorScheme: 'light' },
  pageRules: PageRules.parse({ main: { defaultLanguage: 'et', defaultColorScheme: 'light' } }),
  limits: BookingLimits.parse({}),
  company: {
    name: 'Põhjala OÜ',
    registryCode: '19000111',
    vatPercent: 24,
    contact: { email: 'info@pohjala.test', phone: '+372 5555 0101', address: 'Pikk 1' },
  },
  texts: {},
};

test.each(sectionNames)('%s: what its form shows is in order, and saved it changes nothing', (section) => {
  const fields = fieldsOf(section);
  const form = formOf(fields, readSection(section, stored));
  expect(findProblems(fields, form)).toEqual({});
  const parsed = parseSection(section, valuesOf(fields, form), stored);
  if (!('values' in parsed)) throw new Error(parsed.problem);
  const kept = { ...stored, ...storeSection(section, parsed.values, stored) };
  expect(readSection(section, kept)).toEqual(readSection(section, stored));
  // What no form shows stays.
  expect(kept.company.vatPercent).toBe(24);
});

test.each(sectionNames)('%s: each field has a name for its reader', (section) => {
  const words: unknown = en.backOffice.settings[section];
  for (const { name, columns = [] } of fieldsOf(section)) {
    for (const key of [name, ...columns.map((column) => `${name}Columns.${column.name}`)]) {
      const text = key
        .split('.')
        .reduce<unknown>((inside, part) => (inside as Record<string, unknown> | undefined)?.[part], words);
      expect([key, typeof text]).toEqual([key, 'string']);
    }
  }
});

test('numbers that contradict each other are refused by their place', () => {
  const values = readSection('contracts', stored) as { freeze: object };
  const freeze = { ...values.freeze, minDays: 30, maxDays: 7 };
  expect(parseSection('contracts', { ...values, freeze }, stored)).toEqual({ problem: 'freeze.maxDays' });
  const limits = { ...BookingLimits.parse({}), holds: [{ from: 90, hold: 30 }] };
  expect(parseSection('limits', limits, stored)).toEqual({ problem: 'holds' });
  const rules = PageRules.parse({ main: { defaultLanguage: 'lv' } });
  expect(parseSection('rules', rules, stored)).toEqual({ problem: 'main.defaultLanguage' });
  const centre = readSection('centre', stored) as object;
  expect(parseSection('centre', { ...centre, languages: ['en'] }, stored)).toEqual({ problem: 'languages' });
});

test('an account number is kept without its gaps, and a wrong one is refused', () => {
  const company = readSection('company', stored) as object;
  expect(parseSection('company', { ...company, iban: 'EE12 3456' }, stored)).toEqual({ problem: 'iban' });
  const parsed = parseSection('company', { ...company, iban: 'EE38 2200 2210 2014 5685' }, stored);
  if (!('values' in parsed)) throw new Error(parsed.problem);
  expect(storeSection('company', parsed.values, stored).company?.iban).toBe('EE382200221020145685');
});
