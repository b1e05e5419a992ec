import type { InvoiceState, Payer, ReceiptKind, Seller } from '#shared/invoices/domain.ts';
import type { VatKind, VatRow } from '#shared/invoices/vat/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { Cents } from '#shared/kernel/money.ts';

/** Where money came from, or that it was given back as the client's credit. */
type PaymentKind = ReceiptKind | 'released';

export interface WholeLine {
  readonly position: number;
  readonly productId: number | null;
  readonly article: string;
  readonly quantity: number;
  readonly unitCents: Cents;
  readonly discountCents: Cents;
  readonly grossCents: Cents;
  readonly netCents: Cents;
  readonly vatCents: Cents;
  readonly vatKind: VatKind;
  readonly vatRate: number;
  readonly supplyOn: string;
}

/** Another invoice that one speaks of. */
export interface OtherInvoice {
  readonly id: number;
  readonly number: string;
  readonly issuedOn: string;
  readonly totalCents: Cents;
}

/** An issued invoice or credit note with all that its paper, its mails and its screen say. */
export interface WholeInvoice {
  readonly id: number;
  readonly kind: 'invoice' | 'creditNote';
  readonly number: string;
  readonly reference: string;
  readonly clientId: number | null;
  readonly client: { readonly name: string; readonly code: string } | null;
  readonly payer: Payer;
  /** Where its mails go: to the payer, also where they have another address by now; empty for nowhere. */
  readonly mailTo: string;
  readonly seller: Seller;
  readonly language: Language;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly state: InvoiceState;
  readonly isOpen: boolean;
  readonly lines: readonly WholeLine[];
  readonly vatRows: readonly VatRow[];
  readonly netCents: Cents;
  readonly vatCents: Cents;
  readonly totalCents: Cents;
  readonly paidCents: Cents;
  readonly creditedCents: Cents;
  readonly balanceCents: Cents;
  readonly payments: readonly {
    readonly on: string;
    readonly amountCents: Cents;
    readonly kind: PaymentKind;
  }[];
  readonly creditNotes: readonly OtherInvoice[];
  readonly credits: OtherInvoice | null;
  readonly reason: string;
}
