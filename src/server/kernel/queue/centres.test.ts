import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { Tenant } from '../tenant.ts';
import { eachCentre, eachOf, ofCentre } from './centres.ts';

const tenants = ['a.example', 'b.example', 'c.example'].map(
  (host, id) => ({ id, host }) as unknown as Tenant,
);
const centres = {
  tenants: () => tenants,
  tenantOf: async (tenantId: number) => tenants[tenantId],
  ctxOf: (tenant: Tenant) => ({ tenant }) as Ctx,
};

test('what fails at one centre stops no other, and is told with its host', async () => {
  const done: string[] = [];
  const task = eachCentre(centres, async ({ tenant: { host } }) => {
    if (host === 'b.example') throw new Error('no rows');
    done.push(host);
  });
  await expect(task(undefined)).rejects.toThrow(/^b\.example: no rows$/);
  expect(done).toEqual(['a.example', 'c.example']);
});

test('a centre that was closed has nothing to do any more; what is no job is refused', async () => {
  const done: string[] = [];
  const task = ofCentre(centres, z.object({ tenantId: z.number() }), async ({ host }) => done.push(host));
  await task({ tenantId: 1 });
  await task({ tenantId: 7 });
  expect(done).toEqual(['b.example']);
  await expect(task({})).rejects.toThrow('tenantId');
});

test('what fails for one stops none behind it, and each failure is told', async () => {
  const done: number[] = [];
  const work = eachOf([1, 2, 3, 4], async (one) => {
    if (one % 2 === 0) throw new Error(`no ${one}`);
    done.push(one);
  });
  await expect(work).rejects.toThrow(/^no 2\nno 4$/);
  expect(done).toEqual([1, 3]);
});
