import { z } from 'zod';
import { eachCentre, type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { type InvoiceMailPorts, raiseReminders, tellInvoice } from './mails/commands.ts';

/** What jobs of invoices work with, beside their mails. */
export interface InvoiceJobPorts extends InvoiceMailPorts, JobCentres {}

const InvoiceJob = z.object({
  tenantId: z.number().int(),
  topic: z.literal('invoice'),
  kind: z.enum(['issued', 'paid', 'due', 'overdue', 'credited', 'overpaid']),
  dedupeKey: z.string().min(1).max(200),
  invoiceId: z.number().int(),
});

/** When it is looked up who is to be reminded: each hour, so that a night without a server is made good. In the form of cron. */
export const remindersSchedule = '25 * * * * reminders';

/** `invoice` tells of one invoice, `reminders` finds those that are due or overdue. */
export function invoiceTasks(ports: InvoiceJobPorts): Record<'invoice' | 'reminders', Task> {
  return {
    invoice: ofCentre(ports, InvoiceJob, (tenant, event) => tellInvoice(ports.ctxOf(tenant), ports, event)),
    reminders: eachCentre(ports, raiseReminders),
  };
}
