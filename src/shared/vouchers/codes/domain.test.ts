import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeBytes, codeLength, readCode, showCode, spellCode } from './domain.ts';

const chance = fc.uint8Array({ minLength: codeBytes, maxLength: 32 });

test('what is spelt is read again, however it is typed', () => {
  fc.assert(
    fc.property(chance, (bytes) => {
      const code = spellCode(bytes);
      expect(code).toHaveLength(codeLength);
      expect(readCode(code)).toBe(code);
      expect(readCode(` ${showCode(code).toLowerCase()} `)).toBe(code);
      expect(readCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
    }),
  );
});

test('other bits are another code', () => {
  fc.assert(
    fc.property(chance, fc.integer({ min: 0, max: codeLength * 5 - 1 }), (bytes, bit) => {
      const other = bytes.slice();
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
      expect(spellCode(other)).not.toBe(spellCode(bytes));
    }),
  );
});

test('signs that look alike are one, and what is no code is none', () => {
  expect(readCode('OIL0-1AAA-AAAA')).toBe('01101AAAAAAA');
  for (const typed of ['', 'KEVAD', '7K3M-Q9TX-2WR', '7K3M-Q9TX-2WRBB', '7K3M-Q9TX-2WRU', '7K3M-Q9TX-2WR€']) {
    expect(readCode(typed)).toBeNull();
  }
  expect(showCode('7K3MQ9TX2WRB')).toBe('7K3M-Q9TX-2WRB');
  expect(() => spellCode(new Uint8Array(codeBytes - 1))).toThrow(RangeError);
});

test('a thousand years of guessing: 100,000 codes in use, 100 tries a second (reliability A6)', () => {
  const codes = 32 ** codeLength;
  const secondsToOneHit = codes / 100_000 / 100;
  expect(secondsToOneHit / (365 * 24 * 3600)).toBeGreaterThan(1000);
});
