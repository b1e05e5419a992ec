import { describe, expect, test } from 'vitest';
import { isDemanded, isStaff, SecuritySettings } from './domain.ts';

const nobody = { isAdmin: false, trainerId: null, canSeeRegistrations: false, canManageRegistrations: false };
const from = '2026-09-14';

describe('a second factor is demanded', () => {
  test.each([
    ['nobody', { isAdmin: true }, '2026-09-14', false],
    ['staff', { isAdmin: true }, '2026-09-13', false],
    ['staff', { isAdmin: true }, '2026-09-14', true],
    ['staff', { trainerId: 7 }, '2026-09-14', true],
    ['staff', { canSeeRegistrations: true }, '2026-09-14', true],
    ['staff', { canManageRegistrations: true }, '2026-09-14', true],
    ['staff', {}, '2026-09-14', false],
    ['everybody', {}, '2026-09-13', false],
    ['everybody', {}, '2026-09-15', true],
  ] as const)('of %s, with the rights %j, on %s: %s', (demandedOf, rights, today, isOne) => {
    expect(isDemanded({ demandedOf, demandedFrom: from }, { ...nobody, ...rights }, today)).toBe(isOne);
  });
});

test('a centre that says nothing demands it of nobody', () => {
  expect(SecuritySettings.parse(undefined).demandedOf).toBe('nobody');
});

test('a claim without a trainer is no trainer’s', () => {
  expect(isStaff({ ...nobody, trainerId: undefined })).toBe(false);
});
