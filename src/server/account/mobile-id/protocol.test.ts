import { generateKeyPairSync, sign, type X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Authority, type CertificateParts, makeAuthority } from '../emulator/authority.ts';
import { mobilePersons } from '../emulator/built-in.ts';
import { readCertificate } from '../identities/certificates.ts';
import { displayText, hashOf, isSignedBy, mobileIdCertificates, verificationCode } from './protocol.ts';

test.each([
  // The service's own example.
  ['2f665f6a6999e0ef0752e00ec9f453adf59d8cb6', '1462'],
  ['00000000000000000000000000000000', '0000'],
  ['04000000000000000000000000000001', '0129'],
  ['ffffffffffffffffffffffffffffffff', '8191'],
  // The two middle bits of the first byte and the highest of the last are none of it.
  ['03000000000000000000000000000080', '0000'],
])('the code of %s is %s', (hash, code) => {
  expect(verificationCode(Buffer.from(hash, 'hex'))).toBe(code);
});

test.each([
  ['Log in to Klubi', 'Log in to Klubi', 'GSM-7'],
  ['x'.repeat(41), 'x'.repeat(40), 'GSM-7'],
  // Two places of the alphabet's own.
  ['Log in to [Klubi] of the sea', 'Log in to [Klubi] of', 'UCS-2'],
  ['Sisselogimine: Jõusaal', 'Sisselogimine: Jõusa', 'UCS-2'],
  [`${'š'.repeat(19)}🏊`, 'š'.repeat(19), 'UCS-2'],
])('a phone shows of “%s” what it has room for', (text, shown, format) => {
  expect(displayText(text)).toEqual({ displayText: shown, displayTextFormat: format });
});

describe('certificates', () => {
  const now = 1_789_000_000_000;
  const [person] = mobilePersons;
  let authority: Authority;
  beforeAll(async () => {
    authority = await makeAuthority(now);
  });

  async function read(parts: CertificateParts = {}) {
    if (!person) throw new Error('nobody');
    const { certificate } = await authority.issue(person, now, { kind: 'mobileId', ...parts });
    const value = certificate.raw.toString('base64');
    const found = readCertificate(value, mobileIdCertificates, [authority.certificate], now);
    return 'why' in found ? found.why : found.subject;
  }

  test.each<[string, CertificateParts, string]>([
    ['one of now', {}, 'PNOEE-60001019906'],
    [
      'one of before 2022',
      { policies: ['1.3.6.1.4.1.10015.1.3', '0.4.0.2042.1.2'], purposes: ['1.3.6.1.5.5.7.3.2'] },
      'PNOEE-60001019906',
    ],
    ['one that ended', { days: [-30, -1] }, 'not in force'],
    ['one of Smart-ID', { kind: 'smartId' }, 'another purpose'],
    ['one whose key anybody may have', { policies: ['1.3.6.1.4.1.10015.18.1'] }, 'not qualified'],
    ['one for signing', { usages: 2 }, 'another purpose'],
    ['one for mails', { purposes: ['1.3.6.1.5.5.7.3.4'] }, 'another purpose'],
  ])('%s: %s', async (_, parts, result) => {
    expect(await read(parts)).toBe(result);
  });
});

describe('a signature', () => {
  const data = Buffer.from('what is asked');
  /** A certificate as far as its key goes. */
  const holderOf = (publicKey: unknown) => ({ publicKey }) as X509Certificate;
  const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

  test('of an elliptic curve is its two numbers, one behind the other', () => {
    const { publicKey, privateKey } = curve('P-256');
    const signature = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const holder = holderOf(publicKey);
    expect(isSignedBy(holder, data, signature.toString('base64'))).toBe(true);
    expect(isSignedBy(holder, hashOf(data), signature.toString('base64'))).toBe(false);
    expect(isSignedBy(holder, data, sign('sha256', data, privateKey).toString('base64'))).toBe(false);
    expect(isSignedBy(holderOf(curve('P-256').publicKey), data, signature.toString('base64'))).toBe(false);
    expect(isSignedBy(holder, data, '')).toBe(false);
  });

  test.each([
    ['rsa', 2048, true],
    ['rsa', 1024, false],
  ] as const)('of %s with %i bits is believed: %s', (type, modulusLength, isBelieved) => {
    const { publicKey, privateKey } = generateKeyPairSync(type, { modulusLength });
    const signature = sign('sha256', data, privateKey).toString('base64');
    expect(isSignedBy(holderOf(publicKey), data, signature)).toBe(isBelieved);
  });

  test('of a key of another sort is none', () => {
    const other = curve('secp256k1');
    const signature = sign('sha256', data, { key: other.privateKey, dsaEncoding: 'ieee-p1363' });
    expect(isSignedBy(holderOf(other.publicKey), data, signature.toString('base64'))).toBe(false);
  });
});
