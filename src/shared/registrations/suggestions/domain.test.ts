import { describe, expect, test } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { noVisits } from '#shared/tickets/ledger/domain.ts';
import type { Pass } from '../entitlements/domain.ts';
import { type LiveRegistration, placesOf, type Rules, type TrainingFacts } from '../rules/domain.ts';
import { type PastVisit, type SuggestionCandidate, suggestionsFor } from './domain.ts';

const timeZone = 'Europe/Tallinn';
/** Tuesday, 12:00 in Tallinn. */
const rules: Rules = { limits: BookingLimits.parse({}), timeZone, now: '2026-11-24T10:00:00Z' };

interface Parts extends Partial<TrainingFacts> {
  name?: string;
  trainerId?: number | null;
}

/** Wednesday 18:00 in Tallinn unless told otherwise. */
function ahead(id: number, startsAt = '2026-11-25T16:00:00Z', parts: Parts = {}): SuggestionCandidate {
  const { name = `Training ${id}`, trainerId = null, ...facts } = parts;
  const training: TrainingFacts = {
    ...{
      id,
      styleId: id,
      startsAt,
      endsAt: addMinutes(startsAt, 60),
      localDate: localDate(startsAt, timeZone),
    },
    ...{ maxPlaces: 3, places: placesOf([1]), earliestHold: null, waiting: 0, lateCancelled: 0 },
    ...{ isWaitingListAllowed: true, isClosed: false, isCancelled: false, ...facts },
  };
  return { training, name, trainerId };
}

function visited(times: number, parts: Partial<PastVisit>): PastVisit[] {
  // Sundays at 09:00, so that neither day nor time is that of a training ahead.
  const visit = { styleId: 90, name: 'Elsewhere', trainerId: 90, startsAt: '2026-11-22T07:00:00Z' };
  return Array.from({ length: times }, () => ({ ...visit, ...parts }));
}

const often = (id: number, times = 3) => visited(times, { styleId: id, name: `Training ${id}` });
const ofTrainer = (trainerId: number, times = 2) => visited(times, { trainerId });
/** A Wednesday before, at 18:20. */
const atThatTime = (times = 3) => visited(times, { startsAt: '2026-11-18T16:20:00Z' });

function ownBooking(trainingId: number, startsAt: string): LiveRegistration {
  return {
    ...{
      registrationId: 900,
      trainingId,
      state: 'booked',
      place: 1,
      wishId: null,
      swapFor: null,
      freeUntil: startsAt,
    },
    ...{ styleId: 77, trainingName: 'Own', startsAt, endsAt: addMinutes(startsAt, 60) },
    localDate: localDate(startsAt, timeZone),
  };
}

const ticket: Pass = {
  ...{ kind: 'ticket', clientType: 'groupTraining', clubId: null },
  ticket: {
    ...{ id: 1, startMode: 'purchase', startsOn: '2026-11-01', endsOn: '2026-11-25', isUnlimited: false },
    ...{
      length: { count: 1, unit: 'month' },
      reservedFrom: null,
      reservedUntil: null,
      balances: { ...noVisits, granted: 5, remaining: 2 },
    },
  },
};
const paid: Parts = { payment: 'paid', clientType: 'groupTraining', clubId: 1, trainerId: 5 };

interface Case {
  candidates: SuggestionCandidate[];
  visits?: PastVisit[];
  own?: LiveRegistration[];
  passes?: Pass[];
  most?: number;
  isFilled?: boolean;
  isBlocked?: boolean;
}

function suggested({ candidates, visits = [], own = [], passes = [], ...rest }: Case): string[] {
  const { most = 2, isFilled = false, isBlocked = false } = rest;
  const client = { clientId: 1, isBlocked, registrations: own };
  return suggestionsFor(candidates, visits, client, rules, { passes, most, isFilled }).map(
    ({ candidate, reason }) => `${candidate.training.id} ${reason}`,
  );
}

const later = '2026-11-26T16:00:00Z';

describe('what would suit', () => {
  test.each<[string, Case, string[]]>([
    ['nothing for whoever never came', { candidates: [ahead(1)] }, []],
    ['what one comes to often', { candidates: [ahead(1), ahead(2)], visits: often(2) }, ['2 oftenVisited']],
    ['twice is not often', { candidates: [ahead(1)], visits: often(1, 2) }, []],
    [
      'the same name of another style is another training',
      { candidates: [ahead(1, undefined, { name: 'Training 2' })], visits: often(2) },
      [],
    ],
    [
      'a trainer one knows',
      { candidates: [ahead(1, undefined, { trainerId: 5 })], visits: ofTrainer(5) },
      ['1 sameTrainer'],
    ],
    [
      'met once is not known',
      { candidates: [ahead(1, undefined, { trainerId: 5 })], visits: ofTrainer(5, 1) },
      [],
    ],
    ['nobody is no trainer', { candidates: [ahead(1)], visits: visited(3, { trainerId: null }) }, []],
    [
      'the weekday and time of one’s habit',
      { candidates: [ahead(1), ahead(2, later)], visits: atThatTime() },
      ['1 sameTime'],
    ],
    [
      'half an hour aside is that time, more is not',
      {
        candidates: [ahead(1, '2026-11-25T15:50:00Z'), ahead(2, '2026-11-25T17:00:00Z')],
        visits: atThatTime(),
      },
      ['1 sameTime'],
    ],
    [
      'at most two, the stronger reasons, in their order of time',
      {
        candidates: [
          ahead(1),
          ahead(2, later, { trainerId: 5 }),
          ahead(3, '2026-11-27T16:00:00Z'),
          ahead(4, '2026-11-24T16:00:00Z', { trainerId: 6 }),
        ],
        visits: [...often(3), ...ofTrainer(5, 4), ...ofTrainer(6), ...atThatTime()],
      },
      ['2 sameTrainer', '3 oftenVisited'],
    ],
    ['one of a name', { candidates: [ahead(1), ahead(1, later)], visits: often(1) }, ['1 oftenVisited']],
    [
      'not two at one time',
      { candidates: [ahead(1), ahead(2)], visits: [...often(1, 4), ...often(2)] },
      ['1 oftenVisited'],
    ],
    ['full', { candidates: [ahead(1, undefined, { places: placesOf([1, 2, 3]) })], visits: often(1) }, []],
    ['somebody waits', { candidates: [ahead(1, undefined, { waiting: 1 })], visits: often(1) }, []],
    [
      'at the time of an own booking',
      { candidates: [ahead(1)], visits: often(1), own: [ownBooking(8, '2026-11-25T16:30:00Z')] },
      [],
    ],
    [
      'booked already',
      { candidates: [ahead(1)], visits: often(1), own: [ownBooking(1, '2026-11-25T16:00:00Z')] },
      [],
    ],
    ['booking is closed', { candidates: [ahead(1, '2026-11-24T10:00:30Z')], visits: often(1) }, []],
    ['blocked', { candidates: [ahead(1)], visits: often(1), isBlocked: true }, []],
    ['nothing covers it', { candidates: [ahead(1, undefined, paid)], visits: ofTrainer(5) }, []],
    [
      'a ticket covers it',
      { candidates: [ahead(1, undefined, paid)], visits: ofTrainer(5), passes: [ticket] },
      ['1 sameTrainer'],
    ],
    [
      'a ticket that ends before',
      { candidates: [ahead(1, later, paid)], visits: ofTrainer(5), passes: [ticket] },
      [],
    ],
    [
      'where nothing is booked, what begins soon goes on after habits',
      {
        candidates: [
          ahead(1),
          ahead(2, later),
          ahead(3, '2026-11-27T16:00:00Z'),
          ahead(4, '2026-11-28T16:00:00Z'),
        ],
        visits: often(4),
        most: 3,
        isFilled: true,
      },
      ['1 soon', '2 soon', '4 oftenVisited'],
    ],
  ])('%s', (_, given, expected) => {
    expect(suggested(given)).toEqual(expected);
  });

  test('a fault is not taken for a training that cannot be booked', () => {
    const broken = ahead(1, undefined, { endsAt: 'never' });
    const own = [ownBooking(9, '2026-11-25T12:00:00Z')];
    expect(() => suggested({ candidates: [broken], visits: often(1), own })).toThrow(RangeError);
  });
});
