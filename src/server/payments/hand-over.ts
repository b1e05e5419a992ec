import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';

/** Where the item stands: rows made by handing over carry invoice and position, once. */
export interface SoldLine {
  readonly invoiceId: number;
  readonly position: number;
  readonly load: Transaction['load'];
}

export interface HandedOver {
  readonly queries: readonly Query[];
  readonly events: readonly DomainEvent[];
}

/**
 * Hands over what was paid, in the transaction that books the money: answers what to save. Throws AppError where it
 * cannot be handed over any more; the money is the payer's credit then. Each noun that sells has one for its kind.
 */
export type HandOver = {
  readonly [Kind in SaleItem['kind']]?: (
    ctx: Ctx,
    item: Extract<SaleItem, { kind: Kind }>,
    of: SoldLine,
  ) => Promise<HandedOver>;
};
