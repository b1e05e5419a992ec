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
import { formatDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { compareTexts, earlierOf } from '#shared/kernel/order.ts';
import type { ClientType } from '#shared/products/domain.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import { bookedPast, hasVisit, type TicketFacts, toBookedPast } from '#shared/tickets/domain.ts';
import { add, effectOf } from '#shared/tickets/ledger/domain.ts';
import { grantedOf, type Movement, usesLeftOf, type VoucherFacts } from '#shared/vouchers/domain.ts';

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
export type Pass =
  | Bought
  | { readonly kind: 'contract'; readonly contract: ContractFacts; readonly clock: ContractClock };

/** What is bought for a number of visits or a time. */
type Bought = {
  readonly clientType: ClientType;
  /** Where it holds; null: in every club. */
  readonly clubId: number | null;
} & (
  | { readonly kind: 'ticket'; readonly ticket: TicketFacts }
  | {
      readonly kind: 'voucher';
      readonly id: number;
      readonly voucher: VoucherFacts;
      readonly movements: readonly Movement[];
    }
);

/** One of them, by name. */
export interface EntitlementChoice {
  readonly kind: 'contract' | 'ticket' | 'voucher';
  readonly id: number;
}

/** A contract, ticket or voucher that covers a booking, as it stands before. */
export interface Entitlement extends EntitlementChoice {
  /** Of a contract: the benefit's place in its list. */
  readonly benefit?: number;
  /** The last local date it holds; of a contract, of the billing period its visits are counted in. */
  readonly endsOn: string;
  /** Visits or uses left, and granted at first (by a contract: for the period); null: as many as one likes. */
  readonly left: number | null;
  readonly granted: number | null;
}

export type EntitlementDecision =
  | { readonly kind: 'none' }
  | { readonly kind: 'cover'; readonly cover: Entitlement }
  | { readonly kind: 'purchase'; readonly priceCents: Cents };

/**
 * How a place in this training would be paid for: nothing where it is free; the chosen contract, ticket or voucher, else
 * the best fitting one; else its own price. It must hold on the training's local date. Where nothing fits and it is not
 * sold singly, throws why a contract does not cover it, or `coverNeeded`; for a choice what is wrong with it (mission 2.4).
 */
export function entitlementOf(
  training: PayableTraining,
  passes: readonly Pass[],
  choice: EntitlementChoice | null,
  now: string,
): EntitlementDecision {
  if (!isPaid(training)) return { kind: 'none' };
  if (choice) {
    const chosen = passes.find((one) => one.kind === choice.kind && idOf(one) === choice.id);
    if (!chosen || !isFor(chosen, training)) throw new AppError('coverNeeded');
    if (chosen.kind === 'contract') {
      const coverage = coverageOf(chosen, training);
      if (!isCoverage(coverage)) throw toError(coverage);
      return { kind: 'cover', cover: ofContract(coverage) };
    }
    refuseUnfit(chosen, training.localDate, now);
    return { kind: 'cover', cover: toEntitlement(chosen, training.localDate, now) };
  }
  const [best] = entitlementsFor(training, passes, now);
  if (best) return { kind: 'cover', cover: best };
  const { priceCents = null } = training;
  if (priceCents === null) throw uncovered(training, passes);
  return { kind: 'purchase', priceCents: cents(priceCents) };
}

/**
 * The contract, ticket or voucher that a booking takes; null where it is free. Throws why a contract does not cover it, or
 * `coverNeeded`, where nothing fits, whether or not the training could be bought, and for a choice what is wrong with it.
 */
export function redeem(
  training: PayableTraining,
  passes: readonly Pass[],
  now: string,
  choice: EntitlementChoice | null = null,
): Entitlement | null {
  const decision = entitlementOf(training, passes, choice, now);
  if (decision.kind === 'purchase') throw uncovered(training, passes);
  return decision.kind === 'cover' ? decision.cover : null;
}

/** What is answered where nothing covers a place: what keeps a contract from it, or a ticket that has not begun. */
function uncovered(training: PayableTraining, passes: readonly Pass[]): AppError {
  const problem = contractProblemOf(training, passes);
  if (problem) return toError(problem);
  const [past] = passes.flatMap((one) => {
    if (one.kind !== 'ticket' || !isFor(one, training) || !hasVisit(one.ticket)) return [];
    return pastOf(one, spanOf(one, training.localDate).from) ?? [];
  });
  return past ? toBookedPast(past) : new AppError('coverNeeded');
}

/** Why the contract that comes nearest to it does not cover this training; null without a contract for such trainings. */
export function contractProblemOf(
  training: PayableTraining,
  passes: readonly Pass[],
): ContractProblem | null {
  return nearestProblem(
    passes.flatMap((one) => {
      if (one.kind !== 'contract' || !isFor(one, training)) return [];
      const coverage = coverageOf(one, training);
      return isCoverage(coverage) ? [] : [coverage];
    }),
  );
}

type ContractPass = Extract<Pass, { kind: 'contract' }>;

function coverageOf({ contract, clock }: ContractPass, training: PayableTraining) {
  return coverageBy(contract, occasionOf(training), clock, 'book');
}

function occasionOf({ clientType = 'groupTraining', clubId = 0, startsAt }: PayableTraining) {
  return { clientType, clubId, startsAt };
}

function ofContract({ contractId, benefit, left, granted, untilOn }: Coverage): Entitlement {
  return { kind: 'contract', id: contractId, benefit, endsOn: untilOn, left, granted };
}

export function isPaid({ payment }: PayableTraining): boolean {
  return payment === 'paid';
}

/**
 * All that fits: contracts first, one without a count before others; then what ends first, then what has the fewest visits
 * left, then the oldest.
 */
export function entitlementsFor(
  training: PayableTraining,
  passes: readonly Pass[],
  now: string,
): readonly Entitlement[] {
  const { localDate } = training;
  return passes
    .filter((one) => isFor(one, training))
    .flatMap((one) => {
      if (one.kind !== 'contract') {
        return problemOf(one, localDate, now) === null ? [toEntitlement(one, localDate, now)] : [];
      }
      const coverage = coverageOf(one, training);
      return isCoverage(coverage) ? [ofContract(coverage)] : [];
    })
    .toSorted(compareEntitlements);
}

/** What is held once a booking that this covers has been given back in time. A contract's visits are counted without it. */
export function withReturned<One extends Pass>(
  passes: readonly One[],
  entitlement: EntitlementChoice,
): One[] {
  return passes.map((one) => {
    if (one.kind !== entitlement.kind || one.kind === 'contract' || idOf(one) !== entitlement.id) return one;
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

/** What is left beside what others took: several clients may use one ticket, and two never its last visit. */
export function withTaken<One extends Pass>(
  passes: readonly One[],
  taken: readonly EntitlementChoice[],
): One[] {
  return passes.map((one) => {
    if (one.kind !== 'ticket') return one;
    const { ticket } = one;
    const visits = taken.filter(({ kind, id }) => kind === 'ticket' && id === ticket.id).length;
    return {
      ...one,
      ticket: {
        ...ticket,
        balances: add(ticket.balances, effectOf({ kind: 'RESERVE', visits, isSettling: false })),
      },
    };
  });
}

interface Beside {
  /** The best of what covers it; null where nothing is to be paid, undefined where nothing does. */
  readonly cover: Entitlement | null | undefined;
  /** Why nothing does, where it cannot be bought singly either. */
  readonly uncovered?: AppError | undefined;
}

/** What covers a place of somebody in a line, beside what others of it take. */
export function entitlementBeside(
  training: PayableTraining,
  passes: readonly Pass[] | undefined,
  taken: readonly EntitlementChoice[],
  now: string,
): Beside {
  if (!passes) return { cover: null };
  const left = withTaken(passes, taken);
  const [cover] = entitlementsFor(training, left, now);
  const isSold = (training.priceCents ?? null) !== null;
  return { cover, uncovered: cover || isSold ? undefined : uncovered(training, left) };
}

/** What is left of it once it is used; null: as many as one likes. */
export function leftAfter({ left }: Pick<Entitlement, 'left'>): number | null {
  return left === null ? null : left - 1;
}

function isFor(pass: Pass, training: PayableTraining): boolean {
  if (pass.kind === 'contract') return isAbout(pass.contract, occasionOf(training));
  const { clientType, clubId } = pass;
  return clientType === training.clientType && (clubId === null || clubId === training.clubId);
}

/** Its number among others of its kind. */
export function idOf(pass: Pass): number {
  if (pass.kind === 'contract') return pass.contract.id;
  return pass.kind === 'ticket' ? pass.ticket.id : pass.id;
}

function compareEntitlements(one: Entitlement, other: Entitlement): number {
  const isContract = one.kind === 'contract';
  if (isContract !== (other.kind === 'contract')) return isContract ? -1 : 1;
  if (isContract && (one.left === null) !== (other.left === null)) return one.left === null ? -1 : 1;
  const [left, otherLeft] = [one.left ?? Number.MAX_SAFE_INTEGER, other.left ?? Number.MAX_SAFE_INTEGER];
  return (
    compareTexts(one.endsOn, other.endsOn) ||
    left - otherLeft ||
    compareTexts(one.kind, other.kind) ||
    one.id - other.id
  );
}

function toEntitlement(pass: Bought, date: string, now: string): Entitlement {
  const { from: _, until } = spanOf(pass, date);
  const { left, granted } = countOf(pass, now);
  return { kind: pass.kind, id: idOf(pass), endsOn: until, left, granted };
}

function countOf(pass: Bought, now: string): { left: number | null; granted: number | null } {
  if (pass.kind === 'voucher') {
    const { voucher, movements } = pass;
    const granted = grantedOf(voucher.uses, movements);
    return { left: usesLeftOf(voucher.uses, movements, now), granted };
  }
  const { isUnlimited, balances } = pass.ticket;
  return isUnlimited
    ? { left: null, granted: null }
    : { left: balances.remaining, granted: balances.granted };
}

/** The local dates it holds between, both included, were it used on this one. */
function spanOf(pass: Bought, date: string): { from: string; until: string } {
  if (pass.kind === 'voucher') return { from: pass.voucher.validFrom, until: pass.voucher.validUntil };
  const { startsOn, endsOn, length, reservedFrom } = pass.ticket;
  if (startsOn !== null && endsOn !== null) return { from: startsOn, until: endsOn };
  const first = earlierOf(date, reservedFrom);
  return { from: first, until: lastDate(first, length) };
}

type Problem = 'revoked' | 'used' | 'ended' | 'notBegun' | 'bookedPast';

function problemOf(pass: Bought, date: string, now: string): Problem | null {
  if (pass.kind === 'voucher' && pass.voucher.revokedAt !== null) return 'revoked';
  const { left } = countOf(pass, now);
  if (left !== null && left < 1) return 'used';
  const { from, until } = spanOf(pass, date);
  if (date > until) return 'ended';
  if (date < from) return 'notBegun';
  return pastOf(pass, from) ? 'bookedPast' : null;
}

/** Whether another place that a ticket covers would lie behind its end, were it to begin on this date. */
function pastOf(pass: Bought, date: string) {
  return pass.kind === 'ticket' ? bookedPast(pass.ticket, date) : null;
}

function refuseUnfit(pass: Bought, date: string, now: string): void {
  const { from, until } = spanOf(pass, date);
  const isTicket = pass.kind === 'ticket';
  switch (problemOf(pass, date, now)) {
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
    case 'bookedPast': {
      const past = pastOf(pass, from);
      if (past) throw toBookedPast(past);
      return;
    }
    default:
  }
}
