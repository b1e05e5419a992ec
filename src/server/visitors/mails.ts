import { createHash } from 'node:crypto';
import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';

/** What the mail after a booking without an account says. */
export interface VisitorMailParts {
  readonly tenantName: string;
  readonly origin: string;
  readonly timeZone: string;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
  readonly linkToken: string;
  readonly isWaiting: boolean;
  readonly freeUntil: string;
  readonly training: {
    readonly name: string;
    readonly startsAt: string;
    readonly clubName: string;
    readonly roomName: string;
  };
}

/** Confirms a place or a wait, with the link that gives it back. */
export function writeVisitorMail(parts: VisitorMailParts): MailEvent {
  const { language, training, timeZone, tenantName, linkToken } = parts;
  const t = textsFor(language);
  const when = (instant: string) =>
    `${formatDate(localDate(instant, timeZone))} ${localTime(instant, timeZone)}`;
  const link = `${parts.origin}/public/registration/cancel?token=${linkToken}`;
  const what = { name: training.name, when: when(training.startsAt) };
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t(parts.isWaiting ? 'mail.visitorWaiting' : 'mail.visitorBooked', what),
    [training.clubName, training.roomName].filter(Boolean).join(', '),
    parts.isWaiting ? '' : t('mail.visitorFreeUntil', { until: when(parts.freeUntil) }),
    t(parts.isWaiting ? 'mail.visitorLeaveLink' : 'mail.visitorCancelLink', { link }),
    t('mail.visitorNotYou'),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: `visitorBooking:${createHash('sha256').update(linkToken).digest('base64url').slice(0, 22)}`,
    to: parts.to,
    subject: t('mail.visitorSubject', { tenant: tenantName, ...what }),
    text: text.filter(Boolean).join('\n\n'),
  };
}
