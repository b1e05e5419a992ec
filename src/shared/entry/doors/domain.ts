import {
  type ContractClock,
  type ContractFacts,
  type Coverage,
  entryBy,
  isCoverage,
} from '#shared/contracts/benefits/domain.ts';
import {
  addDays,
  addMinutes,
  compareInstants,
  dayOfWeek,
  instantAt,
  localDate,
  localTime,
  startOfDay,
} from '#shared/kernel/dates.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { type ClientType, clientTypes } from '#shared/products/domain.ts';
import { presenceOpensMinutes } from '#shared/registrations/attendance/domain.ts';
import type { OpenHours } from '#shared/rooms/rentals/domain.ts';
import {
  bookedPastOf,
  chooseTicket,
  decideSpending,
  placeOpensMinutes,
  type TicketFacts,
} from '#shared/tickets/domain.ts';

/** A scan notes as here whoever's training started so lately (mission 2.7); so soon as the roll opens before it. */
const presenceAfterMinutes = 15;
/** How long a door may go without hearing from the server. */
export const listHours = 26;

/** A place in a training, or a rented room, at the door's club. */
export interface Booking {
  /** Null for a rental. */
  readonly registrationId: number | null;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A scan that opened a door of the club for the same person. */
export interface LastEntry {
  readonly at: string;
  readonly direction: Direction;
  readonly insideUntil: string | null;
}

/** What a stay is counted from: a coming in by a right of its own, or a visit that was taken, then of a ticket. */
export interface StayStart {
  readonly at: string;
  readonly ticketId: number | null;
  /** They came in themselves. Whom the desk or a ticket's code let in by a visit of theirs nobody knows. */
  readonly isOwn: boolean;
}

/** What is known of somebody's coming and going. */
export interface Stay {
  readonly last: LastEntry | null;
  /** Of stays behind doors of the kind; not each door of one. */
  readonly starts: readonly StayStart[];
  /** When they came in at another club, where they were seen last: told of a code that stands still alone. */
  readonly elsewhereAt?: string | undefined;
  /** The last by the code of each ticket of theirs for the kind, whoever carried it. */
  readonly byCode?: readonly (LastEntry & { readonly ticketId: number })[];
}

export const directions = ['in', 'out'] as const;
export type Direction = (typeof directions)[number];

/** A door's form. */
export const doorFields: readonly Field[] = [
  { name: 'name', kind: 'text', isRequired: true, most: 60 },
  { name: 'clubId', kind: 'choice', from: 'clubs', isRequired: true, isFixed: true },
  { name: 'direction', kind: 'choice', choices: directions, isRequired: true },
  { name: 'clientType', kind: 'choice', choices: clientTypes, isRequired: true },
  { name: 'relayUrl', kind: 'text', most: 300 },
  { name: 'isActive', kind: 'isOn' },
];

/** Which door: what a visit through it is, and where. */
export interface DoorFacts {
  readonly direction: Direction;
  readonly clientType: ClientType;
  readonly clubId: number;
  /** Monday first; null: shut that day. No hours at all: always open. */
  readonly hours: readonly (OpenHours | null)[];
  /** Local dates on which the club is shut all the same, the last one included. */
  readonly closures: readonly { readonly from: string; readonly until: string }[];
  /** Whether who goes out of the club is read as well. */
  readonly isExitRead: boolean;
}

/** All that decides whether somebody may come in. */
export interface AccessFacts {
  /** Barred by the centre: no door opens, whatever was bought or booked. */
  readonly isBlocked: boolean;
  readonly isStaff: boolean;
  readonly bookings: readonly Booking[];
  readonly contracts: readonly ContractFacts[];
  /** Those of the door's kind of visit. */
  readonly tickets: readonly TicketFacts[];
}

export interface EntryClock extends ContractClock {
  readonly stayMinutes: number;
  readonly passbackMinutes: number;
}

/** By what right a door opens. */
export type Right =
  | { readonly by: 'staff' | 'exit' }
  | { readonly by: 'sameStay'; readonly ticketId: number | null }
  | { readonly by: 'booking' }
  | { readonly by: 'contract'; readonly coverage: Coverage }
  | {
      readonly by: 'ticket';
      readonly ticketId: number;
      readonly begins: { startsOn: string | null; endsOn: string | null } | null;
    };

export interface Refusal {
  readonly error: ErrorCode;
  readonly details: Readonly<Record<string, string | number>>;
}

export type Access = Right | Refusal;

export function isRefusal(access: Access): access is Refusal {
  return 'error' in access;
}

/**
 * By what right somebody may come in at an instant, or why not: nobody who is blocked; then staff, then who has a place in a
 * training, then contracts, then a visit of a ticket (mission 2.7). Contracts and tickets open only what is open.
 */
export function accessAt(door: DoorFacts, facts: AccessFacts, at: string, clock: EntryClock): Access {
  if (facts.isBlocked) return { error: 'entryBarred', details: {} };
  if (facts.isStaff) return { by: 'staff' };
  const isBooked = facts.bookings.some(
    ({ startsAt, endsAt }) =>
      compareInstants(addMinutes(startsAt, -placeOpensMinutes), at) <= 0 && compareInstants(at, endsAt) < 0,
  );
  if (isBooked) return { by: 'booking' };
  const { timeZone } = clock;
  const opening = openingAt(door, at, timeZone);
  if (opening !== null) return opening;
  const occasion = { clientType: door.clientType, clubId: door.clubId, startsAt: at };
  const contract = entryBy(facts.contracts, occasion, clock);
  if (contract && isCoverage(contract)) return { by: 'contract', coverage: contract };
  const byTicket = accessByTickets(facts.tickets, at, timeZone);
  if (byTicket && !isRefusal(byTicket)) return byTicket;
  return contract ?? byTicket ?? { error: 'entryNothingValid', details: {} };
}

/** By which of somebody's tickets a door opens, with what its first use begins; null where none is good for anything now. */
export function accessByTickets(tickets: readonly TicketFacts[], at: string, zone: string): Access | null {
  const date = localDate(at, zone);
  const ticket = chooseTicket(tickets, date);
  const past = ticket ? null : bookedPastOf(tickets, date);
  if (!ticket) return past && { error: past.code, details: past.details ?? {} };
  const facts = { now: at, timeZone: zone, lastUsedAt: null, stayMinutes: 0, places: [] };
  const spending = decideSpending(ticket, facts);
  return { by: 'ticket', ticketId: ticket.id, begins: spending.kind === 'spend' ? spending.begins : null };
}

/** Null while the club is open. */
export function openingAt({ hours, closures }: DoorFacts, at: string, timeZone: string): Refusal | null {
  const date = localDate(at, timeZone);
  if (closures.some(({ from, until }) => from <= date && date <= until)) {
    return { error: 'entryClosedToday', details: {} };
  }
  if (hours.every((day) => day === null)) return null;
  const day = hours[dayOfWeek(date) - 1] ?? null;
  if (day === null) return { error: 'entryClosedToday', details: {} };
  const time = localTime(at, timeZone);
  if (time >= day.opens && time < day.closes) return null;
  return { error: 'entryClosed', details: { opens: day.opens, closes: day.closes } };
}

/** Until when an open club is open today, as a wall time; null while it is shut, and where it always is open. */
export function openUntil(door: DoorFacts, at: string, timeZone: string): string | null {
  if (openingAt(door, at, timeZone) !== null) return null;
  return door.hours[dayOfWeek(localDate(at, timeZone)) - 1]?.closes ?? null;
}

/** A span of time in which somebody may come in; `until` is not included. */
export interface OpenSpan {
  readonly from: string;
  readonly until: string;
}

/**
 * When somebody may come in from an instant on, for so many hours: found by the rule itself, asked at each instant at which
 * its answer can change. Visits that are counted are not counted down: a door without a network may let in once too often.
 */
export function spansOf(
  door: DoorFacts,
  facts: AccessFacts,
  from: string,
  hours: number,
  clock: EntryClock,
): OpenSpan[] {
  const until = addMinutes(from, hours * 60);
  const moments = turningPoints(door, facts, from, until, clock.timeZone);
  return spansWhere(moments, until, (moment) => !isRefusal(accessAt(door, facts, moment, clock)));
}

/** When the club of a door is open from an instant on, for so many hours. */
export function openSpansOf(door: DoorFacts, from: string, hours: number, timeZone: string): OpenSpan[] {
  const until = addMinutes(from, hours * 60);
  const moments = turningPoints(door, { bookings: [], contracts: [] }, from, until, timeZone);
  return spansWhere(moments, until, (moment) => openingAt(door, moment, timeZone) === null);
}

/** The stretches between moments for which something holds, those that touch joined. */
function spansWhere(
  moments: readonly string[],
  until: string,
  holds: (moment: string) => boolean,
): OpenSpan[] {
  const spans: OpenSpan[] = [];
  for (const [index, moment] of moments.entries()) {
    if (!holds(moment)) continue;
    const next = moments[index + 1] ?? until;
    const last = spans.at(-1);
    if (last && last.until === moment) spans[spans.length - 1] = { from: last.from, until: next };
    else spans.push({ from: moment, until: next });
  }
  return spans;
}

/** The instants of a span at which a right may begin or end, in order, its beginning first. */
function turningPoints(
  { hours }: DoorFacts,
  { bookings, contracts }: Pick<AccessFacts, 'bookings' | 'contracts'>,
  from: string,
  until: string,
  timeZone: string,
): string[] {
  const times = new Set<string>();
  for (const day of hours) if (day) times.add(day.opens).add(day.closes);
  for (const { benefits } of contracts) {
    for (const benefit of benefits) {
      if (benefit.from !== null) times.add(benefit.from);
      if (benefit.until !== null) times.add(benefit.until);
    }
  }
  const points = bookings.flatMap(({ startsAt, endsAt }) => [
    addMinutes(startsAt, -placeOpensMinutes),
    endsAt,
  ]);
  const last = localDate(until, timeZone);
  for (let date = localDate(from, timeZone); date <= last; date = addDays(date, 1)) {
    points.push(startOfDay(date, timeZone));
    for (const time of times) points.push(instantAt(date, time, timeZone));
  }
  const inside = points.filter(
    (point) => compareInstants(from, point) < 0 && compareInstants(point, until) < 0,
  );
  return [from, ...inside].toSorted(compareInstants);
}

/** What a scan comes to. */
export type Outcome =
  | { readonly result: 'accepted'; readonly right: Right; readonly insideUntil: string | null }
  | { readonly result: 'refused'; readonly refusal: Refusal };

/** Refusals that say no more than that there is nothing left, or nothing at all. */
const spent: readonly ErrorCode[] = [
  'contractVisitsUsed',
  'entryNothingValid',
  'ticketUsed',
  'ticketBookedPast',
];

const alreadyInside: Outcome = { result: 'refused', refusal: { error: 'entryAlreadyInside', details: {} } };

/** The tickets by whose codes somebody is inside, whoever that is. */
function carriedIn(
  door: DoorFacts,
  byCode: Stay['byCode'],
  at: string,
  clock: EntryClock,
): ReadonlySet<number | null> {
  const inside = (byCode ?? []).filter((entry) => isInside(door, entry, at, clock));
  return new Set(inside.map(({ ticketId }) => ticketId));
}

/** By what right somebody may come in beside whoever is inside by the codes of their tickets: by all else that is theirs. */
export function accessBeside(
  door: DoorFacts,
  facts: AccessFacts,
  byCode: Stay['byCode'],
  at: string,
  clock: EntryClock,
): Access {
  const carried = carriedIn(door, byCode, at, clock);
  return accessAt(door, { ...facts, tickets: facts.tickets.filter(({ id }) => !carried.has(id)) }, at, clock);
}

/**
 * Decides a scan at a door, `access` being by what is free beside `byCode`. Out goes everybody, always. In goes who may, once: who is inside where going out is read, or came
 * in a moment ago where it is not, does not come in again; nor, within a stay, who is at another club, but to a place that is
 * theirs. A stay costs one visit, however many doors of the kind it opens.
 */
export function decideEntry(
  door: DoorFacts,
  access: Access,
  { last, starts, byCode, elsewhereAt }: Stay,
  at: string,
  clock: EntryClock,
): Outcome {
  if (door.direction === 'out') return { result: 'accepted', right: { by: 'exit' }, insideUntil: null };
  const isStaff = 'by' in access && access.by === 'staff';
  const carried = carriedIn(door, byCode, at, clock);
  if (isInside(door, last, at, clock) && !isStaff) return alreadyInside;
  const isElsewhere =
    elsewhereAt !== undefined && compareInstants(at, addMinutes(elsewhereAt, clock.stayMinutes)) < 0;
  if (isElsewhere && !('by' in access && access.by === 'booking')) return alreadyInside;
  // Who has a right of their own, and no ticket's, comes in by it: the visit that was taken let in somebody else.
  const isTheirs = isRefusal(access) || access.by === 'ticket';
  const stay = starts
    .filter((start) => compareInstants(at, addMinutes(start.at, clock.stayMinutes)) < 0)
    .toSorted((one, other) => compareInstants(other.at, one.at))
    // Nobody comes in on the stay of whoever is inside by the code of their ticket.
    .find(({ ticketId, isOwn }) => !carried.has(ticketId) && (isOwn || isTheirs));
  const insideUntil = closingAfter(door, at, clock.timeZone);
  const sameStay = stay && !isStaff && ({ by: 'sameStay', ticketId: stay.ticketId } as const);
  if (!isRefusal(access)) return { result: 'accepted', right: sameStay || access, insideUntil };
  if (!spent.includes(access.error)) return { result: 'refused', refusal: access };
  // The visit that was the last one opens the doors behind the first one too.
  if (sameStay) return { result: 'accepted', right: sameStay, insideUntil };
  return carried.size > 0 ? alreadyInside : { result: 'refused', refusal: access };
}

/** Whether who came in last, a person or by a ticket, counts as inside still: nobody comes in beside them. */
function isInside(
  { isExitRead }: Pick<DoorFacts, 'isExitRead'>,
  last: LastEntry | null,
  at: string,
  { passbackMinutes }: Pick<EntryClock, 'passbackMinutes'>,
): boolean {
  if (last?.direction !== 'in') return false;
  const until = isExitRead ? (last.insideUntil ?? last.at) : addMinutes(last.at, passbackMinutes);
  return compareInstants(at, until) < 0;
}

/** Until when somebody who goes out unseen counts as inside: the club's next closing, or midnight. */
export function closingAfter({ hours }: Pick<DoorFacts, 'hours'>, at: string, timeZone: string): string {
  const date = localDate(at, timeZone);
  const closes = hours[dayOfWeek(date) - 1]?.closes;
  const closing = closes === undefined ? undefined : instantAt(date, closes, timeZone);
  if (closing !== undefined && compareInstants(at, closing) < 0) return closing;
  return startOfDay(addDays(date, 1), timeZone);
}

/** Whose presence a scan notes: places in trainings that start soon, or just did. */
export function presentAt(bookings: readonly Booking[], at: string): number[] {
  return bookings.flatMap(({ registrationId, startsAt }) => {
    const isNear =
      compareInstants(startsAt, addMinutes(at, presenceOpensMinutes)) <= 0 &&
      compareInstants(startsAt, addMinutes(at, -presenceAfterMinutes)) >= 0;
    return registrationId !== null && isNear ? [registrationId] : [];
  });
}

/** What a door says aloud: never anything of money (mission 2.7). */
export const doorReasons = [
  'codeNotValid',
  'codeOld',
  'alreadyInside',
  'closed',
  'notNow',
  'lookAtPhone',
  'notOffline',
  'doorStale',
] as const;
export type DoorReason = (typeof doorReasons)[number];

const spoken: Partial<Record<ErrorCode, DoorReason>> = {
  qrNotValid: 'codeNotValid',
  qrDenied: 'codeNotValid',
  qrExpired: 'codeOld',
  entryAlreadyInside: 'alreadyInside',
  entryClosed: 'closed',
  entryClosedToday: 'closed',
  contractNotForTime: 'notNow',
};

/** What others at the door may hear of a refusal; all else stands on the member's own phone. */
export function spokenReason(error: ErrorCode): DoorReason {
  return spoken[error] ?? 'lookAtPhone';
}
