import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { raiseMornings } from '../mornings/commands.ts';
import { raiseReminders } from './commands.ts';

/** When it is looked who is to be reminded of a training. In the form of cron. */
export const trainingRemindersSchedule = '* * * * * trainingReminders';

/** What the job works with. */
export interface ReminderPorts {
  tenants(): readonly Tenant[];
  /** Acts for nobody, in the centre's own name. */
  ctxOf(tenant: Tenant): Ctx;
  originOf(tenant: Tenant): string;
}

/** Members are reminded of their trainings, staff of their day. */
export function trainingRemindersTask({ tenants, ctxOf, originOf }: ReminderPorts): Task {
  return async () => {
    for (const tenant of tenants()) {
      await raiseReminders(ctxOf(tenant));
      await raiseMornings(ctxOf(tenant), originOf(tenant));
    }
  };
}
