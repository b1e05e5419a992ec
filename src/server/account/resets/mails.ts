import { createHash } from 'node:crypto';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { factorResetHours } from '#shared/account/resets/domain.ts';
import { isLanguage } from '#shared/kernel/language.ts';

/** What is told about it: to whom it is about, and to administrators. */
type Telling = 'asked' | 'link' | 'operator' | 'done' | 'toConfirm' | 'operatorTold';

export interface ResetNotice {
  readonly email: string;
  readonly firstName: string;
  readonly language: string;
}

/** `key` names this one time it happened; `contact` is whom to write to where something is wrong. */
export function writeFactorResetMail(
  { tenant, contact }: { readonly tenant: Tenant; readonly contact: string },
  to: ResetNotice,
  telling: Telling,
  key: string,
  values: Readonly<Record<'who' | 'whose' | 'link', string>>,
): MailEvent {
  const t = textsFor(isLanguage(to.language) ? to.language : tenant.defaultLanguage);
  const parts = { tenant: tenant.name, contact, hours: factorResetHours, ...values };
  const sum = createHash('sha256').update(`${tenant.id} ${telling} ${to.email} ${key}`).digest('base64url');
  return {
    topic: 'mail',
    dedupeKey: `factorReset:${sum.slice(0, 22)}`,
    to: to.email,
    subject: t('mail.factorReset.subject', { tenant: tenant.name }),
    text: [
      t('mail.greeting', { name: to.firstName }),
      t(`mail.factorReset.${telling}`, parts),
      t('mail.signature', { tenant: tenant.name }),
    ].join('\n\n'),
  };
}
