import { readClaims, type SessionClaims } from './session.ts';

/** Limits of the signed-in state (specification point 9), in milliseconds. */
export const idleTimeoutMs = 15 * 60_000;
export const logoutCountdownMs = 3 * 60_000;
export const sessionRefreshMs = 60_000;
export const tokenExpiryMarginMs = 3_000;
/** Activity is told to the other tabs at most this often. */
const activityTellMs = 1_000;
/** A device clock that is off by more than this is corrected by the token's time of issue. */
const clockToleranceMs = 30_000;

/** Failures of a refresh that end the session (specification point 7). */
const endingStatuses: readonly number[] = [400, 401, 403];

/** Why a token is refreshed: after a reload, before a call, or to keep an active session alive. */
export type RefreshReason = 'restore' | 'call' | 'keepAlive';

/** What the tabs of one browser tell each other. */
export type TabMessage =
  | { readonly kind: 'token'; readonly token: string; readonly receivedAt: number }
  | { readonly kind: 'activity'; readonly at: number }
  | { readonly kind: 'revoked' }
  /** `isIdle`: nobody asked for it; a tab of an older version does not say. */
  | { readonly kind: 'loggedOut'; readonly isIdle?: boolean };

/** The signed-in state of one tab. Times are milliseconds of the device's clock. */
export interface SessionState {
  /** `unknown` until it is settled whether a session can be restored. */
  readonly phase: 'unknown' | 'visitor' | 'member';
  /** Null for a member who is known from the last visit alone, while the session is being restored or cannot be. */
  readonly token: string | null;
  readonly claims: SessionClaims | null;
  /** Stored across reloads: whether there is a session worth restoring. */
  readonly hasLoggedIn: boolean;
  readonly refreshing: { readonly id: number; readonly reason: RefreshReason } | null;
  readonly refreshCount: number;
  readonly lastRefreshAt: number;
  readonly lastActiveAt: number;
  readonly lastToldAt: number;
  /** When the open "still here?" dialog logs out; null while it is closed. */
  readonly countdownEndsAt: number | null;
  /** Device clock minus server clock, 0 when they agree well enough. */
  readonly skewMs: number;
}

export type SessionEvent = { readonly now: number } & (
  | {
      readonly kind: 'load';
      readonly hasLoggedIn: boolean;
      /** Who was signed in here last, as this device remembers. */
      readonly remembered?: SessionClaims | undefined;
    }
  | { readonly kind: 'loggedIn'; readonly token: string }
  | { readonly kind: 'callStarting' }
  | { readonly kind: 'refreshSucceeded'; readonly id: number; readonly token: string }
  | { readonly kind: 'refreshFailed'; readonly id: number; readonly status: number }
  | { readonly kind: 'tick'; readonly isOnline: boolean }
  | { readonly kind: 'cameOnline' }
  | { readonly kind: 'activity' }
  | { readonly kind: 'answered'; readonly isStaying: boolean }
  | { readonly kind: 'logoutAsked' }
  | { readonly kind: 'heard'; readonly message: TabMessage }
);

/** What the tab has to do after a step, in order. */
export type SessionEffect =
  | { readonly kind: 'refresh'; readonly id: number; readonly reason: RefreshReason }
  | { readonly kind: 'store'; readonly isLoggedIn: boolean }
  | { readonly kind: 'tell'; readonly message: TabMessage }
  | { readonly kind: 'callLogout'; readonly isIdle?: true }
  | { readonly kind: 'clearCache' }
  /** `isIdle`: to the log-in, with the reason and the way back to where one was. */
  | { readonly kind: 'goHome'; readonly isIdle: boolean }
  | { readonly kind: 'showRefreshError' };

export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

export const initialSession: SessionState = {
  phase: 'unknown',
  token: null,
  claims: null,
  hasLoggedIn: false,
  refreshing: null,
  refreshCount: 0,
  lastRefreshAt: 0,
  lastActiveAt: 0,
  lastToldAt: 0,
  countdownEndsAt: null,
  skewMs: 0,
};

/** A token is expired when missing, undecodable or past its expiry (specification point 4). */
export function isExpired(state: SessionState, now: number): boolean {
  return state.claims === null || state.claims.exp * 1000 + state.skewMs <= now;
}

/** When the next `tick` has work to do; null when time alone changes nothing. */
export function wakeAt(state: SessionState): number | null {
  const isKept = state.claims?.keep === true;
  if ((state.phase === 'visitor' || isKept) && isUnanswered(state) && !state.refreshing) {
    return state.lastRefreshAt + sessionRefreshMs;
  }
  if (state.phase !== 'member' || isKept) return null;
  if (state.countdownEndsAt !== null) return state.countdownEndsAt;
  const idleAt = state.lastActiveAt + idleTimeoutMs;
  return state.refreshing ? idleAt : Math.min(idleAt, state.lastRefreshAt + sessionRefreshMs);
}

/**
 * The signed-in state after an event, and what has to be done (specification points 4, 7 and 8).
 * Pure: the clock comes with the event, so a table of events is the whole test.
 */
export function step(state: SessionState, event: SessionEvent): SessionStep {
  const { now } = event;
  switch (event.kind) {
    case 'load':
      return event.hasLoggedIn && state.token === null
        ? refresh(remembering({ ...state, hasLoggedIn: true }, event.remembered, now), 'restore', now)
        : stay({ ...state, phase: state.phase === 'unknown' ? 'visitor' : state.phase });
    case 'loggedIn':
      return withToken(state, event.token, now, now, [tellToken(event.token, now)]);
    case 'callStarting':
      return state.token !== null && isExpired(state, now + tokenExpiryMarginMs)
        ? refresh(state, 'call', now)
        : stay(state);
    case 'refreshSucceeded':
      if (state.refreshing?.id !== event.id) return stay(state);
      return withToken(state, event.token, now, now, [tellToken(event.token, now)]);
    case 'refreshFailed':
      return state.refreshing?.id === event.id ? refreshFailed(state, event.status) : stay(state);
    case 'tick':
      return tick(state, now, event.isOnline);
    case 'cameOnline':
      return isUnanswered(state) ? refresh(state, 'restore', now) : stay(state);
    case 'activity':
      return activity(state, now);
    case 'answered':
      return answered(state, now, event.isStaying);
    case 'logoutAsked':
      return logout(state);
    case 'heard':
      return heard(state, event.message, now);
  }
}

/** Whoever comes back is a member from the first: what the server opens to them it still decides itself. */
function remembering(state: SessionState, claims: SessionClaims | undefined, now: number): SessionState {
  return claims && state.phase === 'unknown'
    ? { ...state, phase: 'member', claims, lastActiveAt: now }
    : state;
}

/** Whether there is a session to restore that the server has not answered for. */
function isUnanswered(state: SessionState): boolean {
  return state.hasLoggedIn && state.token === null && state.phase !== 'unknown';
}

function stay(state: SessionState): SessionStep {
  return { state, effects: [] };
}

function tellToken(token: string, receivedAt: number): SessionEffect {
  return { kind: 'tell', message: { kind: 'token', token, receivedAt } };
}

/** Asks for a new token unless one is already on its way. */
function refresh(state: SessionState, reason: RefreshReason, now: number): SessionStep {
  if (state.refreshing) return stay(state);
  const id = state.refreshCount + 1;
  return {
    state: { ...state, refreshing: { id, reason }, refreshCount: id, lastRefreshAt: now },
    effects: [{ kind: 'refresh', id, reason }],
  };
}

/** Takes a token. One that is expired or unreadable on arrival logs nobody in (specification point 4). */
function withToken(
  state: SessionState,
  token: string,
  receivedAt: number,
  now: number,
  tell: readonly SessionEffect[],
): SessionStep {
  const claims = readClaims(token);
  const skew = claims ? receivedAt - claims.iat * 1000 : 0;
  const next: SessionState = {
    ...state,
    token,
    claims,
    refreshing: null,
    lastRefreshAt: now,
    skewMs: Math.abs(skew) > clockToleranceMs ? skew : 0,
  };
  // Answered, though with nothing to go on from: who it is has to log in.
  if (isExpired(next, now)) return settle({ ...next, token: null, claims: null, hasLoggedIn: false });
  const isOther = state.claims !== null && state.claims.accountId !== next.claims?.accountId;
  const isNew = state.phase !== 'member' || isOther;
  return {
    state: {
      ...next,
      phase: 'member',
      hasLoggedIn: true,
      lastActiveAt: isNew ? now : state.lastActiveAt,
      countdownEndsAt: isNew ? null : state.countdownEndsAt,
    },
    effects: [
      ...(isOther ? [{ kind: 'clearCache' } as const] : []),
      { kind: 'store', isLoggedIn: true },
      ...tell,
    ],
  };
}

/** Without a usable token nobody is signed in; the stored flag stays, so the next load tries again. */
function settle(state: SessionState): SessionStep {
  return stay({ ...state, phase: 'visitor', countdownEndsAt: null });
}

function refreshFailed(state: SessionState, status: number): SessionStep {
  const reason = state.refreshing?.reason;
  const settled: SessionState = { ...state, refreshing: null };
  if (reason === 'keepAlive' && state.phase === 'member') {
    const { state: left, effects } = logout(settled);
    return { state: left, effects: [{ kind: 'showRefreshError' }, ...effects] };
  }
  if (endingStatuses.includes(status)) {
    const effects: SessionEffect[] = [...revokeEffects, { kind: 'tell', message: { kind: 'revoked' } }];
    // An old session that is gone at the next visit is no news; one that ends under the hands is.
    if (reason !== 'restore') effects.unshift({ kind: 'showRefreshError' });
    return { state: revoked(settled), effects };
  }
  return state.phase === 'unknown' ? settle(settled) : stay(settled);
}

function tick(state: SessionState, now: number, isOnline: boolean): SessionStep {
  const isRefreshDue = now - state.lastRefreshAt >= sessionRefreshMs;
  // Without a network nothing can be refreshed, and a refresh that is not tried cannot fail.
  const postponed: SessionState = isRefreshDue && !isOnline ? { ...state, lastRefreshAt: now } : state;
  const isWaiting = isUnanswered(state);
  if (isWaiting && (state.phase === 'visitor' || state.claims?.keep)) {
    return isRefreshDue && isOnline ? refresh(state, 'restore', now) : stay(postponed);
  }
  if (state.phase !== 'member' || state.claims?.keep) return stay(state);
  const countdownEndsAt = state.lastActiveAt + idleTimeoutMs + logoutCountdownMs;
  if (now >= (state.countdownEndsAt ?? countdownEndsAt)) return logout(state, true);
  if (state.countdownEndsAt !== null) return stay(state);
  if (now - state.lastActiveAt >= idleTimeoutMs) return stay({ ...state, countdownEndsAt });
  const reason = isWaiting ? 'restore' : 'keepAlive';
  return isRefreshDue && isOnline ? refresh(state, reason, now) : stay(postponed);
}

/** While the dialog is open only its answer counts: a moved mouse says nothing about who moved it. */
function activity(state: SessionState, now: number): SessionStep {
  if (state.phase !== 'member' || state.claims?.keep || state.countdownEndsAt !== null) return stay(state);
  // A machine that slept past the limit wakes with a moving mouse; the limit comes first.
  if (now - state.lastActiveAt >= idleTimeoutMs) return tick(state, now, true);
  if (now - state.lastToldAt < activityTellMs) return stay({ ...state, lastActiveAt: now });
  return {
    state: { ...state, lastActiveAt: now, lastToldAt: now },
    effects: [{ kind: 'tell', message: { kind: 'activity', at: now } }],
  };
}

function answered(state: SessionState, now: number, isStaying: boolean): SessionStep {
  if (state.countdownEndsAt === null) return stay(state);
  if (!isStaying || now >= state.countdownEndsAt) return logout(state, isStaying);
  const { state: next, effects } = refresh(
    { ...state, countdownEndsAt: null, lastActiveAt: now, lastToldAt: now },
    isUnanswered(state) ? 'restore' : 'keepAlive',
    now,
  );
  return { state: next, effects: [{ kind: 'tell', message: { kind: 'activity', at: now } }, ...effects] };
}

function heard(state: SessionState, message: TabMessage, now: number): SessionStep {
  switch (message.kind) {
    case 'token': {
      const next = withToken(state, message.token, message.receivedAt, now, []);
      // What another tab says can only help: a late message never takes a good token away.
      return next.state.phase === 'member' ? next : stay(state);
    }
    case 'activity':
      return state.phase === 'member' && message.at > state.lastActiveAt
        ? stay({ ...state, lastActiveAt: message.at, countdownEndsAt: null })
        : stay(state);
    case 'revoked':
      return state.phase !== 'member'
        ? settle(revoked(state))
        : { state: revoked(state), effects: revokeEffects };
    case 'loggedOut':
      return state.phase !== 'member'
        ? settle(revoked(state))
        : {
            state: revoked(state),
            effects: [...revokeEffects, { kind: 'goHome', isIdle: message.isIdle === true }],
          };
  }
}

const revokeEffects: readonly SessionEffect[] = [
  { kind: 'store', isLoggedIn: false },
  { kind: 'clearCache' },
];

function revoked(state: SessionState): SessionState {
  return {
    ...initialSession,
    phase: 'visitor',
    refreshCount: state.refreshCount,
    lastRefreshAt: state.lastRefreshAt,
  };
}

/** The answer of the logout call is not waited for: a failed one is ignored (specification point 7). */
function logout(state: SessionState, isIdle = false): SessionStep {
  return {
    state: revoked(state),
    effects: [
      { kind: 'callLogout', ...(isIdle && { isIdle }) },
      ...revokeEffects,
      { kind: 'tell', message: { kind: 'loggedOut', isIdle } },
      { kind: 'goHome', isIdle },
    ],
  };
}
