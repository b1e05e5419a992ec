import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { releaseOverdue } from './commands.ts';

/** When the places of drafts nobody paid are given back, in the form of cron; whoever looks before counts them as free. */
export const codeHoldsSchedule = '* * * * * codeHolds';

export function codeHoldsTask({
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
