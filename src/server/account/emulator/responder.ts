import 'reflect-metadata';
import { createHash, type KeyObject, randomBytes, sign, type X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  BasicOCSPResponse,
  CertID,
  CertStatus,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nonce,
  KeyHash,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate, Extension } from '@peculiar/asn1-x509';
import { type Clock, toDate } from '#server/kernel/clock.ts';
import type { Authority, CertificateParts, IssuedCertificate } from './authority.ts';

/** What a test has the responder do otherwise than it should. */
export interface OddStatus {
  readonly status?: 'good' | 'revoked' | 'unknown';
  /** The authority itself, or a responder that is made for this once. */
  readonly signer?: 'authority' | ResponderParts;
  /** Answers about a certificate that was not asked about. */
  readonly isOfAnother?: boolean;
  /** What it repeats of the question: nothing, or what the question before had. */
  readonly nonce?: 'none' | 'before';
  /** Answers about more than one certificate, or with something that nobody may pass over. */
  readonly isTwice?: boolean;
  readonly isDemanding?: boolean;
  /** Minutes from now at which it is so, and until when. */
  readonly minutes?: readonly [at: number, until?: number];
  /** What it sends in place of an answer. */
  readonly reply?: 'elsewhere' | 'error' | 'garbled' | 'held' | 'nothing' | 'tooLong' | 'tryLater';
}

interface ResponderParts extends Pick<CertificateParts, 'purposes' | 'days'> {
  readonly authority?: Authority;
}

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const most = 10_000;
const unheardOf = new Extension({ extnID: '1.2.3.4', critical: true, extnValue: new OctetString([5, 0]) });

/** Tells whether cards of the stand-in are revoked, as the responder of their issuer does (OCSP, RFC 6960). */
export class Responder {
  /** Where it is; certificates name it. Undefined until it listens. */
  url: string | undefined;
  /** How it answers next. */
  odd: OddStatus = {};
  /** Questions that are not answered: a test ends them. */
  readonly held: ServerResponse[] = [];
  /** Whether each card that was issued is revoked, by its number. */
  private readonly cards = new Map<bigint, boolean>();
  private readonly authority: Authority;
  private readonly clock: Clock;
  private own: Promise<IssuedCertificate> | undefined;
  private before: Extension | undefined;

  constructor(authority: Authority, clock: Clock) {
    this.authority = authority;
    this.clock = clock;
  }

  know({ serialNumber }: X509Certificate, isRevoked: boolean): void {
    const oldest = this.cards.keys().next();
    if (this.cards.size >= most && !oldest.done) this.cards.delete(oldest.value);
    this.cards.set(BigInt(`0x${serialNumber}`), isRevoked);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await buffer(request);
    const { reply } = this.odd;
    if (reply === 'nothing') return void response.destroy();
    if (reply === 'held') return void this.held.push(response);
    if (reply === 'error') return void response.writeHead(500).end();
    // Whoever went there would be told the truth.
    if (reply === 'elsewhere' && !request.url?.endsWith('?there'))
      return void response.writeHead(307, { location: `${this.url}?there` }).end();
    const bytes = {
      garbled: () => randomBytes(100),
      tooLong: () => Buffer.alloc(100_000),
      tryLater: () => unsuccessful(OCSPResponseStatus.tryLater),
    };
    const body = reply && reply !== 'elsewhere' ? bytes[reply]() : await this.answer(asked);
    response.writeHead(200, { 'content-type': 'application/ocsp-response' }).end(body);
  }

  /** What it says to a question. */
  async answer(asked: Buffer): Promise<Buffer> {
    const { requestList, requestExtensions = [] } = AsnConvert.parse(asked, OCSPRequest).tbsRequest;
    const [one] = requestList;
    if (!one) return unsuccessful(OCSPResponseStatus.malformedRequest);
    const { odd } = this;
    const now = Math.floor(this.clock.epochMilliseconds() / 1000) * 1000;
    const nonce = requestExtensions.find(({ extnID }) => extnID === id_pkix_ocsp_nonce);
    const { before } = this;
    this.before = nonce;
    const repeated = odd.nonce === 'none' ? undefined : odd.nonce === 'before' ? before : nonce;
    const { certificate, key } = await this.signer(odd.signer);
    const minutes = (count: number) => toDate(now + count * 60_000);
    const [at, until] = odd.minutes ?? [0];
    const single = new SingleResponse({
      certID: odd.isOfAnother
        ? new CertID({ ...one.reqCert, serialNumber: new Uint8Array([1]).buffer })
        : one.reqCert,
      certStatus: this.statusOf(one.reqCert, now),
      thisUpdate: minutes(at),
    });
    if (odd.isDemanding) single.singleExtensions = [unheardOf];
    if (until !== undefined) single.nextUpdate = minutes(until);
    const tbsResponseData = new ResponseData({
      responderID: new ResponderID({ byKey: new KeyHash(keyHashOf(certificate)) }),
      ...{ producedAt: minutes(0), responses: odd.isTwice ? [single, single] : [single] },
    });
    if (repeated) tbsResponseData.responseExtensions = [repeated];
    return successful(tbsResponseData, { certificate, key });
  }

  private statusOf({ serialNumber }: CertID, now: number): CertStatus {
    const isRevoked = this.cards.get(BigInt(`0x${Buffer.from(serialNumber).toString('hex')}`));
    const status = this.odd.status ?? (isRevoked === undefined ? 'unknown' : isRevoked ? 'revoked' : 'good');
    if (status === 'revoked')
      return new CertStatus({ revoked: new RevokedInfo({ revocationTime: toDate(now) }) });
    return new CertStatus(status === 'good' ? { good: null } : { unknown: null });
  }

  private signer(odd: OddStatus['signer']): Promise<IssuedCertificate> | IssuedCertificate {
    if (odd === 'authority') return this.authority;
    const now = this.clock.epochMilliseconds();
    if (odd) return (odd.authority ?? this.authority).issueResponder(now, odd);
    this.own ??= this.authority.issueResponder(now, { days: [-3000, 3000] });
    return this.own;
  }
}

const unsuccessful = (responseStatus: OCSPResponseStatus) =>
  Buffer.from(AsnConvert.serialize(new OCSPResponse({ responseStatus })));

/** An answer that is signed, with the certificate of whoever signs it. */
function successful(tbsResponseData: ResponseData, { certificate, key }: IssuedCertificate): Buffer {
  const tbsResponseDataRaw = AsnConvert.serialize(tbsResponseData);
  const basic = new BasicOCSPResponse({
    ...{ tbsResponseData, tbsResponseDataRaw },
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 }),
    signature: new Uint8Array(signed(tbsResponseDataRaw, key)).buffer,
    certs: [AsnConvert.parse(certificate.raw, Certificate)],
  });
  const responseBytes = new ResponseBytes({
    responseType: id_pkix_ocsp_basic,
    response: new OctetString(AsnConvert.serialize(basic)),
  });
  const responseStatus = OCSPResponseStatus.successful;
  return Buffer.from(AsnConvert.serialize(new OCSPResponse({ responseStatus, responseBytes })));
}

const signed = (bytes: ArrayBuffer, key: KeyObject) => sign('sha256', new Uint8Array(bytes), key);

function keyHashOf({ raw }: X509Certificate): Buffer {
  const { subjectPublicKey } = AsnConvert.parse(raw, Certificate).tbsCertificate.subjectPublicKeyInfo;
  return createHash('sha1').update(new Uint8Array(subjectPublicKey)).digest();
}
