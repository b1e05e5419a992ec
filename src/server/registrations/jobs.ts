import { z } from 'zod';
import type { Ctx } from '#server/kernel/ctx.ts';
import { eachCentre, eachOf, type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { minutesBetween } from '#shared/kernel/dates.ts';
import { advanceWaitlist } from './advancing/commands.ts';
import { listDueWaitlists } from './advancing/data.ts';
import { closeDueRolls, noteArrival } from './attendance/commands.ts';
import { giveBackUndecided } from './choosing/commands.ts';
import { listDueEntitlements } from './entitlements/commands.ts';
import { creditReturned } from './purchases/commands.ts';
import { updateBans } from './strikes/commands.ts';

const WaitlistJob = z.object({
  tenantId: z.number().int(),
  trainingId: z.number().int(),
  at: z.string(),
  isFree: z.literal(true).optional(),
});

const ArrivalJob = z.object({
  tenantId: z.number().int(),
  registrationIds: z.array(z.number().int()),
  at: z.string(),
});

/** In milliseconds: the queue goes by the database's clock, which may be that much ahead of ours. */
const clocksApart = 2000;

/** When lines are looked through that should have moved: nothing is lost when a job is. In the form of cron. */
export const sweepSchedule = '* * * * * lines';

/** When it is looked up who may not book ahead. */
export const bansSchedule = '7 * * * * bans';

export function bansTask(centres: JobCentres): Task {
  return eachCentre(centres, updateBans);
}

/** Moves the line of one training: at its moment, as a hold ends, or at once, as a place came free. */
export function waitlistTask(centres: JobCentres): Task {
  const { ctxOf } = centres;
  return ofCentre(centres, WaitlistJob, async (tenant, { trainingId, at, isFree }) => {
    if (isFree) {
      await advanceWaitlist(ctxOf(tenant), trainingId, { freedAt: at });
      return;
    }
    const early = minutesBetween(ctxOf(tenant).now, at) * 60_000;
    if (early > 0 && early <= clocksApart) await new Promise((resolve) => setTimeout(resolve, early));
    await giveBackUndecided(ctxOf(tenant));
    await advanceWaitlist(ctxOf(tenant), trainingId);
  });
}

/** Notes whoever came in by a door, as of when they came. */
export function arrivalTask(centres: JobCentres): Task {
  return ofCentre(centres, ArrivalJob, (tenant, { registrationIds, at }) =>
    eachOf(registrationIds, (id) => noteArrival({ ...centres.ctxOf(tenant), now: at }, id)),
  );
}

/**
 * Moves every line that is due: entries close at the start, who became eligible meanwhile gets a free place, and what
 * covered a booking is settled.
 */
export function sweepTask(ports: JobCentres & { readonly tokens: Tokens }): Task {
  return eachCentre(ports, async (ctx) => {
    const steps = [
      () => closeDueRolls(ctx),
      () => giveBackUndecided(ctx),
      () => advanceDue(ports, ctx),
      () => creditReturned(ctx, ports.tokens),
    ];
    await eachOf(steps, (step) => step());
  });
}

async function advanceDue({ ctxOf }: JobCentres, ctx: Ctx): Promise<void> {
  const [due] = await ctx.read(listDueWaitlists({ now: ctx.now }));
  const covered = new Set(await listDueEntitlements(ctx));
  await eachOf(new Set([...due.map(({ id }) => id), ...covered]), (id) =>
    advanceWaitlist(ctxOf(ctx.tenant), id, { isCoverDue: covered.has(id) }),
  );
}
