import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, compareInstants } from './dates.ts';
import { firstPlace, overlapFinder } from './spans.ts';

const at = (minutes: number, written = 'Z') =>
  addMinutes('2026-09-21T22:00:00Z', minutes).replace('Z', written);

describe('spans', () => {
  test('that overlap one are found, in the order in which they were given (property)', () => {
    const span = fc
      .record({
        from: fc.integer({ max: 60, min: 0 }),
        minutes: fc.integer({ max: 30, min: 1 }),
        written: fc.constantFrom('Z', 'Z', '.000Z', '.5Z', '.45Z', '.0004Z'),
      })
      .map(({ from, minutes, written }) => ({
        startsAt: at(from, written),
        endsAt: at(from + minutes, written),
      }));
    fc.assert(
      fc.property(fc.array(span), fc.array(span), (items, asked) => {
        const find = overlapFinder(items);
        for (const { startsAt, endsAt } of asked) {
          const overlaps = (item: { startsAt: string; endsAt: string }) =>
            compareInstants(item.startsAt, endsAt) < 0 && compareInstants(startsAt, item.endsAt) < 0;
          expect(find({ startsAt, endsAt })).toEqual(items.filter(overlaps));
        }
      }),
    );
  });

  test('may touch', () => {
    const find = overlapFinder([{ startsAt: at(0), endsAt: at(60) }]);
    expect(find({ startsAt: at(60), endsAt: at(90) })).toEqual([]);
    expect(find({ startsAt: at(-30), endsAt: at(0, '.000Z') })).toEqual([]);
    expect(find({ startsAt: at(-30), endsAt: at(0, '.0001Z') })).toHaveLength(1);
  });

  test.each([
    [[], 0],
    [[1, 2, 3], 3],
    [[3, 4, 4, 9], 1],
    [[4], 0],
  ])('the first of %j that is above three has the place %i', (numbers, place) => {
    expect(firstPlace<number>(numbers, (number) => number > 3)).toBe(place);
  });
});
