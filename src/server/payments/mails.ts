import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Language } from '#shared/kernel/language.ts';
import { type Cents, formatMoney } from '#shared/kernel/money.ts';

/** What the centre's office must look at, because no rule can settle it. */
export type OfficeNews = 'Credit' | 'NotHandedOver' | 'TakenBack' | 'Mismatch' | 'RefundRefused';

/** By which way the money came, or goes, that the news are about. */
export interface NewsSource {
  readonly kind: 'Payment' | 'Transfer' | 'Refund';
  readonly id: string | number;
}

/** A mail to the centre's own address, in its own language. */
export function writeOfficeMail(news: {
  readonly kind: OfficeNews;
  readonly to: string;
  readonly tenantName: string;
  readonly language: Language;
  readonly source: NewsSource;
  readonly amountCents: Cents;
  readonly payer: { readonly name: string; readonly email: string };
  readonly number: string | null;
  readonly reference: string | null;
}): MailEvent {
  const { kind, language, source, payer, number, reference } = news;
  const t = textsFor(language);
  const values = {
    amount: euros(news.amountCents, language),
    name: payer.name,
    email: payer.email,
    document:
      number === null
        ? t('payments.officeDraft', { reference: reference ?? '' })
        : t('payments.invoice', { number }),
  };
  const text = [
    t(`payments.office${kind}Body`, values),
    t(`payments.office${source.kind}`, { id: source.id }),
    t('mail.signature', { tenant: news.tenantName }),
  ].join('\n\n');
  return {
    topic: 'mail',
    dedupeKey: `${source.kind.toLowerCase()}${kind}:${source.id}`,
    to: news.to,
    subject: t(`payments.office${kind}Subject`, values),
    text,
  };
}

/** `72,40 €`, in English `€72.40`. */
export function euros(amount: number, language: Language): string {
  return formatMoney(amount, language);
}
