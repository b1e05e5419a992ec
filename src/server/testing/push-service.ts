import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';

interface TakenPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** What the browser would hand to the service worker. */
  readonly payload: unknown;
  /** Claims of the signature, which was right. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A browser and its maker's push service in one: gives subscriptions, takes messages, opens them. */
export interface PushService {
  readonly origin: string;
  readonly taken: TakenPush[];
  /** What it answers from now on; 201 takes the message. */
  status: number;
  subscription(name: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  stop(): Promise<void>;
}

/** Speaks RFC 8030 over plain HTTP, checks VAPID (RFC 8292) and decrypts (RFC 8291, aes128gcm). */
export async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const taken: TakenPush[] = [];
  const service = { status: 201 };

  const server = createServer((request, response) => {
    const take = async () => {
      const body = await buffer(request);
      if (service.status !== 201) return service.status;
      const claims = await checkVapid(String(request.headers.authorization));
      const payload: unknown = JSON.parse(decrypt(body, browser, auth).toString('utf8'));
      taken.push({ path: request.url ?? '', headers: request.headers, payload, claims });
      return 201;
    };
    take().then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    origin,
    taken,
    get status() {
      return service.status;
    },
    set status(next) {
      service.status = next;
    },
    subscription: (name) => ({
      endpoint: `${origin}/push/${name}`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function checkVapid(header: string): Promise<Record<string, unknown>> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || decodeProtectedHeader(token).alg !== 'ES256') throw new Error('no VAPID');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'));
  return { ...payload };
}

function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + (body[20] ?? 0);
  const sender = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derive(browser.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const sealed = body.subarray(keyEnd);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // A mark behind the text says that this record is the last.
  return opened.subarray(0, opened.lastIndexOf(2));
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
