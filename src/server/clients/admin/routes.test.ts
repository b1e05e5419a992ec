import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { furnished as everything, type Person } from '#server/testing/furnished.ts';
import { withServer } from '#server/testing/server.ts';
import * as clients from '#shared/clients/contract.ts';
import * as places from '#shared/rooms/places/contract.ts';
import {
  addGroupMember,
  listGroupMembers,
  removeGroupMember,
} from '#shared/training-groups/members/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function furnished(): Promise<{ home: Centre; admin: TestAccount }> {
  const home = await centre();
  return { home, admin: await home.account({ role: 'admin' }) };
}

test('a training group is made, filled up to its last place by two at once, and emptied', async () => {
  const { home, admin } = await furnished();
  const values = { name: 'Noored', clubId: home.clubId, trainerId: null, maxMembers: 1 };
  const { body: made } = await call(places.createTrainingGroup, { body: { values } }, { actor: admin });
  const params = { id: made.id };
  const people = [await home.account(), await home.account()];
  const answers = await Promise.all(
    people.map(({ clientId }) => call(addGroupMember, { params, body: { clientId } }, { actor: admin })),
  );
  expect(answers.map(({ status, error }) => [status, error]).sort()).toEqual([
    [200, undefined],
    [409, 'groupFull'],
  ]);
  const { body } = await call(listGroupMembers, { params }, { actor: admin });
  expect(body.members).toHaveLength(1);
  const clientId = body.members[0]?.clientId ?? 0;
  // Once more changes nothing, even where it is full.
  expect((await call(addGroupMember, { params, body: { clientId } }, { actor: admin })).status).toBe(200);
  const list = await call(places.listAllTrainingGroups, { query: {} }, { actor: admin });
  expect(list.body.items).toMatchObject([{ id: made.id, values, facts: { members: '1' } }]);
  // What hangs on it keeps it.
  expect((await call(places.removeTrainingGroup, { params }, { actor: admin })).error).toBe('stillInUse');
  const out = { params: { ...params, clientId } };
  expect((await call(removeGroupMember, out, { actor: admin })).status).toBe(200);
  expect((await call(removeGroupMember, out, { actor: admin })).error).toBe('itemNotFound');
  expect((await call(places.removeTrainingGroup, { params }, { actor: admin })).status).toBe(200);
});

test('who is taken into a group is in it with the contract that runs', async () => {
  const { home, admin } = await furnished();
  const client = await home.account();
  const { contractId } = await makeContract(running, home, client);
  const values = { name: 'Täiskasvanud', clubId: home.clubId, trainerId: null, maxMembers: 9 };
  const { body: made } = await call(places.createTrainingGroup, { body: { values } }, { actor: admin });
  const params = { id: made.id };
  await call(addGroupMember, { params, body: { clientId: client.clientId } }, { actor: admin });
  const [row] = await ask<{ contract_id: number | null }>(
    'select contract_id from training_group_members where tenant_id = $1',
    home.id,
  );
  const [contract] = await ask<{ state: string }>(
    'select state from contracts where tenant_id = $1 and id = $2',
    home.id,
    contractId,
  );
  expect(row?.contract_id).toBe(contract?.state === 'live' ? contractId : null);
});

test('a member whose contract is over takes nobody’s place in a full group', async () => {
  const { home, admin } = await furnished();
  const values = { name: 'Noored', clubId: home.clubId, trainerId: null, maxMembers: 1 };
  const { body: made } = await call(places.createTrainingGroup, { body: { values } }, { actor: admin });
  const [one, two] = [await home.account(), await home.account()];
  const { contractId } = await makeContract(running, home, one);
  const add = ({ clientId }: TestAccount) =>
    call(addGroupMember, { params: { id: made.id }, body: { clientId } }, { actor: admin });
  expect((await add(one)).status).toBe(200);
  // Today: the last day still counts.
  await ask("update contracts set ends_on = '2026-09-14' where id = $1", contractId);
  expect((await add(two)).error).toBe('groupFull');
  clock.advance({ hours: 24 });
  expect((await add(two)).status).toBe(200);
});

test('an id code is kept and never shown whole, another’s is refused, and the trail knows none', async () => {
  const { home, admin } = await furnished();
  const [one, two] = [await home.account(), await home.account()];
  const save = (
    { clientId }: TestAccount,
    body: { idCountry: 'EE' | 'LV' | null; idCode: string; birthDate: string | null },
  ) => call(clients.saveClientIdentity, { params: { id: clientId }, body }, { actor: admin });
  const code = '38001085718';
  expect((await save(one, { idCountry: 'EE', idCode: code, birthDate: null })).status).toBe(200);
  const { body } = await call(clients.listClients, { query: { id: one.clientId } }, { actor: admin });
  const seen = body.items.find(({ id }) => id === one.clientId);
  expect(seen?.facts).toMatchObject({ idCode: '•••••••5718', birthDate: '08.01.1980' });
  expect(JSON.stringify(body)).not.toContain(code);
  expect((await save(two, { idCountry: 'EE', idCode: code, birthDate: null })).error).toBe('idCodeTaken');
  for (const [change, field] of [
    [{ idCountry: 'EE', idCode: '38001085719', birthDate: null }, 'idCode'],
    [{ idCountry: null, idCode: code, birthDate: null }, 'idCountry'],
    [{ idCountry: null, idCode: '', birthDate: '2030-01-01' }, 'birthDate'],
    [{ idCountry: 'EE', idCode: '37605030299', birthDate: '1976-05-04' }, 'birthDate'],
  ] as const) {
    const refused = await save(two, change);
    expect([field, refused.refusal?.details]).toEqual([field, { field }]);
  }
  // Left empty, the code stays.
  expect((await save(one, { idCountry: null, idCode: '', birthDate: '1980-01-08' })).status).toBe(200);
  const rows = await ask(
    'select id_code from clients where tenant_id = $1 and id = $2',
    home.id,
    one.clientId,
  );
  expect(rows).toEqual([{ id_code: code }]);
  const trail = await ask('select input, before, after from audit_trail where tenant_id = $1', home.id);
  expect(JSON.stringify(trail)).not.toContain(code);
  expect(trail).toHaveLength(2);
});

test('clients beyond the first fifty are on the next page, whoever is open', async () => {
  const { home, admin } = await furnished();
  await ask(
    `insert into clients (tenant_id, code, first_name, last_name, email, phone)
      select $1, 'X' || n, 'Klient', 'Nr ' || lpad(n::text, 3, '0'), '', '' from generate_series(1, 120) as n`,
    home.id,
  );
  const page = async (offset: number, limit?: number) =>
    (await call(clients.listClients, { query: { q: 'klient nr', offset, limit } }, { actor: admin })).body;
  const [first, second, third] = [await page(0), await page(50), await page(100)];
  expect([first.total, first.items.length, second.items.length, third.items.length]).toEqual([
    120, 50, 50, 20,
  ]);
  const names = [first, second, third].flatMap(({ items }) => items.map(({ values }) => values.lastName));
  expect(new Set(names).size).toBe(120);
  expect(names).toEqual(names.toSorted());
  // As many as are asked for, up to a hundred.
  const asked = await Promise.all([20, 100, 1000, 0].map((limit) => page(0, limit)));
  expect(asked.map(({ items }) => items.length)).toEqual([20, 100, 100, 1]);
});

test('what a client had leads to its training and its invoice', async () => {
  const { home, admin } = await furnished();
  const client = await home.account();
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  await home.registration(training, client.clientId, { place: 1 });
  const { contractId, invoiceId } = await makeContract(running, home, client);
  const other = await makeContract(running, home, await home.account());
  // A contract costs what it costs last.
  for (const [id, from, price] of [
    [contractId, '2026-10-14', 5200],
    [other.contractId, '2026-11-14', 9900],
  ])
    await ask(
      `insert into contract_prices (tenant_id, contract_id, from_on, price_cents, created_at)
        values ($1, $2, $3, $4, $5)`,
      ...[home.id, id, from, price, clock.now()],
    );
  const { body } = await call(
    clients.getClientHistory,
    { params: { id: client.clientId } },
    { actor: admin },
  );
  expect(body.entries).toMatchObject([
    { kind: 'registration', trainingId: training.id, invoiceToken: null },
    { kind: 'contract', id: contractId, amount: 52, invoiceToken: null },
    { kind: 'invoice', id: invoiceId, amount: 45, invoiceToken: expect.any(String) },
  ]);
});

test('a client’s history has their own of every kind, and nobody else’s', { timeout: 60_000 }, async () => {
  const { admin, owner, other } = await everything(running, 'Kodu');
  const historyOf = async ({ account }: Person) => {
    const params = { id: account.clientId };
    return (await call(clients.getClientHistory, { params }, { actor: admin })).body.entries;
  };
  const [own, others] = [await historyOf(owner), await historyOf(other)];
  const kinds = ['contract', 'invoice', 'registration', 'ticket', 'voucher'];
  for (const entries of [own, others])
    expect([...new Set(entries.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
  const names = (entries: typeof own) => entries.map(({ kind, id }) => `${kind} ${id}`);
  expect(names(own).filter((name) => names(others).includes(name))).toEqual([]);
});
