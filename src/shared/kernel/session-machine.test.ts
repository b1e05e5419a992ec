import { describe, expect, test } from 'vitest';
import type { SessionClaims } from './session.ts';
import {
  idleTimeoutMs,
  initialSession,
  isExpired,
  logoutCountdownMs,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  sessionRefreshMs,
  step,
  type TabMessage,
  tokenExpiryMarginMs,
  wakeAt,
} from './session-machine.ts';

const start = 1_800_000_000_000;
const minute = 60_000;

/** An unsigned token as the server would give it at `at`, living five minutes. */
function tokenAt(at: number, claims: Partial<SessionClaims> = {}): string {
  const seconds = Math.floor(at / 1000);
  const all: SessionClaims = {
    accountId: 1,
    sessionId: 's',
    sessionVersion: 1,
    clientId: 1,
    clientCode: '20733',
    canSeeRegistrations: false,
    canManageRegistrations: false,
    isAdmin: false,
    ...{ needsUpdate: false, isFactorMissing: false, provedAt: 0 },
    host: 'pohjala-sport.ee',
    keep: false,
    email: 'õie@näide.test',
    phone: '',
    firstName: 'Õie',
    lastName: 'Mägi',
    exp: seconds + 300,
    iat: seconds,
    nbf: seconds,
    iss: 'trenn',
    aud: 'trenn',
    ...claims,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(all));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `e30.${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}.x`;
}

/** Plays events one after another; gives the last state and the effects of the last event. */
function play(from: SessionState, ...events: SessionEvent[]) {
  let state = from;
  let effects: readonly SessionEffect[] = [];
  for (const event of events) ({ state, effects } = step(state, event));
  return { state, effects, kinds: effects.map((effect) => effect.kind) };
}

const heard = (now: number, message: TabMessage): SessionEvent => ({ kind: 'heard', now, message });
const toldToken = (at: number, claims?: Partial<SessionClaims>): TabMessage => ({
  kind: 'token',
  token: tokenAt(start, claims),
  receivedAt: at,
});

const visitor = play(initialSession, { kind: 'load', now: start, hasLoggedIn: false }).state;
const member = play(visitor, { kind: 'loggedIn', now: start, token: tokenAt(start) }).state;
const keeper = play(visitor, {
  kind: 'loggedIn',
  now: start,
  token: tokenAt(start, { keep: true }),
}).state;
const restoring = play(initialSession, { kind: 'load', now: start, hasLoggedIn: true }).state;
const inDialog = play(member, { kind: 'tick', now: start + idleTimeoutMs, isOnline: true }).state;
const keepingAlive = play(member, { kind: 'tick', now: start + sessionRefreshMs, isOnline: true }).state;

const logoutKinds: SessionEffect['kind'][] = ['callLogout', 'store', 'clearCache', 'tell', 'goHome'];

// shows: number-idle, number-countdown, number-refresh, number-token-margin
test('the numbers of specification point 9', () => {
  const numbers = [idleTimeoutMs, logoutCountdownMs, sessionRefreshMs, tokenExpiryMarginMs];
  expect(numbers).toEqual([900_000, 180_000, 60_000, 3_000]);
});

interface Row {
  name: string;
  from: SessionState;
  event: SessionEvent;
  phase: SessionState['phase'];
  kinds: SessionEffect['kind'][];
  /** The stored flag stays although nobody is signed in. */
  isFlagKept?: true;
}

const rows: Row[] = [
  {
    name: 'a load without a stored flag shows a visitor',
    from: initialSession,
    event: { kind: 'load', now: start, hasLoggedIn: false },
    phase: 'visitor',
    kinds: [],
  },
  // shows: token-fetched-anew
  {
    name: 'a load after having logged in refreshes and stays unknown meanwhile',
    from: initialSession,
    event: { kind: 'load', now: start, hasLoggedIn: true },
    phase: 'unknown',
    kinds: ['refresh'],
    isFlagKept: true,
  },
  // shows: token-logs-in
  {
    name: 'a restored token makes a member and is told to the other tabs',
    from: restoring,
    event: { kind: 'refreshSucceeded', now: start, id: 1, token: tokenAt(start) },
    phase: 'member',
    kinds: ['store', 'tell'],
  },
  ...[400, 401, 403].map(
    (status): Row => ({
      // shows: revoking, calls-refresh-refused
      name: `a restore refused with ${status} revokes quietly`,
      from: restoring,
      event: { kind: 'refreshFailed', now: start, id: 1, status },
      phase: 'visitor',
      kinds: ['store', 'clearCache', 'tell'],
    }),
  ),
  ...[0, 404, 429, 500, 503].map(
    (status): Row => ({
      // shows: calls-refresh-refused
      name: `a restore failed with ${status} leaves the flag for the next try`,
      from: restoring,
      event: { kind: 'refreshFailed', now: start, id: 1, status },
      phase: 'visitor',
      kinds: [],
      isFlagKept: true,
    }),
  ),
  {
    name: 'an answer to another question is ignored',
    from: restoring,
    event: { kind: 'refreshSucceeded', now: start, id: 7, token: tokenAt(start) },
    phase: 'unknown',
    kinds: [],
    isFlagKept: true,
  },
  ...[tokenAt(start, { exp: start / 1000 - 1 }), 'not.a.token', ''].map(
    (token): Row => ({
      // shows: token-expired
      name: `a token that is expired or unreadable on arrival logs nobody in (${token.slice(0, 11)})`,
      from: visitor,
      event: { kind: 'loggedIn', now: start, token },
      phase: 'visitor',
      kinds: [],
    }),
  ),
  ...(
    [
      ['a call with a fresh token goes out at once', 1, []],
      // shows: call-refreshes-token-first
      ['a call within three seconds of expiry refreshes first', 0, ['refresh']],
    ] as const
  ).map(
    ([name, spareMs, kinds]): Row => ({
      name,
      from: member,
      event: { kind: 'callStarting', now: start + 5 * minute - tokenExpiryMarginMs - spareMs },
      phase: 'member',
      kinds: [...kinds],
    }),
  ),
  {
    name: 'a call of a visitor refreshes nothing',
    from: visitor,
    event: { kind: 'callStarting', now: start + minute },
    phase: 'visitor',
    kinds: [],
  },
  // shows: refresh-while-active
  {
    name: 'an active session is refreshed after a minute',
    from: member,
    event: { kind: 'tick', now: start + sessionRefreshMs, isOnline: true },
    phase: 'member',
    kinds: ['refresh'],
  },
  ...(
    [
      ['not before', member, sessionRefreshMs - 1, true],
      ['not twice at once', keepingAlive, 3 * minute, true],
      ['not without a network', member, 2 * minute, false],
      // shows: refresh-while-active
      ['not for one who asked to stay signed in', keeper, 60 * minute, true],
      ['nor while the dialog is open', inDialog, idleTimeoutMs + minute, true],
    ] as const
  ).map(
    ([name, from, after, isOnline]): Row => ({
      name,
      from,
      event: { kind: 'tick', now: start + after, isOnline },
      phase: 'member',
      kinds: [],
    }),
  ),
  ...[0, 401, 500].map(
    (status): Row => ({
      // shows: refresh-failure-logs-out
      name: `keep-alive failed with ${status} says so and logs out`,
      from: keepingAlive,
      event: { kind: 'refreshFailed', now: start + minute, id: 1, status },
      phase: 'visitor',
      kinds: ['showRefreshError', ...logoutKinds],
    }),
  ),
  // shows: idle-question
  {
    name: 'fifteen idle minutes open the dialog and stop refreshing',
    from: member,
    event: { kind: 'tick', now: start + idleTimeoutMs, isOnline: true },
    phase: 'member',
    kinds: [],
  },
  // shows: no-answer-logs-out
  {
    name: 'no answer in three minutes logs out',
    from: inDialog,
    event: { kind: 'tick', now: start + idleTimeoutMs + logoutCountdownMs, isOnline: true },
    phase: 'visitor',
    kinds: logoutKinds,
  },
  {
    name: 'a machine that slept past both limits logs out on waking',
    from: member,
    event: { kind: 'activity', now: start + 9 * 60 * minute },
    phase: 'visitor',
    kinds: logoutKinds,
  },
  {
    name: 'Yes tells the other tabs and refreshes',
    from: inDialog,
    event: { kind: 'answered', now: start + 16 * minute, isStaying: true },
    phase: 'member',
    kinds: ['tell', 'refresh'],
  },
  ...(
    [
      // shows: no-answer-logs-out
      ['No logs out', 16, false],
      ['a Yes that comes too late is a No', 18, true],
    ] as const
  ).map(
    ([name, minutes, isStaying]): Row => ({
      name,
      from: inDialog,
      event: { kind: 'answered', now: start + minutes * minute, isStaying },
      phase: 'visitor',
      kinds: logoutKinds,
    }),
  ),
  // shows: logging-out
  {
    name: 'logging out clears state and cache and goes home',
    from: member,
    event: { kind: 'logoutAsked', now: start + 1 },
    phase: 'visitor',
    kinds: logoutKinds,
  },
  {
    name: 'a token of another tab is taken without telling it on',
    from: visitor,
    event: heard(start, toldToken(start)),
    phase: 'member',
    kinds: ['store'],
  },
  {
    name: 'a stale token of another tab takes nothing away',
    from: member,
    event: heard(start + minute, toldToken(start, { exp: 1 })),
    phase: 'member',
    kinds: [],
  },
  {
    name: 'another account in another tab empties this cache',
    from: member,
    event: heard(start + minute, toldToken(start, { accountId: 2 })),
    phase: 'member',
    kinds: ['clearCache', 'store'],
  },
  {
    name: 'logging out in another tab logs out here, without a second call',
    from: member,
    event: heard(start, { kind: 'loggedOut' }),
    phase: 'visitor',
    kinds: ['store', 'clearCache', 'goHome'],
  },
  {
    name: 'a session ended under another tab ends here on the same page',
    from: member,
    event: heard(start, { kind: 'revoked' }),
    phase: 'visitor',
    kinds: ['store', 'clearCache'],
  },
  {
    name: 'coming online restores a session that could not be restored',
    from: play(restoring, { kind: 'refreshFailed', now: start, id: 1, status: 0 }).state,
    event: { kind: 'cameOnline', now: start + 5 },
    phase: 'visitor',
    kinds: ['refresh'],
    isFlagKept: true,
  },
];

describe('one event', () => {
  // shows: session-in-tab
  test.each(rows)('$name', ({ from, event, phase, kinds, isFlagKept }) => {
    const after = play(from, event);
    expect(after.state.phase).toBe(phase);
    expect(after.kinds).toEqual(kinds);
    expect(after.state.hasLoggedIn).toBe(isFlagKept ?? phase === 'member');
    if (phase === 'visitor') expect(after.state).toMatchObject({ token: null, claims: null });
  });
});

describe('sequences', () => {
  // shows: errors-refresh-refused, message-session-not-refreshed
  test('a refresh refused before a call says so and ends the session, another failure changes nothing', () => {
    const waiting = play(member, { kind: 'callStarting', now: start + 5 * minute }).state;
    const failed = (status: number) =>
      play(waiting, { kind: 'refreshFailed', now: start + 5 * minute, id: 1, status });
    expect(failed(403).kinds).toEqual(['showRefreshError', 'store', 'clearCache', 'tell']);
    expect(failed(403).state.phase).toBe('visitor');
    expect(failed(500)).toMatchObject({ kinds: [], state: { phase: 'member', token: member.token } });
  });

  test('activity pushes the dialog away; the dialog itself is not answered by a moved mouse', () => {
    const active = play(member, { kind: 'activity', now: start + 10 * minute });
    expect(active.kinds).toEqual(['tell']);
    const later = play(active.state, { kind: 'tick', now: start + 24 * minute, isOnline: false });
    expect(later.state.countdownEndsAt).toBeNull();
    const open = play(active.state, { kind: 'tick', now: start + 25 * minute, isOnline: true });
    expect(open.state.countdownEndsAt).toBe(start + 28 * minute);
    const moved = play(open.state, { kind: 'activity', now: start + 26 * minute });
    expect(moved.state).toBe(open.state);
  });

  test('activity is told at most once a second, and in another tab closes the dialog', () => {
    const often = play(
      member,
      { kind: 'activity', now: start + minute },
      { kind: 'activity', now: start + minute + 400 },
    );
    expect(often.kinds).toEqual([]);
    expect(often.state.lastActiveAt).toBe(start + minute + 400);
    const told = play(inDialog, heard(start + 16 * minute, { kind: 'activity', at: start + 16 * minute }));
    expect(told.state).toMatchObject({ countdownEndsAt: null, lastActiveAt: start + 16 * minute });
  });

  // shows: yes-refreshes
  test('Yes restarts both timers, and a failure of its refresh logs out', () => {
    const yes = play(inDialog, { kind: 'answered', now: start + 16 * minute, isStaying: true }).state;
    const id = yes.refreshing?.id ?? 0;
    const fresh = play(yes, {
      kind: 'refreshSucceeded',
      now: start + 16 * minute,
      id,
      token: tokenAt(start + 16 * minute),
    }).state;
    expect(wakeAt(fresh)).toBe(start + 17 * minute);
    expect(fresh.lastActiveAt).toBe(start + 16 * minute);
    const failed = play(yes, { kind: 'refreshFailed', now: start + 16 * minute, id, status: 0 });
    expect(failed.kinds).toEqual(['showRefreshError', ...logoutKinds]);
  });

  test('a refresh does not count as activity', () => {
    const id = keepingAlive.refreshing?.id ?? 0;
    const fresh = play(keepingAlive, {
      kind: 'refreshSucceeded',
      now: start + minute,
      id,
      token: tokenAt(start + minute),
    });
    expect(fresh.state.lastActiveAt).toBe(start);
  });

  test('a late answer to a refresh does not log in again one who logged out', () => {
    const out = play(keepingAlive, { kind: 'logoutAsked', now: start + minute });
    const late = play(out.state, {
      kind: 'refreshSucceeded',
      now: start + minute,
      id: 1,
      token: tokenAt(start + minute),
    });
    expect(late).toMatchObject({ kinds: [], state: { phase: 'visitor', token: null } });
  });

  // shows: token-expired
  test('a device clock that is an hour fast still lets its owner in', () => {
    const fast = start + 60 * minute;
    const state = play(visitor, { kind: 'loggedIn', now: fast, token: tokenAt(start) }).state;
    expect(state.phase).toBe('member');
    expect(isExpired(state, fast + 5 * minute - 1)).toBe(false);
    expect(isExpired(state, fast + 5 * minute)).toBe(true);
  });

  // shows: refresh-while-active
  test.each([
    ['a visitor', visitor, null],
    ['one who stays signed in', keeper, null],
    ['a member', member, start + sessionRefreshMs],
    ['a member whose refresh is on its way', keepingAlive, start + idleTimeoutMs],
    ['an open dialog', inDialog, start + idleTimeoutMs + logoutCountdownMs],
  ] as const)('the next look at %s', (_, state, at) => {
    expect(wakeAt(state)).toBe(at);
  });
});
