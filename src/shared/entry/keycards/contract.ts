import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { InstantText } from '#shared/kernel/wire.ts';
import { keycardProviders } from './domain.ts';

export const Keycards = z.object({
  /** Wallets that the centre issues cards for, and since when the member has one there; null: none. */
  keycards: z.array(z.object({ provider: z.enum(keycardProviders), addedDateTime: InstantText.nullable() })),
});
export type Keycards = z.infer<typeof Keycards>;

export const listKeycards = endpoint({
  noun: 'keycards',
  method: 'GET',
  path: '/user/keycards',
  role: 'client',
  summary: 'Wallets of phones that the centre issues entry cards for, and which cards one has',
  response: Keycards,
});

export const addKeycard = endpoint({
  noun: 'keycards',
  method: 'POST',
  path: '/user/keycards',
  role: 'client',
  summary: 'An entry card for a wallet, the same one as long as it lives, and where a phone fetches it',
  body: z.strictObject({ provider: z.enum(keycardProviders) }),
  response: z.object({
    /** Of a file, good for some minutes; or whole, of the wallet's own page. */
    address: z.string(),
  }),
  errors: ['keycardNotOffered', 'keycardServiceSilent', 'entryBarred'],
});

export const removeKeycards = endpoint({
  noun: 'keycards',
  method: 'DELETE',
  path: '/user/keycards',
  role: 'client',
  summary: 'No entry card in any wallet of one’s own opens doors any more',
  response: z.object({}),
});
