import { priceEffects } from '#shared/campaigns/domain.ts';
import { type Field, nameFields } from '#shared/kernel/fields.ts';
import { languages } from '#shared/kernel/language.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { clientTypes, productCategories, productKinds } from '#shared/products/domain.ts';

const ofPackage = { name: 'kind', is: ['package'] } as const;

export const productFields: readonly Field[] = [
  { name: 'kind', kind: 'choice', choices: productKinds, isRequired: true, isFixed: true },
  ...nameFields,
  ...languages.map((language): Field => ({ name: `descriptions.${language}`, kind: 'long', most: 500 })),
  { name: 'category', kind: 'choice', choices: productCategories, isRequired: true },
  { name: 'clientType', kind: 'choice', choices: clientTypes, isRequired: true },
  {
    name: 'vatKind',
    kind: 'choice',
    choices: ['standard', 'reduced', 'zero', 'exempt'],
    isRequired: true,
  },
  { name: 'visits', kind: 'integer', least: 1, most: 1000 },
  { name: 'validCount', kind: 'integer', isRequired: true, least: 1, most: 1000 },
  { name: 'validUnit', kind: 'choice', choices: ['day', 'week', 'month'], isRequired: true },
  { name: 'startMode', kind: 'choice', choices: ['purchase', 'firstUse', 'chosen'], isRequired: true },
  { name: 'isShareable', kind: 'isOn' },
  { name: 'isActive', kind: 'isOn', label: 'isForSale' },
  { name: 'position', kind: 'integer', isRequired: true, least: 0, most: 1000 },
  {
    name: 'prices',
    kind: 'rows',
    columns: [
      { name: 'clubId', kind: 'choice', from: 'clubs', isRequired: true },
      { name: 'price', kind: 'euros', isRequired: true, least: 0, most: 100_000 },
      { name: 'priceOnline', kind: 'euros', least: 0, most: 100_000 },
    ],
  },
  { name: 'terms.periodMonths', kind: 'integer', isRequired: true, least: 1, most: 12, when: ofPackage },
  { name: 'terms.termMonths', kind: 'integer', least: 1, most: 120, when: ofPackage },
  { name: 'terms.renews', kind: 'isOn', when: ofPackage },
  { name: 'terms.bindingMonths', kind: 'integer', isRequired: true, least: 0, most: 120, when: ofPackage },
  { name: 'terms.anchor', kind: 'choice', choices: ['start', 'first'], isRequired: true, when: ofPackage },
  { name: 'terms.joiningFeeId', kind: 'choice', from: 'fees', when: ofPackage },
  {
    name: 'terms.benefits',
    kind: 'rows',
    isRequired: true,
    when: ofPackage,
    columns: [
      { name: 'clientType', kind: 'choice', choices: clientTypes, isRequired: true },
      { name: 'visits', kind: 'integer', least: 1, most: 1000 },
      { name: 'from', kind: 'time' },
      { name: 'until', kind: 'time' },
      { name: 'weekdays', kind: 'choices', choices: ['1', '2', '3', '4', '5', '6', '7'] },
      { name: 'clubIds', kind: 'choices', from: 'clubs' },
    ],
  },
];

export const campaignFields: readonly Field[] = [
  { name: 'code', kind: 'text', isRequired: true, most: 30, isFixed: true },
  ...nameFields,
  { name: 'effect', kind: 'choice', choices: priceEffects, isRequired: true },
  {
    name: 'amount',
    kind: 'euros',
    isRequired: true,
    least: 0,
    most: 100_000,
    when: { name: 'effect', is: ['set', 'subtract'] },
  },
  {
    name: 'percent',
    kind: 'integer',
    isRequired: true,
    least: 1,
    most: 100,
    when: { name: 'effect', is: ['percent'] },
  },
  { name: 'validFrom', kind: 'date', isRequired: true },
  { name: 'validUntil', kind: 'date' },
  { name: 'places', kind: 'integer', least: 1, most: 1_000_000 },
  { name: 'isOncePerClient', kind: 'isOn' },
  { name: 'productIds', kind: 'choices', from: 'products' },
  { name: 'clubIds', kind: 'choices', from: 'clubs' },
  { name: 'isActive', kind: 'isOn' },
];

/** What of a product must agree. */
export interface ProductParts {
  readonly kind: string;
  readonly visits: number | null;
  readonly prices: readonly { readonly clubId: number }[];
  readonly terms?:
    | {
        readonly periodMonths: number;
        readonly termMonths: number | null;
        readonly renews: boolean;
        readonly anchor: 'start' | 'first';
      }
    | undefined;
}

/** The place of what contradicts another: terms are a package's, uses a voucher's, and each club has one price. */
export function productProblem({ kind, visits, prices, terms }: ProductParts): string | undefined {
  if (kind === 'voucher' && visits === null) return 'visits';
  if (new Set(prices.map(({ clubId }) => clubId)).size < prices.length) return 'prices';
  if (kind !== 'package') return terms === undefined ? undefined : 'terms';
  if (terms === undefined) return 'terms.periodMonths';
  if (terms.anchor === 'first' && terms.periodMonths !== 1) return 'terms.anchor';
  return terms.renews && terms.termMonths === null ? 'terms.termMonths' : undefined;
}

/** The place of what contradicts another in a campaign. */
export function campaignProblem(of: {
  readonly effect: string;
  readonly amount?: number | undefined;
  readonly percent?: number | undefined;
  readonly validFrom: string;
  readonly validUntil: string | null;
}): string | undefined {
  if ((of.effect === 'set' || of.effect === 'subtract') && of.amount === undefined) return 'amount';
  if (of.effect === 'subtract' && of.amount === 0) return 'amount';
  if (of.effect === 'percent' && of.percent === undefined) return 'percent';
  return of.validUntil !== null && of.validUntil < of.validFrom ? 'validUntil' : undefined;
}

/** Euros off one sale, from which on they may be all of it. */
const largeDiscount = 100;

/** Whether a campaign gives away what its code is typed for, or so much off it that it may be all. */
export function isGivenAway(of: {
  readonly effect: string;
  readonly amount?: number | undefined;
  readonly percent?: number | undefined;
  readonly isActive: boolean;
}): boolean {
  if (!of.isActive) return false;
  if (of.effect === 'percent') return of.percent === 100;
  if (of.effect === 'subtract') return (of.amount ?? 0) >= largeDiscount;
  return of.effect === 'set' && of.amount === 0;
}

/** What of a product decides for how little it is sold. */
interface Offered {
  readonly isActive: boolean;
  readonly prices: readonly ClubPrice[];
}

interface ClubPrice {
  readonly clubId: number;
  readonly price: number;
  /** Null: the same. */
  readonly priceOnline: number | null;
}

/**
 * Whether a product is sold for nothing somewhere where it was not before, at the desk or in the app, or gets a price so
 * much lower that it may be all. What is new at some price is not: nobody knows what it should cost.
 */
export function isCheapened(before: Offered | undefined, after: Offered): boolean {
  const known = new Map(before?.prices.map((price) => [price.clubId, waysOf(price)]));
  return after.prices.some((price) => {
    const were = known.get(price.clubId);
    return waysOf(price).some((is, way) => {
      const was = were?.[way];
      if (is === 0) return after.isActive && !(before?.isActive && was === 0);
      return was !== undefined && was - is >= largeDiscount * 100;
    });
  });
}

/** Its price at the desk and in the app, in cents. */
function waysOf({ price, priceOnline }: ClubPrice): readonly [number, number] {
  return [eurosToCents(price), eurosToCents(priceOnline ?? price)];
}
