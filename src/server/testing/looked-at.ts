import { expect } from 'vitest';
import type { Centre } from './centre.ts';
import type { TestServer } from './server.ts';

/** Until the queue has looked at all that happened in a centre: then nothing comes of it any more. */
export async function untilLookedAt(
  { ask }: Pick<TestServer, 'ask'>,
  { id }: Pick<Centre, 'id'>,
): Promise<void> {
  const patience = { timeout: 10_000 };
  await expect.poll(() => ask('select 1 from outbox where tenant_id = $1', id), patience).toEqual([]);
  const waiting =
    "select 1 from graphile_worker._private_jobs where run_at <= now() and (payload->>'tenantId')::int = $1";
  await expect.poll(() => ask(waiting, id), patience).toEqual([]);
}
