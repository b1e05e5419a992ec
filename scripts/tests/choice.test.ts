import { expect, test } from 'vitest';
import { inWords, Misuse, readChoice } from './choice.ts';

test.each([
  [['--share', '2'], { parts: ['check', 'unit', 'api', 'e2e'], scope: { kind: 'share', share: 2 } }],
  [['--only', 'api,unit', '--share', '0'], { parts: ['unit', 'api'], scope: { kind: 'share', share: 0 } }],
  [['--slice', '5', '--only', 'e2e'], { parts: ['e2e'], scope: { kind: 'slice', slice: 5 } }],
  [['--long'], { parts: ['check', 'unit', 'api', 'e2e'], scope: { kind: 'long', shard: 1, shards: 1 } }],
  [
    ['--long', '--shard', '2/3', '--only', 'api', '--only', 'e2e'],
    { parts: ['api', 'e2e'], scope: { kind: 'long', shard: 2, shards: 3 } },
  ],
])('%j is understood', async (args, choice) => expect(await readChoice(args)).toEqual(choice));

test.each([
  [['--share', '14'], '--share takes a number from 0 to 13.'],
  [['--share', ''], '--share takes a number from 0 to 13.'],
  [['--slice', '28'], '--slice takes a number from 0 to 27.'],
  [['--shard', '1/2'], '--shard is for npm run test:long.'],
  [['--long', '--shard', '3/2'], '--shard takes a part of the whole, such as 2/3.'],
  [['--only', 'api,ui'], '--only takes check, unit, api, e2e, several with commas between.'],
])('%j is refused: %s', async (args, message) =>
  expect(readChoice(args)).rejects.toThrow(new Misuse(message)),
);

test('without more, the commit chooses the share', async () => {
  const { scope } = await readChoice([]);
  expect(await readChoice([])).toEqual({ parts: ['check', 'unit', 'api', 'e2e'], scope });
  expect(inWords(scope)).toMatch(/^Share (\d+) of what is done in turn \(again: npm test -- --share \1\)$/);
});
