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
