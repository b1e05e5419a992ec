import { z } from 'zod';
import { type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { writePasswordResetMail, writeResetTooEarlyMail } from '#server/messages/mails.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import type { AccountRow } from './data.ts';
import { writeLinkMail } from './emails/mails.ts';
import { mailPasswordReset } from './password/commands.ts';

const PasswordResetJob = z.object({ tenantId: z.number().int(), email: z.string() });

/** Mails a link for a new password. Done twice, there are two links, of which using one closes the other. */
export function passwordResetTask(ports: JobCentres & { originOf(tenant: Tenant): string }): Task {
  return ofCentre(ports, PasswordResetJob, async (tenant, { email }) => {
    const to = (account: AccountRow) => ({
      tenant,
      language: isLanguage(account.language) ? account.language : tenant.defaultLanguage,
      to: account.email,
      firstName: account.firstName,
    });
    await mailPasswordReset(ports.ctxOf(tenant), email, {
      link: (account, resetToken) =>
        writePasswordResetMail({ ...to(account), origin: ports.originOf(tenant), resetToken }),
      confirm: (account, emailToken) =>
        writeLinkMail({ ...to(account), origin: ports.originOf(tenant) }, account.email, emailToken),
      tooEarly: (account, from) => writeResetTooEarlyMail({ ...to(account), from }),
    });
  });
}
