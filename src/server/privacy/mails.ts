import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import { isLanguage } from '#shared/kernel/language.ts';

/** To whoever asked to be forgotten: until when they can think again, and afterwards that it is done. */
export function writeErasureMail(mail: {
  readonly tenant: Tenant;
  readonly origin: string;
  readonly to: string;
  readonly firstName: string;
  readonly language: string | null;
  readonly kind: 'Asked' | 'Done';
  /** Until when it can be taken back, or when it was done. */
  readonly date: string;
  readonly dedupeKey: string;
}): MailEvent {
  const { tenant, language, kind, dedupeKey, to } = mail;
  const t = textsFor(language !== null && isLanguage(language) ? language : tenant.defaultLanguage);
  const values = { tenant: tenant.name, date: formatDate(mail.date), link: `${mail.origin}/profile/privacy` };
  return {
    topic: 'mail',
    dedupeKey,
    to,
    subject: t(`mail.erasure${kind}Subject`, values),
    text: [
      t('mail.greeting', { name: mail.firstName }),
      t(`mail.erasure${kind}`, values),
      t('mail.signature', values),
    ].join('\n\n'),
  };
}
