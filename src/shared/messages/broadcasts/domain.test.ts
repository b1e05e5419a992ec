import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localDate, localTime } from '#shared/kernel/dates.ts';
import { isUnderWay, type Person, planBroadcast, stateOfReport } from './domain.ts';

const facts = {
  ...{ channel: 'sms' as const, isOffer: false, text: 'Hello', partCents: 6, now: '2026-09-14T09:00:00Z' },
  timeZone: 'Europe/Tallinn',
};
const person = (clientId: number, address: string | undefined, startsAt: string | null = null): Person => ({
  ...{ clientId, name: `P${clientId}`, address, startsAt, hasAgreed: false },
});

describe('whom a message reaches', () => {
  test('an address once, with the soonest training of all who share it', () => {
    const plan = planBroadcast({
      ...facts,
      people: [
        person(1, 'a@b.ee', '2026-09-16T09:00:00Z'),
        person(2, 'A@b.ee', '2026-09-15T09:00:00Z'),
        person(3, undefined),
      ],
    });
    expect(plan.recipients).toEqual([person(1, 'a@b.ee', '2026-09-15T09:00:00Z')]);
    expect(plan.unreachable).toEqual([person(3, undefined)]);
  });

  test.each([
    ['who comes later', '2026-09-15T09:00:00Z', null],
    ['who comes first', null, '2026-09-15T09:00:00Z'],
  ])('an address keeps its training where %s has none', (_, first, second) => {
    const people = [person(1, 'a@b.ee', first), person(2, 'a@b.ee', second)];
    expect(planBroadcast({ ...facts, people }).recipients).toEqual([
      person(1, 'a@b.ee', '2026-09-15T09:00:00Z'),
    ]);
  });

  test('a mail has no parts that cost', () => {
    const plan = planBroadcast({ ...facts, channel: 'mail', people: [person(1, 'a@b.ee')] });
    expect(plan).toMatchObject({ parts: 0, priceCents: 0, waitsUntil: null });
  });

  test('an SMS of the night waits for seven in the morning, a mail does not', () => {
    const night = { ...facts, now: '2026-09-14T20:00:00Z', people: [person(1, '+37255551234')] };
    const until = planBroadcast(night).waitsUntil;
    expect(until && localTime(until, facts.timeZone)).toBe('07:00');
    expect(until && localDate(until, facts.timeZone)).toBe('2026-09-15');
    expect(planBroadcast({ ...night, channel: 'mail' }).waitsUntil).toBeNull();
    expect(planBroadcast({ ...night, now: facts.now }).waitsUntil).toBeNull();
  });

  test('every person is a recipient, shares an address with one, or is out of reach; the price is of all', () => {
    const people = fc.array(
      fc.record({
        clientId: fc.integer({ min: 1, max: 1000 }),
        name: fc.constant('x'),
        address: fc.option(fc.constantFrom('a@x.ee', 'b@x.ee', 'c@x.ee'), { nil: undefined }),
        startsAt: fc.constant(null),
        hasAgreed: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(people, fc.boolean(), (all, isOffer) => {
        const plan = planBroadcast({ ...facts, isOffer, people: all });
        const reached = isOffer ? all.filter(({ hasAgreed }) => hasAgreed) : all;
        expect(plan.withheld.length).toBe(all.length - reached.length);
        expect(plan.recipients.every(({ hasAgreed }) => hasAgreed || !isOffer)).toBe(true);
        expect(new Set(plan.recipients.map(({ address }) => address)).size).toBe(plan.recipients.length);
        const shared = reached.filter(({ address }) => address !== undefined).length - plan.recipients.length;
        expect(plan.recipients.length + shared + plan.unreachable.length).toBe(reached.length);
        expect(plan.priceCents).toBe(plan.parts * 6 * plan.recipients.length);
      }),
    );
  });
});

test.each([
  ['DELIVRD', 'delivered'],
  ['SEEN', 'delivered'],
  ['UNDELIV', 'undelivered'],
  ['EXPIRED', 'undelivered'],
  ['NACK', 'undelivered'],
  ['ACCEPTD', undefined],
  ['ACK', undefined],
  ['UNKNOWN', undefined],
  ['something new', undefined],
])('a report of %s says %s', (status, state) => {
  expect(stateOfReport(status)).toBe(state);
});

test.each([
  ['sms', { planned: 1 }, true],
  ['mail', { sending: 1, sent: 4 }, true],
  ['sms', { sent: 1, delivered: 4 }, true],
  ['mail', { sent: 5, untrue: 1 }, false],
  ['sms', { delivered: 3, undelivered: 1, refused: 1, unknown: 1 }, false],
  ['sms', {}, false],
] as const)('whether of a %s with %o more is heard: %s', (channel, counts, isMore) => {
  expect(isUnderWay(channel, counts)).toBe(isMore);
});
