import { expect, test } from 'vitest';
import { doublesOf, givenUpOf, mergeRefusal } from './domain.ts';

const kept = { id: 1, idCode: '49403136515', hasErasure: false };
const gone = { id: 2, idCode: null, hasErasure: false };
const booking = { kind: 'booking' as const, name: 'Jooga', otherName: 'Pilates' };
const contract = {
  ...{ kind: 'contract' as const, name: '26-1', otherName: '26-2', contractId: 1, otherContractId: 2 },
  ...{ startsOn: '2026-09-01', otherStartsOn: '2026-09-10' },
};
const next = { ...contract, name: '26-3', contractId: 3, startsOn: '2026-10-01' };

test.each([
  [kept, gone, [], undefined],
  [kept, { ...gone, idCode: kept.idCode }, [], undefined],
  [kept, kept, [], 'mergeSame'],
  [kept, { ...gone, idCode: '38001085718' }, [], 'mergeOtherPerson'],
  [{ ...kept, hasErasure: true }, gone, [], 'mergeErasure'],
  [kept, { ...gone, hasErasure: true }, [booking], 'mergeErasure'],
  [kept, gone, [contract], 'mergeContracts'],
  [kept, gone, [contract, booking], 'mergeBookings'],
])('%j and %j with %j: %s', (one, other, clashes, refusal) => {
  expect(mergeRefusal(one, other, clashes)).toBe(refusal);
});

test.each([
  [[contract], [1], undefined],
  [[contract], [2], undefined],
  [[contract], [1, 2], 'mergeContracts'],
  [[contract], [1, 9], 'mergeContracts'],
  [[contract, next], [1], 'mergeContracts'],
  [[contract, next], [2], undefined],
  [[contract, next], [1, 3], undefined],
  [[booking], [], 'mergeBookings'],
])('%j where %j give way: %s', (clashes, givenUp, refusal) => {
  expect(mergeRefusal(kept, gone, clashes, { givenUp })).toBe(refusal);
});

test('what their accounts have against it comes after who they are', () => {
  const refusal = 'mergeStaff';
  expect(mergeRefusal(kept, gone, [booking], { refusal })).toBe('mergeStaff');
  expect(mergeRefusal(kept, { ...gone, idCode: '38001085718' }, [], { refusal })).toBe('mergeOtherPerson');
});

test('each gives way for the first that it meets', () => {
  expect(givenUpOf([next, contract], [2])).toEqual([
    { contractId: 2, other: { number: '26-1', startsOn: '2026-09-01' } },
  ]);
  expect(givenUpOf([contract], [1])).toEqual([
    { contractId: 1, other: { number: '26-2', startsOn: '2026-09-10' } },
  ]);
});

test('of one mail address those are shown who seem to be one person, with the one that would stay', () => {
  const client = (id: number, lastName: string, parts: object = {}) => ({
    ...{ id, lastName, firstName: 'Mari', country: 'EE', idCode: null, hasAccount: false },
    ...{ code: `K${id}`, email: 'mari@test.test', ...parts },
  });
  const pairs = doublesOf([
    client(1, 'Põld', { email: 'MARI@test.test' }),
    client(2, 'Kask', { firstName: 'Jüri' }),
    client(3, 'Pold', { hasAccount: true }),
    client(4, 'Põld', { email: 'other@test.test' }),
    client(5, 'Põld', { idCode: '49403136515' }),
  ]);
  expect(pairs.map(({ kept: one, gone: other }) => [one.id, other.id])).toEqual([
    [3, 1],
    [3, 5],
  ]);
});
