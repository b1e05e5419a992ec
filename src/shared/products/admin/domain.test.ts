import { expect, test } from 'vitest';
import { campaignProblem, isCheapened, isGivenAway, type ProductParts, productProblem } from './domain.ts';

const terms = { periodMonths: 1, termMonths: null, renews: false, anchor: 'start' } as const;
const packaged: ProductParts = { kind: 'package', visits: null, prices: [{ clubId: 1 }], terms };

test.each([
  [{}, undefined],
  [{ prices: [{ clubId: 1 }, { clubId: 1 }] }, 'prices'],
  [{ terms: undefined }, 'terms.periodMonths'],
  [{ terms: { ...terms, anchor: 'first' } }, undefined],
  [{ terms: { ...terms, periodMonths: 3 } }, undefined],
  [{ terms: { ...terms, anchor: 'first', periodMonths: 2 } }, 'terms.anchor'],
  [{ terms: { ...terms, anchor: 'first', periodMonths: 3 } }, 'terms.anchor'],
  [{ terms: { ...terms, renews: true } }, 'terms.termMonths'],
  [{ kind: 'ticket' }, 'terms'],
  [{ kind: 'ticket', terms: undefined }, undefined],
  [{ kind: 'voucher', terms: undefined }, 'visits'],
] as const)('a product with %j: %s', (change, problem) => {
  expect(productProblem({ ...packaged, ...change } as ProductParts)).toBe(problem);
});

const campaign = { effect: 'none', validFrom: '2026-09-01', validUntil: null };

test.each([
  [{}, undefined],
  [{ effect: 'percent' }, 'percent'],
  [{ effect: 'percent', percent: 10 }, undefined],
  [{ effect: 'set' }, 'amount'],
  [{ effect: 'set', amount: 0 }, undefined],
  [{ effect: 'subtract', amount: 0 }, 'amount'],
  [{ validUntil: '2026-08-31' }, 'validUntil'],
  // A single day.
  [{ validUntil: '2026-09-01' }, undefined],
])('a campaign with %j: %s', (change, problem) => {
  expect(campaignProblem({ ...campaign, ...change })).toBe(problem);
});

test.each([
  [{ effect: 'percent', percent: 100 }, true],
  [{ effect: 'percent', percent: 99 }, false],
  [{ effect: 'set', amount: 0 }, true],
  [{ effect: 'set', amount: 0.01 }, false],
  [{ effect: 'subtract', amount: 100 }, true],
  [{ effect: 'subtract', amount: 99.99 }, false],
  [{ effect: 'none' }, false],
])('a campaign with %j gives away what its code is typed for: %s', (parts, isAll) => {
  expect(isGivenAway({ ...parts, isActive: true })).toBe(isAll);
  expect(isGivenAway({ ...parts, isActive: false })).toBe(false);
});

const at = (price: number, priceOnline: number | null = null, clubId = 1) => ({ clubId, price, priceOnline });

test.each([
  ['made for nothing', undefined, [at(0)], true],
  ['made for something', undefined, [at(500)], false],
  ['made for nothing in the app alone', undefined, [at(9, 0)], true],
  ['given a price of nothing', [at(0.01)], [at(0)], true],
  ['left at nothing', [at(0)], [at(0)], false],
  ['sold for nothing in another club', [at(0)], [at(0), at(0, null, 2)], true],
  ['given a price again', [at(0)], [at(9)], false],
  ['lowered by a hundred euros', [at(150)], [at(50)], true],
  ['lowered by less', [at(150)], [at(50.01)], false],
  ['lowered by a hundred euros in the app', [at(150)], [at(150, 50)], true],
  ['lowered by a hundred euros at the desk alone', [at(150, 50)], [at(50)], true],
  ['sold for nothing at the desk too', [at(150, 0)], [at(0)], true],
  // As floating point has it, less than a hundred.
  ['lowered by a hundred euros and cents stay', [at(256.9)], [at(156.9)], true],
  ['raised', [at(50)], [at(500)], false],
  ['sold in no club any more', [at(500)], [], false],
])('a product %s: asked again or not', (_, before, after, expected) => {
  const was = before && { isActive: true, prices: before };
  expect(isCheapened(was, { isActive: true, prices: after })).toBe(expected);
});

test.each([
  ['nothing is asked about once it is for sale', [at(0)], [at(0)], { off: false, on: true }],
  ['so much less is asked about before it is for sale', [at(150)], [at(50)], { off: true, on: true }],
])('of what is not for sale: %s', (_, prices, after, { off, on }) => {
  const before = { isActive: false, prices };
  expect(isCheapened(before, { isActive: false, prices: after })).toBe(off);
  expect(isCheapened(before, { isActive: true, prices: after })).toBe(on);
});
