import { describe, expect, test } from 'vitest';
import { cardText, readCard, refuseChanged, refuseLateUndo, undoUntil } from './domain.ts';

const ticket = `12.${'aB3_-'.repeat(4)}xy`;
const token = 'x'.repeat(43);

describe('what is shown at the desk', () => {
  test.each([
    [ticket, { kind: 'ticket', token: ticket }],
    [` https://centre.ee/public/tickets?ticket=${ticket} `, { kind: 'ticket', token: ticket }],
    [token, { kind: 'voucherToken', token }],
    [`https://centre.ee/public/vouchers?token=${token}`, { kind: 'voucherToken', token }],
    ['7k3m-q9tx-2wrb', { kind: 'voucherCode', code: '7K3MQ9TX2WRB' }],
    ['1000 2345', { kind: 'number', number: '10002345' }],
    // As clients have it who were made here: a letter before it.
    ['k12', { kind: 'number', number: 'K12' }],
    ['J 3407', { kind: 'number', number: 'J3407' }],
    ['', null],
    ['123', null],
    ['K', null],
    ['KK12', null],
    ['hello', null],
    [`12.${'x'.repeat(21)}`, null],
    ['https://elsewhere.ee/', null],
  ])('%s', (shown, card) => {
    expect(readCard(shown)).toEqual(card);
    if (card) expect(readCard(cardText(card as never))).toEqual(card);
  });
});

test('can be put back for a minute', () => {
  const takenAt = '2026-09-14T10:00:00Z';
  expect(undoUntil(takenAt)).toBe('2026-09-14T10:01:00Z');
  expect(() => refuseLateUndo(takenAt, '2026-09-14T10:01:00Z')).not.toThrow();
  expect(() => refuseLateUndo(takenAt, '2026-09-14T10:01:00.001Z')).toThrow('takingUndoTooLate');
});

test('is taken from only as it was seen', () => {
  expect(() => refuseChanged(3, 3)).not.toThrow();
  expect(() => refuseChanged(3, 4)).toThrow('cardChanged');
});
