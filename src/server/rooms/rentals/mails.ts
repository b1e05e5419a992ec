import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';

export interface RentalMailParts {
  readonly tenantName: string;
  readonly timeZone: string;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
  readonly roomName: string;
  readonly startsAt: string;
  readonly dedupeKey: string;
}

/** Tells who rented a room that the centre has taken it back, and that nothing is owed for it. */
export function writeRentalMail(parts: RentalMailParts): MailEvent {
  const { tenantName, roomName: room, startsAt, timeZone } = parts;
  const t = textsFor(parts.language);
  const when = momentOf(startsAt, timeZone);
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t('rentals.mailEnded', { room, when }),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: t('rentals.subjectEnded', { room, when }),
    text: text.join('\n\n'),
  };
}

/** Tells who rented a room that the centre has moved it, and how long it may be given back for nothing. */
export function writeRentalMovedMail(
  parts: RentalMailParts,
  after: { readonly startsAt: string; readonly endsAt: string; readonly roomName: string },
): MailEvent {
  const { tenantName, roomName, startsAt, timeZone } = parts;
  const t = textsFor(parts.language);
  const before = `${roomName}, ${momentOf(startsAt, timeZone)}`;
  const now = `${after.roomName}, ${momentOf(after.startsAt, timeZone)}–${localTime(after.endsAt, timeZone)}`;
  return {
    topic: 'mail',
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: t('rentals.subjectMoved', { now }),
    text: [
      t('mail.greeting', { name: parts.firstName }),
      t('rentals.mailMoved', { before, now }),
      t('mail.signature', { tenant: tenantName }),
    ].join('\n\n'),
  };
}

function momentOf(at: string, timeZone: string): string {
  return `${formatDate(localDate(at, timeZone))} ${localTime(at, timeZone)}`;
}
