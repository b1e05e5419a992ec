import { describe, expect, test } from 'vitest';
import {
  doorText,
  entryText,
  isFresh,
  readDoorCode,
  readEntryCode,
  stepAt,
  untilNextStep,
} from './domain.ts';

const start = Date.parse('2026-09-14T09:00:00Z');
const code = { tenantId: 3, deviceId: 12, step: stepAt(start), signature: 'a'.repeat(86) };

describe('a member’s code', () => {
  test('is read as it is written', () => {
    expect(readEntryCode(` ${entryText(code)} `)).toEqual(code);
  });

  test.each([
    '',
    'https://centre.ee',
    `T1.3.12.1.${'a'.repeat(85)}`,
    `D1.3.12.1.${'a'.repeat(86)}`,
    `T1.3.-1.1.${'a'.repeat(86)}`,
  ])('%s is none', (text) => {
    expect(readEntryCode(text)).toBeNull();
  });

  test.each([
    // A clock that is off, and a picture that is shown later: seconds from the beginning of the code's step.
    [-25, true],
    [0, true],
    [29, true],
    [30 + 25, true],
    [60, false],
    [-31, false],
    [3600, false],
  ])('shown %i seconds after its step began: %s', (seconds, isGood) => {
    expect(isFresh(code.step, start + seconds * 1000)).toBe(isGood);
  });

  test('the next one follows at the half minute', () => {
    expect(untilNextStep(start)).toBe(30_000);
    expect(untilNextStep(start + 29_999)).toBe(1);
  });
});

test('a door’s code is read as it is written, and is no member’s', () => {
  const door = { tenantId: 3, doorId: 1, step: 7, mac: 'b'.repeat(22) };
  expect(readDoorCode(doorText(door))).toEqual(door);
  expect(readEntryCode(doorText(door))).toBeNull();
  expect(readDoorCode(entryText(code))).toBeNull();
});
