import { expect, test } from 'vitest';
import { type Benefit, Benefit as BenefitShape, benefitFor } from './domain.ts';

const zone = 'Europe/Tallinn';
// A Saturday, 17:00 in Tallinn.
const saturday = { clientType: 'groupTraining', clubId: 1, startsAt: '2026-11-21T15:00:00Z' } as const;
const benefit = (of: Partial<Benefit>) => BenefitShape.parse({ clientType: 'groupTraining', ...of });

test.each<[string, Partial<Benefit>, boolean]>([
  ['everything', {}, true],
  ['another kind', { clientType: 'gym' }, false],
  ['its club', { clubIds: [2, 1] }, true],
  ['another club', { clubIds: [2] }, false],
  ['on workdays', { weekdays: [1, 2, 3, 4, 5] }, false],
  ['on Saturdays', { weekdays: [6] }, true],
  ['in the mornings', { from: '06:00', until: '16:00' }, false],
  ['until it begins', { until: '17:00' }, false],
  ['from when it begins', { from: '17:00' }, true],
])('%s: %o', (_, of, isGood) => {
  expect(benefitFor([benefit(of)], saturday, zone) !== undefined).toBe(isGood);
});

test('the first one that fits is taken', () => {
  const counted = benefit({ visits: 8 });
  expect(benefitFor([benefit({ clientType: 'gym' }), counted, benefit({})], saturday, zone)).toBe(counted);
});
