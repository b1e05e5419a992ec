import { issuing } from '#server/invoices/commands.ts';
import { invoiceEvent } from '#server/invoices/credits/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx, Saved, WriteTransaction } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { shareCredit } from '#shared/invoices/credits/domain.ts';
import { balanceOf } from '#shared/invoices/domain.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import { decideBooking } from '#shared/payments/domain.ts';
import * as data from '../data.ts';
import {
  forBuyer,
  type InvoiceRow,
  isRuleOfDatabase,
  loadInvoice,
  officeMail,
  paidEvent,
  tryFulfilling,
} from '../fulfilment/commands.ts';
import type { NewsSource, OfficeNews } from '../mails.ts';
import type { Fulfilment } from '../ports.ts';

/**
 * Completes a sale that was paid by another way than a payment in the app: by a transfer, by hand, from its client's
 * credit. Under the invoice's lock as `applyPaymentStatus`, and by the same hand-over: whichever comes first hands over,
 * and the other finds it done. Called again it does nothing (decision 0017).
 */
export async function completeSale(ctx: Ctx, fulfil: Fulfilment, invoiceId: number): Promise<void> {
  try {
    await completeOnce(ctx, fulfil, invoiceId);
  } catch (error) {
    // What is handed over met a rule of the database at the last moment. The money has come all the same.
    if (!isRuleOfDatabase(error)) throw error;
    await completeOnce(ctx, {}, invoiceId);
  }
}

function completeOnce(ctx: Ctx, fulfil: Fulfilment, invoiceId: number): Promise<void> {
  return ctx.write(async (transaction) => {
    const { invoice, items, isFulfilled } = await loadInvoice(transaction, invoiceId);
    const office = (kind: OfficeNews, amountCents: Cents, id: NewsSource['id'] = invoiceId): DomainEvent =>
      officeMail(ctx, invoice, { kind, amountCents, source: { kind: 'Transfer', id } });
    if (invoice.sums.state !== 'issued') {
      return completeDraft(ctx, transaction, { fulfil, invoice, items, office });
    }
    if (isFulfilled) {
      const [open] = await transaction.load(data.listTransferred({ invoiceId }));
      // It was paid twice, and the other way was quicker.
      return transaction.save(undefined, [], overpaidBy(invoiceId, open));
    }
    if (items.length === 0 || balanceOf(invoice.sums) > 0) return transaction.keep(undefined);
    const fulfilled = await tryFulfilling(forBuyer(ctx, invoice), transaction, fulfil, invoice, items);
    if (!fulfilled) return transaction.save(undefined, [], [office('NotHandedOver', invoice.sums.paidCents)]);
    const done = data.insertFulfilment({ invoiceId, now: ctx.now });
    return transaction.save(undefined, [...fulfilled.queries, done], fulfilled.events);
  });
}

/**
 * What the office is told of transfers that are over: once of all that are there by the last one, as the mail says what lies
 * unused of the invoice, and in the key under which it is told where they are booked.
 */
const overpaidBy = (invoiceId: number, entries: readonly { readonly entryId: number }[]): DomainEvent[] =>
  entries.slice(-1).map(({ entryId }) => ({
    ...invoiceEvent('overpaid', invoiceId),
    dedupeKey: `overpaid:bank:${entryId}`,
  }));

/** The transfers that named a draft: together they pay it whole, or are their payer's credit. */
async function completeDraft(
  ctx: Ctx,
  transaction: WriteTransaction,
  sale: {
    readonly fulfil: Fulfilment;
    readonly invoice: InvoiceRow;
    readonly items: Parameters<typeof tryFulfilling>[4];
    readonly office: (kind: OfficeNews, amountCents: Cents, id: NewsSource['id']) => DomainEvent;
  },
): Promise<Saved<undefined>> {
  const { fulfil, invoice, items, office } = sale;
  const { id: invoiceId, sums } = invoice;
  const { now } = ctx;
  const [open] = await transaction.load(data.listTransferred({ invoiceId }));
  const receipts = open.map(({ receiptId, leftCents }) => ({ receiptId, leftCents: cents(leftCents) }));
  const came = addCents(...receipts.map(({ leftCents }) => leftCents));
  if (came === 0 || decideBooking(sums, came, true) !== 'complete') return transaction.keep(undefined);
  const fulfilled = await tryFulfilling(forBuyer(ctx, invoice), transaction, fulfil, invoice, items);
  if (!fulfilled) {
    // Each by itself, once: what comes again for what was given up is to be sent back as well.
    const told = open.map(({ entryId, leftCents }) => office('Credit', cents(leftCents), `bank:${entryId}`));
    return transaction.save(undefined, [invoices.dropDraft({ invoiceId, now })], told);
  }
  const shares = shareCredit(receipts, sums.totalCents);
  const over = open.filter(
    ({ receiptId, leftCents }) =>
      !shares.some((share) => share.receiptId === receiptId && share.amountCents === leftCents),
  );
  return transaction.save(
    undefined,
    [
      data.reviveDraft({ invoiceId }),
      issuing(ctx, invoiceId, 'invoice'),
      ...shares.map((share) => invoices.insertAllocation({ ...share, invoiceId, now })),
      ...fulfilled.queries,
      data.insertFulfilment({ invoiceId, now }),
    ],
    [paidEvent(invoiceId), ...fulfilled.events, ...overpaidBy(invoiceId, over)],
  );
}
