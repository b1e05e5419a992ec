import { expect, test } from 'vitest';
import { type FreezeChange, freezesBefore } from './domain.ts';

const freeze = (fromOn: string, untilOn: string) => ({ fromOn, untilOn });
const first = freeze('2026-04-01', '2026-04-20');
const second = freeze('2026-06-10', '2026-06-19');

test.each<[string, FreezeChange[], (typeof first)[], (typeof first)[]]>([
  ['nothing', [], [first], [first]],
  ['one asked for', [{ kind: 'freeze', fromOn: second.fromOn, days: 10 }], [first, second], [first]],
  [
    'one ended early',
    [{ kind: 'freezeEnded', fromOn: first.fromOn, days: 15 }],
    [freeze(first.fromOn, '2026-04-05')],
    [first],
  ],
  [
    'one taken back',
    [{ kind: 'freezeCancelled', fromOn: second.fromOn, days: 10 }],
    [first],
    [first, second],
  ],
  [
    'one taken back and asked for anew, shorter',
    [
      { kind: 'freezeCancelled', fromOn: second.fromOn, days: 10 },
      { kind: 'freeze', fromOn: second.fromOn, days: 3 },
    ],
    [first, freeze(second.fromOn, '2026-06-12')],
    [first, second],
  ],
  [
    'one asked for and ended early',
    [
      { kind: 'freeze', fromOn: first.fromOn, days: 20 },
      { kind: 'freezeEnded', fromOn: first.fromOn, days: 15 },
    ],
    [freeze(first.fromOn, '2026-04-05')],
    [],
  ],
])('the freezes that stood before %s', (_, changes, now, before) => {
  expect(freezesBefore(now, changes)).toEqual(before);
});
