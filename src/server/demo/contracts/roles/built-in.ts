import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { PackageTerms } from '#shared/contracts/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { ProductCategory } from '#shared/products/domain.ts';

type Translations = Readonly<Record<Language, string>>;

/** A package a centre makes contracts of. Prices in cents for a period, VAT included. */
export interface DemoPackage extends PackageTerms {
  readonly names: Translations;
  readonly descriptions: Translations;
  readonly category: ProductCategory;
  readonly priceCents: number;
  readonly priceOnlineCents: number | null;
  readonly hasJoiningFee: boolean;
  /** Whether one can join with it; what goes with another package is agreed at the desk. */
  readonly isActive: boolean;
  readonly benefits: readonly Benefit[];
}

const month = {
  periodMonths: 1,
  termMonths: null,
  renews: false,
  bindingMonths: 0,
  anchor: 'start',
  category: 'webapp_fitness',
  hasJoiningFee: false,
  isActive: true,
} as const;

/**
 * The six packages every centre has, in this order: without an end, for a year and on, mornings alone, counted visits of a
 * quarter, what one does without a trainer, and something beside.
 */
const packageRoles = {
  monthly: { ...month, hasJoiningFee: true },
  yearly: { ...month, anchor: 'first', termMonths: 12, renews: true, bindingMonths: 12 },
  mornings: { ...month, bindingMonths: 3, hasJoiningFee: true },
  quarter: { ...month, periodMonths: 3, category: 'webapp_pilates' },
  alone: month,
  beside: { ...month, category: 'webapp_pilates', isActive: false },
} as const satisfies Readonly<
  Record<string, PackageTerms & Pick<DemoPackage, 'category' | 'hasJoiningFee' | 'isActive'>>
>;

export type PackageRole = keyof typeof packageRoles;

/** Et, en, lv. */
export type Said = readonly [et: string, en: string, lv: string];

interface Sold {
  readonly name: Said;
  readonly about: Said;
  readonly cents: number;
  readonly online?: number;
  /** What it is good for. */
  readonly covers: readonly (Benefit['clientType'] | Benefit)[];
}

const workdays = [1, 2, 3, 4, 5];

function benefit(clientType: Benefit['clientType'], of: Partial<Benefit> = {}): Benefit {
  return { clientType, clubIds: [], weekdays: [], from: null, until: null, visits: null, ...of };
}

/** Of workdays before three in the afternoon. */
export function byDay(...clientTypes: readonly Benefit['clientType'][]): Benefit[] {
  return clientTypes.map((clientType) => benefit(clientType, { weekdays: workdays, until: '15:00' }));
}

/** So many group trainings of a quarter. */
export function counted(visits: number): Benefit[] {
  return [benefit('groupTraining', { visits })];
}

const inEach = ([et, en, lv]: Said): Translations => ({ et, en, lv });

/** The six packages of a kind of centre, whole. */
export function packagesOf(sold: Readonly<Record<PackageRole, Sold>>): readonly DemoPackage[] {
  return Object.entries(packageRoles).map(([role, terms]) => {
    const { name, about, cents, online, covers } = sold[role as PackageRole];
    return {
      ...terms,
      names: inEach(name),
      descriptions: inEach(about),
      priceCents: cents,
      priceOnlineCents: online ?? null,
      benefits: covers.map((one) => (typeof one === 'string' ? benefit(one) : one)),
    };
  });
}
