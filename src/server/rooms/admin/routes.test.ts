import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as places from '#shared/rooms/places/contract.ts';

const { centre, call, ask } = withServer();

async function staffed(): Promise<{ home: Centre; admin: TestAccount }> {
  const home = await centre();
  return { home, admin: await home.account({ role: 'admin' }) };
}

/** Makes a room of these, as an administrator who has just seen it. */
async function savePartIds(admin: TestAccount, id: number, partIds: number[]) {
  const { body } = await call(places.listRooms, { query: {} }, { actor: admin });
  const room = body.items.find((item) => item.id === id);
  if (!room) throw new Error('no room');
  const values = { ...room.values, partIds };
  return call(
    places.updateRoom,
    { params: { id }, body: { version: room.version, values } },
    { actor: admin },
  );
}

async function roomsTakenBy(home: Centre, trainingId: number) {
  const rows = await ask<{ id: number }>(
    'select room_id as id from room_uses where tenant_id = $1 and training_id = $2 order by room_id',
    home.id,
    trainingId,
  );
  return rows.map(({ id }) => id);
}

test('a room made of others takes them along, also for what stands in the timetable already', async () => {
  const { home, admin } = await staffed();
  const [whole, half, other] = [await home.room(), await home.room(), await home.room()];
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', roomId: whole });
  const roomsOf = () => roomsTakenBy(home, training.id);
  const save = (id: number, partIds: number[]) => savePartIds(admin, id, partIds);
  expect((await save(whole, [half])).status).toBe(200);
  expect(await roomsOf()).toEqual([whole, half]);
  expect((await save(whole, [half, other])).status).toBe(200);
  expect(await roomsOf()).toEqual([whole, half, other]);
  // A part is saved as well.
  expect((await save(half, [])).status).toBe(200);
  expect((await save(whole, [other])).status).toBe(200);
  expect(await roomsOf()).toEqual([whole, other]);

  // One deep, in one club, and not of itself.
  const elsewhere = await home.room({ clubId: await home.club() });
  const lone = await home.room();
  for (const [id, partIds] of [
    [lone, [lone]],
    [whole, [whole]],
    [whole, [elsewhere]],
    [half, [whole]],
    [other, [half]],
  ] as const) {
    const refused = await save(id, [...partIds]);
    expect([id, partIds, refused.refusal?.details]).toEqual([id, partIds, { field: 'partIds' }]);
  }

  // Both are taken at once: the parts cannot be put together.
  await home.training({ startsAt: '2026-09-15T15:00:00Z', roomId: half });
  const refused = await save(whole, [half, other]);
  expect([refused.status, refused.error]).toEqual([409, 'roomPartsTaken']);
  expect(await roomsOf()).toEqual([whole, other]);
});

test.each<[string, { startsAt?: string; isCancelled?: boolean; isShared?: boolean }, boolean, boolean]>([
  ['that is called off', { isCancelled: true }, false, false],
  ['that is over', { startsAt: '2026-09-13T15:00:00Z' }, false, true],
  ['that ends this very moment', { startsAt: '2026-09-14T08:00:00Z' }, false, true],
  ['where trainers may be beside one another', { isShared: true }, false, true],
  ['of one with a trainer', {}, true, true],
  ['of some with trainers beside one another', { isShared: true }, true, false],
])(
  'new parts of a room and a training %s',
  async (_, { isShared = false, ...more }, isPersonal, isTaking) => {
    const { home, admin } = await staffed();
    const [whole, part, shared] = [await home.room(), await home.room(), await home.room()];
    await ask('update rooms set is_shared = $2 where id = $1 returning 1', whole, isShared);
    await ask('update rooms set is_shared = true where id = $1 returning 1', shared);
    const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', roomId: whole, ...more });
    if (isPersonal) {
      await ask('update trainings set is_personal = true where id = $1 returning 1', training.id);
      await ask(`update trainings set ends_at = ends_at + interval '1 minute' where id = $1`, training.id);
    }
    const before = isTaking ? [whole] : [];
    expect(await roomsTakenBy(home, training.id)).toEqual(before);
    expect((await savePartIds(admin, whole, [part])).status).toBe(200);
    // The past stays as it was.
    const isAhead = more.startsAt === undefined;
    expect(await roomsTakenBy(home, training.id)).toEqual(isTaking && isAhead ? [whole, part] : before);
  },
);

test('new parts of a room are taken by what is reserved ahead; what is over keeps what it took', async () => {
  const { home, admin } = await staffed();
  const [whole, half, other] = [await home.room(), await home.room(), await home.room()];
  expect((await savePartIds(admin, whole, [half])).status).toBe(200);
  const reserve = (name: string, startsAt: string) =>
    ask(
      `insert into reservations (tenant_id, name, room_ids, starts_at, ends_at, local_date)
        values ($1, $2, array[$3::integer], $4::timestamptz, $4::timestamptz + interval '1 hour', $4::date) returning 1`,
      ...[home.id, name, whole, startsAt],
    );
  await reserve('Over', '2026-09-13T15:00:00Z');
  await reserve('Over this very moment', '2026-09-14T08:00:00Z');
  await reserve('Ahead', '2026-09-14T09:00:00Z');
  expect((await savePartIds(admin, whole, [half, other])).status).toBe(200);
  const taken = await ask<{ name: string; rooms: number[] }>(
    `select v.name, array_agg(u.room_id order by u.room_id) as rooms from reservations v
       join room_uses u on u.tenant_id = v.tenant_id and u.reservation_id = v.id
      where v.tenant_id = $1 group by v.id, v.name, v.starts_at order by v.starts_at`,
    home.id,
  );
  expect(taken).toEqual([
    { name: 'Over', rooms: [whole, half] },
    { name: 'Over this very moment', rooms: [whole, half] },
    { name: 'Ahead', rooms: [whole, half, other] },
  ]);
});
