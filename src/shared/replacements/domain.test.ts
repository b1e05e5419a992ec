import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, compareInstants, localDate, minutesBetween } from '#shared/kernel/dates.ts';
import {
  alertDue,
  type CandidateFacts,
  opensToAllAt,
  ReplacementSettings,
  type Request,
  refuseAccepting,
  refuseApplying,
  refuseWithdrawing,
  stateAt,
  unfitFinder,
  type Wanted,
  type Work,
} from './domain.ts';

const settings = ReplacementSettings.parse({});
const zone = 'Europe/Tallinn';
const now = '2026-09-14T09:00:00Z';
const hoursOn = (hours: number) => addMinutes(now, hours * 60);

describe('who is asked first, and how long', () => {
  test.each([
    ['a week ahead', 168, true, 24],
    ['36 hours ahead', 36, true, 24],
    ['just under', 35.9, true, 4],
    ['six hours ahead', 6, true, 4],
    ['under six hours', 5.9, true, 0],
    ['with nobody preferred', 168, false, 0],
  ])('%s', (_, left, hasPreferred, hours) => {
    expect(opensToAllAt(now, hoursOn(left), hasPreferred, settings)).toBe(hours === 0 ? now : hoursOn(hours));
  });

  test('the clock moves a request on before the job does', () => {
    const request = { state: 'openPreferred', opensToAllAt: hoursOn(4), startsAt: hoursOn(30) } as const;
    expect(stateAt(request, now)).toBe('openPreferred');
    expect(stateAt(request, hoursOn(4))).toBe('openAll');
    expect(stateAt(request, hoursOn(30))).toBe('expired');
    expect(stateAt({ ...request, state: 'accepted' }, hoursOn(30))).toBe('accepted');
  });

  test.each([
    [25, null, undefined],
    [24, null, 24],
    [20, 24, undefined],
    [6, 24, 6],
    [5, null, 6],
    [1, 6, undefined],
  ])('%s h before, alerted at %s: %s', (left, alerted, due) => {
    expect(alertDue(hoursOn(left), alerted, now, settings)).toBe(due);
  });
});

const wanted: Wanted = {
  ...{ trainingId: 1, name: 'Yoga', clubId: 1, styleId: 5 },
  ...{ startsAt: '2026-09-16T15:00:00Z', endsAt: '2026-09-16T16:00:00Z' },
};
const facts = (parts: Partial<CandidateFacts> = {}): CandidateFacts => ({
  ...{ trainerId: 2, name: 'Piret', isActive: true, styleIds: [], work: [], absences: [], offHours: [] },
  ...parts,
});
const work = (startsAt: string, minutes = 60, clubId = 1): Work => ({
  ...{ trainingId: 7, name: 'Other', clubId, startsAt, endsAt: addMinutes(startsAt, minutes) },
});
const unfitFor = unfitFinder(settings, zone);
const codes = (parts: Partial<CandidateFacts>) => unfitFor(facts(parts), wanted).map(({ code }) => code);

describe('who can hold a training', () => {
  test('the training itself does not stand in its own way, nor what touches it', () => {
    expect(codes({ work: [{ ...wanted }] })).toEqual([]);
    expect(codes({ work: [work('2026-09-16T14:00:00Z'), work('2026-09-16T16:00:00Z')] })).toEqual([]);
  });

  test('nobody who does not work here any more', () => {
    expect(codes({ isActive: false })).toEqual(['trainerNotActive']);
  });

  test('a style they may teach, or none said', () => {
    expect(codes({ styleIds: [5, 6] })).toEqual([]);
    expect(codes({ styleIds: [6] })).toEqual(['trainerNotQualified']);
  });

  test('not who is away, that day or those hours', () => {
    expect(codes({ absences: [{ from: '2026-09-10', until: '2026-09-16' }] })).toEqual(['trainerAbsent']);
    expect(codes({ absences: [{ from: '2026-09-16', until: '2026-09-20' }] })).toEqual(['trainerAbsent']);
    expect(codes({ absences: [{ from: '2026-09-17', until: '2026-09-20' }] })).toEqual([]);
    const off = (startsAt: string, endsAt: string) => codes({ offHours: [{ startsAt, endsAt }] });
    expect(off('2026-09-16T15:59:00Z', '2026-09-16T20:00:00Z')).toEqual(['trainerAbsent']);
    expect(off('2026-09-16T16:00:00Z', '2026-09-16T20:00:00Z')).toEqual([]);
  });

  test('the way from another club, to the minute', () => {
    expect(codes({ work: [work('2026-09-16T16:29:00Z', 60, 2)] })).toEqual(['trainerTravel']);
    expect(codes({ work: [work('2026-09-16T16:30:00Z', 60, 2)] })).toEqual([]);
    // One right before or after leaves no time for it at all.
    expect(codes({ work: [work('2026-09-16T14:00:00Z', 60, 2)] })).toEqual(['trainerTravel']);
    expect(codes({ work: [work('2026-09-16T16:00:00Z', 60, 2)] })).toEqual(['trainerTravel']);
  });

  test('ten hours a day and no minute more', () => {
    expect(codes({ work: [work('2026-09-16T06:00:00Z', 9 * 60)] })).toEqual([]);
    expect(codes({ work: [work('2026-09-16T05:59:00Z', 9 * 60 + 1)] })).toEqual(['trainerDayHours']);
  });

  test('48 hours a week and no minute more; the week ends with its Sunday', () => {
    const long = ['14', '15', '17', '18', '21'].map((day) => work(`2026-09-${day}T06:00:00Z`, 600));
    const saturday = (minutes: number) => work('2026-09-19T06:00:00Z', minutes);
    expect(codes({ work: [...long, saturday(7 * 60)] })).toEqual([]);
    expect(codes({ work: [...long, saturday(7 * 60 + 1)] })).toEqual(['trainerWeekHours']);
  });

  test('the night before the clock goes back is an hour longer', () => {
    const morning = {
      ...wanted,
      startsAt: '2026-10-25T06:00:00Z',
      endsAt: '2026-10-25T07:00:00Z',
    };
    const at = (endsAt: string) =>
      unfitFor(facts({ work: [work(addMinutes(endsAt, -60))] }), morning).map(({ code }) => code);
    expect(at('2026-10-24T19:00:00Z')).toEqual([]);
    expect(at('2026-10-24T19:01:00Z')).toEqual(['trainerRest']);
  });

  test('nobody who is fit is in two places, without rest, or beyond the hours', () => {
    const minute = fc.integer({ min: -3 * 1440, max: 3 * 1440 });
    const others = fc.array(
      fc.record({ at: minute, length: fc.integer({ min: 15, max: 300 }), clubId: fc.constantFrom(1, 2) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(others, (list) => {
        const held = list.map(({ at, length, clubId }, index) => ({
          ...work(addMinutes(wanted.startsAt, at), length, clubId),
          trainingId: 100 + index,
        }));
        fc.pre(unfitFor(facts({ work: held }), wanted).length === 0);
        const date = localDate(wanted.startsAt, zone);
        for (const one of held) {
          const isApart =
            compareInstants(one.endsAt, wanted.startsAt) <= 0 ||
            compareInstants(one.startsAt, wanted.endsAt) >= 0;
          expect(isApart).toBe(true);
          const gap = Math.max(
            minutesBetween(one.endsAt, wanted.startsAt),
            minutesBetween(wanted.endsAt, one.startsAt),
          );
          if (one.clubId !== wanted.clubId) expect(gap).toBeGreaterThanOrEqual(settings.travelMinutes);
          const other = localDate(one.startsAt, zone);
          const days = Math.abs(
            Temporal.PlainDate.from(other).until(Temporal.PlainDate.from(date), { largestUnit: 'day' }).days,
          );
          if (days === 1) expect(gap).toBeGreaterThanOrEqual(settings.restHours * 60);
        }
        const ofDay = held.filter(({ startsAt }) => localDate(startsAt, zone) === date);
        const minutes = [...ofDay, wanted].reduce(
          (sum, one) => sum + minutesBetween(one.startsAt, one.endsAt),
          0,
        );
        expect(minutes).toBeLessThanOrEqual(settings.dayHoursMax * 60);
      }),
    );
  });
});

describe('decisions', () => {
  const request: Request & { readonly helperId: number | null } = {
    state: 'openAll',
    opensToAllAt: now,
    startsAt: hoursOn(50),
    trainerId: 1,
    helperId: null,
  };
  const applied = { trainerId: 2, isPreferred: false, state: 'applied' } as const;
  const codeOf = (work_: () => void) => {
    try {
      work_();
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  test.each([
    ['open', {}, undefined, undefined],
    ['filled', { state: 'accepted' }, undefined, 'replacementFilled'],
    // shows: message-application-failed
    ['taken back', { state: 'cancelled' }, undefined, 'applicationFailed'],
    // shows: message-application-failed
    ['one’s own', { trainerId: 2 }, undefined, 'applicationFailed'],
    // shows: message-application-failed
    ['applied to already', {}, applied, 'applicationFailed'],
    ['withdrawn before', {}, { ...applied, state: 'withdrawn' }, undefined],
    [
      'for others first',
      { state: 'openPreferred', opensToAllAt: hoursOn(4) },
      undefined,
      'applicationFailed',
    ],
  ] as const)('applying to one that is %s', (_, parts, own, code) => {
    expect(codeOf(() => refuseApplying({ ...request, ...parts }, own, 2, [], now))).toBe(code);
  });

  test('accepting: askers only who applied, administrators anybody fit, nobody twice', () => {
    expect(codeOf(() => refuseAccepting(request, undefined, false, [], now))).toBe('applicationNotFound');
    expect(codeOf(() => refuseAccepting(request, undefined, true, [], now))).toBeUndefined();
    expect(codeOf(() => refuseAccepting(request, applied, false, [], now))).toBeUndefined();
    const unfit = [{ code: 'trainerRest', details: {} }] as const;
    expect(codeOf(() => refuseAccepting(request, applied, true, unfit, now))).toBe('trainerRest');
    expect(codeOf(() => refuseAccepting({ ...request, state: 'accepted' }, applied, true, [], now))).toBe(
      'replacementFilled',
    );
    expect(codeOf(() => refuseAccepting(request, applied, true, [], hoursOn(50)))).toBe('replacementClosed');
  });

  // shows: message-application-not-taken-back, message-application-not-found
  test('withdrawing what was decided, or never offered', () => {
    expect(codeOf(() => refuseWithdrawing(undefined))).toBe('applicationNotFound');
    expect(codeOf(() => refuseWithdrawing({ ...applied, state: 'rejected' }))).toBe(
      'cancelApplicationFailed',
    );
    expect(codeOf(() => refuseWithdrawing(applied))).toBeUndefined();
  });
});
