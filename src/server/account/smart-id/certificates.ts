import 'reflect-metadata';
import { constants, verify, X509Certificate } from 'node:crypto';
import {
  CertificatePolicyExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate as ReadCertificate,
} from '@peculiar/x509';

/** Whose certificate it is, and what checks their signatures; or why it is not believed. */
export type CertificateRead =
  | { readonly subject: string; readonly certificate: X509Certificate }
  | { readonly why: string };

/** Both stand in each qualified certificate of Smart-ID, and in no other card's or phone's. */
const qualifiedPolicies = ['1.3.6.1.4.1.10015.17.2', '0.4.0.2042.1.2'];
const smartIdUsage = '1.3.6.1.4.1.62306.5.7.0';
const clientUsage = '1.3.6.1.5.5.7.3.2';
const olderUsages =
  KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment | KeyUsageFlags.dataEncipherment;

/** A country's person with a personal code, of the three that have it. */
const subjectForm = /^PNO(EE|LV|LT)-[\dA-Z-]{6,20}$/;

/**
 * Reads a certificate of somebody's Smart-ID: issued by one of `trusted`, in force at an instant, qualified, and for
 * showing who they are rather than for signing. Whether it was revoked is the service's to know, which asks no such device.
 */
export function readCertificate(
  value: string,
  trusted: readonly X509Certificate[],
  epochMilliseconds: number,
): CertificateRead {
  let certificate: X509Certificate;
  let read: ReadCertificate;
  try {
    certificate = new X509Certificate(Buffer.from(value, 'base64'));
    read = new ReadCertificate(certificate.raw);
  } catch {
    return { why: 'no certificate' };
  }
  const issuer = trusted.find((each) => isIssuedBy(certificate, each));
  if (!issuer) return { why: 'another issuer' };
  if (!isInForce(issuer, epochMilliseconds) || !isInForce(certificate, epochMilliseconds))
    return { why: 'not in force' };
  if (certificate.ca) return { why: 'an issuer itself' };
  const policies = read.getExtension(CertificatePolicyExtension)?.policies ?? [];
  if (!qualifiedPolicies.every((policy) => policies.includes(policy))) return { why: 'not qualified' };
  if (!isForAuthentication(read)) return { why: 'another purpose' };
  const [subject = '', ...others] = read.subjectName.getField('2.5.4.5');
  if (others.length > 0 || !subjectForm.test(subject)) return { why: 'nobody’s code' };
  return { subject, certificate };
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isInForce({ validFromDate, validToDate }: X509Certificate, epochMilliseconds: number): boolean {
  return validFromDate.getTime() <= epochMilliseconds && epochMilliseconds <= validToDate.getTime();
}

/** Those of before April 2025 name another purpose, and more usages with it. */
function isForAuthentication(read: ReadCertificate): boolean {
  const usages = read.getExtension(KeyUsagesExtension)?.usages ?? 0;
  const purposes = (read.getExtension(ExtendedKeyUsageExtension)?.usages ?? []).map(String);
  if (purposes.includes(smartIdUsage)) return (usages & KeyUsageFlags.digitalSignature) !== 0;
  return purposes.includes(clientUsage) && (usages & olderUsages) === olderUsages;
}

/** Whether whoever holds a certificate signed a text (RSASSA-PSS, SHA-512 throughout). */
export function isSignedBy({ publicKey }: X509Certificate, text: string, signature: string): boolean {
  if (publicKey.asymmetricKeyType !== 'rsa') return false;
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
  return verify('sha512', Buffer.from(text), key, Buffer.from(signature, 'base64'));
}
