import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';
import type { Db } from './db.ts';
import { EventBus } from './events.ts';
import { TenantRegistry } from './tenant.ts';

const running = withServer();
const { centre, call } = running;

/** The registry of a database that answers when it is told to, with what held when it was asked. */
function slowRegistry() {
  const asked: (() => Promise<void>)[] = [];
  let name = 'first';
  const system = {
    run: () =>
      new Promise((resolve) => {
        const row = { tenant_id: 1, host: 'a.example', name, languages: ['en'], page_rules: {}, limits: {} };
        asked.push(async () => {
          resolve([[row], []]);
          await new Promise(setImmediate);
        });
      }),
  } as unknown as Db;
  const registry = new TenantRegistry(system, false);
  return {
    registry,
    asked,
    rename: (to: string) => (name = to),
    nameNow: () => registry.find('a.example')?.name,
  };
}

test('readings that overlap end with the newest, and who asks meanwhile shares one', async () => {
  const { registry, asked, rename, nameNow } = slowRegistry();
  const first = registry.load();
  await new Promise(setImmediate);
  rename('second');
  const later = [registry.load(), registry.load()];
  await new Promise(setImmediate);
  expect(asked).toHaveLength(1);
  await asked[0]?.();
  await first;
  expect(nameNow()).toBe('first');
  expect(asked).toHaveLength(2);
  await asked[1]?.();
  await Promise.all(later);
  expect(nameNow()).toBe('second');
});

test('a reading that fails does not keep the next from being done', async () => {
  let isDown = true;
  const run = async () => {
    if (isDown) throw new Error('down');
    return [[], []];
  };
  const registry = new TenantRegistry({ run } as unknown as Db, false);
  await expect(registry.load()).rejects.toThrow('down');
  isDown = false;
  await registry.load();
});

test('a reading of one leaves the others as they are; one that fails is made up for with the next, of whichever', async () => {
  const [one, other] = [await centre(), await centre()];
  const registry = new TenantRegistry(running.server.system, false);
  await registry.load();
  const known = registry.find(other.host);
  const rename = (name: string) =>
    running.ask('update tenants set name = $1 where tenant_id = any($2)', name, [one.id, other.id]);
  await rename('renamed');
  await registry.load(one.id);
  expect(registry.find(one.host)).toMatchObject({ name: 'renamed', clubs: [{ id: one.clubId }] });
  expect(registry.find(other.host)).toBe(known);

  let isDown = true;
  const run: Db['run'] = (...queries) =>
    isDown ? Promise.reject(new Error('down')) : running.server.system.run(...queries);
  const failing = new TenantRegistry({ run } as unknown as Db, false);
  await expect(failing.load(one.id)).rejects.toThrow('down');
  isDown = false;
  await failing.load(other.id);
  expect(failing.all().map(({ id }) => id)).toEqual([one.id, other.id]);
  await running.ask('update tenants set is_active = false where tenant_id = $1', one.id);
  await failing.load(one.id);
  expect(failing.all().map(({ id }) => id)).toEqual([other.id]);
});

test('nobody is told before what must be known anew is known', async () => {
  const bus = new EventBus();
  const done: string[] = [];
  bus.on((_, { topic }) => done.push(topic));
  bus.preparing((_, { topic }) =>
    topic === 'tenantChanged' ? Promise.resolve().then(() => void done.push('known')) : undefined,
  );
  const told = bus.emit(1, { topic: 'tenantChanged' });
  expect(done).toEqual([]);
  await told;
  expect(done).toEqual(['known', 'tenantChanged']);
  expect(bus.emit(1, { topic: 'sessionEnded', sessionId: 'x' })).toBeUndefined();
  expect(done.at(-1)).toBe('sessionEnded');
});

test('whoever changes a rule meets it with the next call, fifty times in a row', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  for (let round = 0; round < 50; round += 1) {
    const section = (await call(listSettings, {}, { actor: admin })).body.sections.find(
      ({ name }) => name === 'security',
    );
    const demandedOf = round % 2 === 0 ? 'staff' : 'nobody';
    const body = {
      section: 'security' as const,
      version: section?.version ?? '',
      values: { demandedOf, demandedFrom: '2026-09-14' },
    };
    expect((await call(saveSettings, { body }, { actor: admin })).status).toBe(200);
    expect(running.server.tenants.find(home.host)?.company).toMatchObject({ security: { demandedOf } });
  }
});
