import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query, RowOf } from '#server/kernel/db.ts';
import type { DomainEvent, NoticeEvent } from '#server/kernel/events.ts';
import { minutesBetween } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  type Cancelling,
  decideCancelling,
  type RegistrationDecision,
} from '#shared/registrations/domain.ts';
import { isPaid } from '#shared/registrations/entitlements/domain.ts';
import { leavingOf, returnedWith } from '#shared/registrations/leaving/domain.ts';
import { placesOf, type Rules, type TrainingFacts } from '#shared/registrations/rules/domain.ts';
import type { GivingBack } from '#shared/registrations/settlements/domain.ts';
import {
  endDue,
  freePlace,
  leaveWaitlist,
  type Move,
  settle,
  type Waitlist,
  type WaitlistEntry,
} from '#shared/registrations/waitlist/domain.ts';
import { givingBack, lockPasses, type Passes, reserving, settling, sold } from '../entitlements/commands.ts';
import { findEntitlement } from '../entitlements/data.ts';
import { forgiving, forgivingNew } from '../forgiving/commands.ts';
import { trainerToldOf } from '../personal/commands.ts';
import * as data from './data.ts';

export function rulesOf({ tenant, now }: Ctx): Rules {
  return { limits: tenant.limits, timeZone: tenant.timeZone, now };
}

export interface LoadedWaitlist {
  readonly waitlist: Waitlist;
  /** The registration it was asked for by. */
  readonly own: RowOf<ReturnType<typeof data.findRegistration>> | undefined;
  /** Everything locked, for telling what changed. */
  readonly trainings: ReadonlyMap<number, TrainingFacts>;
  /** What those of the line may pay with; empty where the training is free. */
  readonly passes: Passes;
}

/**
 * Locks lines and clients beside them in everybody's order (0014): before what one locks for oneself, wherever a line's turn
 * may be decided with it.
 */
export async function lockWithWaitlists(
  load: WriteTransaction['load'],
  { now, ...of }: data.OfWaitlists & { readonly clientIds: readonly number[]; readonly now: string },
): Promise<void> {
  await load(data.lockWaitlists({ ...of, now }), data.lockClientsOfWaitlists(of));
}

/** Locks and loads a line, with the trainings that may change with it. Throws `registrationNotFound`. */
export async function loadWaitlist(
  load: WriteTransaction['load'],
  of: data.OfWaitlist,
  ctx: Ctx,
): Promise<LoadedWaitlist> {
  const [trainings, , places, entries, own] = await load(
    data.lockWaitlist({ ...of, now: ctx.now }),
    data.lockWaitlistClients(of),
    data.listHeldPlacesOf(of),
    data.listWaitlist({ ...of, now: ctx.now }),
    data.findRegistration(of),
  );
  const facts = trainings.map(({ isMain, ...training }) => ({
    isMain,
    training: { ...training, places: placesOf([]), earliestHold: null },
  }));
  const main = facts.find(({ isMain }) => isMain)?.training;
  if (!main) throw new AppError('registrationNotFound');
  const held = placesOf(places.flatMap(({ place }) => place ?? []));
  const waitlist = entries.map(data.toWaitlistEntry);
  const clientIds = entries.map(({ clientId }) => clientId);
  // Who moves here from another booking has its visit back with the place.
  const leaving = waitlist.flatMap((entry) => returnedWith(leavingOf(entry, rulesOf(ctx)), rulesOf(ctx)));
  const passes: Passes =
    isPaid(main) && clientIds.length > 0 ? await lockPasses(ctx, load, clientIds, leaving) : new Map();
  const passesOf = ({ client }: WaitlistEntry) => ({ passes: passes.get(client.clientId) ?? [] });
  const open = isPaid(main) ? waitlist.map((entry) => ({ ...entry, ...passesOf(entry) })) : waitlist;
  return {
    waitlist: { training: { ...sold(ctx, main), places: held }, entries: open, moves: [] },
    own: own[0],
    trainings: new Map(facts.map(({ training }) => [training.id, training])),
    passes,
  };
}

/**
 * Takes what covers the places that those waiting got with these moves, to be saved after them and after what the
 * bookings they moved from give back (`returnSwapped`).
 */
export function redeemForMoves(
  ctx: Ctx,
  { passes }: Pick<LoadedWaitlist, 'passes'>,
  moves: readonly Move[],
): Query[] {
  return moves.flatMap((move) =>
    'cover' in move && move.cover ? reserving(ctx, move, move.cover, passes.get(move.clientId) ?? []) : [],
  );
}

/** Gives back what covers the bookings left with these moves, or over in time, before it covers others. They are written with it. */
export async function returnSwapped(
  ctx: Ctx,
  load: WriteTransaction['load'],
  moves: readonly Move[],
): Promise<void> {
  const left = moves.filter(
    (move) => move.kind === 'swapped' || (move.kind === 'released' && move.state === 'cancelledFree'),
  );
  if (left.length === 0) return;
  await load(...data.saveMoves(left, ctx.now));
  const settled = await settling(
    ctx,
    load,
    left.map(({ trainingId }) => trainingId),
  );
  if (settled.length > 0) await load(...settled);
}

export const ofTraining = (trainingId: number): data.OfWaitlist => ({
  trainingId,
  registrationId: null,
  clientId: null,
});
export const ofRegistration = (registrationId: number, clientId: number): data.OfWaitlist => ({
  trainingId: null,
  registrationId,
  clientId,
});

interface Release {
  readonly givenFor: number | null;
  readonly isOwed?: boolean;
  readonly isByCentre?: boolean;
}

/**
 * Gives a place back, declines an offer or leaves the list; what comes free goes to those waiting in the same transaction.
 * `release`: what it hung on is gone, or the centre moved it, so it is given back at once, and free at any time unless
 * `isOwed`, where it is gone by its owner's choice; `givenFor` is the booking for which, and `isByCentre` that its owner
 * did nothing to it.
 */
export function cancelRegistration(
  ctx: Ctx,
  clientId: number,
  registrationId: number,
  release: Release | null = null,
): Promise<Cancelling & GivingBack> {
  const { now } = ctx;
  const givenFor = release?.givenFor ?? null;
  return ctx.write(async (transaction) => {
    const loaded = await loadWaitlist(transaction.load, ofRegistration(registrationId, clientId), ctx);
    if (!loaded.own) throw new AppError('registrationNotFound');
    // Of two bookings, both kept at one moment, one is given back.
    if (
      givenFor !== null &&
      (await transaction.load(data.findBooked({ registrationId: givenFor })))[0].length === 0
    ) {
      throw new AppError('registrationNotFound');
    }
    const rules = rulesOf(ctx);
    // Whoever gives back is not served in the same moment.
    const due = endDue(loaded.waitlist, rules);
    const move = due.moves.findLast((one) => one.registrationId === registrationId);
    const given = decideCancelling(withMove(loaded.own, move), rules, due.training.waiting);
    const cancelling = release ? released(given, release.isOwed) : given;
    // Also where it costs nothing any more: what was taken for it comes back.
    const [[entitlement]] = await transaction.load(findEntitlement({ registrationId }));
    const decided = { ...cancelling, ...givingBack(ctx, cancelling.state, entitlement) };
    const { state, undoUntil } = decided;
    const place = move && 'place' in move ? move.place : loaded.own.place;
    const how = release?.isByCentre ? 'takenOut' : 'givenBack';
    const told = loaded.own.isPersonal ? await trainerToldOf(ctx, transaction.load, registrationId, how) : [];
    if (state === 'left' || state === 'declined') {
      return saveWaitlist(transaction, ctx, loaded, leaveWaitlist(due, registrationId, rules), decided);
    }
    const gone = data.giveBack({ registrationId, ...cancelling, place, givenFor, now });
    const waitlist = undoUntil === null ? freePlace(due, { place, state }, rules) : settle(due, rules);
    const timed = undoUntil === null ? [] : [waitlistDue(due.training.id, undoUntil)];
    const isForgivable =
      state === 'cancelledLate' && forgiving(waitlist.training, waitlist.moves, now).length > 0;
    // Of several who dropped late the first is forgiven: who that was, stands in what was saved.
    const answered = async () => {
      const [[saved]] = await transaction.load(data.findRegistration({ registrationId, clientId }));
      const ended = saved?.state === 'cancelledFree' ? saved.state : state;
      return { ...cancelling, state: ended, ...givingBack(ctx, ended, entitlement) };
    };
    return saveWaitlist(transaction, ctx, loaded, waitlist, decided, [gone], [...timed, ...told], {
      ...(isForgivable && { answered }),
    });
  });
}

function released({ state }: Cancelling, isOwed = false): Cancelling {
  return { state: state === 'cancelledLate' && !isOwed ? 'cancelledFree' : state, undoUntil: null };
}

/** What giving a place back would mean now, by the functions that give it back; nothing is locked or written. */
export async function previewCancelling(
  ctx: Ctx,
  clientId: number,
  registrationId: number,
): Promise<Cancelling & GivingBack> {
  const [[own], [entitlement]] = await ctx.read(
    data.findRegistration({ registrationId, clientId }),
    findEntitlement({ registrationId }),
  );
  if (!own) throw new AppError('registrationNotFound');
  const cancelling = decideCancelling(own, rulesOf(ctx), own.waiting);
  return { ...cancelling, ...givingBack(ctx, cancelling.state, entitlement) };
}

/** A registration as a move of the same moment left it. */
function withMove<Row extends { state: string; freeUntil: string }>(row: Row, move: Move | undefined): Row {
  if (!move || move.kind === 'passedOver') return row;
  if (move.kind === 'offered') return { ...row, state: 'offered' };
  if ('place' in move) return { ...row, state: 'booked', freeUntil: move.freeUntil };
  return { ...row, state: move.kind };
}

interface SavingLine<T> {
  /**
   * Whether covers of the training are settled although it costs nothing; unless told otherwise, where something is
   * written first.
   */
  readonly isSettling?: boolean;
  /** Written after what moved: it may need a place that came free with it. */
  readonly next?: readonly Query[];
  /** Answered instead, once all is written. */
  readonly answered?: () => Promise<T>;
}

const givenBackBy = ({ kind, trainingId }: Move) =>
  kind === 'released' || kind === 'swapped' ? [trainingId] : [];
const idOf = ({ id }: { readonly id: number }) => id;

export async function saveWaitlist<T>(
  transaction: WriteTransaction,
  ctx: Ctx,
  loaded: LoadedWaitlist,
  waitlist: Waitlist,
  answer: T,
  first: Parameters<WriteTransaction['save']>[1] = [],
  further: readonly DomainEvent[] = [],
  { next = [], isSettling = first.length + next.length > 0, answered }: SavingLine<T> = {},
) {
  const { now } = ctx;
  const { training, moves } = waitlist;
  const saved = [...first, ...data.saveMoves(moves, now), ...next, ...forgiving(training, moves, now)];
  const touched = new Set([training.id, ...moves.map(({ trainingId }) => trainingId)]);
  const changed = [...touched].flatMap((id) => loaded.trainings.get(id) ?? []);
  const told = [...(await eventsOf(ctx, transaction.load, moves)), ...further];
  const events = [...changed.map(trainingChanged), ...told];
  // What is given back may have been covered when the training still cost something.
  const given = new Set([...(isSettling ? [training.id] : []), ...moves.flatMap(givenBackBy)]);
  const paidIds = changed.filter((one) => isPaid(one) || given.has(one.id)).map(idOf);
  if (paidIds.length === 0 && !answered) return transaction.save(answer, saved, events);
  // Written before it is looked what becomes of their covers: that follows from the registrations as they stand now.
  await transaction.load(...saved);
  const settled = await settling(ctx, transaction.load, paidIds);
  // What comes back may cover what is taken.
  const taken = redeemForMoves(ctx, loaded, moves);
  // A job that found nothing to do says of no change.
  return transaction.save(
    (await answered?.()) ?? answer,
    [...settled, ...taken],
    moves.length + first.length + next.length > 0 ? events : told,
  );
}

/** What moves set off: messages, to trainers whose time was given back too, and the next moments at which a line must move. */
export async function eventsOf(
  ctx: Ctx,
  load: WriteTransaction['load'],
  moves: readonly Move[],
): Promise<DomainEvent[]> {
  const trainers: DomainEvent[] = [];
  for (const { registrationId } of moves.filter(({ kind }) => kind === 'swapped'))
    trainers.push(...(await trainerToldOf(ctx, load, registrationId, 'givenBack')));
  return [...noticesOf(moves, ctx.now), ...trainers];
}

function noticesOf(moves: readonly Move[], now: string): DomainEvent[] {
  return moves.flatMap((move): DomainEvent[] => {
    const { registrationId, clientId, trainingId } = move;
    const notice = (kind: NoticeEvent['kind'], more: Partial<NoticeEvent> = {}): NoticeEvent => ({
      topic: 'notice',
      kind,
      dedupeKey: `${kind}:${registrationId}:${now}`,
      registrationId,
      clientId,
      trainingId,
      ...more,
    });
    switch (move.kind) {
      case 'offered': {
        const { heldUntil } = move;
        const half = Temporal.Instant.from(now)
          .add({ seconds: Math.round(minutesBetween(now, heldUntil) * 30) })
          .toString();
        return [
          notice('offered', { holdUntil: heldUntil }),
          notice('halfOfHold', { holdUntil: heldUntil, sendAt: half }),
          waitlistDue(trainingId, heldUntil),
        ];
      }
      case 'promoted':
      case 'expired':
      case 'closed':
        return [notice(move.kind)];
      case 'passedOver':
        return [notice(move.kind, { reason: move.reason, details: move.details })];
      default:
        return [];
    }
  });
}

/**
 * Forgives for the places that found an owner by these moves, and for one's own by this decision. A visit of who is
 * forgiven may come back: the line is settled for it at once.
 */
export function forgivenWith(
  {
    after,
    moves,
    decision,
  }: { after: TrainingFacts; moves: readonly Move[]; decision?: RegistrationDecision },
  clientId: number,
  now: string,
): { readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] } {
  const own = decision ? forgivingNew(after, { clientId, decision, now }) : [];
  const queries = [...forgiving(after, moves, now), ...own];
  return { queries, events: isPaid(after) && queries.length > 0 ? [waitlistDue(after.id, now)] : [] };
}

export function waitlistDue(trainingId: number, at: string): DomainEvent {
  return { topic: 'lineDue', trainingId, at };
}

export function trainingChanged(training: Pick<TrainingFacts, 'id' | 'localDate'>): DomainEvent {
  return { topic: 'trainingChanged', trainingId: training.id, date: training.localDate };
}
