import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '#server/testing/certificate.ts';
import { encryption } from './encryption.ts';

let server: Server;

beforeAll(async () => {
  server = createServer({ ...encryption, ...selfSigned('centre.test') });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

/** What a caller who can do no more speaks with the server; undefined where they do not agree. */
function speak(parts: ConnectionOptions): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...parts }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });
}

test.each<[string, ConnectionOptions, string | undefined]>([
  ['whatever there is', {}, 'TLSv1.3 TLS_AES_256_GCM_SHA384'],
  ['TLS 1.2', { maxVersion: 'TLSv1.2' }, 'TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384'],
  [
    'the weakest first',
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384' },
    'TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384',
  ],
  ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, undefined],
  [
    'the key of the certificate for everything',
    { maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384' },
    undefined,
  ],
  [
    'encryption that is authenticated apart',
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES256-SHA384' },
    undefined,
  ],
])('who offers %s', async (_, parts, spoken) => {
  expect(await speak(parts)).toBe(spoken);
});
