import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import {
  CertificatePolicyExtension,
  ExtendedKeyUsageExtension,
  KeyUsagesExtension,
  X509Certificate as ReadCertificate,
} from '@peculiar/x509';
import type { CertificateHolder } from './provider.ts';

/** Somebody's certificate, which checks their signatures, and who issued it. */
export interface CertificateOfIssuer {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
}

/** Whose certificate it is; or why it is not believed. */
export type CertificateRead =
  | (CertificateOfIssuer & { readonly subject: string; readonly holder: CertificateHolder })
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
 * was revoked a service knows, which asks no such device; of a card its issuer is asked.
 */
export function readCertificate(...of: Parameters<typeof judgeCertificate>): CertificateRead {
  try {
    return judgeCertificate(...of);
  } catch {
    // Its parts are read when they are asked for: any of them may be none.
    return { why: 'no certificate' };
  }
}

function judgeCertificate(
  value: string,
  kind: CertificateKind,
  trusted: readonly X509Certificate[],
  epochMilliseconds: number,
): CertificateRead {
  const certificate = new X509Certificate(Buffer.from(value, 'base64'));
  const read = new ReadCertificate(certificate.raw);
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
  const [firstName = ''] = read.subjectName.getField('G');
  const [lastName = ''] = read.subjectName.getField('SN');
  return { subject, holder: { firstName, lastName, birthDate: birthDateOf(read) }, certificate, issuer };
}

const directoryAttributes = '2.5.29.9';
/** The attribute of a date of birth, before its digits. */
const bornMark = Buffer.from('06082b060105050709013111180f', 'hex');

/** Null where the certificate does not say it: then the personal code does. */
function birthDateOf(read: ReadCertificate): string | null {
  const value = Buffer.from(read.getExtension(directoryAttributes)?.value ?? new ArrayBuffer(0));
  const at = value.indexOf(bornMark);
  const digits = value.toString('latin1', at + bornMark.length, at + bornMark.length + 8);
  if (at < 0 || !/^\d{8}$/.test(digits)) return null;
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

export function isInForce(
  { validFromDate, validToDate }: X509Certificate,
  epochMilliseconds: number,
): boolean {
  return validFromDate.getTime() <= epochMilliseconds && epochMilliseconds <= validToDate.getTime();
}
