import { expect, test } from 'vitest';
import { grantProblem } from './domain.ts';

const bounds = { today: '2026-09-14', daysMax: 30 };
const gift = { terms: 'gift', reason: 'Broken shower', startMode: 'purchase', startsOn: null } as const;

test('a gift says why, a sale need not', () => {
  expect(grantProblem(gift, bounds)).toBeUndefined();
  expect(grantProblem({ ...gift, reason: '  ' }, bounds)).toEqual({
    field: 'reason',
    problem: 'fieldRequired',
  });
  expect(grantProblem({ ...gift, terms: 'invoice', reason: '' }, bounds)).toBeUndefined();
});

test('a chosen start is today or later, and not too far', () => {
  const chosen = { ...gift, startMode: 'chosen' } as const;
  const problemOn = (startsOn: string | null) => grantProblem({ ...chosen, startsOn }, bounds)?.problem;
  expect(problemOn('2026-09-14')).toBeUndefined();
  expect(problemOn('2026-09-13')).toBe('startPast');
  expect(problemOn('2026-10-15')).toBe('startTooFar');
  expect(problemOn(null)).toBe('fieldRequired');
});
