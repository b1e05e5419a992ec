import { createHash } from 'node:crypto';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { emailLinkHours } from '#shared/account/domain.ts';
import type { Language } from '#shared/kernel/language.ts';

/** Whom it is about, and where the centre's pages are. */
export interface EmailMail {
  readonly tenant: Tenant;
  readonly origin: string;
  readonly language: Language;
  readonly firstName: string;
}

type Kind = 'emailChange' | 'emailTaken' | 'emailAsked' | 'emailChanged';

function write(
  kind: Kind,
  { tenant, language, firstName }: EmailMail,
  to: string,
  key: string,
  values: Readonly<Record<string, string | number>>,
): MailEvent {
  const t = textsFor(language);
  const name = tenant.name;
  const text = [
    t('mail.greeting', { name: firstName }),
    t(`mail.${kind}Body`, {
      tenant: name,
      link: '',
      email: '',
      contact: '',
      hours: emailLinkHours,
      ...values,
    }),
    t('mail.signature', { tenant: name }),
  ].join('\n\n');
  const dedupeKey = `${kind}:${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`;
  return { topic: 'mail', dedupeKey, to, subject: t(`mail.${kind}Subject`, { tenant: name }), text };
}

/** The link, to the address it would confirm. */
export function writeLinkMail(about: EmailMail, to: string, token: string): MailEvent {
  return write('emailChange', about, to, token, { link: `${about.origin}/email/confirm?token=${token}` });
}

/** To an address that belongs to another account: only its owner learns that it does. */
export function writeTakenMail(about: EmailMail, to: string, token: string): MailEvent {
  return write('emailTaken', { ...about, firstName: '' }, to, token, {
    link: `${about.origin}/password/forgotten`,
  });
}

/** To the present address: that another one was asked for. */
export function writeAskedMail(about: EmailMail, to: string, email: string, token: string): MailEvent {
  return write('emailAsked', about, to, token, { email, link: `${about.origin}/password/forgotten` });
}

/** To the address that was: where messages go from now on. */
export function writeChangedMail(
  about: EmailMail,
  to: string,
  email: string,
  contact: string,
  token: string,
): MailEvent {
  return write('emailChanged', about, to, token, { email, contact });
}
