import { z } from 'zod';
import { type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { type BroadcastPorts, sendCopies } from './commands.ts';

const MessageJob = z.object({ tenantId: z.number().int(), messageId: z.number().int() });

/** Sends a message's copies, some at a time. */
export function messageTask(centres: JobCentres, ports: BroadcastPorts): Task {
  return ofCentre(centres, MessageJob, (tenant, { messageId }) => sendCopies(ports, tenant, messageId));
}
