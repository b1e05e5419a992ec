import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type KnownClient,
  nameKey,
  ownerOf,
  type Person,
  recognise,
  type ShownClient,
  sameAs,
  samePeople,
} from './domain.ts';

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
    expect([sameAs(mari)(other), sameAs(other)(mari)]).toEqual([isSame, isSame]);
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

describe('who was shown is', () => {
  const typed: ShownClient = {
    ...{ firstName: 'Mari Liis', lastName: 'POLD', isLinked: false, isIdShown: false, isBlocked: false },
    hasAccount: false,
  };
  const other = { firstName: 'Jüri' };
  test.each<[string, Partial<ShownClient>, { hasAccount: boolean } | undefined]>([
    ['who has the code and the name, and no login', {}, { hasAccount: false }],
    ['nobody who has the code under another name', other, undefined],
    ['nobody whose login has the code', { hasAccount: true }, undefined],
    ['who has shown the code, whatever their name', { ...other, isIdShown: true }, { hasAccount: false }],
    ['who has shown the code and has a login', { isIdShown: true, hasAccount: true }, { hasAccount: true }],
    [
      'who logs in by it, whatever their name',
      { ...other, isLinked: true, hasAccount: true },
      { hasAccount: true },
    ],
    ['who is kept out, and gets no login', { isBlocked: true }, { hasAccount: true }],
  ])('%s', (_, parts, expected) => {
    const found = recognise(mari, [{ ...typed, ...parts }]);
    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeUndefined();
  });

  test('first of all who logs in by it', () => {
    const [shown, linked] = [
      { ...typed, isIdShown: true, id: 1 },
      { ...typed, isLinked: true, hasAccount: true, id: 2 },
    ];
    expect(recognise(mari, [shown, linked])?.id).toBe(2);
    expect(recognise(mari, [])).toBeUndefined();
  });
});

test('people are gathered as whoever compared each with all that are left would gather them', () => {
  const person = fc.record({
    firstName: fc.constantFrom('Mari', 'Jüri', 'Juri'),
    lastName: fc.constantFrom('Põld', 'Kask'),
    country: fc.constantFrom('EE', 'LV', 'XX', null),
    idCode: fc.constantFrom('49403136515', '38001085718', '', null),
  });
  fc.assert(
    fc.property(fc.array(person, { maxLength: 12 }), (people) => {
      const wanted: Person[][] = [];
      for (let left = people; left.length > 0; ) {
        const isSame = sameAs(left[0] as Person);
        wanted.push(left.filter(isSame));
        left = left.filter((one) => !isSame(one));
      }
      const inOrder = (groups: readonly (readonly Person[])[]) =>
        groups.map((group) => people.filter((one) => group.includes(one)));
      expect(inOrder(samePeople(people))).toEqual(inOrder(wanted));
    }),
    { numRuns: 500 },
  );
});
