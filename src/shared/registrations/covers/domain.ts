import { addMinutes, compareInstants, formatDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import type { ClientType } from '#shared/products/domain.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import type { TicketFacts } from '#shared/tickets/domain.ts';
import { add, effectOf } from '#shared/tickets/ledger/domain.ts';
import { grantedOf, type Movement, usesLeftOf, type VoucherFacts } from '#shared/vouchers/domain.ts';
import type { CancelledState } from '../queue/domain.ts';

/** What of a training decides how a place in it is paid for. */
export interface PayableTraining {
  readonly localDate: string;
  readonly payment?: 'free' | 'paid';
  /** Bought for this one training; null: only a ticket or a voucher opens it. */
  readonly priceCents?: number | null;
  /** Whose tickets and vouchers it takes, and in which club. */
  readonly clientType?: ClientType;
  readonly clubId?: number;
}

/** What a client may have that covers a booking. */
export type Holding = {
  readonly clientType: ClientType;
  /** Where it holds; null: in every club. */
  readonly clubId: number | null;
} & (
  | {
      readonly kind: 'ticket';
      readonly ticket: TicketFacts;
      /** The first date it is reserved for: a ticket that begins with its first use begins then. */
      readonly reservedFrom: string | null;
    }
  | {
      readonly kind: 'voucher';
      readonly id: number;
      readonly voucher: VoucherFacts;
      readonly movements: readonly Movement[];
    }
);

/** One of them, by name. */
export interface CoverChoice {
  readonly kind: 'ticket' | 'voucher';
  readonly id: number;
}

/** A ticket or voucher that covers a booking, as it stands before. */
export interface Cover extends CoverChoice {
  /** The last local date it holds. */
  readonly endsOn: string;
  /** Visits or uses left, and granted at first; null: as many as one likes. */
  readonly left: number | null;
  readonly granted: number | null;
}

export type CoverDecision =
  | { readonly kind: 'none' }
  | { readonly kind: 'cover'; readonly cover: Cover }
  | { readonly kind: 'purchase'; readonly priceCents: Cents };

/**
 * How a place in this training would be paid for: nothing where it is free; the chosen ticket or voucher, else the best
 * fitting one; else its own price. It must hold on the training's local date. Throws `coverNeeded` where nothing fits
 * and it is not sold singly, and for a choice what is wrong with it (mission 2.4).
 */
export function coverOf(
  training: PayableTraining,
  holdings: readonly Holding[],
  choice: CoverChoice | null,
  now: string,
): CoverDecision {
  if (!isPaid(training)) return { kind: 'none' };
  if (choice) {
    const chosen = holdings.find((one) => one.kind === choice.kind && idOf(one) === choice.id);
    if (!chosen || !isFor(chosen, training)) throw new AppError('coverNeeded', 409);
    refuseUnfit(chosen, training.localDate, now);
    return { kind: 'cover', cover: toCover(chosen, training.localDate, now) };
  }
  const [best] = coversFor(training, holdings, now);
  if (best) return { kind: 'cover', cover: best };
  const { priceCents = null } = training;
  if (priceCents === null) throw new AppError('coverNeeded', 409);
  return { kind: 'purchase', priceCents: cents(priceCents) };
}

export function isPaid({ payment }: PayableTraining): boolean {
  return payment === 'paid';
}

/** All that fits: what ends first before others, then what has the fewest visits left, then the oldest. */
export function coversFor(
  training: PayableTraining,
  holdings: readonly Holding[],
  now: string,
): readonly Cover[] {
  const { localDate } = training;
  return holdings
    .filter((one) => isFor(one, training) && problemOf(one, localDate, now) === null)
    .map((one) => toCover(one, localDate, now))
    .toSorted(compareCovers);
}

/** What is held once a booking that this covers has been given back in time. */
export function withReturned<One extends Holding>(holdings: readonly One[], cover: CoverChoice): One[] {
  return holdings.map((one) => {
    if (one.kind !== cover.kind || idOf(one) !== cover.id) return one;
    if (one.kind === 'voucher') return { ...one, movements: [...one.movements, returnedUse] };
    const { ticket } = one;
    const released = effectOf({ kind: 'RELEASE', visits: 1, isSettling: true });
    return { ...one, ticket: { ...ticket, balances: add(ticket.balances, released) } };
  });
}

const returnedUse: Movement = {
  id: 0,
  kind: 'release',
  uses: -1,
  ofId: null,
  heldUntil: null,
  note: '',
  createdAt: '',
};

/** What is left of it once it is used; null: as many as one likes. */
export function leftAfter({ left }: Pick<Cover, 'left'>): number | null {
  return left === null ? null : left - 1;
}

function isFor({ clientType, clubId }: Holding, training: PayableTraining): boolean {
  return clientType === training.clientType && (clubId === null || clubId === training.clubId);
}

function idOf(holding: Holding): number {
  return holding.kind === 'ticket' ? holding.ticket.id : holding.id;
}

function compareCovers(one: Cover, other: Cover): number {
  if (one.endsOn !== other.endsOn) return one.endsOn < other.endsOn ? -1 : 1;
  const [left, otherLeft] = [one.left ?? Number.MAX_SAFE_INTEGER, other.left ?? Number.MAX_SAFE_INTEGER];
  if (left !== otherLeft) return left - otherLeft;
  if (one.kind !== other.kind) return one.kind === 'ticket' ? -1 : 1;
  return one.id - other.id;
}

function toCover(holding: Holding, date: string, now: string): Cover {
  const { from: _, until } = spanOf(holding, date);
  const { left, granted } = countOf(holding, now);
  return { kind: holding.kind, id: idOf(holding), endsOn: until, left, granted };
}

function countOf(holding: Holding, now: string): { left: number | null; granted: number | null } {
  if (holding.kind === 'voucher') {
    const { voucher, movements } = holding;
    const granted = grantedOf(voucher.uses, movements);
    return { left: usesLeftOf(voucher.uses, movements, now), granted };
  }
  const { isUnlimited, balances } = holding.ticket;
  return isUnlimited
    ? { left: null, granted: null }
    : { left: balances.remaining, granted: balances.granted };
}

/** The local dates it holds between, both included, were it used on this one. */
function spanOf(holding: Holding, date: string): { from: string; until: string } {
  if (holding.kind === 'voucher')
    return { from: holding.voucher.validFrom, until: holding.voucher.validUntil };
  const { startsOn, endsOn, length } = holding.ticket;
  if (startsOn !== null && endsOn !== null) return { from: startsOn, until: endsOn };
  const { reservedFrom } = holding;
  const first = reservedFrom !== null && reservedFrom < date ? reservedFrom : date;
  return { from: first, until: lastDate(first, length) };
}

type Problem = 'revoked' | 'used' | 'ended' | 'notBegun';

function problemOf(holding: Holding, date: string, now: string): Problem | null {
  if (holding.kind === 'voucher' && holding.voucher.revokedAt !== null) return 'revoked';
  const { left } = countOf(holding, now);
  if (left !== null && left < 1) return 'used';
  const { from, until } = spanOf(holding, date);
  if (date > until) return 'ended';
  return date < from ? 'notBegun' : null;
}

function refuseUnfit(holding: Holding, date: string, now: string): void {
  const { from, until } = spanOf(holding, date);
  const isTicket = holding.kind === 'ticket';
  switch (problemOf(holding, date, now)) {
    case 'revoked':
      throw new AppError('voucherRevoked', 409);
    case 'used':
      throw new AppError(isTicket ? 'ticketUsed' : 'voucherAlreadyUsed', 409);
    case 'ended':
      if (isTicket) throw new AppError('ticketExpired', 409, { date: formatDate(until) });
      throw new AppError('voucherExpired', 409);
    case 'notBegun':
      throw new AppError(isTicket ? 'ticketNotYetValid' : 'voucherNotYetValid', 409, {
        date: formatDate(from),
      });
    default:
  }
}

/** How what covered a booking ends. */
export type Settlement = 'returned' | 'used' | 'forfeited';

/** So long after its end a training's bookings are settled: the trainer has noted by then who came. */
export const settleMinutes = 120;

export interface CoveredBooking {
  readonly state: string;
  readonly presence: boolean | null;
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * How the cover of a booking is settled at this moment; null while that is open. Given back in time it comes back, given
 * back late only when somebody else takes the place before the start; who came has used it (mission 2.2, 2.4).
 */
export function settlementOf(
  { state, presence, startsAt, endsAt }: CoveredBooking,
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
export interface HeldCover {
  readonly kind: 'ticket' | 'voucher' | 'invoice';
  readonly ticketId: number | null;
  readonly voucherId: number | null;
  /** Visits or uses left now; null: as many as one likes, or bought singly. */
  readonly left: number | null;
  /** The last local date of the ticket or voucher; null: not known yet, or bought singly. */
  readonly endsOn: string | null;
  /** What was paid for this one training. */
  readonly paidCents: Cents | null;
}

/** What giving a place back means (mission 2.2). */
export interface GivingBack {
  readonly penalty: 'none' | 'late';
  /** The visit, the use or the money comes back. */
  readonly visitReturned: boolean;
  readonly ticketId: number | null;
  readonly voucherId: number | null;
  readonly newRemaining: number | null;
  /** It comes back, but to what has ended: on this local date. */
  readonly endedOn: string | null;
  /** What was paid for this one training, and what of it becomes the client's credit. */
  readonly paidCents: Cents | null;
  readonly creditCents: Cents | null;
}

/** What comes back when a registration ends so; `today` is the centre's date. */
export function givingBackOf(state: CancelledState, cover: HeldCover | null, today: string): GivingBack {
  const penalty = state === 'cancelledLate' ? 'late' : 'none';
  const visitReturned = cover !== null && state === 'cancelledFree';
  const { left = null, endsOn = null } = cover ?? {};
  return {
    penalty,
    visitReturned,
    ticketId: cover?.ticketId ?? null,
    voucherId: cover?.voucherId ?? null,
    newRemaining: left === null ? null : left + (visitReturned ? 1 : 0),
    endedOn: visitReturned && endsOn !== null && endsOn < today ? endsOn : null,
    paidCents: cover?.paidCents ?? null,
    creditCents: visitReturned ? (cover?.paidCents ?? null) : null,
  };
}
