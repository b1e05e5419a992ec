import {
  type ContractClock,
  type ContractFacts,
  type ContractProblem,
  type Coverage,
  coverageBy,
  isAbout,
  isCoverage,
  nearestProblem,
  toError,
} from '#shared/contracts/benefits/domain.ts';
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
  readonly startsAt: string;
  readonly localDate: string;
  readonly payment?: 'free' | 'paid';
  /** Bought for this one training; null: only a ticket or a voucher opens it. */
  readonly priceCents?: number | null;
  /** Whose contracts, tickets and vouchers it takes, and in which club. */
  readonly clientType?: ClientType;
  readonly clubId?: number;
}

/** What a client may have that covers a booking. */
export type Holding =
  | Bought
  | { readonly kind: 'contract'; readonly contract: ContractFacts; readonly clock: ContractClock };

/** What is bought for a number of visits or a time. */
type Bought = {
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
  readonly kind: 'contract' | 'ticket' | 'voucher';
  readonly id: number;
}

/** A contract, ticket or voucher that covers a booking, as it stands before. */
export interface Cover extends CoverChoice {
  /** Of a contract: the benefit's place in its list. */
  readonly benefit?: number;
  /** The last local date it holds; of a contract, of the billing period its visits are counted in. */
  readonly endsOn: string;
  /** Visits or uses left, and granted at first (by a contract: for the period); null: as many as one likes. */
  readonly left: number | null;
  readonly granted: number | null;
}

export type CoverDecision =
  | { readonly kind: 'none' }
  | { readonly kind: 'cover'; readonly cover: Cover }
  | { readonly kind: 'purchase'; readonly priceCents: Cents };

/**
 * How a place in this training would be paid for: nothing where it is free; the chosen contract, ticket or voucher, else
 * the best fitting one; else its own price. It must hold on the training's local date. Where nothing fits and it is not
 * sold singly, throws why a contract does not cover it, or `coverNeeded`; for a choice what is wrong with it (mission 2.4).
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
    if (!chosen || !isFor(chosen, training)) throw new AppError('coverNeeded');
    if (chosen.kind === 'contract') {
      const coverage = coverageOf(chosen, training);
      if (!isCoverage(coverage)) throw toError(coverage);
      return { kind: 'cover', cover: ofContract(coverage) };
    }
    refuseUnfit(chosen, training.localDate, now);
    return { kind: 'cover', cover: toCover(chosen, training.localDate, now) };
  }
  const [best] = coversFor(training, holdings, now);
  if (best) return { kind: 'cover', cover: best };
  const { priceCents = null } = training;
  if (priceCents === null) throw uncovered(training, holdings);
  return { kind: 'purchase', priceCents: cents(priceCents) };
}

/** What is answered where nothing covers a place: what keeps a contract from it, where there is one. */
export function uncovered(training: PayableTraining, holdings: readonly Holding[]): AppError {
  const problem = contractProblemOf(training, holdings);
  return problem ? toError(problem) : new AppError('coverNeeded');
}

/** Why the contract that comes nearest to it does not cover this training; null without a contract for such trainings. */
export function contractProblemOf(
  training: PayableTraining,
  holdings: readonly Holding[],
): ContractProblem | null {
  return nearestProblem(
    holdings.flatMap((one) => {
      if (one.kind !== 'contract' || !isFor(one, training)) return [];
      const coverage = coverageOf(one, training);
      return isCoverage(coverage) ? [] : [coverage];
    }),
  );
}

type ContractHolding = Extract<Holding, { kind: 'contract' }>;

function coverageOf({ contract, clock }: ContractHolding, training: PayableTraining) {
  return coverageBy(contract, occasionOf(training), clock, 'book');
}

function occasionOf({ clientType = 'groupTraining', clubId = 0, startsAt }: PayableTraining) {
  return { clientType, clubId, startsAt };
}

function ofContract({ contractId, benefit, left, granted, untilOn }: Coverage): Cover {
  return { kind: 'contract', id: contractId, benefit, endsOn: untilOn, left, granted };
}

export function isPaid({ payment }: PayableTraining): boolean {
  return payment === 'paid';
}

/**
 * All that fits: contracts first, one without a count before others; then what ends first, then what has the fewest visits
 * left, then the oldest.
 */
export function coversFor(
  training: PayableTraining,
  holdings: readonly Holding[],
  now: string,
): readonly Cover[] {
  const { localDate } = training;
  return holdings
    .filter((one) => isFor(one, training))
    .flatMap((one) => {
      if (one.kind !== 'contract') {
        return problemOf(one, localDate, now) === null ? [toCover(one, localDate, now)] : [];
      }
      const coverage = coverageOf(one, training);
      return isCoverage(coverage) ? [ofContract(coverage)] : [];
    })
    .toSorted(compareCovers);
}

/** What is held once a booking that this covers has been given back in time. A contract's visits are counted without it. */
export function withReturned<One extends Holding>(holdings: readonly One[], cover: CoverChoice): One[] {
  return holdings.map((one) => {
    if (one.kind !== cover.kind || one.kind === 'contract' || idOf(one) !== cover.id) return one;
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

/**
 * Several clients may use one ticket. Looked at together, in the order in which they are asked, no more of them are told of
 * it than it has visits, so that two never count on the last one.
 */
export function sharedOut<One extends Holding>(
  holdings: ReadonlyMap<number, readonly One[]>,
  clientIds: readonly number[],
): ReadonlyMap<number, readonly One[]> {
  const told = new Map<number, number>();
  return new Map(
    [...new Set(clientIds)].flatMap((clientId) => {
      const own = holdings.get(clientId);
      if (!own) return [];
      const kept = own.filter((one) => {
        if (one.kind !== 'ticket' || one.ticket.isUnlimited) return true;
        const before = told.get(one.ticket.id) ?? 0;
        told.set(one.ticket.id, before + 1);
        return before === 0 || before < one.ticket.balances.remaining;
      });
      return [[clientId, kept] as const];
    }),
  );
}

/** What is left of it once it is used; null: as many as one likes. */
export function leftAfter({ left }: Pick<Cover, 'left'>): number | null {
  return left === null ? null : left - 1;
}

function isFor(holding: Holding, training: PayableTraining): boolean {
  if (holding.kind === 'contract') return isAbout(holding.contract, occasionOf(training));
  const { clientType, clubId } = holding;
  return clientType === training.clientType && (clubId === null || clubId === training.clubId);
}

/** Its number among others of its kind. */
export function idOf(holding: Holding): number {
  if (holding.kind === 'contract') return holding.contract.id;
  return holding.kind === 'ticket' ? holding.ticket.id : holding.id;
}

function compareCovers(one: Cover, other: Cover): number {
  const isContract = one.kind === 'contract';
  if (isContract !== (other.kind === 'contract')) return isContract ? -1 : 1;
  if (isContract && (one.left === null) !== (other.left === null)) return one.left === null ? -1 : 1;
  if (one.endsOn !== other.endsOn) return one.endsOn < other.endsOn ? -1 : 1;
  const [left, otherLeft] = [one.left ?? Number.MAX_SAFE_INTEGER, other.left ?? Number.MAX_SAFE_INTEGER];
  if (left !== otherLeft) return left - otherLeft;
  if (one.kind !== other.kind) return one.kind === 'ticket' ? -1 : 1;
  return one.id - other.id;
}

function toCover(holding: Bought, date: string, now: string): Cover {
  const { from: _, until } = spanOf(holding, date);
  const { left, granted } = countOf(holding, now);
  return { kind: holding.kind, id: idOf(holding), endsOn: until, left, granted };
}

function countOf(holding: Bought, now: string): { left: number | null; granted: number | null } {
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
function spanOf(holding: Bought, date: string): { from: string; until: string } {
  if (holding.kind === 'voucher')
    return { from: holding.voucher.validFrom, until: holding.voucher.validUntil };
  const { startsOn, endsOn, length } = holding.ticket;
  if (startsOn !== null && endsOn !== null) return { from: startsOn, until: endsOn };
  const { reservedFrom } = holding;
  const first = reservedFrom !== null && reservedFrom < date ? reservedFrom : date;
  return { from: first, until: lastDate(first, length) };
}

type Problem = 'revoked' | 'used' | 'ended' | 'notBegun';

function problemOf(holding: Bought, date: string, now: string): Problem | null {
  if (holding.kind === 'voucher' && holding.voucher.revokedAt !== null) return 'revoked';
  const { left } = countOf(holding, now);
  if (left !== null && left < 1) return 'used';
  const { from, until } = spanOf(holding, date);
  if (date > until) return 'ended';
  return date < from ? 'notBegun' : null;
}

function refuseUnfit(holding: Bought, date: string, now: string): void {
  const { from, until } = spanOf(holding, date);
  const isTicket = holding.kind === 'ticket';
  switch (problemOf(holding, date, now)) {
    case 'revoked':
      throw new AppError('voucherRevoked');
    case 'used':
      throw new AppError(isTicket ? 'ticketUsed' : 'voucherAlreadyUsed');
    case 'ended':
      if (isTicket) throw new AppError('ticketExpired', { date: formatDate(until) });
      throw new AppError('voucherExpired');
    case 'notBegun':
      throw new AppError(
        isTicket ? 'ticketNotYetValid' : 'voucherNotYetValid',
        {
          date: formatDate(from),
        },
        409,
      );
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
  readonly kind: 'ticket' | 'voucher' | 'invoice' | 'contract';
  readonly ticketId: number | null;
  readonly voucherId: number | null;
  readonly contractId: number | null;
  /** Visits or uses left now (of a contract: in the period of the training); null: as many as one likes, or bought singly. */
  readonly left: number | null;
  /** The last local date of the ticket or voucher; null: not known yet, bought singly, or a contract's. */
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
  readonly contractId: number | null;
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
    contractId: cover?.contractId ?? null,
    newRemaining: left === null ? null : left + (visitReturned ? 1 : 0),
    endedOn: visitReturned && endsOn !== null && endsOn < today ? endsOn : null,
    paidCents: cover?.paidCents ?? null,
    creditCents: visitReturned ? (cover?.paidCents ?? null) : null,
  };
}
