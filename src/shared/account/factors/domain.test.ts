import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasFactor,
  readCode,
  readRecoveryCode,
  recoveryCodeBytes,
  showSecret,
  spellRecoveryCode,
  stepAt,
  stepTaken,
  waysOf,
} from './domain.ts';

describe('waysOf', () => {
  it.each([
    [{ hasCodes: false, passkeys: 0, recoveryCodesLeft: 0 }, []],
    // Recovery codes alone ask for nothing.
    [{ hasCodes: false, passkeys: 0, recoveryCodesLeft: 10 }, []],
    [{ hasCodes: true, passkeys: 0, recoveryCodesLeft: 0 }, ['code']],
    [{ hasCodes: true, passkeys: 0, recoveryCodesLeft: 1 }, ['code', 'recoveryCode']],
    [{ hasCodes: false, passkeys: 1, recoveryCodesLeft: 0 }, ['passkey']],
    [{ hasCodes: false, passkeys: 2, recoveryCodesLeft: 10 }, ['passkey', 'recoveryCode']],
    [{ hasCodes: true, passkeys: 1, recoveryCodesLeft: 10 }, ['passkey', 'code', 'recoveryCode']],
  ])('%j: %j', (held, ways) => {
    expect(waysOf(held)).toEqual(ways);
    expect(hasFactor(held)).toBe(ways.length > 0);
  });
});

describe('stepTaken', () => {
  const now = '2026-09-14T09:00:10Z';
  const step = stepAt(now);
  it.each([
    ['of no step that is near', undefined, 0, undefined],
    ['of this step', step, 0, step],
    ['of the step before: a slow phone', step - 1, 0, step - 1],
    ['of the step after: a fast phone', step + 1, 0, step + 1],
    ['of two steps before', step - 2, 0, undefined],
    ['of two steps after', step + 2, 0, undefined],
    ['taken before', step, step, undefined],
    ['older than one that was taken', step - 1, step, undefined],
    ['newer than one that was taken', step + 1, step, step + 1],
  ])('a code %s', (_, matched, last, taken) => {
    expect(stepTaken(matched, last, now)).toBe(taken);
  });
  it('a step is half a minute', () => {
    expect(stepAt('1970-01-01T00:00:59.999Z')).toBe(1);
    expect(stepAt('1970-01-01T00:01:00Z')).toBe(2);
  });
});

describe('recovery codes', () => {
  const bytes = fc.uint8Array({ minLength: recoveryCodeBytes, maxLength: recoveryCodeBytes });
  it('are read as they were spelt, however they are typed', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const spelt = spellRecoveryCode(random);
        expect(spelt).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
        const plain = spelt.replaceAll('-', '');
        for (const typed of [spelt, plain, ` ${spelt.toUpperCase()} `, plain.replaceAll('0', 'O')]) {
          expect(readRecoveryCode(typed)).toBe(plain);
        }
      }),
    );
  });
  it('differ where their bytes do', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const isSame = one.every((byte, index) => byte === other[index]);
        expect(spellRecoveryCode(one) === spellRecoveryCode(other)).toBe(isSame);
      }),
    );
  });
  it.each(['', '7k3m-q9tx-2wrb', '7k3m-q9tx-2wrb-4hz0-1', '7k3m-q9tx-2wrb-4hzu', '123456'])(
    '%j is none',
    (typed) => expect(readRecoveryCode(typed)).toBeNull(),
  );
  it('need ten bytes of chance', () => {
    expect(() => spellRecoveryCode(new Uint8Array(9))).toThrow(RangeError);
  });
});

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['', null],
])('the code %j is read as %j', (typed, read) => {
  expect(readCode(typed)).toBe(read);
});

it('a secret is shown in fours', () => {
  expect(showSecret('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
});
