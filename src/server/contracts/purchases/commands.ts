import { countAttempt } from '#server/account/commands.ts';
import { priceByCode } from '#server/campaigns/commands.ts';
import { findContact } from '#server/clients/data.ts';
import { agreeing } from '#server/consents/commands.ts';
import { invoiceToken, type SaleLine } from '#server/invoices/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import type { ContractPackage } from '#shared/contracts/contract.ts';
import { startLimit } from '#shared/contracts/domain.ts';
import { permissions } from '#shared/contracts/status/domain.ts';
import { payerOf } from '#shared/invoices/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents, centsToEuros } from '#shared/kernel/money.ts';
import { compareTexts } from '#shared/kernel/order.ts';
import type { ProductCategory } from '#shared/products/domain.ts';
import {
  type ContractOffer,
  type ContractRequest,
  draftContract,
  offerOf,
  periodPrice,
  settingsOf,
} from '../commands.ts';
import * as data from '../data.ts';
import { type ContractView, listViews, refuseUnlessAllowed } from '../views/commands.ts';

/** What a purchase would be, priced as it would be paid. */
export interface Checked extends ContractOffer {
  readonly lines: readonly SaleLine[];
  readonly discountCents: Cents;
  readonly totalCents: Cents;
}

/**
 * What another contract of a member would be and cost; takes nothing. Throws what `addContract` throws, but for what only
 * happens meanwhile.
 */
export async function checkPurchase(
  ctx: Ctx,
  tokens: Tokens,
  request: ContractRequest,
  clientId: number,
): Promise<Checked> {
  const [[sold], [client]] = await ctx.read(data.findPackage(request), findContact({ clientId }));
  const offer = offerOf(ctx, sold, request);
  const { startsOn, endsOn } = offer.agreement;
  const { category } = offer.sold;
  await refuseBuying(ctx, clientId, category);
  const [[other]] = await ctx.read(data.findOverlapping({ clientId, category, startsOn, endsOn }));
  if (other) throw new AppError('hasActiveContract');
  const code = request.code.trim();
  const lines =
    code === ''
      ? offer.lines
      : await priceByCode(ctx, tokens, {
          code,
          clubId: request.clubId,
          lines: offer.lines,
          clientId,
          email: client?.email ?? '',
        });
  const discountCents = addCents(...lines.map((line) => line.discountCents));
  const gross = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  return { ...offer, lines, discountCents, totalCents: cents(gross - discountCents) };
}

/**
 * Makes another contract of a member and the draft of its first payment. Throws `noProductsFound`,
 * `dataValidationFailed`, `hasActiveContract`, `contractUnpaid`, `contractIsBlocked`, or what is wrong with the code.
 */
export async function addContract(
  ctx: Ctx,
  tokens: Tokens,
  { hasAgreed, ...request }: ContractRequest & { readonly startsEarly: boolean; readonly hasAgreed: boolean },
  clientId: number,
): Promise<{ readonly invoiceToken: string; readonly totalCents: Cents }> {
  if (!hasAgreed) throw new AppError('dataValidationFailed', { field: 'hasAgreed' });
  await countAttempt(ctx, 'buying', tokens.attemptSubject(`contract client ${clientId}`));
  const [[client], [sold]] = await ctx.read(findContact({ clientId }), data.findPackage(request));
  if (!client) throw new AppError('notLoggedIn');
  if (sold) await refuseBuying(ctx, clientId, sold.category);
  const drafted = await ctx.write(async (transaction) => {
    const made = await draftContract(ctx, tokens, transaction.load, {
      ...request,
      clientId,
      payer: payerOf(client),
    });
    const { invoiceId, totalCents } = made;
    return transaction.save({ invoiceId, totalCents }, [
      ...made.queries,
      ...agreeing(ctx, clientId, request.startsEarly, 'buying'),
    ]);
  });
  // From what is stored, so that a repeated press gets the same link and no copy of the answers holds one.
  const { invoiceId, totalCents } = drafted;
  const [[invoice]] = await ctx.read(invoices.findInvoice({ invoiceId }));
  if (!invoice) throw new AppError('noProductsFound');
  return { invoiceToken: invoiceToken(tokens, ctx.tenant.id, invoiceId, invoice.salt), totalCents };
}

/** In debt or blocked, nothing more of the same category is sold; anything else is. */
export async function refuseBuying(ctx: Ctx, clientId: number, category: ProductCategory): Promise<void> {
  const hindrance = await hindranceOf(ctx, ctx.read, clientId, category);
  if (hindrance) refuseUnlessAllowed(hindrance, 'buy');
}

/** The contract in debt or blocked for which nothing more of its category is sold; undefined where there is none. */
export async function hindranceOf(
  ctx: Ctx,
  load: Transaction['load'],
  clientId: number,
  category: ProductCategory,
): Promise<ContractView | undefined> {
  const views = await listViews(ctx, clientId, load);
  return views.find(
    ({ row, status }) => row.category === category && status !== null && !permissions[status].buy,
  );
}

/** The packages sold in a club, with the first day each may begin for this client. Throws `noProductsFound`. */
export async function packagesIn(ctx: Ctx, clubId: number, clientId: number): Promise<ContractPackage[]> {
  const { tenant, language, now } = ctx;
  if (!tenant.clubs.some(({ id }) => id === clubId)) throw new AppError('noProductsFound');
  const today = localDate(now, tenant.timeZone);
  const [rows] = await ctx.read(data.listPackages({}));
  const freeFrom = await firstFreeDay(ctx, clientId, today);
  const startUntil = startLimit(today, settingsOf(ctx));
  const named = (names: data.PackageRow['names']) => nameIn(names, language, tenant.defaultLanguage);
  return rows
    .filter((row) => row.clubId === clubId)
    .map((row) => {
      const free = freeFrom(row.category);
      return {
        id: row.id,
        name: named(row.names),
        description: named(row.descriptions),
        category: row.category,
        price: centsToEuros(row.priceCents),
        priceOnline: centsToEuros(periodPrice(row)),
        joiningFee: row.joiningFeeCents === null ? 0 : centsToEuros(row.joiningFeeCents),
        periodMonths: row.periodMonths,
        termMonths: row.termMonths,
        renews: row.renews,
        bindingMonths: row.bindingMonths,
        isFromFirst: row.anchor === 'first',
        startFrom: free !== null && free <= startUntil ? free : null,
        startUntil,
      };
    });
}

/** The first day from which on nothing of a category runs; null where one without an end does. */
async function firstFreeDay(
  ctx: Ctx,
  clientId: number,
  today: string,
): Promise<(category: ProductCategory) => string | null> {
  const views = await listViews(ctx, clientId);
  return (category) => {
    let day: string | null = today;
    const live = views
      .filter(({ row }) => row.category === category && row.state === 'live')
      .toSorted((one, other) => compareTexts(one.row.startsOn, other.row.startsOn));
    for (const { row } of live) {
      if (day === null || (row.endsOn !== null && row.endsOn < day)) continue;
      day = row.endsOn === null ? null : Temporal.PlainDate.from(row.endsOn).add({ days: 1 }).toString();
    }
    return day;
  };
}
