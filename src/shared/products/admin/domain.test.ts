import { expect, test } from 'vitest';
import { campaignProblem, isGivenAway, type ProductParts, productProblem } from './domain.ts';

const terms = { periodMonths: 1, termMonths: null, renews: false, anchor: 'start' } as const;
const packaged: ProductParts = { kind: 'package', visits: null, prices: [{ clubId: 1 }], terms };

test.each([
  [{}, undefined],
  [{ prices: [{ clubId: 1 }, { clubId: 1 }] }, 'prices'],
  [{ terms: undefined }, 'terms.periodMonths'],
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
