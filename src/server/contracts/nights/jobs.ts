import { eachCentre, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { type NightPorts, workNights } from './commands.ts';

/** Hourly, for the night comes to each zone at another hour, and one that was missed is made good. In the form of cron. */
export const nightsSchedule = '11 * * * * nights';

/** Works the nights of all centres that are due. */
export function nightsTask(ports: NightPorts & OpenCentres): Task {
  return eachCentre(ports, (ctx) => workNights(ctx, ports));
}
