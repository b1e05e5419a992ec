import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { PasskeyAssertion } from '#shared/account/contract.ts';
import type { PasskeyAttestation } from '#shared/account/passkeys/contract.ts';
import { hostOf } from '#shared/account/passkeys/domain.ts';
import type { NewPasskey } from './data.ts';

/** Keys that are asked for and taken: ES256, EdDSA and RS256, of which every authenticator has one. */
const algorithms: readonly number[] = [-7, -8, -257];

/** The challenge that something was signed for; undefined where it says none, or was signed in a frame of another site. */
export function challengeOf({ clientData }: { readonly clientData: string }): string | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    if (typeof said !== 'object' || said === null || !('challenge' in said)) return undefined;
    if ('crossOrigin' in said && said.crossOrigin !== false) return undefined;
    return typeof said.challenge === 'string' ? said.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** A new passkey that an authenticator made for pages at `origin`, and that looked at who holds it; undefined otherwise. */
export async function readAttestation(
  { credentialId, clientData, attestation, transports }: PasskeyAttestation,
  { challenge, origin }: { readonly challenge: string; readonly origin: string },
): Promise<NewPasskey | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id: credentialId, rawId: credentialId, type: 'public-key' },
        response: { clientDataJSON: clientData, attestationObject: attestation },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!registrationInfo) return undefined;
    const { credential, aaguid, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports,
      aaguid,
      isBackedUp: credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

/** What a passkey showed: how often it signed, and whether its authenticator has a copy elsewhere. */
export interface ShownCount {
  readonly signCount: number;
  readonly isBackedUp: boolean;
}

/**
 * What was signed with a passkey for pages at `origin`; undefined where it was not. Whether the count may follow the one that
 * is kept is not looked at. `isAlone`: nothing else is asked, so the authenticator must have looked at who holds it.
 */
export async function readAssertion(
  { credentialId, clientData, authenticatorData, signature }: PasskeyAssertion,
  asked: {
    readonly challenge: string;
    readonly origin: string;
    readonly publicKey: Buffer;
    readonly isAlone: boolean;
  },
): Promise<ShownCount | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id: credentialId, rawId: credentialId, type: 'public-key' },
        response: { clientDataJSON: clientData, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: asked.challenge,
      expectedOrigin: asked.origin,
      expectedRPID: hostOf(asked.origin),
      requireUserVerification: asked.isAlone,
      credential: { id: credentialId, publicKey: new Uint8Array(asked.publicKey), counter: 0 },
    });
    if (!verified) return undefined;
    return {
      signCount: authenticationInfo.newCounter,
      isBackedUp: authenticationInfo.credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}
