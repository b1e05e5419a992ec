import { z } from 'zod';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { TenantRegistry } from '#server/kernel/tenant.ts';
import { type BroadcastPorts, sendCopies } from './commands.ts';

const MessageJob = z.object({ tenantId: z.number().int(), messageId: z.number().int() });

/** Sends a message's copies, some at a time. */
export function messageTask(tenants: TenantRegistry, ports: BroadcastPorts): Task {
  return async (payload) => {
    const { tenantId, messageId } = MessageJob.parse(payload);
    await sendCopies(ports, tenants.get(tenantId), messageId);
  };
}
