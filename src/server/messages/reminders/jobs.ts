import { eachCentre, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { raiseMornings } from '../mornings/commands.ts';
import { raiseReminders } from './commands.ts';

/** When it is looked who is to be reminded of a training. In the form of cron. */
export const trainingRemindersSchedule = '* * * * * trainingReminders';

/** What the job works with. */
export interface ReminderPorts extends OpenCentres {
  originOf(tenant: Tenant): string;
}

/** Members are reminded of their trainings, staff of their day. */
export function trainingRemindersTask(ports: ReminderPorts): Task {
  return eachCentre(ports, async (ctx) => {
    await raiseReminders(ctx);
    await raiseMornings(ctx, ports.originOf(ctx.tenant));
  });
}
