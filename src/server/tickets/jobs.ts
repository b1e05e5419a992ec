import { eachCentre, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { expireTickets } from './commands.ts';

/** Hourly, for midnight comes to each zone at another hour. In the form of cron. */
export const ticketsSchedule = '3 * * * * tickets';

export function ticketsTask(centres: OpenCentres): Task {
  return eachCentre(centres, expireTickets);
}
