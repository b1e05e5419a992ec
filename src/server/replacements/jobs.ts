import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { advanceRequests } from './ending/commands.ts';

/** When requests for a replacement are looked through. In the form of cron. */
export const replacementsSchedule = '* * * * * replacements';

export interface ReplacementJobPorts {
  tenants(): readonly Tenant[];
  ctxOf(tenant: Tenant): Ctx;
  originOf(tenant: Tenant): string;
}

/** Moves requests for a replacement on, at centres that have them. */
export function replacementsTask({ tenants, ctxOf, originOf }: ReplacementJobPorts): Task {
  return async () => {
    for (const tenant of tenants()) {
      if (!tenant.pageRules.pageFunctions.isSubstituteTrainerFunctionEnabled) continue;
      await advanceRequests(ctxOf(tenant), originOf);
    }
  };
}
