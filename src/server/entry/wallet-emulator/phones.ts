import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { PhoneService } from '../keycards/wallets.ts';
import { makeHostCertificate } from './authority.ts';

/** A phone that was woken, by the token it is known by. */
interface WokenPhone {
  readonly topic: string;
  readonly pushToken: string;
  readonly payload: string;
}

export interface PhoneEmulator {
  readonly service: PhoneService;
  /** Since the start; the newest last. */
  readonly woken: readonly WokenPhone[];
  stop(): Promise<void>;
}

/** The newest of so many are known. */
const mostWoken = 1000;

/**
 * Apple's service that wakes phones, on the loopback address only: it takes what comes under the certificate of the very pass
 * type. A phone whose token ends in `dead` has the card no more; one in `fa11` cannot be reached.
 */
export async function startPhoneEmulator(): Promise<PhoneEmulator> {
  // The library looks at the machine's own clock, whatever the product's says.
  const { certificate, key } = await makeHostCertificate(performance.timeOrigin);
  const woken: WokenPhone[] = [];
  const server = createSecureServer({ cert: certificate, key, requestCert: true, rejectUnauthorized: false });
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const [, pushToken = ''] = /^\/3\/device\/([\da-f]+)$/i.exec(String(headers[':path'])) ?? [];
    const topic = String(headers['apns-topic'] ?? '');
    const subject = (stream.session?.socket as TLSSocket | undefined)?.getPeerCertificate().subject;
    const isOfTopic = (subject as unknown as { UID?: string } | undefined)?.UID === topic;
    let payload = '';
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => {
      payload += part;
    });
    stream.on('error', () => {});
    stream.on('end', () => {
      const status = answerTo(pushToken, isOfTopic);
      if (status === 200) woken.push({ topic, pushToken, payload });
      if (woken.length > mostWoken) woken.shift();
      stream.respond({ ':status': status });
      stream.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    service: { url: `https://localhost:${address.port}`, authority: certificate },
    woken,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function answerTo(pushToken: string, isOfTopic: boolean): number {
  if (!isOfTopic) return 403;
  if (pushToken === '') return 400;
  if (pushToken.endsWith('dead')) return 410;
  return pushToken.endsWith('fa11') ? 503 : 200;
}
