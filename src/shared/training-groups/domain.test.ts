import { expect, test } from 'vitest';
import type { TrainingGroupMember } from './contract.ts';
import { contactOf, isActive } from './domain.ts';

const member: TrainingGroupMember = {
  clientId: 1,
  firstName: 'Kai',
  lastName: 'Kask',
  idCode: '•••••••1234',
  email: 'kai@test.test',
  phone: '+372 5555 1234',
  contractStartDate: '2026-09-01',
  contractEndDate: null,
  clubName: 'First club',
  payerName: 'Kai Kask',
  payerEmail: 'kai@test.test',
  payerPhone: '+372 5555 1234',
};

test.each([
  [{}, false],
  [{ payerName: ' kai  KASK ' }, false],
  [{ payerName: '', payerEmail: '', payerPhone: '' }, false],
  [{ payerName: 'Mari Mets' }, true],
  [{ payerEmail: 'mari@test.test' }, true],
  [{ payerPhone: '+372 5555 9999' }, true],
])('a payer with %j is somebody else: %s', (parts, isOther) => {
  const contact = contactOf({ ...member, ...parts });
  expect(contact !== null).toBe(isOther);
});

test('a member is active until the last day of the contract', () => {
  expect(isActive({ contractEndDate: '2026-09-14' }, '2026-09-14')).toBe(true);
  expect(isActive({ contractEndDate: '2026-09-13' }, '2026-09-14')).toBe(false);
  expect(isActive({ contractEndDate: null }, '2026-09-14')).toBe(true);
});
