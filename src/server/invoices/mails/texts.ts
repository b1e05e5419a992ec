import type { TFunction } from 'i18next';
import type { InvoiceEvent } from '#server/kernel/events.ts';
import { formatIban } from '#shared/invoices/accounts/domain.ts';
import { formatReference } from '#shared/invoices/references/domain.ts';
import type { WholeInvoice } from '#shared/invoices/whole/domain.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import { type Cents, formatMoney } from '#shared/kernel/money.ts';

export interface MailFacts {
  readonly t: TFunction;
  readonly tenantName: string;
  /** The public page of the invoice. */
  readonly link: string;
  /** What lies unused, with `overpaid`. */
  readonly creditCents: Cents;
}

/** Subject and text of a mail about an invoice, in the invoice's language. */
export function writeInvoiceMail(
  kind: InvoiceEvent['kind'],
  invoice: WholeInvoice,
  { t, tenantName, link, creditCents }: MailFacts,
): { readonly subject: string; readonly text: string } {
  const { number, language, seller, reference, payer, dueOn } = invoice;
  const money = (amount: number) => formatMoney(amount, language);
  const values = {
    tenant: tenantName,
    number,
    date: formatDate(dueOn),
    payer: payer.name,
    original: invoice.credits?.number ?? number,
    amount: money(amountOf(kind, invoice, creditCents)),
  };
  const key = `mail${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as `mail${Capitalize<typeof kind>}`;
  const isAsking = kind === 'issued' || kind === 'due' || kind === 'overdue';
  const parts = [
    // What the office hears is no letter to a person.
    ...(kind === 'overpaid' ? [] : [t('mail.greeting', { name: payer.name })]),
    t(`invoices.${key}Text`, values),
    ...(isAsking ? [t('invoices.mailPayLink', { link })] : []),
    ...(isAsking && seller.iban !== ''
      ? [
          t('invoices.mailReference', {
            iban: formatIban(seller.iban),
            reference: formatReference(reference),
          }),
        ]
      : []),
    ...(kind === 'paid' ? [t('invoices.mailSeeLink', { link })] : []),
    t('mail.signature', { tenant: tenantName }),
  ];
  return { subject: t(`invoices.${key}Subject`, values), text: parts.join('\n\n') };
}

function amountOf(kind: InvoiceEvent['kind'], invoice: WholeInvoice, creditCents: Cents): number {
  if (kind === 'overpaid') return creditCents;
  if (kind === 'credited') return Math.abs(invoice.totalCents);
  return kind === 'paid' ? invoice.paidCents : invoice.balanceCents;
}
