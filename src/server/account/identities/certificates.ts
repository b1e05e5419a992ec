import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import {
  CertificatePolicyExtension,
  ExtendedKeyUsageExtension,
  KeyUsagesExtension,
  X509Certificate as ReadCertificate,
} from '@peculiar/x509';

/** Whose certificate it is, and what checks their signatures; or why it is not believed. */
export type CertificateRead =
  | { readonly subject: string; readonly certificate: X509Certificate }
  | { readonly why: string };

/** What certificates of one kind say, and no others. */
export interface CertificateKind {
  isQualified(policies: readonly string[]): boolean;
  /** Whether it is for showing who somebody is, rather than for signing. */
  isForAuthentication(usages: number, purposes: readonly string[]): boolean;
}

/** A country's person with a personal code, of the three that have it. */
const subjectForm = /^PNO(EE|LV|LT)-[\dA-Z-]{6,20}$/;

/**
 * Reads somebody's certificate: issued by one of `trusted`, in force at an instant, and of the kind that is asked for. Whether it
 * was revoked is the service's to know, which asks no such device.
 */
export function readCertificate(
  value: string,
  kind: CertificateKind,
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
  if (!isInForce(certificate, epochMilliseconds)) return { why: 'not in force' };
  if (certificate.ca) return { why: 'an issuer itself' };
  const usages = read.getExtension(KeyUsagesExtension)?.usages ?? 0;
  const purposes = (read.getExtension(ExtendedKeyUsageExtension)?.usages ?? []).map(String);
  if (!kind.isForAuthentication(usages, purposes)) return { why: 'another purpose' };
  const policies = read.getExtension(CertificatePolicyExtension)?.policies ?? [];
  if (!kind.isQualified(policies)) return { why: 'not qualified' };
  const issuer = trusted.find((each) => isIssuedBy(certificate, each));
  if (!issuer) return { why: 'another issuer' };
  if (!isInForce(issuer, epochMilliseconds)) return { why: 'not in force' };
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
