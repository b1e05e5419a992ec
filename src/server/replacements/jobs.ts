import { eachCentre, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { advanceRequests } from './ending/commands.ts';

/** When requests for a replacement are looked through. In the form of cron. */
export const replacementsSchedule = '* * * * * replacements';

export interface ReplacementJobPorts extends OpenCentres {
  originOf(tenant: Tenant): string;
}

/** Moves requests for a replacement on, at centres that have them. */
export function replacementsTask(ports: ReplacementJobPorts): Task {
  return eachCentre(ports, async (ctx) => {
    if (!ctx.tenant.pageRules.pageFunctions.isSubstituteTrainerFunctionEnabled) return;
    await advanceRequests(ctx, ports.originOf);
  });
}
