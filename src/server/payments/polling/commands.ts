import type { Ctx } from '#server/kernel/ctx.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { hasMoneyCome, isOpen, nextAskAt, type PaymentStatus } from '#shared/payments/domain.ts';
import * as data from '../data.ts';
import type { PaymentPorts } from '../ports.ts';
import { type PaymentProvider, ProviderError, type ProviderReport } from '../provider.ts';
import { applyRefund, sendRefund } from '../refunds/commands.ts';
import * as refunds from '../refunds/data.ts';
import { type Applied, applyPaymentStatus, type News } from '../status-updates/commands.ts';

/** A sale that nobody pays is given up after so long; paid later, it is taken up again if it can be. */
const draftMinutes = 60;

/**
 * Asks the provider about a payment and applies what it says, with its refunds. What the provider refuses to tell is
 * asked later. Throws ProviderError when it is out of reach.
 */
export async function pollProvider(
  ctx: Ctx,
  ports: PaymentPorts,
  provider: PaymentProvider,
  payment: data.PaymentRow,
): Promise<Applied> {
  if (payment.providerId === null) return giveUpWhenOver(ctx, ports, payment);
  try {
    const order = await provider.fetchOrder(payment.providerId);
    const applied = await applyPaymentStatus(ctx, ports.fulfil, payment, { ...order, source: 'asked' });
    if (hasMoneyCome(applied.status)) {
      for (const told of order.refunds) await applyRefund(ctx, payment.id, told);
    }
    return applied;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome === 'unknown') throw error;
    ports.logger.warn({ error: error.message, tenant: ctx.tenant.host }, 'payment not told');
    return giveUpWhenOver(ctx, ports, payment);
  }
}

/** Without any word of the provider, a payment whose time is over is given up; money may come all the same. */
async function giveUpWhenOver(ctx: Ctx, ports: PaymentPorts, payment: data.PaymentRow): Promise<Applied> {
  const isOver = compareInstants(payment.expiresAt, ctx.now) < 0;
  const news: News = {
    source: 'asked',
    status: isOver ? 'ABANDONED' : undefined,
    amountCents: undefined,
    currency: '',
    providerId: null,
    raw: { unheardOf: true },
  };
  return applyPaymentStatus(ctx, ports.fulfil, payment, news);
}

/** A waiting screen asks every few seconds, and an old word may be sent a thousand times: the provider is asked no oftener. */
const askPauseSeconds = 4;

/** The right to ask the provider about a payment now, for one of those who want to. */
export async function mayAsk(ctx: Ctx, payment: data.PaymentRow): Promise<boolean> {
  const before = Temporal.Instant.from(ctx.now).subtract({ seconds: askPauseSeconds }).toString();
  if (payment.askedAt !== null && compareInstants(payment.askedAt, before) >= 0) return false;
  return ctx.write(async (transaction) => {
    const [taken] = await transaction.load(data.takeAsk({ id: payment.id, now: ctx.now, before }));
    return transaction.save(taken.length > 0, []);
  });
}

/**
 * Applies what a signed token says of an order. What is old, to be doubted or only a part of the truth is asked for.
 * Undefined when no payment of ours is meant.
 */
export async function applyPolled(
  ctx: Ctx,
  ports: PaymentPorts,
  provider: PaymentProvider,
  told: Extract<ProviderReport, { kind: 'order' }>,
  source: 'returned' | 'notified',
): Promise<{ payment: data.PaymentRow; status: PaymentStatus } | undefined> {
  const payment = await findByReference(ctx, told.reference);
  if (!payment) return undefined;
  const known = { ...payment, providerId: payment.providerId ?? told.providerId };
  if (told.isOld) {
    if (!(await mayAsk(ctx, payment))) return { payment, status: payment.status };
    const { status } = await pollProvider(ctx, ports, provider, known);
    return { payment, status };
  }
  const applied = await applyPaymentStatus(ctx, ports.fulfil, payment, { ...told, source });
  if (!applied.isWorthAsking) return { payment, status: applied.status };
  const { status } = await pollProvider(ctx, ports, provider, known);
  return { payment, status };
}

/** A message of the provider to a tenant. Throws `actionNotAllowed` for a token of other keys, or of none. */
export async function takeNotification(ctx: Ctx, ports: PaymentPorts, token: string): Promise<void> {
  const provider = ports.providerOf(ctx.tenant);
  const told = await provider?.readToken(token);
  if (!provider || !told) throw new AppError('actionNotAllowed');
  try {
    if (told.kind === 'order') {
      await applyPolled(ctx, ports, provider, told, 'notified');
      return;
    }
    const { orderProviderId: providerId, refundProviderId } = told;
    const [[row]] = await ctx.read(data.findPaymentByProvider({ provider: provider.name, providerId }));
    if (!row) return;
    const payment = data.toPayment(row);
    // Money goes back only where it came: news of the payment itself may be still on their way.
    if (told.isOld || !hasMoneyCome(payment.status)) {
      if (await mayAsk(ctx, payment)) await pollProvider(ctx, ports, provider, payment);
      return;
    }
    await applyRefund(ctx, payment.id, { ...told, providerId: refundProviderId });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Nothing was taken in: it is to be sent again.
    ports.logger.warn({ error: error.message, tenant: ctx.tenant.host }, 'notification not taken');
    throw new AppError('busyTryAgain');
  }
}

/**
 * What nobody told: asks about each payment and refund of a tenant that is due, and gives up sales nobody pays. Stops
 * at the first sign that the provider is out of reach.
 */
export async function reconcile(ctxOf: () => Ctx, ports: PaymentPorts): Promise<void> {
  const ctx = ctxOf();
  await ctx.write((transaction) =>
    transaction.save(undefined, [
      data.dropStaleDrafts({ madeBefore: addMinutes(ctx.now, -draftMinutes), now: ctx.now }),
    ]),
  );
  const provider = ports.providerOf(ctx.tenant);
  if (!provider) return;
  const [due, dueRefunds] = await ctx.read(
    data.listPaymentsToAsk({ now: ctx.now }),
    refunds.listRefundsToAsk({ now: ctx.now }),
  );
  try {
    for (const row of due) await askDue(ctxOf(), ports, provider, data.toPayment(row));
    for (const row of dueRefunds) await askRefund(ctxOf(), ports, provider, refunds.toRefund(row));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ports.logger.warn({ error: error.message, tenant: ctx.tenant.host }, 'payments not asked about');
  }
}

async function askDue(
  ctx: Ctx,
  ports: PaymentPorts,
  provider: PaymentProvider,
  payment: data.PaymentRow,
): Promise<void> {
  // Put off first: whatever happens now, the others get their turn.
  const askAt = nextAskAt(payment.status, payment.createdAt, ctx.now);
  await ctx.write((transaction) => transaction.save(undefined, [data.setAskAt({ id: payment.id, askAt })]));
  const { status } = await pollProvider(ctx, ports, provider, payment);
  if (askAt !== null || !isOpen(status)) return;
  await giveUpWhenOver(ctx, ports, payment);
}

async function askRefund(
  ctx: Ctx,
  ports: PaymentPorts,
  provider: PaymentProvider,
  refund: refunds.RefundRow,
): Promise<void> {
  const askAt = addMinutes(ctx.now, refund.providerId === null ? 5 : 30);
  await ctx.write((transaction) =>
    transaction.save(undefined, [refunds.setRefundAskAt({ id: refund.id, askAt })]),
  );
  const [[row]] = await ctx.read(data.findPayment({ id: refund.paymentId }));
  if (!row || row.providerId === null) return;
  const payment = data.toPayment(row);
  if (refund.providerId !== null) {
    await pollProvider(ctx, ports, provider, payment);
    return;
  }
  await sendRefund(ctx, ports, { ...refund, orderProviderId: row.providerId });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A payment by what the provider calls our reference. What is no id of ours is none. */
export async function findByReference(ctx: Ctx, id: string): Promise<data.PaymentRow | undefined> {
  if (!uuid.test(id)) return undefined;
  const [[row]] = await ctx.read(data.findPayment({ id }));
  return row ? data.toPayment(row) : undefined;
}
