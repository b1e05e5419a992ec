import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import {
  agree,
  ContractSettings,
  firstPaymentOf,
  isValidOn,
  type PackageTerms,
  startProblem,
} from './domain.ts';

const terms: PackageTerms = {
  periodMonths: 1,
  termMonths: null,
  renews: false,
  bindingMonths: 0,
  anchor: 'start',
};

describe('what is agreed', () => {
  test.each<[string, Partial<PackageTerms>, string, string | null, string | null, string]>([
    ['without an end', {}, '2026-11-21', null, null, '2026-12-20'],
    ['a year from the day itself', { termMonths: 12 }, '2026-11-21', '2027-11-20', null, '2026-12-20'],
    ['begun on the 31st', { termMonths: 1 }, '2026-01-31', '2026-02-27', null, '2026-02-27'],
    ['begun on a leap day', { termMonths: 12 }, '2024-02-29', '2025-02-27', null, '2024-03-28'],
    [
      'by the month, a part before',
      { anchor: 'first', termMonths: 12 },
      '2026-11-21',
      '2027-11-30',
      null,
      '2026-11-30',
    ],
    [
      'by the month, on its first',
      { anchor: 'first', termMonths: 12 },
      '2026-12-01',
      '2027-11-30',
      null,
      '2026-12-31',
    ],
    ['bound for three months', { bindingMonths: 3 }, '2026-11-21', null, '2027-02-20', '2026-12-20'],
  ])('%s', (_, of, startsOn, endsOn, bindingUntil, firstUntil) => {
    const agreed = agree({ ...terms, ...of }, startsOn);
    expect([agreed.endsOn, agreed.bindingUntil, agreed.first.untilOn]).toEqual([
      endsOn,
      bindingUntil,
      firstUntil,
    ]);
  });
});

test('the first payment is the joining fee and the days that are left', () => {
  const agreed = agree({ ...terms, anchor: 'first' }, '2026-11-21');
  const payment = firstPaymentOf(agreed, { periodCents: cents(4500), joiningFeeCents: cents(1000) }, 1);
  expect(payment).toMatchObject({
    joiningFeeCents: 1000,
    isPart: true,
    periodCents: 1500,
    nextOn: '2026-12-01',
    nextCents: 4500,
  });
});

test('a contract of one period has no next payment', () => {
  const agreed = agree({ ...terms, termMonths: 1 }, '2026-11-21');
  const payment = firstPaymentOf(agreed, { periodCents: cents(4500), joiningFeeCents: null }, 1);
  expect(payment).toMatchObject({ isPart: false, periodCents: 4500, nextOn: null, nextCents: 0 });
});

test('a contract that costs nothing has no next payment', () => {
  const payment = firstPaymentOf(
    agree(terms, '2026-11-21'),
    { periodCents: cents(0), joiningFeeCents: null },
    1,
  );
  expect(payment).toMatchObject({ periodCents: 0, nextOn: null, nextCents: 0 });
});

test('a contract of a cent a period pays that next time too', () => {
  const prices = { periodCents: cents(1), joiningFeeCents: null };
  expect(firstPaymentOf(agree(terms, '2026-11-21'), prices, 1)).toMatchObject({
    nextOn: '2026-12-21',
    nextCents: 1,
  });
});

test('a contract that ends on the first day of its next period pays that too', () => {
  const agreed = { ...agree(terms, '2026-11-21'), endsOn: '2026-12-21' };
  const payment = firstPaymentOf(agreed, { periodCents: cents(4500), joiningFeeCents: null }, 1);
  expect(payment).toMatchObject({ nextOn: '2026-12-21', nextCents: 4500 });
});

test.each([
  ['2026-11-20', 'past'],
  ['2026-11-21', undefined],
  ['2027-01-20', undefined],
  ['2027-01-21', 'tooFar'],
])('beginning on %s: %s', (startsOn, problem) => {
  expect(startProblem(startsOn, '2026-11-21', ContractSettings.parse({}))).toBe(problem);
});

test.each([
  [null, true],
  ['2026-11-21', true],
  ['2026-11-20', false],
])('ending on %s it is valid: %s', (endsOn, isValid) => {
  expect(isValidOn({ endsOn }, '2026-11-21')).toBe(isValid);
});
