import { z } from 'zod';
import { priceEffects } from '#shared/campaigns/domain.ts';
import { managed, Names } from '#shared/kernel/managed.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, LocalDateText } from '#shared/kernel/wire.ts';
import { clientTypes, productCategories, productKinds } from '#shared/products/domain.ts';

const Text = z.string().trim().max(500);
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const ProductValues = z.strictObject({
  kind: z.enum(productKinds),
  names: Names,
  descriptions: z.strictObject({ et: Text, en: Text, lv: Text }),
  category: z.enum(productCategories),
  clientType: z.enum(clientTypes),
  vatKind: z.enum(['standard', 'reduced', 'zero', 'exempt']),
  /** Null: as many as one likes. */
  visits: z.number().int().min(1).max(1000).nullable(),
  validCount: z.number().int().min(1).max(1000),
  validUnit: z.enum(['day', 'week', 'month']),
  startMode: z.enum(['purchase', 'firstUse', 'chosen']),
  isShareable: z.boolean(),
  isActive: z.boolean(),
  position: z.number().int().min(0).max(1000),
  /** Of each club where it is sold; what is sold already keeps its price. */
  prices: z
    .array(
      z.strictObject({
        clubId: Id,
        price: Euros.nonnegative().max(100_000),
        /** In the app; null: the same. */
        priceOnline: Euros.nonnegative().max(100_000).nullable(),
      }),
    )
    .max(100),
  /** Of a package alone. */
  terms: z
    .strictObject({
      periodMonths: z.literal([1, 3, 6, 12]),
      termMonths: z.number().int().min(1).max(120).nullable(),
      renews: z.boolean(),
      bindingMonths: z.number().int().min(0).max(120),
      anchor: z.enum(['start', 'first']),
      joiningFeeId: Id.nullable(),
      benefits: z
        .array(
          z.strictObject({
            clientType: z.enum(clientTypes),
            visits: z.number().int().positive().max(1000).nullable(),
            from: Clock.nullable(),
            until: Clock.nullable(),
            weekdays: z.array(z.enum(['1', '2', '3', '4', '5', '6', '7'])).max(7),
            clubIds: z.array(Id).max(100),
          }),
        )
        .min(1)
        .max(20),
    })
    .optional(),
});
export type ProductValues = z.infer<typeof ProductValues>;

export const CampaignValues = z.strictObject({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-ZÕÄÖÜŠŽĀČĒĢĪĶĻŅŪ0-9-]{4,30}$/),
  names: Names,
  effect: z.enum(priceEffects),
  amount: Euros.nonnegative().max(100_000).optional(),
  percent: z.number().int().min(1).max(100).optional(),
  validFrom: LocalDateText,
  validUntil: LocalDateText.nullable(),
  /** Null: as many as want it. */
  places: z.number().int().min(1).max(1_000_000).nullable(),
  isOncePerClient: z.boolean(),
  /** Empty: for all. */
  productIds: z.array(Id).max(500),
  clubIds: z.array(Id).max(100),
  isActive: z.boolean(),
});
export type CampaignValues = z.infer<typeof CampaignValues>;

export const {
  list: listAllProducts,
  create: createProduct,
  update: updateProduct,
  remove: removeProduct,
} = managed(
  'product',
  'Products with their prices; a new price never touches what is sold',
  ProductValues,
  [],
  ['create', 'update'],
);

export const {
  list: listCampaigns,
  create: createCampaign,
  update: updateCampaign,
  remove: removeCampaign,
} = managed(
  'campaign',
  'Campaign codes',
  CampaignValues,
  ['codeTaken', 'codePlacesFull'],
  ['create', 'update'],
);
