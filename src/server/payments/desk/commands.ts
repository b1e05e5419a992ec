import { issuing } from '#server/invoices/commands.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { Fulfilled } from '#server/kernel/writes/fulfilment.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import type { Cents } from '#shared/kernel/money.ts';
import { decideBuyer } from '#shared/payments/desk/domain.ts';
import { insertFulfilment } from '../data.ts';
import { fulfilling, paidEvent, type SoldItem } from '../fulfilment/commands.ts';
import type { Fulfilment } from '../ports.ts';
import { type BuyerRow, lockBuyer } from './data.ts';

/**
 * Locks who is sold or given something at the desk; first of its transaction. The context that comes with them speaks their
 * language. Throws `clientNotFound`, `clientErased`.
 */
export async function meetBuyer(
  ctx: Ctx,
  { load }: Pick<WriteTransaction, 'load'>,
  clientId: number,
): Promise<{ readonly buyer: BuyerRow; readonly theirs: Ctx }> {
  const [[row]] = await load(lockBuyer(clientId));
  const buyer = decideBuyer(row);
  const language = isLanguage(buyer.language) ? buyer.language : ctx.tenant.defaultLanguage;
  return { buyer, theirs: { ...ctx, language } };
}

/** A draft and what its lines carry. */
export interface DeskSale {
  readonly invoiceId: number;
  readonly totalCents: Cents;
  readonly queries: readonly Query[];
  readonly items: readonly SoldItem[];
}

/**
 * Completes a sale at the desk in the transaction that drafts it: the invoice is issued to be paid later, its payer is
 * told, and the lines are handed over at once, by the same functions as when they are paid for. Money that comes
 * afterwards finds it handed over (decision 0017). Throws what the lines refuse with.
 */
export async function sellingAtDesk(
  ctx: Ctx,
  transaction: WriteTransaction,
  fulfil: Fulfilment,
  { invoiceId, totalCents, queries, items }: DeskSale,
): Promise<Fulfilled & { readonly invoiceNumber: string }> {
  // Handing over reads what is sold, so the draft is there before.
  await transaction.load(...queries);
  const sold = { id: invoiceId, isForgotten: false, draftSince: null };
  const fulfilled = await fulfilling(ctx, transaction, fulfil, sold, items);
  // Behind all locks: everybody who issues waits for the counter.
  const [[issued]] = await transaction.load(issuing(ctx, invoiceId, 'invoice'));
  const told =
    totalCents > 0
      ? ({ topic: 'invoice', kind: 'issued', dedupeKey: `issued:${invoiceId}`, invoiceId } as const)
      : paidEvent(invoiceId);
  return {
    invoiceNumber: issued?.number ?? '',
    queries: [...fulfilled.queries, insertFulfilment({ invoiceId, now: ctx.now })],
    events: [told, ...fulfilled.events],
  };
}
