import { expect, test } from 'vitest';
import { isEstablished, linksFrom, refuseAsking, refuseConfirming } from './domain.ts';

test.each([
  [{ accountId: 1, hasFactor: true, isOpen: false }, 'ownFactorReset'],
  [{ accountId: 2, hasFactor: false, isOpen: false }, 'factorMissing'],
  [{ accountId: 2, hasFactor: true, isOpen: true }, 'factorResetThereAlready'],
  [{ accountId: 2, hasFactor: true, isOpen: false }, null],
  [{ accountId: 2, hasFactor: true, isOpen: false, isMoved: true }, 'addressMovedLately'],
])('administrator 1 asks for %j: %s', (about, refusal) => {
  expect(refuseAsking({ isMoved: false, ...about }, { id: 1, isEstablished: true })).toBe(refusal);
});

test.each([
  [{ accountId: 1, askedBy: 2 }, 'ownFactorReset'],
  [{ accountId: 2, askedBy: 1 }, 'secondAdministratorNeeded'],
  [{ accountId: 2, askedBy: 3 }, null],
  [{ accountId: 2, askedBy: null }, null],
  [{ accountId: 2, askedBy: 3, isMoved: true }, 'addressMovedLately'],
])('administrator 1 confirms %j: %s', (about, refusal) => {
  expect(refuseConfirming({ isMoved: false, ...about }, { id: 1, isEstablished: true })).toBe(refusal);
});

test('who was made an administrator for it neither asks nor confirms', () => {
  const wanted = { accountId: 2, hasFactor: true, isOpen: false, isMoved: false };
  expect(refuseAsking(wanted, { id: 1, isEstablished: false })).toBe('administratorTooNew');
  const about = { accountId: 2, askedBy: 3, isMoved: false };
  expect(refuseConfirming(about, { id: 1, isEstablished: false })).toBe('administratorTooNew');
});

test.each([
  [null, true],
  ['2026-11-17T10:00:00.000Z', true],
  ['2026-11-17T10:00:00.001Z', false],
  ['2026-11-24T10:00:00.000Z', false],
])('an administrator, or at an address, since %s is established: %s', (since, is) => {
  const always = { adminSince: null, movedAt: null };
  for (const of of ['adminSince', 'movedAt'])
    expect(isEstablished({ ...always, [of]: since }, '2026-11-24T10:00:00.000Z')).toBe(is);
});

test.each([
  [null, true, null],
  ['2026-11-21T10:00:00.000Z', true, null],
  ['2026-11-21T10:00:01.000Z', true, '2026-11-24T10:00:01Z'],
  ['2026-11-24T09:00:00.000Z', true, '2026-11-27T09:00:00Z'],
  ['2026-11-24T09:00:00.000Z', false, null],
])('to an address since %s, of whom was in: %s, links go from %s on', (movedAt, hasLoggedIn, from) => {
  const found = linksFrom({ movedAt, hasLoggedIn }, '2026-11-24T10:00:00.000Z');
  expect(found && Date.parse(found)).toBe(from && Date.parse(from));
});
