import type { X509Certificate } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import { readCertificate } from '../identities/certificates.ts';
import type { IdentityOutcome, IdentityProvider, ReturnedIdentity } from '../identities/provider.ts';
import { askIssuer, type Responders } from '../revocation/service.ts';
import { cardCertificates, isSignedBy } from './protocol.ts';

/** Whose certificates are believed, and by which site a card is asked. */
export interface IdCardSite {
  /** `https://klubi.ee`, without a slash at its end. */
  readonly origin: string;
  /** The issuers of people's certificates, and nobody above them. */
  readonly trusted: readonly X509Certificate[];
  /** Who says for them whether a card is revoked. */
  readonly responders: Responders;
}

/** What is kept, sealed, from beginning to end. */
const State = z.object({ nonce: z.string() });
const readState = (state: string) => State.parse(JSON.parse(state));

/** Of the first version, whatever was added to it since. */
const tokenForm = /^web-eid:1(\.\d{1,3})?$/;

/** The ID card by Web eID: what is shown comes with the browser, and the card's issuer is asked whether it is revoked. */
export function idCardClient({ origin, trusted, responders }: IdCardSite, clock: Clock): IdentityProvider {
  return {
    begin: async () => JSON.stringify({ nonce: randomBytes(33).toString('base64') }),
    displayOf: (state) => readState(state).nonce,
    look: async (state, returned) =>
      returned ? judge(readState(state).nonce, returned) : { kind: 'waiting' },
  };

  async function judge(nonce: string, token: ReturnedIdentity): Promise<IdentityOutcome> {
    if (!('unverifiedCertificate' in token)) return { kind: 'notValid', why: 'another return' };
    if (!tokenForm.test(token.format)) return { kind: 'notValid', why: 'another form' };
    const now = clock.epochMilliseconds();
    const read = readCertificate(token.unverifiedCertificate, cardCertificates, trusted, now);
    if ('why' in read) return { kind: 'notValid', why: read.why };
    if (!isSignedBy(read.certificate, { origin, nonce }, token))
      return { kind: 'notValid', why: 'another signature' };
    const { subject, holder } = read;
    // Whoever brings a card without its PIN has nobody asked about it, and nobody told.
    const answer = await askIssuer(responders, read, clock);
    if (answer.kind === 'refused') {
      const { end, why } = answer;
      return { kind: 'cardRefused', end, why, subject };
    }
    return { kind: 'shown', subject, holder, level: 'qualified' };
  }
}
