import { expect, test } from 'vitest';
import { expectRefused, type Pressed, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { cancelRental, listRentals, rentRoom } from '#shared/rooms/rentals/contract.ts';
import { editReservation } from '#shared/rooms/reservations/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
/** 10:00 on a Saturday at the centre, which is open on all days from 6 to 22. */
const atTen = '2026-09-19T07:00:00Z';

async function scene() {
  const home = await centre({
    rules: { pages: { isRentalPage: true } },
    limits: { rentalUpcomingMax: 1 },
  });
  const roomId = await home.room({ name: 'Lane 1', capacity: 6 });
  await ask('update rooms set rent_cents = 2400 where id = $1 returning 1', roomId);
  const unlet = await home.room();
  const [owner, other] = [await home.account(), await home.account()];
  const rent = (change: object = {}, actor = owner) =>
    call(rentRoom, { body: { roomId, startDateTime: atTen, hours: 1, people: 2, ...change } }, { actor });
  const giveBack = (id: number, actor = owner) => call(cancelRental, { params: { id } }, { actor });
  return { home, roomId, unlet, owner, other, rent, giveBack };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type Press = (of: Scene) => Pressed;

const nobody = 9_999_999;

test.each<[string, Press, Refusal]>([
  ['of nobody', ({ rent }) => rent({ roomId: nobody }), [404, 'itemNotFound']],
  ['that is not let', ({ rent, unlet }) => rent({ roomId: unlet }), [404, 'itemNotFound']],
  ['of another centre', async ({ rent }) => rent({ roomId: (await scene()).roomId }), [404, 'itemNotFound']],
  ['for more than it holds', ({ rent }) => rent({ people: 7 }), [409, 'tooManyPeople', { limit: 6 }]],
  [
    'at an hour when it is shut',
    ({ rent }) => rent({ startDateTime: '2026-09-19T01:00:00Z' }),
    [409, 'roomNotAvailable'],
  ],
  [
    'beyond the end of the day',
    ({ rent }) => rent({ startDateTime: '2026-09-19T18:00:00Z', hours: 2 }),
    [409, 'roomNotAvailable'],
  ],
  [
    'at an hour that is over',
    ({ rent }) => rent({ startDateTime: '2026-09-14T07:00:00Z' }),
    [409, 'roomNotAvailable'],
  ],
])('a room %s is not rented, and no invoice is made', async (_, press, refusal) => {
  const of = await scene();
  await expectRefused(running, of.home, () => press(of), refusal);
});

test('who is blocked, or has as many as may be, rents none; an hour that is taken is nobody else’s', async () => {
  const { home, owner, other, rent } = await scene();
  await ask('update clients set is_blocked = true where id = $1 returning 1', owner.clientId);
  await expectRefused(running, home, () => rent(), [403, 'registeringNotAllowed']);
  await ask('update clients set is_blocked = false where id = $1 returning 1', owner.clientId);
  expect((await rent({ people: 6 })).error).toBeUndefined();
  await expectRefused(running, home, () => rent({ startDateTime: '2026-09-19T09:00:00Z' }), [
    409,
    'rentalLimitExceeded',
    { limit: 1 },
  ]);
  await expectRefused(running, home, () => rent({}, other), [409, 'roomNotAvailable']);
});

test('given back is what one’s own is, until it begins, once', async () => {
  const { home, owner, other, rent, giveBack } = await scene();
  const { id } = (await rent()).body;
  await expectRefused(running, home, () => giveBack(id, other), [404, 'itemNotFound']);
  await expectRefused(running, home, () => giveBack(nobody), [404, 'itemNotFound']);
  clock.set(atTen);
  await expectRefused(running, home, () => giveBack(id), [409, 'cancellingNotAllowed', { time: '10:00' }]);
  clock.set('2026-09-17T09:00:00Z');
  expect((await giveBack(id)).error).toBeUndefined();
  await expectRefused(running, home, () => giveBack(id), [404, 'itemNotFound']);
  const { body } = await call(listRentals, { query: { date: '2026-09-19' } }, { actor: owner });
  expect(body.rentals).toEqual([]);
});

test('its invoice names the room, the day and the hours, and its reservation who comes', async () => {
  const { home, rent } = await scene();
  expect((await rent({ hours: 2, people: 4 })).body).toMatchObject({ total: 48 });
  const lines = await ask(
    `select article, quantity, unit_cents as unit, discount_cents as discount, supply_on::text as day from invoice_lines
      where tenant_id = $1`,
    home.id,
  );
  expect(lines).toEqual([
    {
      article: expect.stringMatching(/Lane 1.*19\.09\.2026 10:00–12:00/),
      ...{ quantity: 2, unit: 2400, discount: 0, day: '2026-09-19' },
    },
  ]);
  expect(await ask('select people, price_cents as price from rentals where tenant_id = $1', home.id)).toEqual(
    [{ people: 4, price: 4800 }],
  );
});

test('the office moves what is rented into no day that is shut', async () => {
  const { home, roomId, rent } = await scene();
  const admin = await home.account({ role: 'admin' });
  await rent();
  await ask(
    `insert into closures (tenant_id, club_id, from_on, until_on, name, created_at)
     values ($1, $2, '2026-09-20', '2026-09-20', 'Shut', $3)`,
    ...[home.id, home.clubId, clock.now()],
  );
  const [kept] = await ask<{ id: number; version: number }>(
    'select id, version from reservations where tenant_id = $1',
    home.id,
  );
  const move = (date: string) => {
    const to = { name: 'Mari', roomIds: [roomId], date, time: '11:00', duration: 60, comment: '' };
    const body = { ...to, version: kept?.version ?? 0 };
    return call(editReservation, { params: { id: kept?.id ?? 0 }, body }, { actor: admin });
  };
  await expectRefused(running, home, () => move('2026-09-20'), [409, 'roomNotAvailable']);
  expect((await move('2026-09-21')).status).toBe(200);
});
