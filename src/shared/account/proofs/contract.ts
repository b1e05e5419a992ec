import { z } from 'zod';
import { Token } from '#shared/account/contract.ts';
import { FactorProof } from '#shared/account/factors/contract.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';

/** What shows who somebody is, when they are asked again. */
export const Proof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password: z.string().min(1).max(256) }),
  ...FactorProof.options,
]);
export type Proof = z.infer<typeof Proof>;

export const prove = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/proof',
  role: 'client',
  summary:
    'Shows once more who the caller is, by password or second factor; gives a token with which what was refused with `proofNeeded` may be done for some minutes',
  body: z.strictObject({ proof: Proof }),
  response: Token,
  errors: ['passwordNotValid', 'factorNotValid', 'passkeyNotValid', 'passkeyRequestOver', 'tooManyAttempts'],
});
