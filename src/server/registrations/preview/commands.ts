import { findBookingRights } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  decideRegistration,
  type RegistrationDecision,
  releasedIn,
  withoutEnded,
} from '#shared/registrations/domain.ts';
import type { Payment } from '#shared/registrations/entitlements/contract.ts';
import { entitlementOf, isPaid } from '#shared/registrations/entitlements/domain.ts';
import { leavingBy, returnedWith } from '#shared/registrations/leaving/domain.ts';
import { type Refusal, refusalOf } from '#shared/registrations/refusals/domain.ts';
import { refuseForeign } from '#shared/registrations/rules/domain.ts';
import { heldBeside, isWaitlistDue } from '#shared/registrations/waitlist/domain.ts';
import { withPlaces } from '../commands.ts';
import * as data from '../data.ts';
import { findLapse, findPasses, paymentOf, sold } from '../entitlements/commands.ts';
import { rulesOf } from '../waitlist/commands.ts';
import * as waitlists from '../waitlist/data.ts';

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
  const queue = entries.map(waitlists.toWaitlistEntry);
  const line = { training, entries: queue, moves: [] };
  const [rights] = clients;
  if (rights === undefined) throw new AppError('registeringNotAllowed', undefined, 404);
  const asking = data.toClientFacts(rights, registrations);
  const client = withoutEnded(asking, line, rulesOf(ctx));
  refuseForeign(training, clientId);
  const own = client.registrations.find((one) => one.trainingId === trainingId);
  // A place given back a moment ago is covered still, unless its contract covers it no more.
  const given = own?.state === 'releasing' && isPaid(training) ? own : undefined;
  const isToPay = isPaid(training) && given === undefined;
  // What is waited for may be a move: then the booking it is from is given back with it.
  const leaving = leavingBy(trainingId, client, rulesOf(ctx));
  const back = [...returnedWith(leaving, rulesOf(ctx)), ...releasedIn(line, rulesOf(ctx))];
  const passes = isToPay ? await findPasses(ctx, clientId, back) : [];
  const lapse = given && (await findLapse(ctx, { ...given, clientId }, training));
  try {
    if (lapse) throw lapse;
    const { decision } = decideRegistration(training, client, queue, rulesOf(ctx), true);
    if (isToPay && decision.outcome === 'booked') {
      const { kind } = entitlementOf(sold(ctx, training), passes, null, now);
      // What is bought is only held until it is paid.
      const refusal = kind === 'purchase' && heldBeside(training, client, leaving, rulesOf(ctx));
      if (refusal) throw refusal;
    }
    return { ...decision, payment: isToPay ? paymentOf(ctx, training, passes) : null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'refused', ...refusalOf(error, training, client, rulesOf(ctx)) };
  }
}
