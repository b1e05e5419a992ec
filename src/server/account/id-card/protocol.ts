import 'reflect-metadata';
import { constants, createHash, type KeyObject, verify, type X509Certificate } from 'node:crypto';
import { KeyUsageFlags } from '@peculiar/x509';
import type { CardAlgorithm } from '#shared/account/id-card/domain.ts';
import type { CertificateKind } from '../identities/certificates.ts';

const clientUsage = '1.3.6.1.5.5.7.3.2';
/** Policies of Mobile-ID and Smart-ID, whose certificates are not brought by a browser. */
const otherPolicies = [
  ...[
    '1.3.6.1.4.1.10015.1.3',
    '1.3.6.1.4.1.10015.1.3.1',
    '1.3.6.1.4.1.10015.1.3.2',
    '1.3.6.1.4.1.10015.1.3.3',
  ],
  ...['1.3.6.1.4.1.10015.18.1', '1.3.6.1.4.1.10015.17.1', '1.3.6.1.4.1.10015.17.2'],
];

/** Certificates by which cards log in; those for signing have another purpose. What else a card is, its issuer says. */
export const cardCertificates: CertificateKind = {
  isQualified: (policies) => !otherPolicies.some((policy) => policies.includes(policy)),
  isForAuthentication: (usages, purposes) =>
    purposes.includes(clientUsage) && (usages & KeyUsageFlags.digitalSignature) !== 0,
};

/** What a card is asked by whom, as both sides know it: texts exactly as they were sent. */
export interface AskedCard {
  readonly origin: string;
  readonly nonce: string;
}

/** What a card signs. */
export function signedBytes({ origin, nonce }: AskedCard, hash: string): Buffer {
  const digest = (text: string) => createHash(hash).update(text).digest();
  return Buffer.concat([digest(origin), digest(nonce)]);
}

/** The hash of an algorithm's name: `sha384` of `ES384`. */
export const hashOf = (algorithm: CardAlgorithm) => `sha${algorithm.slice(2)}`;

/** Whether the card of a certificate signed what it was asked, by the algorithm it names. */
export function isSignedBy(
  { publicKey }: X509Certificate,
  asked: AskedCard,
  { algorithm, signature }: { readonly algorithm: CardAlgorithm; readonly signature: string },
): boolean {
  const key = keyFor(publicKey, algorithm);
  const hash = hashOf(algorithm);
  return key !== undefined && verify(hash, signedBytes(asked, hash), key, Buffer.from(signature, 'base64'));
}

/** A key as an algorithm uses it; undefined where it is of another sort, or weak. */
function keyFor(key: KeyObject, algorithm: CardAlgorithm) {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (algorithm.startsWith('ES'))
    return type === 'ec' ? ({ key, dsaEncoding: 'ieee-p1363' } as const) : undefined;
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < 2048) return undefined;
  if (algorithm.startsWith('RS')) return { key, padding: constants.RSA_PKCS1_PADDING };
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}
