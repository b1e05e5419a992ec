import fc from 'fast-check';
import type { Random } from './random.ts';

/** A number as it stands in JSON, where JavaScript has none like it. */
export class Literal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const nul = '\0';
const halfOfPair = '\uD83D';
const rightToLeft = '\u202Eadmin\u202C';
const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

/** What is no text at all, or stands in nothing that is stored. */
const brokenTexts = [nul, `Kai${nul}`, halfOfPair, `Kai ${halfOfPair} Kask`, '\uDE00\uD83D'];

/** What is a text, and has broken programs. */
const oddTexts = [
  ...['', ' ', '\t\n', '\u00A0', '\u200B', '\uFEFF', '\u2028', '\u0085', '\u007F', '\u001B[31m', '\b'],
  ...[
    rightToLeft,
    '\u2066x\u2069',
    family,
    '\u{E0041}',
    'e\u0301',
    'Z\u0351\u036B\u0343',
    'ﷺ',
    '𝕂𝕒𝕚',
    'İ',
    'ß',
  ],
  ...[
    "'",
    '"',
    '\\',
    '`',
    '%',
    '_',
    '%%',
    "'; drop table clients; --",
    "' or '1'='1",
    '$1',
    '$$',
    '{0}',
    '{{x}}',
  ],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '&lt;', ']]>', '<!--', '#{7*7}'],
  ...['=1+1', '@SUM(1)', '+1', '-1', 'a,b;c', 'a\r\nBcc: x@y.test', '../../etc/passwd', 'file:///etc/passwd'],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '[object Object]',
    '__proto__',
    'constructor',
    '{}',
    '[]',
    '0',
    '1e9',
  ],
  ...[
    'javascript:alert(1)',
    'http://127.0.0.1:1',
    'https://[::1]',
    'xn--',
    'a@b',
    'ä@ö.ee',
    '"a b"@c.ee',
    '+372',
  ],
];

const times = [
  ...['0000-01-01', '0001-01-01', '1899-12-31', '1900-01-01', '1970-01-01', '2026-02-29', '2028-02-29'],
  ...['2026-03-29', '2026-10-25', '2026-12-31', '2200-12-31', '2201-01-01', '9999-12-31', '10000-01-01'],
  ...['+275760-09-13', '-000001-01-01', '2026-13-01', '2026-00-00', '2026-1-1', '01.02.2026', 'yesterday'],
  ...['2026-03-29T01:30:00Z', '2026-10-25T00:30:00Z', '1900-01-01T00:00:00Z', '2200-12-31T23:59:59Z'],
  ...['2026-09-14T24:00:00Z', '2026-09-14T09:00:60Z', '2026-09-14T09:00:00+25:00', '2026-09-14T09:00:00'],
  ...['2026-09-14T09:00:00.123456789Z', '9999-12-31T23:59:59Z', '00:00', '23:59', '24:00', '25:00', '9:00'],
];

const numbers = [
  ...[0, -0, 1, -1, 2, 7, 0.1, 0.005, 0.01, 1.005, -0.01, 99.999, 100, 101, 255, 256, 1000, 1440, 10_000],
  ...[32_767, 32_768, 65_536, 1_000_000, 99_999_999.99, 100_000_000, 2_147_483_647, 2_147_483_648],
  ...[-2_147_483_648, 4_294_967_296, 9_007_199_254_740_991, 9_007_199_254_740_992, -9_007_199_254_740_991],
  ...[1e21, 1e308, 5e-324, -1e308, 1e-7, Math.PI],
];

const literals = ['1e400', '-1e400', '1.0', '1e2', '123456789012345678901234567890', '0.1e-400'];

/** A text of any length and kind that may be stored. */
export function oddText(random: Random): string {
  if (random.happens(0.1))
    return random.oneOf(['a', 'õ', family, ' ', '\n', '9']).repeat(1 + random.below(6000));
  if (random.happens(0.2)) return drawn(fc.string({ unit: 'grapheme', maxLength: 60 }), random);
  return random.oneOf(oddTexts);
}

export function oddNumber(random: Random): unknown {
  if (random.happens(0.1)) return new Literal(random.oneOf(literals));
  if (random.happens(0.2)) return drawn(fc.double({ noNaN: true, noDefaultInfinity: true }), random);
  return random.oneOf(numbers);
}

export const oddTime = (random: Random): string => random.oneOf(times);

/** A text that resembles another: begins like it, or is spoilt at one place. */
export function nearText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const made = random.oneOf([oddText, () => random.oneOf(brokenTexts)])(random);
  return random.oneOf([
    () => text + made,
    () => made + text,
    () => text.slice(0, at) + made + text.slice(at + 1),
    () => text.slice(0, at),
    () => text.toUpperCase(),
    () => ` ${text} `,
    () => text.repeat(2),
  ])();
}

/** Anything that JSON can say. */
export function anything(random: Random): unknown {
  return random.oneOf([
    () => null,
    () => random.happens(0.5),
    () => oddText(random),
    () => random.oneOf(brokenTexts),
    () => oddNumber(random),
    () => oddTime(random),
    () => [],
    () => ({}),
    () => [oddNumber(random), oddText(random)],
    () => nested(1 + random.below(20_000)),
    () => Array.from({ length: random.below(2000) }, () => 1),
    () => drawn(fc.jsonValue({ maxDepth: 4 }), random),
    () => 'x'.repeat(random.oneOf([255, 256, 1000, 65_536, 200_000])),
  ])();
}

/** Lists in lists. */
function nested(depth: number): Literal {
  return new Literal('['.repeat(depth) + ']'.repeat(depth));
}

function drawn<T>(values: fc.Arbitrary<T>, random: Random): T {
  return fc.sample(values, { seed: random.below(2_147_483_647), numRuns: 1 })[0] as T;
}

/** As JSON, literals as they are. */
export function jsonOf(value: unknown): string {
  const texts: string[] = [];
  const mark = 'a literal of the fuzzer ';
  const json = JSON.stringify(value, (_, inner: unknown) => {
    if (!(inner instanceof Literal)) return inner;
    texts.push(inner.text);
    return `${mark}${texts.length - 1}`;
  });
  return (json ?? '').replace(
    new RegExp(`"${mark}(\\d+)"`, 'g'),
    (_, index: string) => texts[Number(index)] ?? '',
  );
}
