import { expect, test } from 'vitest';
import { cleanupTask } from '#server/kernel/cleanup.ts';
import { campaignOf } from '#server/testing/campaigns.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { visitorMeans } from '#server/testing/visitors.ts';
import { forgetRefused } from './commands.ts';

const running = withServer();
const { ask, clock } = running;
const { open, asked, pressed, confirm } = visitorMeans(running);
const { draft } = invoiceMeans(running);
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
  clock.set('2026-09-15T09:00:00Z');
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

test('who was refused and since logs in, agreed to something or used a code is kept, and each for themselves alone', async () => {
  const home = await open();
  const { login, consent, campaign, nothing } = {
    login: await home.account(),
    consent: await home.client({ firstName: 'Consent' }),
    campaign: await home.client({ firstName: 'Campaign' }),
    nothing: await home.client({ firstName: 'Nothing' }),
  };
  await ask(
    `insert into visitors (tenant_id, client_id, email, name, created_at)
      select tenant_id, id, lower(first_name) || '@test.test', lower(first_name), '2026-09-13T00:00:00Z'
      from clients where tenant_id = $1`,
    home.id,
  );
  await ask(
    `insert into consents (tenant_id, client_id, purpose, is_given, language, source, at)
      values ($1, $2, 'smsNotices', true, 'en', 'profile', now())`,
    ...[home.id, consent],
  );
  const { id: invoiceId } = await draft(home);
  await ask(
    `insert into campaign_redemptions (tenant_id, invoice_id, campaign_id, client_id, email, discount_cents, created_at, held_until)
      values ($1, $2, $3, $4, 'x@test.test', 0, now(), now())`,
    ...[home.id, invoiceId, await campaignOf(running, home, { code: 'SUVI' }), campaign],
  );
  await clean();
  const kept = await ask<{ id: number }>('select id from clients where tenant_id = $1 order by id', home.id);
  expect(kept.map(({ id }) => id)).toEqual([login.clientId, consent, campaign]);
  expect(await ask('select from clients where id = $1', nothing)).toEqual([]);
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
