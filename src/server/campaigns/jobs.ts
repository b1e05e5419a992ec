import { eachCentre, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { releaseOverdue } from './commands.ts';

/** When the places of drafts nobody paid are given back, in the form of cron; whoever looks before counts them as free. */
export const codeHoldsSchedule = '* * * * * codeHolds';

export function codeHoldsTask(centres: OpenCentres): Task {
  return eachCentre(centres, releaseOverdue);
}
