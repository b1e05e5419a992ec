import { z } from 'zod';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { releaseBookings, releaseLapsed } from './bookings/commands.ts';
import { tellActivated } from './commands.ts';
import type { ContractMailPorts } from './mails.ts';
import { findContract } from './views/data.ts';

export interface ContractJobPorts extends ContractMailPorts {
  tenants(): readonly Tenant[];
  /** Acts for nobody, in the centre's own name. */
  ctxOf(tenant: Tenant): Ctx;
}

const ContractJob = z.object({
  tenantId: z.number().int(),
  kind: z.enum(['activated', 'release', 'lapsed']),
  contractId: z.number().int(),
  registrationIds: z.array(z.number().int()).optional(),
});

/** What is to be done about one contract besides. Done twice, it is done once. */
export function contractTask(ports: ContractJobPorts): Task {
  return async (payload) => {
    const { tenantId, kind, contractId, registrationIds = [] } = ContractJob.parse(payload);
    const tenant = ports.tenants().find(({ id }) => id === tenantId);
    if (!tenant) return;
    const ctx = ports.ctxOf(tenant);
    const [[contract]] = await ctx.read(findContract({ contractId }));
    if (!contract) return;
    if (kind === 'release') await releaseBookings(ctx, contract.clientId, registrationIds);
    else if (kind === 'lapsed') await releaseLapsed(ctx, contractId);
    else await tellActivated(ctx, ports, contract);
  };
}
