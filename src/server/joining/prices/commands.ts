import { checkCode } from '#server/campaigns/commands.ts';
import { type ContractOffer, offerOf, settingsOf } from '#server/contracts/commands.ts';
import { findPackage, listPackages, type PackageRow } from '#server/contracts/data.ts';
import { type SaleLine, taxOf } from '#server/invoices/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { isPhoneIn } from '#server/kernel/phones/phones.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import { priceEffect } from '#shared/campaigns/domain.ts';
import { periodAt } from '#shared/contracts/periods/domain.ts';
import type { JoinForm, JoinRules } from '#shared/joining/domain.ts';
import { joinPageOf } from '#shared/joining/pages/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';

/** A package in one club, in the reader's words. */
export interface NamedPackage extends PackageRow {
  readonly name: string;
  readonly description: string;
}

/** The packages of the centre, one for each club, and what the form is held to. */
export async function rulesOf(ctx: Ctx): Promise<{
  readonly rules: JoinRules;
  readonly packages: readonly NamedPackage[];
}> {
  const { tenant, now } = ctx;
  const page = joinPageOf(tenant.pageRules);
  if (!page) throw new AppError('itemNotFound');
  const { startDaysMax, hasGuardians, withdrawalDays } = settingsOf(ctx);
  const today = localDate(now, tenant.timeZone);
  const [packages] = await ctx.read(listPackages({}));
  const named = (names: PackageRow['names']) => nameIn(names, ctx.language, tenant.defaultLanguage);
  return {
    packages: packages.map((row) => ({
      ...row,
      name: named(row.names),
      description: named(row.descriptions),
    })),
    rules: {
      today,
      withdrawalDays,
      startUntil: addDays(today, startDaysMax),
      page,
      hasGuardians,
      isOffered: (productId, unitId) =>
        packages.some(({ id, clubId }) => id === productId && clubId === unitId),
      isPhone: isPhoneIn(tenant.pageRules.main.country2Code),
    },
  };
}

/** What is paid first and what later, as the screen shows it before and the mail after it. */
export interface FirstPrice {
  readonly packageName: string;
  readonly withdrawalDays: number;
  readonly offer: ContractOffer;
  readonly lines: readonly SaleLine[];
  readonly vatCents: Cents;
  readonly totalCents: Cents;
  readonly discountCents: Cents;
  /** As it is compared; null without one. */
  readonly code: string | null;
  readonly part: { readonly days: number; readonly of: number } | null;
}

export interface PriceRequest {
  readonly productId: number;
  readonly clubId: number;
  readonly startsOn: string;
  readonly code: string;
}

/**
 * What joining would cost; keeps and takes nothing. Throws `noProductsFound`, `dataValidationFailed` with the field
 * `startsOn`, and what is wrong with the code, which counts as an attempt of the address.
 */
export async function priceOf(
  ctx: Ctx,
  tokens: Tokens,
  request: PriceRequest,
  address: string,
): Promise<FirstPrice> {
  const [[sold]] = await ctx.read(findPackage(request));
  const offer = offerOf(ctx, sold, request);
  const code = request.code.trim();
  const priced = { code: null, lines: offer.lines, discountCents: cents(0) };
  if (code === '') return taxed(ctx, offer, priced);
  const question = { code, productId: request.productId, clubId: request.clubId, quantity: 1 };
  const { campaign } = await checkCode(ctx, tokens, question, address, { clientId: 0, mailbox: '' });
  return taxed(ctx, offer, { code: campaign.code, ...priceEffect(campaign, offer.lines) });
}

/** Sums as the invoice will have them. */
function taxed(
  ctx: Ctx,
  offer: ContractOffer,
  priced: Pick<FirstPrice, 'code' | 'lines' | 'discountCents'>,
): FirstPrice {
  const { lines, totalCents } = taxOf(ctx, priced.lines);
  const vatCents = addCents(cents(0), ...lines.map((line) => line.vatCents));
  const packageName = nameIn(offer.sold.names, ctx.language, ctx.tenant.defaultLanguage);
  const { withdrawalDays } = settingsOf(ctx);
  return { ...priced, packageName, withdrawalDays, offer, vatCents, totalCents, part: partOf(offer) };
}

function partOf({ payment, agreement, sold }: ContractOffer): FirstPrice['part'] {
  if (!payment.isPart) return null;
  const { wholeFrom, fromOn, untilOn } = payment.period;
  const whole = periodAt({ ...agreement, periodMonths: sold.periodMonths, startsOn: wholeFrom }, wholeFrom);
  return { days: daysIn(fromOn, untilOn), of: daysIn(whole.fromOn, whole.untilOn) };
}

function daysIn(from: string, until: string): number {
  return Temporal.PlainDate.from(from).until(until, { largestUnit: 'day' }).days + 1;
}

/** What was typed as a wish for a contract; undefined until package, club and start stand. */
export function priceRequestOf(form: JoinForm): PriceRequest | undefined {
  const { productId, unitId: clubId, startsOn, code } = form;
  if (productId === null || clubId === null) return undefined;
  return { productId, clubId, startsOn, code };
}
