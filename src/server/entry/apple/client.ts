import { connect } from 'node:http2';
import type { PhoneService } from '../keycards/wallets.ts';
import type { AppleSigner } from './certificates.ts';

export const applePhones: PhoneService = { url: 'https://api.push.apple.com' };

/** `gone`: that phone has the card no more. */
type Woken = 'woken' | 'gone' | 'failed';

/** Wakes the wallets of phones, which then ask what has changed: nothing is told by the way. */
export interface PhoneClient {
  wake(signer: AppleSigner, pushTokens: readonly string[]): Promise<Woken[]>;
}

const timeoutMilliseconds = 10_000;

/** `serviceOf`: where phones are woken now. One connection for all that are told of one card. */
export function phoneClient(serviceOf: () => PhoneService | undefined): PhoneClient {
  return {
    wake: async (signer, pushTokens) => {
      const service = serviceOf();
      if (!service) return pushTokens.map(() => 'failed');
      const { certificate: cert, key } = signer;
      const session = connect(service.url, {
        cert,
        key,
        ...(service.authority && { ca: service.authority }),
      });
      // Each request hears of it by itself.
      session.on('error', () => {});
      session.setTimeout(timeoutMilliseconds, () => session.destroy());
      const wakeOne = (token: string) =>
        new Promise<Woken>((resolve) => {
          const request = session.request({
            ':method': 'POST',
            ':path': `/3/device/${token}`,
            'apns-topic': signer.passTypeId,
            'apns-push-type': 'background',
            'apns-priority': '5',
          });
          request.setTimeout(timeoutMilliseconds, () => request.close());
          request.on('response', ({ ':status': status }) =>
            resolve(status === 200 ? 'woken' : status === 410 ? 'gone' : 'failed'),
          );
          request.on('error', () => resolve('failed'));
          request.on('close', () => resolve('failed'));
          request.resume();
          request.end('{}');
        });
      try {
        return await Promise.all(pushTokens.map(wakeOne));
      } finally {
        session.close();
      }
    },
  };
}
