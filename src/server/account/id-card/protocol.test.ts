import { constants, generateKeyPairSync, sign, type X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedBy, signedBytes } from './protocol.ts';

const asked = { origin: 'https://klubi.ee', nonce: 'x'.repeat(44) };
/** A certificate as far as its key goes. */
const holderOf = (publicKey: unknown) => ({ publicKey }) as X509Certificate;

test('what is signed are the hashes of the site and the question, one behind the other', () => {
  // SHA-256 of “a” and of “b”.
  expect(signedBytes({ origin: 'a', nonce: 'b' }, 'sha256').toString('hex')).toBe(
    'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d',
  );
  expect(signedBytes({ origin: 'a', nonce: 'b' }, 'sha384')).toHaveLength(96);
});

test.each([
  ['ES256', 'P-256'],
  ['ES384', 'P-384'],
  ['ES512', 'P-521'],
] as const)('a signature by %s is of its hash, its question and its key', (algorithm, namedCurve) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  const hash = `sha${algorithm.slice(2)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = sign(hash, signedBytes(asked, hash), key).toString('base64');
  const holder = holderOf(publicKey);
  expect(isSignedBy(holder, asked, { algorithm, signature })).toBe(true);
  expect(isSignedBy(holder, { ...asked, origin: 'https://teine.ee' }, { algorithm, signature })).toBe(false);
  const other = algorithm === 'ES256' ? 'ES384' : 'ES256';
  expect(isSignedBy(holder, asked, { algorithm: other, signature })).toBe(false);
  const der = sign(hash, signedBytes(asked, hash), privateKey).toString('base64');
  expect(isSignedBy(holder, asked, { algorithm, signature: der })).toBe(false);
  const stranger = generateKeyPairSync('ec', { namedCurve });
  expect(isSignedBy(holderOf(stranger.publicKey), asked, { algorithm, signature })).toBe(false);
});

test.each([
  ['RS256', constants.RSA_PKCS1_PADDING, 2048, true],
  ['RS256', constants.RSA_PKCS1_PADDING, 1024, false],
  ['PS384', constants.RSA_PKCS1_PSS_PADDING, 2048, true],
  ['PS384', constants.RSA_PKCS1_PADDING, 2048, false],
] as const)(
  'a signature by %s with padding %i and %i bits is believed: %s',
  (algorithm, padding, bits, is) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
    const hash = `sha${algorithm.slice(2)}`;
    const key = { key: privateKey, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
    const signature = sign(hash, signedBytes(asked, hash), key).toString('base64');
    expect(isSignedBy(holderOf(publicKey), asked, { algorithm, signature })).toBe(is);
    expect(isSignedBy(holderOf(publicKey), asked, { algorithm: 'ES256', signature })).toBe(false);
  },
);
