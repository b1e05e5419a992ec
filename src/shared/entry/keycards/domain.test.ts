import { describe, expect, test } from 'vitest';
import {
  counterBytes,
  digitsOf,
  inOrderFor,
  movingText,
  readKeycardCode,
  readSeenText,
  seenText,
  stillText,
} from './domain.ts';

const secret = 'x'.repeat(22);
const of = { tenantId: 3, keycardId: 14, secret };

test('a code is read as it was written', () => {
  expect(readKeycardCode(stillText(of))).toEqual({ ...of, moment: null });
  expect(readKeycardCode(` ${movingText(of, '59', '94287082')}\n`)).toEqual({
    ...of,
    moment: { step: 1, digits: '94287082' },
  });
});

test.each([
  ['another code', `T1.3.14.2.${'x'.repeat(86)}`],
  ['a moving one without its digits', movingText(of, '59', '')],
  ['a still one with digits', `${stillText(of)}.59.94287082`],
  ['a moving one in the words of a still one', `M1.3.14.${secret}`],
  ['a short secret', stillText({ ...of, secret: 'x'.repeat(21) })],
])('%s is none', (_, text) => {
  expect(readKeycardCode(text)).toBeNull();
});

test('what a door wrote down of a card is read as that, and is no code of it', () => {
  const seen = { tenantId: 3, keycardId: 14, secretHash: 'h'.repeat(43) };
  expect(readSeenText(seenText(seen))).toEqual(seen);
  expect(readKeycardCode(seenText(seen))).toBeNull();
  expect(readSeenText(stillText(of))).toBeNull();
  expect(readSeenText(seenText({ ...seen, secretHash: 'h'.repeat(42) }))).toBeNull();
});

// RFC 6238, appendix B: the codes of SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at %i seconds is the one of the standard', async (seconds, digits) => {
  const step = readKeycardCode(movingText(of, String(seconds), digits))?.moment?.step ?? 0;
  const secret = new TextEncoder().encode('12345678901234567890');
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, counterBytes(step));
  expect(digitsOf(new Uint8Array(mac))).toBe(digits);
});

describe('the wallet of the device stands first', () => {
  const both = ['google', 'apple'] as const;
  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', ['apple', 'google']],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', ['apple', 'google']],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', ['google', 'apple']],
    ['Mozilla/5.0 (Windows NT 10.0)', ['google', 'apple']],
  ])('%s', (userAgent, order) => {
    expect(inOrderFor(both, userAgent)).toEqual(order);
  });
  test('what is not offered is not there', () => {
    expect(inOrderFor(['google'], 'iPhone')).toEqual(['google']);
  });
});
