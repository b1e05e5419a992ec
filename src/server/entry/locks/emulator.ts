import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Clock } from '#server/kernel/clock.ts';
import type { TenantRegistry } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { isForLock, lockKeys } from './signature.ts';

export interface LockEmulator {
  readonly url: string;
  stop(): Promise<void>;
}

export interface LockEmulatorPorts {
  readonly tenants: TenantRegistry;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/**
 * Every lock there is. One opens when it is rightly asked, except one whose address ends in `/jammed`. On the loopback
 * address only.
 */
export async function startLockEmulator({
  tenants,
  tokens,
  clock,
}: LockEmulatorPorts): Promise<LockEmulator> {
  const heard = new Set<string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const header = (name: string) => String(request.headers[name] ?? '');
      const message = { url: header('x-relay'), sentAt: header('x-time'), nonce: header('x-nonce'), body };
      const now = clock.now();
      const tenant = tenants.all().find(({ host }) => host === header('x-centre'));
      const key = tenant && lockKeys(tokens, tenant.id, tenant.lockKey, now)[0];
      const isRight = key && isForLock(message, header('x-signature'), { key, now, heard });
      const isJammed = message.url.endsWith('/jammed');
      response.writeHead(request.method !== 'POST' ? 405 : !isRight ? 403 : isJammed ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
