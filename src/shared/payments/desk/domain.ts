import { AppError } from '#shared/kernel/errors.ts';

/** Whether somebody can still be sold or given something. */
export interface BuyerFacts {
  /** Their account is closed, for they asked to be forgotten. */
  readonly isClosed: boolean;
}

/**
 * Decides whether something may be sold or given at the desk. Throws `clientNotFound` for who is not there, made one with
 * somebody else maybe, and `clientErased` for who is to be forgotten or was.
 */
export function decideBuyer<Buyer extends BuyerFacts>(buyer: Buyer | undefined): Buyer {
  if (!buyer) throw new AppError('clientNotFound');
  if (buyer.isClosed) throw new AppError('clientErased');
  return buyer;
}
