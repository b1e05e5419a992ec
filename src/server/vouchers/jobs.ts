import { eachCentre, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { releaseOverdue } from './commands.ts';

/** When holds that are over are given back, in the form of cron; whoever looks before sees them as given back. */
export const voucherHoldsSchedule = '* * * * * voucherHolds';

export function voucherHoldsTask(centres: OpenCentres): Task {
  return eachCentre(centres, releaseOverdue);
}
