import { expect, test } from 'vitest';
import { Payer } from '#shared/invoices/domain.ts';
import { isSameRequest, type PendingRequest } from './domain.ts';

const payer = Payer.parse({ name: 'Kai Kask', email: 'kai@test.test', phone: '', address: '' });
const waiting: PendingRequest = {
  ...{ clubId: 1, startsOn: '2026-09-14', startsEarly: true, code: '', periodCents: 4500, totalCents: 5500 },
  ...{ payer, language: 'et', agreedOn: '2026-09-14' },
};

test.each<[string, Partial<PendingRequest>, boolean]>([
  ['nothing', {}, true],
  [
    'the order of what the payer is',
    { payer: Payer.parse(Object.fromEntries(Object.entries(payer).toReversed())) },
    true,
  ],
  ['spaces around no code', { code: ' ' }, true],
  ['the club', { clubId: 2 }, false],
  ['the first day', { startsOn: '2026-09-15' }, false],
  ['to begin at once', { startsEarly: false }, false],
  ['the code', { code: 'AUTUMN' }, false],
  ['the price of a period', { periodCents: 4600 }, false],
  ['what is paid first', { totalCents: 5600 }, false],
  ['the payer', { payer: { ...payer, email: 'other@test.test' } }, false],
  ['the language', { language: 'lv' }, false],
  ['the day it is agreed on', { agreedOn: '2026-09-15' }, false],
])('where %s differs: %j', (_, parts, isSame) => {
  expect(isSameRequest(waiting, { ...waiting, ...parts })).toBe(isSame);
});

test('with one code, what it makes of the sum stands in the draft', () => {
  const coded = { ...waiting, code: 'AUTUMN', totalCents: 3000 };
  expect(isSameRequest(coded, { ...coded, code: 'AUTUMN ', totalCents: 5500 })).toBe(true);
});
