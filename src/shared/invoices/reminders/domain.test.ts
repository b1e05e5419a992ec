import { expect, test } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { ReminderSettings, Reminding, reminderOf } from './domain.ts';

const invoice = { id: 12, issuedOn: '2026-10-15', dueOn: '2026-10-25' };
const settings = ReminderSettings.parse({});

test.each([
  [-4, undefined],
  [-3, 'due:12'],
  [-2, 'due:12'],
  [-1, 'due:12'],
  [0, undefined],
  [1, 'overdue:12:1'],
  [3, 'overdue:12:1'],
  [4, undefined],
  [7, 'overdue:12:7'],
  [9, 'overdue:12:7'],
  [10, undefined],
  [14, 'overdue:12:14'],
  [16, 'overdue:12:14'],
  [17, undefined],
  [400, undefined],
])('%d days after the due day: %s', (days, key) => {
  expect(reminderOf(invoice, addDays(invoice.dueOn, days), settings)?.key).toBe(key);
});

test('not within two days of the invoice itself', () => {
  const short = { ...invoice, issuedOn: '2026-10-22' };
  expect(reminderOf(short, '2026-10-23', settings)).toBeUndefined();
  expect(reminderOf(short, '2026-10-24', settings)?.kind).toBe('due');
});

test('a centre may choose its days, in any order', () => {
  const own = Reminding.parse({ reminders: { dueDays: 0, overdueDays: [10, 2] } }).reminders;
  expect(reminderOf(invoice, '2026-10-25', own)?.key).toBe('due:12');
  expect(reminderOf(invoice, '2026-10-27', own)?.key).toBe('overdue:12:2');
  expect(reminderOf(invoice, '2026-11-04', own)?.key).toBe('overdue:12:10');
});

test('a centre reminds of what is overdue six times at most', () => {
  const isTaken = (overdueDays: number[]) => Reminding.safeParse({ reminders: { overdueDays } }).success;
  const days = [1, 7, 14, 30, 60, 180];
  expect([isTaken(days), isTaken([...days, 90]), isTaken([181]), isTaken([0])]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a centre that says nothing has the usual days', () => {
  expect(Reminding.parse({}).reminders).toEqual({ dueDays: 3, overdueDays: [1, 7, 14] });
});
