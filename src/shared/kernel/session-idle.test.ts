import { describe, expect, test } from 'vitest';
import type { SessionClaims } from './session.ts';
import {
  idleTimeoutMs,
  initialSession,
  logoutCountdownMs,
  type SessionEvent,
  type SessionState,
  step,
} from './session-machine.ts';

const start = 1_800_000_000_000;
const askedAt = start + idleTimeoutMs;
const endsAt = askedAt + logoutCountdownMs;

const claims: SessionClaims = {
  ...{ accountId: 1, sessionId: 's', sessionVersion: 1, clientId: 1, clientCode: '20733', provedAt: 0 },
  ...{ canSeeRegistrations: false, canManageRegistrations: false, isAdmin: false, needsUpdate: false },
  ...{ isFactorMissing: false, host: 'pohjala-sport.ee', keep: false, email: '', phone: '' },
  ...{ firstName: 'Õie', lastName: 'Mägi', exp: 0, iat: 0, nbf: 0, iss: 'trenn', aud: 'trenn' },
};
const after = (from: SessionState, event: SessionEvent) => step(from, event).state;
const member = after(initialSession, { kind: 'load', now: start, hasLoggedIn: true, remembered: claims });
const asked = after(member, { kind: 'tick', now: askedAt, isOnline: true });

describe('who was idle is told so, in every tab', () => {
  test.each<[string, SessionState, SessionEvent, boolean]>([
    ['nobody answers', asked, { kind: 'tick', now: endsAt, isOnline: true }, true],
    ['a machine that slept', member, { kind: 'activity', now: start + 10 * idleTimeoutMs }, true],
    ['staying is pressed too late', asked, { kind: 'answered', now: endsAt, isStaying: true }, true],
    [
      'another tab was idle',
      member,
      { kind: 'heard', now: start, message: { kind: 'loggedOut', isIdle: true } },
      true,
    ],
    ['logging out', member, { kind: 'logoutAsked', now: start }, false],
    ['logging out when asked', asked, { kind: 'answered', now: askedAt, isStaying: false }, false],
    [
      'another tab logs out',
      member,
      { kind: 'heard', now: start, message: { kind: 'loggedOut', isIdle: false } },
      false,
    ],
    [
      'a tab of an older version logs out',
      member,
      { kind: 'heard', now: start, message: { kind: 'loggedOut' } },
      false,
    ],
  ])('%s', (_, from, event, isIdle) => {
    const { state, effects } = step(from, event);
    expect(state.phase).toBe('visitor');
    expect(effects).toContainEqual({ kind: 'goHome', isIdle });
    const told = effects.find(({ kind }) => kind === 'tell');
    if (told) expect(told).toMatchObject({ message: { kind: 'loggedOut', isIdle } });
  });
});
