import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  addMinutes,
  compareInstants,
  formatDate,
  localDate,
  localTime,
  minutesBetween,
  startOfDay,
  startOfWeek,
} from '#shared/kernel/dates.ts';
import {
  type CandidateFacts,
  ReplacementSettings,
  type Unfit,
  unfitFinder,
  type Wanted,
  type Work,
} from './domain.ts';

const zone = 'Europe/Tallinn';

type Span = Pick<Work, 'startsAt' | 'endsAt'>;

/** The rule as it is meant: everything a trainer holds is gone through for each training, all of it with instants. */
function unfitPlainly(facts: CandidateFacts, wanted: Wanted, settings: ReplacementSettings): Unfit[] {
  const date = localDate(wanted.startsAt, zone);
  const work = facts.work.filter(({ trainingId }) => trainingId !== wanted.trainingId);
  const found: Unfit[] = [];
  const { name: trainer } = facts;
  if (!facts.isActive) found.push({ code: 'trainerNotActive', details: { trainer } });
  if (facts.styleIds.length > 0 && !facts.styleIds.includes(wanted.styleId)) {
    found.push({ code: 'trainerNotQualified', details: { trainer } });
  }
  const isAway = facts.absences.some(({ from, until }) => date >= from && date <= until);
  if (isAway || facts.offHours.some((off) => meet(off, wanted))) {
    found.push({ code: 'trainerAbsent', details: { trainer, date: formatDate(date) } });
  }
  const busy = work.find((one) => meet(one, wanted));
  if (busy) found.push({ code: 'trainerNotFree', details: { trainer, ...shown(busy) } });
  const near = work.find(
    (one) => one !== busy && one.clubId !== wanted.clubId && between(one, wanted) < settings.travelMinutes,
  );
  if (near) {
    const details = { trainer, minutes: settings.travelMinutes, ...shown(near) };
    found.push({ code: 'trainerTravel', details });
  }
  const of = (day: string) => work.filter(({ startsAt }) => localDate(startsAt, zone) === day);
  const day = [...of(date), wanted];
  const nights = [night(of(addDays(date, -1)), day), night(day, of(addDays(date, 1)))];
  if (Math.min(...nights) < settings.restHours * 60) {
    found.push({ code: 'trainerRest', details: { trainer, hours: settings.restHours } });
  }
  if (together(day) > settings.dayHoursMax * 60) {
    found.push({ code: 'trainerDayHours', details: { trainer, hours: settings.dayHoursMax } });
  }
  const monday = startOfWeek(date);
  const week = work.filter(({ startsAt }) => startOfWeek(localDate(startsAt, zone)) === monday);
  if (together([...week, wanted]) > settings.weekHoursMax * 60) {
    found.push({ code: 'trainerWeekHours', details: { trainer, hours: settings.weekHoursMax } });
  }
  return found;
}

function meet(one: Span, other: Span): boolean {
  return compareInstants(one.startsAt, other.endsAt) < 0 && compareInstants(other.startsAt, one.endsAt) < 0;
}

function shown({ name, startsAt, endsAt }: Work) {
  const date = formatDate(localDate(startsAt, zone));
  return { name, date, time: localTime(startsAt, zone), until: localTime(endsAt, zone) };
}

function between(one: Span, other: Span): number {
  if (compareInstants(one.endsAt, other.startsAt) <= 0) return minutesBetween(one.endsAt, other.startsAt);
  if (compareInstants(other.endsAt, one.startsAt) <= 0) return minutesBetween(other.endsAt, one.startsAt);
  return Number.POSITIVE_INFINITY;
}

function together(spans: readonly Span[]): number {
  return spans.reduce((sum, { startsAt, endsAt }) => sum + minutesBetween(startsAt, endsAt), 0);
}

function night(evening: readonly Span[], morning: readonly Span[]): number {
  const ends = evening.map(({ endsAt }) => endsAt).toSorted(compareInstants);
  const starts = morning.map(({ startsAt }) => startsAt).toSorted(compareInstants);
  const [end, start] = [ends.at(-1), starts[0]];
  return end === undefined || start === undefined ? Number.POSITIVE_INFINITY : minutesBetween(end, start);
}

// Within a scene days are counted from this one: the clock goes back, goes on, or does neither.
const days = ['2026-10-25', '2027-03-28', '2026-09-16', '2026-12-31'];
const club = fc.constantFrom(1, 2);
/** On slots of five minutes, most of them on whole or half hours: so things touch, and limits are met to the minute. */
const minute = (from: number, until: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: from / 30, max: until / 30 }).map((half) => half * 30) },
    { weight: 1, arbitrary: fc.integer({ min: from / 5, max: until / 5 }).map((slot) => slot * 5) },
  );
const length = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(30, 45, 60, 90) },
  { weight: 2, arbitrary: fc.constantFrom(240, 480, 600) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 288 }).map((slot) => slot * 5) },
);
const dayMinutes = 24 * 60;
const placed = (around: number) =>
  fc.record({ at: minute(-around * dayMinutes, around * dayMinutes), length, clubId: club });
const ofWork = { trainingId: fc.integer({ min: 1, max: 60 }), styleId: fc.constantFrom(5, 6) };

const scene = fc.record({
  day: fc.constantFrom(...days),
  settings: fc.record({
    travelMinutes: fc.constantFrom(0, 5, 30, 60, 600),
    dayHoursMax: fc.constantFrom(1, 4, 8, 10, 24),
    weekHoursMax: fc.constantFrom(2, 10, 20, 48, 168),
    restHours: fc.constantFrom(0, 8, 11, 24),
  }),
  trainers: fc.array(
    fc.record({
      isActive: fc.boolean(),
      styleIds: fc.constantFrom([], [5], [5, 6]),
      work: fc.array(fc.record({ of: fc.record(ofWork), on: fc.oneof(placed(2), placed(12)) }), {
        maxLength: 40,
      }),
      absences: fc.array(
        fc.record({ from: fc.integer({ min: -14, max: 14 }), days: fc.integer({ min: 0, max: 3 }) }),
        { maxLength: 2 },
      ),
      offHours: fc.array(placed(4), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  wanted: fc.array(fc.record({ of: fc.record(ofWork), on: fc.oneof(placed(2), placed(9)) }), {
    minLength: 1,
    maxLength: 5,
  }),
});

test('looked at near each training alone, trainers are kept from it by what keeps them from it at all', () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(scene, (drawn) => {
      const settings = ReplacementSettings.parse(drawn.settings);
      const midnight = startOfDay(drawn.day, zone);
      const spanOf = ({ at, length: minutes }: { at: number; length: number }) => {
        const startsAt = addMinutes(midnight, at);
        return { startsAt, endsAt: addMinutes(startsAt, minutes) };
      };
      const trainers = drawn.trainers.map(({ work, absences, offHours, ...trainer }, index) => ({
        ...{ ...trainer, trainerId: index, name: `Trainer ${index}` },
        // In order of time, as they are read.
        work: work
          .map(({ of, on }, place) => ({
            ...{ ...spanOf(on), trainingId: of.trainingId, clubId: on.clubId, name: `Training ${place}` },
          }))
          .toSorted((one, other) => compareInstants(one.startsAt, other.startsAt)),
        absences: absences.map((one) => ({
          from: addDays(drawn.day, one.from),
          until: addDays(drawn.day, one.from + one.days),
        })),
        offHours: offHours.map(spanOf),
      }));
      const unfitFor = unfitFinder(settings, zone);
      for (const { of, on } of drawn.wanted) {
        const wanted = { ...of, ...spanOf(on), clubId: on.clubId, name: 'Wanted' };
        for (const facts of trainers) {
          const found = unfitFor(facts, wanted);
          expect(found).toEqual(unfitPlainly(facts, wanted, settings));
          for (const { code } of found) met.set(code, (met.get(code) ?? 0) + 1);
        }
      }
    }),
    { numRuns: 400 },
  );
  // Every reason was met, and more than once.
  const codes = ['NotActive', 'NotQualified', 'Absent', 'NotFree', 'Travel', 'Rest', 'DayHours', 'WeekHours'];
  expect(codes.filter((code) => (met.get(`trainer${code}`) ?? 0) < 10)).toEqual([]);
});
