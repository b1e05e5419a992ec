import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/kernel/clock.ts';
import type { CertificateOfIssuer } from '../identities/certificates.ts';
import { IdentityServiceError } from '../identities/provider.ts';
import { readBounded } from '../identities/service.ts';
import { questionBytes, type RevocationAnswer, readAnswer, refused, respondersOf } from './protocol.ts';

/** Who may be asked, and for how long. */
export interface Responders {
  /** `http://aia.sk.ee`; the certificate names an address at one of them. */
  readonly origins: readonly string[];
  readonly answerMilliseconds?: number | undefined;
}

const timeoutMilliseconds = 5_000;
const mostAnswer = 20_000;

/**
 * Whether a certificate is revoked, by OCSP (RFC 6960), as the responder that it names says now. Its address is in a certificate of
 * an issuer that is believed, and still nobody is asked but at the origins that are named: no redirect is followed.
 */
export async function askIssuer(
  { origins, answerMilliseconds = timeoutMilliseconds }: Responders,
  issued: CertificateOfIssuer,
  clock: Clock,
): Promise<RevocationAnswer> {
  const addresses = respondersOf(issued.certificate).flatMap((text) => URL.parse(text) ?? []);
  const address = addresses.find((each) => isAllowed(each, origins));
  if (!address) return refused('idCardIssuerSilent', `not to be asked: ${addresses[0]?.host ?? 'nobody'}`);
  const question = { ...issued, nonce: randomBytes(32) };
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
      body: new Uint8Array(questionBytes(question)),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    if (answer.ok) {
      const bytes = await readBounded('the responder', answer, mostAnswer);
      return readAnswer(bytes, question, clock.epochMilliseconds());
    }
    await answer.body?.cancel();
    return refused('idCardIssuerSilent', `the responder answered ${answer.status}`);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error';
    if (error instanceof IdentityServiceError) return refused('idCardAnswerUnreadable', error.message);
    if (name === 'TimeoutError') return refused('idCardIssuerLate', 'the responder took too long');
    return refused('idCardIssuerSilent', `the responder did not answer (${name})`);
  }
}

function isAllowed({ origin, username, password }: URL, origins: readonly string[]): boolean {
  return username === '' && password === '' && origins.includes(origin);
}
