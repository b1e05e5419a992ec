import { createHash } from 'node:crypto';
import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';

/** What the mail to somebody who wants a place without an account says. */
export interface VisitorMailParts {
  readonly tenantName: string;
  readonly origin: string;
  readonly timeZone: string;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
  readonly linkToken: string;
  /** No place was free: what is asked for is the waiting list. */
  readonly isWaiting: boolean;
  /** Until when the link can be pressed. */
  readonly expiresAt: string;
  readonly training: {
    readonly name: string;
    readonly startsAt: string;
    readonly clubName: string;
    readonly roomName: string;
  };
}

/** The link that books with one press, and gives back afterwards. */
export function writeVisitorMail(parts: VisitorMailParts): MailEvent {
  const { language, training, timeZone, tenantName, linkToken } = parts;
  const t = textsFor(language);
  const when = (instant: string) =>
    `${formatDate(localDate(instant, timeZone))} ${localTime(instant, timeZone)}`;
  const link = `${parts.origin}/public/registration/confirm?token=${linkToken}`;
  const what = { tenant: tenantName, name: training.name, when: when(training.startsAt) };
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t(parts.isWaiting ? 'mail.visitorAskedToWait' : 'mail.visitorAsked', what),
    [training.clubName, training.roomName].filter(Boolean).join(', '),
    t(parts.isWaiting ? 'mail.visitorPressToWait' : 'mail.visitorPress', { link }),
    t('mail.visitorLinkUntil', { until: when(parts.expiresAt) }),
    t('mail.visitorNotYou'),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: `visitorBooking:${createHash('sha256').update(linkToken).digest('base64url').slice(0, 22)}`,
    to: parts.to,
    subject: t('mail.visitorSubject', what),
    text: text.join('\n\n'),
  };
}

/** What the mail says that confirms a booking without an account. */
export interface BookedMailParts
  extends Pick<
    VisitorMailParts,
    'tenantName' | 'origin' | 'timeZone' | 'language' | 'to' | 'firstName' | 'linkToken'
  > {
  readonly registrationId: number;
  readonly isWaiting: boolean;
  readonly freeUntil: string | null;
  readonly address: string;
  readonly training: VisitorMailParts['training'] & {
    readonly endsAt: string;
    readonly trainerName: string;
    readonly publicComment: string;
  };
}

/** Everything of a booking: what, when, where, with whom, what the centre says of it, and how it is given back. */
export function writeBookedMail(parts: BookedMailParts): MailEvent {
  const { language, training, timeZone, tenantName, linkToken, isWaiting, freeUntil, address } = parts;
  const t = textsFor(language);
  const when = (instant: string) =>
    `${formatDate(localDate(instant, timeZone))} ${localTime(instant, timeZone)}`;
  const link = `${parts.origin}/public/registration/confirm?token=${linkToken}`;
  const facts = [
    training.name,
    `${when(training.startsAt)}–${localTime(training.endsAt, timeZone)}`,
    [training.roomName, training.clubName].filter(Boolean).join(', '),
    address,
    training.trainerName === '' ? '' : t('notices.withTrainer', { trainer: training.trainerName }),
  ];
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t(isWaiting ? 'mail.visitorWaits' : 'mail.visitorBooked', { tenant: tenantName }),
    facts.filter(Boolean).join('\n'),
    training.publicComment,
    freeUntil === null ? '' : t('mail.visitorFreeUntil', { until: when(freeUntil) }),
    t('mail.visitorOpen', { link }),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: `visitorBooked:${parts.registrationId}`,
    to: parts.to,
    subject: t(isWaiting ? 'mail.visitorWaitsSubject' : 'mail.visitorBookedSubject', {
      tenant: tenantName,
      name: training.name,
      when: when(training.startsAt),
    }),
    text: text.filter((part) => part !== '').join('\n\n'),
    registrationId: parts.registrationId,
  };
}
