import { expect, test } from 'vitest';
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
  return { home, admin, id: body.id, inside, outside, add, remove, list };
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
  const { home, admin, id, add, remove, inside } = await scene();
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
  const now = await makeContract(running, home, member, { productId: old.productId });
  expect((await add(member.clientId)).error).toBe('groupFull');
  await remove(inside);
  expect((await add(member.clientId)).status).toBe(200);
  expect(await active()).toBe(1);
  const rows = await ask('select contract_id from training_group_members where tenant_id = $1', home.id);
  expect(rows).toEqual([{ contract_id: now.contractId }]);
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
