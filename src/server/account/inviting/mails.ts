import { createHash } from 'node:crypto';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { UserValues } from '#shared/account/users/contract.ts';
import { firstLoginDays } from '#shared/joining/domain.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';

/** Where somebody who is invited chooses their password. */
export function invitationLink(origin: string, resetToken: string): string {
  return `${origin}/password/reset?token=${resetToken}`;
}

/** To somebody who is given an account: the link to its first login. */
export function writeInvitationMail(mail: {
  readonly tenant: Tenant;
  readonly origin: string;
  readonly language: Language;
  readonly values: Pick<UserValues, 'email' | 'firstName'>;
  readonly resetToken: string;
}): MailEvent {
  const { tenant, origin, values, resetToken } = mail;
  const t = textsFor(mail.language);
  const link = invitationLink(origin, resetToken);
  return {
    topic: 'mail',
    dedupeKey: keyOf(resetToken),
    to: values.email,
    subject: t('backOffice.mailInviteSubject', { tenant: tenant.name }),
    text: [
      t('mail.greeting', { name: values.firstName }),
      t('backOffice.mailInvite', { tenant: tenant.name, days: firstLoginDays, link }),
      t('mail.signature', { tenant: tenant.name }),
    ].join('\n\n'),
  };
}

/** To an administrator: that there is another one, or that another one's address is another. */
export function writeAdministratorMail(
  what: 'added' | 'moved',
  mail: {
    readonly tenant: Tenant;
    readonly to: { readonly email: string; readonly firstName: string; readonly language: string };
    /** Who did it. */
    readonly who: string;
    readonly values: Pick<UserValues, 'email' | 'firstName' | 'lastName'>;
    readonly contact: string;
    /** Names this one time it happened. */
    readonly key: string;
  },
): MailEvent {
  const { tenant, to, who, values, contact, key } = mail;
  const t = textsFor(isLanguage(to.language) ? to.language : tenant.defaultLanguage);
  const sum = createHash('sha256').update(`${tenant.id} ${what} ${to.email} ${key}`).digest('base64url');
  const parts = {
    tenant: tenant.name,
    who,
    whose: `${values.firstName} ${values.lastName}`,
    email: values.email,
  };
  return {
    topic: 'mail',
    dedupeKey: `administrator:${sum.slice(0, 22)}`,
    to: to.email,
    subject: t('mail.administrator.subject', { tenant: tenant.name }),
    text: [
      t('mail.greeting', { name: to.firstName }),
      t(`mail.administrator.${what}`, { ...parts, contact }),
      t('mail.signature', { tenant: tenant.name }),
    ].join('\n\n'),
  };
}

/** To the first administrator of a new centre: the link to its first login, and what comes then. */
export function writeFirstInvitationMail(mail: {
  readonly tenantName: string;
  readonly origin: string;
  readonly language: Language;
  readonly values: Pick<UserValues, 'email' | 'firstName'>;
  readonly resetToken: string;
}): MailEvent {
  const { tenantName: tenant, origin, values, resetToken } = mail;
  const t = textsFor(mail.language);
  return {
    topic: 'mail',
    dedupeKey: keyOf(resetToken),
    to: values.email,
    subject: t('mail.firstInvitationSubject', { tenant }),
    text: [
      t('mail.greeting', { name: values.firstName }),
      t('mail.firstInvitation', {
        tenant,
        origin,
        days: firstLoginDays,
        link: invitationLink(origin, resetToken),
      }),
      t('mail.signature', { tenant }),
    ].join('\n\n'),
  };
}

function keyOf(resetToken: string): string {
  return `invitation:${createHash('sha256').update(resetToken).digest('base64url').slice(0, 22)}`;
}
