import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { givingBackOf, settlementOf } from './domain.ts';

describe('how it is settled', () => {
  const times = { startsAt: '2026-09-14T09:00:00Z', endsAt: '2026-09-14T10:00:00Z' };
  test.each([
    ['booked', null, '2026-09-14T11:59:59Z', null],
    ['booked', null, '2026-09-14T12:00:00Z', 'used'],
    ['booked', true, '2026-09-14T12:00:00Z', 'used'],
    ['booked', false, '2026-09-14T11:59:59Z', null],
    ['booked', false, '2026-09-14T12:00:00Z', 'forfeited'],
    ['releasing', null, '2026-09-14T08:00:00Z', null],
    ['cancelledFree', null, '2026-09-13T08:00:00Z', 'returned'],
    ['cancelledByCentre', null, '2026-09-13T08:00:00Z', 'returned'],
    ['cancelledLate', null, '2026-09-14T08:59:59Z', null],
    ['cancelledLate', null, '2026-09-14T09:00:00Z', 'forfeited'],
    ['noShow', false, '2026-09-14T12:00:00Z', 'forfeited'],
    ['offered', null, '2026-09-14T08:00:00Z', null],
  ] as const)('%s, presence %s at %s: %s', (state, presence, at, expected) => {
    expect(settlementOf({ state, presence, ...times, isPaid: true }, at)).toBe(expected);
    // Made free meanwhile, it costs nobody anything.
    const free = settlementOf({ state, presence, ...times, isPaid: false }, at);
    expect(free).toBe(expected === null ? null : 'returned');
  });
});

describe('what giving back means', () => {
  const card = {
    kind: 'ticket',
    ticketId: 4,
    voucherId: null,
    contractId: null,
    left: 3,
    endsOn: '2026-09-30',
    paidCents: null,
    isPaid: true,
  } as const;
  test.each([
    [
      'in time',
      'cancelledFree',
      card,
      { penalty: 'none', visitReturned: true, ticketId: 4, newRemaining: 4 },
    ],
    ['late', 'cancelledLate', card, { penalty: 'late', visitReturned: false, ticketId: 4, newRemaining: 3 }],
    ['to one that ended', 'cancelledFree', { ...card, endsOn: '2026-09-13' }, { endedOn: '2026-09-13' }],
    ['to one that ends today', 'cancelledFree', { ...card, endsOn: '2026-09-14' }, { endedOn: null }],
    ['without limit', 'cancelledFree', { ...card, left: null }, { visitReturned: true, newRemaining: null }],
    ['a free training', 'cancelledFree', null, { penalty: 'none', visitReturned: false, newRemaining: null }],
    ['leaving the list', 'left', null, { penalty: 'none', visitReturned: false }],
  ] as const)('%s', (_, state, entitlement, expected) => {
    expect(givingBackOf(state, entitlement, '2026-09-14')).toMatchObject(expected);
  });

  test('of a training that was made free it comes back however late it is', () => {
    const late = givingBackOf('cancelledLate', { ...card, isPaid: false }, '2026-09-14');
    expect(late).toMatchObject({ penalty: 'late', visitReturned: true, newRemaining: 4 });
    const bought = {
      ...card,
      kind: 'invoice',
      ticketId: null,
      left: null,
      endsOn: null,
      paidCents: cents(900),
    } as const;
    expect(givingBackOf('cancelledLate', { ...bought, isPaid: false }, '2026-09-14').creditCents).toBe(900);
    expect(givingBackOf('cancelledLate', bought, '2026-09-14').creditCents).toBeNull();
  });
});
