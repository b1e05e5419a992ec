import { expect, test } from 'vitest';
import { haveRightsChanged, leavesNoAdministrator, type Rights } from './domain.ts';

const rights: Rights = {
  trainerId: null,
  isAdmin: true,
  canSeeRegistrations: false,
  canManageRegistrations: false,
  isBlocked: false,
};

test.each([
  [[1], 1, { isAdmin: false, isBlocked: false }, true],
  [[1], 1, { isAdmin: true, isBlocked: true }, true],
  [[1], 1, { isAdmin: true, isBlocked: false }, false],
  [[1, 2], 1, { isAdmin: false, isBlocked: false }, false],
  [[2], 1, { isAdmin: false, isBlocked: false }, false],
])('administrators %j, account %i becomes %j', (administrators, id, after, isNobodyLeft) => {
  expect(leavesNoAdministrator(administrators, id, after)).toBe(isNobodyLeft);
});

test.each([
  { trainerId: 4 },
  { isAdmin: false },
  { canSeeRegistrations: true },
  { canManageRegistrations: true },
  { isBlocked: true },
])('%j is another right', (change) => {
  expect(haveRightsChanged(rights, { ...rights, ...change })).toBe(true);
  expect(haveRightsChanged(rights, { ...rights })).toBe(false);
});
