import { expect, test } from 'vitest';
import { refuseAsking, refuseConfirming } from './domain.ts';

test.each([
  [{ accountId: 1, hasFactor: true, isOpen: false }, 'ownFactorReset'],
  [{ accountId: 2, hasFactor: false, isOpen: false }, 'factorMissing'],
  [{ accountId: 2, hasFactor: true, isOpen: true }, 'factorResetThereAlready'],
  [{ accountId: 2, hasFactor: true, isOpen: false }, null],
])('administrator 1 asks for %j: %s', (about, refusal) => {
  expect(refuseAsking(about, 1)).toBe(refusal);
});

test.each([
  [{ accountId: 1, askedBy: 2 }, 'ownFactorReset'],
  [{ accountId: 2, askedBy: 1 }, 'secondAdministratorNeeded'],
  [{ accountId: 2, askedBy: 3 }, null],
  [{ accountId: 2, askedBy: null }, null],
])('administrator 1 confirms %j: %s', (about, refusal) => {
  expect(refuseConfirming(about, 1)).toBe(refusal);
});
