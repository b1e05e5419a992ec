import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estonianIban, formatIban, ibanOf, isIban } from './domain.ts';

test.each([
  // Published examples of the registry of account numbers.
  ['EE382200221020145685', true],
  ['LV80 BANK 0000 4351 9500 1', true],
  ['GB82 WEST 1234 5698 7654 32', true],
  ['EE382200221020145686', false],
  ['LV80BANK0000435195010', false],
  ['ee382200221020145685', true],
  ['', false],
  ['EE38', false],
])('%s: %s', (text, isRight) => {
  expect(isIban(text)).toBe(isRight);
});

test('an Estonian number carries both check digits', () => {
  expect(estonianIban('22', '0022102014568')).toBe('EE382200221020145685');
  expect(formatIban('EE382200221020145685')).toBe('EE38 2200 2210 2014 5685');
});

test('numbers made are right, and one wrong digit is found', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 9_999_999_999_999n }),
      fc.integer({ min: 4, max: 19 }),
      (account, place) => {
        const iban = estonianIban('96', String(account));
        expect(iban).toHaveLength(20);
        expect(isIban(iban)).toBe(true);
        expect(isIban(ibanOf('LV', `OZOL${String(account).padStart(13, '0')}`))).toBe(true);
        const other = (Number(iban[place]) + 1) % 10;
        expect(isIban(iban.slice(0, place) + other + iban.slice(place + 1))).toBe(false);
      },
    ),
  );
});
