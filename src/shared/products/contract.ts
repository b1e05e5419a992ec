import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { Euros } from '#shared/kernel/money.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { Id, LocalDateText, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { clientTypes, productCategories, productKinds, readClientType } from './domain.ts';
import { startModes, validUnits } from './validity/domain.ts';

/** The price object of the specification (point 3): VAT included; `unitId` is the club it is sold in. */
export const Price = z.object({
  unitId: Id,
  price: Euros,
  /** What is paid when it is bought in the app; the same as `price` where nothing else is set. */
  priceOnline: Euros,
});
export type Price = z.infer<typeof Price>;

export const Product = z.object({
  id: Id,
  kind: z.enum(productKinds),
  category: z.enum(productCategories),
  clientType: z.enum(clientTypes),
  name: z.string(),
  /** Empty where there is nothing to add. */
  description: z.string(),
  /** Null: as many as one likes. */
  visits: z.number().int().nullable(),
  validCount: z.number().int(),
  validUnit: z.enum(validUnits),
  startMode: z.enum(startModes),
  /** With the start mode `chosen`: the last date it may begin on. */
  startUntil: LocalDateText.nullable(),
  /** One for each club it is sold in, in the clubs' order; never empty. */
  prices: z.array(Price),
});
export type Product = z.infer<typeof Product>;

/** A client type by name or Estonian alias; anything else is treated as absent. */
const queryClientType = z
  .custom<string | undefined>()
  .transform((raw: unknown) => readClientType(raw))
  .optional()
  .meta({ type: 'string', enum: [...clientTypes] });

export const listProducts = endpoint({
  noun: 'products',
  method: 'GET',
  path: '/public/product',
  role: 'visitor',
  isStorable: true,
  summary:
    'What is for sale, in the language of the call: tickets unless `kind` says otherwise; of one club (`unit`), ' +
    'category or client type (`type`, also by its Estonian name)',
  query: z.object({
    kind: queryChoice(productKinds),
    unit: queryInteger,
    category: queryChoice(productCategories),
    type: queryClientType,
  }),
  response: z.array(Product),
  requires: (rules) => sells(rules),
});

/** What is bought, and for which club. */
export const wanted = {
  productId: Id,
  /** The club it is bought for. */
  unitId: Id,
  /** A campaign code, as typed; it lowers the price, or the purchase is refused with what is wrong with it. */
  code: z.string().max(60).optional(),
};

/** What a field may hold at most; what else is wrong with it, the refusal's details say. */
const typed = z.string().max(300);

/** Who buys without an account. */
export const visitorDetails = { firstName: typed, lastName: typed, email: typed, phone: typed };

/** The public page of the draft invoice is opened with the token. */
export const Sold = z.object({ invoiceToken: z.string(), total: Euros });

/** What is refused when something is bought. */
export const buyingErrors = [
  'noProductsFound',
  'dataValidationFailed',
  'tooManyAttempts',
  'campaignCodeNotFound',
  'campaignNotYetValid',
  'campaignExpired',
  'codePlacesFull',
  'campaignNotForPackage',
  'campaignNotForClub',
  'campaignAlreadyUsed',
] as const satisfies readonly ErrorCode[];

/** Whether anything is sold in the app. */
export const sells = ({ payment }: PageRules) => payment.isPaymentActive;
