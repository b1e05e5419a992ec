import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { epcText } from './domain.ts';

const transfer = {
  name: 'Põhjala Spordikeskus OÜ',
  iban: 'EE38 2200 2210 2014 5685',
  bic: 'TAMMEE2X',
  amountCents: cents(6720),
  reference: 'RF31121312952',
  message: '',
};

test('a transfer with a reference', () => {
  expect(epcText(transfer)).toBe(
    'BCD\n002\n1\nSCT\nTAMMEE2X\nPõhjala Spordikeskus OÜ\nEE382200221020145685\nEUR67.20\n\nRF31121312952',
  );
});

test('a transfer with words, and one with neither', () => {
  expect(epcText({ ...transfer, reference: '', message: 'A-2026-000123' })).toMatch(
    /EUR67\.20\n\n\nA-2026-000123$/,
  );
  expect(epcText({ ...transfer, reference: '', message: '' })).toMatch(/EUR67\.20$/);
});

test.each([0, -1, 100_000_000_000])('no code for %d cents', (amount) => {
  expect(epcText({ ...transfer, amountCents: cents(amount) })).toBeUndefined();
});

test.each([
  [1, 'EUR0.01'],
  [99_999_999_999, 'EUR999999999.99'],
])('a code for %d cents says %s', (amount, euros) => {
  expect(epcText({ ...transfer, amountCents: cents(amount) })?.split('\n')[7]).toBe(euros);
});

test('no code without an account', () => {
  expect(epcText({ ...transfer, iban: '' })).toBeUndefined();
});

test('whatever the words: at most twelve lines, 331 bytes where letters are Latin, one reference', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.integer({ min: 1, max: 99_999_999_999 }),
      (name, message, amount) => {
        const text = epcText({ ...transfer, name, message, reference: '', amountCents: cents(amount) }) ?? '';
        expect(text.split('\n').length).toBeLessThanOrEqual(11);
        expect(text.split('\n')[7]).toMatch(/^EUR\d+\.\d{2}$/);
        expect([...text].length).toBeLessThanOrEqual(331);
      },
    ),
  );
});
