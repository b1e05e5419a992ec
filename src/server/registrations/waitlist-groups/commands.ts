import { findBookingRights, lockClients } from '#server/clients/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  decideRegistration,
  decideSwap,
  type RegistrationDecision,
  type Swap,
  withoutEnded,
} from '#shared/registrations/domain.ts';
import type * as contract from '#shared/registrations/entitlements/contract.ts';
import { isPaid, redeem } from '#shared/registrations/entitlements/domain.ts';
import { leavingBy, returnedWith } from '#shared/registrations/leaving/domain.ts';
import type { ClientFacts, LiveRegistration, TrainingFacts } from '#shared/registrations/rules/domain.ts';
import type { GivingBack } from '#shared/registrations/settlements/domain.ts';
import { isWaitlistDue, type Move } from '#shared/registrations/waitlist/domain.ts';
import { joinedNotice, toHistory, withPlaces } from '../commands.ts';
import * as data from '../data.ts';
import {
  findLapse,
  findPasses,
  givingBack,
  lapseOf,
  lockPasses,
  type NamedPass,
  reserving,
  toWire,
} from '../entitlements/commands.ts';
import { findEntitlement } from '../entitlements/data.ts';
import { moveUp } from '../rescheduling/commands.ts';
import { eventsOf, forgivenWith, returnSwapped, rulesOf, trainingChanged } from '../waitlist/commands.ts';
import * as waitlists from '../waitlist/data.ts';
import { followSwap } from './data.ts';

export interface WaitlistGroupAnswer {
  readonly outcome: 'booked' | 'waiting';
  readonly trainingIds: number[];
  readonly refused: { trainingId: number; error: string }[];
}

interface Loaded {
  readonly trainings: readonly TrainingFacts[];
  readonly client: ClientFacts;
  readonly ids: readonly number[];
  readonly wishId: number;
}

/** Locks the trainings with their lines and the client, in the order of everybody, and reads what deciding needs. */
async function loadRequest(
  transaction: WriteTransaction,
  ctx: Ctx,
  clientId: number,
  trainingIds: readonly number[],
): Promise<Loaded> {
  const clientIds = [clientId];
  const [, , trainings, clients, places, registrations, ids, requests] = await transaction.load(
    waitlists.lockWaitlists({ trainingIds, now: ctx.now }),
    waitlists.lockClientsOfWaitlists({ trainingIds, clientIds }),
    data.lockTrainings({ trainingIds }),
    lockClients({ clientIds }),
    data.listHeldPlaces({ trainingIds }),
    data.listLiveRegistrations({ clientIds, now: ctx.now }),
    data.nextRegistrationIds({ count: trainingIds.length }),
    data.nextWaitlistGroupId({}),
  );
  const [client] = clients;
  if (trainings.length < new Set(trainingIds).size) throw new AppError('trainingNotFound');
  if (!client) throw new AppError('registeringNotAllowed', undefined, 404);
  const heldOf = new Map(places.map((row) => [row.trainingId, row]));
  return {
    trainings: trainings
      .map((row) => withPlaces(row, heldOf.get(row.id)))
      .toSorted((one, other) => compareInstants(one.startsAt, other.startsAt)),
    client: data.toClientFacts(client, registrations),
    ids: ids.map(({ id }) => id),
    wishId: requests[0]?.id ?? 0,
  };
}

/**
 * The same behind those of the lines who are due: each line is saved before the next is looked at, so that whoever waits in
 * several has one place of them. What moves in one may free a place in another.
 */
async function loadServed(
  transaction: WriteTransaction,
  ctx: Ctx,
  clientId: number,
  trainingIds: readonly number[],
): Promise<Loaded & { readonly served: readonly DomainEvent[] }> {
  const served: DomainEvent[] = [];
  for (;;) {
    const loaded = await loadRequest(transaction, ctx, clientId, trainingIds);
    const due = loaded.trainings.filter((training) => isWaitlistDue(training, rulesOf(ctx)));
    const dueIds = due.map(({ id }) => id);
    const events = await moveUp(ctx, transaction.load, dueIds, clientId);
    if (events.length === 0) return { ...loaded, served };
    served.push(...events);
  }
}

/** Those of the trainings that are touched, and of the client's others where a place or a wait has ended with it. */
function toldOf(
  { trainings, client }: Pick<Loaded, 'trainings' | 'client'>,
  moves: readonly Move[],
  ids: readonly number[],
): DomainEvent[] {
  const others = client.registrations.map(({ trainingId: id, localDate }) => ({ id, localDate }));
  const touched = new Set([...ids, ...moves.map(({ trainingId }) => trainingId)]);
  const known = new Map([...others, ...trainings].map((one) => [one.id, one]));
  return [...touched].flatMap((id) => known.get(id) ?? []).map(trainingChanged);
}

/** A place given back a moment ago is covered still, unless it has lapsed. */
function keptOf({ registrations }: ClientFacts, { id }: TrainingFacts): LiveRegistration | undefined {
  return registrations.find(({ trainingId, state }) => trainingId === id && state === 'releasing');
}

/** Throws why nothing covers a place in a training: what is taken, or what the one given back a moment ago has still. */
async function refuseUncovered(
  ctx: Ctx,
  load: WriteTransaction['load'],
  client: ClientFacts,
  training: TrainingFacts,
  passes: readonly NamedPass[],
): Promise<void> {
  const kept = keptOf(client, training);
  if (!kept) redeem(training, passes, ctx.now);
  const { clientId } = client;
  const lapse =
    kept && isPaid(training) ? await lapseOf(ctx, load, { ...kept, clientId }, training) : undefined;
  if (lapse) throw lapse;
}

/** One training of a wish, decided. */
interface Decided {
  readonly training: TrainingFacts;
  /** The same as the decision leaves it. */
  readonly after: TrainingFacts;
  readonly decision: RegistrationDecision;
  /** The booking that a place there gives back. */
  readonly leaving: LiveRegistration | undefined;
  readonly moves: readonly Move[];
  /** What may cover it. */
  readonly passes: readonly NamedPass[];
}

/** What each of the trainings comes to. */
interface DecidedGroup {
  readonly decided: readonly Decided[];
  readonly refused: readonly { readonly trainingId: number; readonly error: string }[];
  /** The first refusal. */
  readonly first: AppError | undefined;
  /** Waits from before, which join the group. */
  readonly kept: ClientFacts['registrations'];
  /** What is offered in one of them from before: it ends when another is booked. */
  readonly offered: ClientFacts['registrations'];
}

/** Decides each of the trainings as if it were asked for alone. */
async function decideEach(
  transaction: WriteTransaction,
  ctx: Ctx,
  { trainings, client }: Pick<Loaded, 'trainings' | 'client'>,
): Promise<DecidedGroup> {
  const passesOf = async (back: number[]) =>
    (await lockPasses(ctx, transaction.load, [client.clientId], back)).get(client.clientId) ?? [];
  const own = trainings.some(isPaid) ? await passesOf([]) : [];
  const decided: Decided[] = [];
  const refused: { trainingId: number; error: string }[] = [];
  const waited = new Map(
    client.registrations.flatMap((own) => (own.state === 'waiting' ? [[own.trainingId, own] as const] : [])),
  );
  const ids = new Set(trainings.map(({ id }) => id));
  const offered = client.registrations.filter((own) => own.state === 'offered' && ids.has(own.trainingId));
  let first: AppError | undefined;
  for (const training of trainings) {
    const leaving = leavingBy(training.id, client, rulesOf(ctx));
    const back = isPaid(training) ? returnedWith(leaving, rulesOf(ctx)) : [];
    const passes = back.length > 0 ? await passesOf(back) : own;
    try {
      // Whoever of its line may have a place has it by now.
      const decide = (as: ClientFacts) => decideRegistration(training, as, [], rulesOf(ctx), true);
      // What is offered in another of them stands in the way of a wait alone: it ends with a place.
      const sure = decide(withoutOffers(client, offered, training));
      const { decision, moves, training: after } = sure.decision.outcome === 'booked' ? sure : decide(client);
      if (decision.outcome === 'booked')
        await refuseUncovered(ctx, transaction.load, client, training, passes);
      decided.push({ training, after, decision, leaving, moves, passes });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Waited for already: it joins the wish.
      if (waited.has(training.id) && error.code === 'alreadyRegistered') continue;
      first ??= error;
      refused.push({ trainingId: training.id, error: error.code });
    }
  }
  return { decided, refused, first, kept: trainings.flatMap(({ id }) => waited.get(id) ?? []), offered };
}

/** A client without what is offered in other trainings than this one. */
function withoutOffers(
  client: ClientFacts,
  offered: DecidedGroup['offered'],
  { id }: TrainingFacts,
): ClientFacts {
  const others = new Set(offered.flatMap((own) => (own.trainingId === id ? [] : [own.registrationId])));
  return { ...client, registrations: client.registrations.filter((own) => !others.has(own.registrationId)) };
}

/**
 * Any one of these (mission 3.2): the first of them with a place is booked; when none has one, the client waits for
 * all that let them, as one wish. Throws the first refusal when all refuse.
 */
export function joinWaitlistGroup(
  ctx: Ctx,
  clientId: number,
  trainingIds: readonly number[],
): Promise<WaitlistGroupAnswer> {
  return ctx.write(async (transaction) => {
    const { now } = ctx;
    const loaded = await loadServed(transaction, ctx, clientId, trainingIds);
    const { trainings, client, ids, wishId } = loaded;
    const group = await decideEach(transaction, ctx, { trainings, client });
    const { decided, kept, offered } = group;
    const booked = decided.find(({ decision }) => decision.outcome === 'booked');
    const chosen = booked ? [booked] : decided;
    if (chosen.length === 0 && kept.length < 2 && group.first) throw group.first;
    const rows = chosen.flatMap(({ training, decision }, index): data.NewRegistration[] => {
      const isNew = decision.outcome === 'waiting' || decision.entryId === null;
      return isNew ? [{ id: ids[index] ?? 0, training, clientId, decision, wishId, swapFor: null, now }] : [];
    });
    const made = chosen.flatMap((one) => one.moves);
    // What became the booking, or ends with it anyway, neither stays nor is left or declined.
    const moved = new Set(made.map(({ registrationId }) => registrationId));
    const staying = (booked ? [...kept, ...offered] : kept).filter((own) => !moved.has(own.registrationId));
    const left = (booked ? staying : []).map(({ registrationId, trainingId, state }): Move => {
      const kind = state === 'offered' ? ('declined' as const) : ('left' as const);
      return { kind, registrationId, clientId, trainingId };
    });
    const moves = [...left, ...made];
    const joined = rows.filter(({ decision }) => decision.outcome === 'waiting');
    const entitlements =
      booked && !keptOf(client, booked.training) ? redeemForOwn(ctx, booked, rows[0]?.id ?? 0) : [];
    // What is given back comes back before it covers what is taken.
    if (booked) await returnSwapped(ctx, transaction.load, booked.moves);
    const stayingIds = staying.map(({ registrationId }) => registrationId);
    const chosenIds = chosen.map(({ training }) => training.id);
    const forgiven = chosen.map((one) => forgivenWith(one, clientId, now));
    return transaction.save(
      {
        outcome: booked ? ('booked' as const) : ('waiting' as const),
        trainingIds: [...(booked ? [] : staying.map(({ trainingId }) => trainingId)), ...chosenIds],
        refused: booked ? [] : [...group.refused],
      },
      [
        ...waitlists.saveMoves(moves, now),
        ...(rows.length > 0 ? [data.insertRegistrations(rows)] : []),
        ...(joined.length > 0 ? [waitlists.writeHistory(joined.map(toHistory), now)] : []),
        ...(booked ? [] : [waitlists.joinWaitlistGroupQuery(stayingIds, wishId)]),
        ...forgiven.flatMap(({ queries }) => queries),
        ...(booked ? followed(booked) : []),
        ...entitlements,
      ],
      [
        ...loaded.served,
        ...toldOf({ trainings, client }, moves, chosenIds),
        ...(await eventsOf(ctx, transaction.load, moves)),
        ...forgiven.flatMap(({ events }) => events),
        ...joined.map(joinedNotice),
      ],
    );
  });
}

/** What covers the place that is booked: the wait that became it, or the new registration. */
function redeemForOwn(ctx: Ctx, { training, decision, passes }: Decided, newId: number): Query[] {
  const entitlement = redeem(training, passes, ctx.now);
  const entryId = decision.outcome === 'booked' ? decision.entryId : null;
  const reserved = { registrationId: entryId ?? newId, trainingId: training.id };
  return entitlement ? [...reserving(ctx, reserved, entitlement, passes)] : [];
}

/** Of a swap that is only offered elsewhere nobody knows whether it is taken: then the new place is given for it. */
function followed({ decision, leaving }: Decided): Query[] {
  const entryId = decision.outcome === 'booked' ? decision.entryId : null;
  return leaving && entryId !== null ? [followSwap(leaving.registrationId, entryId)] : [];
}

export type SwapAnswer = RegistrationDecision & {
  readonly registrationId: number;
  readonly present: 'kept' | 'cancelledFree' | 'cancelledLate';
};

export type SwapPreview = Swap & {
  /** What the new place takes, once the present one has given back; null where it is free or waited for. */
  readonly cover: contract.Entitlement | null;
  /** What comes back of the present place; null where it is kept. */
  readonly givingBack: GivingBack | null;
};

/** What a swap would do now, decided by the functions that swap; nothing is locked or written. */
export async function previewSwap(
  ctx: Ctx,
  clientId: number,
  registrationId: number,
  trainingId: number,
): Promise<SwapPreview> {
  const [trainings, clients, places, registrations, [held]] = await ctx.read(
    data.findTrainings({ trainingIds: [trainingId] }),
    findBookingRights({ clientIds: [clientId] }),
    data.listHeldPlaces({ trainingIds: [trainingId] }),
    data.listLiveRegistrations({ clientIds: [clientId], now: ctx.now }),
    findEntitlement({ registrationId }),
  );
  const own = registrations.find((one) => one.registrationId === registrationId && one.state === 'booked');
  if (!own || !clients[0]) throw new AppError('registrationNotFound');
  const training = withPlaces(trainings[0], places[0]);
  const of = { trainingId, registrationId: null, clientId: null, now: ctx.now };
  const [entries] = isWaitlistDue(training, rulesOf(ctx)) ? await ctx.read(waitlists.listWaitlist(of)) : [[]];
  const queue = entries.map(waitlists.toWaitlistEntry);
  const asking = data.toClientFacts(clients[0], registrations);
  const client = withoutEnded(asking, { training, entries: queue, moves: [] }, rulesOf(ctx));
  const swap = decideSwap(own, training, client, queue, rulesOf(ctx));
  if (swap.present === 'kept') return { ...swap, cover: null, givingBack: null };
  const back = givingBack(ctx, swap.present, held);
  const kept = keptOf(client, training);
  const lapse = kept && isPaid(training) ? await findLapse(ctx, { ...kept, clientId }, training) : undefined;
  if (lapse) throw lapse;
  if (!isPaid(training) || kept) return { ...swap, cover: null, givingBack: back };
  const passes = await findPasses(ctx, clientId, back.visitReturned ? [registrationId] : []);
  const entitlement = redeem(training, passes, ctx.now);
  return { ...swap, cover: entitlement && toWire(ctx, entitlement, passes), givingBack: back };
}

/**
 * Moves a booking to another training (mission 3.3): in one transaction when that has a place; else the client waits
 * there and keeps the present place until the new one is sure. Throws `registrationNotFound`, or the refusal of the
 * other training.
 */
export async function swapRegistration(
  ctx: Ctx,
  clientId: number,
  registrationId: number,
  trainingId: number,
): Promise<SwapAnswer> {
  return ctx.write(async (transaction) => {
    const [[present]] = await transaction.load(waitlists.findTrainingOf({ registrationId, clientId }));
    if (!present) throw new AppError('registrationNotFound');
    const both = [present.trainingId, trainingId];
    const { trainings, client, ids, served } = await loadServed(transaction, ctx, clientId, both);
    const own = client.registrations.find(
      (one) => one.registrationId === registrationId && one.state === 'booked',
    );
    const training = trainings.find(({ id }) => id === trainingId);
    const from = trainings.find(({ id }) => id === present.trainingId);
    if (!own || !training || !from) throw new AppError('registrationNotFound');
    // Whoever of its line may have a place has it by now.
    const swapped = decideSwap(own, training, client, [], rulesOf(ctx));
    const { decision, moves, present: became, training: after } = swapped;
    const { now } = ctx;
    const isSure = decision.outcome === 'booked';
    const isNew = decision.outcome === 'waiting' || decision.entryId === null;
    const id = isNew ? (ids[0] ?? 0) : decision.entryId;
    const entitlements: Query[] = [];
    if (isSure && (isPaid(training) || isPaid(from))) {
      // What the present place gives back may cover the new one.
      await returnSwapped(ctx, transaction.load, moves);
      const passes = isPaid(training)
        ? ((await lockPasses(ctx, transaction.load, [clientId])).get(clientId) ?? [])
        : [];
      await refuseUncovered(ctx, transaction.load, client, training, passes);
      const entitlement = keptOf(client, training) ? null : redeem(training, passes, ctx.now);
      const reserved = { registrationId: id ?? 0, trainingId };
      if (entitlement) entitlements.push(...reserving(ctx, reserved, entitlement, passes));
    }
    const forgiven = forgivenWith({ after, moves, decision }, clientId, now);
    const swapFor = isSure ? null : registrationId;
    const row = { id: id ?? 0, training, clientId, decision, wishId: null, swapFor, now };
    return transaction.save(
      { ...decision, registrationId: row.id, present: became },
      [
        ...waitlists.saveMoves(moves, now),
        ...(isNew ? [data.insertRegistrations([row])] : []),
        ...(isSure ? [followSwap(registrationId, row.id)] : [waitlists.writeHistory([toHistory(row)], now)]),
        ...forgiven.queries,
        ...entitlements,
      ],
      [
        ...served,
        ...toldOf({ trainings: [from, training], client }, moves, [trainingId]),
        ...(await eventsOf(ctx, transaction.load, moves)),
        ...forgiven.events,
        ...(isSure ? [] : [joinedNotice(row)]),
      ],
    );
  });
}
