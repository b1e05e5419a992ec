import { eachCentre, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { tellEnded } from './commands.ts';
import type { Wallets } from './wallets.ts';

/** When it is looked which cards have ended, in the form of cron. */
export const keycardsSchedule = '* * * * * keycards';

/** Wallets hear of cards that ended; whoever cannot be told is tried again. */
export function keycardsTask(ports: OpenCentres & { readonly wallets: Wallets }): Task {
  return eachCentre(ports, (ctx) => tellEnded(ctx, ports.wallets));
}
