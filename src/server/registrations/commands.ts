import type { Ctx } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import {
  type GroupCall,
  type GroupOutcome,
  type GroupWork,
  outcomeOf,
} from '#server/kernel/writes/groups.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  afterRegistration,
  allocate,
  type CancelledState,
  decideCancelling,
  decideRegistration,
  isQueueNext,
  type Promotion,
  type RegistrationDecision,
  type Rules,
  type TrainingFacts,
} from '#shared/registrations/domain.ts';
import { type Refusal, refusalOf } from '#shared/registrations/refusals/domain.ts';
import * as data from './data.ts';

export function rulesOf({ tenant, now }: Ctx): Rules {
  return { limits: tenant.limits, timeZone: tenant.timeZone, now };
}

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
      data.listTakenPlaces({ trainingIds }),
      data.listLiveRegistrations({ clientIds, now }),
      data.nextRegistrationIds({ count: calls.length }),
    );
    const placesOf = new Map(places.map((row) => [row.trainingId, row.places]));
    const trainingOf = new Map(trainings.map((row) => [row.id, withPlaces(row, placesOf.get(row.id))]));
    const clientOf = new Map(clients.map((client) => [client.id, client]));
    const registrationsOf = Map.groupBy(registrations, ({ clientId }) => clientId);
    const registered: data.NewRegistration[] = [];
    const promoted: Promotion[] = [];

    function register({ input, ctx }: GroupCall<Wish>, id: number, queue: data.QueueRow[]): Registered {
      const { clientId, trainingId, isWaitingAccepted } = input;
      const training = found(trainingOf.get(trainingId), 'trainingNotFound');
      const client = found(clientOf.get(clientId), 'registeringNotAllowed');
      const facts = data.toClientFacts(client, registrationsOf.get(clientId) ?? []);
      const waiting = queue.map(data.toWaitingEntry);
      const decided = decideRegistration(training, facts, waiting, rulesOf(ctx), isWaitingAccepted);
      const { decision, promotions } = decided;
      promoted.push(...promotions);
      registered.push({ id, training, clientId, decision, now: ctx.now });
      trainingOf.set(trainingId, afterRegistration(training, decided));
      return { ...decision, registrationId: id };
    }

    const outcomes: GroupOutcome<Registered>[] = [];
    for (const [index, call] of calls.filter(({ isAnswered }) => !isAnswered).entries()) {
      const { trainingId } = call.input;
      const training = trainingOf.get(trainingId);
      // Seldom: a place is free that those waiting could not take when it came free; perhaps they can now.
      // They are others' bookings too, so whoever asks is decided without company.
      const isQueueAsked = training !== undefined && isQueueNext(training);
      if (isQueueAsked && calls.length > 1) {
        outcomes.push({ kind: 'alone' });
        continue;
      }
      const [, queue] = isQueueAsked
        ? await load(data.lockWaitingClients({ trainingId }), data.listQueue({ trainingId, now }))
        : [[], []];
      outcomes.push(outcomeOf(() => register(call, found(ids[index], 'trainingNotFound').id, queue)));
    }
    const changed = new Map(registered.map(({ training }) => [training.id, training]));
    return {
      outcomes,
      queries: [
        ...promoted.map(data.promote),
        ...(registered.length > 0 ? [data.insertRegistrations(registered)] : []),
      ],
      events: [...changed.values()].map(trainingChanged),
    };
  },
};

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
    data.listTakenPlaces({ trainingIds: [trainingId] }),
    data.listLiveRegistrations({ clientIds: [clientId], now }),
  );
  const training = withPlaces(trainings[0], places[0]?.places);
  const [queue] = isQueueNext(training) ? await ctx.read(data.listQueue({ trainingId, now })) : [[]];
  const client = data.toClientFacts(found(clients[0], 'registeringNotAllowed'), registrations);
  try {
    return decideRegistration(training, client, queue.map(data.toWaitingEntry), rulesOf(ctx), true).decision;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'refused', ...refusalOf(error, training, client, rulesOf(ctx)) };
  }
}

/** Gives a place back or leaves the list; the freed place goes to the first one waiting in the same transaction. */
export function cancelRegistration(
  ctx: Ctx,
  clientId: number,
  registrationId: number,
): Promise<{ state: CancelledState }> {
  const { now } = ctx;
  return ctx.write(async (transaction) => {
    const [trainings, , registrations, places, queue] = await transaction.load(
      data.lockTrainingOfRegistration({ registrationId, clientId }),
      data.lockWaitingClientsBeside({ registrationId }),
      data.findRegistration({ registrationId, clientId }),
      data.listTakenPlacesBeside({ registrationId }),
      data.listQueueBeside({ registrationId, now }),
    );
    const registration = found(registrations[0], 'registrationNotFound');
    const state = decideCancelling(registration, rulesOf(ctx));
    const training = withPlaces(trainings[0], places[0]?.places);
    const promotions = state === 'left' ? [] : promotionsAfter(training, registration, queue, ctx);
    return transaction.save(
      { state },
      [data.endRegistration({ registrationId, state, now }), ...promotions.map(data.promote)],
      [trainingChanged(training)],
    );
  });
}

function promotionsAfter(
  training: TrainingFacts,
  freedRegistration: { readonly place: number | null },
  queue: readonly data.QueueRow[],
  ctx: Ctx,
): readonly Promotion[] {
  const takenPlaces = training.takenPlaces.filter((place) => place !== freedRegistration.place);
  return allocate({ ...training, takenPlaces }, queue.map(data.toWaitingEntry), rulesOf(ctx));
}

function withPlaces(
  training: Omit<TrainingFacts, 'takenPlaces'> | undefined,
  takenPlaces: readonly number[] | undefined,
): TrainingFacts {
  return { ...found(training, 'trainingNotFound'), takenPlaces: takenPlaces ?? [] };
}

function trainingChanged(training: TrainingFacts): DomainEvent {
  return { topic: 'trainingChanged', trainingId: training.id, date: training.localDate };
}

function found<T>(
  row: T | undefined,
  code: 'trainingNotFound' | 'registrationNotFound' | 'registeringNotAllowed',
): T {
  if (row === undefined) throw new AppError(code, 404);
  return row;
}
