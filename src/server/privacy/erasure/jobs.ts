import type { Ctx } from '#server/kernel/ctx.ts';
import type { Db } from '#server/kernel/db.ts';
import { eachCentre, eachOf, type OpenCentres } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { erasureStep } from '#shared/privacy/domain.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';

/** When those who asked to be forgotten are, in the form of cron. */
export const erasuresSchedule = '7 * * * * erasures';

/**
 * Carries out every erasure that is due, step by step, and forgets who never bought what they began to buy: whatever
 * stopped half-way is taken up where it stopped, and what fails of one person stops nobody else's.
 */
export function erasuresTask(
  ports: commands.ErasurePorts & {
    readonly system: Db;
  } & OpenCentres,
): Task {
  return eachCentre(ports, async (ctx) => {
    const [open] = await ctx.read(data.listOpenErasures());
    const steps = [
      ...open.map((erasure) => () => carryOn(ctx, ports, erasure)),
      () => commands.forgetUnpaid(ctx),
      () => ports.system.run(data.scrubForgotten(ctx.tenant.id)),
    ];
    await eachOf<() => Promise<unknown>>(steps, (step) => step());
  });
}

async function carryOn(
  ctx: Ctx,
  ports: commands.ErasurePorts & { readonly system: Db },
  erasure: data.ErasureRow,
): Promise<void> {
  const step = erasureStep(erasure, ctx.now);
  if (step === 'wait') return commands.giveBack(ctx, erasure.clientId, erasure.askedAt);
  if (step === 'nothing') return;
  if (step === 'close') {
    await commands.giveBack(ctx, erasure.clientId, ctx.now);
    if (!(await commands.closeErasure(ctx, ports, erasure.id))) return;
  }
  const accountIds = await commands.scrubErased(ctx, erasure);
  await ports.system.run(data.scrubTrail(ctx.tenant.id, erasure.clientId, accountIds));
  await commands.endErasure(ctx, erasure.id);
}
