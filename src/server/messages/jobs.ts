import { z } from 'zod';
import { type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Invitation } from '#shared/kernel/invitations.ts';
import type { MailClient } from './client.ts';
import { tenantHeader } from './emulator.ts';
import { contactOf } from './mails.ts';

const MailJob = z.object({
  tenantId: z.number().int(),
  dedupeKey: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  registrationId: z.number().int().optional(),
});

/** What is sent besides the words. */
export interface MailParts {
  /** A registration as an entry for the calendar of whoever reads the mail; none for one that is gone. */
  invitationOf(tenant: Tenant, registrationId: number, to: string): Promise<Invitation | undefined>;
}

/** Sends one mail from its centre. Tried again with growing pauses; the message id stays the same. */
export function mailTask(centres: Pick<JobCentres, 'tenantOf'>, client: MailClient, parts?: MailParts): Task {
  return ofCentre(centres, MailJob, async (tenant, job) => {
    const { registrationId: id } = job;
    const invitation = id === undefined ? undefined : await parts?.invitationOf(tenant, id, job.to);
    await client.send({
      ...(invitation && { invitations: [invitation] }),
      from: { name: tenant.name, address: contactOf(tenant) },
      to: job.to,
      subject: job.subject,
      text: job.text,
      messageId: `<${job.dedupeKey.replaceAll(/[^\w.-]/g, '.')}.${job.tenantId}@${tenant.host}>`,
      headers: { [tenantHeader]: String(job.tenantId) },
    });
  });
}
