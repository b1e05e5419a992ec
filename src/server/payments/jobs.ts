import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Task } from '#server/kernel/worker.ts';
import { reconcile } from './asking/commands.ts';
import type { PaymentPorts } from './ports.ts';

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
