import 'reflect-metadata';
import { KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import {
  AuthorityInfoAccessExtension,
  BasicConstraintsExtension,
  CertificatePolicyExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { toDate } from '#server/kernel/clock.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import type { Person } from './built-in.ts';

const { subtle } = globalThis.crypto;
const day = 24 * 3_600_000;

/** What somebody shows who they are with. */
type CertificateKind = IdentityProviderName;

/** What somebody's certificate says; tests say something else in one. */
export interface CertificateParts {
  /** Smart-ID's unless told. */
  readonly kind?: CertificateKind;
  readonly policies?: readonly string[];
  readonly purposes?: readonly string[];
  readonly usages?: number;
  /** Days from now on. */
  readonly days?: readonly [from: number, until: number];
  /** Where it may be asked whether the certificate is revoked. */
  readonly responder?: string | undefined;
}

/** Somebody's certificate, and what signs as they. */
export interface IssuedCertificate {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

/** Whom a certificate names. */
type Holder = Pick<Person, 'document' | 'firstName' | 'lastName' | 'birthDate'>;

/** Issues certificates as the service's authority does, for nobody but those who are told of it. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
  /** Whoever answers for it whether certificates are revoked; tests have one of another purpose. */
  issueResponder(
    epochMilliseconds: number,
    parts?: Pick<CertificateParts, 'purposes' | 'days'>,
  ): Promise<IssuedCertificate>;
  issue(person: Holder, epochMilliseconds: number, parts?: CertificateParts): Promise<IssuedCertificate>;
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const pss = { ...rsa, name: 'RSA-PSS', hash: 'SHA-512' };
const pkcs1 = { ...rsa, name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

const ocspSigning = '1.3.6.1.5.5.7.3.9';
const kept = '0.4.0.2042.1.2';
/** What certificates of each kind say. */
const kinds = {
  smartId: {
    algorithm: pss,
    policies: ['1.3.6.1.4.1.10015.17.2', kept],
    purposes: ['1.3.6.1.4.1.62306.5.7.0'],
  },
  // SIM cards have keys of either sort; of RSA Node signs hashes that are made already, of elliptic curves it does not.
  mobileId: { algorithm: pkcs1, policies: ['1.3.6.1.4.1.10015.18.1', kept], purposes: [] },
  idCard: {
    algorithm: { ...ecdsa, namedCurve: 'P-384' },
    policies: [kept, '1.3.6.1.4.1.51361.2.1.1'],
    purposes: ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.4'],
  },
} as const satisfies Record<CertificateKind, object>;

const makeKey = (kind: CertificateKind) =>
  subtle.generateKey(kinds[kind].algorithm, true, ['sign', 'verify']);

/** One of a name of its own, with a key that nobody else has and that is gone with the process. */
export async function makeAuthority(epochMilliseconds: number): Promise<Authority> {
  const keys = await subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const name = `CN=STAND-IN of an authority ${randomBytes(6).toString('hex')}, C=EE`;
  const own = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name, keys, signingAlgorithm: ecdsa },
    notBefore: toDate(epochMilliseconds - 3650 * day),
    notAfter: toDate(epochMilliseconds + 3650 * day),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  // Making one takes a tenth of a second: everybody here signs with the same of each kind.
  const holders = new Map<CertificateKind, ReturnType<typeof makeKey>>();
  return {
    certificate: new X509Certificate(Buffer.from(own.rawData)),
    key: KeyObject.from(keys.privateKey),
    issueResponder: async (now, { purposes = [ocspSigning], days: [from, until] = [-30, 30] } = {}) => {
      const { publicKey, privateKey } = await subtle.generateKey(ecdsa, true, ['sign', 'verify']);
      const made = await X509CertificateGenerator.create({
        ...{ serialNumber: randomBytes(8).toString('hex'), issuer: name, signingAlgorithm: ecdsa },
        ...{ subject: `${name}, OU=Responder`, signingKey: keys.privateKey, publicKey },
        notBefore: toDate(now + from * day),
        notAfter: toDate(now + until * day),
        extensions: [new ExtendedKeyUsageExtension([...purposes])],
      });
      return {
        certificate: new X509Certificate(Buffer.from(made.rawData)),
        key: KeyObject.from(privateKey),
      };
    },
    issue: async ({ document, firstName, lastName, birthDate }, now, parts = {}) => {
      const { kind = 'smartId' } = parts;
      const holder = holders.get(kind) ?? makeKey(kind);
      holders.set(kind, holder);
      const { publicKey, privateKey } = await holder;
      const [from, until] = parts.days ?? [-30, 1000];
      const made = await X509CertificateGenerator.create({
        serialNumber: randomBytes(8).toString('hex'),
        issuer: name,
        subject: [
          { C: [document.slice(3, 5)] },
          { CN: [`${lastName},${firstName}`] },
          { SN: [lastName] },
          { G: [firstName] },
          { '2.5.4.5': [subjectOf(document)] },
        ],
        ...{ signingKey: keys.privateKey, publicKey, signingAlgorithm: ecdsa },
        notBefore: toDate(now + from * day),
        notAfter: toDate(now + until * day),
        extensions: [...extensionsOf(parts), ...(birthDate ? [bornExtension(birthDate)] : [])],
      });
      return {
        certificate: new X509Certificate(Buffer.from(made.rawData)),
        key: KeyObject.from(privateKey),
      };
    },
  };
}

/** Whose device it is: `PNOEE-40404040009` of `PNOEE-40404040009-MOCK-Q`. */
function subjectOf(document: string): string {
  return document.replace(/-[A-Z]+-Q$/, '');
}

function extensionsOf({
  kind = 'smartId',
  policies = kinds[kind].policies,
  purposes = kinds[kind].purposes,
  usages = KeyUsageFlags.digitalSignature,
  responder,
}: CertificateParts): Extension[] {
  return [
    new BasicConstraintsExtension(false),
    new KeyUsagesExtension(usages, true),
    ...(purposes.length > 0 ? [new ExtendedKeyUsageExtension([...purposes])] : []),
    new CertificatePolicyExtension([...policies]),
    ...(responder ? [new AuthorityInfoAccessExtension({ ocsp: [responder] })] : []),
  ];
}

/** When somebody was born, at noon, as one attribute of a directory. */
function bornExtension(birthDate: string): Extension {
  const time = Buffer.from(`${birthDate.replaceAll('-', '')}120000Z`, 'latin1');
  const head = Buffer.from('301f301d06082b060105050709013111180f', 'hex');
  return new Extension('2.5.29.9', false, Buffer.concat([head, time]));
}
