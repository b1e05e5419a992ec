import { issuing, receiving } from '#server/invoices/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import {
  decideBooking,
  hasMoneyCome,
  isSettledBy,
  movePayment,
  nextAskAt,
  type PaymentStatus,
} from '#shared/payments/domain.ts';
import type { PaymentPart } from '#shared/payments/parts/domain.ts';
import * as data from '../data.ts';
import {
  forBuyer,
  fulfilling,
  type InvoiceRow,
  isRuleOfDatabase,
  loadInvoice,
  officeMail,
  paidEvent,
  type SoldItem,
  tryFulfilling,
} from '../fulfilment/commands.ts';
import type { OfficeNews } from '../mails.ts';
import { bookTogether, toParts } from '../parts/commands.ts';
import { listParts } from '../parts/data.ts';
import type { Fulfilment } from '../ports.ts';

/** What is heard of a payment, by whichever way. */
export interface News {
  readonly source: 'returned' | 'notified' | 'asked';
  /** undefined: in words nobody knows, or nothing at all. */
  readonly status: PaymentStatus | undefined;
  /** undefined where the news name no sum. */
  readonly amountCents: Cents | undefined;
  readonly currency: string;
  readonly providerId: string | null;
  readonly raw: unknown;
}

export interface Applied {
  readonly status: PaymentStatus;
  /** What was told is not all there is to know, or not to be believed alone: the provider is to be asked. */
  readonly isWorthAsking: boolean;
}

/** What is saved together, and what is told afterwards. */
interface Outcome {
  readonly queries: readonly Query[];
  readonly events: readonly DomainEvent[];
}

/**
 * The one way by which news of a payment take effect, for the webhook, the return and the job alike: under the
 * invoice's lock, so that news at the same time come one after the other, and each effect once. When the money is
 * there, the sale is completed with it: the draft is issued, the money booked and allocated, the lines handed over, all
 * or nothing. What cannot be completed any more is booked as the payer's credit, and the office is told (decision 0017).
 */
export async function applyPaymentStatus(
  ctx: Ctx,
  fulfil: Fulfilment,
  payment: { readonly id: string; readonly invoiceId: number },
  news: News,
): Promise<Applied> {
  try {
    return await applyOnce(ctx, fulfil, payment, news);
  } catch (error) {
    // What is handed over met a rule of the database at the last moment. The money has come all the same.
    if (!isRuleOfDatabase(error)) throw error;
    return applyOnce(ctx, {}, payment, news);
  }
}

/**
 * Completes a sale that costs nothing. Throws what its lines refuse with, and `changedMeanwhile` for one that costs
 * something.
 */
export async function completeFree(ctx: Ctx, fulfil: Fulfilment, invoiceId: number): Promise<void> {
  await ctx.write(async (transaction) => {
    const { invoice, items } = await loadInvoice(transaction, invoiceId);
    if (invoice.sums.state !== 'draft') return transaction.keep(undefined);
    if (invoice.sums.totalCents !== 0) throw new AppError('changedMeanwhile', undefined, 409);
    const fulfilled = await fulfilling(forBuyer(ctx, invoice), transaction, fulfil, invoice, items);
    return transaction.save(
      undefined,
      [
        issuing(ctx, invoiceId, 'invoice'),
        ...fulfilled.queries,
        data.insertFulfilment({ invoiceId, now: ctx.now }),
      ],
      [paidEvent(invoiceId), ...fulfilled.events],
    );
  });
}

async function applyOnce(
  ctx: Ctx,
  fulfil: Fulfilment,
  { id, invoiceId }: { readonly id: string; readonly invoiceId: number },
  news: News,
): Promise<Applied> {
  return ctx.write(async (transaction) => {
    const { invoice, items, isFulfilled } = await loadInvoice(transaction, invoiceId, id);
    const [[row], [receiptId], parts] = await transaction.load(
      data.findPayment({ id }),
      invoices.nextReceiptId({}),
      listParts({ paymentId: id }),
    );
    if (!row || !receiptId) throw new AppError('paymentNotFound');
    const payment = data.toPayment(row);
    const { now } = ctx;
    const answer = (status: PaymentStatus, isWorthAsking: boolean): Applied => ({ status, isWorthAsking });
    const message = data.insertMessage({ paymentId: id, source: news.source, body: news.raw, now });
    const office = (kind: OfficeNews, amountCents: Cents) =>
      officeMail(ctx, invoice, { kind, amountCents, source: { kind: 'Payment', id } });

    if (news.status !== undefined && hasMoneyCome(news.status) && !isSumAskedFor(payment, news)) {
      const isTold = payment.alertedAt !== null;
      return transaction.save(
        answer(payment.status, false),
        // A person looks at it now; asking again would bring the same.
        [data.setAskAt({ id, askAt: null }), ...(isTold ? [] : [message, data.setAlerted({ id, now })])],
        isTold ? [] : [office('Mismatch', payment.amountCents)],
      );
    }
    const move = movePayment(payment.status, news.status);
    const state = data.setStatus({
      id,
      status: move.status,
      providerId: news.providerId,
      askAt: nextAskAt(move.status, payment.createdAt, now),
      now,
    });
    if (move.isTakenBack) {
      const isBelieved = news.source === 'asked' && payment.alertedAt === null;
      return transaction.save(
        answer(move.status, news.source !== 'asked'),
        [message, ...(isBelieved ? [data.setAlerted({ id, now })] : [])],
        isBelieved ? [office('TakenBack', payment.amountCents)] : [],
      );
    }
    if (!move.isNew) {
      // Asking and coming back again bring the same many times over; of what comes by itself each word is kept once.
      const isKept =
        news.source === 'notified' || (news.source === 'returned' && payment.returnedAt === null);
      return transaction.save(answer(move.status, false), isKept ? [state, message] : [state]);
    }
    const isMoreToKnow =
      news.source !== 'asked' && (move.status === 'PARTIALLY_REFUNDED' || move.status === 'REFUNDED');
    if (!move.isMoneyNew) return transaction.save(answer(move.status, isMoreToKnow), [state, message]);
    const booked = await book(ctx, transaction, fulfil, {
      invoice,
      items,
      isFulfilled,
      payment,
      parts: toParts(parts),
      receiptId: receiptId.id,
      isKept: move.status !== 'REFUNDED',
      office,
    });
    return transaction.save(
      answer(move.status, isMoreToKnow),
      [...booked.queries, state, message],
      booked.events,
    );
  });
}

/** The money of a payment that has just become paid. */
async function book(
  ctx: Ctx,
  transaction: WriteTransaction,
  fulfil: Fulfilment,
  money: {
    readonly invoice: InvoiceRow;
    readonly items: readonly SoldItem[];
    readonly isFulfilled: boolean;
    readonly payment: data.PaymentRow;
    /** None where it pays its invoice alone. */
    readonly parts: readonly PaymentPart[];
    readonly receiptId: number;
    readonly isKept: boolean;
    readonly office: (kind: OfficeNews, amountCents: Cents) => DomainEvent;
  },
): Promise<Outcome> {
  const { invoice, items, payment, receiptId, office } = money;
  const { id: invoiceId, sums } = invoice;
  const { amountCents } = payment;
  const received = {
    receiptId,
    kind: 'online' as const,
    amountCents,
    source: receiptSource(payment.id),
    bookedOn: localDate(ctx.now, ctx.tenant.timeZone),
    payerName: Payer.parse(invoice.payer).name,
  };
  const credit = (creditCents: Cents): DomainEvent[] => [office('Credit', creditCents)];
  if (money.parts.length > 0) {
    const receipt = { ...received, id: receiptId };
    return bookTogether(ctx, transaction.load, {
      ...money,
      clientId: invoice.clientId,
      receipt,
      credited: (over) => office('Credit', over),
    });
  }
  const fulfilment = data.insertFulfilment({ invoiceId, now: ctx.now });
  const asCredit = (dropped: readonly Query[] = []): Outcome => ({
    queries: [...dropped, ...receiving(ctx, { ...invoice, sums: { ...sums, state: 'dropped' } }, received)],
    events: credit(amountCents),
  });

  const booking = decideBooking(sums, amountCents, money.isKept);
  if (booking === 'credit') return asCredit();
  if (booking === 'complete') {
    const fulfilled = await tryFulfilling(forBuyer(ctx, invoice), transaction, fulfil, invoice, items);
    // Nothing is sold that cannot be given: the whole sum stays the payer's, and nobody pays for this draft again.
    if (!fulfilled) return asCredit([invoices.dropDraft({ invoiceId, now: ctx.now })]);
    const over = cents(amountCents - sums.totalCents);
    return {
      queries: [
        data.reviveDraft({ invoiceId }),
        issuing(ctx, invoiceId, 'invoice'),
        ...receiving(ctx, { ...invoice, sums: { ...sums, state: 'issued' } }, received),
        ...fulfilled.queries,
        fulfilment,
      ],
      events: [paidEvent(invoiceId), ...fulfilled.events, ...(over > 0 ? credit(over) : [])],
    };
  }
  const queries = receiving(ctx, invoice, received);
  if (!isSettledBy(sums, amountCents)) return { queries, events: [] };
  const over = cents(amountCents - (sums.totalCents - sums.creditedCents - sums.paidCents));
  const events = [paidEvent(invoiceId), ...(over > 0 ? credit(over) : [])];
  if (money.isFulfilled || items.length === 0) return { queries, events };
  const fulfilled = await tryFulfilling(forBuyer(ctx, invoice), transaction, fulfil, invoice, items);
  return fulfilled
    ? { queries: [...queries, ...fulfilled.queries, fulfilment], events: [...events, ...fulfilled.events] }
    : { queries, events: [...events, office('NotHandedOver', amountCents)] };
}

/** What the money of a payment is booked under. */
export function receiptSource(paymentId: string): string {
  return `payment:${paymentId}`;
}

function isSumAskedFor(payment: data.PaymentRow, news: News): boolean {
  return news.currency === 'EUR' && news.amountCents === payment.amountCents;
}
