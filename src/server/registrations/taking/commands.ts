import type { Ctx } from '#server/kernel/ctx.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type EntitlementChoice, isPaid } from '#shared/registrations/entitlements/domain.ts';
import { acceptOffer, endDue, settle, undoCancelling } from '#shared/registrations/waitlist/domain.ts';
import { lapseOf } from '../entitlements/commands.ts';
import { trainerToldOf } from '../personal/commands.ts';
import { loadWaitlist, ofRegistration, rulesOf, saveWaitlist } from '../waitlist/commands.ts';

/** Takes an offered place, with the ticket or voucher chosen. Throws `offerEnded`, `coverNeeded`, or what stands in the way. */
export function takeOffer(
  ctx: Ctx,
  clientId: number,
  registrationId: number,
  entitlement: EntitlementChoice | null = null,
): Promise<{ place: number; freeUntil: string }> {
  return change(ctx, clientId, registrationId, acceptOffer, entitlement);
}

/** Takes a cancelling back. Throws `undoTooLate`, or what stands in the way by now. */
export function takeBack(
  ctx: Ctx,
  clientId: number,
  registrationId: number,
): Promise<{ place: number; freeUntil: string }> {
  return change(ctx, clientId, registrationId, undoCancelling);
}

function change(
  ctx: Ctx,
  clientId: number,
  registrationId: number,
  decide: typeof acceptOffer,
  cover: EntitlementChoice | null = null,
) {
  return ctx.write(async (transaction) => {
    const loaded = await loadWaitlist(transaction.load, ofRegistration(registrationId, clientId), ctx);
    const rules = rulesOf(ctx);
    const waitlist = settle(decide(endDue(loaded.waitlist, rules), registrationId, rules, cover), rules);
    const own = waitlist.moves.findLast((move) => move.registrationId === registrationId);
    if (!own || !('place' in own)) throw new AppError('registrationNotFound');
    const answer = { place: own.place, freeUntil: own.freeUntil };
    const { load } = transaction;
    const { training } = waitlist;
    const isBack = own.kind === 'restored' && isPaid(training);
    const lapse = isBack ? await lapseOf(ctx, load, { registrationId, clientId }, training) : undefined;
    if (lapse) throw lapse;
    const told = loaded.own?.isPersonal ? await trainerToldOf(ctx, load, registrationId, 'takenAgain') : [];
    return saveWaitlist(transaction, ctx, loaded, waitlist, answer, [], told);
  });
}
