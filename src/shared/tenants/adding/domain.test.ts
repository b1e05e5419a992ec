import { expect, test } from 'vitest';
import { isHost, isSameTenant, isTimeZone, TenantRequest } from './domain.ts';

test.each([
  ['uusklubi.ee', true],
  ['trenn.uus-klubi.ee', true],
  ['xn--pnu-klubi-g3a.ee', true],
  ['uusklubi', false],
  ['Uusklubi.ee', false],
  ['uus klubi.ee', false],
  ['-uus.ee', false],
  ['uus-.ee', false],
  ['uus..ee', false],
  ['192.168.1.1', false],
  ['uusklubi.localhost', false],
  ['uusklubi.ee:8080', false],
  ['uusklubi.ee/x', false],
  [`${'a'.repeat(64)}.ee`, false],
])('%s as a host: %s', (text, isOne) => {
  expect(isHost(text)).toBe(isOne);
});

test.each([
  ['Europe/Tallinn', true],
  ['Europe/Riga', true],
  ['Europe/Nowhere', false],
  ['+02:00', false],
  ['', false],
])('%s as a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});

const request = {
  host: ' UusKlubi.ee ',
  name: 'Uus Klubi',
  country: 'EE',
  languages: ['et', 'en'],
  timeZone: 'Europe/Tallinn',
  kind: 'sportsCentre',
  email: 'Juhataja@Uusklubi.ee',
  firstName: 'Mari',
  lastName: 'Maasikas',
};

test('a wish is kept as the centre will be known', () => {
  expect(TenantRequest.parse(request)).toMatchObject({ host: 'uusklubi.ee', email: 'juhataja@uusklubi.ee' });
});

test.each([
  ['host', 'nowhere'],
  ['name', ' '],
  ['country', 'FI'],
  ['languages', ['fi']],
  ['languages', ['et', 'et']],
  ['timeZone', 'Mars/Olympus'],
  ['kind', 'bakery'],
  ['email', 'mari'],
])('%s: %j is refused', (field, value) => {
  const parsed = TenantRequest.safeParse({ ...request, [field]: value });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toContain(field);
});

test('the same centre once more is the same; another one under its host is not', () => {
  const known = { name: 'Uus Klubi', country: 'EE', kind: 'spa' };
  expect(isSameTenant(known, known)).toBe(true);
  expect(isSameTenant({ ...known, name: 'Teine' }, known)).toBe(false);
  expect(isSameTenant({ ...known, kind: 'golfClub' }, known)).toBe(false);
});
