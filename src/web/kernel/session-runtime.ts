import {
  type login as loginEndpoint,
  logout as logoutEndpoint,
  login as openSession,
  refresh as refreshEndpoint,
  type SecondFactorAsked,
} from '#shared/account/contract.ts';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import {
  initialSession,
  isExpired,
  type RefreshReason,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  step,
  type TabMessage,
  tokenExpiryMarginMs,
  wakeAt,
} from '#shared/kernel/session-machine.ts';
import { ApiError, call, setTokenSource } from './call.ts';
import { deviceMs, deviceParameters, forgetThisDevice } from './device.ts';
import { forgetLastSeen, rememberedMember, rememberMember } from './last-seen.ts';
import { readStored, writeStored } from './stored.ts';

/**
 * Runs the session machine in one tab: timers, listeners, the other tabs, and the calls it asks for. One session
 * a page; nothing here does anything on the server.
 */

export type Credentials = EndpointInput<typeof loginEndpoint>['body']['userCredentials'];

/** What the frame around it has to lend: the cache of reads, the router, the words of an error. */
export interface SessionConnections {
  clearCache: () => void;
  /** `isIdle`: nobody asked for it, so why and the way back are told. */
  goHome: (isIdle: boolean) => void;
  showRefreshError: () => void;
}

const channelName = 'trenn-session';
const lockName = 'trenn-session-refresh';
/** A refresh that nobody asked for by hand is tried again before it counts as failed: a phone that wakes has no
 *  network for a moment, and a failed keep-alive ends the session. */
const retryDelaysMs = [1_000, 3_000];
/** A token told by another tab may arrive just after its lock is free. */
const settleMs = 50;
const activityEvents = ['mousemove', 'keydown', 'click'] as const;
/** A moving mouse speaks a hundred times a second; the machine needs to hear it a few times. */
const activityListenMs = 250;

let state: SessionState = initialSession;
let connections: SessionConnections | undefined;
let channel: BroadcastChannel | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isStarted = false;
/** The call that ends a session, while it is under way. */
let ending: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

export function getSession(): SessionState {
  return state;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lends the session what it needs of the frame; returns how to take it back. */
export function connectSession(lent: SessionConnections): () => void {
  connections = lent;
  return () => {
    if (connections === lent) connections = undefined;
  };
}

/** Restores the session and begins to listen. Safe to call again. */
export function startSession(): void {
  if (isStarted || typeof window === 'undefined') return;
  isStarted = true;
  if (typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (isTabMessage(event.data)) send({ kind: 'heard', now: deviceMs(), message: event.data });
    });
  }
  setTokenSource({ getToken: () => state.token ?? undefined, refreshIfNeeded });
  for (const name of activityEvents) window.addEventListener(name, onActivity, { passive: true });
  window.addEventListener('online', () => {
    endWhatIsLeft();
    send({ kind: 'cameOnline', now: deviceMs() });
  });
  // A hidden or frozen page may have slept through its timer.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tick();
  });
  const hasLoggedIn = readStored('has_logged_in') ?? false;
  endWhatIsLeft();
  // Logged out in a tab that this one did not hear.
  if (!hasLoggedIn) forgetLastSeen();
  send({ kind: 'load', now: deviceMs(), hasLoggedIn, remembered: rememberedMember() });
}

/**
 * Signs in, or gives what else is asked for. Throws `ApiError` with `wrongCredentials` or `tooManyAttempts`; nothing is
 * changed then.
 */
export async function login(userCredentials: Credentials): Promise<SecondFactorAsked | null> {
  await previousEnded();
  const { token, secondFactor } = await call(openSession, {
    body: { userCredentials, deviceParameters: deviceParameters() },
  });
  if (token !== null) openWith(token, userCredentials.keep);
  return secondFactor;
}

/** Once what ends a session is answered: until then it would take the cookie of the next one away. */
export function previousEnded(): Promise<void> {
  return ending;
}

/** Goes on with a token that a call opened the session with. */
export function openWith(token: string, keep: boolean): void {
  startSession();
  writeStored('auth', { isLoggedIn: true, keep });
  send({ kind: 'loggedIn', now: deviceMs(), token });
}

export function logout(): void {
  send({ kind: 'logoutAsked', now: deviceMs() });
}

/** The answer to "still here?". */
export function answerStillHere(isStaying: boolean): void {
  send({ kind: 'answered', now: deviceMs(), isStaying });
}

/** Before a call: waits for a new token when there is one and it ends within three seconds. */
async function refreshIfNeeded(): Promise<void> {
  send({ kind: 'callStarting', now: deviceMs() });
  // Known from the last visit: the call is theirs when the session is restored.
  if (state.phase === 'member' && state.token === null) return waitUntil((next) => next.refreshing === null);
  if (state.token === null || !isExpired(state, deviceMs() + tokenExpiryMarginMs)) return;
  await waitUntil((next) => next.refreshing === null);
}

function waitUntil(isReached: (next: SessionState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isReached(state)) {
      resolve();
      return;
    }
    const stop = subscribeToSession(() => {
      if (!isReached(state)) return;
      stop();
      resolve();
    });
  });
}

function send(event: SessionEvent): void {
  const before = state;
  const { state: next, effects } = step(state, event);
  state = next;
  if (next !== before) {
    for (const listener of [...listeners]) listener();
    setTimer();
  }
  for (const effect of effects) run(effect);
}

function tick(): void {
  send({ kind: 'tick', now: deviceMs(), isOnline: navigator.onLine });
}

function setTimer(): void {
  clearTimeout(timer);
  const at = wakeAt(state);
  // Never less than a moment away, so that a step which changes nothing cannot spin.
  if (at !== null) timer = setTimeout(onTimer, Math.max(500, at - deviceMs()));
}

function onTimer(): void {
  tick();
  setTimer();
}

function onActivity(): void {
  const now = deviceMs();
  if (now - state.lastActiveAt >= activityListenMs) send({ kind: 'activity', now });
}

function run(effect: SessionEffect): void {
  switch (effect.kind) {
    case 'refresh':
      void refreshToken(effect.id, effect.reason);
      break;
    case 'store':
      writeStored('has_logged_in', effect.isLoggedIn);
      // It draws home for whoever is signed in, and for everybody else the page that the server drew.
      navigator.serviceWorker?.controller?.postMessage({ kind: 'member', isMember: effect.isLoggedIn });
      if (effect.isLoggedIn && state.claims) rememberMember(state.claims);
      writeStored('auth', { isLoggedIn: effect.isLoggedIn, keep: readStored('auth')?.keep ?? false });
      break;
    case 'tell':
      channel?.postMessage(effect.message);
      break;
    case 'callLogout':
      endOnServer(effect.isIdle);
      break;
    case 'clearCache':
      forgetLastSeen();
      connections?.clearCache();
      break;
    case 'goHome':
      if (connections) connections.goHome(effect.isIdle);
      else window.location.assign('/');
      break;
    case 'showRefreshError':
      connections?.showRefreshError();
  }
}

/**
 * Ends on the server what was ended here. Nobody waits for it, and a failed one is not told (specification point 7); where
 * nothing answered it is done as soon as something does: the next to hold the device must not find the session open.
 */
function endOnServer(isIdle = false): void {
  const query = { because: isIdle ? ('idle' as const) : undefined };
  // By hand: the next person at this browser is told of nobody's bookings, whatever the server knows of it.
  if (!isIdle) void forgetThisDevice().catch(() => undefined);
  ending = call(logoutEndpoint, { query }, { outlivesPage: true }).then(
    () => keepEnding(undefined),
    (error: unknown) => {
      const isLost = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
      keepEnding(isLost ? (query.because ?? true) : undefined);
    },
  );
}

function keepEnding(isEnding: true | 'idle' | undefined): void {
  const auth = readStored('auth');
  // Whoever has logged in since has a session of their own.
  if (!auth || auth.isLoggedIn) return;
  const { isLoggedIn, keep } = auth;
  writeStored('auth', isEnding ? { isLoggedIn, keep, isEnding } : { isLoggedIn, keep });
}

function endWhatIsLeft(): void {
  const isEnding = readStored('auth')?.isEnding;
  if (isEnding) endOnServer(isEnding === 'idle');
}

/** One tab refreshes for all: whoever waits for the lock finds the token already told. */
async function refreshToken(id: number, reason: RefreshReason): Promise<void> {
  await withLock(async (wasTaken) => {
    if (wasTaken) await pause(settleMs);
    if (state.refreshing?.id !== id) return;
    try {
      const { token } = await callRefresh(reason);
      send({ kind: 'refreshSucceeded', now: deviceMs(), id, token });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      send({ kind: 'refreshFailed', now: deviceMs(), id, status });
    }
  });
}

async function callRefresh(reason: RefreshReason) {
  const delays = reason === 'call' ? [] : [...retryDelaysMs];
  for (;;) {
    try {
      return await call(refreshEndpoint, { body: deviceParameters() });
    } catch (error) {
      const isPassing = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
      const delay = isPassing && navigator.onLine ? delays.shift() : undefined;
      if (delay === undefined) throw error;
      await pause(delay);
    }
  }
}

async function withLock(work: (wasTaken: boolean) => Promise<void>): Promise<void> {
  // Locks exist only in secure contexts; without them the server's grace for two refreshes at once holds.
  if (!('locks' in navigator)) return work(false);
  const isDone = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await work(false);
    return lock !== null;
  });
  if (!isDone) await navigator.locks.request(lockName, () => work(true));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isTabMessage(value: unknown): value is TabMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  switch (value.kind) {
    case 'token':
      return (
        'token' in value &&
        typeof value.token === 'string' &&
        'receivedAt' in value &&
        typeof value.receivedAt === 'number'
      );
    case 'activity':
      return 'at' in value && typeof value.at === 'number';
    case 'revoked':
    case 'loggedOut':
      return true;
    default:
      return false;
  }
}
