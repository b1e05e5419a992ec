import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areDistinguishable,
  colourDifference,
  contrastRatio,
  hexToOklch,
  isHexColour,
  mixed,
  oklchToHex,
  relativeLuminance,
} from './colours.ts';

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0').toUpperCase()}`);

describe('hex and OKLCH', () => {
  test('every colour comes back', () => {
    fc.assert(
      fc.property(anyColour, (hex) => {
        expect(oklchToHex(hexToOklch(hex))).toBe(hex);
      }),
    );
  });

  test.each([
    ['#FFFFFF', 1, 0, undefined],
    ['#000000', 0, 0, undefined],
    ['#FF0000', 0.628, 0.2577, 29.23],
    ['#00FF00', 0.8664, 0.2948, 142.5],
    ['#0000FF', 0.452, 0.3132, 264.05],
  ])('%s has the published coordinates', (hex, lightness, chroma, hue) => {
    const colour = hexToOklch(hex);
    expect(colour.lightness).toBeCloseTo(lightness, 3);
    expect(colour.chroma).toBeCloseTo(chroma, 3);
    if (hue !== undefined) expect(colour.hue).toBeCloseTo(hue, 1);
  });

  test('what cannot be shown loses chroma, not lightness or hue', () => {
    const lightnesses = fc.double({ min: 0.2, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(lightnesses, fc.integer({ min: 0, max: 359 }), (lightness, hue) => {
        const shown = hexToOklch(oklchToHex({ lightness, chroma: 0.4, hue }));
        expect(Math.abs(shown.lightness - lightness)).toBeLessThan(0.006);
        const turn = Math.abs(shown.hue - hue);
        expect(Math.min(turn, 360 - turn) * shown.chroma).toBeLessThan(0.35);
      }),
    );
  });

  test.each(['red', '#FFF', '2A3BDB', '#2A3BDBFF', '#GGGGGG', ''])('%j is no colour', (text) => {
    expect(isHexColour(text)).toBe(false);
    expect(() => relativeLuminance(text)).toThrow(RangeError);
  });
});

describe('contrast', () => {
  test('black on white is 21, a colour on itself 1, the order does not matter', () => {
    expect(contrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21, 6);
    fc.assert(
      fc.property(anyColour, anyColour, (one, other) => {
        expect(contrastRatio(one, one)).toBe(1);
        expect(contrastRatio(one, other)).toBe(contrastRatio(other, one));
        expect(contrastRatio(one, other)).toBeLessThanOrEqual(21);
      }),
    );
  });

  test('the border of WCAG AA for grey on white', () => {
    expect(contrastRatio('#767676', '#FFFFFF')).toBeGreaterThan(4.5);
    expect(contrastRatio('#777777', '#FFFFFF')).toBeLessThan(4.5);
  });
});

describe('telling colours apart', () => {
  test('black and white lie 100 apart, in any order', () => {
    expect(colourDifference('#000000', '#FFFFFF')).toBeCloseTo(100, 2);
    expect(colourDifference('#FF0000', '#00FF00')).toBeCloseTo(170.6, 0);
    expect(colourDifference('#2A3BDB', '#E6A23C')).toBe(colourDifference('#E6A23C', '#2A3BDB'));
  });

  // shows: colours-differ
  test.each([
    ['#000000', '#FFFFFF', true],
    ['#777777', '#888888', false],
    ['#2A3BDB', '#FFFFFF', true],
    ['#E6A23C', '#FFFFFF', true],
    ['#F6F7FA', '#ECEEF3', false],
    ['#CE5247', '#529420', true],
    ['#F4F4F4', '#FFFF00', true],
    ['#F4F4F4', '#FFF3C4', false],
  ])('%s and %s: %s', (one, other, answer) => {
    expect(areDistinguishable(one, other)).toBe(answer);
  });
});

test.each([
  ['#000000', '#FFFFFF', 0, '#000000'],
  ['#000000', '#FFFFFF', 0.5, '#808080'],
  ['#102030', '#506070', 0.25, '#203040'],
  ['#102030', '#506070', 1, '#506070'],
])('of %s and %s the share %d is %s', (from, to, share, expected) => {
  expect(mixed(from, to, share)).toBe(expected);
});

test('what is no colour is not mixed', () => {
  expect(() => mixed('#000', '#FFFFFF', 0.5)).toThrow(RangeError);
  expect(() => mixed('#000000', 'white', 0.5)).toThrow(RangeError);
});
