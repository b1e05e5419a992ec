import { describe, expect, test } from 'vitest';
import { BookingLimits, defaultBookingLimits } from './booking-limits.ts';

describe('booking limits', () => {
  test('an empty object gives the defaults', () => {
    expect(defaultBookingLimits).toEqual({
      upcomingMax: 12,
      sameDayMax: 3,
      sameStylePerDateMax: 1,
      freeCancelMinutes: 180,
      bookingClosesMinutesBefore: 15,
      bookingOpensDaysBefore: 14,
      waitingListMax: 10,
      autoPromotionExtraMinutes: 120,
      askZoneEndMinutes: 30,
    });
  });

  test('one number may be given alone', () => {
    expect(BookingLimits.parse({ sameDayMax: 1 })).toEqual({ ...defaultBookingLimits, sameDayMax: 1 });
  });

  test.each([{ upcomingMax: 0 }, { sameDayMax: 1.5 }, { freeCancelMinutes: -1 }, { waitingListMax: 501 }])(
    'refuses %j',
    (limits) => {
      expect(BookingLimits.safeParse(limits).success).toBe(false);
    },
  );
});
