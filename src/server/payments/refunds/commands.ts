import { randomUUID } from 'node:crypto';
import * as invoices from '#server/invoices/data.ts';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import { unaskedRefundCents } from '#shared/account/proofs/domain.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import {
  countsAsRefunded,
  decideRefund,
  hasMoneyCome,
  mostRefund,
  moveRefund,
  type RefundStatus,
  refundableCredit,
  refundShare,
  statusAfterRefund,
} from '#shared/payments/domain.ts';
import * as payments from '../data.ts';
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

/**
 * Sends money of a payment back to its payer. The ledger changes when the provider says that it is back, not before
 * (protocols section 1.8). Throws `paymentNotFound`, `refundNotPossible`, `refundFailed`, `proofNeeded` for a large sum, and
 * `invoiceNotFound` for a credit note that is none of the payment's invoice.
 */
export async function refund(
  ctx: Ctx,
  ports: PaymentPorts,
  paymentId: string,
  amountCents: Cents,
  { reason, creditNoteId = null }: { readonly reason: string; readonly creditNoteId?: number | null },
): Promise<Refunded> {
  const provider = ports.providerOf(ctx.tenant);
  const [[found]] = await ctx.read(payments.findPayment({ id: paymentId }));
  if (!found) throw new AppError('paymentNotFound');
  if (!provider || found.providerId === null) throw new AppError('refundFailed');
  const id = randomUUID();
  const refundId = await ctx.write(async (transaction) => {
    const [, [received], [row], earlier, [note]] = await transaction.load(
      invoices.lockInvoice({ invoiceId: found.invoiceId }),
      payments.findReceived({ source: receiptSource(paymentId) }),
      payments.findPayment({ id: paymentId }),
      data.listRefunds({ paymentId }),
      invoices.findInvoice({ invoiceId: creditNoteId ?? 0 }),
    );
    if (!row) throw new AppError('paymentNotFound');
    if (creditNoteId !== null && note?.creditsId !== found.invoiceId) throw new AppError('invoiceNotFound');
    const { status, amountCents: paidCents } = payments.toPayment(row);
    const counted = earlier.map(data.toRefund).filter((each) => countsAsRefunded(each.status));
    const beforeCents = sumOf(counted);
    const elsewhereCents = cents(received?.elsewhereCents ?? 0);
    decideRefund({ status, amountCents: paidCents, refundedCents: beforeCents, elsewhereCents }, amountCents);
    // Also where a large sum goes in small ones.
    if (beforeCents + amountCents > unaskedRefundCents) requireProof(ctx);
    return transaction.save(id, [
      data.insertRefund({
        id,
        paymentId,
        creditNoteId,
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
  const [[invoice], rows] = await ctx.read(invoices.findInvoice(of), payments.listPaymentsOfInvoice(of));
  if (!invoice) throw new AppError('invoiceNotFound');
  const paid = rows.map(payments.toPayment).filter(({ status }) => hasMoneyCome(status));
  return Promise.all(
    paid.map(async (payment) => {
      const [earlier, [received]] = await ctx.read(
        data.listRefunds({ paymentId: payment.id }),
        payments.findReceived({ source: receiptSource(payment.id) }),
      );
      const counted = earlier.map(data.toRefund).filter((each) => countsAsRefunded(each.status));
      const refundedCents = sumOf(counted.filter(({ status }) => status === 'SUCCESSFUL'));
      const allCents = sumOf(counted);
      const { amountCents = 0, allocatedCents = 0, elsewhereCents = 0 } = received ?? {};
      const sent = { refundedCents: allCents, elsewhereCents: cents(elsewhereCents) };
      const leftCents = mostRefund({ ...payment, ...sent });
      const credit = refundableCredit({
        amountCents: cents(amountCents),
        allocatedCents: cents(allocatedCents),
        fromCreditCents: fromCreditOf(counted),
      });
      return {
        payment,
        refundedCents,
        onItsWayCents: cents(allCents - refundedCents),
        leftCents,
        creditCents: cents(Math.min(credit, leftCents)),
      };
    }),
  );
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
    const [, [invoice], [row], rows, [received], [receiptId]] = await transaction.load(
      invoices.lockInvoice({ invoiceId: found.invoiceId }),
      invoices.findInvoice({ invoiceId: found.invoiceId }),
      payments.findPayment({ id: paymentId }),
      data.listRefunds({ paymentId }),
      payments.findReceived({ source: receiptSource(paymentId) }),
      invoices.nextReceiptId({}),
    );
    if (!invoice || !row || !receiptId) throw new AppError('paymentNotFound');
    const payment = payments.toPayment(row);
    const own = rows.map(data.toRefund);
    // Its news may be quicker than the answer that names it: then it is the one whose name is not known yet.
    const known =
      news.id === undefined
        ? (own.find(({ providerId }) => providerId !== null && providerId === news.providerId) ??
          own.find((each) => each.providerId === null && each.amountCents === news.amountCents))
        : own.find(({ id }) => id === news.id);
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
      return transaction.save(status, [...added, changed, ...message]);
    }
    const earlier = own.filter((each) => each.id !== id && each.status === 'SUCCESSFUL');
    const share = received
      ? refundShare(
          {
            amountCents: cents(received.amountCents),
            allocatedCents: cents(received.allocatedCents),
            fromCreditCents: fromCreditOf(earlier),
          },
          amountCents,
        )
      : cents(0);
    const receipt = invoices.insertReceipt({
      id: receiptId.id,
      kind: 'refund',
      amountCents: cents(-amountCents),
      source: `refund:${id}`,
      clientId: invoice.clientId,
      bookedOn: localDate(now, ctx.tenant.timeZone),
      payerName: Payer.parse(invoice.payer).name,
      now,
    });
    const allocation = invoices.insertAllocation({
      receiptId: receiptId.id,
      invoiceId: invoice.id,
      amountCents: cents(-share),
      now,
    });
    const paymentStatus = statusAfterRefund(
      payment.status,
      payment.amountCents,
      addCents(sumOf(earlier), cents(amountCents)),
    );
    return transaction.save(status, [
      ...added,
      changed,
      ...message,
      receipt,
      ...(share > 0 ? [allocation] : []),
      payments.setStatus({ id: paymentId, status: paymentStatus, providerId: null, askAt: null, now }),
    ]);
  });
}

/** What refunds took of the client's credit; one under way is taken to take of it first. */
function fromCreditOf(
  refunds: readonly { readonly amountCents: Cents; readonly shareCents: Cents }[],
): Cents {
  return cents(refunds.reduce((sum, { amountCents, shareCents }) => sum + amountCents - shareCents, 0));
}

function sumOf(refunds: readonly { readonly amountCents: Cents }[]): Cents {
  return cents(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0));
}
