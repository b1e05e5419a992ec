import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { PasskeyAssertion, PasskeyRequest } from '#shared/account/contract.ts';
import { challengeMinutes } from '#shared/account/factors/domain.ts';
import type { PasskeyAttestation, PasskeyOffer } from '#shared/account/passkeys/contract.ts';

const timeout = challengeMinutes * 60_000;
/** As browsers number them: ES256, EdDSA and RS256. */
const algorithms = [-7, -8, -257];

const named = ({ credentialId, transports }: PasskeyRequest['passkeys'][number]) => ({
  ...{ id: credentialId, type: 'public-key' as const },
  transports: transports as AuthenticatorTransport[],
});

/** Has the reader's device make a passkey; null where they thought better of it, or it has one already. */
export async function makePasskey({
  challenge,
  host,
  centre,
  user,
  known,
}: PasskeyOffer): Promise<PasskeyAttestation | null> {
  try {
    const made = await startRegistration({
      optionsJSON: {
        ...{ challenge, timeout, attestation: 'none' },
        rp: { id: host, name: centre },
        user: { id: user.handle, name: user.email, displayName: user.name },
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
        excludeCredentials: known.map(named),
        authenticatorSelection: {
          ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        },
      },
    });
    return {
      credentialId: made.id,
      clientData: made.response.clientDataJSON,
      attestation: made.response.attestationObject,
      transports: made.response.transports ?? [],
    };
  } catch {
    return null;
  }
}

interface Asking {
  /** Nothing else is asked: the device looks at who holds it. */
  isAlone: boolean;
  /** Offered among what the browser fills into the form, for as long as it stands there. */
  isOffered?: boolean;
}

/** Has one of the reader's passkeys sign; null where they thought better of it, have none, or were asked anew. */
export async function askPasskey(
  { challenge, host, passkeys }: PasskeyRequest,
  { isAlone, isOffered = false }: Asking,
): Promise<PasskeyAssertion | null> {
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: {
        ...{ challenge, timeout, rpId: host, allowCredentials: passkeys.map(named) },
        userVerification: isAlone ? 'required' : 'preferred',
      },
      useBrowserAutofill: isOffered,
    });
    return {
      credentialId: id,
      clientData: response.clientDataJSON,
      authenticatorData: response.authenticatorData,
      signature: response.signature,
      userHandle: response.userHandle ?? null,
    };
  } catch {
    return null;
  }
}

/** Takes back what was asked and not answered. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}
