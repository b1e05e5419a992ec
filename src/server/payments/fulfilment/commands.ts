import { finishCode } from '#server/campaigns/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent, InvoiceEvent } from '#server/kernel/events.ts';
import type { Fulfilled } from '#server/kernel/writes/fulfilment.ts';
import { contactOf } from '#server/messages/mails.ts';
import { type InvoiceSums, Payer, type SaleItem } from '#shared/invoices/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import type { Cents } from '#shared/kernel/money.ts';
import { isDraftOver } from '#shared/payments/domain.ts';
import * as data from '../data.ts';
import { keepBuyer } from '../desk/data.ts';
import { type NewsSource, type OfficeNews, writeOfficeMail } from '../mails.ts';
import { lockInvoicesOf } from '../parts/data.ts';
import type { Fulfilment } from '../ports.ts';

/** An invoice as those see it who complete its sale. */
export interface InvoiceRow {
  readonly id: number;
  readonly language: string;
  readonly clientId: number | null;
  readonly payer: unknown;
  readonly number: string | null;
  readonly reference: string | null;
  readonly sums: InvoiceSums;
  /** The buyer was forgotten meanwhile, or nobody paid for so long that the draft names nobody any more. */
  readonly isForgotten: boolean;
  /** When a draft was made; null where the invoice stands. */
  readonly draftSince: string | null;
}

/** A line with what it is handed over as. */
export interface SoldItem {
  readonly position: number;
  readonly item: SaleItem;
}

/**
 * Locks an invoice and answers it with what its lines carry, and whether that was handed over; with a payment, all that
 * it is for are locked. Throws `invoiceNotFound`.
 */
export async function loadInvoice(transaction: WriteTransaction, invoiceId: number, paymentId?: string) {
  const [, [row], lines, [fulfilment]] = await transaction.load(
    paymentId === undefined ? invoices.lockInvoice({ invoiceId }) : lockInvoicesOf({ paymentId }),
    invoices.findInvoice({ invoiceId }),
    invoices.listLines({ invoiceId }),
    data.findFulfilment({ invoiceId }),
  );
  if (!row) throw new AppError('invoiceNotFound');
  const [[buyer]] = row.clientId === null ? [[]] : await transaction.load(keepBuyer(row.clientId));
  const sums = invoices.toSums(row);
  const isNameless = sums.state === 'dropped' && Payer.parse(row.payer).name === '';
  const invoice: InvoiceRow = {
    id: row.id,
    language: row.language,
    clientId: row.clientId,
    payer: row.payer,
    number: row.number,
    reference: row.reference,
    sums,
    isForgotten: (buyer?.isClosed ?? false) || isNameless,
    draftSince: sums.state === 'issued' ? null : row.createdAt,
  };
  const items = lines.flatMap(({ position, item }) =>
    item === null ? [] : [{ position, item: item as unknown as SaleItem }],
  );
  return { invoice, items, isFulfilled: fulfilment !== undefined };
}

/** Undefined when a line cannot be handed over any more. */
export async function tryFulfilling(
  ...[ctx, transaction, fulfil, invoice, items]: Parameters<typeof fulfilling>
): Promise<Fulfilled | undefined> {
  try {
    return await fulfilling(ctx, transaction, fulfil, invoice, items);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Every line in its order. Throws AppError when one cannot be handed over; then none is. */
export async function fulfilling(
  ctx: Ctx,
  { load }: WriteTransaction,
  fulfil: Fulfilment,
  { id: invoiceId, isForgotten, draftSince }: Pick<InvoiceRow, 'id' | 'isForgotten' | 'draftSince'>,
  items: readonly SoldItem[],
): Promise<Fulfilled> {
  // It would bring back by name who is to be nobody here.
  if (isForgotten && items.length > 0) throw new AppError('clientErased', undefined, 409);
  // Its price, its VAT and its code were those of then: what comes so late is its payer's credit.
  if (draftSince !== null && isDraftOver(draftSince, ctx.now))
    throw new AppError('actionNotAllowed', undefined, 409);
  // The price was lowered by a code: its place is taken for good, or the sale does not stand.
  const code = await finishCode(load, ctx, invoiceId);
  if (code.lost) throw new AppError(code.lost, undefined, 409);
  const queries: Query[] = [...code.queries];
  const events: DomainEvent[] = [];
  for (const { position, item } of items) {
    const give = fulfil[item.kind] as
      | ((
          ctx: Ctx,
          item: SaleItem,
          of: Parameters<NonNullable<Fulfilment['ticket']>>[2],
        ) => Promise<Fulfilled>)
      | undefined;
    if (!give) throw new AppError('actionNotAllowed', undefined, 409);
    const fulfilled = await give(ctx, item, { invoiceId, position, load });
    queries.push(...fulfilled.queries);
    events.push(...fulfilled.events);
  }
  return { queries, events };
}

/** Speaks to the buyer: whoever brings the news, the provider or a job, has another language. */
export function forBuyer(ctx: Ctx, { language }: InvoiceRow): Ctx {
  return isLanguage(language) ? { ...ctx, language } : ctx;
}

/** Told once of an invoice, whichever way it was paid. */
export function paidEvent(invoiceId: number): InvoiceEvent {
  return { topic: 'invoice', kind: 'paid', dedupeKey: `paid:${invoiceId}`, invoiceId };
}

/** Tells the centre's office what no rule can settle. */
export function officeMail(
  { tenant }: Ctx,
  { payer, number, reference }: Pick<InvoiceRow, 'number' | 'reference'> & { readonly payer: unknown },
  news: { readonly kind: OfficeNews; readonly source: NewsSource; readonly amountCents: Cents },
): DomainEvent {
  return writeOfficeMail({
    ...news,
    to: contactOf(tenant),
    tenantName: tenant.name,
    language: tenant.defaultLanguage,
    payer: Payer.parse(payer),
    number,
    reference,
  });
}

/** A unique key, a check, an exclusion: integrity the database keeps by itself. */
export function isRuleOfDatabase(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('23');
}
