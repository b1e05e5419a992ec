import { describe, expect, test } from 'vitest';
import { changedFields, type Field, findProblems, formOf, rebase, valuesOf } from './fields.ts';

const fields: readonly Field[] = [
  { name: 'names.et', kind: 'text', isRequired: true, most: 5 },
  { name: 'feeCents', kind: 'cents', least: 0, most: 10_000 },
  { name: 'price', kind: 'euros', isRequired: true, least: 0 },
  { name: 'days', kind: 'integers', least: 1, most: 90 },
  { name: 'isOn', kind: 'isOn' },
  { name: 'clubId', kind: 'choice', from: 'clubs', isRequired: true },
  { name: 'groupId', kind: 'choice', from: 'roomGroups' },
  { name: 'filters', kind: 'choices', choices: ['club', 'room'] },
  { name: 'hours.monday', kind: 'hours' },
  {
    name: 'holds',
    kind: 'rows',
    isRequired: true,
    columns: [
      { name: 'from', kind: 'integer', isRequired: true, least: 0 },
      { name: 'hold', kind: 'integer', isRequired: true, least: 1 },
    ],
  },
];
const values = {
  names: { et: 'Saal' },
  feeCents: 1250,
  price: 49.9,
  days: [30, 7],
  isOn: true,
  clubId: 3,
  groupId: null,
  filters: ['room'],
  hours: { monday: '06:30-22:00' },
  holds: [{ from: 0, hold: 15 }],
};

test('what fields show says the same when it is read back', () => {
  const form = formOf(fields, values);
  expect(form).toMatchObject({ feeCents: '12.50', price: '49.90', days: '30, 7', clubId: '3', groupId: '' });
  expect(valuesOf(fields, form)).toEqual(values);
  expect(findProblems(fields, form)).toEqual({});
});

test.each([
  ['names.et', ' ', { code: 'required' }],
  ['names.et', 'Staadion', { code: 'shorter', num: 5 }],
  ['feeCents', '1,234', { code: 'amount' }],
  ['feeCents', '100.01', { code: 'most', num: 100 }],
  ['price', '-1', { code: 'least', num: 0 }],
  ['price', 'free', { code: 'amount' }],
  ['days', '30, x', { code: 'number' }],
  ['days', '0', { code: 'least', num: 1 }],
  ['clubId', '', { code: 'required' }],
  ['hours.monday', '22:00-06:00', { code: 'hours' }],
  ['hours.monday', '24:00-24:00', { code: 'hours' }],
  ['hours.monday', '00:00-24:01', { code: 'hours' }],
  ['holds', [], { code: 'required' }],
  ['holds', [{ from: '0', hold: '0' }], { code: 'least', num: 1 }],
])('%s: %j is %j', (name, value, problem) => {
  expect(findProblems(fields, { ...formOf(fields, values), [name]: value })).toEqual({ [name]: problem });
});

test('a club may be open the whole day', () => {
  expect(findProblems(fields, { ...formOf(fields, values), 'hours.monday': '00:00-24:00' })).toEqual({});
});

test('a comma is a point in money', () => {
  const form = { ...formOf(fields, values), price: '49,9', feeCents: '12,5' };
  expect(valuesOf(fields, form)).toEqual(values);
});

test('fields in which two forms differ are named in their order', () => {
  const form = formOf(fields, values);
  expect(changedFields(fields, form, { ...form, isOn: false, price: '1.00' })).toEqual(['price', 'isOn']);
});

test('what two changed is told, what one changed is kept', () => {
  const base = formOf(fields, values);
  const typed = { ...base, price: '10.00', isOn: false, days: '5' };
  const stored = { ...base, price: '20.00', isOn: false, clubId: '9' };
  expect(rebase(fields, { base, stored, typed })).toEqual({
    form: { ...base, price: '10.00', isOn: false, days: '5', clubId: '9' },
    conflicts: ['price'],
  });
});

describe('two ways to write one value', () => {
  const form = formOf(fields, { price: 123.45 });

  test('are no change', () => {
    expect(changedFields(fields, form, { ...form, price: '123,45' })).toEqual([]);
    expect(changedFields(fields, form, { ...form, price: '123,4' })).toEqual(['price']);
    expect(changedFields(fields, form, { ...form, price: '123.45x' })).toEqual(['price']);
  });

  test('what was typed stays as typed once it is stored', () => {
    const typed = { ...form, price: '123,45' };
    expect(rebase(fields, { base: formOf(fields, { price: 1 }), stored: form, typed })).toEqual({
      form: typed,
      conflicts: [],
    });
  });
});
