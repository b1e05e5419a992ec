import { countAttempt } from '#server/account/commands.ts';
import { holdCode } from '#server/campaigns/commands.ts';
import { findContact } from '#server/clients/data.ts';
import { agreeing } from '#server/consents/commands.ts';
import { draftSale, invoiceToken, type SaleLine } from '#server/invoices/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { isPhoneIn } from '#server/kernel/phones/phones.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { type Holder, payerOf, type SaleItem } from '#shared/invoices/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { onlineCents } from '#shared/products/domain.ts';
import { startProblem } from '#shared/tickets/domain.ts';
import { refuseFaultyDetails, tidyDetails, type VisitorDetails } from '#shared/visitors/details/domain.ts';
import * as data from './data.ts';

/** What is bought singly: a draft with one line, handed over once it is paid. Packages of personal trainings are tickets. */
export type SoldKind = 'ticket' | 'voucher' | 'personalTraining';

export interface SaleRequest {
  readonly productId: number;
  readonly clubId: number;
  /** As asked for; looked at with the start mode `chosen`. */
  readonly startsOn: string | null;
  /** A campaign code as typed; empty or absent: none. */
  readonly code?: string | undefined;
}

export interface SoldProduct {
  /** Opens the public page of the draft invoice. */
  readonly invoiceToken: string;
  readonly totalCents: Cents;
}

/**
 * Makes the draft of a product for somebody without an account, with a place of the campaign held for it when there is a
 * code. Throws `dataValidationFailed` with the field, `noProductsFound`, `tooManyAttempts`, or what is wrong with the code.
 */
export async function sellToVisitor(
  ctx: Ctx,
  tokens: Tokens,
  kind: SoldKind,
  request: SaleRequest,
  from: { readonly details: VisitorDetails; readonly address: string },
): Promise<SoldProduct> {
  refuseFaultyDetails(from.details, isPhoneIn(ctx.tenant.pageRules.main.country2Code));
  await countAttempt(ctx, 'buying', tokens.attemptSubject(`buying ${from.address}`));
  const details = tidyDetails(from.details);
  return sell(ctx, tokens, kind, request, { clientId: null, ...details });
}

/** The same for a member: who it is for is known. */
export async function sellToMember(
  ctx: Ctx,
  tokens: Tokens,
  kind: SoldKind,
  request: SaleRequest,
  clientId: number,
): Promise<SoldProduct> {
  await countAttempt(ctx, 'buying', tokens.attemptSubject(`buying client ${clientId}`));
  const [[client]] = await ctx.read(findContact({ clientId }));
  if (!client) throw new AppError('notLoggedIn');
  return sell(ctx, tokens, kind, request, { clientId, ...client });
}

async function sell(
  ctx: Ctx,
  tokens: Tokens,
  kind: SoldKind,
  request: SaleRequest,
  holder: Holder,
): Promise<SoldProduct> {
  const { tenant, language, now } = ctx;
  const { productId, clubId } = request;
  const today = localDate(now, tenant.timeZone);
  const drafted = await ctx.write(async (transaction) => {
    const [[product], [next]] = await transaction.load(
      data.findForSale({ kind, productId, clubId }),
      invoices.nextInvoiceId({}),
    );
    if (!product || !next) throw new AppError('noProductsFound');
    const problem = startProblem(
      { ...request, startMode: product.startMode },
      { today, daysMax: tenant.limits.ticketStartDaysMax },
    );
    if (problem) throw new AppError('dataValidationFailed', { field: 'startsOn', problem });
    const line: SaleLine = {
      productId,
      article: articleOf(ctx, product.names, clubId),
      quantity: 1,
      unitCents: onlineCents(product),
      discountCents: cents(0),
      vatKind: product.vatKind,
      supplyOn: today,
      item: itemOf(product),
    };
    const { clientId, email } = holder;
    const code = request.code?.trim() ?? '';
    const use = { code, clubId, lines: [line], invoiceId: next.id, clientId, email };
    const priced = code === '' ? { lines: [line], queries: [] } : await holdCode(transaction.load, ctx, use);
    const draft = draftSale(ctx, tokens, next.id, {
      clientId,
      payer: payerOf(holder),
      language,
      lines: priced.lines,
    });
    const { invoiceId, totalCents } = draft;
    // A visitor's consent stands with their invoice: the log is of people who are known.
    const agreed = clientId === null ? [] : agreeing(ctx, clientId, false, 'buying');
    return transaction.save({ invoiceId, totalCents }, [...draft.queries, ...priced.queries, ...agreed]);
  });
  // From what is stored, so that a repeated press gets the same link and no copy of the answers holds one.
  const { invoiceId, totalCents } = drafted;
  const [[invoice]] = await ctx.read(invoices.findInvoice({ invoiceId }));
  if (!invoice) throw new AppError('noProductsFound');
  return { invoiceToken: invoiceToken(tokens, tenant.id, invoiceId, invoice.salt), totalCents };

  function itemOf(sold: data.PricedProduct): SaleItem {
    const { names, clientType, visits, validCount, validUnit, startMode, isShareable } = sold;
    const promised = { names, clientType, visits, validCount, validUnit, startMode, isShareable };
    const of = { productId, clubId, holder, promised };
    if (kind === 'voucher') return { kind, ...of };
    return { kind: 'ticket', startsOn: startMode === 'chosen' ? request.startsOn : null, ...of };
  }
}

/** What it is called on the invoice; with the club where there are several. */
export function articleOf({ tenant, language }: Ctx, names: data.Names, clubId: number): string {
  const name = data.nameIn(names, language, tenant.defaultLanguage);
  const club = tenant.clubs.length > 1 ? tenant.clubs.find(({ id }) => id === clubId) : undefined;
  return club ? `${name}, ${club.name}` : name;
}
