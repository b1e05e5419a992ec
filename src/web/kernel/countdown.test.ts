import { describe, expect, test } from 'vitest';
import { announcedSeconds, formatCountdown, secondsLeft } from './countdown.ts';

describe('the countdown', () => {
  // shows: still-here-countdown
  test.each([
    [180_000, 0, 180, '3:00'],
    [180_000, 1, 180, '3:00'],
    [180_000, 1_000, 179, '2:59'],
    [180_000, 120_500, 60, '1:00'],
    [180_000, 179_001, 1, '0:01'],
    [180_000, 180_000, 0, '0:00'],
    [180_000, 200_000, 0, '0:00'],
  ])('ending at %d shows at %d', (endsAt, now, seconds, text) => {
    expect(secondsLeft(endsAt, now)).toBe(seconds);
    expect(formatCountdown(seconds)).toBe(text);
  });

  test('is read out at 60, 30 and 10 seconds only', () => {
    const heard = new Set<number>();
    for (let seconds = 180; seconds >= 0; seconds -= 1) {
      const announced = announcedSeconds(seconds);
      if (announced !== null) heard.add(announced);
    }
    expect([...heard]).toEqual([60, 30, 10]);
    expect(announcedSeconds(61)).toBeNull();
    expect(announcedSeconds(58)).toBe(60);
    expect(announcedSeconds(55)).toBeNull();
  });
});
