import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { CancelledState } from '../waitlist/domain.ts';

/** How what covered a booking ends. */
export type Settlement = 'returned' | 'used' | 'forfeited';

/** So long after its end a training's bookings are settled: the trainer has noted by then who came. */
export const settleMinutes = 120;

export interface EntitledBooking {
  readonly state: string;
  readonly presence: boolean | null;
  readonly startsAt: string;
  readonly endsAt: string;
  /** The centre may have made the training free since. */
  readonly isPaid: boolean;
}

/**
 * How the cover of a booking is settled at this moment; null while that is open. Given back in time it comes back, given
 * back late only when somebody else takes the place before the start; who came has used it (mission 2.2, 2.4). Of a training that
 * costs nothing by then, it comes back whatever happened.
 */
export function settlementOf(booking: EntitledBooking, now: string): Settlement | null {
  const settlement = settlementOfPaid(booking, now);
  return settlement === null || booking.isPaid ? settlement : 'returned';
}

function settlementOfPaid(
  { state, presence, startsAt, endsAt }: EntitledBooking,
  now: string,
): Settlement | null {
  switch (state) {
    case 'cancelledFree':
    case 'cancelledByCentre':
      return 'returned';
    case 'cancelledLate':
      return compareInstants(now, startsAt) >= 0 ? 'forfeited' : null;
    case 'noShow':
      return 'forfeited';
    case 'booked':
      if (compareInstants(now, addMinutes(endsAt, settleMinutes)) < 0) return null;
      return presence === false ? 'forfeited' : 'used';
    default:
      return null;
  }
}

/** What covers a booking, as its giving back looks at it. */
export interface HeldEntitlement {
  readonly kind: 'ticket' | 'voucher' | 'invoice' | 'contract';
  readonly ticketId: number | null;
  readonly voucherId: number | null;
  readonly contractId: number | null;
  /** Visits or uses left now (of a contract: in the period of the training); null: as many as one likes, or bought singly. */
  readonly left: number | null;
  /** The last local date of the ticket or voucher; null: not known yet, bought singly, or a contract's. */
  readonly endsOn: string | null;
  /** What was paid for this one training and not credited yet. */
  readonly paidCents: Cents | null;
  /** The centre may have made the training free since: then it comes back whatever happens. */
  readonly isPaid: boolean;
}

/** What giving a place back means (mission 2.2). */
export interface GivingBack {
  readonly penalty: 'none' | 'late';
  /** The visit, the use or the money comes back. */
  readonly visitReturned: boolean;
  readonly ticketId: number | null;
  readonly voucherId: number | null;
  readonly contractId: number | null;
  readonly newRemaining: number | null;
  /** It comes back, but to what has ended: on this local date. */
  readonly endedOn: string | null;
  /** What was paid for this one training, and what of it becomes the client's credit. */
  readonly paidCents: Cents | null;
  readonly creditCents: Cents | null;
}

/** What comes back when a registration ends so; `today` is the centre's date. */
export function givingBackOf(
  state: CancelledState,
  entitlement: HeldEntitlement | null,
  today: string,
): GivingBack {
  const penalty = state === 'cancelledLate' ? 'late' : 'none';
  const visitReturned = entitlement !== null && (state === 'cancelledFree' || !entitlement.isPaid);
  const { left = null, endsOn = null } = entitlement ?? {};
  return {
    penalty,
    visitReturned,
    ticketId: entitlement?.ticketId ?? null,
    voucherId: entitlement?.voucherId ?? null,
    contractId: entitlement?.contractId ?? null,
    newRemaining: left === null ? null : left + (visitReturned ? 1 : 0),
    endedOn: visitReturned && endsOn !== null && endsOn < today ? endsOn : null,
    paidCents: entitlement?.paidCents ?? null,
    creditCents: visitReturned ? (entitlement?.paidCents ?? null) : null,
  };
}
