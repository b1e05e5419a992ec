import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import {
  contractActions,
  DebtSettings,
  debtStatusOn,
  decidableOf,
  isAllowed,
  type Lifetime,
  type Phase,
  permissions,
  phaseOn,
  statusOf,
} from './domain.ts';

const today = '2026-11-21';
const settings = DebtSettings.parse({});

const live: Lifetime = { state: 'live', startsOn: '2026-01-01', endsOn: null, noticeAt: null, freezes: [] };

test.each<[string, Partial<Lifetime>, Phase]>([
  ['never paid', { state: 'pending' }, 'pending'],
  ['begins tomorrow', { startsOn: '2026-11-22' }, 'scheduled'],
  ['begins today', { startsOn: today }, 'active'],
  ['ends today', { endsOn: today }, 'active'],
  ['ended yesterday', { endsOn: '2026-11-20' }, 'ended'],
  ['notice given, still running', { noticeAt: '2026-11-01T00:00:00Z', endsOn: '2026-12-31' }, 'noticeGiven'],
  ['first day of a freeze', { freezes: [{ fromOn: today, untilOn: '2026-12-01' }] }, 'frozen'],
  ['last day of a freeze', { freezes: [{ fromOn: '2026-11-01', untilOn: today }] }, 'frozen'],
  ['the day after a freeze', { freezes: [{ fromOn: '2026-11-01', untilOn: '2026-11-20' }] }, 'active'],
  ['frozen up to its end', { endsOn: '2026-11-20', freezes: [{ fromOn: today, untilOn: today }] }, 'ended'],
  ['withdrawn', { state: 'withdrawn' }, 'withdrawn'],
])('%s: %o is %s', (_, of, phase) => {
  expect(phaseOn({ ...live, ...of }, today)).toBe(phase);
});

test.each([
  ['all paid', null, 0, false, 'clear'],
  ['due today', today, 3900, false, 'clear'],
  ['due yesterday', '2026-11-20', 3900, false, 'debt'],
  ['a euro open is let be', '2026-11-20', 100, false, 'clear'],
  ['a cent more is not', '2026-11-20', 101, false, 'debt'],
  ['29 days', '2026-10-23', 3900, false, 'debt'],
  ['30 days', '2026-10-22', 3900, false, 'badDebt'],
  ['collected by a person', null, 0, true, 'collection'],
] as const)('%s: standing %#', (_, dueOn, openCents, isCollected, debtStatus) => {
  expect(debtStatusOn({ dueOn, openCents: cents(openCents), isCollected }, today, settings)).toBe(debtStatus);
});

// shows: contract-codes
describe('the seven codes, first match wins', () => {
  test.each([
    ['active', 'clear', null, 'normal'],
    ['scheduled', 'clear', null, 'normal'],
    ['noticeGiven', 'clear', null, 'normal'],
    ['frozen', 'clear', null, 'stopped'],
    ['frozen', 'debt', null, 'debt'],
    ['active', 'debt', null, 'debt'],
    ['active', 'badDebt', null, 'badDebt'],
    ['active', 'badDebt', { untilOn: null }, 'blocked'],
    ['active', 'clear', { untilOn: today }, 'blocked'],
    ['active', 'clear', { untilOn: '2026-11-20' }, 'normal'],
    ['ended', 'badDebt', { untilOn: null }, 'ended'],
    ['withdrawn', 'clear', null, 'ended'],
    ['ended', 'collection', null, 'closed'],
    ['active', 'collection', { untilOn: null }, 'closed'],
    ['pending', 'clear', null, null],
  ] as const)('%s, %s, %o: %s', (phase, debtStatus, block, status) => {
    expect(statusOf(phase, debtStatus, block, today)).toBe(status);
  });
});

test('ending is always allowed; nobody frozen, blocked or long in debt comes in', () => {
  for (const [status, allowed] of Object.entries(permissions)) {
    expect(allowed.end).toBe(true);
    expect(allowed.enter).toBe(status === 'normal' || status === 'debt');
  }
  expect(contractActions).toHaveLength(6);
});

test.each([
  ['2026-11-20', true],
  ['2026-11-14', true],
  ['2026-11-13', false],
])('in debt since %s the door is open: %s', (dueOn, isOpen) => {
  expect(isAllowed('debt', 'enter', { dueOn }, today, settings)).toBe(isOpen);
});

test.each([
  ['active', 'clear', false, ['block']],
  ['active', 'clear', true, ['block', 'unblock']],
  ['frozen', 'debt', false, ['block', 'collection']],
  ['active', 'badDebt', true, ['block', 'unblock', 'collection']],
  ['active', 'collection', false, ['block', 'recall']],
  ['ended', 'badDebt', false, ['collection']],
  ['ended', 'clear', true, ['unblock']],
  ['ended', 'collection', false, ['recall']],
  ['withdrawn', 'clear', false, []],
] as const)(
  'of one that is %s, %s, blocked %s, a person decides %o',
  (phase, debtStatus, isBlocked, steps) => {
    const decidable = decidableOf(phase, debtStatus, isBlocked ? { untilOn: null } : null);
    expect(Object.entries(decidable).flatMap(([step, isOpen]) => (isOpen ? [step] : []))).toEqual(steps);
  },
);

test.each([
  ['normal', 'enter book keep buy freeze end'],
  ['stopped', 'keep buy end'],
  ['debt', 'enter keep buy end'],
  ['badDebt', 'end'],
  ['blocked', 'end'],
  ['closed', 'end'],
  ['ended', 'buy end'],
] as const)('%s allows: %s', (status, actions) => {
  const allowed = Object.entries(permissions[status]).flatMap(([action, is]) => (is ? [action] : []));
  expect(allowed.toSorted()).toEqual(actions.split(' ').toSorted());
});
