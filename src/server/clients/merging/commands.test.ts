import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { listReturned } from '#server/contracts/billing/data.ts';
import { settleEnded } from '#server/contracts/renewals/commands.ts';
import { addContract } from '#server/testing/benefits.ts';
import { billingMeans } from '#server/testing/billing.ts';
import { type Centre, testPassword } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { withDoors } from '#server/testing/doors.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { mergingMeans } from '#server/testing/merging.ts';
import { addProduct } from '#server/testing/products.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { fulfil, insertPaidLine } from '#server/testing/tickets.ts';
import { login } from '#shared/account/contract.ts';

import { listDoubles, mergeClients } from '#shared/clients/merging/contract.ts';
import { getContract } from '#shared/contracts/contract.ts';
import { revokeTermination } from '#shared/contracts/terminations/contract.ts';

import { creditInvoice } from '#shared/invoices/credits/contract.ts';

import { getHome } from '#shared/registrations/home/contract.ts';

const running = withServer();
const { call, ask } = running;

const { furnished, merging, preview } = mergingMeans(running);

/** How many rows of each table point to a client. */
async function countsOf(home: Centre, clientId: number) {
  const pointers = await ask<{ name: string; column: string }>(
    `select c.conrelid::regclass::text as name, a.attname as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'tenant_id'
     where c.contype = 'f' and c.confrelid = 'clients'::regclass`,
  );
  const counts: Record<string, number> = {};
  for (const { name, column } of pointers) {
    const [row] = await ask<{ count: number }>(
      `select count(*)::integer as count from ${name} where tenant_id = $1 and ${column} = $2`,
      home.id,
      clientId,
    );
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}

test('everything of the one that goes is the other’s afterwards, as the preview said; the trail says so', async () => {
  const { home, admin, kept, gone } = await furnished();
  const productId = await addProduct(running, home, {});
  await fulfil(running, home, { productId, owner: gone });
  await addContract(running, home, gone, {});
  await withDoors(running).register(gone);
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  await home.registration(training, gone.clientId, { place: 1 });
  const [before, own] = [await countsOf(home, gone.clientId), await countsOf(home, kept.clientId)];
  const { body } = await preview(admin, kept, gone);
  expect(body).toMatchObject({ refusal: null, clashes: [] });
  expect(Object.fromEntries(body.moves.map(({ table, count }) => [table, count]))).toEqual(before);

  const merged = await merging(admin, kept, gone);
  expect(merged.body.moved).toBe(Object.values(before).reduce((sum, count) => sum + count, 0));
  expect(await countsOf(home, gone.clientId)).toEqual({});
  const after = await countsOf(home, kept.clientId);
  for (const [table, count] of Object.entries(before)) expect(after[table]).toBe(count + (own[table] ?? 0));
  expect(
    await ask('select id from clients where tenant_id = $1 and id = $2', home.id, gone.clientId),
  ).toEqual([]);
  const trail = await ask('select noun, noun_id from audit_trail where tenant_id = $1 order by id', home.id);
  expect(trail.slice(-2)).toEqual([
    { noun: 'clients', noun_id: gone.clientId },
    { noun: 'clients', noun_id: kept.clientId },
  ]);
  expect((await merging(admin, kept, gone)).status).toBe(404);
});

test('whatever may move has a name that the office reads', async () => {
  const tables = await ask<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'clients'::regclass order by 1`,
  );
  expect(tables.map(({ name }) => name).filter((name) => !(name in en.backOffice.merge.tables))).toEqual([]);
});

test('what they shared with each other is their own, once', async () => {
  const { home, admin, kept, gone } = await furnished();
  const productId = await addProduct(running, home, {});
  const ticket = await fulfil(running, home, { productId, owner: kept });
  const [share] = await ask<{ id: number }>(
    `insert into ticket_shares (tenant_id, ticket_id, client_id, recipient, created_at, accepted_at)
      values ($1, $2, $3, 'gone', now(), now()) returning id`,
    ...[home.id, ticket.id, gone.clientId],
  );
  expect((await merging(admin, kept, gone)).status).toBe(200);
  expect(await ask('select ended_by from ticket_shares where id = $1', share?.id)).toEqual([
    { ended_by: 'owner' },
  ]);
});

test('overlapping bookings, two contracts of one kind and different id codes stand in the way, and nothing moves', async () => {
  const { home, admin, kept, gone } = await furnished();
  const [one, two] = [
    await home.training({ startsAt: '2026-09-15T15:00:00Z', name: 'Jooga' }),
    await home.training({ startsAt: '2026-09-15T15:30:00Z', name: 'Pilates' }),
  ];
  await home.registration(one, kept.clientId, { place: 1 });
  const other = await home.registration(two, gone.clientId, { place: 1 });
  const seen = await preview(admin, kept, gone);
  expect(seen.body).toMatchObject({
    refusal: 'mergeBookings',
    clashes: [{ kind: 'booking', name: 'Jooga', otherName: 'Pilates' }],
  });
  const refused = await merging(admin, kept, gone);
  expect([refused.status, refused.error]).toEqual([409, 'mergeBookings']);
  expect(await countsOf(home, gone.clientId)).toMatchObject({ registrations: 1 });
  await ask('delete from registrations where tenant_id = $1 and id = $2', home.id, other);

  await addContract(running, home, kept, {});
  await addContract(running, home, gone, {});
  expect((await merging(admin, kept, gone)).error).toBe('mergeContracts');
  await ask(
    `update clients set id_country = 'EE', id_code = case when id = $2 then '49403136515' else '38001085718' end
     where tenant_id = $1 and id in ($2, $3)`,
    home.id,
    kept.clientId,
    gone.clientId,
  );
  expect((await merging(admin, kept, gone)).error).toBe('mergeOtherPerson');
  expect((await merging(admin, kept, kept)).error).toBe('mergeSame');
});

test('a code that is known of the other alone comes with its country and with how it was shown', async () => {
  const { home, admin, kept, gone } = await furnished();
  await ask(`update clients set id_country = 'LV' where tenant_id = $1 and id = $2`, home.id, kept.clientId);
  await ask(
    `update clients set id_country = 'EE', id_code = '49403136515', id_shown_at = '2026-09-01' where id = $1`,
    gone.clientId,
  );
  expect((await merging(admin, kept, gone)).status).toBe(200);
  expect(
    await ask(
      `select id_country, id_code, id_shown_at is not null as shown from clients where id = $1`,
      kept.clientId,
    ),
  ).toEqual([{ id_country: 'EE', id_code: '49403136515', shown: true }]);
});

test('of an issued invoice only its client may change', async () => {
  const { home, admin, kept, gone } = await furnished();
  const productId = await addProduct(running, home, {});
  const { email } = gone;
  const holder = { clientId: gone.clientId, firstName: 'Kai', lastName: 'Kask', email, phone: '' };
  const item = { kind: 'ticket', productId, clubId: home.clubId, startsOn: null, holder } as const;
  await invoiceMeans(running).issued(home, { clientId: gone.clientId, lines: [{ item }] });
  const issued = () =>
    ask<{ client_id: number }>(
      `select n.client_id, n.number, n.payer, n.total_cents, l.item from invoices n
          join invoice_lines l on l.tenant_id = n.tenant_id and l.invoice_id = n.id
        where n.tenant_id = $1 and n.state = 'issued' order by n.id`,
      home.id,
    );
  const before = await issued();
  expect(before).toHaveLength(1);
  expect((await merging(admin, kept, gone)).status).toBe(200);
  expect(await issued()).toEqual(
    before.map((invoice) => ({
      ...invoice,
      client_id: invoice.client_id === gone.clientId ? kept.clientId : invoice.client_id,
    })),
  );
  await expect(
    ask(
      `update invoices set total_cents = total_cents + 1 where tenant_id = $1 and state = 'issued'`,
      home.id,
    ),
  ).rejects.toThrow('an issued invoice stays');
});

test('what the one that goes was about to buy is handed over to the one that stays', async () => {
  const { home, admin, kept, gone } = await furnished();
  const productId = await addProduct(running, home, {});
  const holder = { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '' };
  const drafted = (clientId: number | null) =>
    insertPaidLine(running, home, {
      ...({ kind: 'ticket', productId, clubId: home.clubId, startsOn: null } as const),
      holder: { ...holder, clientId },
    });
  const [own, others, nobodys] = [
    await drafted(gone.clientId),
    await drafted(admin.clientId),
    await drafted(null),
  ];
  const place = await drafted(gone.clientId);
  await ask(
    `update invoice_lines set item = jsonb_build_object('kind', 'registration', 'trainingId', 1, 'clientId', $3::integer)
      where tenant_id = $1 and invoice_id = $2`,
    ...[home.id, place, gone.clientId],
  );
  expect((await merging(admin, kept, gone)).status).toBe(200);
  const rows = await ask<{ id: number; client: number | null }>(
    `select invoice_id as id, coalesce(item -> 'holder' ->> 'clientId', item ->> 'clientId')::integer as client
      from invoice_lines where tenant_id = $1 order by 1`,
    home.id,
  );
  expect(rows).toEqual([
    { id: own, client: kept.clientId },
    { id: others, client: admin.clientId },
    { id: nobodys, client: null },
    { id: place, client: kept.clientId },
  ]);
});

test('a contract given up for another is not taken up again: what was paid too much was given back', async () => {
  const { home, admin, kept, gone } = await furnished();
  const old = await makeContract(running, home, gone, {});
  const other = await addContract(running, home, kept, { startsOn: '2026-10-01' });
  const body = { otherId: gone.clientId, givenUp: [old.contractId] };
  const merged = await call(mergeClients, { params: { id: kept.clientId }, body }, { actor: admin });
  expect(merged.status).toBe(200);
  await ask(
    "update contracts set state = 'withdrawn', withdrawn_at = now() where id = $1 returning 1",
    other,
  );
  const params = { id: old.contractId };
  const detail = (await call(getContract, { params }, { actor: kept })).body;
  expect(detail).toMatchObject({ validUntil: '2026-09-30', canTakeEndBack: false });
  const revoked = await call(revokeTermination, { params }, { actor: kept });
  expect([revoked.status, revoked.error]).toEqual([409, 'actionNotAllowed']);
});

test('days that were frozen after a contract was given up come back when it ends', async () => {
  const { home, admin, kept, gone } = await furnished();
  const old = await makeContract(running, home, gone, {});
  await addContract(running, home, kept, { startsOn: '2026-10-01' });
  const body = { otherId: gone.clientId, givenUp: [old.contractId] };
  const merged = await call(mergeClients, { params: { id: kept.clientId }, body }, { actor: admin });
  expect(merged.status).toBe(200);
  const notes = async () =>
    (
      await ask<{ total: number }>(
        `select total_cents as total from invoices where tenant_id = $1 and kind = 'creditNote' order by id`,
        home.id,
      )
    ).map(({ total }) => total);
  const before = await notes();
  await billingMeans(running).freeze(home, { id: old.contractId }, '2026-09-21', '2026-09-30');
  for (const date of ['2026-10-01', '2026-10-02']) {
    await settleEnded(contextOf(running, home), running.server.app.ports.tokens, date);
  }
  const after = await notes();
  expect(after).toHaveLength(before.length + 1);
  // Ten days of a month of thirty at 45 euros.
  expect(after.at(-1)).toBe(-1500);
});

test('of two contracts for the same days the one that is given up ends before the other, for credit', async () => {
  const { home, admin, kept, gone } = await furnished();
  const old = await makeContract(running, home, gone, {});
  await ask(
    "update contracts set starts_on = '2026-09-08' where tenant_id = $1 and id = $2",
    home.id,
    old.contractId,
  );
  await ask(
    "update contract_periods set from_on = '2026-09-08', until_on = '2026-10-07' where tenant_id = $1",
    home.id,
  );
  await ask("update contract_prices set from_on = '2026-09-08' where tenant_id = $1", home.id);
  await ask('update contracts set anchor_day = 8 where tenant_id = $1', home.id);
  await addContract(running, home, kept, { startsOn: '2026-09-11' });
  const seen = await preview(admin, kept, gone);
  expect(seen.body).toMatchObject({
    refusal: 'mergeContracts',
    clashes: [{ kind: 'contract', otherContractId: old.contractId, startsOn: '2026-09-11' }],
  });
  const merge = (givenUp: number[]) =>
    call(
      mergeClients,
      { params: { id: kept.clientId }, body: { otherId: gone.clientId, givenUp } },
      { actor: admin },
    );
  expect((await merge([old.contractId + 1000])).error).toBe('mergeContracts');
  expect((await merge([old.contractId])).status).toBe(200);
  const rows = await ask<{ starts_on: string; ends_on: string | null; state: string }>(
    `select starts_on, ends_on, state from contracts where tenant_id = $1 and client_id = $2 order by starts_on`,
    home.id,
    kept.clientId,
  );
  expect(rows).toEqual([
    { starts_on: '2026-09-08', ends_on: '2026-09-10', state: 'live' },
    { starts_on: '2026-09-11', ends_on: null, state: 'live' },
  ]);
  // Its history knows the end it had, by which its notice could be taken back.
  const [notice] = await ask<{ details: unknown }>(
    "select details from contract_changes where tenant_id = $1 and contract_id = $2 and kind = 'notice'",
    ...[home.id, old.contractId],
  );
  expect(notice?.details).toMatchObject({ untilOn: '2026-09-10', endedOn: null });
  // Three days of thirty were of one contract alone.
  const [note] = await ask<{ total_cents: number; client_id: number }>(
    "select total_cents, client_id from invoices where tenant_id = $1 and kind = 'creditNote'",
    home.id,
  );
  expect(note).toEqual({ total_cents: -4050, client_id: kept.clientId });
  // No night gives it back once more.
  const nights = () => contextOf(running, home);
  await settleEnded(nights(), running.server.app.ports.tokens, '2026-09-14');
  const notes = await ask("select 1 from invoices where tenant_id = $1 and kind = 'creditNote'", home.id);
  expect(notes).toHaveLength(1);
  // What others were given back is not counted as this one's.
  const other = await makeContract(running, home, await home.account(), {});
  const body = { lines: 'all', reason: 'Ill' } as const;
  const credited = await call(creditInvoice, { params: { id: other.invoiceId }, body }, { actor: admin });
  expect(credited.error).toBeUndefined();
  const [returned] = await nights().read(listReturned([old.contractId]));
  expect(returned).toEqual([{ contractId: old.contractId, returnedCents: 4050 }]);
});

test('what the one that goes was let do by its session ends with it', async () => {
  const { home, admin, kept, gone } = await furnished();
  const credentials = { username: gone.email, password: testPassword, keep: false };
  const { body } = await call(
    login,
    { body: { userCredentials: credentials, deviceParameters: sampleDevice } },
    { host: home.host },
  );
  const mine = () =>
    call(getHome, {}, { host: home.host, headers: { authorization: `Bearer ${body.token}` } });
  expect((await mine()).status).toBe(200);
  await merging(admin, kept, gone);
  await expect.poll(async () => (await mine()).status, { timeout: 1000 }).toBe(401);
});

test('who seems to be here twice is listed until they are one', async () => {
  const { home, admin, kept, gone } = await furnished();
  const doubles = async () => (await call(listDoubles, {}, { actor: admin })).body.items;
  const rename = (clientId: number, name: string) =>
    ask(
      "update clients set email = 'mari@test.test', first_name = $3, last_name = 'Kask' where tenant_id = $1 and id = $2",
      ...[home.id, clientId, name],
    );
  await rename(kept.clientId, 'Mari');
  await rename(gone.clientId, 'Jüri');
  expect(await doubles()).toEqual([]);
  await rename(gone.clientId, 'MARI');
  // Who has joined is a client like others, as is whose draft was taken over; who only begins to is nobody yet, and who has no
  // address shares none.
  const joined = async (clientId: number, ended: object) =>
    rowsOf(running, home).add('joins', {
      ...{ client_id: clientId, salt: randomBytes(16), token_hash: randomBytes(32) },
      ...{ ...ended, state: 'open', form: {}, language: 'et' },
      ...{ created_at: testNow, changed_at: testNow, expires_at: testNow },
    });
  await joined(gone.clientId, { settled_at: testNow });
  await joined(kept.clientId, { taken_over_at: testNow });
  const beginning = await home.client();
  await rename(beginning, 'Mari');
  await joined(beginning, {});
  for (const clientId of [await home.client(), await home.client()]) {
    await rename(clientId, 'Mari');
    await ask("update clients set email = '' where tenant_id = $1 and id = $2", home.id, clientId);
  }
  // Who only typed the address need not be who has it.
  const typist = await home.account();
  await rename(typist.clientId, 'Mari');
  await ask("update accounts set email = 'mari@test.test', email_typed_at = now() where id = $1", typist.id);
  const listed = await doubles();
  expect(listed.map((one) => [one.kept.id, one.gone.id].toSorted())).toEqual([
    [kept.clientId, gone.clientId].toSorted(),
  ]);
  await merging(admin, kept, gone);
  expect(await doubles()).toEqual([]);
});
