import { randomUUID } from 'node:crypto';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { lockKeys, signLockMessage } from './signature.ts';

/** Opens locks: whatever a door's relay listens to. */
export interface LockClient {
  /** Whether it opened; never throws. */
  open(
    at: { readonly tenant: Tenant; readonly now: string },
    relay: { readonly url: string; readonly doorId: number; readonly scanId: string },
  ): Promise<boolean>;
}

/** Origins of the locks that each centre, by its host, may open; nothing else on the installation's network is called. */
export type LockOrigins = Readonly<Record<string, readonly string[]>>;

export interface LockOptions {
  readonly origins: LockOrigins;
  /** Where every relay is, while there is a stand-in. */
  emulator(): string | undefined;
  readonly tokens: Pick<Tokens, 'datedMac'>;
}

const timeoutMilliseconds = 2_000;

/**
 * A relay that is opened by one HTTP POST: `{ doorId, scanId }`, with `X-Time`, `X-Nonce` and `X-Signature` (see
 * `signLockMessage`). Any answer below 300 within two seconds means that it opened.
 */
export function lockClient({ origins, emulator, tokens }: LockOptions): LockClient {
  return {
    open: async ({ tenant, now }, { url, doorId, scanId }) => {
      const stood = emulator();
      if (stood === undefined && !isAllowed(url, origins[tenant.host] ?? [])) return false;
      const body = JSON.stringify({ doorId, scanId });
      const message = { url, sentAt: now, nonce: randomUUID(), body };
      const answer = await fetch(stood ?? url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Time': message.sentAt,
          'X-Nonce': message.nonce,
          'X-Signature': signLockMessage(message, lockKeys(tokens, tenant.id, tenant.lockKey, now)),
          ...(stood === undefined ? {} : { 'X-Relay': url, 'X-Centre': tenant.host }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      }).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.ok === true;
    },
  };
}

function isAllowed(url: string, origins: readonly string[]): boolean {
  return URL.canParse(url) && origins.includes(new URL(url).origin);
}
