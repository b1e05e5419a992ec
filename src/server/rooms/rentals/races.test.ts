import { expect, test } from 'vitest';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { rentRoom } from '#shared/rooms/rentals/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

test.each([
  [
    'is taking it',
    `insert into reservations (tenant_id, name, room_ids, starts_at, ends_at, local_date, comment)
      values ($1, 'A', array[$2::integer], '2026-09-19T07:00:00Z', '2026-09-19T08:00:00Z', '2026-09-19', '')`,
  ],
  [
    'is about to take a part of it',
    `select id from rooms where tenant_id = $1
      and id in (select part_id from room_parts where room_id = $2) for no key update`,
  ],
])('who waits for a room while somebody %s keeps nobody else from an invoice', async (_, taking) => {
  const home = await centre({ rules: { pages: { isRentalPage: true } } });
  const open = { opens: '09:00', closes: '12:00' };
  const week = JSON.stringify([null, null, null, null, null, open, open]);
  await ask('update clubs set opening_hours = $2 where tenant_id = $1 returning 1', home.id, week);
  const [hall, lane, room] = [
    await home.room({ name: 'Hall', capacity: 6 }),
    await home.room({ name: 'Lane', capacity: 6 }),
    await home.room({ name: 'Room', capacity: 6 }),
  ];
  await ask('update rooms set rent_cents = 2400 where id in ($1, $2) returning 1', hall, room);
  await ask(
    'insert into room_parts (tenant_id, room_id, part_id) values ($1, $2, $3) returning 1',
    ...[home.id, hall, lane],
  );
  const [one, other] = [await home.account(), await home.account()];
  const rent = (actor: typeof one, roomId: number) => {
    const body = { roomId, startDateTime: '2026-09-19T07:00:00Z', hours: 1, people: 2 };
    return call(rentRoom, { body }, { actor });
  };
  const { first, second } = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query("select set_config('app.tenant_id', $1, true)", [String(home.id)]);
    await owner.query(taking, [home.id, hall]);
    const waiting = rent(one, hall);
    await untilWaiting(running.databaseUrl);
    const free = await rent(other, room);
    await owner.query('rollback');
    return { first: await waiting, second: free };
  });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await ask('select number from invoices where tenant_id = $1 order by number', home.id)).toEqual([
    { number: 'A-2026-000001' },
    { number: 'A-2026-000002' },
  ]);
});
