import type { PasskeyRequest } from '#shared/account/contract.ts';
import { hostOf } from '#shared/account/passkeys/domain.ts';
import type { PasskeyNamed } from './data.ts';

/** What passkeys are asked to sign, as browsers are told it. */
export function toRequest(
  origin: string,
  { challenge, passkeys }: { readonly challenge: string; readonly passkeys: readonly PasskeyNamed[] },
): PasskeyRequest {
  return { challenge, host: hostOf(origin), passkeys: passkeys.map(toNamed) };
}

export function toNamed({ credentialId, transports }: PasskeyNamed): PasskeyRequest['passkeys'][number] {
  return { credentialId: credentialId.toString('base64url'), transports: [...transports] };
}
