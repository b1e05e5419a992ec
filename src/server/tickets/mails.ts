import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Language } from '#shared/kernel/language.ts';

/** What the mail says that brings a ticket. */
export interface TicketMailParts {
  readonly tenantName: string;
  readonly origin: string;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
  readonly ticketId: number;
  readonly token: string;
  readonly name: string;
  readonly clubName: string;
}

/** Brings a ticket by its link, once. */
export function writeTicketMail(parts: TicketMailParts): MailEvent {
  const { tenantName, name, clubName } = parts;
  const t = textsFor(parts.language);
  const link = `${parts.origin}/public/tickets?ticket=${parts.token}`;
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t('tickets.mailBody', { name, club: clubName }),
    t('tickets.mailOpen', { link }),
    t('tickets.mailKeep'),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: `ticket:${parts.ticketId}`,
    to: parts.to,
    subject: t('tickets.mailSubject', { tenant: tenantName, name }),
    text: text.join('\n\n'),
  };
}
