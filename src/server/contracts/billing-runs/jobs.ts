import { eachCentre, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { type BillingRunPorts, runBillingByNight } from './commands.ts';

/** Hourly, for the night comes to each zone at another hour, and one that was missed is made good. In the form of cron. */
export const billingRunsSchedule = '11 * * * * nights';

/** Works the nights of all centres that are due. */
export function billingRunsTask(ports: BillingRunPorts & OpenCentres): Task {
  return eachCentre(ports, (ctx) => runBillingByNight(ctx, ports));
}
