import { type AnyEndpoint, endpointAddress } from '#shared/kernel/endpoint.ts';
import type { SessionClaims } from '#shared/kernel/session.ts';

/**
 * What this device shows a member without a network: who was signed in, and the answers they saw last. Of a session that is
 * to be kept it outlives the browser, of any other it goes with the tab. Nothing of it opens anything: there is no token
 * among it. It belongs to one account, and goes when that account logs out or another one comes.
 */

const whoKey = 'last_seen_member';
const ownerKey = 'last_seen_owner';
const answerPrefix = 'last_seen:';
/** Answers that are kept; the oldest go first. */
const mostAnswers = 24;

export interface SeenAnswer {
  /** When the server gave it, as an instant. */
  readonly at: string;
  readonly answer: unknown;
}

function stores(): Storage[] {
  try {
    return [window.sessionStorage, window.localStorage];
  } catch {
    return [];
  }
}

function read(key: string): unknown {
  for (const store of stores()) {
    try {
      const text = store.getItem(key);
      if (text !== null) return JSON.parse(text);
    } catch {
      // What cannot be read was never seen.
    }
  }
  return undefined;
}

/** Who was signed in on this device last; undefined after logging out. */
export function rememberedMember(): SessionClaims | undefined {
  const claims = read(whoKey) as SessionClaims | undefined;
  // Another tab may have signed somebody else in since.
  return claims !== undefined && read(ownerKey) === claims.accountId ? claims : undefined;
}

/** Remembers who is signed in; what another account saw goes. */
export function rememberMember(claims: SessionClaims): void {
  if (read(ownerKey) !== claims.accountId) forgetLastSeen();
  const [ofTab, ofDevice] = stores();
  try {
    // How to reach somebody is for the server to say.
    const text = JSON.stringify({ ...claims, email: '', phone: '' } satisfies SessionClaims);
    (claims.keep ? ofDevice : ofTab)?.setItem(whoKey, text);
    if (claims.keep) ofTab?.removeItem(whoKey);
    ofDevice?.setItem(ownerKey, String(claims.accountId));
  } catch {
    // A full or forbidden storage loses a convenience, nothing else.
  }
}

/** Forgets who was signed in and all that they saw. */
export function forgetLastSeen(): void {
  for (const store of stores()) {
    for (const key of [whoKey, ownerKey, ...answerKeys(store)]) store.removeItem(key);
  }
}

/** Keeps an answer for the member it was given to, if they are still the one. */
export function keepLastSeen(
  endpoint: AnyEndpoint,
  input: unknown,
  answer: unknown,
  accountId: number,
): void {
  const claims = rememberedMember();
  if (claims?.accountId !== accountId) return;
  const [ofTab, ofDevice] = stores();
  const store = claims.keep ? ofDevice : ofTab;
  if (!store) return;
  const at = Temporal.Now.instant().toString();
  try {
    store.setItem(keyOf(endpoint, input), JSON.stringify({ at, accountId, answer }));
    trim(store);
  } catch {
    // As above.
  }
}

/** The answer the remembered member saw last; undefined where there is none. */
export function lastSeen(endpoint: AnyEndpoint, input: unknown): SeenAnswer | undefined {
  if (!endpoint.isSeenOffline) return undefined;
  const kept = read(keyOf(endpoint, input)) as (SeenAnswer & { accountId: number }) | undefined;
  return kept && kept.accountId === rememberedMember()?.accountId ? kept : undefined;
}

function keyOf(endpoint: AnyEndpoint, input: unknown): string {
  const { seenShape } = endpoint;
  const shape = seenShape === undefined ? '' : `${seenShape}:`;
  return answerPrefix + shape + endpointAddress(endpoint, input as object | undefined);
}

function answerKeys(store: Storage): string[] {
  return Object.keys(store).filter((key) => key.startsWith(answerPrefix));
}

function trim(store: Storage): void {
  const keys = answerKeys(store);
  if (keys.length <= mostAnswers) return;
  const age = (key: string) => String((read(key) as SeenAnswer | undefined)?.at ?? '');
  const oldestFirst = keys.toSorted((a, b) => (age(a) < age(b) ? -1 : 1));
  for (const key of oldestFirst.slice(0, keys.length - mostAnswers)) store.removeItem(key);
}
