import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder, type MoneyLine, owedLines, withRunning } from './domain.ts';

const line = (kind: string, change: number, invoiceId = 1): MoneyLine => ({
  ...{ at: '2026-09-14T09:00:00Z', kind, change, invoiceId, number: `A-${invoiceId}` },
});

test.each<[string, MoneyLine[], number[]]>([
  [
    'an invoice paid in two',
    [line('issued', 4900), line('paid', -2000), line('paid', -2900)],
    [4900, 2900, 0],
  ],
  [
    'one credited and paid back',
    [line('issued', 4900), line('paid', -4900), line('credited', -4900), line('returned', 4900)],
    [4900, 0, -4900, 0],
  ],
  ['one written off', [line('issued', 4900), line('paid', -900), line('writtenOff', 0)], [4900, 4000, 0]],
  [
    'what comes for it afterwards',
    [line('issued', 4900), line('writtenOff', 0), line('paid', -4900)],
    [4900, 0],
  ],
  [
    'of two, one written off',
    [line('issued', 100, 1), line('issued', 200, 2), line('writtenOff', 0, 1)],
    [100, 300, 200],
  ],
])('%s', (_, lines, left) => {
  expect(withRunning(owedLines(lines)).map((one) => one.left)).toEqual(left);
});

test('the last line is the sum of all', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -10_000, max: 10_000 }), { minLength: 1 }), (changes) => {
      const lines = withRunning(changes.map((change) => line('paid', change)));
      expect(lines.at(-1)?.left).toBe(changes.reduce((sum, change) => sum + change, 0));
    }),
  );
});

test('valid before past, the valid by kind, the past by time', () => {
  const items = [
    { kind: 'voucher', isValid: false, order: '2026-09-02' },
    { kind: 'invoice', isValid: false, order: '2026-09-02' },
    { kind: 'voucher', isValid: true, order: '2026-01-01' },
    { kind: 'ticket', isValid: false, order: '2026-09-03' },
    { kind: 'contract', isValid: true, order: '2025-01-01' },
    { kind: 'contract', isValid: true, order: '2026-01-01' },
  ] as const;
  expect(inOrder(items).map(({ kind, order }) => `${kind} ${order}`)).toEqual([
    'contract 2026-01-01',
    'contract 2025-01-01',
    'voucher 2026-01-01',
    'ticket 2026-09-03',
    // Of two at one time, as they came.
    'voucher 2026-09-02',
    'invoice 2026-09-02',
  ]);
});
