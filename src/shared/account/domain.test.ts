import { describe, expect, it } from 'vitest';
import {
  type AttemptKind,
  attemptLimits,
  attemptsLeft,
  decideRefresh,
  isGuessable,
  passwordProblems,
  sessionExpiry,
} from './domain.ts';

describe('passwordProblems', () => {
  // shows: field-password-characters
  it.each([
    ['', ['passwordRequired']],
    ['Demo1234', []],
    ['Demo123', ['minLength']],
    ['demo1234', ['passwordUppercase']],
    ['DEMO1234', ['passwordLowercase']],
    ['Demodemo', ['passwordDigit']],
    ['Demo 1234', ['passwordCharacters']],
    ['Dõmo1234', ['passwordCharacters']],
    ['!', ['minLength', 'passwordCharacters', 'passwordLowercase', 'passwordUppercase', 'passwordDigit']],
  ])('%s breaks %j', (password, problems) => {
    expect(passwordProblems(password)).toEqual(problems);
  });
});

describe('isGuessable', () => {
  const words = ['Põhjala Sport', 'pohjala-sport.ee', 'Anna', 'Tamm', 'Oü', 'Liv', 'anna.tamm@post.test'];
  it.each([
    ['Pohjala2026', true],
    ['12PohjalaSport34', true],
    ['annaTAMM1990', true],
    ['TammAnnaXy1', true],
    ['TammAbc1234', false],
    ['TammKevadel1', false],
    ['Liv12345678', true],
    ['Kolm7Orava', false],
    ['A1234567', false],
  ])('%s: %s', (password, expected) => {
    expect(isGuessable(password, words)).toBe(expected);
  });
});

describe('decideRefresh', () => {
  const session = {
    generation: 5,
    rotatedAt: '2026-11-21T10:00:00Z',
    expiresAt: '2026-11-21T22:00:00Z',
    endedAt: null,
  };
  it.each([
    [5, '2026-11-21T10:01:00Z', 'rotate'],
    [4, '2026-11-21T10:00:20Z', 'repeat'],
    [4, '2026-11-21T10:00:21Z', 'reuse'],
    [3, '2026-11-21T10:00:01Z', 'reuse'],
    [6, '2026-11-21T10:00:01Z', 'reuse'],
    [5, '2026-11-21T22:00:00Z', 'over'],
  ])('generation %i at %s: %s', (generation, now, expected) => {
    expect(decideRefresh(session, generation, now)).toBe(expected);
  });
  it('is over when ended', () => {
    expect(decideRefresh({ ...session, endedAt: '2026-11-21T10:00:00Z' }, 5, '2026-11-21T10:00:01Z')).toBe(
      'over',
    );
  });
});

describe('sessionExpiry', () => {
  const at = '2026-11-21T10:00:00Z';
  it.each([
    // keep, staff, logged in, refreshed, ends
    [false, false, at, at, '2026-11-21T22:00:00Z'],
    [true, false, at, at, '2027-02-19T10:00:00Z'],
    [false, true, at, at, '2026-11-21T11:00:00Z'],
    [true, true, at, at, '2026-12-05T10:00:00Z'],
    // However often it is refreshed, it ends.
    [false, false, at, '2026-11-22T09:59:00Z', '2026-11-22T10:00:00Z'],
    [true, false, at, '2027-11-20T10:00:00Z', '2027-11-21T10:00:00Z'],
    [false, true, at, '2026-11-22T01:30:00Z', '2026-11-22T02:00:00Z'],
    [true, true, at, '2027-02-18T10:00:00Z', '2027-02-19T10:00:00Z'],
  ])('kept: %s, staff: %s, of %s, refreshed at %s: %s', (keep, isStaff, createdAt, now, end) => {
    expect(sessionExpiry({ keep, isStaff, createdAt }, now)).toBe(end);
  });
});

describe('attemptsLeft', () => {
  it.each([
    [10, '2026-11-21T10:05:00Z', { isAllowed: true }],
    [11, '2026-11-21T10:05:00Z', { isAllowed: false, minutes: 10 }],
    [11, '2026-11-21T10:14:59Z', { isAllowed: false, minutes: 1 }],
  ])('%i logins by %s', (count, now, expected) => {
    expect(attemptsLeft('login', count, '2026-11-21T10:00:00Z', now)).toEqual(expected);
  });

  const often: Record<AttemptKind, readonly [most: number, hours: number]> = {
    ...{ login: [10, 0.25], loginAccount: [50, 1], loginAddress: [200, 0.25] },
    ...{ passwordReset: [5, 1], passwordResetAddress: [60, 1], resetLink: [30, 1], emailChange: [6, 1] },
    ...{ factor: [10, 1], factorAddress: [60, 1], passkeyAddress: [300, 0.25], identityAddress: [60, 0.25] },
    ...{ identityCentre: [2000, 24], identityPhone: [6, 24], identityPerson: [6, 24] },
    ...{ identityPhoneStrangers: [18, 24], identityPersonStrangers: [18, 24] },
    ...{
      replacementMail: [4, 24],
      strangerMail: [6, 24],
      freeBuying: [6, 24],
      knownMail: [6, 24],
      visitorBookingAddress: [30, 1],
      buying: [30, 1],
      ticketLookup: [30, 1],
    },
    ...{ code: [20, 1], codeAddress: [60, 1], voucherClaim: [6, 1], sharing: [20, 1] },
    ...{ clientLookup: [30, 1], clientSearch: [150, 1], renting: [20, 24], contractChange: [10, 24] },
    ...{ joining: [60, 1], joinDraft: [120, 1], joinLookup: [30, 1] },
    ...{ deskLookup: [60, 1], doorPairing: [10, 1], doorPairingCentre: [100, 1], dataDownload: [5, 24] },
    ...{ shareMail: [1, 24] },
    ...{ smsPerson: [10, 24], smsNumber: [10, 24], smsCentre: [500, 24], smsMessage: [5000, 24] },
    ...{ payment: [30, 1], paymentAddress: [60, 1] },
  };
  it.each(Object.entries(often) as [AttemptKind, readonly [number, number]][])(
    '%s: so many within so many hours: %j',
    (kind, [most, hours]) => {
      const at = '2026-11-21T10:00:00Z';
      expect(attemptsLeft(kind, most, at, at)).toEqual({ isAllowed: true });
      expect(attemptsLeft(kind, most + 1, at, at)).toEqual({ isAllowed: false, minutes: hours * 60 });
    },
  );
  it('knows no kind beside these', () => {
    expect(Object.keys(often).toSorted()).toEqual(Object.keys(attemptLimits).toSorted());
  });
});
