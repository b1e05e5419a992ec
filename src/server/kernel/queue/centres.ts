import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { Tenant } from '../tenant.ts';
import type { Task } from './worker.ts';

/** What goes over all centres knows of them. */
export interface OpenCentres {
  /** Those that are open, as this process knows them. */
  tenants(): readonly Tenant[];
  /** Acts for nobody, in the centre's own name, now. */
  ctxOf(tenant: Tenant): Ctx;
}

/** What the job of one centre knows of it. */
export interface JobCentres extends OpenCentres {
  /** An open one, also one that this process has not heard of yet; undefined when it is closed. */
  tenantOf(tenantId: number): Promise<Tenant | undefined>;
}

/** Does something for each, one after the other; what fails for one stops none behind it, and is told in the end. */
export async function eachOf<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
  nameOf?: (one: T) => string,
): Promise<void> {
  const [errors, words]: [unknown[], string[]] = [[], []];
  for (const one of all) {
    try {
      await work(one);
    } catch (error) {
      errors.push(error);
      words.push(`${nameOf ? `${nameOf(one)}: ` : ''}${(error as Error).message}`);
    }
  }
  // The queue keeps and logs the words alone.
  if (errors.length > 0) throw new AggregateError(errors, words.join('\n'));
}

/** Does the same at every centre; what fails at one stops no other, and is tried again. */
export function eachCentre({ tenants, ctxOf }: OpenCentres, work: (ctx: Ctx) => Promise<unknown>): Task {
  return () =>
    eachOf(
      tenants(),
      (tenant) => work(ctxOf(tenant)),
      ({ host }) => host,
    );
}

/** Does what one centre has to do. A centre that was closed meanwhile has nothing to do any more. */
export function ofCentre<Job extends { readonly tenantId: number }>(
  { tenantOf }: Pick<JobCentres, 'tenantOf'>,
  schema: z.ZodType<Job>,
  work: (tenant: Tenant, job: Job) => Promise<unknown>,
): Task {
  return async (payload) => {
    const job = schema.parse(payload);
    const tenant = await tenantOf(job.tenantId);
    if (tenant) await work(tenant, job);
  };
}
