import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { type NightPorts, workNights } from './commands.ts';

/** Hourly, for the night comes to each zone at another hour, and one that was missed is made good. In the form of cron. */
export const nightsSchedule = '11 * * * * nights';

/** Works the nights of all centres that are due; what fails in one stops no other, and is tried again. */
export function nightsTask(
  ports: NightPorts & { tenants(): readonly Tenant[]; ctxOf(tenant: Tenant): Ctx },
): Task {
  return async () => {
    const errors: unknown[] = [];
    for (const tenant of ports.tenants()) {
      try {
        await workNights(ports.ctxOf(tenant), ports);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'the night of a centre failed');
  };
}
