import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { releaseOverdue } from './commands.ts';

/** When holds that are over are given back, in the form of cron; whoever looks before sees them as given back. */
export const voucherHoldsSchedule = '* * * * * voucherHolds';

export function voucherHoldsTask({
  tenants,
  ctxOf,
}: {
  tenants(): readonly Tenant[];
  /** Acts for nobody, in the centre's own name. */
  ctxOf(tenant: Tenant): Ctx;
}): Task {
  return async () => {
    for (const tenant of tenants()) await releaseOverdue(ctxOf(tenant));
  };
}
