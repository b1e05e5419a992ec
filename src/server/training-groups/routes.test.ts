import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/training-groups/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

async function group(
  home: Centre,
  trainer: TestAccount,
  members: readonly (readonly [number, number | null])[],
) {
  const [row] = await ask<{ id: number }>(
    `insert into training_groups (tenant_id, name, club_id, trainer_id, max_members) values ($1, 'Masters', $2, $3, 10)
     returning id`,
    home.id,
    home.clubId,
    trainer.trainerId,
  );
  const groupId = row?.id ?? 0;
  for (const [clientId, contractId] of members) {
    await ask(
      'insert into training_group_members (tenant_id, group_id, client_id, contract_id) values ($1, $2, $3, $4) returning 1',
      home.id,
      groupId,
      clientId,
      contractId,
    );
  }
  return groupId;
}

async function furnished() {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  const kai = await home.account({ firstName: 'Kai', lastName: 'Kask' });
  const mari = await home.account({ firstName: 'Mari', lastName: 'Mets' });
  const jaan = await home.client({ firstName: 'Jaan', lastName: 'Jõgi' });
  const uku = await home.account({ firstName: 'Uku', lastName: 'Uibo' });
  const open = await addContract(running, home, kai, {});
  const ended = await addContract(running, home, mari, { startsOn: '2026-08-01', endsOn: '2026-09-13' });
  const lasting = await addContract(running, home, uku, { startsOn: '2026-09-12' });
  const clubId = await home.club('Second club');
  await ask('update contracts set club_id = $3 where tenant_id = $1 and id = $2', home.id, lasting, clubId);
  await ask(
    `update contracts set payer = '{"name":"Piret Kask","email":"piret@test.test","phone":"+372 5555 1"}' where id = $1 returning 1`,
    open,
  );
  await ask(
    `update clients set id_country = 'EE', id_code = '49001010003' where id = $1 returning 1`,
    kai.clientId,
  );
  const groupId = await group(home, trainer, [
    [kai.clientId, open],
    [mari.clientId, ended],
    [jaan, null],
    [uku.clientId, lasting],
  ]);
  return { home, trainer, kai, mari, groupId };
}

// shows: training-group-fields, group-member-fields, call-trainer-traininggroup
// shows: call-trainer-traininggroup-group-id, number-trainers-kept
test('a group says how many of its members are active, and who they are', async () => {
  const { trainer, kai, groupId } = await furnished();
  const list = await call(contract.listTrainingGroups, {}, { actor: trainer });
  expect(list.body).toEqual([
    {
      id: groupId,
      name: 'Masters',
      activeMembers: 3,
      maxMembers: 10,
      club: 'First club',
      contactPerson: 'Mari Mets',
      capacity: 7,
    },
  ]);
  expect(list.headers['cache-control']).toBe('private, max-age=300');
  const group = await call(contract.getTrainingGroup, { params: { groupId } }, { actor: trainer });
  const { body } = group;
  expect(group.headers['cache-control']).toBe('no-store');
  expect(body).toMatchObject({ name: 'Masters', activeMembers: 3 });
  expect(body.data.map((one) => [one.lastName, one.contractStartDate, one.clubName])).toEqual([
    ['Jõgi', null, ''],
    ['Kask', '2026-09-05', 'First club'],
    ['Mets', '2026-08-01', 'First club'],
    ['Uibo', '2026-09-12', 'Second club'],
  ]);
  expect(body.data[1]).toMatchObject({
    clientId: kai.clientId,
    idCode: '•••••••0003',
    contractStartDate: '2026-09-05',
    contractEndDate: null,
    clubName: 'First club',
    payerName: 'Piret Kask',
    payerEmail: 'piret@test.test',
  });
});

test('a whole id code is read one by one, and the trail says by whom', async () => {
  const { home, trainer, kai, groupId } = await furnished();
  const params = { groupId, clientId: kai.clientId };
  const { body } = await call(contract.readIdCode, { params }, { actor: trainer });
  expect(body.idCode).toBe('49001010003');
  const trail = await ask<{ after: unknown }>(
    'select account_id as "accountId", noun, noun_id as "nounId", after from audit_trail where tenant_id = $1',
    home.id,
  );
  expect(trail).toEqual([
    {
      accountId: trainer.id,
      noun: 'client',
      nounId: kai.clientId,
      after: { read: 'whole id code', groupId },
    },
  ]);
  expect(JSON.stringify(trail)).not.toContain('49001010003');
});

test('who left the group is reached by its trainer for thirty days, and is named after them', async () => {
  const { trainer, mari, groupId } = await furnished();
  const seen = async () => {
    const { body } = await call(contract.getTrainingGroup, { params: { groupId } }, { actor: trainer });
    return body.data.find(({ clientId }) => clientId === mari.clientId);
  };
  running.clock.set('2026-10-13T09:00:00Z');
  expect(await seen()).toMatchObject({ lastName: 'Mets', email: expect.stringContaining('@') });
  running.clock.set('2026-10-14T09:00:00Z');
  expect(await seen()).toMatchObject({
    lastName: 'Mets',
    email: '',
    phone: '',
    contractEndDate: '2026-09-13',
  });
});

test('the code of whoever has left the group is read by nobody', async () => {
  const { home, trainer, mari, groupId } = await furnished();
  const params = { groupId, clientId: mari.clientId };
  for (const actor of [trainer, await home.account({ role: 'admin' })])
    expect((await call(contract.readIdCode, { params }, { actor })).error).toBe('clientNotFound');
});

test('another trainer’s group is not there, for its list, its members and their codes', async () => {
  const { home, kai, groupId } = await furnished();
  const other = await home.account({ role: 'trainer' });
  expect((await call(contract.listTrainingGroups, {}, { actor: other })).body).toEqual([]);
  const read = await call(contract.getTrainingGroup, { params: { groupId } }, { actor: other });
  expect(read.error).toBe('trainingGroupNotFound');
  const params = { groupId, clientId: kai.clientId };
  expect((await call(contract.readIdCode, { params }, { actor: other })).error).toBe('trainingGroupNotFound');
  const admin = await home.account({ role: 'admin' });
  expect((await call(contract.listTrainingGroups, {}, { actor: admin })).body).toHaveLength(1);
  const stranger = await home.client();
  const none = await call(contract.readIdCode, { params: { groupId, clientId: stranger } }, { actor: admin });
  expect(none.error).toBe('clientNotFound');
});
