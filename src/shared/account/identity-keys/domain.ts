import { z } from 'zod';
import type { IdentityProviderName } from '../identities/domain.ts';

/** As long as the service takes, in bytes. */
const longestName = 32;
const isShortInBytes = (text: string) => encodeURIComponent(text).replace(/%../g, '.').length <= longestName;

/** What a centre's contract with the services says; nothing where it has none. */
export const IdentitySettings = z
  .object({
    /** As the service knows the centre. */
    smartIdUuid: z
      .string()
      .trim()
      .regex(/^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i)
      .default(''),
    /** What stands on people's phones. */
    smartIdName: z.string().trim().max(longestName).refine(isShortInBytes).default(''),
  })
  .prefault({});
export type IdentitySettings = z.infer<typeof IdentitySettings>;

/** Where a centre keeps them. */
export const IdentityKeys = z.object({ identities: IdentitySettings });

/** The services that a centre has keys for. */
export function offeredProviders({ smartIdUuid, smartIdName }: IdentitySettings): IdentityProviderName[] {
  return smartIdUuid !== '' && smartIdName !== '' ? ['smartId'] : [];
}
