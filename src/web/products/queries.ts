import { useQuery } from '@tanstack/react-query';
import type { Language } from '#shared/kernel/language.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import type { Price, Product } from '#shared/products/contract.ts';
import { buyTicket, buyTicketAsVisitor } from '#shared/tickets/contract.ts';
import type { VisitorDetails } from '#shared/visitors/details/domain.ts';
import { buyVoucher, buyVoucherAsVisitor } from '#shared/vouchers/contract.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { leaveForPaying, usePageReturn } from '#web/kernel/leaving.ts';
import { useCommand } from '#web/kernel/queries.ts';
import { forSaleQuery, type SoldKind } from './sale/queries.ts';

export function useForSale(kind: SoldKind, isAsked = true) {
  return useQuery({ ...forSaleQuery(kind), enabled: isAsked });
}

/** The product of an address, whatever it is: its kind tells how it is bought. */
export function useProductForSale(id: number | undefined, isAsked: boolean) {
  const tickets = useForSale('ticket', isAsked);
  const vouchers = useForSale('voucher', isAsked);
  const both = [tickets, vouchers] as const;
  return {
    product: both.flatMap(({ data = [] }) => data).find((product) => product.id === id),
    isLoaded: both.every(({ data }) => data !== undefined),
    error: both.find(({ error }) => error !== null)?.error ?? null,
    isFetching: both.some(({ isFetching }) => isFetching),
    refetch: () => void Promise.all(both.map(({ refetch }) => refetch())),
  };
}

/** The price in a club; without one that sells it, undefined. */
export function priceIn({ prices }: Product, unit: number | undefined): Price | undefined {
  return unit === undefined ? undefined : prices.find(({ unitId }) => unitId === unit);
}

/** The lowest price of some clubs, and whether the others cost more. */
export function lowestPrice({ prices }: Product): { price: Price | undefined; isLowest: boolean } {
  const [price] = prices.toSorted((one, other) => one.priceOnline - other.priceOnline);
  return { price, isLowest: prices.some(({ priceOnline }) => priceOnline !== price?.priceOnline) };
}

/** Euros of the wire in words. */
export function formatEuros(euros: number, language: Language): string {
  return formatMoney(eurosToCents(euros), language);
}

export interface SaleRequest {
  readonly productId: number;
  readonly unitId: number;
  /** With tickets that begin on a chosen day. */
  readonly startsOn: string | null;
  readonly code?: string;
}

interface Done {
  readonly onError: (error: ApiError) => void;
}

// Refusals stand at the form, where nothing typed is lost.
const quietly = { invalidates: [], isErrorShownByScreen: () => true };

/**
 * Makes the draft invoice of a ticket or a voucher and goes to paying it; `details` of whoever buys without an account.
 */
export function useBuying(kind: SoldKind) {
  const ticket = useCommand(buyTicket, quietly);
  const ticketAsVisitor = useCommand(buyTicketAsVisitor, quietly);
  const voucher = useCommand(buyVoucher, quietly);
  const voucherAsVisitor = useCommand(buyVoucherAsVisitor, quietly);
  const all = kind === 'ticket' ? [ticket, ticketAsVisitor] : [voucher, voucherAsVisitor];

  usePageReturn(() => {
    for (const { reset } of all) reset();
  });

  function buy(
    { startsOn, ...request }: SaleRequest,
    details: VisitorDetails | null,
    { onError }: Done,
  ): void {
    const onSuccess = ({ invoiceToken }: { invoiceToken: string }) => leaveForPaying(invoiceToken);
    const done = { onSuccess, onError };
    if (kind === 'ticket') {
      if (details) ticketAsVisitor.mutate({ body: { ...request, startsOn, ...details } }, done);
      else ticket.mutate({ body: { ...request, startsOn } }, done);
    } else if (details) voucherAsVisitor.mutate({ body: { ...request, ...details } }, done);
    else voucher.mutate({ body: request }, done);
  }

  return {
    buy,
    isPending: all.some(({ isPending, isSuccess }) => isPending || isSuccess),
    error: all.find(({ error }) => error !== null)?.error ?? null,
  };
}
