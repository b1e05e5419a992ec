import { z } from 'zod';
import { type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import {
  type EntitleAnew,
  type GiveBack,
  releaseLapsed,
  releaseOutlived,
  releaseTaken,
} from './bookings/commands.ts';
import { listOutlived } from './bookings/data.ts';
import { tellActivated } from './commands.ts';
import type { ContractMailPorts } from './mails.ts';
import { findContract } from './views/data.ts';

export interface ContractJobPorts extends ContractMailPorts, JobCentres {
  readonly giveBack: GiveBack;
  /** By the terms of cancelling. */
  readonly giveBackLate: GiveBack;
  /** Not by its owner's choice. */
  readonly takeOut: GiveBack;
  readonly entitleAnew: EntitleAnew;
}

const ContractJob = z.object({
  tenantId: z.number().int(),
  kind: z.enum(['activated', 'release', 'lapsed', 'outlived']),
  contractId: z.number().int(),
  lapsedAt: z.string().optional(),
  registrationIds: z.array(z.number().int()).optional(),
  lateIds: z.array(z.number().int()).optional(),
});

/** What is to be done about one contract besides. Done twice, it is done once. */
export function contractTask(ports: ContractJobPorts): Task {
  return ofCentre(
    ports,
    ContractJob,
    async (tenant, { kind, contractId, lapsedAt = '', registrationIds = [], lateIds = [] }) => {
      const ctx = ports.ctxOf(tenant);
      const [[contract]] = await ctx.read(findContract({ contractId }));
      if (!contract) return;
      if (kind === 'release') {
        await releaseTaken(ctx, ports, contractId, { registrationIds, lateIds });
      } else if (kind === 'lapsed') await releaseLapsed(ctx, ports.takeOut, { contractId, lapsedAt });
      else if (kind === 'outlived') await releaseOutlived(ctx, ports, contractId);
      else {
        await tellActivated(ctx, ports, contract);
        // Another one may not go on because of it.
        const [outlived] = await ctx.read(listOutlived({ clientId: contract.clientId, now: ctx.now }));
        for (const { id } of outlived) await releaseOutlived(ctx, ports, id);
      }
    },
  );
}
