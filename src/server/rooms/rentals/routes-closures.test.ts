import { expect, test } from 'vitest';
import type { Command } from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/rooms/rentals/contract.ts';
import { editReservation } from '#shared/rooms/reservations/contract.ts';
import { applySchedule, getAdminSchedule, planSchedule } from '#shared/schedule/editing/contract.ts';
import { undoChange } from '#shared/schedule/series/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

/** A centre that lets a lane and, in another club, a far one; and who rents. */
async function scene() {
  const home = await centre({ rules: { pages: { isRentalPage: true } }, limits: { rentalUpcomingMax: 50 } });
  const lane = await home.room({ name: 'Lane', capacity: 6 });
  const far = await home.room({ name: 'Far lane', capacity: 6, clubId: await home.club() });
  // One that nobody rents.
  await home.room({ name: 'Third lane' });
  await ask('update rooms set rent_cents = 2400 where tenant_id = $1 returning 1', home.id);
  const [owner, admin] = [await home.account(), await home.account({ role: 'admin' })];
  const rent = async (startDateTime: string, roomId = lane) => {
    const body = { roomId, startDateTime, hours: 1, people: 2 };
    return (await call(contract.rentRoom, { body }, { actor: owner })).body.id;
  };
  const own = async () => (await call(contract.listRentals, { query: {} }, { actor: owner })).body.rentals;
  return { home, lane, far, owner, admin, rent, own };
}

test.each(['of the club', 'of all clubs'])(
  'a closure %s ends what is rented on its days and has not begun, and nothing else',
  async (which) => {
    const { home, far, owner, admin, rent, own } = await scene();
    const isOfAll = which === 'of all clubs';
    const rented = {
      over: await rent('2026-09-14T10:00:00Z'),
      begins: await rent('2026-09-14T11:00:00Z'),
      later: await rent('2026-09-14T12:00:00Z'),
      before: await rent('2026-09-18T07:00:00Z'),
      first: await rent('2026-09-19T07:00:00Z'),
      free: await rent('2026-09-19T08:00:00Z'),
      late: await rent('2026-09-19T09:00:00Z'),
      elsewhere: await rent('2026-09-19T07:00:00Z', far),
      last: await rent('2026-09-20T07:00:00Z'),
      behind: await rent('2026-09-21T07:00:00Z'),
    };
    await ask(
      'update rentals set free_until = $2 where id = $1 returning 1',
      rented.late,
      '2026-09-14T08:00:00Z',
    );
    for (const id of [rented.free, rented.late])
      await call(contract.cancelRental, { params: { id } }, { actor: owner });
    const close = async (from: string, until: string) => {
      const clubId = isOfAll ? null : home.clubId;
      const command = { kind: 'close', clubId, from, until, name: 'Flood' } as const;
      const { body } = await call(planSchedule, { body: { command } }, { actor: admin });
      const applied = await call(applySchedule, { body: { command, planId: body.planId } }, { actor: admin });
      return [body.rentals, applied.body.rentals];
    };
    const ended = isOfAll ? 4 : 3;
    expect(await close('2026-09-19', '2026-09-20')).toEqual([ended, ended]);
    clock.set('2026-09-14T11:00:00Z');
    expect(await close('2026-09-14', '2026-09-14')).toEqual([1, 1]);
    const rows = await ask<{ id: number; state: string }>(
      'select id, state from rentals where tenant_id = $1',
      home.id,
    );
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    expect(Object.entries(rented).map(([name, id]) => [name, states.get(id)])).toEqual([
      ['over', 'booked'],
      ['begins', 'booked'],
      ['later', 'cancelledByCentre'],
      ['before', 'booked'],
      ['first', 'cancelledByCentre'],
      ['free', 'cancelledFree'],
      ['late', 'cancelledByCentre'],
      ['elsewhere', isOfAll ? 'cancelledByCentre' : 'booked'],
      ['last', 'cancelledByCentre'],
      ['behind', 'booked'],
    ]);
    // What is over this very moment is nothing to come.
    const { begins, before, elsewhere, behind } = rented;
    expect((await own()).map(({ id }) => id)).toEqual(
      isOfAll ? [begins, before, behind] : [begins, before, elsewhere, behind],
    );
  },
);

test('what the office moves may be given back until it begins, and nothing else that is rented', async () => {
  const { home, lane, admin, rent, own } = await scene();
  await rent('2026-09-19T07:00:00Z');
  await rent('2026-09-19T09:00:00Z');
  const [kept] = await ask<{ id: number; version: number }>(
    'select id, version from reservations where tenant_id = $1 order by starts_at',
    home.id,
  );
  const fields = {
    name: 'Mari',
    roomIds: [lane],
    date: '2026-09-19',
    time: '11:00',
    duration: 60,
    comment: '',
  };
  const body = { ...fields, version: kept?.version ?? 0 };
  const moved = await call(editReservation, { params: { id: kept?.id ?? 0 }, body }, { actor: admin });
  expect(moved.status).toBe(200);
  expect((await own()).map(({ time, freeUntil }) => [time, freeUntil])).toEqual([
    ['11:00', '2026-09-19T08:00:00Z'],
    ['12:00', '2026-09-18T09:00:00Z'],
  ]);
});

test('a lifting that is taken back ends what was rented meanwhile on its own days alone', async () => {
  const { home, admin, rent } = await scene();
  const apply = async (command: Command) => {
    const { body } = await call(planSchedule, { body: { command } }, { actor: admin });
    const applied = await call(applySchedule, { body: { command, planId: body.planId } }, { actor: admin });
    return applied.body.changeId;
  };
  const close = (name: string, date: string) =>
    apply({ kind: 'close', clubId: home.clubId, from: date, until: date, name });
  await close('Feast', '2026-09-22');
  await close('Flood', '2026-09-19');
  const query = { from: '2026-09-19', until: '2026-09-19' };
  const { closures } = (await call(getAdminSchedule, { query }, { actor: admin })).body;
  const lifting = await apply({ kind: 'lift', closureId: closures[0]?.id ?? 0 });
  const [meanwhile, beside] = [await rent('2026-09-19T07:00:00Z'), await rent('2026-09-20T07:00:00Z')];
  expect((await call(undoChange, { params: { id: lifting } }, { actor: admin })).status).toBe(200);
  expect(await ask('select id, state from rentals where tenant_id = $1 order by starts_at', home.id)).toEqual(
    [
      { id: meanwhile, state: 'cancelledByCentre' },
      { id: beside, state: 'booked' },
    ],
  );
});
