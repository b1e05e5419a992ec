import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, LocalDateText } from '#shared/kernel/wire.ts';
import { validUnits } from '#shared/products/validity/domain.ts';

const Hours = z.object({ opens: z.string(), closes: z.string() });

/** Something for sale with its lowest price. */
export const LandingOffer = z.object({
  id: Id,
  name: z.string(),
  /** Empty where there is nothing to add. */
  description: z.string(),
  price: Euros,
  /** Dearer elsewhere: the price is the lowest of several. */
  isFrom: z.boolean(),
  visits: z.number().int().nullable(),
  validCount: z.number().int(),
  validUnit: z.enum(validUnits),
  /** Of a package: the price is of so many months. */
  periodMonths: z.number().int().nullable(),
});
export type LandingOffer = z.infer<typeof LandingOffer>;

export const Landing = z.object({
  clubs: z.array(
    z.object({
      id: Id,
      name: z.string(),
      address: z.string(),
      city: z.string(),
      /** Seven days, Monday first; null: closed that day. */
      hours: z.array(Hours.nullable()),
      /** Local dates of the next two weeks on which it is closed all the same. */
      closedOn: z.array(LocalDateText),
    }),
  ),
  /** What is sold in the app, in the centre's order; empty where nothing of the kind is. */
  packages: z.array(LandingOffer),
  tickets: z.array(LandingOffer),
  vouchers: z.array(LandingOffer),
  /** Somebody teaches here. */
  hasTrainers: z.boolean(),
  company: z.object({ name: z.string(), registryCode: z.string() }),
});
export type Landing = z.infer<typeof Landing>;

export const getLanding = endpoint({
  noun: 'tenants',
  method: 'GET',
  path: '/public/landing',
  role: 'visitor',
  isStorable: true,
  summary: "What the centre's front page says: when it is open, and what is sold from which price on",
  response: Landing,
});
