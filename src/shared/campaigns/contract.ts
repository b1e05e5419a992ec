import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { queryInteger } from '#shared/kernel/wire.ts';
import { priceEffects } from './domain.ts';

/** What a code would do to what is about to be bought. Reserves nothing: the place is taken with the draft. */
export const CodeEffect = z.object({
  /** As it is compared. */
  code: z.string(),
  name: z.string(),
  effect: z.enum(priceEffects),
  /** Euros of one piece for `set` and `subtract`, percents for `percent`, 0 for `none`. */
  value: z.number(),
  /** Null: as many as one likes. */
  placesLeft: z.number().int().nullable(),
  /** What is bought, with and without the code; empty when the query names no product and club. */
  lines: z.array(z.object({ name: z.string(), price: Euros, discount: Euros, total: Euros })),
  total: Euros.nullable(),
});
export type CodeEffect = z.infer<typeof CodeEffect>;

/** `product` is what is bought, `unit` the club it is bought at, `quantity` how many; 1 when absent. */
const CodeQuery = z.object({
  code: z.string().max(100).default(''),
  product: queryInteger,
  unit: queryInteger,
  quantity: queryInteger,
});

const errors = [
  'campaignCodeNotFound',
  'campaignNotYetValid',
  'campaignExpired',
  'campaignNotForClub',
  'campaignNotForPackage',
  'campaignAlreadyUsed',
  'codePlacesFull',
  'tooManyAttempts',
] as const;

export const checkPublicCode = endpoint({
  noun: 'campaigns',
  method: 'GET',
  path: '/public/code',
  role: 'visitor',
  summary: 'What a campaign code does to a price, and how many places are left; reserves nothing',
  query: CodeQuery,
  response: CodeEffect,
  errors,
});

export const checkCode = endpoint({
  noun: 'campaigns',
  method: 'GET',
  path: '/user/code',
  role: 'client',
  summary: 'The same for a member, who may have used the code before',
  query: CodeQuery,
  response: CodeEffect,
  errors,
});
