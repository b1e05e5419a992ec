import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { closeErasure } from './commands.ts';
import { erasuresTask } from './jobs.ts';

const running = withServer();
const { ask } = running;
const { ctxOf, draft, issued } = invoiceMeans(running);

const work = (home: Centre) =>
  erasuresTask({
    system: running.server.system,
    originOf: () => 'http://test.test',
    tenants: () => running.server.tenants.all().filter(({ id }) => id === home.id),
    ctxOf: () => ctxOf(home),
  })(undefined);

const now = '2026-09-14T09:00:00Z';

/** Asked a fortnight ago, so that the days to think again are over, unless told otherwise. */
async function asked(
  home: Centre,
  firstName: string,
  parts: { dueAt?: string; undoneAt?: string } = {},
): Promise<TestAccount> {
  const account = await home.account({ firstName });
  await rowsOf(running, home).add('erasures', {
    ...{ client_id: account.clientId, asked_by: account.id, asked_at: '2026-08-31T09:00:00Z' },
    ...{ due_at: parts.dueAt ?? now, undone_at: parts.undoneAt ?? null },
  });
  return account;
}

/** As many as are looked at in one go, all due before anybody else. */
async function askedBefore(
  home: Centre,
  askedBy: number,
  { undoneAt, doneAt }: { undoneAt: string | null; doneAt: string | null },
): Promise<void> {
  await ask(
    `with people as (insert into clients (tenant_id, code, first_name, last_name, email, phone)
        select $1, gen_random_uuid()::text, '', '', '', '' from generate_series(1, 500) returning id)
     insert into erasures (tenant_id, client_id, asked_by, asked_at, due_at, undone_at, closed_at, done_at)
       select $1, id, $2, '2026-07-01', '2026-07-15', $3, $4, $4 from people`,
    ...[home.id, askedBy, undoneAt, doneAt],
  );
}

/** Money for a bill that is dropped, as the payment service told of it last; it is asked about still. */
async function paying(home: Centre, { clientId }: TestAccount, status: string): Promise<void> {
  const { id } = await draft(home, { clientId });
  await ask("update invoices set state = 'dropped', dropped_at = $2 where id = $1", id, now);
  await rowsOf(running, home).add('payments', {
    ...{ id: randomUUID(), invoice_id: id, provider: 'emulator', method: 'cardPayments', status },
    ...{ amount_cents: 7240, created_at: now, changed_at: now, expires_at: now },
    ask_at: addMinutes(now, 30),
  });
}

/** Who paid for a place after they had asked. */
async function paidPlace(home: Centre, owner: TestAccount): Promise<void> {
  const { id: ticketId } = await fulfil(running, home, {
    productId: await addProduct(running, home, {}),
    owner,
  });
  const { add } = rowsOf(running, home);
  const of = { ticket_id: ticketId, created_at: now };
  const entryId = await add('ticket_entries', { ...of, kind: 'RESERVE', visits: 1 });
  const training = await home.training({ startsAt: '2026-09-20T15:00:00Z' });
  await add('registration_covers', {
    ...{ ...of, kind: 'ticket', ticket_entry_id: entryId },
    registration_id: await home.registration(training, owner.clientId, { place: 1 }),
  });
}

test('of many who asked each is erased, held or left for themselves, however many were done before', async () => {
  const home = await running.centre();
  const { id: askedBy } = await asked(home, 'Regretting', { undoneAt: '2026-09-01T09:00:00Z' });
  await askedBefore(home, askedBy, { undoneAt: '2026-07-16T09:00:00Z', doneAt: null });
  await askedBefore(home, askedBy, { undoneAt: null, doneAt: '2026-07-16T09:00:00Z' });
  const people = {
    waiting: await asked(home, 'Waiting', { dueAt: addMinutes(now, 1) }),
    first: await asked(home, 'First'),
    owing: await asked(home, 'Owing'),
    paying: await asked(home, 'Paying'),
    authorized: await asked(home, 'Authorized'),
    abandoning: await asked(home, 'Abandoning'),
    booked: await asked(home, 'Booked'),
    last: await asked(home, 'Last'),
    never: await home.account({ firstName: 'Never' }),
  };
  await issued(home, { clientId: people.owing.clientId });
  await paying(home, people.paying, 'PENDING');
  await paying(home, people.authorized, 'AUTHORIZED');
  await paying(home, people.abandoning, 'ABANDONED');
  await paying(home, people.never, 'PENDING');
  await paidPlace(home, people.booked);
  await work(home);
  const found = await ask(
    `select c.first_name as name, e.held_by as held, e.undone_at as undone, e.closed_at as closed, e.done_at as done,
        a.session_version as version
      from accounts a join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
        left join erasures e on e.tenant_id = c.tenant_id and e.client_id = c.id
      where a.tenant_id = $1 order by a.id`,
    home.id,
  );
  const left = { held: '', undone: null, closed: null, done: null, version: 1 };
  const erased = { ...left, name: '', closed: now, done: now, version: 2 };
  expect(found).toEqual([
    { ...left, name: 'Regretting', undone: '2026-09-01T09:00:00Z' },
    { ...left, name: 'Waiting' },
    erased,
    { ...left, name: 'Owing', held: 'debt' },
    { ...left, name: 'Paying', held: 'payment' },
    { ...left, name: 'Authorized', held: 'payment' },
    erased,
    { ...left, name: 'Booked', held: 'booking' },
    erased,
    { ...left, name: 'Never', held: null },
  ]);
  const places = await ask('select state from registrations where tenant_id = $1', home.id);
  expect(places).toEqual([{ state: 'booked' }]);
});

test('one place ahead that cannot be given back holds the erasure', async () => {
  const home = await running.centre();
  const one = await asked(home, 'Mari');
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  await home.registration(training, one.clientId, { place: 1 });
  await ask('update registrations set presence = true where tenant_id = $1 returning 1', home.id);
  await work(home);
  expect(await ask('select held_by, closed_at from erasures where tenant_id = $1', home.id)).toEqual([
    { held_by: 'booking', closed_at: null },
  ]);
});

test('who has no address is forgotten without a mail; whoever has one is told', async () => {
  const home = await running.centre();
  const silent = await home.client();
  await ask("update clients set email = '' where id = $1", silent);
  const [told, admin] = [await asked(home, 'Mari'), await home.account({ role: 'admin' })];
  await rowsOf(running, home).add('erasures', {
    ...{ client_id: silent, asked_by: admin.id, asked_at: '2026-08-30T09:00:00Z', due_at: now },
  });
  await work(home);
  expect(await ask('select 1 from erasures where tenant_id = $1 and done_at is null', home.id)).toEqual([]);
  const recipients = async () =>
    (
      await ask<{ recipient: string }>(
        'select recipient from stand_in_mails where tenant_id = $1 order by recipient desc',
        home.id,
      )
    ).map(({ recipient }) => recipient);
  await expect.poll(async () => (await recipients())[0], { timeout: 10_000 }).toBe(told.email);
  const open = () =>
    ask(
      `select 1 from outbox where tenant_id = $1
       union all select 1 from graphile_worker.jobs where task_identifier = 'mail'`,
      home.id,
    );
  await expect.poll(open, { timeout: 10_000 }).toEqual([]);
  expect(await recipients()).toEqual([told.email]);
});

test('whoever thinks again just as their erasure begins is not forgotten', async () => {
  const home = await running.centre();
  await asked(home, 'Mari', { undoneAt: now });
  const [erasure] = await ask<{ id: number }>('select id from erasures where tenant_id = $1', home.id);
  const ports = { originOf: () => 'http://test.test' };
  expect(await closeErasure(ctxOf(home), ports, erasure?.id ?? 0)).toBe(false);
  expect(await ask('select closed_at from erasures where tenant_id = $1', home.id)).toEqual([
    { closed_at: null },
  ]);
  expect(
    await ask("select 1 from clients where tenant_id = $1 and first_name = 'Mari'", home.id),
  ).toHaveLength(1);
});
