import { z } from 'zod';
import { type IdentityProviderName, identityProviders } from '../identities/domain.ts';

/** As long as the service takes, in bytes. */
const longestName = 32;
const isShortInBytes = (text: string) => encodeURIComponent(text).replace(/%../g, '.').length <= longestName;

/** As a service of SK ID Solutions knows a centre. */
const Uuid = z
  .string()
  .trim()
  .regex(/^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i)
  .default('');
/** What stands on people's phones. */
const Name = z.string().trim().max(longestName).refine(isShortInBytes).default('');

/** What a centre's contracts with the services say, nothing where it has none; and what it offers without one. */
export const IdentitySettings = z
  .object({
    ...{ smartIdUuid: Uuid, smartIdName: Name, mobileIdUuid: Uuid, mobileIdName: Name },
    /** The card asks for no contract. */
    hasIdCard: z.boolean().default(false),
  })
  .prefault({});
export type IdentitySettings = z.infer<typeof IdentitySettings>;

/** Where a centre keeps them. */
export const IdentityKeys = z.object({ identities: IdentitySettings });

/** What each service needs of a centre before it is offered. */
const isSet: Readonly<Record<IdentityProviderName, (settings: IdentitySettings) => boolean>> = {
  smartId: ({ smartIdUuid, smartIdName }) => smartIdUuid !== '' && smartIdName !== '',
  mobileId: ({ mobileIdUuid, mobileIdName }) => mobileIdUuid !== '' && mobileIdName !== '',
  idCard: ({ hasIdCard }) => hasIdCard,
};

/** The services that a centre has keys for. */
export function offeredProviders(settings: IdentitySettings): IdentityProviderName[] {
  return identityProviders.filter((name) => isSet[name](settings));
}
