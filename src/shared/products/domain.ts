import { type Cents, cents } from '#shared/kernel/money.ts';

/** What can be sold. */
export const productKinds = [
  'ticket',
  'voucher',
  'package',
  'personalTraining',
  'joiningFee',
  'training',
] as const;
export type ProductKind = (typeof productKinds)[number];

/** The categories of the specification (point 3): main trainings, and pilates. */
export const productCategories = ['webapp_fitness', 'webapp_pilates'] as const;
export type ProductCategory = (typeof productCategories)[number];

/** Client type categories (specification point 3). */
export const clientTypes = ['groupTraining', 'gym', 'other', 'personalTraining', 'pool'] as const;
export type ClientType = (typeof clientTypes)[number];

/** The Estonian names older links carry, with and without their dots. */
const aliases: ReadonlyMap<string, ClientType> = new Map(
  Object.entries({
    rühmatreening: 'groupTraining',
    ruhmatreening: 'groupTraining',
    rühmatrenn: 'groupTraining',
    ruhmatrenn: 'groupTraining',
    jõusaal: 'gym',
    jousaal: 'gym',
    muu: 'other',
    personaaltreening: 'personalTraining',
    eratreening: 'personalTraining',
    bassein: 'pool',
    ujula: 'pool',
  } satisfies Record<string, ClientType>),
);

/** A client type by its name or an Estonian alias, however it is written; undefined for anything else. */
export function readClientType(raw: unknown): ClientType | undefined {
  if (typeof raw !== 'string') return undefined;
  const text = raw.trim().normalize('NFC').toLowerCase();
  return clientTypes.find((type) => type.toLowerCase() === text) ?? aliases.get(text);
}

/** What a product costs in one club, VAT included. */
export interface ProductPrice {
  readonly priceCents: Cents;
  /** When bought in the app; null: the same. */
  readonly priceOnlineCents: Cents | null;
}

/** Bought in the app, the online price counts where there is one; it may be 0. */
export function onlineCents({ priceCents, priceOnlineCents }: ProductPrice): Cents {
  return priceOnlineCents ?? priceCents;
}

/** What is saved by buying in the app; 0 when nothing is. */
export function savedCents(price: ProductPrice): Cents {
  return cents(Math.max(0, price.priceCents - onlineCents(price)));
}
