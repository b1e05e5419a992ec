import type { CardEnd } from '#shared/account/id-card/domain.ts';
import type { BeginIdentity, CardToken, IdentityEnd } from '#shared/account/identities/contract.ts';
import type { Language } from '#shared/kernel/language.ts';

/** What is asked of somebody who is to show who they are. */
export interface AskedIdentity {
  /** The service, and what it is to know of who is asked. */
  readonly given: BeginIdentity;
  readonly language: Language;
  /** What stands on their device, in their language; what is longer than it takes is cut off. */
  readonly text: string;
  /** Where their device sends the browser back to, of those on the same one. */
  readonly returnUrl: string;
}

/** What the browser brings: back from the device it stands on, or of a card in it. */
export type ReturnedIdentity =
  | { readonly sessionSecretDigest: string; readonly userChallengeVerifier: string }
  | CardToken;

/** What a certificate says of whoever holds it, as it is written there. */
export interface CertificateHolder {
  readonly firstName: string;
  readonly lastName: string;
  /** Null where it does not say it, as their personal code does. */
  readonly birthDate: string | null;
}

/** Who somebody showed to be: `subject` is the same for them ever after, and nobody else's at this provider. */
export interface ShownIdentity {
  readonly subject: string;
  readonly holder: CertificateHolder;
  readonly level: 'qualified';
}

export type IdentityOutcome =
  | { readonly kind: 'waiting' }
  | ({ readonly kind: 'shown' } & ShownIdentity)
  /** They said no, did nothing, or their device cannot do it. */
  | { readonly kind: 'over'; readonly end: IdentityEnd }
  /** Their card is not believed: its issuer says so, or says nothing that is to be believed. `why` is for the log. */
  | {
      readonly kind: 'cardRefused';
      readonly end: CardEnd;
      readonly why: string;
      readonly subject: string;
    }
  /** What came is not what was asked for, or not from whom it says; `why` is for the log. */
  | { readonly kind: 'notValid'; readonly why: string };

/** A service by which people show who they are, with the keys of one centre. Every call is bounded in time. */
export interface IdentityProvider {
  /** Begins to ask; the answer is kept sealed until it is over. Throws IdentityServiceError. */
  begin(asked: AskedIdentity): Promise<string>;
  /** What whoever looks is to have of now: where their phone is to go, the code that it shows too, or what a card is to sign. */
  displayOf(state: string, elapsedSeconds: number): string;
  /** What came of it so far, waiting for about a second. Throws IdentityServiceError. */
  look(state: string, returned: ReturnedIdentity | null): Promise<IdentityOutcome>;
}

/** The service does not answer, or not to these keys. */
export class IdentityServiceError extends Error {
  override name = 'IdentityServiceError';
}
