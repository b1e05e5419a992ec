import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';
import { isSigningKey } from '../keycards/keys.ts';

/** Who a centre is at Google Wallet; all but the key may be seen. */
export const GoogleDetails = z.object({ issuerId: z.string(), email: z.string() });
export type GoogleDetails = z.infer<typeof GoogleDetails>;

export interface GoogleIssuer extends GoogleDetails {
  /** PKCS #8, PEM. */
  readonly key: string;
}

/** The file that Google gives with the key of a service account. */
const ServiceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.email().max(200),
  private_key: z.string(),
});

/** Reads what Google gave a centre. Throws `keycardServiceKeyNotValid` for what is no key of a service account. */
export function readGoogleIssuer(given: {
  readonly issuerId: string;
  readonly secretKey: string;
}): GoogleIssuer {
  const account = ServiceAccount.safeParse(parseJson(given.secretKey));
  const key = account.success ? readKey(account.data.private_key) : undefined;
  if (!account.success || !isSigningKey(key)) throw new AppError('keycardServiceKeyNotValid');
  return {
    issuerId: given.issuerId,
    email: account.data.client_email,
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** The public half of a key, as whoever checks it knows it. */
export const publicHalf = (key: string): KeyObject => createPublicKey(key);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
