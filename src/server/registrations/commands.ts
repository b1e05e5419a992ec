import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import {
  type GroupCall,
  type GroupOutcome,
  type GroupWork,
  outcomeOf,
} from '#server/kernel/writes/groups.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideRegistration, type RegistrationDecision } from '#shared/registrations/domain.ts';
import { endedWith, isLineDue, type LineEntry, type Move } from '#shared/registrations/queue/domain.ts';
import { type Refusal, refusalOf } from '#shared/registrations/refusals/domain.ts';
import { type Places, placesOf, type TrainingFacts } from '#shared/registrations/rules/domain.ts';
import * as data from './data.ts';
import {
  eventsOf,
  forgiving,
  forgivingNew,
  lineDue,
  loadLine,
  rulesOf,
  trainingChanged,
} from './queue/commands.ts';
import * as lines from './queue/data.ts';

export type Registered = RegistrationDecision & { readonly registrationId: number };

export interface Wish {
  readonly clientId: number;
  readonly trainingId: number;
  readonly isWaitingAccepted: boolean;
}

/** Books a place or joins the waiting list; whoever presses meanwhile is decided with it, first come first. */
export function registerClient(ctx: Ctx, wish: Wish): Promise<Registered> {
  return ctx.writeTogether(registering, wish);
}

/** Lock, load, decide, save: two round trips for all of them, three when a queue is next. */
const registering: GroupWork<Wish, Registered> = {
  apart: ({ clientId }) => clientId,
  decide: async (calls, load) => {
    const trainingIds = [...new Set(calls.map(({ input }) => input.trainingId))];
    const clientIds = calls.map(({ input }) => input.clientId);
    const now = calls[0]?.ctx.now ?? '';
    const [trainings, clients, places, registrations, ids] = await load(
      data.lockTrainings({ trainingIds }),
      data.lockClients({ clientIds }),
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
    const further: DomainEvent[] = [];

    function register(
      { input, ctx }: GroupCall<Wish>,
      id: number,
      entries: readonly LineEntry[],
    ): Registered {
      const { clientId, trainingId, isWaitingAccepted } = input;
      const training = found(trainingOf.get(trainingId), 'trainingNotFound');
      const client = found(clientOf.get(clientId), 'registeringNotAllowed');
      const facts = data.toClientFacts(client, registrationsOf.get(clientId) ?? []);
      const decided = decideRegistration(training, facts, entries, rulesOf(ctx), isWaitingAccepted);
      const { decision, moves } = decided;
      moved.push(...moves);
      trainingOf.set(trainingId, decided.training);
      refills.push(
        ...forgiving(training, moves, ctx.now),
        ...forgivingNew(training, { clientId, decision, now: ctx.now }),
      );
      if (decision.outcome === 'booked') {
        const elsewhere = endedWith(training, facts, ownWish(facts, trainingId));
        further.push(...elsewhere.map((other) => lineDue(other.trainingId, ctx.now)));
        // The client's own entry became the booking: its move says so.
        if (decision.entryId !== null) return { ...decision, registrationId: decision.entryId };
      }
      registered.push({ id, training, clientId, decision, wishId: null, swapFor: null, now: ctx.now });
      return { ...decision, registrationId: id };
    }

    const outcomes: GroupOutcome<Registered>[] = [];
    const changed = new Map(trainingOf);
    for (const [index, call] of calls.filter(({ isAnswered }) => !isAnswered).entries()) {
      const { trainingId } = call.input;
      const training = trainingOf.get(trainingId);
      // Seldom: a hold has ended, or a place is free that those waiting could not take when it came free; perhaps
      // they can now. They are others' bookings too, so whoever asks is decided without company.
      const isLineAsked = training !== undefined && isLineDue(training, rulesOf(call.ctx));
      if (isLineAsked && calls.length > 1) {
        outcomes.push({ kind: 'alone' });
        continue;
      }
      const of = { trainingId, registrationId: null, clientId: null };
      const asked = isLineAsked ? await loadLine(load, of, now) : undefined;
      for (const [id, other] of asked?.trainings ?? []) changed.set(id, other);
      const id = found(ids[index], 'trainingNotFound').id;
      outcomes.push(outcomeOf(() => register(call, id, asked?.line.entries ?? [])));
    }
    const touched = new Set([
      ...registered.map(({ training }) => training.id),
      ...moved.map((move) => move.trainingId),
    ]);
    const joined = registered.filter(({ decision }) => decision.outcome === 'waiting');
    return {
      outcomes,
      queries: [
        ...lines.saveMoves(moved, now),
        ...(registered.length > 0 ? [data.insertRegistrations(registered)] : []),
        ...(joined.length > 0 ? [lines.writeHistory(joined.map(toHistory), now)] : []),
        ...refills,
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

function ownWish(
  { registrations }: { registrations: readonly { trainingId: number; wishId: number | null }[] },
  trainingId: number,
) {
  return registrations.find((own) => own.trainingId === trainingId)?.wishId ?? null;
}

export function toHistory({ id, training }: data.NewRegistration): lines.HistoryLine {
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
): Promise<RegistrationDecision | RefusedPreview> {
  const { now } = ctx;
  const [trainings, clients, places, registrations] = await ctx.read(
    data.findTrainings({ trainingIds: [trainingId] }),
    data.findClients({ clientIds: [clientId] }),
    data.listHeldPlaces({ trainingIds: [trainingId] }),
    data.listLiveRegistrations({ clientIds: [clientId], now }),
  );
  const training = withPlaces(trainings[0], places[0]);
  const of = { trainingId, registrationId: null, clientId: null };
  const [entries] = isLineDue(training, rulesOf(ctx)) ? await ctx.read(lines.listLine({ ...of, now })) : [[]];
  const client = data.toClientFacts(found(clients[0], 'registeringNotAllowed'), registrations);
  try {
    return decideRegistration(training, client, entries.map(lines.toLineEntry), rulesOf(ctx), true).decision;
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
  if (row === undefined) throw new AppError(code, 404);
  return row;
}
