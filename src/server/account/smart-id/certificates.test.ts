import { constants, sign } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Person, persons } from '#server/account/emulator/built-in.ts';
import { type Authority, type CertificateParts, makeAuthority } from '../emulator/authority.ts';
import { readCertificate } from '../identities/certificates.ts';
import { isSignedBy, smartIdCertificates } from './certificates.ts';

const now = 1_789_000_000_000;
const [person] = persons;
const born = persons.find(({ birthDate }) => birthDate !== undefined);
let authority: Authority;
let stranger: Authority;
beforeAll(async () => {
  [authority, stranger] = await Promise.all([makeAuthority(now), makeAuthority(now)]);
});

async function read(parts: CertificateParts = {}, by = authority, trusted = [authority]) {
  if (!person) throw new Error('nobody');
  const { certificate } = await by.issue(person, now, parts);
  const value = certificate.raw.toString('base64');
  const found = readCertificate(
    value,
    smartIdCertificates,
    trusted.map((each) => each.certificate),
    now,
  );
  return 'why' in found ? found.why : found.subject;
}

test('a qualified certificate of a trusted issuer says who its holder is', async () => {
  expect(await read()).toBe('PNOEE-40404040009');
  expect(await read({}, authority, [stranger, authority])).toBe('PNOEE-40404040009');
});

test('it says what its holder is called, and when they were born where their code does not', async () => {
  const holderOf = async (of: Person | undefined) => {
    if (!of) throw new Error('nobody');
    const { certificate } = await authority.issue(of, now);
    const found = readCertificate(
      certificate.raw.toString('base64'),
      smartIdCertificates,
      [authority.certificate],
      now,
    );
    return 'why' in found ? found.why : found.holder;
  };
  expect(await holderOf(person)).toEqual({ firstName: 'OK', lastName: 'TESTNUMBER', birthDate: null });
  const liga = { firstName: 'LĪGA', lastName: 'JAUNĀ-BĒRZIŅA', birthDate: '1990-12-31' };
  expect(await holderOf(born)).toEqual(liga);
});

test('one of before April 2025 has another purpose and more usages', async () => {
  const purposes = ['1.3.6.1.5.5.7.3.2'];
  // Digital signature, key encipherment, data encipherment.
  expect(await read({ purposes, usages: 1 + 4 + 8 })).toBe('PNOEE-40404040009');
  expect(await read({ purposes, usages: 1 })).toBe('another purpose');
});

test.each<[string, CertificateParts, string]>([
  ['one that ended', { days: [-30, -1] }, 'not in force'],
  ['one that begins tomorrow', { days: [1, 30] }, 'not in force'],
  ['one that is not qualified', { policies: ['1.3.6.1.4.1.10015.17.1', '0.4.0.2042.1.1'] }, 'not qualified'],
  ['one of another card', { policies: ['0.4.0.2042.1.2'] }, 'not qualified'],
  ['one for signing', { purposes: ['1.3.6.1.5.5.7.3.4'], usages: 2 }, 'another purpose'],
  ['one that signs nothing', { usages: 4 }, 'another purpose'],
])('%s is not believed', async (_, parts, why) => {
  expect(await read(parts)).toBe(why);
});

test('nor is one of another issuer, an issuer itself, or no certificate', async () => {
  expect(await read({}, stranger)).toBe('another issuer');
  expect(await read({}, authority, [])).toBe('another issuer');
  const own = authority.certificate.raw.toString('base64');
  expect(readCertificate(own, smartIdCertificates, [authority.certificate], now)).toEqual({
    why: 'an issuer itself',
  });
  expect(readCertificate('bm8=', smartIdCertificates, [authority.certificate], now)).toEqual({
    why: 'no certificate',
  });
});

test('a signature is of its text, its key and its kind', async () => {
  if (!person) throw new Error('nobody');
  const { certificate, key } = await authority.issue(person, now);
  const of = (text: string, saltLength: number) =>
    sign('sha512', Buffer.from(text), {
      ...{ key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength },
    }).toString('base64');
  expect(isSignedBy(certificate, 'text', of('text', 64))).toBe(true);
  expect(isSignedBy(certificate, 'text', of('Text', 64))).toBe(false);
  expect(isSignedBy(certificate, 'text', of('text', 32))).toBe(false);
  expect(isSignedBy(certificate, 'text', '')).toBe(false);
  expect(isSignedBy(authority.certificate, 'text', of('text', 64))).toBe(false);
});
