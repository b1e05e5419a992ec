import { z } from 'zod';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { dropExpired, type JoiningPorts, remindUnpaid, settle, tellKnown } from './settling/commands.ts';

const JoiningJob = z.object({
  tenantId: z.number().int(),
  kind: z.enum(['started', 'joined']),
  joinId: z.number().int(),
});

/** When drafts are looked at that nobody paid or changed. In the form of cron. */
export const joinsSchedule = '* * * * * joins';

/** `joining` settles who joined, `joins` reminds of what is unpaid and drops what is over. */
export function joiningTasks(
  ports: JoiningPorts & {
    tenants(): readonly Tenant[];
    /** Acts for nobody, in the centre's own name. */
    ctxOf(tenant: Tenant): Ctx;
  },
): Record<'joining' | 'joins', Task> {
  return {
    joining: async (payload) => {
      const { tenantId, kind, joinId } = JoiningJob.parse(payload);
      const tenant = ports.tenants().find(({ id }) => id === tenantId);
      if (!tenant) return;
      const work = kind === 'joined' ? settle : tellKnown;
      await work(ports.ctxOf(tenant), ports, joinId);
    },
    joins: async () => {
      for (const tenant of ports.tenants()) {
        await remindUnpaid(ports.ctxOf(tenant), ports);
        await dropExpired(ports.ctxOf(tenant));
      }
    },
  };
}
