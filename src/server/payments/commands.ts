import { invoiceToken } from '#server/invoices/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { QueryRows, RowOf } from '#server/kernel/db.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import { type Names, nameIn } from '#server/products/data.ts';
import { ticketToken } from '#server/tickets/commands.ts';
import * as tickets from '#server/tickets/data.ts';
import { keysOf } from '#server/vouchers/codes/commands.ts';
import { listVouchersOfInvoice } from '#server/vouchers/data.ts';
import { balanceOf, invoiceStateOf, SaleItem } from '#shared/invoices/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { isOpen, type PaymentState, paymentStateOf } from '#shared/payments/domain.ts';
import * as data from './data.ts';
import { sumUp } from './parts/commands.ts';
import { applyPolled, findByReference, mayAsk, pollProvider } from './polling/commands.ts';
import type { PaymentPorts } from './ports.ts';
import { type OfferedMethods, type PaymentProvider, ProviderError } from './provider.ts';
import { receiptSource } from './status-updates/commands.ts';

export type InvoiceRow = RowOf<ReturnType<typeof invoices.findInvoice>>;
type InvoiceLines = QueryRows<[ReturnType<typeof invoices.listLines>]>[0];

export interface Payable {
  readonly invoice: InvoiceRow;
  readonly lines: InvoiceLines;
}

/** An invoice or a draft by its token. Throws `invoiceNotFound`. */
export async function findPayable(ctx: Ctx, token: string): Promise<Payable> {
  const [[invoice]] = await ctx.read(invoices.findInvoiceByToken({ tokenHash: hashToken(token) }));
  if (invoice?.kind !== 'invoice') throw new AppError('invoiceNotFound');
  const [lines] = await ctx.read(invoices.listLines({ invoiceId: invoice.id }));
  return { invoice, lines };
}

/** Own invoices that are to be paid, with the token of each one's page. */
export async function listOwnPayable(ctx: Ctx, { tokens }: PaymentPorts, clientId: number) {
  const [rows] = await ctx.read(data.listOwnPayable({ clientId }));
  return rows.map(({ id, number, dueOn, balanceCents, salt }) => ({
    invoiceId: id,
    number: number ?? '',
    dueOn: dueOn ?? '',
    balanceCents,
    invoiceToken: invoiceToken(tokens, ctx.tenant.id, id, salt),
  }));
}

/** A payment by its id. Throws `paymentNotFound`. */
export async function getPayment(ctx: Ctx, id: string): Promise<data.PaymentRow> {
  const payment = await findByReference(ctx, id);
  if (!payment) throw new AppError('paymentNotFound');
  return payment;
}

/** What a payment has come to, for whoever waits. */
export interface PaymentOutcome extends Payable {
  readonly payment: data.PaymentRow | null;
  readonly state: PaymentState;
  readonly token: string;
  readonly isCredited: boolean;
  readonly invoiceCount: number;
  /** What of all that it is for is still to be paid. */
  readonly owedCents: Cents;
  readonly tickets: readonly Bought[];
  readonly vouchers: readonly Bought[];
  /** Places bought singly. */
  readonly trainingIds: readonly number[];
}

/** What the lines were turned into, with what opens its page. */
interface Bought {
  readonly name: string;
  readonly token: string;
}

/**
 * What became of a payment. A token of the return is applied like any other news; without one, or when it does not end
 * the wait, the provider is asked, now and then. Throws `paymentNotFound`, `invoiceNotFound`.
 */
export async function confirmPayment(
  ctx: Ctx,
  ports: PaymentPorts,
  asked: { readonly orderToken?: string | undefined; readonly invoiceToken?: string | undefined },
): Promise<PaymentOutcome> {
  const provider = ports.providerOf(ctx.tenant);
  const found = await findReturned(ctx, ports, provider, asked);
  if (!found) throw new AppError('paymentNotFound');
  const { invoiceId } = found;
  if (found.payment) {
    const { id, status } = found.payment;
    await ctx.write((transaction) => transaction.save(undefined, [data.setReturned({ id, now: ctx.now })]));
    if (provider && isOpen(status)) await askNowAndThen(ctx, ports, provider, found.payment);
  }
  return outcomeOf(ctx, ports, invoiceId, found.payment?.id);
}

async function findReturned(
  ctx: Ctx,
  ports: PaymentPorts,
  provider: PaymentProvider | undefined,
  asked: { readonly orderToken?: string | undefined; readonly invoiceToken?: string | undefined },
): Promise<{ invoiceId: number; payment: data.PaymentRow | undefined } | undefined> {
  const told = asked.orderToken === undefined ? undefined : await provider?.readToken(asked.orderToken);
  if (provider && told?.kind === 'order') {
    const applied = await orUndefined(ports, () => applyPolled(ctx, ports, provider, told, 'returned'));
    if (applied) {
      const { payment, status } = applied;
      return { invoiceId: payment.invoiceId, payment: { ...payment, status } };
    }
  }
  if (asked.invoiceToken === undefined) return undefined;
  const { invoice } = await findPayable(ctx, asked.invoiceToken);
  const [[row]] = await ctx.read(data.findLatestPayment({ invoiceId: invoice.id }));
  return { invoiceId: invoice.id, payment: row && data.toPayment(row) };
}

/** Undefined when the provider is out of reach: whoever waits, waits on. */
export async function orUndefined<T>(ports: PaymentPorts, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ports.logger.warn({ error: error.message }, 'payment not asked about');
    return undefined;
  }
}

async function askNowAndThen(
  ctx: Ctx,
  ports: PaymentPorts,
  provider: PaymentProvider,
  payment: data.PaymentRow,
): Promise<void> {
  if (await mayAsk(ctx, payment)) await orUndefined(ports, () => pollProvider(ctx, ports, provider, payment));
}

async function outcomeOf(
  ctx: Ctx,
  ports: PaymentPorts,
  invoiceId: number,
  paymentId: string | undefined,
): Promise<PaymentOutcome> {
  const { tenant, language } = ctx;
  const source = paymentId === undefined ? '' : receiptSource(paymentId);
  const [[invoice], lines, [received], boughtTickets, boughtVouchers, [row]] = await ctx.read(
    invoices.findInvoice({ invoiceId }),
    invoices.listLines({ invoiceId }),
    data.findReceived({ source }),
    tickets.listOfInvoice({ invoiceId }),
    listVouchersOfInvoice({ invoiceId }),
    paymentId === undefined ? data.findLatestPayment({ invoiceId }) : data.findPayment({ id: paymentId }),
  );
  if (!invoice) throw new AppError('invoiceNotFound');
  const payment = row ? data.toPayment(row) : null;
  const sums = invoices.toSums(invoice);
  const isPaid = sums.state === 'issued' && balanceOf(sums) <= 0;
  if (!payment && !isPaid) throw new AppError('paymentNotFound');
  // Whoever paid sees at once what they bought; later it is in their mails, and the invoice goes to whoever keeps the books.
  const isFresh = localDate(ctx.now, tenant.timeZone) <= addDays(invoice.issuedOn ?? '1970-01-01', 1);
  return {
    invoice,
    lines,
    payment,
    state: payment ? paymentStateOf(payment.status, payment.returnedAt !== null) : 'success',
    token: invoiceToken(ports.tokens, ctx.tenant.id, invoice.id, invoice.salt),
    ...(await sumUp(ctx, payment?.id, invoice)),
    isCredited: received !== undefined && received.allocatedCents < received.amountCents,
    tickets: (isFresh ? boughtTickets : []).map((ticket) => ({
      name: nameIn(ticket.names, language, tenant.defaultLanguage),
      token: ticketToken(ports.tokens, tenant.id, ticket),
    })),
    vouchers: (isFresh ? boughtVouchers : []).map(({ id, salt, names }) => ({
      name: nameIn(names as Names, language, tenant.defaultLanguage),
      token: keysOf(ports.tokens, tenant.id, 'voucher', id, salt).token,
    })),
    trainingIds: lines.flatMap(({ item }) => trainingOf(item)),
  };
}

function trainingOf(item: unknown): number[] {
  const { data: sold } = SaleItem.safeParse(item);
  return sold?.kind === 'registration' ? [sold.trainingId] : [];
}

/** The state of an invoice and what is still to be paid for it. */
export function statusOf(invoice: InvoiceRow) {
  const sums = invoices.toSums(invoice);
  const isOwed = sums.state === 'draft' || sums.state === 'issued';
  return {
    state: invoiceStateOf(sums),
    balanceCents: isOwed ? cents(Math.max(0, balanceOf(sums))) : cents(0),
  };
}

/** Ways to pay by country. Throws `startingPaymentFailed` when they cannot be had. */
export async function listMethods(ctx: Ctx, ports: PaymentPorts): Promise<OfferedMethods> {
  const provider = ports.providerOf(ctx.tenant);
  const methods = await orUndefined(ports, async () => provider?.listMethods());
  if (!methods) throw new AppError('startingPaymentFailed');
  return methods;
}
