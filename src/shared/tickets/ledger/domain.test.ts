import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  balancesOf,
  effectOf,
  entryKinds,
  isSound,
  type LedgerEntry,
  noVisits,
  withRemaining,
} from './domain.ts';

const entry = (kind: LedgerEntry['kind'], visits: number, isSettling = false): LedgerEntry => ({
  kind,
  visits,
  isSettling,
});

test.each([
  [entry('GRANT', 10), [10, 10, 0, 0]],
  [entry('RESERVE', 1), [0, -1, 1, 0]],
  [entry('CONSUME', 1), [0, -1, 0, 1]],
  [entry('CONSUME', 1, true), [0, 0, -1, 1]],
  [entry('RELEASE', 1, true), [0, 1, -1, 0]],
  [entry('FORFEIT', 1, true), [0, 0, -1, 1]],
  [entry('EXPIRE', 4), [0, -4, 0, 0]],
  [entry('ADJUST', 2), [2, 2, 0, 0]],
  [entry('ADJUST', -2), [-2, -2, 0, 0]],
  [{ ...entry('ADJUST', 1), isUndoing: true }, [0, 1, 0, -1]],
])('%o changes granted, remaining, reserved, used by %o', (line, changes) => {
  expect(Object.values(effectOf(line))).toEqual(changes);
});

test('a ticket told from its purchase to its end', () => {
  const entries = [
    entry('GRANT', 10),
    entry('RESERVE', 1),
    entry('CONSUME', 1, true),
    entry('RESERVE', 1),
    entry('RELEASE', 1, true),
    entry('RESERVE', 1),
    entry('FORFEIT', 1, true),
    entry('CONSUME', 1),
    entry('ADJUST', 1),
    entry('EXPIRE', 8),
  ];
  expect(balancesOf(entries)).toEqual({ granted: 11, remaining: 0, reserved: 0, used: 3 });
  expect(withRemaining(entries).map(({ remaining }) => remaining)).toEqual([10, 9, 9, 8, 9, 8, 8, 7, 8, 0]);
});

test('in any order, what is kept sound by refusing stays sound, and all visits are accounted for', () => {
  const line = fc.record({
    kind: fc.constantFrom(...entryKinds),
    visits: fc.integer({ min: 1, max: 4 }),
    isDown: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (wanted) => {
      let kept: LedgerEntry[] = [];
      let expired = 0;
      for (const { kind, visits, isDown } of wanted) {
        const isSettling = kind === 'RELEASE' || kind === 'FORFEIT' || (kind === 'CONSUME' && isDown);
        const next = entry(kind, kind === 'ADJUST' && isDown ? -visits : visits, isSettling);
        if (!isSound(add(balancesOf(kept), effectOf(next)))) continue;
        kept = [...kept, next];
        if (kind === 'EXPIRE') expired += visits;
        const { granted, remaining, reserved, used } = balancesOf(kept);
        expect(remaining).toBeGreaterThanOrEqual(0);
        expect(remaining).toBeLessThanOrEqual(granted);
        expect(remaining + reserved + used + expired).toBe(granted);
      }
      expect(withRemaining(kept).at(-1)?.remaining ?? 0).toBe(balancesOf(kept).remaining);
      expect(kept.map(effectOf).reduce(add, noVisits)).toEqual(balancesOf(kept));
    }),
  );
});
