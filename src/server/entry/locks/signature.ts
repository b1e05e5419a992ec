import { createHmac } from 'node:crypto';
import { isSame, type Tokens } from '#server/kernel/tokens.ts';
import { compareInstants } from '#shared/kernel/dates.ts';

/** One asking of a lock to open: what is signed of it. */
export interface LockMessage {
  /** The address of the lock, as it is called. */
  readonly url: string;
  /** When it was sent, as an instant. */
  readonly sentAt: string;
  /** Never the same twice. */
  readonly nonce: string;
  readonly body: string;
}

/** A key of a centre's locks with its number. */
export interface LockKey {
  readonly number: number;
  readonly key: string;
}

/** How far a message's time may be from the lock's own, either way. */
const lockSeconds = 30;

/**
 * `X-Signature`: `2=…, 1=…`, for each key its number and the HMAC (SHA-256, hex) of four lines: `POST` and the address, the
 * time, the nonce, the body.
 */
export function signLockMessage(message: LockMessage, keys: readonly LockKey[]): string {
  return keys.map(({ number, key }) => `${number}=${macOf(message, key)}`).join(', ');
}

function macOf({ url, sentAt, nonce, body }: LockMessage, key: string): string {
  return createHmac('sha256', key).update(`POST ${url}\n${sentAt}\n${nonce}\n${body}`).digest('hex');
}

/**
 * What a lock is to ask of a message before it opens: that it was signed with a key it knows, just now, and was not heard
 * before. `heard` is kept by the lock and grows.
 */
export function isForLock(
  message: LockMessage,
  signature: string,
  { key, now, heard }: { readonly key: LockKey; readonly now: string; readonly heard: Set<string> },
): boolean {
  const given = new Map(signature.split(', ').map((part) => [part.split('=')[0], part.split('=')[1] ?? '']));
  if (!isSame(macOf(message, key.key), given.get(String(key.number)) ?? '')) return false;
  if (isFar(message.sentAt, now) || heard.has(message.nonce)) return false;
  heard.add(message.nonce);
  return true;
}

function isFar(sentAt: string, now: string): boolean {
  const border = (seconds: number) => Temporal.Instant.from(now).add({ seconds }).toString();
  return (
    compareInstants(sentAt, border(-lockSeconds)) < 0 || compareInstants(sentAt, border(lockSeconds)) > 0
  );
}

/** How long the key before goes along after a change. */
export const lockKeyDays = 30;

/** Which key a centre's locks are spoken to with, and since when. */
export interface LockKeyState {
  readonly number: number;
  /** null: since the beginning. */
  readonly since: string | null;
  /** Since when the one before it was; null: since the beginning. */
  readonly beforeSince: string | null;
}

/** The keys that sign for a centre's locks now, the newest first. */
export function lockKeys(
  tokens: Pick<Tokens, 'datedMac'>,
  tenantId: number,
  { number, since, beforeSince }: LockKeyState,
  now: string,
): readonly LockKey[] {
  const keyOf = (of: number, at: string | null): LockKey => ({
    number: of,
    key: tokens.datedMac(`lock ${tenantId} ${of}`, at),
  });
  const until =
    since &&
    Temporal.Instant.from(since)
      .add({ hours: lockKeyDays * 24 })
      .toString();
  const hasBefore = number > 1 && until !== null && compareInstants(now, until) < 0;
  const current = keyOf(number, since);
  return hasBefore ? [current, keyOf(number - 1, beforeSince)] : [current];
}
