import { expect, test } from 'vitest';
import { findFloors, findRingFaults, findRings, readNounGraph } from './knot.ts';
import type { SourceFile } from './tree.ts';

/** Files of the server by what each imports: `invoices/a` of `payments/b`. */
const house = (uses: Readonly<Record<string, readonly string[]>>): SourceFile[] =>
  Object.entries(uses).map(([from, targets]) => ({
    path: `src/server/${from}.ts`,
    text: targets.map((to) => `import type { A } from '#server/${to}.ts';`).join('\n'),
  }));
const rings = (uses: Readonly<Record<string, readonly string[]>>) =>
  findRings(readNounGraph(house(uses), 'server'));

test.each([
  [{ 'tickets/a': ['invoices/a'], 'invoices/a': ['payments/a'], 'payments/a': [] }, []],
  // Two files of each, none of which imports itself over others.
  [
    { 'tickets/a': ['invoices/a'], 'invoices/a': [], 'invoices/b': ['tickets/b'], 'tickets/b': [] },
    ['invoices tickets'],
  ],
  [
    { 'tickets/a': ['rooms/a'], 'rooms/a': ['videos/a'], 'videos/a': ['tickets/b'] },
    ['rooms tickets videos'],
  ],
  [
    { 'tickets/a': ['rooms/a'], 'rooms/a': ['tickets/a'], 'videos/a': ['feeds/a'], 'feeds/a': ['videos/b'] },
    ['feeds videos', 'rooms tickets'],
  ],
  [{ 'tickets/a': ['kernel/a'], 'kernel/a': ['tickets/a'] }, []],
])('%j: rings %j', (uses, expected) => {
  expect(
    rings(uses)
      .map((ring) => ring.join(' '))
      .toSorted(),
  ).toEqual(expected);
});

test('a test may use whom it likes', () => {
  const files = [{ path: 'src/server/tickets/a.test.ts', text: "import '#server/rooms/a.ts';" }];
  expect(
    readNounGraph([...files, ...house({ 'rooms/a': ['tickets/a'] })], 'server').get('tickets'),
  ).toBeUndefined();
});

test('each noun stands one floor above the highest that it needs, a ring on one', () => {
  const uses = {
    'entry/a': ['tickets/a', 'rooms/a'],
    'tickets/a': ['rooms/a'],
    'rooms/a': ['videos/a'],
    'videos/a': ['rooms/a', 'feeds/a'],
    'feeds/a': [],
  };
  expect(Object.fromEntries(findFloors(readNounGraph(house(uses), 'server')))).toEqual({
    ...{ entry: 4, tickets: 3, rooms: 2, videos: 2, feeds: 1 },
  });
});

test('a ring is refused, with a line where it is closed', () => {
  const files = house({ 'tickets/a': ['rooms/a'], 'rooms/a': ['videos/a', 'tickets/b'], 'videos/a': [] });
  expect(findRingFaults(files)).toEqual([
    expect.objectContaining({
      ...{ file: 'src/server/rooms/a.ts', line: 2 },
      text: 'rooms uses tickets, and tickets needs rooms: rooms, tickets know each other',
    }),
  ]);
  expect(
    findRingFaults(house({ 'tickets/a': ['rooms/a'], 'rooms/a': ['videos/a'], 'videos/a': [] })),
  ).toEqual([]);
});
