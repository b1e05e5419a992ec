import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { Benefit } from '../benefits/domain.ts';
import { decideVisits, refuseReturn } from './domain.ts';

describe('what a freeze leaves of counted visits', () => {
  // Periods of 30 and 31 days: 14.09. to 13.10., 14.10. to 13.11.
  const running = {
    startsOn: '2026-09-14',
    endsOn: null,
    anchorDay: 14,
    periodMonths: 1,
    termMonths: 12,
    freezes: [],
  };
  const counted = (granted: (number | null)[], visits: [benefit: number, date: string][]) => ({
    ...running,
    benefits: granted.map((one) => Benefit.parse({ clientType: 'gym', visits: one })),
    visits: visits.map(([benefit, date]) => ({ benefit, date })),
  });
  const on = (count: number, date: string, benefit = 0) =>
    Array.from({ length: count }, () => [benefit, date] as [number, string]);
  const first = { fromOn: '2026-09-14', untilOn: '2026-10-13', before: 8 };
  const second = { fromOn: '2026-10-14', untilOn: '2026-11-13', before: 8 };

  test.each([
    [
      'half a period, half the visits',
      counted([8], []),
      '2026-09-29',
      '2026-10-13',
      [{ ...first, after: 4 }],
    ],
    ['nothing is counted', counted([null], on(20, '2026-09-14')), '2026-09-29', '2026-10-13', []],
    ['a day of a month costs no visit', counted([8], on(8, '2026-09-14')), '2026-10-13', '2026-10-13', []],
    [
      'over the end of a period, of both',
      counted([8], on(6, '2026-09-20')),
      ...(['2026-10-07', '2026-10-20'] as const),
      [
        { ...first, after: 7 },
        { ...second, after: 7 },
      ],
    ],
    [
      'a whole period, none',
      counted([8], on(8, '2026-10-13')),
      ...(['2026-10-14', '2026-11-13'] as const),
      [{ ...second, after: 0 }],
    ],
    [
      'as many are taken as are left',
      counted([8], on(4, '2026-09-28')),
      ...(['2026-09-29', '2026-10-13'] as const),
      [{ ...first, after: 4 }],
    ],
    [
      'of several benefits all together',
      counted([8, null, 2], on(9, '2026-09-15', 1)),
      ...(['2026-09-29', '2026-10-13'] as const),
      [{ ...first, before: 10, after: 5 }],
    ],
  ])('%s', (_, of, fromOn, untilOn, expected) => {
    expect(decideVisits(of, { fromOn, untilOn, endsOn: null })).toEqual(expected);
  });

  test.each([
    ['before it', on(5, '2026-09-14'), '2026-09-29', '2026-10-13', [5, 4, '14.10.2026']],
    ['after it', on(5, '2026-10-13'), '2026-09-14', '2026-09-28', [5, 4, '14.10.2026']],
    ['in the period it begins in', on(8, '2026-10-13'), '2026-10-01', '2026-10-12', [8, 5, '14.10.2026']],
    ['on its own days', on(5, '2026-09-29'), '2026-09-29', '2026-10-13', [5, 4, '14.10.2026']],
    ['in the period it ends in', on(8, '2026-11-13'), '2026-10-10', '2026-10-20', [8, 7, '14.11.2026']],
    [
      'of one of its benefits',
      [...on(1, '2026-09-14'), ...on(3, '2026-09-15', 1)],
      ...(['2026-09-29', '2026-10-13'] as const),
      [3, 2, '14.10.2026'],
    ],
  ] as const)('more are taken %s: refused, and told from when', (_, visits, fromOn, untilOn, details) => {
    const [taken, left, date] = details;
    const of = counted([8, 4], [...visits]);
    expect(() => decideVisits(of, { fromOn, untilOn, endsOn: null })).toThrow(
      expect.objectContaining({ code: 'freezeVisitsTaken', details: { taken, visits: left, date } }),
    );
  });

  describe('of a term', () => {
    const term = (visits: [benefit: number, date: string][], endsOn: string) => ({
      ...counted([4], visits),
      endsOn,
    });
    const taken = (details: { taken: number; visits: number; date: string }) =>
      expect.objectContaining({ code: 'freezeVisitsTaken', details });

    test('days behind the end that the freeze moves count', () => {
      const earlier = { fromOn: '2026-09-20', untilOn: '2026-10-03' };
      const of = { ...term(on(2, '2026-10-15'), '2026-10-27'), freezes: [earlier] };
      const freeze = { fromOn: '2026-10-20', untilOn: '2026-10-27' };
      expect(decideVisits(of, { ...freeze, endsOn: '2026-11-04' })).toEqual([]);
      // Under notice the end stays, and the days are lost.
      expect(() => decideVisits(of, { ...freeze, endsOn: '2026-10-27' })).toThrow(
        taken({ taken: 2, visits: 1, date: '28.10.2026' }),
      );
    });

    test('what is had already holds no freeze that takes none of it', () => {
      const of = term(on(5, '2026-09-15'), '2026-10-13');
      expect(decideVisits(of, { fromOn: '2026-10-07', untilOn: '2026-10-13', endsOn: '2026-10-20' })).toEqual(
        [],
      );
    });

    describe('that comes back early', () => {
      const freeze = { id: 1, fromOn: '2026-09-24', untilOn: '2026-10-13', feeCents: cents(0) };
      const back = (visits: [benefit: number, date: string][]) => () =>
        refuseReturn({ ...term(visits, '2026-11-02'), freezes: [freeze] }, 1, {
          untilOn: '2026-09-30',
          endsOn: '2026-10-20',
        });

      test('with more visits booked at its end than are left there, it does not', () => {
        expect(back(on(2, '2026-10-15'))).toThrow(taken({ taken: 2, visits: 1, date: '21.10.2026' }));
      });

      test('what lies behind its end, or before it, holds nothing', () => {
        expect(back([...on(1, '2026-10-15'), ...on(2, '2026-10-21'), ...on(4, '2026-09-20')])).not.toThrow();
      });
    });
  });
});
