import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { accountHolders, childStyles, type DemoClient } from '../people/domain.ts';
import { type Random, randomOf } from '../random/domain.ts';
import type { DemoTraining } from '../timetable/domain.ts';
import type { StoryRequest } from './member/domain.ts';

export type DemoState =
  | 'booked'
  | 'waiting'
  | 'cancelledFree'
  | 'cancelledLate'
  | 'cancelledByCentre'
  | 'left'
  | 'closed';

/** A row of the registrations table; instants are seconds of the epoch. */
interface DemoRegistration {
  readonly clientIndex: number;
  readonly state: DemoState;
  readonly place: number | null;
  readonly createdAt: number;
  readonly freeUntil: number;
  readonly endedAt: number | null;
  readonly presence: boolean | null;
}

/** A training with everybody who wanted to come, in order of coming; the counters agree with the states. */
export interface FilledTraining {
  readonly training: DemoTraining;
  readonly booked: number;
  readonly waiting: number;
  readonly registrations: readonly DemoRegistration[];
}

export interface Crowd {
  readonly host: string;
  readonly clients: readonly DemoClient[];
  readonly limits: BookingLimits;
  /** Seconds of the epoch. */
  readonly now: number;
  /** Coming trainings booked so far, by client; goes on from day to day. */
  readonly upcoming: Map<number, number>;
  readonly wishes: ReadonlyMap<DemoTraining, StoryRequest>;
}

interface Claim {
  readonly training: DemoTraining;
  readonly isBooked: boolean;
}

const day = 86_400;
/** Longest waiting list made; a centre's own limit may be lower. */
const waitingMost = 8;
/** Nobody of the crowd trains more often in a day. */
const crowdSameDayMax = 2;

/** Fills the trainings of one date, given in order of start. Obeys the centre's limits for everybody (specification point 5). */
export function fillDay(trainings: readonly DemoTraining[], crowd: Crowd): FilledTraining[] {
  const claims = new Map<number, Claim[]>();
  return trainings.map((training) => {
    const random = randomOf(crowd.host, 'crowd', String(training.startsAt), String(training.roomIndex));
    return fillTraining(training, crowd, claims, random);
  });
}

function fillTraining(
  training: DemoTraining,
  crowd: Crowd,
  claims: Map<number, Claim[]>,
  random: Random,
): FilledTraining {
  const { now } = crowd;
  if (now < training.opensAt + 600) return { training, booked: 0, waiting: 0, registrations: [] };
  const request = crowd.wishes.get(training);
  const wanted = countWanted(training, crowd, request, random);
  const staying = request && isStaying(request) ? 1 : 0;
  const others = findClients(training, crowd, claims, wanted - staying, random);
  const clients = withMember(others, training.maxPlaces, request, random);
  const come = comingTimes(training, crowd, clients.length, random);
  const rows = clients.map((clientIndex, index): DemoRegistration => {
    const isBooked = index < training.maxPlaces;
    const createdAt = come[index] ?? training.opensAt;
    if (!training.isCancelled) remember(claims, crowd, clientIndex, training, isBooked);
    const outcome = outcomeOf(training, isBooked, index + 1, now, createdAt, random);
    const isMissed = clientIndex === accountHolders.member && request === 'missed';
    const isAttended = clientIndex === accountHolders.member && request === 'attended';
    const presence = outcome.presence === null ? null : isAttended || (!isMissed && outcome.presence);
    return { clientIndex, createdAt, freeUntil: freeUntilOf(training, crowd), ...outcome, presence };
  });
  const given = givenBack(training, crowd, claims, clients, request, random);
  return {
    training,
    booked: rows.filter(({ state }) => state === 'booked').length,
    waiting: rows.filter(({ state }) => state === 'waiting').length,
    registrations: [...given, ...rows],
  };
}

function freeUntilOf({ startsAt }: DemoTraining, { limits }: Crowd): number {
  return startsAt - limits.freeCancelMinutes * 60;
}

/** Wishes that keep a claim to the end, instead of giving it back. */
function isStaying(request: StoryRequest): boolean {
  return request !== 'cancelledFree' && request !== 'cancelledLate' && request !== 'left';
}

/** How many want to come: fewer the further away it is, more than there are places for what is loved. */
function countWanted(
  training: DemoTraining,
  crowd: Crowd,
  request: StoryRequest | undefined,
  random: Random,
): number {
  const { maxPlaces, popularity, startsAt, isClosed, isPublic, style } = training;
  const { limits, now } = crowd;
  const daysAhead = Math.max(0, startsAt - now) / day / limits.bookingOpensDaysBefore;
  const isLoved = popularity > 1.05 && daysAhead < 0.6;
  const decay = isLoved ? 1 : Math.exp(-3 * daysAhead ** 1.3);
  // A centre that grows: a month ago fewer came.
  const growth = Math.max(0.7, 1 - (Math.max(0, now - startsAt) / day) * 0.01);
  const usual = popularity * (0.8 + 0.4 * random.next()) * decay * growth * (isClosed || !isPublic ? 0.5 : 1);
  // Players come as a flight or a four, or not at all.
  const places =
    style === 'teeTime' || style === 'openCourt'
      ? usual < 0.5
        ? 0
        : maxPlaces
      : Math.round(usual * maxPlaces);
  const queue = training.isWaitingListAllowed ? Math.min(limits.waitingListMax, waitingMost) : 0;
  const needsWaitlist = request === 'waiting' || request === 'closed' || request === 'left';
  if (needsWaitlist) return maxPlaces + Math.min(queue, Math.max(3, places - maxPlaces));
  return Math.min(Math.max(places, request ? 1 : 0), maxPlaces + queue);
}

/** People who may have a place, of the club and fond of the style first, in an order of their own. */
function findClients(
  training: DemoTraining,
  crowd: Crowd,
  claims: ReadonlyMap<number, readonly Claim[]>,
  count: number,
  random: Random,
): number[] {
  if (count <= 0) return [];
  const { clients } = crowd;
  const start = random.integer(0, clients.length - 1);
  const step = random.pick(strides.filter((stride) => clients.length % stride !== 0));
  const found: number[] = [];
  for (const isFondOnly of [true, false]) {
    for (let steps = 0; steps < clients.length; steps += 1) {
      if (found.length >= count) return found;
      const index = (start + steps * step) % clients.length;
      const client = clients[index];
      if (!client?.isRegular) continue;
      const isFond = client.clubIndex === training.clubIndex && client.favourites.includes(training.style);
      if (isFond !== isFondOnly) continue;
      if (isEligible(index, client, training, crowd, claims)) found.push(index);
    }
  }
  return found;
}

/** Primes: a walk in such steps round a list meets everybody once, unless its length is a multiple. */
const strides = [7, 11, 13, 17, 19, 23];

function isEligible(
  index: number,
  client: DemoClient,
  training: DemoTraining,
  { limits, now, upcoming }: Crowd,
  claims: ReadonlyMap<number, readonly Claim[]>,
): boolean {
  const isPast = training.endsAt <= now;
  if (client.isBlocked && !isPast) return false;
  if (client.isChild && !childStyles.includes(training.style)) return false;
  if (!isPast && (upcoming.get(index) ?? 0) >= limits.upcomingMax) return false;
  const own = claims.get(index);
  if (own === undefined) return true;
  let [sameDay, sameStyle] = [0, 0];
  for (const claim of own) {
    if (isOverlapping(claim.training, training)) return false;
    if (!claim.isBooked) continue;
    sameDay += 1;
    if (claim.training.style === training.style) sameStyle += 1;
  }
  return sameDay < Math.min(crowdSameDayMax, limits.sameDayMax) && sameStyle < limits.sameStylePerDateMax;
}

function isOverlapping(one: DemoTraining, other: DemoTraining): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

function remember(
  claims: Map<number, Claim[]>,
  { upcoming, now }: Crowd,
  clientIndex: number,
  training: DemoTraining,
  isBooked: boolean,
): void {
  const own = claims.get(clientIndex) ?? [];
  own.push({ training, isBooked });
  claims.set(clientIndex, own);
  if (isBooked && training.startsAt > now) upcoming.set(clientIndex, (upcoming.get(clientIndex) ?? 0) + 1);
}

/** Puts the member where the wish says: among the places, or second in the queue. */
function withMember(
  others: readonly number[],
  maxPlaces: number,
  request: StoryRequest | undefined,
  random: Random,
): number[] {
  if (!request || !isStaying(request)) return [...others];
  const isQueued = request === 'waiting' || request === 'closed';
  const at = isQueued ? maxPlaces + 1 : random.integer(0, Math.min(others.length, maxPlaces - 1));
  return others.toSpliced(at, 0, accountHolders.member);
}

/** Moments of coming, rising, between the opening and now or the closing. */
function comingTimes(training: DemoTraining, crowd: Crowd, count: number, random: Random): number[] {
  const [from, until] = comingSpan(training, crowd);
  return Array.from({ length: count }, () => from + Math.floor(random.next() * (until - from))).sort(
    (one, other) => one - other,
  );
}

function comingSpan({ opensAt, startsAt }: DemoTraining, { limits, now }: Crowd): [number, number] {
  const closesAt = startsAt - limits.bookingClosesMinutesBefore * 60;
  return [opensAt + 60, Math.max(opensAt + 120, Math.min(now, closesAt) - 60)];
}

function outcomeOf(
  { startsAt, endsAt, isCancelled }: DemoTraining,
  isBooked: boolean,
  rank: number,
  now: number,
  createdAt: number,
  random: Random,
): Pick<DemoRegistration, 'state' | 'place' | 'endedAt' | 'presence'> {
  if (isCancelled) {
    const latest = Math.min(now, startsAt - 1800);
    const endedAt = Math.max(createdAt + 1, latest - 7200);
    return { state: isBooked ? 'cancelledByCentre' : 'closed', place: null, endedAt, presence: null };
  }
  if (isBooked) {
    const presence = endsAt <= now ? random.isTrue(0.91) : null;
    return { state: 'booked', place: rank, endedAt: null, presence };
  }
  if (startsAt <= now) return { state: 'closed', place: null, endedAt: startsAt, presence: null };
  return { state: 'waiting', place: null, endedAt: null, presence: null };
}

/** Those who came and gave it back before the start; the member as wished. */
function givenBack(
  training: DemoTraining,
  crowd: Crowd,
  claims: ReadonlyMap<number, readonly Claim[]>,
  staying: readonly number[],
  request: StoryRequest | undefined,
  random: Random,
): DemoRegistration[] {
  if (staying.length === 0 || training.isCancelled) return [];
  const hasWaitlist = training.isWaitingListAllowed && staying.length > training.maxPlaces;
  const count = random.pick([0, 0, 1, 1, 2]);
  const leavers = hasWaitlist ? random.pick([0, 0, 1]) : 0;
  const clients = findClients(training, crowd, claims, count + leavers, random);
  const rows = clients.flatMap((client, index) =>
    giveBack(client, training, crowd, index < leavers ? 'left' : undefined, random),
  );
  if (!request || isStaying(request)) return rows;
  return [...rows, ...giveBack(accountHolders.member, training, crowd, request, random)];
}

/** Nothing when the wish cannot come true: there must be time to come, to give back, and for the fee or without it. */
function giveBack(
  clientIndex: number,
  training: DemoTraining,
  crowd: Crowd,
  request: StoryRequest | undefined,
  random: Random,
): DemoRegistration[] {
  const freeUntil = freeUntilOf(training, crowd);
  const latest = Math.min(crowd.now, training.startsAt) - 60;
  const isLate = request === undefined ? random.isTrue(0.3) : request === 'cancelledLate';
  const state = request === 'left' ? 'left' : isLate ? 'cancelledLate' : 'cancelledFree';
  const earliest = training.opensAt + 300;
  const from = state === 'cancelledLate' ? Math.max(freeUntil + 60, earliest) : earliest;
  const until = state === 'cancelledFree' ? Math.min(freeUntil, latest) : latest;
  if (until <= from) return [];
  const endedAt = from + Math.floor(random.next() * (until - from));
  const createdFrom = training.opensAt + 60;
  const [, createdUntil] = comingSpan(training, crowd);
  const createdAt =
    createdFrom + Math.floor(random.next() * (Math.min(createdUntil, endedAt - 60) - createdFrom));
  return [{ clientIndex, state, place: null, createdAt, freeUntil, endedAt, presence: null }];
}
