import { lockClients } from '#server/clients/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { overlapFinder } from '#shared/kernel/spans.ts';
import { presenceOpensMinutes } from '#shared/registrations/attendance/domain.ts';
import { isPaid, redeem } from '#shared/registrations/entitlements/domain.ts';
import {
  firstFreePlace,
  givenAgainFreeUntil,
  leaveFreeMinutes,
  type Places,
  withHeld,
} from '#shared/registrations/rules/domain.ts';
import { settle } from '#shared/registrations/waitlist/domain.ts';
import { forgetNoted } from '../attendance/data.ts';
import { listChoosing } from '../choosing/data.ts';
import { listHeldPlaces, lockTrainings, nextRegistrationIds } from '../data.ts';
import { lockPasses, reserving, settling } from '../entitlements/commands.ts';
import { loadWaitlist, ofTraining, rulesOf, saveWaitlist, waitlistDue } from '../waitlist/commands.ts';
import { writeHistory } from '../waitlist/data.ts';
import * as data from './data.ts';

type Load = WriteTransaction['load'];
export type LiveRow = data.LiveRow;

/**
 * The clients of registrations, locked: after the trainings, in one order for everybody. Those of what is given back as well:
 * what they have meanwhile is looked at, and their visits are counted.
 */
export async function lockOwners(load: Load, rows: readonly LiveRow[]): Promise<void> {
  if (rows.length === 0) return;
  const [owners] = await load(data.listOwners(rows.map(({ registrationId }) => registrationId)));
  await load(lockClients({ clientIds: owners.map(({ clientId }) => clientId) }));
}

/**
 * Trainings do not take place: their places are taken back, with visits, uses and money, those given back late as well;
 * waiting ends. Their rows are locked by the caller; `live` are at least theirs.
 */
export async function cancelBookings(
  ctx: Ctx,
  load: Load,
  trainingIds: readonly number[],
  live: readonly LiveRow[],
): Promise<void> {
  const { now } = ctx;
  if (trainingIds.length === 0) return;
  const isOff = new Set(trainingIds);
  const rows = live.filter(({ trainingId }) => isOff.has(trainingId));
  const ended = rows.filter(({ state }) => state === 'waiting' || state === 'offered');
  await load(
    data.endAll(trainingIds, now),
    data.endLate(trainingIds, now),
    ...forgetNoted(trainingIds, now),
    writeHistory(
      ended.map(({ registrationId, trainingId }) => ({ kind: 'closed', registrationId, trainingId })),
      now,
    ),
  );
  const settled = await settling(ctx, load, trainingIds);
  if (settled.length > 0) await load(...settled);
}

/** Nobody could have come to these trainings, called off before or now: what was given back late in them comes back. */
export async function forgiveLate(ctx: Ctx, load: Load, trainingIds: readonly number[]): Promise<void> {
  if (trainingIds.length === 0) return;
  await load(data.endLate(trainingIds, ctx.now));
  const settled = await settling(ctx, load, trainingIds);
  if (settled.length > 0) await load(...settled);
}

interface Followed {
  readonly choosing: ReadonlySet<number>;
  readonly freed: readonly number[];
  readonly due: readonly DomainEvent[];
}

export interface Changed {
  /** At another time, in another room or of another style: their registrations follow. */
  readonly movedIds: readonly number[];
  /** At another time or place, or with another trainer: whoever is in them may leave free for a while. */
  readonly freeIds: readonly number[];
  /** Until then; a day from now where it is not said. */
  readonly leaveUntil?: string | undefined;
  /** As it was before, where a change is taken back. */
  readonly kept?: readonly data.Kept[];
}

/**
 * Trainings were changed: their registrations follow. Whoever has a booking at that time keeps both until they choose
 * (`choosing`: the moved ones); an offer to them waits in line again, and its training has a place for the next
 * (`freed`). At the moments of `due` those who have not chosen give a place back, and offers end, nearer than they did.
 */
export async function rescheduleBookings(
  ctx: Ctx,
  load: Load,
  { movedIds, freeIds, leaveUntil = addMinutes(ctx.now, leaveFreeMinutes), kept = [] }: Changed,
): Promise<Followed> {
  const trainingIds = [...new Set([...movedIds, ...freeIds])];
  if (trainingIds.length === 0) return { choosing: new Set(), freed: [], due: [] };
  const { now, tenant } = ctx;
  if (compareInstants(leaveUntil, now) > 0) await load(data.freeLate(freeIds, now));
  const [, , before, holds] = await load(
    data.rescheduleAll({ trainingIds, freeIds, leaveUntil }, tenant.limits),
    data.keepFree(trainingIds, kept),
    data.forgetClashes(movedIds),
    data.listHolds(movedIds),
    // Nobody is here yet for a start that is further off.
    ...forgetNoted(movedIds, addMinutes(now, presenceOpensMinutes)),
  );
  const [meeting] = await load(
    data.listMeeting([...new Set([...movedIds, ...before.map(({ trainingId }) => trainingId)])]),
  );
  const booked = meeting.filter(({ state }) => state === 'booked');
  const offered = meeting.filter(({ state }) => state === 'offered');
  if (offered.length > 0) await load(data.waitAgain(offered.map(({ registrationId }) => registrationId)));
  return {
    choosing: new Set(booked.map(({ registrationId }) => registrationId)),
    freed: offered.map(({ trainingId }) => trainingId),
    due: [
      ...holds.map(({ trainingId, until }) => waitlistDue(trainingId, until)),
      ...(await letChoose(ctx, load, booked)),
    ],
  };
}

/** Places that meet others: their owners have both until they choose. At the moments answered one is given back else. */
async function letChoose(
  { now }: Ctx,
  load: Load,
  meeting: readonly data.Meeting[],
): Promise<readonly DomainEvent[]> {
  if (meeting.length === 0) return [];
  const [, undecided] = await load(
    data.saveClashes(meeting, now),
    listChoosing(meeting.map(({ registrationId }) => registrationId)),
  );
  return undecided.map(({ trainingId, until }) => waitlistDue(trainingId, until));
}

/**
 * Those waiting move up, line after line, in the transaction that made places for them or decides about somebody behind
 * them. A line in which `asking` gets something themselves is left to its job: they hear that they are in it.
 */
export async function moveUp(
  ctx: Ctx,
  load: Load,
  trainingIds: readonly number[],
  asking?: number,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = [];
  for (const trainingId of trainingIds) {
    const loaded = await loadWaitlist(load, ofTraining(trainingId), ctx);
    const waitlist = settle(loaded.waitlist, rulesOf(ctx));
    const isTheirs = waitlist.moves.some((move) => move.clientId === asking && 'place' in move);
    if (waitlist.moves.length === 0 || isTheirs) continue;
    await saveWaitlist(within(load, events), ctx, loaded, waitlist, undefined);
  }
  return events;
}

/** Saving inside a transaction that goes on. */
function within(load: Load, events: DomainEvent[]): WriteTransaction {
  return {
    load,
    keep: (answer) => ({ answer }),
    save: async (answer, queries, told = []) => {
      if (queries.length > 0) await load(...queries);
      events.push(...told);
      return { answer };
    },
  };
}

/** Gives out the places that are free, training by training: the one that is wanted, also beyond what there are, else any. */
function freePlaces(
  trainings: readonly { readonly id: number; readonly maxPlaces: number }[],
  held: readonly (Places & { readonly trainingId: number })[],
) {
  const left = new Map<number, Places>(held.map((one) => [one.trainingId, one]));
  const most = new Map(trainings.map(({ id, maxPlaces }) => [id, maxPlaces]));
  return {
    find(trainingId: number, wanted: number | null): number | null {
      const places = left.get(trainingId);
      if (!places) return null;
      if (wanted !== null && (wanted >= places.next || places.gaps.includes(wanted))) return wanted;
      return firstFreePlace({ maxPlaces: most.get(trainingId) ?? 0, places }) ?? null;
    },
    take(trainingId: number, place: number): void {
      const places = left.get(trainingId);
      if (places) left.set(trainingId, withHeld(places, place));
    },
  };
}

/** More than any training has. */
const room = 1_000_000;

interface OwnRow extends data.EndedRow, Pick<LiveRow, 'place' | 'freeUntil' | 'clashesWith'> {
  /** What its training was then, where it has become another. */
  readonly previous: data.Previous | undefined;
}

/** Those of an ending that may be had again, each once, as they were: `place` is null for a wait. What was somebody's place comes first. */
function ownOf(calledOff: readonly data.CalledOff[], rows: readonly data.EndedRow[]) {
  const found = new Map(rows.map((row) => [row.registrationId, row]));
  const own = new Map<number, OwnRow>();
  for (const { at, registrations, others } of calledOff) {
    for (const { registrationId, state, place, freeUntil, clashesWith } of registrations) {
      const row = found.get(registrationId);
      if (!row || state === 'releasing' || own.has(registrationId) || !isEndedAt(row, at)) continue;
      const previous = others?.get(row.trainingId);
      own.set(registrationId, {
        ...row,
        place: state === 'booked' ? place : null,
        ...{ freeUntil, clashesWith, previous },
      });
    }
  }
  return [...own.values()].toSorted(
    (one, two) => Number(one.givenFor !== null) - Number(two.givenFor !== null),
  );
}

/** Whether the centre ended it at that instant, or its owner gave it back since, to choose between two. */
function isEndedAt({ state, endedAt, isThere, givenFor }: data.EndedRow, at: string): boolean {
  if (isThere || endedAt === null) return false;
  if (givenFor !== null) return compareInstants(endedAt, at) >= 0;
  return (state === 'cancelledByCentre' || state === 'closed') && compareInstants(endedAt, at) === 0;
}

interface GivenAgain {
  readonly registrationId: number;
  readonly clientId: number;
  readonly trainingId: number;
  readonly previous?: data.Previous | undefined;
}

interface PlaceAgain extends GivenAgain {
  /** Its number before it was booked anew: of two, the lower was booked first. */
  readonly bookedAs: number;
  /** What it named when it was called off. */
  readonly clashesWith: number | null | undefined;
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * Places given again that meet others given again: the one that named the other before, or else was booked later, names
 * the first of those it meets.
 */
function meetingOf(places: readonly PlaceAgain[]): data.Meeting[] {
  const findersOf = new Map(
    [...Map.groupBy(places, ({ clientId }) => clientId)].map(([id, own]) => [id, overlapFinder(own)]),
  );
  const names = (one: PlaceAgain, two: PlaceAgain) =>
    one.clashesWith === two.bookedAs || (one.bookedAs > two.bookedAs && two.clashesWith !== one.bookedAs);
  return places.flatMap((place) => {
    const [other] = (findersOf.get(place.clientId)?.(place) ?? [])
      .filter((one) => one !== place && names(place, one))
      .toSorted((one, two) => compareInstants(one.startsAt, two.startsAt) || one.bookedAs - two.bookedAs);
    return other ? [{ registrationId: place.registrationId, otherId: other.registrationId }] : [];
  });
}

/**
 * Trainings take place after all: whoever had a place or waited has it again, as it was. Lost are places whose owner has
 * another training at that time by now, nothing left that covers it, or no place where somebody else has theirs. Of two
 * given again that meet, as they did or since one was moved meanwhile, their owner has both until they choose. Of what
 * was called off several times, the first of `calledOff` has it. What its owner gave back since, to choose between two,
 * may be somebody else's: it comes back where a place is free. What has become another training meanwhile may be left
 * free for a while (`previous`: what it was).
 */
export async function reinstateBookings(ctx: Ctx, load: Load, calledOff: readonly data.CalledOff[]) {
  const { now } = ctx;
  const wantedIds = calledOff.flatMap(({ registrations }) =>
    registrations.map(({ registrationId }) => registrationId),
  );
  if (wantedIds.length === 0) return { back: [], lost: 0, due: [] };
  const [rows] = await load(data.listEnded({ registrationIds: [...new Set(wantedIds)] }));
  const trainingIds = [...new Set(rows.map(({ trainingId }) => trainingId))];
  const [trainings, ids, taken] = await load(
    lockTrainings({ trainingIds }),
    nextRegistrationIds({ count: rows.length }),
    listHeldPlaces({ trainingIds }),
  );
  const places = freePlaces(trainings, taken);
  const factsOf = new Map(trainings.map((training) => [training.id, training]));
  const own = ownOf(calledOff, rows);
  const revived: { registrationId: number; place: number | null; freeUntil: string }[] = [];
  const back: GivenAgain[] = [];
  const whoIsBack = new Set<string>();
  const held: PlaceAgain[] = [];
  for (const [index, one] of own.entries()) {
    const { registrationId, clientId, trainingId, wasCovered, isBusy, givenFor, previous } = one;
    const training = factsOf.get(trainingId);
    const isWait = givenFor === null && one.place === null;
    const who = `${trainingId} ${clientId}`;
    if (!training || whoIsBack.has(who) || (!isWait && isBusy)) continue;
    const place = isWait ? null : places.find(trainingId, givenFor === null ? one.place : null);
    if (!isWait && place === null) continue;
    const freeUntil = givenAgainFreeUntil(
      training.startsAt,
      one.freeUntil,
      previous !== undefined,
      rulesOf(ctx),
    );
    const given = (id: number) => {
      back.push({ registrationId: id, clientId, trainingId, previous });
      whoIsBack.add(who);
      if (place === null) return;
      places.take(trainingId, place);
      const { startsAt, endsAt } = training;
      const meets = { bookedAs: registrationId, clashesWith: one.clashesWith, startsAt, endsAt };
      held.push({ registrationId: id, clientId, trainingId, ...meets });
    };
    const revive = () => {
      revived.push({ registrationId, place, freeUntil });
      given(registrationId);
    };
    if (place === null || !wasCovered) {
      revive();
      continue;
    }
    const passes = (await lockPasses(ctx, load, [clientId])).get(clientId) ?? [];
    // Made free since, too: that may be taken back in its turn.
    const facts = {
      ...training,
      payment: 'paid' as const,
      places: { held: 0, gaps: [], next: 1 },
      earliestHold: null,
    };
    try {
      const entitlement = redeem(facts, passes, ctx.now);
      const id = ids[index]?.id ?? 0;
      // Written at once: the next of the same client finds what is left.
      await load(
        data.widen([trainingId], room),
        data.bookAnew([{ id, registrationId, place, freeUntil }], now),
      );
      if (entitlement) await load(...reserving(ctx, { registrationId: id, trainingId }, entitlement, passes));
      await load(data.widen([trainingId], -room));
      given(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!isPaid(training)) revive();
    }
  }
  if (revived.length > 0) {
    await load(data.widen(trainingIds, room), data.revive(revived), data.widen(trainingIds, -room));
  }
  const meeting = meetingOf(held);
  const due = await letChoose(ctx, load, meeting);
  const choosing = new Set(meeting.map(({ registrationId }) => registrationId));
  return {
    back: back.map((one) => ({ ...one, isChoosing: choosing.has(one.registrationId) })),
    lost: own.filter(({ place }) => place !== null).length - held.length,
    due,
  };
}
