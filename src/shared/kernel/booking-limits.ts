import { z } from 'zod';

const week = 7 * 24 * 60;

/** A whole number within bounds, with the product's own proposal as default. */
function setting(least: number, most: number, proposal: number) {
  return z.number().int().min(least).max(most).default(proposal);
}

const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const HoldLength = z.object({
  /** Minutes to the start, at least. */
  from: z.number().int().min(0),
  /** Minutes to answer in. */
  hold: z.number().int().min(1).max(week),
});

const proposedHolds = [
  { from: 14 * 1440, hold: 96 * 60 },
  { from: 7 * 1440, hold: 48 * 60 },
  { from: 3 * 1440, hold: 24 * 60 },
  { from: 36 * 60, hold: 12 * 60 },
  { from: 24 * 60, hold: 8 * 60 },
  { from: 12 * 60, hold: 3 * 60 },
  { from: 6 * 60, hold: 90 },
  { from: 90, hold: 30 },
  { from: 0, hold: 15 },
];

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
  /** How long an asked one has to answer, by how far off the start is: the first line that fits counts. */
  holds: z.array(HoldLength).min(1).max(20).default(proposedHolds),
  /** Between these local times nobody's answer is awaited: the clock of a hold stands still. */
  nightFrom: LocalTime.default('22:00'),
  nightUntil: LocalTime.default('07:00'),
  /** So near to the start the night counts like the day. */
  nightPauseEndsMinutes: setting(0, week, 300),
  /** A place got from the list may be given back free for this long, however late it came. */
  promotedGraceMinutes: setting(0, 24 * 60, 60),
  /** A place given back is kept for its owner this long; 0 passes it on at once. */
  undoSeconds: setting(0, 600, 60),
  /** So near to the start it is passed on at once. */
  undoEndsMinutes: setting(0, 24 * 60, 15),
  /** So many places left unused within `strikeDays` close booking ahead; 0 means that none do. */
  strikesMax: setting(0, 20, 3),
  strikeDays: setting(1, 365, 30),
  banDays: setting(1, 365, 14),
  /** A strike counts this long after it came about: time to look at it. */
  strikePendingHours: setting(0, week / 60, 24),
  /** So near to the start a place is for everybody, banned or not. */
  dropInMinutes: setting(0, week, 120),
  /** Doors opened within this long of the one that took a visit of a ticket take no other. */
  stayMinutes: setting(1, 24 * 60, 180),
  /** Whoever came in by a door does not come in again for so long, where going out is not read. */
  passbackMinutes: setting(0, 240, 10),
  /** How far ahead a ticket bought today may begin. */
  ticketStartDaysMax: setting(0, 365, 90),
  /** Claim links of one voucher that may be open at once; 0 means that no voucher can be shared. */
  voucherOpenLinksMax: setting(0, 50, 5),
  /** How long a personal training lasts, and how far apart its beginnings lie within a trainer's hours. */
  personalMinutes: setting(15, 240, 60),
  personalEveryMinutes: setting(5, 240, 30),
  personalOpensDaysBefore: setting(1, 365, 28),
  personalClosesMinutesBefore: setting(0, week, 120),
  /** Until how long before the start a personal training is given back free; later its visit is used up. */
  personalFreeCancelMinutes: setting(0, week, 24 * 60),
  rentalOpensDaysBefore: setting(1, 365, 28),
  /** Until how long before the start a rented room is given back free; later its price is owed. */
  rentalFreeCancelMinutes: setting(0, week, 24 * 60),
  /** Rentals of one client that may lie ahead at once. */
  rentalUpcomingMax: setting(1, 50, 4),
});
export type BookingLimits = z.infer<typeof BookingLimits>;
/** Limits as written down: what is left out takes its default. */
export type BookingLimitsInput = z.input<typeof BookingLimits>;

export const defaultBookingLimits: BookingLimits = BookingLimits.parse({});
