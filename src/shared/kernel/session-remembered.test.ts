import { describe, expect, test } from 'vitest';
import type { SessionClaims } from './session.ts';
import {
  initialSession,
  type SessionEvent,
  type SessionState,
  sessionRefreshMs,
  step,
  wakeAt,
} from './session-machine.ts';

const start = 1_800_000_000_000;
const claims = (accountId: number, keep = true) =>
  ({
    accountId,
    keep,
    firstName: 'Õie',
    exp: start / 1000 - 86_400,
    iat: start / 1000 - 86_700,
  }) as SessionClaims;

function play(from: SessionState, ...events: SessionEvent[]) {
  let state = from;
  let kinds: string[] = [];
  for (const event of events) {
    const { state: next, effects } = step(state, event);
    state = next;
    kinds = effects.map(({ kind }) => kind);
  }
  return { state, kinds };
}

const load = (keep = true): SessionEvent => ({
  kind: 'load',
  now: start,
  hasLoggedIn: true,
  remembered: claims(1, keep),
});
const lost = (state: SessionState, status = 0): SessionEvent => ({
  kind: 'refreshFailed',
  now: start + 10,
  id: state.refreshing?.id ?? 0,
  status,
});
const kept = play(initialSession, load()).state;
const offline = play(kept, lost(kept)).state;

describe('whoever is remembered', () => {
  test('is a member from the first, without a token, while the session is restored', () => {
    expect(kept).toMatchObject({ phase: 'member', token: null, refreshing: { reason: 'restore' } });
    expect(kept.claims?.firstName).toBe('Õie');
  });

  test.each([0, 500, 503])('stays one where the server cannot say otherwise (%s)', (status) => {
    expect(play(kept, lost(kept, status)).state).toMatchObject({
      phase: 'member',
      token: null,
      refreshing: null,
    });
  });

  test.each([400, 401, 403])(
    'is a visitor when the session is over (%s), and what they saw is forgotten',
    (status) => {
      const { state, kinds } = play(kept, lost(kept, status));
      expect(state).toMatchObject({ phase: 'visitor', claims: null });
      expect(kinds).toContain('clearCache');
    },
  );

  test('is asked after again in touch, and a minute later, and never logged out for it', () => {
    expect(play(offline, { kind: 'cameOnline', now: start + 20 }).state.refreshing?.reason).toBe('restore');
    const due = start + sessionRefreshMs;
    expect(wakeAt(offline)).toBe(due);
    const again = play(offline, { kind: 'tick', now: due, isOnline: true }).state;
    expect(again.refreshing?.reason).toBe('restore');
    expect(play(again, lost(again)).state.phase).toBe('member');
  });

  test('of a session that is not kept is logged out when idle, without a network too', () => {
    const begun = play(initialSession, load(false)).state;
    const alone = play(begun, lost(begun)).state;
    const asked = play(alone, { kind: 'tick', now: start + 15 * 60_000, isOnline: false }).state;
    expect(asked.countdownEndsAt).not.toBeNull();
    const stayed = play(asked, { kind: 'answered', now: start + 16 * 60_000, isStaying: true }).state;
    expect(stayed.refreshing?.reason).toBe('restore');
    const { state, kinds } = play(alone, { kind: 'tick', now: start + 18 * 60_000, isOnline: false });
    expect(state.phase).toBe('visitor');
    expect(kinds).toContain('clearCache');
  });

  test.each(['revoked', 'loggedOut'] as const)('leaves with another tab (%s)', (kind) => {
    const { state, kinds } = play(offline, { kind: 'heard', now: start + 30, message: { kind } });
    expect(state.phase).toBe('visitor');
    expect(kinds).toContain('clearCache');
  });
});
