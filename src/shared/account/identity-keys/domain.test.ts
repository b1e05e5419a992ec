import { expect, test } from 'vitest';
import { IdentitySettings, offeredProviders } from './domain.ts';

const smartIdUuid = '00000000-0000-4000-8000-000000000000';

test('a service is offered once both of its keys are set', () => {
  const offered = (values: object) => offeredProviders(IdentitySettings.parse(values));
  expect(offered({ smartIdUuid, smartIdName: 'Klubi' })).toEqual(['smartId']);
  expect(offered({ smartIdUuid })).toEqual([]);
  expect(offered({ smartIdName: 'Klubi' })).toEqual([]);
  expect(offered({})).toEqual([]);
  const mobile = { mobileIdUuid: smartIdUuid, mobileIdName: 'Klubi' };
  expect(offered(mobile)).toEqual(['mobileId']);
  expect(offered({ ...mobile, mobileIdUuid: '' })).toEqual([]);
  expect(offered({ ...mobile, mobileIdName: '' })).toEqual([]);
  expect(offered({ hasIdCard: true })).toEqual(['idCard']);
  const all = { ...mobile, smartIdUuid, smartIdName: 'Klubi', hasIdCard: true };
  expect(offered(all)).toEqual(['smartId', 'mobileId', 'idCard']);
});

test.each([
  ['', true],
  ['x'.repeat(32), true],
  ['x'.repeat(33), false],
  // Two bytes each.
  ['õ'.repeat(16), true],
  ['õ'.repeat(17), false],
  ['100% õ', true],
])('“%s” is a name that phones show: %s', (smartIdName, isTaken) => {
  expect(IdentitySettings.safeParse({ smartIdName }).success).toBe(isTaken);
});

test.each([
  [smartIdUuid, true],
  ['', true],
  ['klubi', false],
  [`${smartIdUuid}0`, false],
])('“%s” is a key: %s', (uuid, isTaken) => {
  expect(IdentitySettings.safeParse({ smartIdUuid: uuid }).success).toBe(isTaken);
});
