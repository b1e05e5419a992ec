import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, LocalDateText, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { validUnits } from '#shared/products/validity/domain.ts';
import { startModes } from '#shared/tickets/domain.ts';
import { clientTypes, productCategories, productKinds, readClientType } from './domain.ts';

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
  requires: ({ payment }) => payment.isPaymentActive,
});
