import { describe, expect, test } from 'vitest';
import { BookingLimits, type BookingLimitsInput } from '#shared/kernel/booking-limits.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { eventsOf, type RecordedRequest, type RecordedTraining } from '../records/domain.ts';
import { Replay, type ReplaySetting, simulatedFrom } from './domain.ts';

const timeZone = 'Europe/Tallinn';
/** Noon of a day before every training. */
const monday = '2026-09-07T09:00:00Z';
const over = '2026-09-14T09:00:00Z';

function training(id: number, startsAt: string, more: Partial<RecordedTraining> = {}): RecordedTraining {
  return {
    ...{ id, name: 'Yoga', styleId: id, startsAt, endsAt: addMinutes(startsAt, 60) },
    ...{ localDate: localDate(startsAt, timeZone), maxPlaces: 1, isWaitingListAllowed: true, ...more },
  };
}

const [wednesday, thursday, friday] = [
  training(1, '2026-09-09T15:00:00Z'),
  training(2, '2026-09-10T15:00:00Z'),
  training(3, '2026-09-11T15:00:00Z'),
];

/** What somebody wished for so many minutes after Monday noon. */
function request(
  registrationId: number,
  clientId: number,
  trainingId: number,
  more: Partial<RecordedRequest> & { minute?: number } = {},
): RecordedRequest {
  const { minute = registrationId, ...rest } = more;
  return {
    ...{ registrationId, clientId, trainingId, state: 'booked', createdAt: addMinutes(monday, minute) },
    ...{ endedAt: null, presence: null, isWaived: false, noticeMinutes: 0, ...rest },
  };
}

const late = { state: 'cancelledLate', endedAt: '2026-09-09T14:00:00Z' } as const;
const early = { state: 'cancelledFree', endedAt: '2026-09-08T09:00:00Z' } as const;

interface Case extends Partial<Pick<ReplaySetting, 'since' | 'exempt' | 'timeZone'>> {
  readonly limits?: BookingLimitsInput;
  readonly trainings?: readonly RecordedTraining[];
  readonly requests: readonly RecordedRequest[];
}

function outcomeOf({ limits, trainings = [wednesday, thursday, friday], requests, ...rest }: Case) {
  const known = new Map(trainings.map((one) => [one.id, one]));
  const run = new Replay({
    limits: BookingLimits.parse({ undoSeconds: 0, strikesMax: 0, ...limits }),
    ...{ timeZone, trainings: known, since: monday, exempt: new Set<number>(), ...rest },
  });
  for (const event of eventsOf(requests, known, over)) run.play(event);
  const refused = run.refused.map(({ request: { registrationId }, code }) => [registrationId, code]);
  return { refused, filled: run.placesFilled, unused: run.unused };
}

describe('what would have been', () => {
  test.each<[string, Case, Partial<ReturnType<typeof outcomeOf>>]>([
    [
      'a place for one of two, the other waits in vain',
      { requests: [request(1, 1, 1), request(2, 2, 1, { state: 'closed' })] },
      { refused: [], filled: 1, unused: 0 },
    ],
    [
      'given back in time it is the next one’s',
      { requests: [request(1, 1, 1, early), request(2, 2, 1)] },
      { refused: [], filled: 1, unused: 0 },
    ],
    [
      'given back in time and wanted by nobody it is empty',
      { requests: [request(1, 1, 1, early)] },
      { filled: 0, unused: 0 },
    ],
    ['given back late it is unused', { requests: [request(1, 1, 1, late)] }, { filled: 0, unused: 1 }],
    [
      'given back late, but somebody else took it at once',
      { requests: [request(1, 1, 1, late), request(2, 2, 1, { createdAt: '2026-09-09T14:10:00Z' })] },
      { filled: 1, unused: 0 },
    ],
    [
      'given back late and taken once more by the same one',
      { requests: [request(1, 1, 1, late), request(2, 1, 1, { createdAt: '2026-09-09T14:10:00Z' })] },
      { filled: 1, unused: 1 },
    ],
    [
      'of two given back late the first is forgiven for the one that is taken',
      {
        trainings: [{ ...wednesday, maxPlaces: 2 }],
        requests: [
          request(1, 1, 1, late),
          request(2, 2, 1, { ...late, endedAt: '2026-09-09T14:05:00Z' }),
          request(3, 3, 1, { createdAt: '2026-09-09T14:10:00Z' }),
        ],
      },
      { filled: 1, unused: 1 },
    ],
    [
      'a place that the office gave past the rules is taken for whoever comes next',
      {
        limits: { bookingOpensDaysBefore: 1 },
        exempt: new Set([1]),
        requests: [request(1, 1, 1), request(2, 2, 1, { createdAt: '2026-09-09T10:00:00Z' })],
      },
      { filled: 1, unused: 0 },
    ],
    [
      'given back late and waived it counts for nobody',
      { requests: [request(1, 1, 1, { ...late, isWaived: true })] },
      { unused: 0 },
    ],
    [
      'called off by the centre it counts for nobody',
      { requests: [request(1, 1, 1, { ...late, state: 'cancelledByCentre' })] },
      { filled: 0, unused: 0 },
    ],
    ['booked and not there', { requests: [request(1, 1, 1, { presence: false })] }, { filled: 1, unused: 1 }],
    [
      'waiting and not there',
      { requests: [request(1, 1, 1), request(2, 2, 1, { state: 'closed', presence: false })] },
      { filled: 1, unused: 0 },
    ],
    [
      'who waited and was there in the end took the free place',
      {
        requests: [request(1, 1, 1, { ...late, endedAt: '2026-09-09T14:45:00Z' }), request(2, 2, 1)],
      },
      { filled: 1, unused: 0 },
    ],
    [
      'asked near the start, who took it then takes it',
      { requests: [request(1, 1, 1, { ...late, endedAt: '2026-09-09T13:00:00Z' }), request(2, 2, 1)] },
      { filled: 1, unused: 0 },
    ],
    [
      'asked near the start, who did not leaves it to the next',
      {
        requests: [
          request(1, 1, 1, { ...late, endedAt: '2026-09-09T13:00:00Z' }),
          request(2, 2, 1, { state: 'declined', endedAt: '2026-09-09T13:20:00Z' }),
          request(3, 3, 1),
        ],
      },
      { filled: 1, unused: 0 },
    ],
    [
      'asked near the start and wanted by nobody any more',
      {
        requests: [
          request(1, 1, 1, { ...late, endedAt: '2026-09-09T13:00:00Z' }),
          request(2, 2, 1, { state: 'declined', endedAt: '2026-09-09T13:20:00Z' }),
        ],
      },
      { filled: 0, unused: 1 },
    ],
    [
      'who left the list is not asked',
      {
        requests: [
          request(1, 1, 1, early),
          request(2, 2, 1, { state: 'left', endedAt: '2026-09-07T12:00:00Z' }),
        ],
      },
      { filled: 0, unused: 0 },
    ],
    [
      'given back late by one person of two trainings, both are unused',
      { requests: [request(1, 1, 1, late), request(2, 1, 2, { ...late, endedAt: '2026-09-10T14:00:00Z' })] },
      { filled: 0, unused: 2 },
    ],
    [
      'given back in the moment of the start it is no place given back late',
      { requests: [request(1, 1, 1, { ...late, endedAt: wednesday.startsAt })] },
      { filled: 0, unused: 0 },
    ],
    [
      'who left the list is gone though others wait in it',
      {
        requests: [
          request(1, 1, 1, early),
          request(2, 2, 1, { state: 'left', endedAt: '2026-09-07T12:00:00Z' }),
          request(3, 3, 1, { state: 'closed' }),
        ],
      },
      { filled: 1, unused: 0 },
    ],
    [
      'who was passed over keeps waiting and has the next place',
      {
        limits: { upcomingMax: 1 },
        requests: [
          request(1, 1, 1, early),
          request(2, 2, 1, { state: 'closed' }),
          request(3, 2, 2, { state: 'cancelledFree', endedAt: '2026-09-08T11:00:00Z' }),
          request(4, 3, 1, {
            ...{ createdAt: '2026-09-08T10:00:00Z', state: 'cancelledFree', endedAt: '2026-09-08T12:00:00Z' },
          }),
        ],
      },
      { refused: [], filled: 1, unused: 0 },
    ],
    [
      'who has got a place before a newcomer waits no more, and given back it is the newcomer’s',
      {
        limits: { upcomingMax: 1 },
        requests: [
          request(1, 1, 1, early),
          request(2, 2, 1, { state: 'cancelledFree', endedAt: '2026-09-08T12:00:00Z' }),
          request(3, 2, 2, { state: 'cancelledFree', endedAt: '2026-09-08T10:00:00Z' }),
          request(4, 3, 1, { createdAt: '2026-09-08T11:00:00Z', state: 'closed' }),
        ],
      },
      { refused: [], filled: 1, unused: 0 },
    ],
    ...(['booked', 'declined'] as const).map((state): [string, Case, object] => [
      `asked because a newcomer came, who ${state} then does so again`,
      {
        limits: { upcomingMax: 1 },
        requests: [
          request(1, 1, 1, early),
          request(2, 2, 1, { state, endedAt: state === 'booked' ? null : '2026-09-09T11:10:00Z' }),
          request(3, 2, 2, { state: 'cancelledFree', endedAt: '2026-09-08T10:00:00Z' }),
          request(4, 3, 1, { createdAt: '2026-09-09T11:00:00Z', state: 'closed' }),
        ],
      },
      { refused: [], filled: 1, unused: 0 },
    ]),
    [
      'more at once than are allowed: the later is refused, and its place is free for others',
      { limits: { upcomingMax: 1 }, requests: [request(1, 1, 1), request(2, 1, 2), request(3, 2, 2)] },
      { refused: [[2, 'registeringLimitExceeded']], filled: 2 },
    ],
    [
      'one given back leaves room for another',
      {
        limits: { upcomingMax: 1 },
        requests: [request(1, 1, 1, early), request(2, 1, 2, { createdAt: '2026-09-08T09:01:00Z' })],
      },
      { refused: [], filled: 1 },
    ],
    [
      'refused, it is nobody’s fault to be away',
      {
        limits: { upcomingMax: 1 },
        requests: [
          request(1, 1, 1),
          request(2, 1, 2, { presence: false }),
          request(3, 1, 3, { ...late, endedAt: '2026-09-11T14:00:00Z' }),
        ],
      },
      {
        refused: [
          [2, 'registeringLimitExceeded'],
          [3, 'registeringLimitExceeded'],
        ],
        unused: 0,
      },
    ],
    [
      'two of one day where one is allowed, though the first is over',
      {
        limits: { sameDayMax: 1 },
        trainings: [training(1, '2026-09-09T06:00:00Z'), training(2, '2026-09-09T17:00:00Z')],
        requests: [request(1, 1, 1), request(2, 1, 2, { createdAt: '2026-09-09T08:00:00Z' })],
      },
      { refused: [[2, 'sameDayLimitExceeded']] },
    ],
    [
      'left unused as often as closes booking',
      {
        limits: { strikesMax: 1, strikePendingHours: 0 },
        requests: [
          request(1, 1, 1, { presence: false }),
          request(2, 1, 3, { createdAt: '2026-09-09T17:00:00Z' }),
        ],
      },
      { refused: [[2, 'bookingBanned']], unused: 1 },
    ],
    ...(
      [
        ['while its training is not over yet it closes nothing', '2026-09-09T15:59:59Z', []],
        ['from the end of its training on it does', wednesday.endsAt, [[2, 'bookingBanned']]],
      ] as const
    ).map(([title, createdAt, refused]): [string, Case, object] => [
      `given back late, ${title}`,
      {
        limits: { strikesMax: 1, strikePendingHours: 0 },
        requests: [request(1, 1, 1, late), request(2, 1, 3, { createdAt })],
      },
      { refused },
    ]),
    [
      'put in by staff it is there, whatever the limits say',
      { limits: { upcomingMax: 1 }, exempt: new Set([2]), requests: [request(1, 1, 1), request(2, 1, 2)] },
      { refused: [[2, 'registeringLimitExceeded']], filled: 2 },
    ],
    [
      'put in beyond the places as well',
      { limits: { waitingListMax: 0 }, exempt: 'all', requests: [request(1, 1, 1), request(2, 2, 1)] },
      { refused: [[2, 'noFreePlaces']], filled: 2 },
    ],
    [
      'put in to wait where nobody may',
      {
        limits: { waitingListMax: 0 },
        exempt: 'all',
        requests: [request(1, 1, 1, early), request(2, 2, 1, { state: 'closed' })],
      },
      { refused: [[2, 'noFreePlaces']], filled: 1 },
    ],
    [
      'of before is as it was recorded, and is not counted',
      {
        limits: { upcomingMax: 1 },
        since: '2026-09-10T09:00:00Z',
        requests: [
          request(1, 1, 1, { presence: false }),
          request(2, 1, 2),
          request(3, 1, 3, { createdAt: '2026-09-10T16:30:00Z' }),
        ],
      },
      { refused: [], filled: 2, unused: 0 },
    ],
    [
      'of the very moment is decided by the rules',
      {
        limits: { waitingListMax: 0 },
        requests: [request(1, 1, 1, { minute: 0 }), request(2, 2, 1, { minute: 0 })],
      },
      { refused: [[2, 'noFreePlaces']], filled: 1 },
    ],
    [
      'of before a free place is whose it was, whoever waited for it',
      {
        limits: { upcomingMax: 1 },
        since: '2026-09-08T12:00:00Z',
        requests: [
          request(1, 1, 1, early),
          request(2, 2, 1, { state: 'closed' }),
          request(3, 2, 2, { state: 'cancelledFree', endedAt: '2026-09-08T10:00:00Z' }),
          request(4, 3, 1, { createdAt: '2026-09-08T11:00:00Z' }),
        ],
      },
      { refused: [], filled: 1, unused: 0 },
    ],
    [
      'given back late in the very moment from which on is counted, it is unused',
      { since: late.endedAt, requests: [request(1, 1, 1, late)] },
      { filled: 0, unused: 1 },
    ],
    [
      'held when a training begins in that moment, it is filled',
      { since: wednesday.startsAt, requests: [request(1, 1, 1)] },
      { filled: 1, unused: 0 },
    ],
    [
      'of a training nobody knows is nothing',
      { trainings: [thursday], requests: [request(1, 1, 1)] },
      { refused: [], filled: 0 },
    ],
  ])('%s', (_, of, expected) => {
    expect(outcomeOf(of)).toMatchObject(expected);
  });

  test('a fault of the program is not taken for a refusal', () => {
    expect(() => outcomeOf({ timeZone: 'Nowhere/Land', requests: [request(1, 1, 1)] })).toThrow(RangeError);
  });

  test('it is tried for ninety days', () => {
    expect(simulatedFrom('2026-09-14')).toBe('2026-06-16');
  });
});
