import { z } from 'zod';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { reconcile } from './asking/commands.ts';
import type { PaymentPorts } from './ports.ts';
import { completeSale } from './sales/commands.ts';

/** When payments are asked about that nobody told anything of. In the form of cron. */
export const paymentsSchedule = '* * * * * payments';

/** Nothing is lost when a message is, or when a process dies between the bank's word and ours. */
export function paymentsTask(
  { tenants, ctxOf }: { tenants(): readonly Tenant[]; ctxOf(tenant: Tenant): Ctx },
  ports: PaymentPorts,
): Task {
  return async () => {
    for (const tenant of tenants()) await reconcile(() => ctxOf(tenant), ports);
  };
}

const SaleJob = z.object({ tenantId: z.number().int(), invoiceId: z.number().int() });

/** Hands over what was paid by another way than a payment in the app. */
export function saleTask(
  { tenants, ctxOf }: { tenants(): readonly Tenant[]; ctxOf(tenant: Tenant): Ctx },
  { handOver }: PaymentPorts,
): Task {
  return async (payload) => {
    const { tenantId, invoiceId } = SaleJob.parse(payload);
    const tenant = tenants().find(({ id }) => id === tenantId);
    if (tenant) await completeSale(ctxOf(tenant), handOver, invoiceId);
  };
}
