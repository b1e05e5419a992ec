import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';

export interface TrainerMailParts {
  readonly kind: 'booked' | 'givenBack' | 'takenAgain' | 'takenOut';
  readonly tenantName: string;
  readonly timeZone: string;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
  readonly clientName: string;
  readonly startsAt: string;
  readonly dedupeKey: string;
}

/** Tells a trainer that a client has booked their time, given it back or taken that back, or that the centre took them out. */
export function writeTrainerMail(parts: TrainerMailParts): MailEvent {
  const { kind, tenantName, startsAt, timeZone, clientName: client } = parts;
  const t = textsFor(parts.language);
  const when = `${formatDate(localDate(startsAt, timeZone))} ${localTime(startsAt, timeZone)}`;
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t(`personalTimes.mail_${kind}`, { client, when }),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: t(`personalTimes.subject_${kind}`, { client, when }),
    text: text.join('\n\n'),
  };
}
