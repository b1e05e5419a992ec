import { findStandings, lockClients } from '#server/clients/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type * as contract from '#shared/registrations/covers/contract.ts';
import { type GivingBack, isPaid } from '#shared/registrations/covers/domain.ts';
import {
  decideRegistration,
  decideSwap,
  type RegistrationDecision,
  type Swap,
} from '#shared/registrations/domain.ts';
import { isLineDue, type Move } from '#shared/registrations/queue/domain.ts';
import type { ClientFacts, TrainingFacts } from '#shared/registrations/rules/domain.ts';
import { joinedNotice, toHistory, withPlaces } from '../commands.ts';
import { findHoldings, givingBack, lockHoldings, reserving, takeCover, toWire } from '../covers/commands.ts';
import { findCover } from '../covers/data.ts';
import * as data from '../data.ts';
import {
  covering,
  eventsOf,
  forgiving,
  forgivingNew,
  giveBackSwapped,
  loadLine,
  rulesOf,
  trainingChanged,
} from '../queue/commands.ts';
import * as lines from '../queue/data.ts';

export interface WishAnswer {
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
async function loadWish(
  transaction: WriteTransaction,
  ctx: Ctx,
  clientId: number,
  trainingIds: readonly number[],
): Promise<Loaded> {
  const clientIds = [clientId];
  const [, , trainings, clients, places, registrations, ids, wishes] = await transaction.load(
    lines.lockLines({ trainingIds, now: ctx.now }),
    lines.lockClientsOfLines({ trainingIds, clientIds }),
    data.lockTrainings({ trainingIds }),
    lockClients({ clientIds }),
    data.listHeldPlaces({ trainingIds }),
    data.listLiveRegistrations({ clientIds, now: ctx.now }),
    data.nextRegistrationIds({ count: trainingIds.length }),
    data.nextWishId({}),
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
    wishId: wishes[0]?.id ?? 0,
  };
}

/** The line of a training, where somebody of it is due before anybody new. */
async function lineOf(transaction: WriteTransaction, ctx: Ctx, training: TrainingFacts) {
  if (!isLineDue(training, rulesOf(ctx))) return undefined;
  const of = { trainingId: training.id, registrationId: null, clientId: null };
  return loadLine(transaction.load, of, ctx);
}

/** What covers the places that others of the line got meanwhile. */
async function coveringOthers(
  transaction: WriteTransaction,
  ctx: Ctx,
  line: Awaited<ReturnType<typeof lineOf>>,
  moves: readonly Move[],
  clientId: number,
): Promise<Query[]> {
  const others = moves.filter((move) => move.clientId !== clientId);
  if (!line || others.length === 0) return [];
  await giveBackSwapped(ctx, transaction.load, others);
  return covering(ctx, line, others);
}

/** A place given back a moment ago is covered still. */
function isKept({ registrations }: ClientFacts, { id }: TrainingFacts): boolean {
  return registrations.some(({ trainingId, state }) => trainingId === id && state === 'releasing');
}

/** One training of a wish, decided. */
interface Decided {
  readonly training: TrainingFacts;
  readonly decision: RegistrationDecision;
  readonly moves: readonly Move[];
  readonly line: Awaited<ReturnType<typeof lineOf>>;
}

/**
 * Any one of these (mission 3.2): the first of them with a place is booked; when none has one, the client waits for
 * all that let them, as one wish. Throws the first refusal when all refuse.
 */
export function wishAnyOf(ctx: Ctx, clientId: number, trainingIds: readonly number[]): Promise<WishAnswer> {
  return ctx.write(async (transaction) => {
    const { trainings, client, ids, wishId } = await loadWish(transaction, ctx, clientId, trainingIds);
    const decided: Decided[] = [];
    const refused: { trainingId: number; error: string }[] = [];
    const waited = new Map(
      client.registrations.flatMap((own) =>
        own.state === 'waiting' ? [[own.trainingId, own] as const] : [],
      ),
    );
    let first: AppError | undefined;
    const paid = trainings.filter(isPaid);
    const holdings =
      paid.length > 0 ? ((await lockHoldings(ctx, transaction.load, [clientId])).get(clientId) ?? []) : [];
    for (const training of trainings) {
      const line = await lineOf(transaction, ctx, training);
      try {
        const entries = line?.line.entries ?? [];
        const { decision, moves } = decideRegistration(training, client, entries, rulesOf(ctx), true);
        if (decision.outcome === 'booked' && !isKept(client, training)) takeCover(ctx, training, holdings);
        decided.push({ training, decision, moves, line });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Waited for already: it joins the wish.
        if (waited.has(training.id) && error.code === 'alreadyRegistered') continue;
        first ??= error;
        refused.push({ trainingId: training.id, error: error.code });
      }
    }
    const kept = trainings.flatMap(({ id }) => waited.get(id) ?? []);
    const booked = decided.find(({ decision }) => decision.outcome === 'booked');
    const chosen = booked ? [booked] : decided;
    if (chosen.length === 0 && kept.length < 2 && first) throw first;
    const { now } = ctx;
    const rows = chosen.flatMap(({ training, decision }, index): data.NewRegistration[] => {
      const isNew = decision.outcome === 'waiting' || decision.entryId === null;
      return isNew ? [{ id: ids[index] ?? 0, training, clientId, decision, wishId, swapFor: null, now }] : [];
    });
    const left = booked
      ? kept.map(
          ({ registrationId, trainingId }): Move => ({ kind: 'left', registrationId, clientId, trainingId }),
        )
      : [];
    const moves = [...left, ...chosen.flatMap((one) => one.moves)];
    const joined = rows.filter(({ decision }) => decision.outcome === 'waiting');
    const covers = booked && !isKept(client, booked.training) ? coveringOwn(booked) : [];
    for (const one of chosen)
      covers.push(...(await coveringOthers(transaction, ctx, one.line, one.moves, clientId)));
    function coveringOwn({ training, decision }: Decided): Query[] {
      const cover = takeCover(ctx, training, holdings);
      const entryId = decision.outcome === 'booked' ? decision.entryId : null;
      const registrationId = entryId ?? rows[0]?.id ?? 0;
      return cover ? reserving(ctx, { registrationId, trainingId: training.id }, cover, holdings) : [];
    }
    const touched = new Set([
      ...chosen.map(({ training }) => training.id),
      ...moves.map(({ trainingId }) => trainingId),
    ]);
    return transaction.save(
      {
        outcome: booked ? ('booked' as const) : ('waiting' as const),
        trainingIds: [
          ...(booked ? [] : kept.map(({ trainingId }) => trainingId)),
          ...chosen.map(({ training }) => training.id),
        ],
        refused: booked ? [] : refused,
      },
      [
        ...lines.saveMoves(moves, now),
        ...(rows.length > 0 ? [data.insertRegistrations(rows)] : []),
        ...(joined.length > 0 ? [lines.writeHistory(joined.map(toHistory), now)] : []),
        ...(booked
          ? []
          : [
              lines.joinWish(
                kept.map(({ registrationId }) => registrationId),
                wishId,
              ),
            ]),
        ...chosen.flatMap(({ training, decision }) => forgivingNew(training, { clientId, decision, now })),
        ...chosen.flatMap((one) => forgiving(one.training, one.moves, now)),
        ...covers,
      ],
      [
        ...trainings.filter(({ id }) => touched.has(id)).map(trainingChanged),
        ...eventsOf(moves, now),
        ...joined.map(joinedNotice),
      ],
    );
  });
}

export type SwapAnswer = RegistrationDecision & {
  readonly registrationId: number;
  readonly present: 'kept' | 'cancelledFree' | 'cancelledLate';
};

export type SwapPreview = Swap & {
  /** What the new place takes, once the present one has given back; null where it is free or waited for. */
  readonly cover: contract.Cover | null;
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
    findStandings({ clientIds: [clientId] }),
    data.listHeldPlaces({ trainingIds: [trainingId] }),
    data.listLiveRegistrations({ clientIds: [clientId], now: ctx.now }),
    findCover({ registrationId }),
  );
  const own = registrations.find((one) => one.registrationId === registrationId && one.state === 'booked');
  if (!own || !clients[0]) throw new AppError('registrationNotFound');
  const training = withPlaces(trainings[0], places[0]);
  const of = { trainingId, registrationId: null, clientId: null, now: ctx.now };
  const [entries] = isLineDue(training, rulesOf(ctx)) ? await ctx.read(lines.listLine(of)) : [[]];
  const client = data.toClientFacts(clients[0], registrations);
  const swap = decideSwap(own, training, client, entries.map(lines.toLineEntry), rulesOf(ctx));
  if (swap.present === 'kept') return { ...swap, cover: null, givingBack: null };
  const back = givingBack(ctx, swap.present, held);
  if (!isPaid(training) || isKept(client, training)) return { ...swap, cover: null, givingBack: back };
  const holdings = await findHoldings(ctx, clientId, back.visitReturned ? [registrationId] : []);
  const cover = takeCover(ctx, training, holdings);
  return { ...swap, cover: cover && toWire(ctx, cover, holdings), givingBack: back };
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
    const [[present]] = await transaction.load(lines.findTrainingOf({ registrationId, clientId }));
    if (!present) throw new AppError('registrationNotFound');
    const { trainings, client, ids } = await loadWish(transaction, ctx, clientId, [
      present.trainingId,
      trainingId,
    ]);
    const own = client.registrations.find(
      (one) => one.registrationId === registrationId && one.state === 'booked',
    );
    const training = trainings.find(({ id }) => id === trainingId);
    const from = trainings.find(({ id }) => id === present.trainingId);
    if (!own || !training || !from) throw new AppError('registrationNotFound');
    const line = await lineOf(transaction, ctx, training);
    const entries = line?.line.entries ?? [];
    const { decision, moves, present: became } = decideSwap(own, training, client, entries, rulesOf(ctx));
    const { now } = ctx;
    const isSure = decision.outcome === 'booked';
    const isNew = decision.outcome === 'waiting' || decision.entryId === null;
    const id = isNew ? (ids[0] ?? 0) : decision.entryId;
    const covers: Query[] = [];
    if (isSure && (isPaid(training) || isPaid(from))) {
      // What the present place gives back may cover the new one.
      await giveBackSwapped(ctx, transaction.load, moves);
      const holdings = isPaid(training)
        ? ((await lockHoldings(ctx, transaction.load, [clientId])).get(clientId) ?? [])
        : [];
      const cover = isKept(client, training) ? null : takeCover(ctx, training, holdings);
      const reserved = { registrationId: id ?? 0, trainingId };
      if (cover) covers.push(...reserving(ctx, reserved, cover, holdings));
    }
    covers.push(...(await coveringOthers(transaction, ctx, line, moves, clientId)));
    const swapFor = isSure ? null : registrationId;
    const row = { id: id ?? 0, training, clientId, decision, wishId: null, swapFor, now };
    return transaction.save(
      { ...decision, registrationId: row.id, present: became },
      [
        ...lines.saveMoves(moves, now),
        ...(isNew ? [data.insertRegistrations([row])] : []),
        ...(isSure ? [] : [lines.writeHistory([toHistory(row)], now)]),
        ...forgivingNew(training, { clientId, decision, now }),
        ...forgiving(training, moves, now),
        ...covers,
      ],
      [
        ...(isSure ? [from, training] : [training]).map(trainingChanged),
        ...eventsOf(moves, now),
        ...(isSure ? [] : [joinedNotice(row)]),
      ],
    );
  });
}
