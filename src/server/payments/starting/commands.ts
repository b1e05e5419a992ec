import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { countAttempt, countMailTo } from '#server/account/commands.ts';
import { keepCode } from '#server/campaigns/commands.ts';
import { findContact } from '#server/clients/data.ts';
import { invoiceToken } from '#server/invoices/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { clip } from '#shared/kernel/clip.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { PaymentMethod } from '#shared/payments/contract.ts';
import {
  isOrderMissing,
  leastMinutesLeft,
  nextAskAt,
  orderMinutes,
  type PaymentState,
  payableCents,
} from '#shared/payments/domain.ts';
import type { PaymentPart } from '#shared/payments/parts/domain.ts';
import { findPayable, type InvoiceRow, orUndefined } from '../commands.ts';
import * as data from '../data.ts';
import { type AskedTogether, payTogetherByCredit, planUnderLock } from '../parts/commands.ts';
import { insertParts, partsText } from '../parts/data.ts';
import type { PaymentPorts } from '../ports.ts';
import { type PaymentProvider, ProviderError } from '../provider.ts';
import { applyPaymentStatus, completeFree } from '../status-updates/commands.ts';

export const notificationPath = `${apiBase}/public/payment/notification`;
const waitingPath = '/public/payment-waiting';
/** Longer than a provider is ever waited for; whoever broke off meanwhile does not stand in the way of the next press. */
const orderingMinutes = 1;
/** As much as the provider shows of what an order is for. */
const mostDisplayed = 100;
const lookMs = 200;
const mostLooks = 60;
const ownedPath = '/purchases';
const freePath = '/public/payment-confirmation/free';

export interface PaymentRequest {
  readonly method: PaymentMethod;
  readonly bank: string | null;
  readonly country: string;
  /** Cards that were typed on our page. */
  readonly sessionId: string | null;
}

export interface StartedPayment {
  readonly state: PaymentState;
  readonly address: string;
}

/**
 * Starts paying what a token opens. Throws `invoiceNotFound`, `invoiceAlreadyPaid`, `startingPaymentFailed`,
 * `tooManyAttempts`.
 */
export async function startPayment(
  ctx: Ctx,
  ports: PaymentPorts,
  token: string,
  request: PaymentRequest,
  address: string,
): Promise<StartedPayment> {
  await countAttempt(ctx, 'paymentAddress', ports.tokens.attemptSubject(`payment address ${address}`));
  const { invoice } = await findPayable(ctx, token);
  if (isFree(invoice)) await countFree(ctx, ports, invoice);
  return start(ctx, ports, invoice, token, request);
}

/** Nothing is paid for it, so whoever typed the addresses it is mailed to may do so again and again: they are counted. */
async function countFree(ctx: Ctx, { tokens }: PaymentPorts, { payer, clientId }: InvoiceRow): Promise<void> {
  const [[client]] = await ctx.read(findContact({ clientId: clientId ?? 0 }));
  const emails = [Payer.parse(payer).email, client?.email ?? ''].map((email) => email.toLowerCase());
  for (const email of new Set(emails)) {
    if (email !== '') await countMailTo(ctx, tokens, email, 'freeBuying');
  }
}

/** Throws `invoiceAlreadyPaid`. */
function isFree(invoice: InvoiceRow): boolean {
  return payableCents('invoice', invoices.toSums(invoice)) === 0;
}

/**
 * Opens fields for a card on our page. Throws `invoiceNotFound`, `invoiceAlreadyPaid`, `startingPaymentFailed`,
 * `tooManyAttempts`.
 */
export async function openCardFields(ctx: Ctx, ports: PaymentPorts, token: string, address: string) {
  await countAttempt(ctx, 'paymentAddress', ports.tokens.attemptSubject(`payment address ${address}`));
  const { invoice } = await findPayable(ctx, token);
  payableCents('invoice', invoices.toSums(invoice));
  const provider = ports.providerOf(ctx.tenant);
  const sessionId = await orUndefined(ports, async () => provider?.createSession());
  if (!provider?.cards || sessionId === undefined) throw new AppError('startingPaymentFailed');
  return { sessionId, ...provider.cards };
}

/** The same for an own invoice, by its id. */
export async function startOwnPayment(
  ctx: Ctx,
  ports: PaymentPorts,
  own: { readonly clientId: number; readonly invoiceId: number },
  request: PaymentRequest,
): Promise<StartedPayment> {
  const [[invoice]] = await ctx.read(invoices.findInvoice({ invoiceId: own.invoiceId }));
  if (invoice?.kind !== 'invoice' || invoice.clientId !== own.clientId) {
    throw new AppError('invoiceNotFound');
  }
  await countAttempt(ctx, 'payment', ports.tokens.attemptSubject(`payment ${own.clientId}`));
  const token = invoiceToken(ports.tokens, ctx.tenant.id, invoice.id, invoice.salt);
  return start(ctx, ports, invoice, token, request);
}

/**
 * Starts one payment for several own invoices: all of them or none. What the client's credit pays alone needs no bank.
 * Throws `invoiceNotFound`, `invoiceAlreadyPaid`, `changedMeanwhile`, `startingPaymentFailed`, `tooManyAttempts`.
 */
export async function startTogether(
  ctx: Ctx,
  ports: PaymentPorts,
  asked: AskedTogether,
  request: PaymentRequest,
): Promise<StartedPayment> {
  await countAttempt(ctx, 'payment', ports.tokens.attemptSubject(`payment ${asked.clientId}`));
  if (asked.seenCents === 0) {
    await payTogetherByCredit(ctx, asked);
    return { state: 'success', address: ownedPath };
  }
  return pay(ctx, ports, request, async (load) => {
    const { parts, amountCents } = await planUnderLock(load, asked);
    const [first] = parts;
    if (!first) throw new AppError('invoiceNotFound');
    const isAlone = parts.length === 1 && first.creditCents === 0;
    return { invoiceId: first.invoiceId, amountCents, parts: isAlone ? [] : parts };
  });
}

async function start(
  ctx: Ctx,
  ports: PaymentPorts,
  invoice: InvoiceRow,
  token: string,
  request: PaymentRequest,
): Promise<StartedPayment> {
  if (isFree(invoice)) {
    await completeFree(ctx, ports.fulfil, invoice.id);
    return { state: 'success', address: `${freePath}?invoice=${token}` };
  }
  return pay(ctx, ports, request, async (load) => {
    const of = { invoiceId: invoice.id };
    const [, [row]] = await load(invoices.lockInvoice(of), invoices.findInvoice(of));
    if (!row) throw new AppError('invoiceNotFound');
    return { ...of, amountCents: payableCents('invoice', invoices.toSums(row)), parts: [] };
  });
}

/** What is to be paid now, decided under the locks of all it is for. */
interface Bill {
  /** The first of several. */
  readonly invoiceId: number;
  readonly amountCents: Cents;
  /** None where it is for this invoice alone. */
  readonly parts: readonly PaymentPart[];
}

type Billing = (load: WriteTransaction['load']) => Promise<Bill>;

async function pay(
  ctx: Ctx,
  ports: PaymentPorts,
  request: PaymentRequest,
  billing: Billing,
): Promise<StartedPayment> {
  const provider = ports.providerOf(ctx.tenant);
  if (!provider) throw new AppError('startingPaymentFailed');
  const bankName = await bankNameOf(ports, provider, request);
  const opened = await openPayment(ctx, provider.name, billing, { ...request, bankName });
  const { payment, isOurs } = opened;
  const all = [payment.invoiceId, ...payment.parts.slice(1).map(({ invoiceId }) => invoiceId)];
  const found = await ctx.read(...all.map((invoiceId) => invoices.findInvoice({ invoiceId })));
  const [invoice, ...others] = found.flat();
  if (!invoice) throw new AppError('invoiceNotFound');
  const token = invoiceToken(ports.tokens, ctx.tenant.id, invoice.id, invoice.salt);
  if (isOurs) await order(ctx, ports, provider, { payment, invoice, others, token, request });
  const paymentUrl = await findPage(ctx, payment.id);
  const waiting = `${ports.originOf(ctx.tenant)}${waitingPath}?invoice=${token}`;
  return { state: 'started', address: paymentUrl ?? waiting };
}

interface OpenedPayment extends Bill {
  readonly id: string;
}

interface Opened {
  readonly payment: OpenedPayment;
  /** Its order is still to be made, and nobody else makes it meanwhile. */
  readonly isOurs: boolean;
}

/** The attempt that is open for the same already, or a new one; under the locks of what it is for. */
async function openPayment(
  ctx: Ctx,
  provider: string,
  billing: Billing,
  request: PaymentRequest & { readonly bankName: string },
): Promise<Opened> {
  const { now } = ctx;
  const until = addMinutes(now, orderingMinutes);
  return ctx.write<Opened>(async (transaction) => {
    const bill = await billing(transaction.load);
    const { invoiceId, amountCents, parts } = bill;
    const [[known]] = await transaction.load(
      data.findOpenPayment({
        invoiceId,
        method: request.method,
        bank: request.bank,
        amountCents,
        sessionId: request.sessionId,
        parts: partsText(parts),
        openUntil: addMinutes(now, leastMinutesLeft),
      }),
    );
    if (known) {
      const payment = { ...bill, id: known.id };
      return isOrderMissing(known, now)
        ? transaction.save({ payment, isOurs: true }, [data.setOrdering({ id: known.id, until })])
        : transaction.keep({ payment, isOurs: false });
    }
    const id = randomUUID();
    const payment = data.insertPayment({
      id,
      invoiceId,
      provider,
      method: request.method,
      bank: request.bank,
      bankName: request.bankName,
      country: request.country,
      amountCents,
      sessionId: request.sessionId,
      now,
      expiresAt: addMinutes(now, orderMinutes),
      askAt: nextAskAt('PENDING', now, now),
      orderingUntil: until,
    });
    // What a code lowered stays lowered while the bank's page is open.
    const code = await keepCode(transaction.load, ctx, invoiceId);
    const inParts = parts.length > 0 ? [insertParts(id, parts)] : [];
    return transaction.save({ payment: { ...bill, id }, isOurs: true }, [payment, ...inParts, ...code]);
  });
}

/**
 * Where an order leads to, waited for while somebody makes it; null for a card that was typed on our page. Throws
 * `startingPaymentFailed`.
 */
async function findPage(ctx: Ctx, id: string): Promise<string | null> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const [[row]] = await ctx.read(data.findPayment({ id }));
    if (!row || (row.orderingUntil === null && row.providerId === null)) break;
    if (row.orderingUntil === null) return row.paymentUrl;
    await pause(lookMs);
  }
  throw new AppError('startingPaymentFailed');
}

/** Makes the order at the provider, outside any transaction. Throws `startingPaymentFailed`. */
async function order(
  ctx: Ctx,
  ports: PaymentPorts,
  provider: PaymentProvider,
  asked: {
    payment: OpenedPayment;
    invoice: InvoiceRow;
    /** Those it is for besides. */
    others: readonly InvoiceRow[];
    token: string;
    request: PaymentRequest;
  },
): Promise<void> {
  const { tenant } = ctx;
  const { payment, invoice, others, token, request } = asked;
  const { id, amountCents } = payment;
  const origin = ports.originOf(tenant);
  const payer = Payer.parse(invoice.payer);
  const words = payer.name.trim().split(/\s+/);
  const display = [invoice, ...others]
    .map(({ id: invoiceId, number, reference }) => number ?? reference ?? String(invoiceId))
    .join(', ');
  try {
    const made = await provider.createOrder({
      reference: id,
      amountCents,
      language: isLanguage(invoice.language) ? invoice.language : ctx.language,
      minutes: orderMinutes,
      method: request.method,
      bank: request.bank,
      country: request.country,
      description: clip(`${tenant.name} ${display}`, 140),
      // Estonian banks check the reference number; Latvian ones have none. That of one invoice says nothing of several.
      bankReference: tenant.country === 'EE' && others.length === 0 ? invoice.reference : null,
      display: clip(display, mostDisplayed),
      returnUrl: `${origin}${waitingPath}?invoice=${token}`,
      notificationUrl: origin + notificationPath,
      payer: {
        firstName: words.slice(0, -1).join(' ') || payer.name,
        lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
        email: payer.email,
      },
      sessionId: request.sessionId,
    });
    const { providerId, paymentUrl, raw } = made;
    // A card typed on our page needs no other page.
    if (paymentUrl === null && request.sessionId === null) {
      throw new ProviderError('unknown', 'no address to pay at');
    }
    await ctx.write((transaction) =>
      transaction.save(undefined, [
        data.setOrder({ id, providerId, paymentUrl }),
        data.insertMessage({ paymentId: id, source: 'created', body: raw, now: ctx.now }),
      ]),
    );
  } catch (error) {
    // The next press may try at once.
    await ctx.write((transaction) => transaction.save(undefined, [data.setOrdering({ id, until: null })]));
    if (!(error instanceof ProviderError)) throw error;
    ports.logger.warn({ error: error.message, tenant: tenant.host }, 'payment not started');
    if (error.outcome === 'refused') await giveUp(ctx, ports, id, invoice.id, error.message);
    throw new AppError('startingPaymentFailed');
  }
}

/** The provider made nothing of it. */
async function giveUp(ctx: Ctx, ports: PaymentPorts, id: string, invoiceId: number, refused: string) {
  await applyPaymentStatus(
    ctx,
    ports.fulfil,
    { id, invoiceId },
    {
      source: 'asked',
      status: 'VOIDED',
      amountCents: undefined,
      currency: '',
      providerId: null,
      raw: { refused },
    },
  );
}

/** What the payer saw the bank called; empty where it is not known. */
async function bankNameOf(ports: PaymentPorts, provider: PaymentProvider, { bank, country }: PaymentRequest) {
  if (bank === null) return '';
  const methods = await orUndefined(ports, () => provider.listMethods());
  return methods?.get(country)?.find((offered) => offered.bank === bank)?.name ?? '';
}
