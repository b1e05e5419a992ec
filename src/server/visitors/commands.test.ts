import { expect, test } from 'vitest';
import { cleanupTask } from '#server/kernel/cleanup.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { visitorMeans } from '#server/testing/visitors.ts';
import { forgetRefused } from './commands.ts';

const running = withServer();
const { ask, clock } = running;
const { open, asked, pressed, confirm } = visitorMeans(running);
const clean = () => cleanupTask(running.server.system, clock, [forgetRefused])({});

test('who pressed and was refused is forgotten after a day, who booked is not', async () => {
  const home = await open();
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 1 });
  const late = await asked(home, training.id, 1, { email: 'late@test.test' });
  await pressed(home, training.id, 2, { email: 'first@test.test' });
  expect((await confirm(home, late)).error).toBe('noFreePlaces');
  const addresses = async () => {
    const rows = await ask<{ email: string }>(
      `select c.email from clients c join visitors v on v.tenant_id = c.tenant_id and v.client_id = c.id
        where c.tenant_id = $1 order by c.email`,
      home.id,
    );
    return rows.map(({ email }) => email);
  };
  const staff = await home.client();
  await clean();
  expect(await addresses()).toEqual(['first@test.test', 'late@test.test']);
  clock.set('2026-09-15T09:00:01Z');
  await clean();
  expect(await addresses()).toEqual(['first@test.test']);
  expect(
    await ask('select id from clients where tenant_id = $1 and email like $2', home.id, 'late%'),
  ).toEqual([]);
  expect(await ask('select id from clients where id = $1', staff)).toHaveLength(1);
});

test('who was refused and bought something since is kept, and keeps nothing else from being forgotten', async () => {
  const home = await open();
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 1 });
  const late = await asked(home, training.id, 1, { email: 'late@test.test' });
  await pressed(home, training.id, 2, { email: 'first@test.test' });
  expect((await confirm(home, late)).error).toBe('noFreePlaces');
  const [client] = await ask<{ id: number }>(
    "select id from clients where tenant_id = $1 and email = 'late@test.test'",
    home.id,
  );
  const ticket = await fulfil(running, home, { productId: await addProduct(running, home, {}) });
  await ask('update tickets set client_id = $2 where id = $1 returning 1', ticket.id, client?.id);
  const old = await ask('select from attempts where tenant_id = $1', home.id);
  expect(old.length).toBeGreaterThan(0);
  clock.set('2026-09-16T09:00:01Z');
  await clean();
  expect(await ask('select id from clients where id = $1', client?.id)).toHaveLength(1);
  expect(await ask('select from attempts where tenant_id = $1', home.id)).toEqual([]);
});

test('what cannot be removed keeps nothing else from it', async () => {
  const home = await open();
  await asked(home, (await home.training({ startsAt: '2026-09-16T15:00:00Z' })).id);
  clock.set('2026-09-16T09:00:00Z');
  const failing = cleanupTask(running.server.system, clock, [
    () => Promise.reject(new Error('still pointed to')),
  ]);
  await expect(failing({})).rejects.toThrow('still pointed to');
  expect(await ask('select from visitor_requests where tenant_id = $1', home.id)).toEqual([]);
});

test('what was asked for and not pressed is forgotten once it ends', async () => {
  const home = await open();
  await asked(home, (await home.training({ startsAt: '2026-09-16T15:00:00Z' })).id);
  const kept = () => ask('select 1 from visitor_requests where tenant_id = $1', home.id);
  clock.set('2026-09-15T08:59:59Z');
  await clean();
  expect(await kept()).toHaveLength(1);
  clock.set('2026-09-15T09:00:00Z');
  await clean();
  expect(await kept()).toEqual([]);
});
