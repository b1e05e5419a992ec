import { z } from 'zod';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { type InvoiceMailPorts, raiseReminders, tellInvoice } from './mails/commands.ts';

/** What jobs of invoices work with, beside their mails. */
export interface InvoiceJobPorts extends InvoiceMailPorts {
  tenants(): readonly Tenant[];
  /** Acts for nobody, in the centre's own name. */
  ctxOf(tenant: Tenant): Ctx;
}

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
    invoice: async (payload) => {
      const { tenantId, ...event } = InvoiceJob.parse(payload);
      const tenant = ports.tenants().find(({ id }) => id === tenantId);
      if (tenant) await tellInvoice(ports.ctxOf(tenant), ports, event);
    },
    reminders: async () => {
      for (const tenant of ports.tenants()) await raiseReminders(ports.ctxOf(tenant));
    },
  };
}
