import { createECDH, createHash } from 'node:crypto';
import webPush from 'web-push';
import { connectionError, SendingError } from '../outcomes.ts';
import { curve, isPushKeys } from './keys.ts';

interface PushMessage {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** What the service worker shows; encrypted for the browser alone. */
  readonly payload: string;
  /** A later message under the same name replaces one that is not shown yet. */
  readonly topic: string;
  /** Seconds after which the browser maker gives up. */
  readonly validSeconds: number;
  /** Who answers for the message: `mailto:` and the centre's address. */
  readonly subject: string;
}

/** Where pushes go out: the browser makers. Throws SendingError. */
export interface PushClient {
  send(message: PushMessage): Promise<void>;
}

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The key pair whose private part is the installation's secret of 32 random bytes, base64url. */
export function vapidKeys(secret: string): VapidKeys {
  const pair = createECDH(curve);
  pair.setPrivateKey(Buffer.from(secret, 'base64url'));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret };
}

const timeoutMilliseconds = 10_000;

/** Web push with VAPID; the request is built by the library and sent here, so that its time is bounded. */
export function webPushClient(keys: VapidKeys): PushClient {
  return {
    send: async ({ endpoint, keys: browser, payload, topic, validSeconds, subject }) => {
      // Kept before they were looked at: nothing ever reaches that browser.
      if (!isPushKeys(browser))
        throw new SendingError('gone', 'no message can be encrypted for this browser');
      const request = webPush.generateRequestDetails({ endpoint, keys: browser }, payload, {
        vapidDetails: { subject, ...keys },
        TTL: Math.max(60, Math.round(validSeconds)),
        urgency: 'high',
        topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
        contentEncoding: 'aes128gcm',
      });
      const status = await post(request.endpoint, request.headers, request.body);
      if (status < 300) return;
      throw new SendingError(outcomeOfStatus(status), `the push service answered ${status}`);
    },
  };
}

async function post(address: string, headers: object, body: Buffer | null): Promise<number> {
  const { 'Content-Length': _, ...rest } = headers as Record<string, string | number>;
  const texts = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: texts,
      body: body ? new Uint8Array(body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    throw connectionError(error, 'the push service');
  }
}

function outcomeOfStatus(status: number) {
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) return 'notNow';
  return 'refused';
}
