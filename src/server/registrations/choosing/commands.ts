import type { Ctx } from '#server/kernel/ctx.ts';
import { eachOf } from '#server/kernel/queue/centres.ts';
import { statusOf } from '#server/kernel/statuses.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cancelRegistration } from '../waitlist/commands.ts';
import * as data from './data.ts';

/**
 * Of bookings that meet since one was moved, keeps one: the others are given back free, since it was the centre that moved
 * them. It carries no key: what is left to be given back is seen anew by each press, also after one that broke off half way.
 * Throws `registrationNotFound` where there is nothing to choose, `placeUsed` for one that was attended.
 */
export async function keepRegistration(ctx: Ctx, clientId: number, registrationId: number): Promise<void> {
  const [others] = await ctx.read(data.listClashing({ registrationId, clientId }));
  if (others.length === 0) throw new AppError('registrationNotFound');
  for (const { id } of others) await cancelRegistration(ctx, clientId, id, { givenFor: registrationId });
}

/** Who has not chosen in time keeps what they had there before, and the moved place goes on to whoever waits. */
export async function giveBackUndecided(ctx: Ctx): Promise<void> {
  const [undecided] = await ctx.read(data.listUndecided(ctx.now));
  await eachOf(undecided, async ({ id, clientId, otherId }) => {
    try {
      await cancelRegistration(ctx, clientId, id, { givenFor: otherId });
    } catch (error) {
      if (!(error instanceof AppError) || statusOf(error) >= 500) throw error;
    }
  });
}
