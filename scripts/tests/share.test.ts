import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseJourneys,
  type Journey,
  readShard,
  type Scope,
  shareOfCommit,
  shares,
  slices,
} from './share.ts';

const journeys = fc
  .uniqueArray(
    fc.record({
      title: fc.string(),
      projects: fc.subarray(['phone', 'desk'], { minLength: 1 }),
      tag: fc.constantFrom('@tour', '@always', undefined),
    }),
    {
      selector: ({ title }) => title,
      maxLength: 60,
    },
  )
  .map((list) =>
    list.flatMap(({ title, projects, tag }): Journey[] =>
      projects.map((project) => ({
        project,
        file: 'a.spec.ts',
        titles: [title],
        tags: tag ? [tag] : [],
      })),
    ),
  );
const share = (number: number): Scope => ({ kind: 'share', share: number });
const nameOf = ({ titles }: Journey) => titles.join();
const isTour = ({ tags }: Journey) => tags.includes('@tour');

test('walks in other engines are for long runs alone', () => {
  const own: Journey[] = [
    { project: 'phone', file: 'engines.spec.ts', titles: ['WebKit', 'joins'], tags: ['@engine'] },
  ];
  expect(chooseJourneys(own, { kind: 'long', shard: 1, shards: 1 })).toEqual(own);
  for (let number = 0; number < shares; number += 1) expect(chooseJourneys(own, share(number))).toEqual([]);
  for (let slice = 0; slice < slices; slice += 1)
    expect(chooseJourneys(own, { kind: 'slice', slice })).toEqual([]);
});

describe('a share', () => {
  test('with the thirteen after it takes every journey at every width', () => {
    fc.assert(
      fc.property(journeys, fc.nat(shares - 14), (all, first) => {
        // A tour is told at one width, and comes once in all shares.
        const plain = all.filter((journey) => !isTour(journey));
        const taken = new Set(
          Array.from({ length: 14 }, (_, after) => chooseJourneys(plain, share(first + after))).flat(),
        );
        expect(taken).toEqual(new Set(plain));
      }),
    );
  });

  test('takes what a centre lives by once, and of the rest each in one of seven', () => {
    fc.assert(
      fc.property(journeys, fc.nat(shares - 7), (all, first) => {
        const taken = [0, 1, 2, 3, 4, 5, 6].map((after) => chooseJourneys(all, share(first + after)));
        const named = (tag: string | undefined, list: readonly Journey[]) =>
          list
            .filter(({ tags }) => tags[0] === tag)
            .map(nameOf)
            .toSorted();
        const once = (tag: string | undefined) => [...new Set(named(tag, all))];
        for (const list of taken) expect(named('@always', list)).toEqual(once('@always'));
        expect(named(undefined, taken.flat())).toEqual(once(undefined));
      }),
    );
  });

  test('takes each tour in exactly one of all', () => {
    fc.assert(
      fc.property(journeys, (all) => {
        const tours = Array.from({ length: shares }, (_, number) =>
          chooseJourneys(all, share(number)),
        ).flatMap((chosen) => chosen.filter(isTour).map(nameOf));
        expect(tours.toSorted()).toEqual([...new Set(all.filter(isTour).map(nameOf))].toSorted());
      }),
    );
  });
});

test('a share takes in one language what is told in each, and all shares take it in every language and width', () => {
  const titles = ['a week, et', 'a week, en', 'a week, lv', 'no: lv, light', 'no: en, dark', 'another, et'];
  const all = titles.flatMap((title) =>
    ['phone', 'desk'].map(
      (project): Journey => ({ project, file: 'a.spec.ts', titles: [title], tags: ['@each'] }),
    ),
  );
  const taken = (number: number) => chooseJourneys(all, share(number)).map(nameOf);
  expect(taken(0)).toEqual(['a week, et', 'no: lv, light', 'another, et']);
  expect(taken(2)).toEqual(['a week, en', 'no: en, dark', 'another, et']);
  expect(taken(4)).toEqual(['a week, lv', 'no: lv, light', 'another, et']);
  const ever = Array.from({ length: shares }, (_, number) => chooseJourneys(all, share(number))).flat();
  expect(new Set(ever)).toEqual(new Set(all));
});

test('the slices at other hours take each journey that is no tour once', () => {
  fc.assert(
    fc.property(journeys, (all) => {
      const plain = all.filter((journey) => !isTour(journey));
      const taken = Array.from({ length: slices }, (_, slice) =>
        chooseJourneys(all, { kind: 'slice', slice }),
      ).flat();
      expect(taken.map(nameOf).toSorted()).toEqual([...new Set(plain.map(nameOf))].toSorted());
    }),
  );
});

test('the shards of a long run take everything once', () => {
  fc.assert(
    fc.property(journeys, fc.integer({ min: 1, max: 5 }), (all, count) => {
      const taken = Array.from({ length: count }, (_, index) =>
        chooseJourneys(all, { kind: 'long', shard: index + 1, shards: count }),
      ).flat();
      expect(new Set(taken)).toEqual(new Set(all));
      expect(taken.length).toBe(all.length);
    }),
  );
});

test.each([
  ['2/3', { kind: 'long', shard: 2, shards: 3 }],
  ['1/1', { kind: 'long', shard: 1, shards: 1 }],
  ['0/3', undefined],
  ['4/3', undefined],
  ['2', undefined],
  ['a/b', undefined],
])('a shard is written %s', (text, expected) => expect(readShard(text)).toEqual(expected));

test('a commit has a share', () => {
  expect(shareOfCommit('4de001d00000')).toBe(0x4de001d0 % shares);
  expect(shareOfCommit('')).toBe(0);
});
