import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { attemptLimits, resetLinkMinutes } from '#shared/account/domain.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';

const Sender = z.object({ contact: z.object({ email: z.string() }) });

/** The address a centre's messages come from and are answered to. */
export function contactOf(tenant: Tenant): string {
  return Sender.parse(tenant.company).contact.email;
}

/** The mail with the link for a new password, in the account's language. */
interface ToOwner {
  readonly tenant: Tenant;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
}

export function writePasswordResetMail(
  mail: ToOwner & { readonly origin: string; readonly resetToken: string },
): MailEvent {
  const t = textsFor(mail.language);
  const link = `${mail.origin}/password/reset?token=${mail.resetToken}`;
  const text = [
    t('mail.greeting', { name: mail.firstName }),
    t('mail.passwordResetBody', { minutes: resetLinkMinutes, link }),
    t('mail.signature', { tenant: mail.tenant.name }),
  ].join('\n\n');
  return {
    topic: 'mail',
    dedupeKey: `passwordReset:${createHash('sha256').update(mail.resetToken).digest('base64url').slice(0, 22)}`,
    to: mail.to,
    subject: t('mail.passwordResetSubject', { tenant: mail.tenant.name }),
    text,
  };
}

/** To an address that is the account's for a short while: from when on a link for a new password can be mailed there. */
export function writeResetTooEarlyMail({
  tenant,
  language,
  to,
  firstName,
  from,
}: ToOwner & { readonly from: string }): MailEvent {
  const t = textsFor(language);
  const when = `${formatDate(localDate(from, tenant.timeZone))} ${localTime(from, tenant.timeZone)}`;
  const sum = createHash('sha256').update(`${tenant.id} ${to} ${from}`).digest('base64url').slice(0, 22);
  return {
    topic: 'mail',
    dedupeKey: `resetTooEarly:${sum}`,
    to,
    subject: t('mail.passwordResetSubject', { tenant: tenant.name }),
    text: [
      t('mail.greeting', { name: firstName }),
      t('mail.passwordResetTooEarly', { tenant: tenant.name, when, contact: contactOf(tenant) }),
      t('mail.signature', { tenant: tenant.name }),
    ].join('\n\n'),
  };
}

/** To the office, on the day on which the SMS that members bring about are used up. */
export function writeSmsUsedUpMail(tenant: Tenant, now: string): MailEvent {
  const t = textsFor(tenant.defaultLanguage);
  return {
    topic: 'mail',
    dedupeKey: `smsUsedUp:${now}`,
    to: contactOf(tenant),
    subject: t('mail.smsUsedUpSubject', { tenant: tenant.name }),
    text: [
      t('mail.smsUsedUpBody', { most: attemptLimits.smsCentre.most }),
      t('mail.signature', { tenant: tenant.name }),
    ].join('\n\n'),
  };
}
