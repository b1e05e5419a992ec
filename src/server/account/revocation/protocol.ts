import 'reflect-metadata';
import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  BasicOCSPResponse,
  CertID,
  type CertStatus,
  id_kp_OCSPSigning,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nonce,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  Request,
  type ResponseData,
  TBSRequest,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate, Extension } from '@peculiar/asn1-x509';
import {
  AuthorityInfoAccessExtension,
  ExtendedKeyUsageExtension,
  X509Certificate as ReadCertificate,
} from '@peculiar/x509';
import type { CardEnd } from '#shared/account/id-card/domain.ts';
import { type CertificateOfIssuer, isInForce, isIssuedBy } from '../identities/certificates.ts';

/** About which certificate its issuer is asked, once. */
export interface RevocationQuestion extends CertificateOfIssuer {
  /** 32 random bytes, which the answer repeats. */
  readonly nonce: Buffer;
}

/** What its issuer says of a certificate; `why` is for the log. */
export type RevocationAnswer =
  | { readonly kind: 'good' }
  | { readonly kind: 'refused'; readonly end: CardEnd; readonly why: string };

export const refused = (end: CardEnd, why: string) => ({ kind: 'refused', end, why }) as const;

/** How far the clocks of both may be apart: an answer is of now within it. */
const skewMilliseconds = 15 * 60_000;
/** An answer without our question's number is of now within this alone. */
const freshMilliseconds = 2 * 60_000;

const sha1Id = '1.3.14.3.2.26';
/** It tells certificates apart, and secures nothing: who issued this one was seen before. */
const sha1 = (bytes: ArrayBuffer) => createHash('sha1').update(new Uint8Array(bytes)).digest();

/** By what answers are signed; the weaker ones of old are not believed. */
const algorithms: Readonly<Record<string, { readonly type: 'ec' | 'rsa'; readonly hash: string }>> = {
  '1.2.840.113549.1.1.11': { type: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { type: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { type: 'rsa', hash: 'sha512' },
  '1.2.840.10045.4.3.2': { type: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { type: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { type: 'ec', hash: 'sha512' },
};
const leastBits = 2048;

const partsOf = ({ raw }: X509Certificate) => AsnConvert.parse(raw, Certificate).tbsCertificate;
const isSame = (one: ArrayBuffer, other: ArrayBuffer) => Buffer.from(one).equals(Buffer.from(other));

/** Where a certificate says that it may be asked about. */
export function respondersOf({ raw }: X509Certificate): string[] {
  const access = new ReadCertificate(raw).getExtension(AuthorityInfoAccessExtension);
  return (access?.ocsp ?? []).flatMap(({ type, value }) => (type === 'url' ? [value] : []));
}

/** What a certificate is called between its issuer and whoever asks (RFC 6960, 4.1.1). */
function certIdOf({ certificate, issuer }: CertificateOfIssuer): CertID {
  const [asked, by] = [partsOf(certificate), partsOf(issuer)];
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha1Id, parameters: null }),
    issuerNameHash: new OctetString(sha1(AsnConvert.serialize(asked.issuer))),
    issuerKeyHash: new OctetString(sha1(by.subjectPublicKeyInfo.subjectPublicKey)),
    serialNumber: asked.serialNumber,
  });
}

/** What is sent. */
export function questionBytes(question: RevocationQuestion): Buffer {
  const nonce = new OctetString(AsnConvert.serialize(new OctetString(question.nonce)));
  const tbsRequest = new TBSRequest({
    requestList: [new Request({ reqCert: certIdOf(question) })],
    requestExtensions: [new Extension({ extnID: id_pkix_ocsp_nonce, extnValue: nonce })],
  });
  return Buffer.from(AsnConvert.serialize(new OCSPRequest({ tbsRequest })));
}

/** What came back, as it is believed at an instant: signed for the issuer, about this certificate, of now, and asked by us. */
export function readAnswer(
  bytes: Buffer,
  question: RevocationQuestion,
  epochMilliseconds: number,
): RevocationAnswer {
  let basic: BasicOCSPResponse;
  let brought: X509Certificate[];
  try {
    const { responseStatus: status, responseBytes } = AsnConvert.parse(bytes, OCSPResponse);
    if (status !== OCSPResponseStatus.successful)
      return refused('idCardIssuerRefusing', `the responder says ${OCSPResponseStatus[status] ?? status}`);
    if (responseBytes?.responseType !== id_pkix_ocsp_basic)
      return refused('idCardAnswerUnreadable', 'an answer of another kind');
    basic = AsnConvert.parse(responseBytes.response.buffer, BasicOCSPResponse);
    brought = (basic.certs ?? []).map((each) => new X509Certificate(Buffer.from(AsnConvert.serialize(each))));
  } catch {
    return refused('idCardAnswerUnreadable', 'no answer of OCSP');
  }
  const unsigned = signatureProblem(basic, brought, question, epochMilliseconds);
  return unsigned
    ? refused('idCardAnswerUnsigned', unsigned)
    : judge(basic.tbsResponseData, question, epochMilliseconds);
}

/** Why an answer is not signed by the issuer, or by whom the issuer made its responder; undefined where it is. */
function signatureProblem(
  { tbsResponseData, tbsResponseDataRaw, signatureAlgorithm, signature }: BasicOCSPResponse,
  brought: readonly X509Certificate[],
  { issuer }: RevocationQuestion,
  epochMilliseconds: number,
): string | undefined {
  const algorithm = algorithms[signatureAlgorithm.algorithm];
  if (!algorithm || !tbsResponseDataRaw) return 'signed by another algorithm';
  const signer = [issuer, ...brought].find((each) => isNamed(each, tbsResponseData));
  if (!signer) return 'signed by somebody else';
  const { publicKey } = signer;
  const { modulusLength = leastBits } = publicKey.asymmetricKeyDetails ?? {};
  if (publicKey.asymmetricKeyType !== algorithm.type || modulusLength < leastBits)
    return 'signed by another key';
  if (!verify(algorithm.hash, new Uint8Array(tbsResponseDataRaw), publicKey, new Uint8Array(signature)))
    return 'another signature';
  if (signer === issuer) return undefined;
  if (!isIssuedBy(signer, issuer)) return 'a responder of another issuer';
  if (!isInForce(signer, epochMilliseconds)) return 'a responder that is not in force';
  const purposes = new ReadCertificate(signer.raw).getExtension(ExtendedKeyUsageExtension)?.usages ?? [];
  return purposes.map(String).includes(id_kp_OCSPSigning) ? undefined : 'a responder of another purpose';
}

/** Whether an answer says that a certificate signed it. */
function isNamed(certificate: X509Certificate, { responderID: { byName, byKey } }: ResponseData): boolean {
  const { subject, subjectPublicKeyInfo } = partsOf(certificate);
  if (byName) return isSame(AsnConvert.serialize(byName), AsnConvert.serialize(subject));
  return byKey !== undefined && sha1(subjectPublicKeyInfo.subjectPublicKey).equals(Buffer.from(byKey.buffer));
}

function judge(
  { responses, responseExtensions = [] }: ResponseData,
  question: RevocationQuestion,
  epochMilliseconds: number,
): RevocationAnswer {
  const [single] = responses;
  if (!single || responses.length > 1 || !isOf(single.certID, certIdOf(question)))
    return refused('idCardAnswerOfAnother', 'an answer about another certificate');
  const isStrange = ({ critical, extnID }: Extension) => critical && extnID !== id_pkix_ocsp_nonce;
  if ([...responseExtensions, ...(single.singleExtensions ?? [])].some(isStrange))
    return refused('idCardAnswerUnreadable', 'an answer that demands more than we know');
  const nonces = responseExtensions.filter(({ extnID }) => extnID === id_pkix_ocsp_nonce);
  if (!nonces.every(({ extnValue }) => isNonce(extnValue.buffer, question.nonce)))
    return refused('idCardAnswerReplayed', 'an answer to another question');
  const age = epochMilliseconds - single.thisUpdate.getTime();
  const most = nonces.length > 0 ? skewMilliseconds : freshMilliseconds;
  const isGoing = (single.nextUpdate?.getTime() ?? epochMilliseconds) >= epochMilliseconds - most;
  if (!(Math.abs(age) <= most && isGoing)) return refused('idCardAnswerOld', 'an answer of another time');
  return readStatus(single.certStatus);
}

function isNonce(value: ArrayBuffer, nonce: Buffer): boolean {
  return isSame(value, AsnConvert.serialize(new OctetString(nonce)));
}

function isOf(answered: CertID, asked: CertID): boolean {
  return (
    answered.hashAlgorithm.algorithm === asked.hashAlgorithm.algorithm &&
    isSame(answered.issuerNameHash.buffer, asked.issuerNameHash.buffer) &&
    isSame(answered.issuerKeyHash.buffer, asked.issuerKeyHash.buffer) &&
    isSame(answered.serialNumber, asked.serialNumber)
  );
}

function readStatus({ good, revoked }: CertStatus): RevocationAnswer {
  if (revoked) return refused('idCardRevoked', 'revoked');
  return good === null ? { kind: 'good' } : refused('idCardUnknown', 'unknown to its issuer');
}
