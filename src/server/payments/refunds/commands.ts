import { randomUUID } from 'node:crypto';
import * as invoices from '#server/invoices/data.ts';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { unaskedRefundCents } from '#shared/account/proofs/domain.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import {
  countsAsRefunded,
  hasMoneyCome,
  moveRefund,
  type RefundStatus,
  statusAfterRefund,
} from '#shared/payments/domain.ts';
import {
  decideRefund,
  type InvoiceShare,
  mostRefund,
  type ReceivedMoney,
  takeBack,
  type Whereabouts,
  whereaboutsOf,
} from '#shared/payments/refunds/domain.ts';
import * as payments from '../data.ts';
import { officeMail } from '../fulfilment/commands.ts';
import { listInvoicesOf, lockInvoicesOf } from '../parts/data.ts';
import type { PaymentPorts } from '../ports.ts';
import { ProviderError } from '../provider.ts';
import { receiptSource } from '../status-updates/commands.ts';
import * as data from './data.ts';

/** A refund that nobody heard of is asked about again after so long. */
const askMinutes = 30;
/** The request itself may have been lost: it is repeated under its key soon. */
const repeatMinutes = 1;

export interface Refunded {
  readonly refundId: string;
  readonly status: RefundStatus;
}

interface RefundRequest {
  readonly reason: string;
  readonly creditNoteId?: number | null | undefined;
  /** Of which of its invoices, where the payment is for several. */
  readonly invoiceId?: number | null | undefined;
}

/**
 * Sends money of a payment back to its payer. The ledger changes when the provider says that it is back, not before
 * (protocols section 1.8). Throws `paymentNotFound`, `refundNotPossible`, `refundFailed`, `proofNeeded` for a large sum, and
 * `invoiceNotFound` for an invoice, or a credit note of one, that the payment is not for.
 */
export async function refund(
  ctx: Ctx,
  ports: PaymentPorts,
  paymentId: string,
  amountCents: Cents,
  request: RefundRequest,
): Promise<Refunded> {
  const { reason, creditNoteId = null } = request;
  const provider = ports.providerOf(ctx.tenant);
  const [[found]] = await ctx.read(payments.findPayment({ id: paymentId }));
  if (!found) throw new AppError('paymentNotFound');
  if (!provider || found.providerId === null) throw new AppError('refundFailed');
  const id = randomUUID();
  const refundId = await ctx.write(async (transaction) => {
    const { load } = transaction;
    await load(lockInvoicesOf({ paymentId }), data.lockRefunds());
    const money = await loadMoney(load, paymentId);
    const [[ofDay]] = await load(data.sumSince({ since: addMinutes(ctx.now, -24 * 60) }));
    const invoiceId = await namedInvoice(load, money.invoiceIds, request);
    decideRefund(mostRefund(money.left, invoiceId), amountCents);
    // Also where a large sum goes in small ones, of this payment or of many.
    const before = Math.max(sumOf(money.counted), ofDay?.cents ?? 0);
    if (before + amountCents > unaskedRefundCents) requireProof(ctx);
    return transaction.save(id, [
      data.insertRefund({
        id,
        paymentId,
        creditNoteId,
        invoiceId,
        providerId: null,
        amountCents,
        reason,
        now: ctx.now,
        askAt: addMinutes(ctx.now, repeatMinutes),
      }),
    ]);
  });
  // Pressed twice with one key, or repeated because the answer was lost, it is the first one's refund, which sends itself.
  const status =
    refundId === id
      ? await sendRefund(ctx, ports, { id, paymentId, orderProviderId: found.providerId, amountCents })
      : await statusOf(ctx, paymentId, refundId);
  if (status === 'REJECTED') throw new AppError('refundFailed', undefined, 409);
  return { refundId, status };
}

/** Which of a payment's invoices is meant, by itself or by what was credited of it. Throws `invoiceNotFound`. */
async function namedInvoice(
  load: Ctx['read'],
  invoiceIds: readonly number[],
  { creditNoteId = null, invoiceId = null }: RefundRequest,
): Promise<number | null> {
  const named = invoiceId === null ? [] : [invoiceId];
  if (creditNoteId !== null) {
    const [[note]] = await load(invoices.findInvoice({ invoiceId: creditNoteId }));
    named.push(note?.creditsId ?? 0);
  }
  if (named.some((one) => one !== named[0] || !invoiceIds.includes(one))) {
    throw new AppError('invoiceNotFound');
  }
  return named[0] ?? null;
}

async function statusOf(ctx: Ctx, paymentId: string, refundId: string): Promise<RefundStatus> {
  const [rows] = await ctx.read(data.listRefunds({ paymentId }));
  return rows.map(data.toRefund).find(({ id }) => id === refundId)?.status ?? 'PENDING';
}

/** A payment whose money came, with what of it may go back. */
export interface Refundable {
  readonly payment: payments.PaymentRow;
  readonly refundedCents: Cents;
  readonly onItsWayCents: Cents;
  readonly leftCents: Cents;
  readonly creditCents: Cents;
}

/** The payments of an invoice whose money came through the provider. Throws `invoiceNotFound`. */
export async function listRefundable(ctx: Ctx, invoiceId: number): Promise<Refundable[]> {
  const of = { invoiceId };
  const [[invoice], rows] = await ctx.read(invoices.findInvoice(of), payments.listPaidOfInvoice(of));
  if (!invoice) throw new AppError('invoiceNotFound');
  return Promise.all(
    rows.map(payments.toPayment).map(async (payment) => {
      const { counted, left } = await loadMoney(ctx.read, payment.id);
      const refundedCents = sumOf(counted.filter(({ status }) => status === 'SUCCESSFUL'));
      const leftCents = mostRefund(left, invoiceId);
      return {
        payment,
        refundedCents,
        onItsWayCents: cents(sumOf(counted) - refundedCents),
        leftCents,
        creditCents: cents(Math.min(left.creditCents, leftCents)),
      };
    }),
  );
}

/** The money of a payment: where what may go back is, and what went back already or is on its way. */
async function loadMoney(load: Ctx['read'], paymentId: string) {
  const [[row], [received], rows, of] = await load(
    payments.findPayment({ id: paymentId }),
    data.findMoney({ source: receiptSource(paymentId) }),
    data.listRefunds({ paymentId }),
    listInvoicesOf({ paymentId }),
  );
  if (!row) throw new AppError('paymentNotFound');
  const { status, amountCents } = payments.toPayment(row);
  const counted = rows.map(data.toRefund).filter((each) => countsAsRefunded(each.status));
  const money = toMoney(received, amountCents, of);
  const none: Whereabouts = { creditCents: cents(0), invoices: [] };
  return {
    counted,
    invoiceIds: money.invoiceIds,
    left: hasMoneyCome(status) ? whereaboutsOf(money, counted) : none,
  };
}

/** What came, where it was put and what it was for; before it is booked, none of it is put anywhere. */
function toMoney(
  received: { readonly amountCents: number; readonly allocated: data.SharesRow } | undefined,
  paidCents: Cents,
  of: readonly { readonly invoiceId: number }[],
): ReceivedMoney {
  return {
    amountCents: cents(received?.amountCents ?? paidCents),
    allocated: (received?.allocated ?? []).map((share) => ({
      invoiceId: share.invoiceId,
      amountCents: cents(share.amountCents),
    })),
    invoiceIds: of.map(({ invoiceId }) => invoiceId),
  };
}

/** Where the money of a payment is that may go back. */
export async function whereaboutsIn(load: Ctx['read'], paymentId: string): Promise<Whereabouts> {
  return (await loadMoney(load, paymentId)).left;
}

/** Asks the provider for a refund, for the first time or once more under the same key. */
export async function sendRefund(
  ctx: Ctx,
  ports: PaymentPorts,
  asked: {
    readonly id: string;
    readonly paymentId: string;
    readonly orderProviderId: string;
    readonly amountCents: Cents;
  },
): Promise<RefundStatus> {
  const { id, paymentId, orderProviderId, amountCents } = asked;
  const provider = ports.providerOf(ctx.tenant);
  if (!provider) return 'PENDING';
  try {
    const told = await provider.refund({ orderProviderId, amountCents, key: id });
    return await applyRefund(ctx, paymentId, { ...told, id });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ports.logger.warn({ error: error.message, tenant: ctx.tenant.host }, 'refund not sent');
    if (error.outcome === 'unknown') return 'PENDING';
    // A key that is known already means that the first request arrived: its order tells the rest.
    const known = await findByOrder(ctx, ports, orderProviderId, amountCents, paymentId);
    if (known === 'unheard') return 'PENDING';
    const raw = { refused: error.message };
    return applyRefund(
      ctx,
      paymentId,
      known ? { ...known, id } : { id, providerId: null, amountCents, status: 'REJECTED', raw },
    );
  }
}

/**
 * A refund of the order that none of ours is known to be; none either where the provider knows no such order. `unheard` where
 * it could not be asked.
 */
async function findByOrder(
  ctx: Ctx,
  ports: PaymentPorts,
  orderProviderId: string,
  amountCents: Cents,
  paymentId: string,
) {
  const order = await ports
    .providerOf(ctx.tenant)
    ?.fetchOrder(orderProviderId)
    .catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return error.outcome === 'unknown' ? ('unheard' as const) : undefined;
    });
  if (order === 'unheard') return order;
  const [own] = await ctx.read(data.listRefunds({ paymentId }));
  return order?.refunds.find(
    (told) =>
      told.amountCents === amountCents && !own.some(({ providerId }) => providerId === told.providerId),
  );
}

/** What the provider tells of a refund. */
export interface RefundNews {
  /** Ours, where it is known. */
  readonly id?: string;
  readonly providerId: string | null;
  readonly amountCents: Cents | undefined;
  readonly status: RefundStatus | undefined;
  readonly raw: unknown;
}

/**
 * The one way by which news of a refund take effect: when the money is back, it is booked with a minus, once, and taken
 * from what paid the invoice. A refund made in the provider's own office is booked as well.
 */
export async function applyRefund(ctx: Ctx, paymentId: string, news: RefundNews): Promise<RefundStatus> {
  const [[found]] = await ctx.read(payments.findPayment({ id: paymentId }));
  if (!found) throw new AppError('paymentNotFound');
  return ctx.write(async (transaction) => {
    const [, [invoice], [row], rows, [received], of, [receiptId]] = await transaction.load(
      lockInvoicesOf({ paymentId }),
      invoices.findInvoice({ invoiceId: found.invoiceId }),
      payments.findPayment({ id: paymentId }),
      data.listRefunds({ paymentId }),
      data.findMoney({ source: receiptSource(paymentId) }),
      listInvoicesOf({ paymentId }),
      invoices.nextReceiptId({}),
    );
    if (!invoice || !row || !receiptId) throw new AppError('paymentNotFound');
    const payment = payments.toPayment(row);
    const own = rows.map(data.toRefund);
    const known = refundOf(own, news);
    const amountCents = known?.amountCents ?? news.amountCents;
    if (amountCents === undefined || amountCents <= 0) return transaction.keep(news.status ?? 'PENDING');
    const { now } = ctx;
    const id = known?.id ?? randomUUID();
    const before = known?.status ?? 'PENDING';
    const status = moveRefund(before, news.status);
    const isOver = status !== 'PENDING' && status !== 'PROCESSING';
    const added = known
      ? []
      : [
          data.insertRefund({
            id,
            paymentId,
            creditNoteId: null,
            providerId: news.providerId,
            amountCents,
            reason: 'made at the provider',
            now,
            askAt: addMinutes(now, askMinutes),
          }),
        ];
    // Of two refunds of one sum at once, quick news may have named the other by this one's name: they have changed places.
    const isTaken = own.some((each) => each.id !== id && each.providerId === news.providerId);
    const changed = data.setRefund({
      id,
      status,
      providerId: isTaken ? null : news.providerId,
      askAt: isOver ? null : addMinutes(now, askMinutes),
      now,
    });
    const isNews = status !== before || !known || known.providerId === null;
    const message = isNews
      ? [payments.insertMessage({ paymentId, source: 'refunded', body: news.raw, now })]
      : [];
    if (status !== 'SUCCESSFUL' || before === 'SUCCESSFUL') {
      const isRefused = isOver && status !== 'SUCCESSFUL' && status !== before;
      const refused = { kind: 'RefundRefused', source: { kind: 'Refund', id } } as const;
      const mails = isRefused
        ? [officeMail(ctx, invoice, { ...refused, amountCents: cents(amountCents) })]
        : [];
      return transaction.save(status, [...added, changed, ...message], mails);
    }
    const earlier = own.filter((each) => each.id !== id && each.status === 'SUCCESSFUL');
    const paymentStatus = statusAfterRefund(
      payment.status,
      payment.amountCents,
      addCents(sumOf(earlier), cents(amountCents)),
    );
    const { shares } = takeBack(whereaboutsOf(toMoney(received, payment.amountCents, of), earlier), {
      amountCents: cents(amountCents),
      invoiceId: known?.invoiceId ?? null,
    });
    return transaction.save(status, [
      ...added,
      changed,
      ...message,
      ...bookingBack(ctx, invoice, {
        ...{ id, receiptId: receiptId.id, amountCents: cents(amountCents) },
        shares: received ? shares : [],
      }),
      payments.setStatus({ id: paymentId, status: paymentStatus, providerId: null, askAt: null, now }),
    ]);
  });
}

/** Ours that news are of. They may be quicker than the answer that names it: then it is the one whose name is not known yet. */
function refundOf(own: readonly data.RefundRow[], { id, providerId, amountCents }: RefundNews) {
  if (id !== undefined) return own.find((each) => each.id === id);
  return (
    own.find((each) => each.providerId !== null && each.providerId === providerId) ??
    own.find((each) => each.providerId === null && each.amountCents === amountCents)
  );
}

/** The money that is back, with a minus, and taken from what it paid. */
function bookingBack(
  { now, tenant }: Ctx,
  invoice: { readonly clientId: number | null; readonly payer: unknown },
  refunded: {
    readonly id: string;
    readonly receiptId: number;
    readonly amountCents: Cents;
    readonly shares: readonly InvoiceShare[];
  },
): Query[] {
  const { id, receiptId, amountCents, shares } = refunded;
  return [
    invoices.insertReceipt({
      id: receiptId,
      kind: 'refund',
      amountCents: cents(-amountCents),
      source: `refund:${id}`,
      clientId: invoice.clientId,
      bookedOn: localDate(now, tenant.timeZone),
      payerName: Payer.parse(invoice.payer).name,
      now,
    }),
    ...shares.map((share) =>
      invoices.insertAllocation({
        receiptId,
        invoiceId: share.invoiceId,
        amountCents: cents(-share.amountCents),
        now,
      }),
    ),
  ];
}

function sumOf(refunds: readonly { readonly amountCents: Cents }[]): Cents {
  return cents(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0));
}
