import { draftSale } from '#server/invoices/commands.ts';
import { countGivenUp } from '#server/invoices/credits/commands.ts';
import { nextInvoiceId } from '#server/invoices/data.ts';
import { type Ctx, member, type Saved, type WriteTransaction } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { meetBuyer, sellingAtDesk } from '#server/payments/desk/commands.ts';
import type { Fulfilment } from '#server/payments/ports.ts';
import { articleOf } from '#server/products/commands.ts';
import { findForSale, type PricedProduct } from '#server/products/data.ts';
import type { grantingTicket } from '#server/tickets/commands.ts';
import { payerOf, type SaleItem } from '#shared/invoices/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cents } from '#shared/kernel/money.ts';
import { grantProblem, type TicketTerms } from '#shared/wallet/grants/domain.ts';

export interface TicketGrantPorts {
  readonly tokens: Tokens;
  /** What paid lines turn into. */
  readonly fulfil: Fulfilment;
  readonly give: ReturnType<typeof grantingTicket>;
}

export interface TicketRequest {
  readonly productId: number;
  readonly clubId: number;
  readonly startsOn: string | null;
  readonly terms: TicketTerms;
  readonly reason: string;
}

interface Given {
  /** Of a sale; null: it was given. */
  readonly invoiceNumber: string | null;
}

/**
 * Gives a client a ticket, for nothing or with an invoice to be paid later; either way it is made by what makes a bought
 * one. Throws `clientNotFound`, `clientErased`, `noProductsFound` where the club sells no such ticket now,
 * `dataValidationFailed` with the field, and `proofNeeded` where much is given away within a day, or its price is younger.
 */
export function grantTicket(
  ctx: Ctx,
  ports: TicketGrantPorts,
  clientId: number,
  request: TicketRequest,
): Promise<Given> {
  const { tenant, now } = ctx;
  const { productId, clubId } = request;
  const today = localDate(now, tenant.timeZone);
  return ctx.write(async (transaction) => {
    const { buyer, theirs } = await meetBuyer(ctx, transaction, clientId);
    const [[product]] = await transaction.load(findForSale({ kind: 'ticket', productId, clubId }));
    if (!product) throw new AppError('noProductsFound');
    const { startMode } = product;
    const problem = grantProblem(
      { ...request, startMode },
      { today, daysMax: tenant.limits.ticketStartDaysMax },
    );
    if (problem) throw new AppError('dataValidationFailed', problem);
    const { firstName, lastName, email, phone } = buyer;
    const item = {
      ...{ kind: 'ticket' as const, productId, clubId },
      startsOn: startMode === 'chosen' ? request.startsOn : null,
      holder: { clientId, firstName, lastName, email, phone },
    };
    return request.terms === 'gift'
      ? give(theirs, transaction, ports, item, { reason: request.reason, worthCents: product.priceCents })
      : sell(theirs, transaction, ports, product, item);
  });
}

type TicketItem = Extract<SaleItem, { kind: 'ticket' }>;

async function give(
  ctx: Ctx,
  { load, save }: WriteTransaction,
  ports: TicketGrantPorts,
  item: TicketItem,
  { reason, worthCents }: { readonly reason: string; readonly worthCents: number },
): Promise<Saved<Given>> {
  const { accountId } = member(ctx);
  const { language } = ctx;
  const counted = await countGivenUp(ctx, load, worthCents, item.productId);
  const { id, queries, events } = await ports.give(ctx, item, { language, load, accountId, reason });
  return save({ invoiceNumber: null }, queries, events, [
    { noun: 'tickets', id, after: { ...traced(item), reason, ...counted } },
  ]);
}

async function sell(
  ctx: Ctx,
  transaction: WriteTransaction,
  { tokens, fulfil }: TicketGrantPorts,
  product: PricedProduct,
  item: TicketItem,
): Promise<Saved<Given>> {
  const { productId, clubId, holder } = item;
  const [[next]] = await transaction.load(nextInvoiceId({}));
  if (!next) throw new AppError('noProductsFound');
  const line = {
    ...{ productId, quantity: 1, discountCents: cents(0), vatKind: product.vatKind, item },
    article: articleOf(ctx, product.names, clubId),
    unitCents: product.priceCents,
    supplyOn: localDate(ctx.now, ctx.tenant.timeZone),
  };
  const { invoiceId, totalCents, queries } = draftSale(ctx, tokens, next.id, {
    ...{ clientId: holder.clientId, payer: payerOf(holder), language: ctx.language, lines: [line] },
  });
  const items = [{ position: 1, item }];
  const sold = await sellingAtDesk(ctx, transaction, fulfil, { invoiceId, totalCents, queries, items });
  const { invoiceNumber } = sold;
  return transaction.save({ invoiceNumber }, sold.queries, sold.events, [
    { noun: 'invoices', id: invoiceId, after: { ...traced(item), invoiceNumber, totalCents } },
  ]);
}

/** What the trail says of it. */
function traced({ productId, clubId, startsOn, holder: { clientId } }: TicketItem) {
  return { clientId, productId, clubId, startsOn };
}
