import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, compareInstants, localTime } from '#shared/kernel/dates.ts';
import {
  channelsOf,
  defaultChoices,
  dueAt,
  groupKey,
  isQuiet,
  isStillTrue,
  type NoticeFacts,
  noticeKinds,
  outsideQuiet,
  readChoices,
  urgentAt,
} from './domain.ts';

const zone = 'Europe/Tallinn';
const farAway = '2027-06-30T15:00:00Z';

describe('quiet hours', () => {
  test.each([
    ['21:59 is not quiet', '2026-09-14T18:59:00Z', '2026-09-14T18:59:00Z'],
    ['22:00 waits for the morning', '2026-09-14T19:00:00Z', '2026-09-15T04:00:00Z'],
    ['after midnight for the same morning', '2026-09-14T22:30:00Z', '2026-09-15T04:00:00Z'],
    ['06:59 a minute', '2026-09-15T03:59:00Z', '2026-09-15T04:00:00Z'],
    ['07:00 is not quiet', '2026-09-15T04:00:00Z', '2026-09-15T04:00:00Z'],
    // The clock goes forward at 03:00 on 28 March 2027: the night has eight hours.
    ['the short night, before', '2027-03-27T20:00:00Z', '2027-03-28T04:00:00Z'],
    ['the short night, after', '2027-03-28T02:00:00Z', '2027-03-28T04:00:00Z'],
    // And back at 04:00 on 25 October 2026: the night has ten.
    ['the long night, before', '2026-10-24T19:00:00Z', '2026-10-25T05:00:00Z'],
    ['the long night, 03:30 the first time', '2026-10-25T00:30:00Z', '2026-10-25T05:00:00Z'],
    ['the long night, 03:30 the second time', '2026-10-25T01:30:00Z', '2026-10-25T05:00:00Z'],
  ])('%s', (_, now, due) => {
    for (const channel of ['sms', 'push'] as const) {
      expect(compareInstants(outsideQuiet(channel, now, farAway, zone), due)).toBe(0);
    }
    expect(outsideQuiet('mail', now, farAway, zone)).toBe(now);
  });

  test.each([
    ['five hours ahead wakes', '2026-09-14T22:00:00Z', '2026-09-15T03:00:00Z', '2026-09-14T22:00:00Z'],
    ['a minute more waits', '2026-09-14T22:00:00Z', '2026-09-15T04:01:00Z', '2026-09-15T04:00:00Z'],
    // The morning itself would be too late.
    ['at seven, five hours before', '2026-09-14T19:00:00Z', '2026-09-15T04:00:00Z', '2026-09-14T23:00:00Z'],
    // 06:30 by the clock of the place: the morning would be too late.
    [
      'before the morning, five hours before',
      '2026-09-14T19:00:00Z',
      '2026-09-15T03:30:00Z',
      '2026-09-14T22:30:00Z',
    ],
  ])('a training that starts %s', (_, now, startsAt, due) => {
    expect(compareInstants(outsideQuiet('push', now, startsAt, zone), due)).toBe(0);
  });

  test('what closes booking ahead speaks of a training that is over, and waits for the morning', () => {
    const [startsAt, now] = ['2026-09-13T15:00:00Z', '2026-09-14T20:00:00Z'];
    const urgent = urgentAt({ kind: 'banned', holdUntil: '2026-09-28T20:00:00Z' }, startsAt);
    expect(compareInstants(outsideQuiet('push', now, urgent, zone), '2026-09-15T04:00:00Z')).toBe(0);
    expect(urgentAt({ kind: 'offered', holdUntil: '2026-09-28T20:00:00Z' }, startsAt)).toBe(startsAt);
  });

  test('no phone rings at night for a training that is not near, whatever the night', () => {
    const minute = fc.integer({ min: 0, max: 3 * 365 * 24 * 60 });
    fc.assert(
      fc.property(minute, fc.integer({ min: 1, max: 5000 }), (start, ahead) => {
        const now = addMinutes('2026-01-01T00:00:00Z', start);
        const startsAt = addMinutes(now, ahead);
        const due = outsideQuiet('sms', now, startsAt, 'Europe/Riga');
        expect(compareInstants(due, now)).toBeGreaterThanOrEqual(0);
        expect(compareInstants(due, startsAt)).toBeLessThan(0);
        const isWaking = compareInstants(addMinutes(due, 300), startsAt) >= 0;
        expect(isWaking || !isQuiet(due, 'Europe/Riga')).toBe(true);
        if (compareInstants(due, now) > 0 && !isWaking) expect(localTime(due, 'Europe/Riga')).toBe('07:00');
      }),
    );
  });
});

describe('when a notice is due', () => {
  const now = '2026-09-14T09:00:00Z';
  test('a change of a training waits five minutes for others, by every channel', () => {
    const change = { kind: 'trainingChanged', startsAt: farAway } as const;
    for (const channel of ['mail', 'sms', 'push'] as const) {
      expect(dueAt(change, channel, now, zone)).toBe('2026-09-14T09:05:00Z');
    }
    // What is collected until after 22:00 is quiet too.
    expect(compareInstants(dueAt(change, 'push', '2026-09-14T18:57:00Z', zone), '2026-09-15T04:00:00Z')).toBe(
      0,
    );
    expect(dueAt(change, 'mail', '2026-09-14T18:57:00Z', zone)).toBe('2026-09-14T19:02:00Z');
  });

  test('not when the training is about to start, and nothing else waits', () => {
    expect(dueAt({ kind: 'trainingChanged', startsAt: '2026-09-14T09:10:00Z' }, 'mail', now, zone)).toBe(now);
    for (const kind of noticeKinds.filter((one) => one !== 'trainingChanged' && one !== 'reminder')) {
      expect(dueAt({ kind, startsAt: farAway }, 'sms', now, zone)).toBe(now);
    }
  });

  test('what one change of the timetable calls off waits a minute and goes out together', () => {
    const off = { kind: 'cancelled', startsAt: farAway, changeId: 5 } as const;
    expect(dueAt(off, 'mail', now, zone)).toBe('2026-09-14T09:01:00Z');
    const key = (changeId: number, clientId: number, dedupeKey: string) =>
      groupKey({ kind: 'cancelled', clientId, dedupeKey, changeId });
    expect(key(5, 1, 'a')).toBe(key(5, 1, 'b'));
    expect(key(5, 1, 'a')).not.toBe(key(6, 1, 'a'));
    expect(key(5, 1, 'a')).not.toBe(key(5, 2, 'a'));
  });

  test('only changes of one client go out together', () => {
    const key = (kind: 'offered' | 'trainingChanged', clientId: number, dedupeKey: string) =>
      groupKey({ kind, clientId, dedupeKey });
    expect(key('trainingChanged', 1, 'a')).toBe(key('trainingChanged', 1, 'b'));
    expect(key('trainingChanged', 1, 'a')).not.toBe(key('trainingChanged', 2, 'a'));
    expect(key('offered', 1, 'a')).not.toBe(key('offered', 1, 'b'));
  });
});

describe('channels', () => {
  const reach = { hasAccount: true, hasMobile: true, isSmsHidden: false, wasTexted: false };
  const again = { ...reach, wasTexted: true };
  const onlySms = { mail: false, sms: true, push: false };
  const none = { mail: false, sms: false, push: false };
  test.each([
    ['as by default', 'offered', {}, reach, ['mail', 'sms', 'push']],
    ['a free place in the last minutes costs no SMS', 'placeFree', {}, reach, ['mail', 'push']],
    ['none is wanted', 'offered', { offered: none }, reach, []],
    ['one is wanted', 'offered', { offered: { ...none, sms: true } }, reach, ['sms']],
    ['no mobile number', 'offered', {}, { ...reach, hasMobile: false }, ['mail', 'push']],
    ['a centre without SMS', 'offered', {}, { ...reach, isSmsHidden: true }, ['mail', 'push']],
    ['by SMS once of each training', 'offered', {}, again, ['mail', 'push']],
    ['the second time by mail, whatever was chosen', 'promoted', { promoted: onlySms }, again, ['mail']],
    ['who wants no SMS has none instead of it', 'promoted', { promoted: none }, again, []],
    ['what the centre does, each time', 'cancelled', {}, again, ['mail', 'sms', 'push']],
    ['what the centre changes, each time', 'trainingChanged', { trainingChanged: onlySms }, again, ['sms']],
    ['a reminder, as often as asked for', 'reminder', { reminder: onlySms }, again, ['sms']],
    ['a visitor hears by mail', 'promoted', { promoted: none }, { ...reach, hasAccount: false }, ['mail']],
    [
      'a visitor who waits was told by the mail with the link',
      'joined',
      {},
      { ...reach, hasAccount: false },
      [],
    ],
  ] as const)('%s', (_, kind, stored, reached, channels) => {
    expect(channelsOf(kind, readChoices(stored), reached)).toEqual(channels);
  });

  test('stored choices of any shape give whole ones', () => {
    for (const stored of [undefined, null, 7, 'x', [], { offered: 1 }, { offered: { mail: true } }]) {
      expect(readChoices(stored)).toEqual(defaultChoices);
    }
    const chosen = { ...defaultChoices, joined: { mail: true, sms: true, push: false } };
    expect(readChoices(chosen)).toEqual(chosen);
    expect(readChoices({ joined: chosen.joined, unheardOf: {} })).toEqual(chosen);
  });
});

describe('what is still true', () => {
  const now = '2026-09-14T09:00:00Z';
  const facts: NoticeFacts = {
    kind: 'promoted',
    startsAt: '2026-09-14T15:00:00Z',
    endsAt: '2026-09-14T16:00:00Z',
    isTrainingCancelled: false,
    state: 'booked',
    isEnded: false,
    holdUntil: undefined,
  };
  const open = { kind: 'offered', state: 'offered', holdUntil: '2026-09-14T09:01:00Z' } as const;
  const begun = { startsAt: now } as const;
  test.each<[string, Partial<NoticeFacts>, boolean]>([
    ['a booking', {}, true],
    ['a booking given back', { state: 'cancelledFree', isEnded: true }, false],
    ['a registration that is gone', { state: undefined }, false],
    ['a booking of a training that began', begun, false],
    ['a booking of a training called off', { isTrainingCancelled: true }, false],
    ['a promotion', { kind: 'promoted' }, true],
    ['a wait', { kind: 'joined', state: 'waiting' }, true],
    ['a wait that became a place', { kind: 'joined' }, false],
    ['an open offer', open, true],
    ['its half', { ...open, kind: 'halfOfHold' }, true],
    ['an offer at its end', { ...open, holdUntil: now }, false],
    ['an offer taken', { ...open, state: 'booked' }, false],
    ['an offer declined', { ...open, state: 'declined', isEnded: true }, false],
    ['an offer that went back to the queue', { ...open, state: 'waiting' }, false],
    ['an offer without end', { ...open, holdUntil: undefined }, false],
    ['an offer that ran out', { kind: 'expired', state: 'expired', isEnded: true }, true],
    ['one that ran out and was asked for again', { kind: 'expired', state: 'waiting' }, false],
    ['a list closed at the start', { kind: 'closed', state: 'closed', isEnded: true, ...begun }, true],
    ['after the end', { kind: 'closed', state: 'closed', isEnded: true, ...begun, endsAt: now }, false],
    ['a change for who waits', { kind: 'trainingChanged', state: 'waiting' }, true],
    ['a change for who left', { kind: 'trainingChanged', state: 'left', isEnded: true }, false],
    ['a training called off', { kind: 'cancelled', isTrainingCancelled: true }, true],
    [
      'for one whose registration ended by it',
      { kind: 'cancelled', state: 'cancelledByCentre', isEnded: true },
      true,
    ],
    [
      'for one who had left',
      { kind: 'cancelled', isTrainingCancelled: true, state: 'left', isEnded: true },
      false,
    ],
    ['that takes place after all', { kind: 'cancelled' }, false],
    ['a ban', { kind: 'banned', holdUntil: '2026-09-14T09:00:01Z' }, true],
    ['a ban in the moment it ends', { kind: 'banned', holdUntil: now }, false],
    ['a ban that was lifted', { kind: 'banned' }, false],
    ['passed over and still waiting', { kind: 'passedOver', state: 'waiting' }, true],
    ['passed over and meanwhile booked', { kind: 'passedOver' }, false],
  ])('%s', (_, parts, isTrue) => {
    expect(isStillTrue({ ...facts, ...parts }, now)).toBe(isTrue);
  });
});
