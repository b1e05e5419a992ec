import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { InvoiceEvent } from '#server/kernel/events.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { shareCredit } from '#shared/invoices/credits/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { draftOf, type Sale, sellerOf } from '../commands.ts';
import { invoiceEvent } from '../credits/commands.ts';
import * as data from './data.ts';

/** Invoices that are paid later, drawn up together. */
export interface InvoiceBatch {
  /** In the order of the sales. */
  readonly invoiceIds: readonly number[];
  /** The drafts, and what of their clients' credit pays them. Saved before what refers to them. */
  readonly queries: readonly Query[];
  /** Gives them their numbers. Saved last. */
  readonly issuing: readonly Query[];
  readonly events: readonly InvoiceEvent[];
}

/**
 * Draws up invoices in few statements, in the caller's transaction: issued at once under gap-free numbers, paid from their
 * clients' credit as far as it goes, the oldest money first. Their payers are told by mail.
 */
export async function draftBatch(
  ctx: Ctx,
  tokens: Tokens,
  load: Transaction['load'],
  sales: readonly Sale[],
): Promise<InvoiceBatch> {
  if (sales.length === 0) return { invoiceIds: [], queries: [], issuing: [], events: [] };
  const { now, tenant } = ctx;
  const clientIds = [...new Set(sales.flatMap(({ clientId }) => clientId ?? []))];
  const [ids, locked] = await load(data.nextInvoiceIds(sales.length), data.lockOpenReceipts(clientIds));
  const [left] = locked.length > 0 ? await load(data.listLeft(locked.map(({ id }) => id))) : [[]];
  const credit = Map.groupBy(left, ({ clientId }) => clientId);
  const drafts = sales.map((sale, index) => draftOf(ctx, tokens, ids[index]?.id ?? 0, sale));
  const allocations = drafts.flatMap(({ invoice }) => {
    const open = invoice.clientId === null ? [] : (credit.get(invoice.clientId) ?? []);
    const receipts = open.map(({ receiptId, leftCents }) => ({ receiptId, leftCents: cents(leftCents) }));
    return shareCredit(receipts, invoice.totalCents).map((share) => {
      for (const receipt of open)
        if (receipt.receiptId === share.receiptId) receipt.leftCents -= share.amountCents;
      return { ...share, invoiceId: invoice.id };
    });
  });
  const paid = new Map<number, number>();
  for (const { invoiceId, amountCents } of allocations)
    paid.set(invoiceId, (paid.get(invoiceId) ?? 0) + amountCents);
  const invoiceIds = drafts.map(({ invoice }) => invoice.id);
  const issuedOn = localDate(now, tenant.timeZone);
  const seller = sellerOf(ctx);
  const dueOn = addDays(issuedOn, seller.paymentDays);
  return {
    invoiceIds,
    queries: [
      data.insertDrafts(
        drafts.map(({ invoice }) => invoice),
        now,
      ),
      data.insertLinesOfMany(
        drafts.flatMap(({ invoice, lines }) =>
          lines.map((line, index) => ({ ...line, invoiceId: invoice.id, position: index + 1 })),
        ),
      ),
      ...(allocations.length > 0 ? [data.insertAllocations(allocations, now)] : []),
    ],
    issuing: [data.issueDrafts({ invoiceIds, series: 'A', issuedOn, dueOn, seller, now })],
    events: drafts.map(({ invoice: { id, totalCents } }) =>
      invoiceEvent(paid.get(id) === totalCents ? 'paid' : 'issued', id),
    ),
  };
}
