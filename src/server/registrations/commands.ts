import type { Ctx } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/kernel/errors.ts';
import {
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
import * as data from './data.ts';

export function rulesOf({ tenant, now }: Ctx): Rules {
  return { limits: tenant.limits, timeZone: tenant.timeZone, now };
}

export type Registered = RegistrationDecision & { readonly registrationId: number };

/** Books a place or joins the waiting list: lock, load, decide, save in two round trips, three when the queue is next. */
export function registerClient(
  ctx: Ctx,
  clientId: number,
  trainingId: number,
  isWaitingAccepted: boolean,
): Promise<Registered> {
  const { now } = ctx;
  return ctx.write(async (transaction) => {
    const [trainings, clients, places, registrations, ids] = await transaction.load(
      data.lockTraining({ trainingId }),
      data.lockClient({ clientId }),
      data.listTakenPlaces({ trainingId }),
      data.listLiveRegistrations({ clientId, now }),
      data.nextRegistrationId({}),
    );
    const training = withPlaces(trainings[0], places[0]?.places);
    // Seldom: a place is free that those waiting could not take when it came free; perhaps they can now.
    const [, queue] = isQueueNext(training)
      ? await transaction.load(data.lockWaitingClients({ trainingId }), data.listQueue({ trainingId, now }))
      : [[], []];
    const client = found(clients[0], 'registeringNotAllowed');
    const { decision, promotions } = decideRegistration(
      training,
      data.toClientFacts(client, registrations),
      queue.map(data.toWaitingEntry),
      rulesOf(ctx),
      isWaitingAccepted,
    );
    const registrationId = found(ids[0], 'trainingNotFound').id;
    return transaction.save(
      { ...decision, registrationId },
      [
        ...promotions.map(data.promote),
        data.insertRegistration(training, {
          id: registrationId,
          clientId,
          state: decision.outcome,
          place: decision.outcome === 'booked' ? decision.place : null,
          freeUntil: decision.freeUntil,
          now,
        }),
      ],
      [trainingChanged(training)],
    );
  });
}

export interface RefusedPreview {
  readonly outcome: 'refused';
  readonly error: ErrorCode;
  readonly details: ErrorDetails;
}

/** What booking would do now, decided by the function that books; nothing is locked or written. */
export async function previewRegistration(
  ctx: Ctx,
  clientId: number,
  trainingId: number,
): Promise<RegistrationDecision | RefusedPreview> {
  const { now } = ctx;
  const [trainings, clients, places, registrations] = await ctx.read(
    data.findTraining({ trainingId }),
    data.findClient({ clientId }),
    data.listTakenPlaces({ trainingId }),
    data.listLiveRegistrations({ clientId, now }),
  );
  const training = withPlaces(trainings[0], places[0]?.places);
  const [queue] = isQueueNext(training) ? await ctx.read(data.listQueue({ trainingId, now })) : [[]];
  const client = data.toClientFacts(found(clients[0], 'registeringNotAllowed'), registrations);
  try {
    return decideRegistration(training, client, queue.map(data.toWaitingEntry), rulesOf(ctx), true).decision;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'refused', error: error.code, details: error.details ?? {} };
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
