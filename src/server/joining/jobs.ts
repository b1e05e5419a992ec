import { z } from 'zod';
import { eachCentre, type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { dropExpired, remindUnpaid } from './leaving/commands.ts';
import { type JoiningPorts, settle, tellKnown } from './settling/commands.ts';

const JoiningJob = z.object({
  tenantId: z.number().int(),
  kind: z.enum(['started', 'joined']),
  joinId: z.number().int(),
});

/** When drafts are looked at that nobody paid or changed. In the form of cron. */
export const joinsSchedule = '* * * * * joins';

/** `joining` settles who joined, `joins` reminds of what is unpaid and drops what is over. */
export function joiningTasks(ports: JoiningPorts & JobCentres): Record<'joining' | 'joins', Task> {
  return {
    joining: ofCentre(ports, JoiningJob, async (tenant, { kind, joinId }) => {
      const work = kind === 'joined' ? settle : tellKnown;
      await work(ports.ctxOf(tenant), ports, joinId);
    }),
    joins: eachCentre(ports, async (ctx) => {
      await remindUnpaid(ctx, ports);
      await dropExpired(ctx);
    }),
  };
}
