import { expect, test } from 'vitest';
import { nameKey } from './names.ts';

test.each([
  ['Šmits, Jānis', 'janis smits'],
  ['JANIS SMITS', 'janis smits'],
  [' Anna-Liisa  Õun', 'anna liisa oun'],
  ['Liisa Anna Oun', 'anna liisa oun'],
  ['Uun', 'uun'],
  [' .,', ''],
])('%s is compared as %s', (name, key) => {
  expect(nameKey(name)).toBe(key);
});
