import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { SaleEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { balanceOf, type InvoiceSums, Payer, type SaleItem, Seller } from '#shared/invoices/domain.ts';
import { referenceOf } from '#shared/invoices/references/domain.ts';
import { type Taxed, tax, type VatKind, vatRate } from '#shared/invoices/vat/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Language } from '#shared/kernel/language.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import * as data from './data.ts';

/** One line of a sale: what the buyer sees and pays, VAT included. */
export interface SaleLine {
  readonly productId: number | null;
  readonly article: string;
  readonly quantity: number;
  readonly unitCents: Cents;
  readonly discountCents: Cents;
  readonly vatKind: VatKind;
  readonly supplyOn: string;
  readonly item: SaleItem | null;
}

export interface Sale {
  readonly clientId: number | null;
  readonly payer: Payer;
  readonly language: Language;
  readonly lines: readonly SaleLine[];
}

export interface Draft {
  readonly invoiceId: number;
  /** Opens the public page of the invoice; at least 128 random bits. */
  readonly token: string;
  readonly totalCents: Cents;
  readonly queries: readonly Query[];
}

/** The tenant as seller. Throws ZodError when the tenant's own settings are incomplete. */
export function sellerOf({ tenant }: Ctx): Seller {
  return Seller.parse(tenant.company);
}

/**
 * What a sale costs, taxed and ready to be saved as a draft under `invoiceId` (from `data.nextInvoiceId`). It is saved by
 * whoever sells, in the transaction that reserves what is sold.
 */
export function draftSale(ctx: Ctx, tokens: Tokens, invoiceId: number, sale: Sale): Draft {
  const { invoice, lines, token } = draftOf(ctx, tokens, invoiceId, sale);
  const queries = [data.insertDraft(invoice), data.insertLines(invoiceId, lines)];
  return { invoiceId, token, totalCents: invoice.totalCents, queries };
}

/** Lines with the rate of the centre's country on their day, and their sums. A seller without a VAT number charges none. */
export function taxOf(ctx: Ctx, sold: readonly SaleLine[]): Taxed<SaleLine & { readonly vatRate: number }> {
  const country = ctx.tenant.country === 'LV' ? 'LV' : 'EE';
  const isRegistered = sellerOf(ctx).vatNumber !== '';
  return tax(
    sold.map((line) => {
      const vatKind = isRegistered ? line.vatKind : 'exempt';
      return { ...line, vatKind, vatRate: vatRate(country, vatKind, line.supplyOn) };
    }),
  );
}

/** The rows of a draft; for whoever saves many at once. */
export function draftOf(
  ctx: Ctx,
  tokens: Tokens,
  invoiceId: number,
  sale: Sale,
): {
  readonly invoice: data.NewInvoice;
  readonly lines: readonly data.NewInvoiceLine[];
  readonly token: string;
} {
  const { tenant, now } = ctx;
  const taxed = taxOf(ctx, sale.lines);
  const salt = tokens.newSalt();
  const token = invoiceToken(tokens, tenant.id, invoiceId, salt);
  const invoice: data.NewInvoice = {
    id: invoiceId,
    kind: 'invoice',
    reference: referenceOf(String(invoiceId)),
    salt,
    tokenHash: hashToken(token),
    clientId: sale.clientId,
    payer: Payer.parse(sale.payer),
    language: sale.language,
    totalCents: taxed.totalCents,
    creditsId: null,
    now,
  };
  return { invoice, lines: taxed.lines, token };
}

/** Issues a draft today, due after the seller's days. Give it the number of the series of its kind. */
export function issuing(ctx: Ctx, invoiceId: number, kind: 'invoice' | 'creditNote') {
  const { tenant, now } = ctx;
  const issuedOn = localDate(now, tenant.timeZone);
  const seller = sellerOf(ctx);
  return data.issueDraft({
    invoiceId,
    series: kind === 'invoice' ? 'A' : 'K',
    issuedOn,
    dueOn: addDays(issuedOn, seller.paymentDays),
    seller,
    now,
  });
}

/**
 * Issues a draft that is paid later, and has its payer told. Returns its number. Throws `invoiceNotFound` for what is no
 * draft any more.
 */
export async function issueInvoice(ctx: Ctx, invoiceId: number): Promise<string> {
  return ctx.write(async ({ load, save }) => {
    const [, [issued]] = await load(data.lockInvoice({ invoiceId }), issuing(ctx, invoiceId, 'invoice'));
    if (!issued) throw new AppError('invoiceNotFound');
    return save(
      issued.number,
      [],
      [{ topic: 'invoice', kind: 'issued', dedupeKey: `issued:${invoiceId}`, invoiceId }],
    );
  });
}

export interface Received {
  readonly receiptId: number;
  readonly kind: 'online' | 'bank' | 'cash';
  readonly amountCents: Cents;
  readonly source: string;
  readonly bookedOn: string;
  readonly payerName: string | null;
}

/**
 * Books money that came for an invoice, whose lock is held: what it still costs is paid by it, the rest is the client's
 * credit. The source is booked once for ever (unique in the database).
 */
export function receiving(
  ctx: Ctx,
  invoice: { readonly id: number; readonly clientId: number | null; readonly sums: InvoiceSums },
  received: Received,
): Query[] {
  const { receiptId, amountCents } = received;
  const isOwed = invoice.sums.state === 'issued';
  const share = isOwed ? Math.min(amountCents, Math.max(0, balanceOf(invoice.sums))) : 0;
  const receipt = data.insertReceipt({
    ...received,
    id: receiptId,
    clientId: invoice.clientId,
    now: ctx.now,
  });
  const allocation = { receiptId, invoiceId: invoice.id, amountCents: cents(share), now: ctx.now };
  return share > 0 ? [receipt, data.insertAllocation(allocation)] : [receipt];
}

/** An invoice that may have become paid: what it carries is handed over by a job, once. */
export function saleEvent(invoiceId: number): SaleEvent {
  return { topic: 'sale', dedupeKey: String(invoiceId), invoiceId };
}

/** The token of an invoice, for links in mails; the same each time. */
export function invoiceToken(tokens: Tokens, tenantId: number, invoiceId: number, salt: Buffer): string {
  return tokens.saltedMac(`invoice ${tenantId} ${invoiceId}`, salt);
}
