import { lockClients } from '#server/clients/data.ts';
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
import {
  decideRegistration,
  type RegistrationDecision,
  releasedIn,
  withoutEnded,
} from '#shared/registrations/domain.ts';
import {
  type Entitlement,
  type EntitlementChoice,
  isPaid,
  redeem,
  withTaken,
} from '#shared/registrations/entitlements/domain.ts';
import { endedWith, endingBy, leavingBy, returnedWith } from '#shared/registrations/leaving/domain.ts';
import {
  type ClientFacts,
  type Places,
  placesOf,
  type TrainingFacts,
} from '#shared/registrations/rules/domain.ts';
import {
  entitlementsOf,
  isWaitlistDue,
  type Move,
  type WaitlistEntry,
} from '#shared/registrations/waitlist/domain.ts';
import * as data from './data.ts';
import { lapseOf, lockPasses, type NamedPass, reserving } from './entitlements/commands.ts';
import {
  eventsOf,
  forgivenWith,
  type LoadedWaitlist,
  loadWaitlist,
  lockWithWaitlists,
  redeemForMoves,
  returnSwapped,
  rulesOf,
  trainingChanged,
  waitlistDue,
} from './waitlist/commands.ts';
import * as waitlists from './waitlist/data.ts';
import { followSwap } from './waitlist-groups/data.ts';

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
    const round = await lockRound(calls, load);
    const outcomes: GroupOutcome<Registered>[] = [];
    for (const call of calls.filter(({ isAnswered }) => !isAnswered)) {
      outcomes.push(round.isForItself(call) ? { kind: 'alone' } : await round.take(call, load));
    }
    const [first] = calls;
    return { outcomes, ...(first ? await round.saved(first.ctx, load) : { queries: [], events: [] }) };
  },
};

/** Locks the trainings and clients of a group, those of their lines before them where it is a line's turn, and reads the rest. */
async function lockRound(
  calls: readonly GroupCall<RegistrationRequest>[],
  load: Transaction['load'],
): Promise<Round> {
  const trainingIds = [...new Set(calls.map(({ input }) => input.trainingId))];
  const clientIds = calls.map(({ input }) => input.clientId);
  const now = calls[0]?.ctx.now ?? '';
  if (calls.some(({ runsAlone }) => runsAlone))
    await lockWithWaitlists(load, { trainingIds, clientIds, now });
  const [trainings, clients, places, registrations, ids] = await load(
    data.lockTrainings({ trainingIds }),
    lockClients({ clientIds }),
    data.listHeldPlaces({ trainingIds }),
    data.listLiveRegistrations({ clientIds, now }),
    data.nextRegistrationIds({ count: calls.length }),
  );
  const heldOf = new Map(places.map((row) => [row.trainingId, row]));
  const registrationsOf = Map.groupBy(registrations, ({ clientId }) => clientId);
  const toFacts = (client: (typeof clients)[number]) =>
    data.toClientFacts(client, registrationsOf.get(client.id) ?? []);
  return new Round(now, {
    size: calls.length,
    clientIds,
    ids: ids.map(({ id }) => id),
    trainingOf: new Map(trainings.map((row) => [row.id, withPlaces(row, heldOf.get(row.id))])),
    clientOf: new Map(clients.map((client) => [client.id, toFacts(client)])),
  });
}

interface RoundFacts {
  /** How many ask at once. */
  readonly size: number;
  readonly clientIds: readonly number[];
  /** An id for each who asks. */
  readonly ids: number[];
  readonly trainingOf: Map<number, TrainingFacts>;
  readonly clientOf: Map<number, ClientFacts>;
}

/** Bookings decided one after the other behind their locks: each sees what those before it have taken. */
class Round {
  private readonly now: string;
  private readonly facts: RoundFacts;
  private readonly registered: data.NewRegistration[] = [];
  private readonly moved: Move[] = [];
  private readonly refills: Query[] = [];
  private readonly entitlements: Query[] = [];
  private readonly alongside: Query[] = [];
  private readonly further: DomainEvent[] = [];
  /** Trainings as they are told of: those of the lines, and where who asks has something, as well. */
  private readonly told: Map<number, Pick<TrainingFacts, 'id' | 'localDate'>>;

  constructor(now: string, facts: RoundFacts) {
    this.now = now;
    this.facts = facts;
    this.told = new Map(facts.trainingOf);
  }

  /**
   * Whether a call is decided without company. A line's turn, seldom: a hold has ended, or a place is free that those waiting
   * could not take when it came free; perhaps they can now. They are others' bookings too, so whoever asks begins anew with the
   * locks of all of them, in everybody's order. So does who gives another booking back with it, or ends another wait. And what is
   * paid for looks at tickets and vouchers too: in company nobody waits for that.
   */
  isForItself({ input, ctx, runsAlone }: GroupCall<RegistrationRequest>): boolean {
    const training = this.facts.trainingOf.get(input.trainingId);
    const isLooking = (training !== undefined && isPaid(training)) || input.guard !== undefined;
    const isOfMore =
      isServingDue(training, ctx) ||
      this.leavingWith(input, ctx) !== undefined ||
      this.isEndingMore(input, ctx);
    return (isOfMore && !runsAlone) || (isLooking && this.facts.size > 1);
  }

  async take(
    call: GroupCall<RegistrationRequest>,
    load: Transaction['load'],
  ): Promise<GroupOutcome<Registered>> {
    const { ctx, input } = call;
    const { trainingId, clientId, guard } = input;
    const training = this.facts.trainingOf.get(trainingId);
    const of = { trainingId, registrationId: null, clientId: null };
    const line = isServingDue(training, ctx) ? await loadWaitlist(load, of, ctx) : undefined;
    if (line) this.dropEnded(clientId, line, ctx);
    const isToPay = training !== undefined && isPaid(training);
    const back = [
      ...returnedWith(this.leavingWith(input, ctx), rulesOf(ctx)),
      ...(line ? releasedIn(line.waitlist, rulesOf(ctx)) : []),
    ];
    const passes = isToPay ? await lockPasses(ctx, load, this.facts.clientIds, back) : undefined;
    const id = found(this.facts.ids.shift(), 'trainingNotFound');
    const own = this.facts.clientOf.get(clientId)?.registrations.find((one) => one.trainingId === trainingId);
    const isBack = isToPay && own?.state === 'releasing';
    const lapse = isBack ? await lapseOf(ctx, load, { ...own, clientId }, training) : undefined;
    const refusal = (training && (await guard?.(load, training))) ?? lapse;
    const outcome = outcomeOf(() => {
      if (refusal) throw refusal;
      return this.register(call, id, line?.waitlist.entries ?? [], passes?.get(clientId) ?? []);
    });
    // What is given back comes back before it covers what is taken.
    await returnSwapped(ctx, load, this.moved);
    // Those of the line who got a place with it; the own one is covered by now.
    const others = this.moved.filter((move) => move.clientId !== clientId);
    if (line) this.entitlements.push(...redeemForMoves(ctx, line, others));
    return outcome;
  }

  private register(
    { input, ctx }: GroupCall<RegistrationRequest>,
    id: number,
    entries: readonly WaitlistEntry[],
    passes: readonly NamedPass[],
  ): Registered {
    const { clientId, trainingId, isWaitingAccepted, cover: choice = null } = input;
    const { trainingOf } = this.facts;
    const training = found(trainingOf.get(trainingId), 'trainingNotFound');
    const facts = found(this.facts.clientOf.get(clientId), 'registeringNotAllowed');
    const leaving = this.leavingWith(input, ctx);
    const decided = decideRegistration(training, facts, entries, rulesOf(ctx), isWaitingAccepted);
    const { decision, moves } = decided;
    const own = facts.registrations.find((one) => one.trainingId === trainingId);
    // A place given back a moment ago is covered still.
    const isCovered = own?.state === 'releasing';
    const isToPay = decision.outcome === 'booked' && !isCovered;
    // Those of the line have theirs before who asks.
    const left = withTaken(passes, entitlementsOf(moves));
    const cover = isToPay ? redeem(training, left, ctx.now, choice) : null;
    const registrationId = decision.outcome === 'booked' ? (decision.entryId ?? id) : id;
    this.alongside.push(...(input.alongside?.(registrationId, decision) ?? []));
    if (cover) this.entitlements.push(...reserving(ctx, { registrationId, trainingId }, cover, passes));
    this.moved.push(...moves);
    trainingOf.set(trainingId, decided.training);
    const forgiven = forgivenWith({ after: decided.training, moves, decision }, clientId, ctx.now);
    this.refills.push(...forgiven.queries);
    this.further.push(...forgiven.events);
    if (leaving && decision.outcome === 'booked') {
      // Of a swap that is only offered elsewhere nobody knows whether it is taken: then the new place is given for it.
      this.alongside.push(followSwap(leaving.registrationId, registrationId));
    }
    if (decision.outcome === 'booked') {
      const elsewhere = endedWith(training, facts, {
        wishId: own?.wishId ?? null,
        leaving: undefined,
      });
      for (const { trainingId: id, localDate } of facts.registrations)
        if (!this.told.has(id)) this.told.set(id, { id, localDate });
      this.further.push(...elsewhere.map((other) => waitlistDue(other.trainingId, ctx.now)));
      // The client's own entry became the booking: its move says so.
      if (decision.entryId !== null) return { ...decision, registrationId, cover };
    }
    this.registered.push({ id, training, clientId, decision, wishId: null, swapFor: null, now: ctx.now });
    return { ...decision, registrationId, cover };
  }

  /** A line's turn: who asks no longer has what ended in it. */
  private dropEnded(clientId: number, { waitlist, trainings }: LoadedWaitlist, ctx: Ctx): void {
    for (const [id, other] of trainings) this.told.set(id, other);
    const { clientOf } = this.facts;
    const facts = clientOf.get(clientId);
    if (facts) clientOf.set(clientId, withoutEnded(facts, waitlist, rulesOf(ctx)));
  }

  /** The booking that is given back with the one that is asked for. */
  private leavingWith({ clientId, trainingId }: RegistrationRequest, ctx: Ctx) {
    const client = this.facts.clientOf.get(clientId);
    return client && leavingBy(trainingId, client, rulesOf(ctx));
  }

  /** Whether waits of who asks end with the place: their lines move too. */
  private isEndingMore({ clientId, trainingId }: RegistrationRequest, ctx: Ctx): boolean {
    const training = this.facts.trainingOf.get(trainingId);
    const client = this.facts.clientOf.get(clientId);
    return (
      training !== undefined && client !== undefined && endingBy(training, client, rulesOf(ctx)).length > 0
    );
  }

  /** What is written of all of them, and told. */
  async saved(
    ctx: Ctx,
    load: Transaction['load'],
  ): Promise<{ readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] }> {
    const { now, registered, moved } = this;
    const told = await eventsOf(ctx, load, moved);
    const touched = new Set([
      ...registered.map(({ training }) => training.id),
      ...moved.map((move) => move.trainingId),
    ]);
    const joined = registered.filter(({ decision }) => decision.outcome === 'waiting');
    return {
      queries: [
        ...waitlists.saveMoves(moved, now),
        ...(registered.length > 0 ? [data.insertRegistrations(registered)] : []),
        ...(joined.length > 0 ? [waitlists.writeHistory(joined.map(toHistory), now)] : []),
        ...this.refills,
        ...this.entitlements,
        ...this.alongside,
      ],
      events: [
        ...[...touched].flatMap((id) => this.told.get(id) ?? []).map(trainingChanged),
        ...told,
        ...joined.map(joinedNotice),
        ...this.further,
      ],
    };
  }
}

/** Whether those who wait are served before whoever asks. */
function isServingDue(training: TrainingFacts | undefined, ctx: Ctx): training is TrainingFacts {
  return training !== undefined && isWaitlistDue(training, rulesOf(ctx));
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
