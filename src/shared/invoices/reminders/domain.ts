import { z } from 'zod';
import { daysBetween } from '#shared/kernel/dates.ts';

/** When a centre reminds, of a tenant's `company`. */
export const ReminderSettings = z
  .object({
    /** So many days before an invoice is due. */
    dueDays: z.number().int().min(0).max(30).default(3),
    /** So many days after it was. */
    overdueDays: z.array(z.number().int().min(1).max(180)).max(6).default([1, 7, 14]),
  })
  .prefault({});
export type ReminderSettings = z.infer<typeof ReminderSettings>;

export const Reminding = z.object({ reminders: ReminderSettings });

/** A missed day is made good within so many; what is older was told, or is nobody's news any more. */
export const catchUpDays = 3;

export interface Reminder {
  readonly kind: 'due' | 'overdue';
  /** What is told once for an invoice: the due day, and each step after it. */
  readonly key: string;
}

/**
 * What an unpaid invoice asks to be told on a local date (mission 2.6). Nobody is reminded within two days of the invoice
 * itself.
 */
export function reminderOf(
  invoice: { readonly id: number; readonly issuedOn: string; readonly dueOn: string },
  today: string,
  { dueDays, overdueDays }: ReminderSettings,
): Reminder | undefined {
  const left = daysBetween(today, invoice.dueOn);
  if (left >= 0) {
    const isTime = left <= dueDays && left > dueDays - catchUpDays;
    const isFresh = daysBetween(invoice.issuedOn, today) < 2;
    return isTime && !isFresh ? { kind: 'due', key: `due:${invoice.id}` } : undefined;
  }
  const step = overdueDays.toSorted((one, other) => other - one).find((days) => days <= -left);
  if (step === undefined || -left - step >= catchUpDays) return undefined;
  return { kind: 'overdue', key: `overdue:${invoice.id}:${step}` };
}
