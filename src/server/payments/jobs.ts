import { z } from 'zod';
import { eachCentre, type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { reconcile } from './polling/commands.ts';
import type { PaymentPorts } from './ports.ts';
import { completeSale } from './sales/commands.ts';

/** When payments are asked about that nobody told anything of. In the form of cron. */
export const paymentsSchedule = '* * * * * payments';

/** Nothing is lost when a message is, or when a process dies between the bank's word and ours. */
export function paymentsTask(centres: JobCentres, ports: PaymentPorts): Task {
  return eachCentre(centres, ({ tenant }) => reconcile(() => centres.ctxOf(tenant), ports));
}

const SaleJob = z.object({ tenantId: z.number().int(), invoiceId: z.number().int() });

/** Hands over what was paid by another way than a payment in the app. */
export function saleTask(centres: JobCentres, { fulfil }: PaymentPorts): Task {
  return ofCentre(centres, SaleJob, (tenant, { invoiceId }) =>
    completeSale(centres.ctxOf(tenant), fulfil, invoiceId),
  );
}
