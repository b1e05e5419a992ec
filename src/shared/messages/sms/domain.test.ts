import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { senderName, smsSize } from './domain.ts';

describe('the size of an SMS', () => {
  test.each([
    ['nothing', '', 'gsm7', 0, 0],
    ['a full part', 'a'.repeat(160), 'gsm7', 160, 1],
    ['one more', 'a'.repeat(161), 'gsm7', 161, 2],
    ['two full parts', 'a'.repeat(306), 'gsm7', 306, 2],
    ['three parts', 'a'.repeat(307), 'gsm7', 307, 3],
    ['German and Estonian letters of the table', 'äöüÄÖÜ', 'gsm7', 6, 1],
    ['every kind of extended character', '^{}[]~\\|€\f', 'gsm7', 20, 1],
    ['a part of extended characters', '€'.repeat(80), 'gsm7', 160, 1],
    // 76 of them fill 152 of 153 septets: the next is not cut in two.
    ['extended characters over the end of parts', '€'.repeat(153), 'gsm7', 306, 3],
    ['õ leaves the table', 'õ', 'ucs2', 1, 1],
    ['š and ž too', 'šž', 'ucs2', 2, 1],
    ['Latvian', 'Vieta ir jūsu', 'ucs2', 13, 1],
    ['a full part of UCS-2', 'õ'.repeat(70), 'ucs2', 70, 1],
    ['one more of UCS-2', 'õ'.repeat(71), 'ucs2', 71, 2],
    ['two full parts of UCS-2', 'õ'.repeat(134), 'ucs2', 134, 2],
    ['three parts of UCS-2', 'õ'.repeat(135), 'ucs2', 135, 3],
    ['pairs of units', '🏋'.repeat(35), 'ucs2', 70, 1],
    // 33 of them fill 66 of 67 units.
    ['pairs over the end of parts', '🏋'.repeat(67), 'ucs2', 134, 3],
    ['a line break', 'a\nb', 'gsm7', 3, 1],
    ['a tab is not in the table', 'a\tb', 'ucs2', 3, 1],
  ])('%s', (_, text, encoding, units, parts) => {
    expect(smsSize(text)).toEqual({ encoding, units, parts });
  });

  const text = fc.string({
    unit: fc.constantFrom('a', 'Z', ' ', '€', '[', 'ä', 'õ', 'ž', '🏋', '\n'),
    maxLength: 500,
  });
  test('never shrinks when a text grows, and the parts hold the units', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const size = smsSize(one + other);
        expect(size.parts).toBeGreaterThanOrEqual(smsSize(one).parts);
        const most = size.encoding === 'gsm7' ? [160, 153] : [70, 67];
        const room = size.parts <= 1 ? (most[0] ?? 0) : size.parts * (most[1] ?? 0);
        expect(size.units).toBeLessThanOrEqual(room);
        // A part is left short by one unit at most.
        if (size.parts > 1) expect(size.units).toBeGreaterThan((size.parts - 1) * ((most[1] ?? 0) - 1));
      }),
    );
  });
});

test.each([
  ['Põhjala Sport', 'Pohjala'],
  ['Džintara SPA', 'DzintaraSPA'],
  ['Kadakaoja Golf', 'Kadakaoja'],
  ['Rannamännimetsa', 'Rannamannim'],
  ['24/7', 'Trenn'],
  ['', 'Trenn'],
])('the sender of %s is %s', (name, sender) => {
  expect(senderName(name)).toBe(sender);
});
