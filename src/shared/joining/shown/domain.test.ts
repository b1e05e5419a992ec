import { describe, expect, test } from 'vitest';
import { isAsShown, readShown, type ShownCertificate, type ShownPerson } from './domain.ts';

const today = '2026-09-14';
const mari: ShownCertificate = {
  ...{ subject: 'PNOEE-60001019906', firstName: 'MARI-LIIS', lastName: 'PÕLD', birthDate: null },
};

describe('a certificate', () => {
  test('says who its holder is, with a name as it is written in letters', () => {
    expect(readShown(mari, today)).toEqual({
      ...{ firstName: 'Mari-Liis', lastName: 'Põld', country: 'EE', idCode: '60001019906' },
      birthDate: '2000-01-01',
    });
  });

  test.each<[string, Partial<ShownCertificate>, string, string, string]>([
    [
      'of Latvia, with a date in its code',
      { subject: 'PNOLV-161175-19997' },
      'LV',
      '16117519997',
      '1975-11-16',
    ],
    [
      'of Latvia, with none there',
      { subject: 'PNOLV-320000-00000', birthDate: '1990-12-31' },
      'LV',
      '32000000000',
      '1990-12-31',
    ],
    [
      'of somebody born today',
      { subject: 'PNOLV-320000-00000', birthDate: '2026-09-14' },
      'LV',
      '32000000000',
      '2026-09-14',
    ],
    ['of Lithuania', { subject: 'PNOLT-60001019906' }, 'XX', '60001019906', '2000-01-01'],
    [
      'whose code says another day than the certificate',
      { birthDate: '1990-12-31' },
      'EE',
      '60001019906',
      '2000-01-01',
    ],
  ])('%s', (_, parts, country, idCode, birthDate) => {
    expect(readShown({ ...mari, ...parts }, today)).toMatchObject({ country, idCode, birthDate });
  });

  test.each<[string, Partial<ShownCertificate>]>([
    ['with a code that is none', { subject: 'PNOEE-60001019907' }],
    ['of an organisation', { subject: 'NTREE-12345678' }],
    ['without a date of birth', { subject: 'PNOLV-320000-00000' }],
    ['of somebody born tomorrow', { subject: 'PNOLV-320000-00000', birthDate: '2026-09-15' }],
    ['without a first name', { firstName: ' ' }],
    ['without a last name', { lastName: '' }],
  ])('%s says too little', (_, parts) => {
    expect(readShown({ ...mari, ...parts }, today)).toBeUndefined();
  });

  test.each([
    ['ANNA MARIA', 'Anna Maria'],
    ["O'NEILL", "O'Neill"],
    ['van der Berg', 'van der Berg'],
    ['ŽANIS', 'Žanis'],
  ])('%s is %s', (lastName, spelled) => {
    expect(readShown({ ...mari, lastName }, today)?.lastName).toBe(spelled);
  });
});

test.each([
  ['firstName', 'Mari'],
  ['lastName', 'Kask'],
  ['country', 'LV'],
  ['idCode', '60001019907'],
  ['birthDate', '2000-01-02'],
])('a form with another %s is not as it was shown', (name, value) => {
  const shown = readShown(mari, today);
  if (!shown) throw new Error('nobody');
  const is = (form: ShownPerson, now: string) => isAsShown(form, shown, '2026-09-14T09:15:00Z', now);
  expect(is(shown, '2026-09-14T09:14:59Z')).toBe(true);
  expect(is(shown, '2026-09-14T09:15:00Z')).toBe(false);
  expect(is({ ...shown, [name]: value }, '2026-09-14T09:14:59Z')).toBe(false);
});
