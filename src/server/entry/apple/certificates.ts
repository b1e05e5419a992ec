import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { PKPass } from 'passkit-generator';
import { z } from 'zod';
import { toDate } from '#server/kernel/clock.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import { isSigningKey } from '../keycards/keys.ts';

/** What a centre signs Apple's cards with; all but the key may be seen. */
export const AppleDetails = z.object({
  passTypeId: z.string(),
  teamId: z.string(),
  /** PEM, like the next. */
  certificate: z.string(),
  authority: z.string(),
  validUntil: z.string(),
});
export type AppleDetails = z.infer<typeof AppleDetails>;

export interface AppleSigner extends AppleDetails {
  /** PKCS #1, PEM. */
  readonly key: string;
}

/** What was pasted into the form. */
export interface GivenKeys {
  readonly certificate: string;
  readonly secretKey: string;
  readonly keyPassword: string;
  readonly authority: string;
}

/**
 * Reads what Apple gave a centre, and whether the parts belong together. Throws `keycardCertificateNotValid` for what is no
 * certificate of a pass type, `keycardCertificateOver`, `keycardKeyNotValid` for another's key, one of another kind or length, or a wrong passphrase, and
 * `keycardAuthorityNotValid` for an authority that did not issue it.
 */
export function readSigner(given: GivenKeys, epochMilliseconds: number): AppleSigner {
  const certificate = readCertificate(given.certificate);
  const subject = certificate?.toLegacyObject().subject as unknown as Record<string, unknown> | undefined;
  const [passTypeId, teamId] = [subject?.UID, subject?.OU];
  if (!certificate || typeof passTypeId !== 'string' || typeof teamId !== 'string')
    throw new AppError('keycardCertificateNotValid');
  const now = toDate(epochMilliseconds);
  if (certificate.validToDate <= now || certificate.validFromDate > now)
    throw new AppError('keycardCertificateOver');
  const key = readKey(given);
  if (!isSigningKey(key) || !certificate.checkPrivateKey(key)) throw new AppError('keycardKeyNotValid');
  const authority = readCertificate(given.authority);
  if (!authority || !certificate.checkIssued(authority) || !certificate.verify(authority.publicKey))
    throw new AppError('keycardAuthorityNotValid');
  return {
    passTypeId,
    teamId,
    certificate: certificate.toString(),
    authority: authority.toString(),
    validUntil: Temporal.Instant.fromEpochMilliseconds(certificate.validToDate.getTime()).toString(),
    key: String(key.export({ type: 'pkcs1', format: 'pem' })),
  };
}

/** The same for a child process: a key says itself how long its passphrase is tried. Answers a refusal instead of throwing it. */
export function readSignerApart({
  given,
  at,
}: {
  readonly given: GivenKeys;
  readonly at: number;
}): AppleSigner | { readonly refused: ErrorCode } {
  try {
    return readSigner(given, at);
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  }
}

/** A card as a file: what it is, a list of the hashes of that, and the centre's signature of the list. Run in a child. */
export function signCard({
  files,
  signer: { certificate, key, authority },
}: {
  readonly files: Readonly<Record<string, Buffer>>;
  readonly signer: AppleSigner;
}): Buffer {
  return new PKPass(files, { wwdr: authority, signerCert: certificate, signerKey: key }).getAsBuffer();
}

function readCertificate(pem: string): X509Certificate | undefined {
  // What was pasted here is written into the audit trail: a bundle that holds the key as well belongs nowhere.
  if (pem.includes('PRIVATE KEY')) return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function readKey({ secretKey, keyPassword }: GivenKeys): KeyObject | undefined {
  try {
    return createPrivateKey({ key: secretKey, passphrase: keyPassword });
  } catch {
    return undefined;
  }
}
