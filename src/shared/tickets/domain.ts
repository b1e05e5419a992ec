import { addDays, addMinutes, compareInstants, formatDate, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { compareTexts, earlierOf, laterOf } from '#shared/kernel/order.ts';
import {
  lastDate,
  placeInTime,
  type StartMode,
  type Validity,
  type ValidLength,
} from '#shared/products/validity/domain.ts';
import type { Balances } from './ledger/domain.ts';

/** Of the specification (point 4). What has not begun yet is valid, from a date on. */
export const ticketStates = ['valid', 'used', 'expired'] as const;
export type TicketState = (typeof ticketStates)[number];

/** What is known of a ticket when it is to be looked at or used. */
export interface TicketFacts extends Validity {
  readonly id: number;
  readonly startMode: StartMode;
  readonly length: ValidLength;
  /** As many visits as one likes while it lasts. */
  readonly isUnlimited: boolean;
  readonly balances: Balances;
  /** Of one that has not begun: the first local date on which it covers a place of anybody's. It begins then at the latest. */
  readonly reservedFrom: string | null;
  /**
   * Of one that has not begun: the last local date on which it covers a place that whoever uses it has, and can give up; null
   * where it covers none. Whom it is shared with keeps nobody else from it.
   */
  readonly reservedUntil: string | null;
}

export interface Clock {
  readonly now: string;
  readonly timeZone: string;
}

/** Derived, never stored: used once every visit was, else expired after its last date. */
export function ticketState(
  ticket: Pick<TicketFacts, 'isUnlimited' | 'balances' | keyof Validity>,
  { now, timeZone }: Clock,
): TicketState {
  const { isUnlimited, balances } = ticket;
  if (!isUnlimited && balances.used > 0 && balances.used >= balances.granted) return 'used';
  return placeInTime(ticket, now, timeZone) === 'after' ? 'expired' : 'valid';
}

/** Why a start cannot be what was asked for: keys of the catalogue's `tickets` and `validation` texts. */
export type StartProblem = 'fieldRequired' | 'startPast' | 'startTooFar';

export interface StartAsked {
  readonly startMode: StartMode;
  /** As typed, for the mode `chosen`. */
  readonly startsOn: string | null;
}

export interface StartBounds {
  readonly today: string;
  readonly daysMax: number;
}

/** What is wrong with the chosen start; only the mode `chosen` can be wrong. */
export function startProblem(
  { startMode, startsOn }: StartAsked,
  { today, daysMax }: StartBounds,
): StartProblem | undefined {
  if (startMode !== 'chosen') return undefined;
  if (startsOn === null || startsOn === '') return 'fieldRequired';
  if (startsOn < today) return 'startPast';
  return tooFar(startsOn, today, daysMax);
}

/** Whether something would begin later than a centre lets anything begin. */
export function tooFar(startsOn: string, today: string, daysMax: number): 'startTooFar' | undefined {
  return startsOn > addDays(today, daysMax) ? 'startTooFar' : undefined;
}

/**
 * The dates of a ticket handed over today. One that was to begin on a day gone by meanwhile, as its payment came late,
 * begins today: what was bought is what is had.
 */
export function validityOf(
  { startMode, startsOn }: StartAsked,
  length: ValidLength,
  today: string,
): Validity {
  if (startMode === 'firstUse') return { startsOn: null, endsOn: null };
  const start = startMode === 'chosen' ? laterOf(today, startsOn) : today;
  return { startsOn: start, endsOn: lastDate(start, length) };
}

/** What spending a visit at the door does. */
export type Spending =
  /** The door was opened with it a moment ago: one visit a stay. */
  | { readonly kind: 'sameStay' }
  /** It holds a place whose time it is: that place's visit is the one. */
  | { readonly kind: 'booked' }
  | { readonly kind: 'spend'; readonly begins: Validity | null };

export interface SpendFacts extends Clock {
  /** The last visit taken, whatever for. */
  readonly lastUsedAt: string | null;
  readonly stayMinutes: number;
  /** Places that it holds. */
  readonly places: readonly PlaceTime[];
}

/** When a training takes place that a ticket holds a place in. */
interface PlaceTime {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Whoever has a place in a training comes in so long before it, whatever they show. */
export const placeOpensMinutes = 60;

/** Whether somebody with a place comes in by it: from a while before its start to its end, and as long as a stay goes on. */
export function isPlaceOpen(
  { startsAt, endsAt }: PlaceTime,
  { now, stayMinutes }: Pick<SpendFacts, 'now' | 'stayMinutes'>,
): boolean {
  const isBegun = compareInstants(addMinutes(startsAt, -placeOpensMinutes), now) <= 0;
  const isOver = [endsAt, addMinutes(startsAt, stayMinutes)].every((end) => compareInstants(end, now) <= 0);
  return isBegun && !isOver;
}

/**
 * Decides a scan at the door (mission 2.4): a stay costs one visit however many doors it opens, also one that is booked, and the
 * first use begins what begins with it. Throws `ticketNotYetValid`, `ticketExpired` (with their date), `ticketUsed` or
 * `ticketBookedPast`.
 */
export function decideSpending(ticket: TicketFacts, facts: SpendFacts): Spending {
  const { now, timeZone, lastUsedAt, stayMinutes, places } = facts;
  // A stay goes on through midnight of the last date, and after its last visit.
  if (lastUsedAt !== null && compareInstants(now, addMinutes(lastUsedAt, stayMinutes)) < 0) {
    return { kind: 'sameStay' };
  }
  if (places.some((place) => isPlaceOpen(place, facts))) return { kind: 'booked' };
  refuseUnusable(ticket, facts);
  const today = localDate(now, timeZone);
  const late = bookedPast(ticket, today);
  if (late) throw toBookedPast(late);
  const begins = { startsOn: beginOn(ticket, today), endsOn: endOn(ticket, today) };
  return { kind: 'spend', begins: ticket.startsOn === null ? begins : null };
}

/** A first use that would leave a place, covered already, behind the end of its ticket. */
interface BookedPast {
  readonly date: string;
  /** The last date that the ticket would have. */
  readonly until: string;
  readonly booked: string;
}

/**
 * Why a ticket that begins with its first use cannot be used on a local date: what is booked with it would lie behind its end,
 * and it would be good for longer than what was bought. Null where it can, or has begun.
 */
export function bookedPast(ticket: TicketFacts, date: string): BookedPast | null {
  const { startsOn, reservedUntil: booked } = ticket;
  const until = endOn(ticket, date);
  const isPast = startsOn === null && booked !== null && booked > until;
  return isPast ? { date: beginOn(ticket, date), until, booked } : null;
}

/** The same of several tickets with a visit left, where that is why one of them cannot be used; null otherwise. */
export function bookedPastOf(tickets: readonly TicketFacts[], date: string): AppError | null {
  const [past] = tickets.flatMap((one) => (hasVisit(one) ? (bookedPast(one, date) ?? []) : []));
  return past ? toBookedPast(past) : null;
}

/** The refusal as it is thrown. */
export function toBookedPast({ date, until, booked }: BookedPast): AppError {
  const details = { date: formatDate(date), until: formatDate(until), booked: formatDate(booked) };
  return new AppError('ticketBookedPast', details, 409);
}

function refuseUnusable(ticket: TicketFacts, clock: Clock): void {
  const state = ticketState(ticket, clock);
  if (state === 'used') throw new AppError('ticketUsed');
  const today = localDate(clock.now, clock.timeZone);
  const span = { startsOn: ticket.startsOn, endsOn: endOn(ticket, today) };
  const place = placeInTime(span, clock.now, clock.timeZone);
  if (place === 'after') throw new AppError('ticketExpired', { date: formatDate(span.endsOn) });
  if (place === 'before') {
    throw new AppError('ticketNotYetValid', { date: formatDate(ticket.startsOn ?? '') });
  }
  if (!hasVisit(ticket)) throw new AppError('ticketUsed');
}

/**
 * Which ticket to use on a local date when several fit: the one that ends first, then the one with the fewest visits
 * left, then the oldest (mission 2.4). Null when none fits. One that begins with its first use would begin that day.
 */
export function chooseTicket<Ticket extends TicketFacts>(
  tickets: readonly Ticket[],
  date: string,
): Ticket | null {
  const fitting = tickets.filter((ticket) => {
    const end = endOn(ticket, date);
    const hasBegun = ticket.startsOn === null ? bookedPast(ticket, date) === null : ticket.startsOn <= date;
    return hasVisit(ticket) && hasBegun && end >= date;
  });
  const left = ({ isUnlimited, balances }: Ticket) =>
    isUnlimited ? Number.POSITIVE_INFINITY : balances.remaining;
  const [first = null] = fitting.toSorted(
    (one, other) =>
      compareTexts(endOn(one, date), endOn(other, date)) ||
      (left(one) === left(other) ? one.id - other.id : left(one) - left(other)),
  );
  return first;
}

/** Whether there is a visit to use. */
export function hasVisit({ isUnlimited, balances }: Pick<TicketFacts, 'isUnlimited' | 'balances'>): boolean {
  return isUnlimited || balances.remaining > 0;
}

/** When it begins, were it used on a local date: with a place before that, though nobody has settled it yet. */
function beginOn({ startsOn, reservedFrom }: TicketFacts, date: string): string {
  return startsOn ?? earlierOf(date, reservedFrom);
}

function endOn(ticket: TicketFacts, date: string): string {
  return ticket.endsOn ?? lastDate(beginOn(ticket, date), ticket.length);
}

/** A holder as others may read it over a shoulder: the first name and a letter. */
export function shortName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const letter = lastName.trim().match(/^\p{L}/u)?.[0];
  return letter === undefined ? firstName.trim() : `${firstName.trim()} ${letter.toUpperCase()}.`;
}
