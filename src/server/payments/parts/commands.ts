import { invoiceToken, saleEvent } from '#server/invoices/commands.ts';
import { invoiceEvent } from '#server/invoices/credits/commands.ts';
import * as credits from '#server/invoices/credits/data.ts';
import * as invoices from '#server/invoices/data.ts';
import { findClientCredit } from '#server/invoices/views/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { OpenReceipt } from '#shared/invoices/credits/domain.ts';
import { articleNames, balanceOf } from '#shared/invoices/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import {
  bookParts,
  type PartShare,
  type PaymentPart,
  type PaymentPlan,
  planPayment,
  splitCredit,
} from '#shared/payments/parts/domain.ts';
import { paidEvent } from '../fulfilment/commands.ts';
import * as data from './data.ts';

type Load = WriteTransaction['load'];

/** Own invoices that somebody wants to pay at once, and the sum they were shown. */
export interface AskedTogether {
  readonly clientId: number;
  readonly invoiceIds: readonly number[];
  readonly usesCredit: boolean;
  readonly seenCents: Cents;
}

/** Own invoices that are to be paid, what was bought with each, and the money that the centre has of the client. */
export async function listPayable(ctx: Ctx, tokens: Tokens, clientId: number) {
  const [rows, [credit], [last]] = await ctx.read(
    data.listPayable(clientId),
    findClientCredit({ clientId }),
    data.findLastWay(clientId),
  );
  return {
    today: localDate(ctx.now, ctx.tenant.timeZone),
    creditCents: cents(Math.max(0, credit?.creditCents ?? 0)),
    last: last ?? null,
    invoices: rows.map(({ id, salt, article, names, ...row }) => ({
      ...row,
      invoiceId: id,
      article: articleNames(article, names)[ctx.language],
      invoiceToken: invoiceToken(tokens, ctx.tenant.id, id, salt),
    })),
  };
}

/**
 * Locks the invoices and plans their one payment on what they cost now. Throws `invoiceNotFound`, `invoiceAlreadyPaid`,
 * `changedMeanwhile`.
 */
export async function planUnderLock(load: Load, asked: AskedTogether): Promise<PaymentPlan> {
  const { clientId, invoiceIds } = asked;
  await load(invoices.lockInvoices(invoiceIds));
  const [[credit], ...found] = await load(
    findClientCredit({ clientId }),
    ...invoiceIds.map((invoiceId) => invoices.findInvoice({ invoiceId })),
  );
  const creditCents = cents(asked.usesCredit ? (credit?.creditCents ?? 0) : 0);
  const rows = found.flat().map((row) => ({ ...row, sums: invoices.toSums(row) }));
  return planPayment({ ...asked, creditCents }, rows);
}

/**
 * Pays invoices from their client's credit alone, all or none. Throws as `planUnderLock`; `changedMeanwhile` also where
 * the credit does not reach any more.
 */
export function payTogetherByCredit(ctx: Ctx, asked: AskedTogether): Promise<void> {
  return ctx.write(async ({ load, save }) => {
    await load(invoices.lockInvoices(asked.invoiceIds));
    // Locked before it is counted: of two who spend it at one moment the second sees what is left.
    const receipts = await lockCredit(load, asked.clientId);
    const { parts } = await planUnderLock(load, asked);
    const shares = parts.map(({ invoiceId, creditCents }): PartShare => {
      return { invoiceId, creditCents, moneyCents: cents(0), isClosed: true };
    });
    return save(
      undefined,
      splitCredit(receipts, shares).map((share) => invoices.insertAllocation({ ...share, now: ctx.now })),
      shares.flatMap(({ invoiceId }) => [invoiceEvent('paid', invoiceId), saleEvent(invoiceId)]),
    );
  });
}

/** What a client's credit is made of, kept from being spent twice until the transaction ends. */
async function lockCredit(load: Load, clientId: number): Promise<OpenReceipt[]> {
  await load(credits.lockReceipts({ clientId }));
  const [open] = await load(credits.listOpenReceipts(clientId));
  return open.map(({ receiptId, leftCents }) => ({ receiptId, leftCents: cents(leftCents) }));
}

/** The money of a payment in parts that has come; its invoices are locked. */
export async function bookTogether(
  ctx: Ctx,
  load: Load,
  money: {
    readonly parts: readonly PaymentPart[];
    readonly clientId: number | null;
    readonly receipt: Omit<invoices.NewReceipt, 'clientId' | 'now'>;
    /** Tells the office of what pays nothing any more. */
    readonly credited: (overCents: Cents) => DomainEvent;
  },
): Promise<{ readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] }> {
  const { parts, clientId, receipt, credited } = money;
  const { now } = ctx;
  const usesCredit = parts.some(({ creditCents }) => creditCents > 0);
  const receipts = usesCredit && clientId !== null ? await lockCredit(load, clientId) : [];
  const found = await load(...parts.map(({ invoiceId }) => invoices.findInvoice({ invoiceId })));
  const sumsOf = new Map(found.flat().map((row) => [row.id, invoices.toSums(row)]));
  const credit = addCents(...receipts.map(({ leftCents }) => leftCents));
  const { shares, overCents } = bookParts(parts, sumsOf, credit);
  const fresh = shares
    .filter(({ moneyCents }) => moneyCents > 0)
    .map(({ invoiceId, moneyCents }) => ({ receiptId: receipt.id, invoiceId, amountCents: moneyCents }));
  return {
    queries: [
      invoices.insertReceipt({ ...receipt, clientId, now }),
      ...[...fresh, ...splitCredit(receipts, shares)].map((share) =>
        invoices.insertAllocation({ ...share, now }),
      ),
    ],
    events: [
      // What they carry is handed over by the job of sales, each in a transaction of its own.
      ...shares
        .filter(({ isClosed }) => isClosed)
        .flatMap(({ invoiceId }) => [paidEvent(invoiceId), saleEvent(invoiceId)]),
      ...(overCents > 0 ? [credited(overCents)] : []),
    ],
  };
}

/** The parts of a payment as the rules want them. */
export function toParts(
  rows: readonly {
    readonly invoiceId: number;
    readonly amountCents: number;
    readonly creditCents: number;
  }[],
): PaymentPart[] {
  return rows.map(({ invoiceId, amountCents, creditCents }) => ({
    invoiceId,
    amountCents: cents(amountCents),
    creditCents: cents(creditCents),
  }));
}

/** How many invoices a payment is for, and what of them is still to be paid; without one, the same of an invoice. */
export async function sumUp(
  ctx: Ctx,
  paymentId: string | undefined,
  invoice: Parameters<typeof invoices.toSums>[0],
): Promise<{ readonly invoiceCount: number; readonly owedCents: Cents }> {
  const [of] = paymentId === undefined ? [[]] : await ctx.read(data.listInvoicesOf({ paymentId }));
  const found =
    of.length > 1
      ? await ctx.read(...of.map(({ invoiceId }) => invoices.findInvoice({ invoiceId })))
      : [[invoice]];
  const owed = found.flat().map((row) => cents(Math.max(0, balanceOf(invoices.toSums(row)))));
  return { invoiceCount: found.length, owedCents: addCents(...owed) };
}
