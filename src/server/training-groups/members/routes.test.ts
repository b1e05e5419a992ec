import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { createTrainingGroup } from '#shared/rooms/places/contract.ts';
import { listTrainingGroups } from '#shared/training-groups/contract.ts';
import {
  addGroupMember,
  listGroupMembers,
  removeGroupMember,
} from '#shared/training-groups/members/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

async function scene(maxMembers = 1) {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const values = { name: 'Noored', clubId: home.clubId, trainerId: null, maxMembers };
  const { body } = await call(createTrainingGroup, { body: { values } }, { actor: admin });
  const [inside, outside] = [await home.client(), await home.client()];
  const add = (clientId: number, id = body.id) =>
    call(addGroupMember, { params: { id }, body: { clientId } }, { actor: admin });
  const remove = (clientId: number, id = body.id) =>
    call(removeGroupMember, { params: { id, clientId } }, { actor: admin });
  const list = (id = body.id) => call(listGroupMembers, { params: { id } }, { actor: admin });
  await add(inside);
  return { home, admin, id: body.id, values, inside, outside, add, remove, list };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const nobody = 9_999_999;

test.each<[string, (of: Scene) => ReturnType<Scene['add']> | ReturnType<Scene['remove']>, Refusal]>([
  ['beyond the last place', ({ add, outside }) => add(outside), [409, 'groupFull']],
  ['into a group of nobody', ({ add, outside }) => add(outside, nobody), [404, 'itemNotFound']],
  ['of nobody', ({ add }) => add(nobody), [404, 'itemNotFound']],
  ['out of a group they are not in', ({ remove, outside }) => remove(outside), [404, 'itemNotFound']],
  ['out of a group of nobody', ({ remove, inside }) => remove(inside, nobody), [404, 'itemNotFound']],
  ['out, of nobody', ({ remove }) => remove(nobody), [404, 'itemNotFound']],
])('taking a client in or out is refused %s', async (_, press, refusal) => {
  const of = await scene();
  await expectRefused(running, of.home, () => press(of), refusal);
});

test('whose contract has ended is taken in again by the one that runs, where there is a place', async () => {
  const { home, admin, id, values, add, remove, inside } = await scene();
  await remove(inside);
  const member = await home.account();
  const old = await makeContract(running, home, member, {});
  await add(member.clientId);
  await ask(
    "update contracts set starts_on = '2026-08-01', ends_on = '2026-09-10' where id = $1 returning 1",
    old.contractId,
  );
  const active = async () => {
    const groups = (await call(listTrainingGroups, {}, { actor: admin })).body;
    return groups.find((group) => group.id === id)?.activeMembers;
  };
  expect(await active()).toBe(0);
  await add(inside);
  // Whoever else's contract has ended, and another group of theirs, stay as they are.
  const [left, other] = [await home.account(), { ...values, name: 'Täiskasvanud' }];
  const { body: second } = await call(createTrainingGroup, { body: { values: other } }, { actor: admin });
  const over = await addContract(running, home, left, { startsOn: '2026-08-01', endsOn: '2026-09-13' });
  for (const [groupId, clientId, contractId] of [
    [id, left.clientId, over],
    [second.id, member.clientId, old.contractId],
  ])
    await ask(
      'insert into training_group_members (tenant_id, group_id, client_id, contract_id) values ($1, $2, $3, $4)',
      ...[home.id, groupId, clientId, contractId],
    );
  const now = await makeContract(running, home, member, { productId: old.productId });
  expect((await add(member.clientId)).error).toBe('groupFull');
  await remove(inside);
  expect((await add(member.clientId)).status).toBe(200);
  expect(await active()).toBe(1);
  // Once more changes nothing, and needs no other place.
  expect((await add(member.clientId)).status).toBe(200);
  const rows = await ask(
    `select group_id as "groupId", client_id as "clientId", contract_id as "contractId" from training_group_members
      where tenant_id = $1 order by group_id, client_id`,
    home.id,
  );
  expect(rows).toEqual([
    { groupId: id, clientId: member.clientId, contractId: now.contractId },
    { groupId: id, clientId: left.clientId, contractId: over },
    { groupId: second.id, clientId: member.clientId, contractId: old.contractId },
  ]);
});

test('each is in a group by the contract that runs that day, the latest of several; the list says by which', async () => {
  const { home, inside, add, list } = await scene(9);
  const [one, other] = [await home.account(), await home.account()];
  const pilates = 'webapp_pilates';
  const runs = await addContract(running, home, one, { startsOn: '2026-08-01', endsOn: '2026-09-14' });
  // One that ended the day before, one that was withdrawn from, and one that begins the next day.
  await addContract(running, home, one, { category: pilates, startsOn: '2026-09-05', endsOn: '2026-09-13' });
  const withdrawn = await addContract(running, home, one, { category: pilates, startsOn: '2026-09-14' });
  await ask(
    "update contracts set state = 'withdrawn', withdrawn_at = now() where tenant_id = $1 and id = $2",
    ...[home.id, withdrawn],
  );
  await addContract(running, home, one, { startsOn: '2026-09-15' });
  const lasts = await addContract(running, home, other, { startsOn: '2026-09-13' });
  for (const { clientId } of [one, other]) expect((await add(clientId)).status).toBe(200);
  const numbers = await ask<{ id: number; number: string }>(
    'select id, number from contracts where tenant_id = $1',
    home.id,
  );
  const numberOf = (id: number) => numbers.find((contract) => contract.id === id)?.number;
  const { members } = (await list()).body;
  const of = (clientId: number) => members.filter((member) => member.clientId === clientId);
  expect(members).toHaveLength(3);
  expect(of(inside)).toMatchObject([{ contract: '', contractEndDate: null }]);
  expect(of(one.clientId)).toMatchObject([{ contract: numberOf(runs), contractEndDate: '2026-09-14' }]);
  expect(of(other.clientId)).toMatchObject([{ contract: numberOf(lasts), contractEndDate: null }]);
});

test('the members of a group of nobody, or of another centre, are not listed', async () => {
  const { home, list } = await scene();
  const elsewhere = await scene();
  for (const id of [nobody, elsewhere.id])
    await expectRefused(running, home, () => list(id), [404, 'itemNotFound']);
});

test('taken in twice is once in the list and once in the trail; taken out, the trail says who', async () => {
  const { home, id, inside, add, remove, list } = await scene();
  expect((await add(inside)).status).toBe(200);
  const { members } = (await list()).body;
  expect(members.map(({ clientId }) => clientId)).toEqual([inside]);
  await remove(inside);
  // Not the name, which the trail would keep beyond them.
  const code = members[0]?.clientCode;
  const trail = await ask(
    `select noun_id as id, before, after from audit_trail where tenant_id = $1 and after is distinct from before
      and action like '%member%' order by audit_trail.id`,
    home.id,
  );
  expect(trail).toEqual([
    { id, before: null, after: { members: code } },
    { id, before: { members: code }, after: null },
  ]);
  expect((await list()).body.members).toEqual([]);
});

test('whose contract is over, or was withdrawn from, takes no place', async () => {
  const of = await scene(2);
  const member = await of.home.account();
  const { contractId } = await makeContract(running, of.home, member);
  await of.add(member.clientId);
  expect((await of.add(of.outside)).error).toBe('groupFull');
  const active = async () => {
    const { body } = await call(listTrainingGroups, {}, { actor: of.admin });
    return body.find(({ id }) => id === of.id)?.activeMembers;
  };
  await ask(`update contracts set state = 'withdrawn', withdrawn_at = now() where id = $1`, contractId);
  expect((await of.add(of.outside)).status).toBe(200);
  expect(await active()).toBe(2);
});
