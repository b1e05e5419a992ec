import { findLikings } from '#server/feedback/likings/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { findPlaceEntitlement } from '#server/registrations/entitlements/commands.ts';
import type { PlaceEntitlement } from '#shared/registrations/entitlements/contract.ts';

/** What covers a place that is held in a paid training; a free one asks for nothing. */
export async function entitlementOfPlace(
  ctx: Ctx,
  { isPaid }: { readonly isPaid: boolean },
  held: { readonly registrationId: number; readonly state: string } | null,
): Promise<PlaceEntitlement | null> {
  const isHeld = held?.state === 'booked' || held?.state === 'releasing';
  return isPaid && held && isHeld ? findPlaceEntitlement(ctx, held.registrationId) : null;
}

/** How a training's style and its trainer are liked; null where too few say. */
export function likingsOf(ctx: Ctx, of: { readonly styleId: number; readonly trainerId: number | null }) {
  return findLikings(ctx, of);
}
