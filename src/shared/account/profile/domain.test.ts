import { describe, expect, it } from 'vitest';
import {
  counties,
  type ProfileDetails,
  profileProblems,
  refuseFaultyProfile,
  tidyProfile,
} from './domain.ts';

const before: ProfileDetails = {
  firstName: 'Õie',
  lastName: 'Pärn',
  phone: '+372 5555 1234',
  address: 'Pikk 1',
  city: 'Tallinn',
  county: 'Harju maakond',
  zip: '10123',
};

describe('profileProblems', () => {
  it.each([
    [{}, {}],
    [{ firstName: ' ' }, { firstName: 'nameRequired' }],
    [{ lastName: 'www.me' }, { lastName: 'nameInvalid' }],
    [{ lastName: 'x'.repeat(61) }, { lastName: 'maxLength' }],
    [{ lastName: 'x'.repeat(60), address: 'x'.repeat(200), zip: 'x'.repeat(12) }, {}],
    [{ phone: '12' }, { phone: 'phoneInvalid' }],
    [{ phone: 'call me' }, { phone: 'phoneInvalid' }],
    [{ phone: '' }, {}],
    [
      { address: 'x'.repeat(201), zip: 'x'.repeat(13) },
      { address: 'maxLength', zip: 'maxLength' },
    ],
  ])('%j: %j', (changed, problems) => {
    expect(profileProblems({ ...before, ...changed }, before)).toEqual(problems);
  });

  it('lets be what stood there before', () => {
    const odd = { ...before, phone: '12', firstName: '2' };
    expect(profileProblems({ ...odd, phone: ' 12 ' }, odd)).toEqual({});
  });
});

describe('refuseFaultyProfile', () => {
  it('keeps the name of a contract, and lets everything else change', () => {
    expect(() => refuseFaultyProfile({ ...before, lastName: 'Kask' }, before, true)).toThrow(
      'nameInContract',
    );
    expect(() => refuseFaultyProfile({ ...before, lastName: 'Kask' }, before, false)).not.toThrow();
    expect(() =>
      refuseFaultyProfile({ ...before, city: 'Tartu', lastName: 'Pärn ' }, before, true),
    ).not.toThrow();
  });
});

it('names the first field that cannot be accepted', () => {
  const refused = { code: 'dataValidationFailed', details: { field: 'phone', problem: 'phoneInvalid' } };
  const faulty = { ...before, phone: '12', zip: 'x'.repeat(13) };
  expect(() => refuseFaultyProfile(faulty, before, false)).toThrow(expect.objectContaining(refused));
});

it('tidies what was typed', () => {
  expect(tidyProfile({ ...before, city: ' Tartu ' }).city).toBe('Tartu');
});

it('knows 15 counties and 42 municipalities, each once', () => {
  expect(new Set(counties.EE).size).toBe(15);
  expect(new Set(counties.LV).size).toBe(42);
});
