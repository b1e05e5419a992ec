import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Language } from '#shared/kernel/language.ts';

/** What the mail says that tells of an offer to share. */
export interface OfferMailParts {
  readonly tenantName: string;
  readonly origin: string;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
  /** By first name and a letter. */
  readonly ownerName: string;
  readonly name: string;
  readonly dedupeKey: string;
}

/** Tells somebody that a package is offered to be shared: they agree or decline where it stands. */
export function writeOfferMail(parts: OfferMailParts): MailEvent {
  const { tenantName, name, ownerName: owner } = parts;
  const t = textsFor(parts.language);
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t('personalTrainings.mailBody', { name, owner }),
    t('personalTrainings.mailOpen', { link: `${parts.origin}/purchase/personal-trainings` }),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: t('personalTrainings.mailSubject', { owner }),
    text: text.join('\n\n'),
  };
}

export interface SharedByTrainerParts extends Omit<OfferMailParts, 'ownerName'> {
  readonly trainerName: string;
  /** As it was typed. */
  readonly recipient: string;
}

/** Tells an owner that their trainer has offered their package to somebody: they may take it back. */
export function writeSharedByTrainerMail(parts: SharedByTrainerParts): MailEvent {
  const { tenantName, name, trainerName: trainer, recipient } = parts;
  const t = textsFor(parts.language);
  const text = [
    t('mail.greeting', { name: parts.firstName }),
    t('personalTimes.mailShared', { name, trainer, recipient }),
    t('personalTimes.mailSharedOpen', { link: `${parts.origin}/purchase/personal-trainings` }),
    t('mail.signature', { tenant: tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: t('personalTimes.subjectShared', { trainer }),
    text: text.join('\n\n'),
  };
}
