import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import {
  articleNames,
  balanceOf,
  type InvoiceState,
  type InvoiceSums,
  invoiceNumber,
  invoiceStateOf,
  isOpen,
  Payer,
  payerOf,
  Seller,
} from './domain.ts';

interface Sums {
  readonly state?: InvoiceSums['state'];
  readonly total?: number;
  readonly credited?: number;
  readonly paid?: number;
  readonly isWrittenOff?: boolean;
}

const invoice = ({ state = 'issued', total = 5000, credited = 0, paid = 0, isWrittenOff = false }: Sums) => ({
  ...{
    state,
    totalCents: cents(total),
    creditedCents: cents(credited),
    paidCents: cents(paid),
    isWrittenOff,
  },
});

test.each<[string, Sums, InvoiceState, number, boolean]>([
  ['issued', {}, 'issued', 5000, true],
  ['a draft', { state: 'draft' }, 'draft', 5000, false],
  ['dropped', { state: 'dropped', isWrittenOff: true }, 'dropped', 5000, false],
  ['paid to a cent', { paid: 4999 }, 'partial', 1, true],
  ['paid', { paid: 5000 }, 'paid', 0, false],
  ['paid a cent too much', { paid: 5001 }, 'overpaid', -1, false],
  ['paid, and credited afterwards', { paid: 5000, credited: 1000 }, 'overpaid', -1000, false],
  ['credited in part', { credited: 1000 }, 'issued', 4000, true],
  ['credited in part, and the rest paid', { credited: 1000, paid: 4000 }, 'paid', 0, false],
  ['credited as a whole', { credited: 5000 }, 'credited', 0, false],
  ['of a cent, credited', { total: 1, credited: 1 }, 'credited', 0, false],
  ['paid by a cent', { paid: 1 }, 'partial', 4999, true],
  ['of nothing', { total: 0 }, 'paid', 0, false],
  ['written off', { isWrittenOff: true }, 'writtenOff', 5000, false],
  ['written off and paid in part', { isWrittenOff: true, paid: 1 }, 'writtenOff', 4999, false],
  ['written off and paid after all', { isWrittenOff: true, paid: 5000 }, 'paid', 0, false],
])('%s', (_, sums, state, balance, isStillOpen) => {
  expect(invoiceStateOf(invoice(sums))).toBe(state);
  expect(balanceOf(invoice(sums))).toBe(balance);
  expect(isOpen(invoice(sums))).toBe(isStillOpen);
});

test('a number is its series, its year and six digits or more', () => {
  expect(invoiceNumber('TR', 2026, 123)).toBe('TR-2026-000123');
  expect(invoiceNumber('TR', 2026, 1_234_567)).toBe('TR-2026-1234567');
});

test.each([
  [
    { name: ' Kai\r\n\tKask\u0000 ', email: 'kai@õie.ee' },
    { name: 'Kai Kask', email: 'kai@õie.ee' },
  ],
  [
    { name: 'x'.repeat(201), email: 'a@test.test, b@test.test' },
    { name: 'x'.repeat(200), email: '' },
  ],
  [
    { name: '', email: '"Kai" <kai@test.test>' },
    { name: '', email: '' },
  ],
  [
    { name: 'Kask & Pojad OÜ', email: '' },
    { name: 'Kask & Pojad OÜ', email: '' },
  ],
])('a payer of %j has one line as a name, and one address or none', (typed, payer) => {
  expect(Payer.parse(typed)).toMatchObject(payer);
});

test('who buys for themselves pays under their name; a seller waits a week unless told otherwise', () => {
  const buyer = { firstName: 'Kai', lastName: '', email: 'kai@test.test', phone: '+3725551' };
  expect(payerOf(buyer)).toEqual({
    ...{ name: 'Kai', email: 'kai@test.test', phone: '+3725551' },
    ...{ address: '', registryCode: '', vatNumber: '' },
  });
  const seller = { name: 'Spordi OÜ', registryCode: '1', contact: { email: '', phone: '', address: '' } };
  expect(Seller.parse(seller)).toMatchObject({ paymentDays: 7, vatNumber: '' });
  const days = (paymentDays: number) => Seller.safeParse({ ...seller, paymentDays }).success;
  expect([-1, 0, 90, 91].map(days)).toEqual([false, true, true, false]);
});

describe('what a line is called', () => {
  const names = { et: 'Pilet', en: 'Ticket', lv: 'Biļete' };
  test.each([
    ['Pilet', 'Ticket'],
    ['Pilet, Kesklinn', 'Ticket, Kesklinn'],
    ['Biļete, 01.10.2026–31.10.2026', 'Ticket, 01.10.2026–31.10.2026'],
    ['Piletiraha', 'Piletiraha'],
    ['Vana nimi', 'Vana nimi'],
  ])('%s is %s in English', (article, english) => {
    expect(articleNames(article, names).en).toBe(english);
  });

  test('is as it stands where a name is missing', () => {
    expect(articleNames('Pilet', { et: 'Pilet', en: 'Ticket' })).toEqual({ ...names, lv: 'Pilet' });
    expect(articleNames('Rätik', null)).toEqual({ et: 'Rätik', en: 'Rätik', lv: 'Rätik' });
  });
});
