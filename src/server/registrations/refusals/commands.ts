import { findBookingRights } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { withPlaces } from '#server/registrations/commands.ts';
import * as registrations from '#server/registrations/data.ts';
import { findPasses, type NamedPass, paymentOf, sold } from '#server/registrations/entitlements/commands.ts';
import { rulesOf } from '#server/registrations/waitlist/commands.ts';
import * as lines from '#server/registrations/waitlist/data.ts';
import { localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideRegistration, type RegistrationDecision } from '#shared/registrations/domain.ts';
import type { Entitlement } from '#shared/registrations/entitlements/contract.ts';
import { entitlementOf, entitlementsFor, isPaid } from '#shared/registrations/entitlements/domain.ts';
import {
  alternativePeriod,
  type Candidate,
  type ChosenAlternative,
  chooseAlternatives,
  isAlternativePossible,
  type Refusal,
  refusalOf,
  registrationsInTheWay,
} from '#shared/registrations/refusals/domain.ts';
import {
  type ClientFacts,
  type LiveRegistration,
  refuseForeign,
} from '#shared/registrations/rules/domain.ts';
import { isWaitlistDue } from '#shared/registrations/waitlist/domain.ts';
import * as data from './data.ts';

/** Most registrations in the way that an answer names. */
const mostInTheWay = 3;

type Waiting = Extract<RegistrationDecision, { outcome: 'waiting' }>;

export interface FoundAlternatives {
  /** Null when booking would go well. */
  readonly refusal: Refusal | null;
  readonly waiting: Waiting | null;
  readonly inTheWay: readonly LiveRegistration[];
  readonly alternatives: readonly (ChosenAlternative & { readonly cover: Entitlement | null })[];
}

/**
 * Why this training cannot be booked now, until when, and what could be booked instead, decided by the function that
 * books. Without a client, by the rules of the training alone. Nothing is locked or written.
 */
export async function findAlternatives(
  ctx: Ctx,
  clientId: number | null,
  trainingId: number,
): Promise<FoundAlternatives> {
  const { wanted, client, queue } = await loadRequest(ctx, clientId, trainingId);
  const { training } = wanted;
  const rules = rulesOf(ctx);
  const passes = isPaid(training) ? await passesOf(ctx, clientId) : [];
  // Nobody buys without an account.
  const payable = clientId === null ? { ...training, priceCents: null } : sold(ctx, training);
  const decide = (isWaitingAccepted: boolean) =>
    attempt(() => {
      const { decision } = decideRegistration(training, client, queue, rules, isWaitingAccepted);
      if (decision.outcome === 'booked') entitlementOf(payable, passes, null, ctx.now);
      return decision;
    });
  const refused = decide(false);
  if (!(refused instanceof AppError)) return { refusal: null, waiting: null, inTheWay: [], alternatives: [] };
  const refusal = refusalOf(refused, training, client, rules);
  const patient = decide(true);
  return {
    refusal,
    waiting: !(patient instanceof AppError) && patient.outcome === 'waiting' ? patient : null,
    inTheWay: registrationsInTheWay(refusal.error, training, client, rules).slice(0, mostInTheWay),
    alternatives: isAlternativePossible(refusal) ? await searchAround(ctx, wanted, client, clientId) : [],
  };
}

/** What booking is decided by, read as it stands. Throws `trainingNotFound`, for a stranger also when not public. */
async function loadRequest(ctx: Ctx, clientId: number | null, trainingId: number) {
  const { now } = ctx;
  const clientIds = clientId === null ? [] : [clientId];
  const [trainings, places, wanted, clients, live] = await ctx.read(
    registrations.findTrainings({ trainingIds: [trainingId] }),
    registrations.listHeldPlaces({ trainingIds: [trainingId] }),
    data.findWanted({ trainingId }),
    findBookingRights({ clientIds }),
    registrations.listLiveRegistrations({ clientIds, now }),
  );
  const [row] = trainings;
  const [found] = wanted;
  if (!row || !found || (clientId === null && !found.isPublic)) throw new AppError('trainingNotFound');
  const training = withPlaces(row, places[0]);
  if (clientId !== null) refuseForeign(training, clientId);
  const of = { trainingId, registrationId: null, clientId: null, now };
  const [entries] = isWaitlistDue(training, rulesOf(ctx)) ? await ctx.read(lines.listWaitlist(of)) : [[]];
  return {
    wanted: { training, clubId: found.clubId } satisfies Candidate,
    client: clientId === null ? stranger : toClient(clients[0], live),
    queue: entries.map(lines.toWaitlistEntry),
  };
}

/** What somebody may pay with; a stranger has nothing. */
async function passesOf(ctx: Ctx, clientId: number | null): Promise<readonly NamedPass[]> {
  return clientId === null ? [] : findPasses(ctx, clientId);
}

const stranger: ClientFacts = { clientId: 0, isBlocked: false, registrations: [] };

function toClient(
  client: { id: number; isBlocked: boolean; bannedUntil: string | null } | undefined,
  live: readonly LiveRegistration[],
): ClientFacts {
  if (!client) throw new AppError('registeringNotAllowed', undefined, 404);
  return registrations.toClientFacts(client, live);
}

async function searchAround(ctx: Ctx, wanted: Candidate, client: ClientFacts, clientId: number | null) {
  const { now, tenant } = ctx;
  const { id: trainingId, styleId, startsAt } = wanted.training;
  const { timeZone } = tenant;
  const time = localTime(startsAt, timeZone);
  const period = alternativePeriod(wanted.training, rulesOf(ctx));
  const [rows] = await ctx.read(data.listCandidates({ ...period, trainingId, styleId, time, timeZone, now }));
  const trainingIds = rows.map(({ id }) => id);
  if (trainingIds.length === 0) return [];
  // Decided about by the same facts as booking them would be.
  const [trainings, places] = await ctx.read(
    registrations.findTrainings({ trainingIds }),
    registrations.listHeldPlaces({ trainingIds }),
  );
  const heldOf = new Map(places.map((row) => [row.trainingId, row]));
  const clubOf = new Map(rows.map(({ id, clubId }) => [id, clubId]));
  const paid = trainings.filter(isPaid);
  const passes = paid.length > 0 ? await passesOf(ctx, clientId) : [];
  const candidates = trainings
    .filter((training) => !isPaid(training) || entitlementsFor(training, passes, now).length > 0)
    .map((training) => ({
      training: withPlaces(training, heldOf.get(training.id)),
      clubId: clubOf.get(training.id) ?? 0,
    }));
  return chooseAlternatives(wanted, candidates, client, rulesOf(ctx)).map((one) => ({
    ...one,
    cover: paymentOf(ctx, one.training, passes)?.cover ?? null,
  }));
}

/** What the rules decide, or the refusal they answer with. */
function attempt(decide: () => RegistrationDecision): RegistrationDecision | AppError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
