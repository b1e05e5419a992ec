import { z } from 'zod';

const week = 7 * 24 * 60;

/** A whole number within bounds, with the product's own proposal as default. */
function setting(least: number, most: number, proposal: number) {
  return z.number().int().min(least).max(most).default(proposal);
}

/**
 * The numbers of booking and cancelling, each a tenant setting (DESIGN section 6). Minutes count back from the
 * start of the training. Parsing `{}` gives the defaults.
 */
export const BookingLimits = z.object({
  /** Coming trainings one client may hold at once. */
  upcomingMax: setting(1, 200, 12),
  /** Trainings of one client on one local date. */
  sameDayMax: setting(1, 20, 3),
  /** Trainings of one style of one client on one local date. */
  sameStylePerDateMax: setting(1, 20, 1),
  /** Until how long before the start a place is given back free. */
  freeCancelMinutes: setting(0, week, 180),
  bookingClosesMinutesBefore: setting(0, week, 15),
  bookingOpensDaysBefore: setting(1, 365, 14),
  /** Entries in one training's waiting list; 0 means that there is none. */
  waitingListMax: setting(0, 500, 10),
  /**
   * A freed place goes to the first in line by itself until `freeCancelMinutes` plus this before the start, so
   * that whoever gets it still has time to give it back free.
   */
  autoPromotionExtraMinutes: setting(0, week, 120),
  /** From then to this long before the start the first in line is asked; afterwards whoever comes first. */
  askZoneEndMinutes: setting(0, 24 * 60, 30),
});
export type BookingLimits = z.infer<typeof BookingLimits>;
/** Limits as written down: what is left out takes its default. */
export type BookingLimitsInput = z.input<typeof BookingLimits>;

export const defaultBookingLimits: BookingLimits = BookingLimits.parse({});
