import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { resetLinkMinutes } from '#shared/account/domain.ts';
import type { Language } from '#shared/kernel/language.ts';

const Sender = z.object({ contact: z.object({ email: z.string() }) });

/** The address a centre's messages come from and are answered to. */
export function contactOf(tenant: Tenant): string {
  return Sender.parse(tenant.company).contact.email;
}

/** The mail with the link for a new password, in the account's language. */
export function writePasswordResetMail(mail: {
  tenantName: string;
  origin: string;
  language: Language;
  to: string;
  firstName: string;
  resetToken: string;
}): MailEvent {
  const t = textsFor(mail.language);
  const link = `${mail.origin}/password/reset?token=${mail.resetToken}`;
  const text = [
    t('mail.greeting', { name: mail.firstName }),
    t('mail.passwordResetBody', { minutes: resetLinkMinutes, link }),
    t('mail.signature', { tenant: mail.tenantName }),
  ].join('\n\n');
  return {
    topic: 'mail',
    dedupeKey: `passwordReset:${createHash('sha256').update(mail.resetToken).digest('base64url').slice(0, 22)}`,
    to: mail.to,
    subject: t('mail.passwordResetSubject', { tenant: mail.tenantName }),
    text,
  };
}
