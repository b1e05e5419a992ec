import { addMinutes, compareInstants, formatDate, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';

/** What a code does to the price of one piece: nothing, sets it, takes cents off it, or takes percents off the line. */
export const priceEffects = ['none', 'set', 'subtract', 'percent'] as const;
export type PriceEffect = (typeof priceEffects)[number];

/** How long a place is kept for a draft, and once more while the bank's page is open (mission 2.3). */
const holdMinutes = 15;

/** What a campaign does, and to what. */
export interface PriceRule {
  readonly effect: PriceEffect;
  /** Cents of one piece for `set` and `subtract`, whole percents for `percent`. */
  readonly value: number;
  /** Empty: every product. */
  readonly productIds: readonly number[];
}

/** A line of a sale, by the name the buyer reads. */
export interface NamedLine {
  readonly productId: number | null;
  readonly article: string;
  readonly quantity: number;
  /** With VAT, before any discount. */
  readonly unitCents: Cents;
  /** Off the whole line, from elsewhere. */
  readonly discountCents: Cents;
}

export interface PricedByCode<Line extends NamedLine> {
  /** In their order; the discount of the code is in `discountCents`. */
  readonly lines: readonly Line[];
  /** What the code takes off all of them. */
  readonly discountCents: Cents;
}

/** Whether the campaign is for a product at all. */
function isForProduct({ productIds }: Pick<PriceRule, 'productIds'>, productId: number | null): boolean {
  return productIds.length === 0 || (productId !== null && productIds.includes(productId));
}

/**
 * What lines cost with a code. Each line by itself, so their order does not matter; never below zero, never dearer than
 * without it; half a cent of a percentage goes to the buyer.
 */
export function priceEffect<Line extends NamedLine>(
  campaign: PriceRule,
  lines: readonly Line[],
): PricedByCode<Line> {
  const offs = lines.map((line) => discountOf(campaign, line));
  return {
    lines: lines.map((line, index) => ({
      ...line,
      discountCents: addCents(line.discountCents, offs[index] ?? cents(0)),
    })),
    discountCents: addCents(...offs),
  };
}

function discountOf(campaign: PriceRule, line: NamedLine): Cents {
  const { effect, value } = campaign;
  const { productId, quantity, unitCents, discountCents } = line;
  const price = Math.max(0, quantity * unitCents - discountCents);
  if (!isForProduct(campaign, productId)) return cents(0);
  const wanted = {
    none: 0,
    set: price - value * quantity,
    subtract: value * quantity,
    // In whole numbers: a half is rounded up.
    percent: Math.floor((price * value * 2 + 100) / 200),
  }[effect];
  return cents(Math.min(price, Math.max(0, wanted)));
}

/** A campaign as the question whether a code may be used needs it. */
export interface CampaignFacts extends PriceRule {
  readonly isActive: boolean;
  readonly validFrom: string;
  /** Null: without end. The last local day counts to its end. */
  readonly validUntil: string | null;
  /** Null: as often as one likes. */
  readonly places: number | null;
  /** Redeemed, or held for a payment under way. */
  readonly taken: number;
  /** Empty: every club. */
  readonly clubIds: readonly number[];
  readonly isOncePerClient: boolean;
  /** Whether this client or address has used it, or is about to. */
  readonly isUsedByClient: boolean;
}

export interface CodeUse {
  readonly now: string;
  readonly timeZone: string;
  /** Null where it is not known yet. */
  readonly clubId: number | null;
  /** Of what is bought; null where it is not known yet. */
  readonly productIds: readonly (number | null)[] | null;
}

/**
 * Whether a code may be used. Throws, in this order, `campaignCodeNotFound` (for one that is switched off, too),
 * `campaignNotYetValid` and `campaignExpired` with the `date`, `campaignNotForClub`, `campaignNotForPackage`,
 * `campaignAlreadyUsed`, `codePlacesFull`.
 */
export function decideCode<Facts extends CampaignFacts>(
  campaign: Facts | undefined,
  { now, timeZone, clubId, productIds }: CodeUse,
): Facts {
  if (!campaign?.isActive) throw new AppError('campaignCodeNotFound');
  const { validFrom, validUntil, clubIds } = campaign;
  const today = localDate(now, timeZone);
  if (today < validFrom) throw new AppError('campaignNotYetValid', { date: formatDate(validFrom) });
  if (validUntil !== null && today > validUntil) {
    throw new AppError('campaignExpired', { date: formatDate(validUntil) });
  }
  if (clubId !== null && clubIds.length > 0 && !clubIds.includes(clubId)) {
    throw new AppError('campaignNotForClub');
  }
  if (productIds && !productIds.some((productId) => isForProduct(campaign, productId))) {
    throw new AppError('campaignNotForPackage');
  }
  const refusal = refusePlace(campaign);
  if (refusal) throw new AppError(refusal, undefined, 409);
  return campaign;
}

/** What speaks against taking a place, for the first time or again; of a campaign that is gone, everything does. */
export function refusePlace(
  campaign: Pick<CampaignFacts, 'places' | 'taken' | 'isOncePerClient' | 'isUsedByClient'> | undefined,
): 'campaignAlreadyUsed' | 'codePlacesFull' | null {
  return refuseSecond(campaign) ?? (!campaign || placesLeft(campaign) === 0 ? 'codePlacesFull' : null);
}

/** What speaks against a place that is held, once it is known whose it is. */
export function refuseSecond(
  campaign: Pick<CampaignFacts, 'isOncePerClient' | 'isUsedByClient'> | undefined,
): 'campaignAlreadyUsed' | null {
  return campaign?.isOncePerClient && campaign.isUsedByClient ? 'campaignAlreadyUsed' : null;
}

/** Null where there is no end of them. */
export function placesLeft({ places, taken }: Pick<CampaignFacts, 'places' | 'taken'>): number | null {
  return places === null ? null : Math.max(0, places - taken);
}

/** A code as it is compared: large letters, no spaces. */
export function readCampaignCode(typed: string): string {
  return typed.normalize('NFC').toUpperCase().replaceAll(/\s/g, '');
}

/** A place taken by a draft. */
export interface RedemptionFacts {
  readonly heldUntil: string;
  readonly extendedAt: string | null;
  readonly redeemedAt: string | null;
  readonly releasedAt: string | null;
}

/** How a draft's place stands: a hold whose time is over is as good as released. */
export function redemptionState(
  { heldUntil, redeemedAt, releasedAt }: RedemptionFacts,
  now: string,
): 'held' | 'redeemed' | 'released' {
  if (redeemedAt !== null) return 'redeemed';
  return releasedAt !== null || compareInstants(heldUntil, now) <= 0 ? 'released' : 'held';
}

export function holdEnd(now: string): string {
  return addMinutes(now, holdMinutes);
}
