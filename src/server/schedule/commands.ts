import { findLikings } from '#server/feedback/likings/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { findPlaceCover } from '#server/registrations/covers/commands.ts';
import type { PlaceCover } from '#shared/registrations/covers/contract.ts';

/** What covers a place that is held in a paid training; a free one asks for nothing. */
export async function coverOfPlace(
  ctx: Ctx,
  { isPaid }: { readonly isPaid: boolean },
  held: { readonly registrationId: number; readonly state: string } | null,
): Promise<PlaceCover | null> {
  const isHeld = held?.state === 'booked' || held?.state === 'releasing';
  return isPaid && held && isHeld ? findPlaceCover(ctx, held.registrationId) : null;
}

/** How a training's style and its trainer are liked; null where too few say. */
export function likingsOf(ctx: Ctx, of: { readonly styleId: number; readonly trainerId: number | null }) {
  return findLikings(ctx, of);
}
