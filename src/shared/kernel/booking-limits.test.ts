import { describe, expect, test } from 'vitest';
import { BookingLimits, defaultBookingLimits } from './booking-limits.ts';

describe('booking limits', () => {
  test('an empty object gives the defaults', () => {
    expect(defaultBookingLimits).toMatchObject({
      upcomingMax: 12,
      sameDayMax: 3,
      sameStylePerDateMax: 1,
      freeCancelMinutes: 180,
      bookingClosesMinutesBefore: 15,
      bookingOpensDaysBefore: 14,
      waitingListMax: 10,
      autoPromotionExtraMinutes: 120,
      askZoneEndMinutes: 30,
      nightFrom: '22:00',
      nightUntil: '07:00',
      nightPauseEndsMinutes: 300,
      promotedGraceMinutes: 60,
      undoSeconds: 60,
      undoEndsMinutes: 15,
    });
  });

  test('one number may be given alone', () => {
    expect(BookingLimits.parse({ sameDayMax: 1 })).toEqual({ ...defaultBookingLimits, sameDayMax: 1 });
  });

  test.each([
    { upcomingMax: 0 },
    { sameDayMax: 1.5 },
    { freeCancelMinutes: -1 },
    { waitingListMax: 501 },
    { nightFrom: '24:00' },
    { holds: [] },
  ])('refuses %j', (limits) => {
    expect(BookingLimits.safeParse(limits).success).toBe(false);
  });
});
