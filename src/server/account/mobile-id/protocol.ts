import 'reflect-metadata';
import { createHash, verify, type X509Certificate } from 'node:crypto';
import { KeyUsageFlags } from '@peculiar/x509';
import { smsSize } from '#shared/messages/sms/domain.ts';
import type { CertificateKind } from '../identities/certificates.ts';

/** What the phone signs: of the bytes that are asked. */
export const hashOf = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** What both the phone and the page show: the six first and the seven last bits of the hash. */
export function verificationCode(hash: Uint8Array): string {
  const first = (hash.at(0) ?? 0) >> 2;
  const last = (hash.at(-1) ?? 0) & 0x7f;
  return String((first << 7) | last).padStart(4, '0');
}

const languages = { et: 'EST', en: 'ENG', lv: 'ENG' } as const;
/** Phones have no Latvian. */
export const phoneLanguage = (language: keyof typeof languages) => languages[language];

/** What a phone shows beside the code: forty bytes, which are forty signs of the oldest alphabet or twenty of any other. */
export function displayText(text: string): {
  readonly displayText: string;
  readonly displayTextFormat: 'GSM-7' | 'UCS-2';
} {
  const { encoding, units } = smsSize(text);
  const isPlain = encoding === 'gsm7' && units === text.length;
  const most = isPlain ? 40 : 20;
  return { displayText: cut(text, most), displayTextFormat: isPlain ? 'GSM-7' : 'UCS-2' };
}

/** Whole signs within so many units. */
function cut(text: string, most: number): string {
  let short = '';
  for (const sign of text) {
    if (short.length + sign.length > most) break;
    short += sign;
  }
  return short;
}

/** Policies of Mobile-ID: of now, and of SIM cards of before 2022. */
const mobilePolicies = ['1.3.6.1.4.1.10015.18.1', '1.3.6.1.4.1.10015.1.3'];
const keptOnDevice = '0.4.0.2042.1.2';
const clientUsage = '1.3.6.1.5.5.7.3.2';

/** Certificates by which people show who they are with Mobile-ID; those for signing have another usage. */
export const mobileIdCertificates: CertificateKind = {
  isQualified: (policies) =>
    policies.includes(keptOnDevice) && mobilePolicies.some((policy) => policies.includes(policy)),
  isForAuthentication: (usages, purposes) =>
    (usages & KeyUsageFlags.digitalSignature) !== 0 &&
    (purposes.length === 0 || purposes.includes(clientUsage)),
};

/** Whether the SIM card of a certificate signed the hash of some bytes: with its key of an elliptic curve, or of RSA. */
export function isSignedBy({ publicKey }: X509Certificate, data: Uint8Array, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === 'ec' && details?.namedCurve === 'prime256v1')
    return verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes);
  return type === 'rsa' && (details?.modulusLength ?? 0) >= 2048 && verify('sha256', data, publicKey, bytes);
}
