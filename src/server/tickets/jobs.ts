import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { expireTickets } from './commands.ts';

/** Hourly, for midnight comes to each zone at another hour. In the form of cron. */
export const ticketsSchedule = '3 * * * * tickets';

export function ticketsTask(ports: { tenants(): readonly Tenant[]; ctxOf(tenant: Tenant): Ctx }): Task {
  return async () => {
    for (const tenant of ports.tenants()) await expireTickets(ports.ctxOf(tenant));
  };
}
