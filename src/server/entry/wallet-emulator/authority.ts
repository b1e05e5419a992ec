import 'reflect-metadata';
import { generateKeyPairSync, KeyObject, randomBytes } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { toDate } from '#server/kernel/clock.ts';

const { subtle } = globalThis.crypto;
const day = 24 * 3_600_000;
const rsa = {
  ...{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 },
  publicExponent: new Uint8Array([1, 0, 1]),
};
/** Quickly made. */
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const makeKeys = (modulusLength = rsa.modulusLength) =>
  subtle.generateKey({ ...rsa, modulusLength }, true, ['sign', 'verify']);

/** What a centre pastes into its settings: PEM. */
interface IssuedSigner {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

/** Issues certificates of pass types as Apple does; no phone believes it. */
export interface CardAuthority {
  /** `days` from now on, with a key of so many bits. */
  issue(
    passTypeId: string,
    teamId: string,
    days?: readonly [from: number, until: number],
    bits?: number,
  ): Promise<IssuedSigner>;
}

const periodOf = (now: number, [from, until]: readonly [number, number]) => ({
  notBefore: toDate(now + from * day),
  notAfter: toDate(now + until * day),
});

/** One of a name of its own, with a key that nobody else has. */
export async function makeCardAuthority(epochMilliseconds: number): Promise<CardAuthority> {
  const keys = await makeKeys();
  const name = `CN=STAND-IN of an authority ${randomBytes(6).toString('hex')}, C=EE`;
  const own = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name, keys, signingAlgorithm: rsa },
    ...periodOf(epochMilliseconds, [-3650, 3650]),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  return {
    issue: async (passTypeId, teamId, days = [-30, 3000], bits = rsa.modulusLength) => {
      const { publicKey, privateKey } = await makeKeys(bits);
      const made = await X509CertificateGenerator.create({
        serialNumber: randomBytes(8).toString('hex'),
        issuer: name,
        subject: [
          { '0.9.2342.19200300.100.1.1': [passTypeId] },
          { CN: [`Pass Type ID: ${passTypeId}`] },
          { OU: [teamId] },
          { O: ['STAND-IN'] },
        ],
        ...{ signingKey: keys.privateKey, publicKey, signingAlgorithm: rsa },
        ...periodOf(epochMilliseconds, days),
        extensions: [
          new BasicConstraintsExtension(false),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        ],
      });
      return {
        certificate: made.toString('pem'),
        key: toPem(KeyObject.from(privateKey)),
        authority: own.toString('pem'),
      };
    },
  };
}

/** What a service on this machine is believed by: it is gone with the process. */
export async function makeHostCertificate(
  epochMilliseconds: number,
): Promise<{ certificate: string; key: string }> {
  const keys = await subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const made = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'CN=localhost', keys, signingAlgorithm: ecdsa },
    ...periodOf(epochMilliseconds, [-3650, 3650]),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  });
  return { certificate: made.toString('pem'), key: toPem(KeyObject.from(keys.privateKey)) };
}

function toPem(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

/** The JSON file that Google gives with the key of a service account. */
export function makeServiceKey(email: string, modulusLength = rsa.modulusLength): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return JSON.stringify({
    type: 'service_account',
    project_id: 'stand-in',
    private_key: toPem(privateKey),
    client_email: email,
  });
}
