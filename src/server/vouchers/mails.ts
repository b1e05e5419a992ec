import { createHash } from 'node:crypto';
import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import { showCode } from '#shared/vouchers/codes/domain.ts';

/** What the mail with a voucher says. */
export interface VoucherMailParts {
  readonly tenantName: string;
  readonly origin: string;
  readonly language: Language;
  readonly to: string;
  readonly holderName: string;
  /** What the voucher is for. */
  readonly name: string;
  /** First name of whoever gave it; empty for one that was bought. */
  readonly giver: string;
  readonly uses: number;
  readonly validUntil: string;
  readonly token: string;
  readonly code: string;
  /** Empty the first time: another one is another mail. */
  readonly occasion: string;
}

/** A voucher and how to open it, for whoever claimed or bought it. */
export function writeVoucherMail(kind: 'claimed' | 'bought', parts: VoucherMailParts): MailEvent {
  const { language, tenantName, name, giver, uses } = parts;
  const t = textsFor(language);
  const link = `${parts.origin}/public/vouchers?token=${parts.token}`;
  const text = [
    t('mail.greeting', { name: parts.holderName }),
    kind === 'claimed' ? t('mail.voucherClaimed', { giver, name }) : t('mail.voucherBought', { name }),
    t('mail.voucherFacts', { count: uses, until: formatDate(parts.validUntil) }),
    t('mail.voucherLink', { link }),
    t('mail.voucherCode', { code: showCode(parts.code) }),
    t('mail.signature', { tenant: tenantName }),
  ];
  const key = createHash('sha256')
    .update(`${kind} ${parts.token} ${parts.occasion}`)
    .digest('base64url')
    .slice(0, 22);
  return {
    topic: 'mail',
    dedupeKey: `voucher:${key}`,
    to: parts.to,
    subject: t('mail.voucherSubject', { tenant: tenantName, name }),
    text: text.join('\n\n'),
  };
}

/** Tells whoever gave a use on that it was claimed. */
export function writeClaimedMail(parts: {
  readonly tenantName: string;
  readonly language: Language;
  readonly to: string;
  readonly giver: string;
  readonly claimer: string;
  readonly name: string;
  readonly linkId: number;
}): MailEvent {
  const { tenantName, language, name, claimer } = parts;
  const t = textsFor(language);
  return {
    topic: 'mail',
    dedupeKey: `voucherTaken:${parts.linkId}`,
    to: parts.to,
    subject: t('mail.voucherTakenSubject', { tenant: tenantName, claimer }),
    text: [
      t('mail.greeting', { name: parts.giver }),
      t('mail.voucherTaken', { claimer, name }),
      t('mail.signature', { tenant: tenantName }),
    ].join('\n\n'),
  };
}
