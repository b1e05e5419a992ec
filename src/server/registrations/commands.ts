import { findBookingRights, lockClients } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import {
  type GroupCall,
  type GroupOutcome,
  type GroupWork,
  outcomeOf,
} from '#server/kernel/writes/groups.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideRegistration, type RegistrationDecision } from '#shared/registrations/domain.ts';
import type { Payment } from '#shared/registrations/entitlements/contract.ts';
import {
  type Entitlement,
  type EntitlementChoice,
  entitlementOf,
  isPaid,
} from '#shared/registrations/entitlements/domain.ts';
import { type Refusal, refusalOf } from '#shared/registrations/refusals/domain.ts';
import {
  type Places,
  placesOf,
  refuseForeign,
  type TrainingFacts,
} from '#shared/registrations/rules/domain.ts';
import {
  endedWith,
  isWaitlistDue,
  leavingOf,
  type Move,
  returnedWith,
  type WaitlistEntry,
} from '#shared/registrations/waitlist/domain.ts';
import * as data from './data.ts';
import {
  findPasses,
  lockPasses,
  type NamedPass,
  paymentOf,
  redeemEntitlement,
  reserving,
  sold,
} from './entitlements/commands.ts';
import {
  eventsOf,
  forgiving,
  forgivingNew,
  loadWaitlist,
  redeemForMoves,
  returnSwapped,
  rulesOf,
  trainingChanged,
  waitlistDue,
} from './waitlist/commands.ts';
import * as waitlists from './waitlist/data.ts';

export type Registered = RegistrationDecision & {
  readonly registrationId: number;
  /** What covers it; null where it is free, while it is waited for, and where it was covered before. */
  readonly cover: Entitlement | null;
};

export interface RegistrationRequest {
  readonly clientId: number;
  readonly trainingId: number;
  readonly isWaitingAccepted: boolean;
  /** Which ticket or voucher is to be used; without it the best fitting one is. */
  readonly cover?: EntitlementChoice | undefined;
  /** Behind the locks of training and client: what else may refuse it, with a lock of its own. */
  readonly guard?:
    | ((load: Transaction['load'], training: TrainingFacts) => Promise<AppError | undefined>)
    | undefined;
  /** What is written in the same transaction, by the id of the registration that comes of it. */
  readonly alongside?:
    | ((registrationId: number, decision: RegistrationDecision) => readonly Query[])
    | undefined;
}

/** Books a place or joins the waiting list; whoever presses meanwhile is decided with it, first come first. */
export function registerClient(ctx: Ctx, request: RegistrationRequest): Promise<Registered> {
  return ctx.writeBatch(registering, request);
}

/** Lock, load, decide, save: two round trips for all of them, three when a queue is next. */
const registering: GroupWork<RegistrationRequest, Registered> = {
  conflictKey: ({ clientId }) => clientId,
  decide: async (calls, load) => {
    const trainingIds = [...new Set(calls.map(({ input }) => input.trainingId))];
    const clientIds = calls.map(({ input }) => input.clientId);
    const now = calls[0]?.ctx.now ?? '';
    if (calls.some(({ runsAlone }) => runsAlone))
      await load(
        waitlists.lockWaitlists({ trainingIds, now }),
        waitlists.lockClientsOfWaitlists({ trainingIds, clientIds }),
      );
    const [trainings, clients, places, registrations, ids] = await load(
      data.lockTrainings({ trainingIds }),
      lockClients({ clientIds }),
      data.listHeldPlaces({ trainingIds }),
      data.listLiveRegistrations({ clientIds, now }),
      data.nextRegistrationIds({ count: calls.length }),
    );
    const heldOf = new Map(places.map((row) => [row.trainingId, row]));
    const trainingOf = new Map(trainings.map((row) => [row.id, withPlaces(row, heldOf.get(row.id))]));
    const clientOf = new Map(clients.map((client) => [client.id, client]));
    const registrationsOf = Map.groupBy(registrations, ({ clientId }) => clientId);
    const registered: data.NewRegistration[] = [];
    const moved: Move[] = [];
    const refills: Query[] = [];
    const entitlements: Query[] = [];
    const alongside: Query[] = [];
    const further: DomainEvent[] = [];

    function register(
      { input, ctx }: GroupCall<RegistrationRequest>,
      id: number,
      entries: readonly WaitlistEntry[],
      passes: readonly NamedPass[],
    ): Registered {
      const { clientId, trainingId, isWaitingAccepted, cover: choice = null } = input;
      const training = found(trainingOf.get(trainingId), 'trainingNotFound');
      const client = found(clientOf.get(clientId), 'registeringNotAllowed');
      const facts = data.toClientFacts(client, registrationsOf.get(clientId) ?? []);
      const decided = decideRegistration(training, facts, entries, rulesOf(ctx), isWaitingAccepted);
      const { decision, moves } = decided;
      // A place given back a moment ago is covered still.
      const isCovered = facts.registrations.some(
        (own) => own.trainingId === trainingId && own.state === 'releasing',
      );
      const isToPay = decision.outcome === 'booked' && !isCovered;
      const cover = isToPay ? redeemEntitlement(ctx, training, passes, choice) : null;
      const registrationId = decision.outcome === 'booked' ? (decision.entryId ?? id) : id;
      alongside.push(...(input.alongside?.(registrationId, decision) ?? []));
      if (cover && decision.outcome === 'booked') {
        entitlements.push(...reserving(ctx, { registrationId, trainingId }, cover, passes));
      }
      moved.push(...moves);
      trainingOf.set(trainingId, decided.training);
      refills.push(
        ...forgiving(training, moves, ctx.now),
        ...forgivingNew(training, { clientId, decision, now: ctx.now }),
      );
      if (decision.outcome === 'booked') {
        const elsewhere = endedWith(training, facts, ownRequest(facts, trainingId));
        further.push(...elsewhere.map((other) => waitlistDue(other.trainingId, ctx.now)));
        // The client's own entry became the booking: its move says so.
        if (decision.entryId !== null) return { ...decision, registrationId, cover };
      }
      registered.push({ id, training, clientId, decision, wishId: null, swapFor: null, now: ctx.now });
      return { ...decision, registrationId, cover };
    }

    const outcomes: GroupOutcome<Registered>[] = [];
    const changed = new Map(trainingOf);
    for (const [index, call] of calls.filter(({ isAnswered }) => !isAnswered).entries()) {
      const { trainingId } = call.input;
      const training = trainingOf.get(trainingId);
      // Seldom: a hold has ended, or a place is free that those waiting could not take when it came free; perhaps
      // they can now. They are others' bookings too, so whoever asks is decided without company, and begins anew with
      // the locks of all of them, in everybody's order.
      const isWaitlistLoaded = training !== undefined && isWaitlistDue(training, rulesOf(call.ctx));
      // What is paid for looks at tickets and vouchers too: in company nobody waits for that.
      const isToPay = training !== undefined && isPaid(training);
      const { guard } = call.input;
      if ((isWaitlistLoaded && !call.runsAlone) || ((isToPay || guard) && calls.length > 1)) {
        outcomes.push({ kind: 'alone' });
        continue;
      }
      const of = { trainingId, registrationId: null, clientId: null };
      const asked = isWaitlistLoaded ? await loadWaitlist(load, of, call.ctx) : undefined;
      for (const [id, other] of asked?.trainings ?? []) changed.set(id, other);
      const passes = isToPay ? await lockPasses(call.ctx, load, clientIds) : undefined;
      const own = passes?.get(call.input.clientId) ?? [];
      const id = found(ids[index], 'trainingNotFound').id;
      const refusal = training && (await guard?.(load, training));
      outcomes.push(
        outcomeOf(() => {
          if (refusal) throw refusal;
          return register(call, id, asked?.waitlist.entries ?? [], own);
        }),
      );
      // Those of the line who got a place with it; the own one is covered by now.
      const others = moved.filter(({ clientId }) => clientId !== call.input.clientId);
      if (asked) {
        await returnSwapped(call.ctx, load, others);
        entitlements.push(...redeemForMoves(call.ctx, asked, others));
      }
      // Whoever gave a place back late may have a visit coming back.
      if (isToPay && refills.length > 0) further.push(waitlistDue(trainingId, now));
    }
    const touched = new Set([
      ...registered.map(({ training }) => training.id),
      ...moved.map((move) => move.trainingId),
    ]);
    const joined = registered.filter(({ decision }) => decision.outcome === 'waiting');
    return {
      outcomes,
      queries: [
        ...waitlists.saveMoves(moved, now),
        ...(registered.length > 0 ? [data.insertRegistrations(registered)] : []),
        ...(joined.length > 0 ? [waitlists.writeHistory(joined.map(toHistory), now)] : []),
        ...refills,
        ...entitlements,
        ...alongside,
      ],
      events: [
        ...[...touched].flatMap((id) => changed.get(id) ?? []).map(trainingChanged),
        ...eventsOf(moved, now),
        ...joined.map(joinedNotice),
        ...further,
      ],
    };
  },
};

function ownRequest(
  { registrations }: { registrations: readonly { trainingId: number; wishId: number | null }[] },
  trainingId: number,
) {
  return registrations.find((own) => own.trainingId === trainingId)?.wishId ?? null;
}

export function toHistory({ id, training }: data.NewRegistration): waitlists.HistoryEntry {
  return { kind: 'joined', registrationId: id, trainingId: training.id };
}

export function joinedNotice({ id, training, clientId }: data.NewRegistration): DomainEvent {
  return {
    topic: 'notice',
    kind: 'joined',
    dedupeKey: `joined:${id}`,
    clientId,
    trainingId: training.id,
    registrationId: id,
  };
}

export type RefusedPreview = Refusal & { readonly outcome: 'refused' };

/** What booking would do now, decided by the function that books; nothing is locked or written. */
export async function previewRegistration(
  ctx: Ctx,
  clientId: number,
  trainingId: number,
): Promise<(RegistrationDecision & { readonly payment: Payment | null }) | RefusedPreview> {
  const { now } = ctx;
  const [trainings, clients, places, registrations] = await ctx.read(
    data.findTrainings({ trainingIds: [trainingId] }),
    findBookingRights({ clientIds: [clientId] }),
    data.listHeldPlaces({ trainingIds: [trainingId] }),
    data.listLiveRegistrations({ clientIds: [clientId], now }),
  );
  const training = withPlaces(trainings[0], places[0]);
  const of = { trainingId, registrationId: null, clientId: null };
  const [entries] = isWaitlistDue(training, rulesOf(ctx))
    ? await ctx.read(waitlists.listWaitlist({ ...of, now }))
    : [[]];
  const client = data.toClientFacts(found(clients[0], 'registeringNotAllowed'), registrations);
  refuseForeign(training, clientId);
  const own = registrations.find((one) => one.trainingId === trainingId);
  const [[offered]] =
    own?.state === 'offered'
      ? await ctx.read(waitlists.findRegistration({ registrationId: own.registrationId, clientId }))
      : [[]];
  // What is offered may be a move: then the booking it is from is given back with it.
  const entry = { swapFor: offered?.swapFor ?? null, client };
  const back = returnedWith(entry, rulesOf(ctx))?.registrationId ?? [];
  // A place given back a moment ago is covered still.
  const isToPay = isPaid(training) && own?.state !== 'releasing';
  const passes = isToPay ? await findPasses(ctx, clientId, [back].flat()) : [];
  try {
    const queue = entries.map(waitlists.toWaitlistEntry);
    const left = leavingOf(entry, rulesOf(ctx))?.registrationId;
    const { decision } = decideRegistration(training, client, queue, rulesOf(ctx), true, left);
    if (isToPay && decision.outcome === 'booked') entitlementOf(sold(ctx, training), passes, null, now);
    return { ...decision, payment: isToPay ? paymentOf(ctx, training, passes) : null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'refused', ...refusalOf(error, training, client, rulesOf(ctx)) };
  }
}

export function withPlaces(
  training: Omit<TrainingFacts, 'places' | 'earliestHold'> | undefined,
  held: (Places & { readonly earliestHold: string | null }) | undefined,
): TrainingFacts {
  const facts = found(training, 'trainingNotFound');
  return { ...facts, places: held ?? placesOf([]), earliestHold: held?.earliestHold ?? null };
}

function found<T>(row: T | undefined, code: 'trainingNotFound' | 'registeringNotAllowed'): T {
  if (row === undefined) throw new AppError(code, undefined, 404);
  return row;
}
