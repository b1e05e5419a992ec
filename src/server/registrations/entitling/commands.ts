import { lockClients } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { entitlementsFor } from '#shared/registrations/entitlements/domain.ts';
import { lockTrainings } from '../data.ts';
import { lockPasses } from '../entitlements/commands.ts';
import * as data from './data.ts';

/**
 * Has the contract cover a booking that would be taken for it now, as for any booking; no ticket or voucher is spent without
 * being asked for. Answers whether it is covered; what was given back meanwhile, has begun or is settled needs nothing.
 */
export async function entitleAnew(ctx: Ctx, clientId: number, registrationId: number): Promise<boolean> {
  const of = { registrationId, clientId, now: ctx.now };
  const [[before]] = await ctx.read(data.findCovered(of));
  if (!before) return true;
  return ctx.write<boolean>(async ({ load, save, keep }) => {
    const [[training], , [booked]] = await load(
      lockTrainings({ trainingIds: [before.trainingId] }),
      lockClients({ clientIds: [clientId] }),
      data.findCovered(of),
    );
    if (!training || !booked) return keep(true);
    const passes = (await lockPasses(ctx, load, [clientId], [registrationId])).get(clientId) ?? [];
    const contracts = passes.filter(({ kind }) => kind === 'contract');
    const [best] = entitlementsFor(training, contracts, ctx.now);
    if (best?.benefit === undefined) return keep(false);
    return save(true, [data.setContract(registrationId, best.id, best.benefit)]);
  });
}
