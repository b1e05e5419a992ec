import { z } from 'zod';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { TenantRegistry } from '#server/kernel/tenant.ts';
import type { MailClient } from './client.ts';
import { contactOf } from './mails.ts';
import { tenantHeader } from './stand-in.ts';

const MailJob = z.object({
  tenantId: z.number().int(),
  dedupeKey: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
});

/** Sends one mail from its centre. Tried again with growing pauses; the message id stays the same. */
export function mailTask(tenants: TenantRegistry, client: MailClient): Task {
  return async (payload) => {
    const job = MailJob.parse(payload);
    // The first mail of a new centre.
    const tenant = await tenants.getOrLoad(job.tenantId);
    await client.send({
      from: { name: tenant.name, address: contactOf(tenant) },
      to: job.to,
      subject: job.subject,
      text: job.text,
      messageId: `<${job.dedupeKey.replaceAll(/[^\w.-]/g, '.')}.${job.tenantId}@${tenant.host}>`,
      headers: { [tenantHeader]: String(job.tenantId) },
    });
  };
}
