import { describe, expect, test } from 'vitest';
import { isSamePerson, type KnownClient, nameKey, ownerOf, type Person } from './domain.ts';

const mari: Person = { firstName: 'Mari-Liis', lastName: 'Põld', country: 'EE', idCode: '49403136515' };
const unknown = { country: null, idCode: null };

test.each([
  [{ firstName: 'mari liis', lastName: 'POLD' }, true],
  [{ firstName: 'Põld', lastName: 'Mari-Liis' }, true],
  [{ firstName: ' Mari-Liis ', lastName: 'Põld ' }, true],
  [{ firstName: 'Mari', lastName: 'Põld' }, false],
])('%j is the name of Mari-Liis Põld: %s', (name, isSame) => {
  expect(nameKey(name) === nameKey(mari)).toBe(isSame);
});

describe('of one mail address', () => {
  test.each<[string, Person, boolean]>([
    ['the same name without a code', { ...mari, ...unknown }, true],
    ['another name without a code', { ...mari, ...unknown, firstName: 'Jüri' }, false],
    ['the same code under another name', { ...mari, lastName: 'Kask' }, true],
    ['the same name with another code', { ...mari, idCode: '38001085718' }, false],
    ['the same digits of another country', { ...mari, country: 'LV' }, false],
    ['a code that names nobody', { ...mari, country: 'XX', idCode: '1' }, true],
  ])('%s', (_, other, isSame) => {
    expect([isSamePerson(mari, other), isSamePerson(other, mari)]).toEqual([isSame, isSame]);
  });

  test('whoever can log in comes first, then whoever was there first', () => {
    const client = (id: number, hasAccount: boolean, parts: Partial<Person> = {}): KnownClient => ({
      ...{ ...mari, ...unknown, ...parts },
      ...{ id, hasAccount },
    });
    expect(ownerOf(mari, [client(1, false), client(2, true), client(3, true)])?.id).toBe(2);
    expect(ownerOf(mari, [client(5, false), client(4, false)])?.id).toBe(4);
    expect(ownerOf(mari, [client(1, true, { lastName: 'Kask' })])).toBeUndefined();
    expect(ownerOf(mari, [])).toBeUndefined();
  });
});
