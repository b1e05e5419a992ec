import 'reflect-metadata';
import { constants, verify, type X509Certificate } from 'node:crypto';
import { KeyUsageFlags } from '@peculiar/x509';
import type { CertificateKind } from '../identities/certificates.ts';

/** Both stand in each qualified certificate of Smart-ID, and in no other card's or phone's. */
const qualifiedPolicies = ['1.3.6.1.4.1.10015.17.2', '0.4.0.2042.1.2'];
const smartIdUsage = '1.3.6.1.4.1.62306.5.7.0';
const clientUsage = '1.3.6.1.5.5.7.3.2';
const olderUsages =
  KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment | KeyUsageFlags.dataEncipherment;

/** Certificates of qualified Smart-IDs. Those of before April 2025 name another purpose, and more usages with it. */
export const smartIdCertificates: CertificateKind = {
  isQualified: (policies) => qualifiedPolicies.every((policy) => policies.includes(policy)),
  isForAuthentication: (usages, purposes) => {
    if (purposes.includes(smartIdUsage)) return (usages & KeyUsageFlags.digitalSignature) !== 0;
    return purposes.includes(clientUsage) && (usages & olderUsages) === olderUsages;
  },
};

/** Whether whoever holds a certificate signed a text (RSASSA-PSS, SHA-512 throughout). */
export function isSignedBy({ publicKey }: X509Certificate, text: string, signature: string): boolean {
  if (publicKey.asymmetricKeyType !== 'rsa') return false;
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
  return verify('sha512', Buffer.from(text), key, Buffer.from(signature, 'base64'));
}
