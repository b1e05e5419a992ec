import { expect, test } from 'vitest';
import { mergeRefusal } from './domain.ts';

const kept = { id: 1, idCode: '49403136515' };
const gone = { id: 2, idCode: null };
const clash = { name: 'Jooga', otherName: 'Pilates' };

test.each([
  [kept, gone, [], undefined],
  [kept, { ...gone, idCode: kept.idCode }, [], undefined],
  [kept, kept, [], 'mergeSame'],
  [kept, { ...gone, idCode: '38001085718' }, [], 'mergeOtherPerson'],
  [kept, gone, [{ kind: 'contract' as const, ...clash }], 'mergeContracts'],
  [
    kept,
    gone,
    [
      { kind: 'contract' as const, ...clash },
      { kind: 'booking' as const, ...clash },
    ],
    'mergeBookings',
  ],
])('%j and %j with %j: %s', (one, other, clashes, refusal) => {
  expect(mergeRefusal(one, other, clashes)).toBe(refusal);
});
