import 'reflect-metadata';
import { Extension, X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { toDate } from '#server/kernel/clock.ts';
import { idCard, withIdentities } from '#server/testing/identities.ts';
import { withServer } from '#server/testing/server.ts';

const running = withServer();
const { clock } = running;
const { withKeys, ask, look } = withIdentities(running);

/** A certificate that anybody can make, in force, with an extension of which nothing can be read. */
async function forged(extension: Extension): Promise<string> {
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await globalThis.crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const now = clock.epochMilliseconds();
  const day = 86_400_000;
  const made = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'CN=x', keys, signingAlgorithm, extensions: [extension] },
    ...{ notBefore: toDate(now - day), notAfter: toDate(now + day) },
  });
  return Buffer.from(made.rawData).toString('base64');
}

test.each([
  ['a purpose of garbage', '2.5.29.15', 'ffff'],
  ['an empty purpose', '2.5.29.15', ''],
  ['policies of another type', '2.5.29.32', '020101'],
  ['names of garbage', '2.5.29.17', '0401ff'],
])('a card with %s is none, and its question is over', async (_, oid, hex) => {
  const { host } = await withKeys();
  const begun = await ask(host, idCard);
  const token = {
    unverifiedCertificate: await forged(new Extension(oid, false, Buffer.from(hex, 'hex'))),
    ...{ algorithm: 'ES256' as const, signature: Buffer.alloc(64, 1).toString('base64') },
    ...{ format: 'web-eid:1.0', appVersion: 'https://web-eid.eu/web-eid-app/releases/2.0.0+0' },
  };
  const answer = await look(host, begun, token);
  expect([answer.status, answer.error]).toEqual([400, 'identityNotValid']);
  expect((await look(host, begun, token)).error).toBe('identityRequestOver');
});
