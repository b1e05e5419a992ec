import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';

export interface StaffBookingMailParts {
  readonly kind: 'placed' | 'removedFree' | 'removedLate';
  readonly tenantName: string;
  readonly timeZone: string;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
  readonly name: string;
  readonly startsAt: string;
  /** A booking that was given back for it. */
  readonly givenBack?: { readonly trainingName: string; readonly startsAt: string } | undefined;
  readonly link: string;
  readonly dedupeKey: string;
}

/** Tells a client that the centre has put them into a training, or taken them out of it. */
export function writeStaffBookingMail(parts: StaffBookingMailParts): MailEvent {
  const { kind, tenantName, name, givenBack, timeZone } = parts;
  const t = textsFor(parts.language);
  const timeOf = (at: string) => `${formatDate(localDate(at, timeZone))} ${localTime(at, timeZone)}`;
  const when = timeOf(parts.startsAt);
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t(`attendance.mail_${kind}`, { name, when }),
    ...(givenBack
      ? [t('attendance.mailGivenBack', { name: givenBack.trainingName, when: timeOf(givenBack.startsAt) })]
      : []),
    t('attendance.mailLink', { link: parts.link }),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: t('attendance.mailSubject', { tenant: tenantName, name, when }),
    text: text.join('\n\n'),
  };
}
