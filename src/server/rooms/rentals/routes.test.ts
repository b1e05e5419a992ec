import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import type { Command } from '#server/testing/editing.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { withServer } from '#server/testing/server.ts';
import type { BookingLimitsInput } from '#shared/kernel/booking-limits.ts';
import * as contract from '#shared/rooms/rentals/contract.ts';
import { deleteReservation, editReservation } from '#shared/rooms/reservations/contract.ts';
import { applySchedule, getAdminSchedule, planSchedule } from '#shared/schedule/editing/contract.ts';
import { undoChange } from '#shared/schedule/series/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { expectScrubbed } = scrubbingMeans(running);
/** A Saturday: open from 9 to 12. */
const date = '2026-09-19';
const atTen = '2026-09-19T07:00:00Z';
const shut = null;
const open = { opens: '09:00', closes: '12:00' };

async function scene(limits: BookingLimitsInput = {}) {
  const home = await centre({ rules: { pages: { isRentalPage: true } }, limits });
  await ask(
    'update clubs set opening_hours = $2 where tenant_id = $1 returning 1',
    home.id,
    JSON.stringify([shut, shut, shut, shut, shut, open, open]),
  );
  const pool = await home.room({ name: 'Pool', capacity: 30 });
  const lane = await home.room({ name: 'Lane 1', capacity: 6 });
  await ask(
    'insert into room_parts (tenant_id, room_id, part_id) values ($1, $2, $3) returning 1',
    home.id,
    pool,
    lane,
  );
  await ask('update rooms set rent_cents = 2400 where id = $1 returning 1', lane);
  await ask('update rooms set rent_cents = 9900 where id = $1 returning 1', pool);
  const owner = await home.account({ firstName: 'Mari', lastName: 'Mets' });
  const admin = await home.account({ role: 'admin' });
  return { home, pool, lane, owner, admin };
}

const list = async (actor: TestAccount, on = date) =>
  (await call(contract.listRentals, { query: { date: on } }, { actor })).body;
const free = async (actor: TestAccount, name: string, on = date) =>
  (await list(actor, on)).rooms
    .find((room) => room.name === name)
    ?.hours.flatMap(({ time, isFree }) => (isFree ? time : []));
const rent = (actor: TestAccount, roomId: number, parts: object = {}) =>
  call(
    contract.rentRoom,
    { body: { roomId, startDateTime: atTen, hours: 1, people: 2, ...parts } },
    { actor },
  );
const giveBack = (actor: TestAccount, id: number) =>
  call(contract.cancelRental, { params: { id } }, { actor });
const sums = (tenantId: number) =>
  ask<{ kind: string; total: number; state: string }>(
    'select kind, total_cents as total, state from invoices where tenant_id = $1 order by id',
    tenantId,
  );

describe('renting', () => {
  test('takes the room by the hour, with an invoice; administrators see it as a reservation', async () => {
    const { home, lane, owner, admin } = await scene();
    expect((await list(owner)).rooms).toMatchObject([
      { name: 'Lane 1', capacity: 6, price: 24 },
      { name: 'Pool', capacity: 30, price: 99 },
    ]);
    expect(await free(owner, 'Lane 1')).toEqual(['09:00', '10:00', '11:00']);
    expect(await free(owner, 'Lane 1', '2026-09-18')).toEqual([]);
    const { body, error } = await rent(owner, lane, { hours: 2, people: 4 });
    expect(error).toBeUndefined();
    expect(body).toMatchObject({ total: 48, freeUntil: '2026-09-18T07:00:00Z' });
    expect(await free(owner, 'Lane 1')).toEqual(['09:00']);
    // The whole pool is taken where one of its lanes is.
    expect(await free(owner, 'Pool')).toEqual(['09:00']);
    expect((await list(owner)).rentals).toMatchObject([
      { id: body.id, roomName: 'Lane 1', time: '10:00', duration: 120, people: 4, price: 48, isPaid: false },
    ]);
    expect((await list(await home.account())).rentals).toEqual([]);
    expect(await sums(home.id)).toEqual([{ kind: 'invoice', total: 4800, state: 'issued' }]);
    const schedule = await call(getAdminSchedule, { query: { from: date, until: date } }, { actor: admin });
    expect(schedule.body.reservations).toMatchObject([
      {
        name: expect.stringContaining('Mari Mets'),
        time: '10:00',
        duration: 120,
        rooms: [{ name: 'Lane 1' }],
      },
    ]);
  });

  // shows: message-room-not-available
  test('of many who press for one hour, one has it; another hour of the whole is not sold beside it', async () => {
    const { home, pool, lane, owner } = await scene();
    const actors = [owner, ...(await Promise.all(Array.from({ length: 7 }, () => home.account())))];
    const answers = await Promise.all(actors.map((actor, index) => rent(actor, index % 2 ? pool : lane)));
    const outcomes = answers.map(({ error }) => error ?? 'rented').toSorted();
    expect(outcomes).toEqual(['rented', ...Array.from({ length: 7 }, () => 'roomNotAvailable')].toSorted());
    expect(await sums(home.id)).toHaveLength(1);
    const numbers = await ask('select 1 from reservations where tenant_id = $1', home.id);
    expect(numbers).toHaveLength(1);
  });

  test('nothing lies over a training, and no training over it', async () => {
    const { home, pool, lane, owner } = await scene();
    await home.training({ startsAt: '2026-09-19T06:30:00Z', roomId: pool });
    expect(await free(owner, 'Lane 1')).toEqual(['11:00']);
    expect((await rent(owner, lane)).error).toBe('roomNotAvailable');
    expect((await rent(owner, lane, { startDateTime: '2026-09-19T08:00:00Z' })).error).toBeUndefined();
    await expect(home.training({ startsAt: '2026-09-19T08:00:00Z', roomId: pool })).rejects.toThrow(
      /room_uses_free/,
    );
  });

  test.each<[string, string, object]>([
    ['before it opens', 'roomNotAvailable', { startDateTime: '2026-09-19T05:00:00Z' }],
    ['past its closing', 'roomNotAvailable', { startDateTime: '2026-09-19T08:00:00Z', hours: 2 }],
    ['between two hours', 'roomNotAvailable', { startDateTime: '2026-09-19T07:30:00Z' }],
    ['when it is shut', 'roomNotAvailable', { startDateTime: '2026-09-18T07:00:00Z' }],
    ['too far off', 'roomNotAvailable', { startDateTime: '2026-12-19T08:00:00Z' }],
    ['for more than it holds', 'tooManyPeople', { people: 7 }],
    ['a room that is not let', 'itemNotFound', { roomId: 2_000_000_000 }],
  ])('not %s', async (_, code, parts) => {
    const { home, lane, owner } = await scene();
    expect((await rent(owner, lane, parts)).error).toBe(code);
    expect(await sums(home.id)).toEqual([]);
  });

  test('so many at once, and not blocked', async () => {
    const { lane, owner, home } = await scene({ rentalUpcomingMax: 1 });
    await rent(owner, lane);
    const answer = await rent(owner, lane, { startDateTime: '2026-09-19T08:00:00Z' });
    expect([answer.error, answer.refusal?.details]).toEqual(['rentalLimitExceeded', { limit: 1 }]);
    const blocked = await home.account();
    await ask('update clients set is_blocked = true where id = $1 returning 1', blocked.clientId);
    expect((await rent(blocked, lane, { startDateTime: '2026-09-19T08:00:00Z' })).error).toBe(
      'registeringNotAllowed',
    );
  });

  test('rented and given back, its papers stay: so many of a day, and no more', async () => {
    const { home, lane, owner } = await scene();
    for (let count = 0; count < 20; count += 1) {
      const { body, error } = await rent(owner, lane);
      expect(error).toBeUndefined();
      expect((await giveBack(owner, body.id)).status).toBe(200);
    }
    expect((await rent(owner, lane)).error).toBe('tooManyAttempts');
    expect(await sums(home.id)).toHaveLength(40);
    clock.advance({ hours: 24 });
    expect((await rent(owner, lane)).error).toBeUndefined();
  });

  test('a day that is shut has no hours; lifted, it has them again', async () => {
    const { home, lane, owner, admin } = await scene();
    const elsewhere = await home.club();
    const apply = async (command: Command) => {
      const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
      expect((await call(applySchedule, { body: { command, planId } }, { actor: admin })).status).toBe(200);
    };
    const close = (clubId: number | null, from: string, until: string) =>
      apply({ kind: 'close', clubId, from, until, name: 'Holiday' });
    await close(elsewhere, date, date);
    await close(null, '2026-09-20', '2026-09-21');
    await close(null, '2026-09-17', '2026-09-18');
    expect(await free(owner, 'Lane 1')).toEqual(['09:00', '10:00', '11:00']);
    await close(null, '2026-09-19', '2026-09-19');
    expect(await free(owner, 'Lane 1')).toEqual([]);
    expect((await rent(owner, lane)).error).toBe('roomNotAvailable');
    const shutBy = await call(getAdminSchedule, { query: { from: date, until: date } }, { actor: admin });
    const closure = shutBy.body.closures.find(({ clubId }) => clubId === null);
    await apply({ kind: 'lift', closureId: closure?.id ?? 0 });
    expect(await free(owner, 'Lane 1')).toEqual(['09:00', '10:00', '11:00']);
    expect((await rent(owner, lane)).error).toBeUndefined();
  });

  test('only where the centre allows it', async () => {
    const home = await centre();
    const answer = await call(contract.listRentals, { query: {} }, { actor: await home.account() });
    expect(answer.status).toBe(404);
  });

  test.each(['EE', 'LV'] as const)('on the days on which the clock is changed, in %s', async (country) => {
    clock.set('2026-10-10T09:00:00Z');
    const home = await centre({ country, rules: { pages: { isRentalPage: true } } });
    const early = { opens: '02:00', closes: '06:00' };
    await ask(
      'update clubs set opening_hours = $2 where tenant_id = $1 returning 1',
      home.id,
      JSON.stringify([early, early, early, early, early, early, early]),
    );
    const room = await home.room({ name: 'Hall' });
    await ask('update rooms set rent_cents = 2400 where id = $1 returning 1', room);
    const actor = await home.account();
    const { rooms } = await list(actor, '2026-10-25');
    expect(rooms[0]?.hours.map(({ time, startDateTime }) => [time, startDateTime])).toEqual([
      ['02:00', '2026-10-24T23:00:00Z'],
      ['03:00', '2026-10-25T00:00:00Z'],
      ['04:00', '2026-10-25T02:00:00Z'],
      ['05:00', '2026-10-25T03:00:00Z'],
    ]);
    // Between 3 and 4 lies an hour that is no hour of its own.
    const two = { startDateTime: '2026-10-25T00:00:00Z', hours: 2 };
    expect((await rent(actor, room, two)).error).toBe('roomNotAvailable');
    expect((await rent(actor, room, { ...two, hours: 1 })).error).toBeUndefined();
  });
});

describe('giving back', () => {
  test('in time: the invoice is credited, the room is free', async () => {
    const { home, lane, owner } = await scene();
    const { id } = (await rent(owner, lane)).body;
    const other = await home.account();
    expect((await giveBack(other, id)).error).toBe('itemNotFound');
    expect((await giveBack(owner, id)).body).toEqual({ state: 'cancelledFree', credit: 24 });
    expect((await giveBack(owner, id)).error).toBe('itemNotFound');
    expect(await sums(home.id)).toMatchObject([{ total: 2400 }, { kind: 'creditNote', total: -2400 }]);
    expect(await free(owner, 'Lane 1')).toEqual(['09:00', '10:00', '11:00']);
    expect((await list(owner)).rentals).toEqual([]);
  });

  test('late: its price is owed, the room is free for others', async () => {
    const { home, lane, owner } = await scene();
    const { id } = (await rent(owner, lane)).body;
    clock.set('2026-09-18T07:00:01Z');
    expect((await giveBack(owner, id)).body).toEqual({ state: 'cancelledLate', credit: 0 });
    expect(await sums(home.id)).toMatchObject([{ total: 2400, state: 'issued' }]);
    expect((await rent(await home.account(), lane)).error).toBeUndefined();
  });

  test('not once it has begun', async () => {
    const { lane, owner } = await scene();
    const { id } = (await rent(owner, lane)).body;
    clock.set(atTen);
    expect((await giveBack(owner, id)).error).toBe('cancellingNotAllowed');
  });

  test('an administrator moves it, or takes it away: then it is credited and whoever rented it is told', async () => {
    const { home, lane, owner, admin } = await scene();
    await rent(owner, lane);
    const [reservation] = await ask<{ id: number; version: number }>(
      'select id, version from reservations where tenant_id = $1',
      home.id,
    );
    const params = { id: reservation?.id ?? 0 };
    const moved = { name: 'Mari', roomIds: [lane], date, time: '11:00', duration: 60, comment: '' };
    const edited = await call(
      editReservation,
      { params, body: { ...moved, version: reservation?.version ?? 0 } },
      { actor: admin },
    );
    expect(edited.error).toBeUndefined();
    expect((await list(owner)).rentals).toMatchObject([{ time: '11:00', freeUntil: '2026-09-19T08:00:00Z' }]);
    const told = () =>
      ask<{ text: string }>(
        `select text from stand_in_mails where tenant_id = $1 and subject like '%11:00–12:00'`,
        home.id,
      );
    await expect.poll(told).toHaveLength(1);
    expect((await told())[0]?.text).toContain('10:00');
    // Another name of it is nothing to tell, and takes no time away.
    const renamed = { ...moved, name: 'Mari Mets', version: (reservation?.version ?? 0) + 1 };
    expect((await call(editReservation, { params, body: renamed }, { actor: admin })).status).toBe(200);
    expect((await call(deleteReservation, { params }, { actor: admin })).error).toBeUndefined();
    expect((await list(owner)).rentals).toEqual([]);
    expect(await sums(home.id)).toMatchObject([{ total: 2400 }, { total: -2400 }]);
    const [rental] = await ask<{ state: string }>('select state from rentals where tenant_id = $1', home.id);
    expect(rental?.state).toBe('cancelledByCentre');
    await expect
      .poll(async () =>
        ask('select 1 from stand_in_mails where tenant_id = $1 and text like $2', home.id, '%Lane 1%'),
      )
      .not.toEqual([]);
    expect(await told()).toHaveLength(1);
    await expectScrubbed(home, owner.clientId, 'Mari Mets', 3);
  });
});

describe('days that are shut', () => {
  const closing = { kind: 'close', from: date, until: date, name: 'Flood' } as const;
  async function rented() {
    const all = await scene({ rentalUpcomingMax: 5 });
    const { home, lane, owner, admin } = all;
    const { id } = (await rent(owner, lane)).body;
    const other = await home.account();
    await rent(other, lane, { startDateTime: '2026-09-20T07:00:00Z' });
    const plan = (command: Command) => call(planSchedule, { body: { command } }, { actor: admin });
    const apply = (command: Command, planId: string) =>
      call(applySchedule, { body: { command, planId } }, { actor: admin });
    const states = () =>
      ask<{ state: string; reservation: number | null }>(
        'select state, reservation_id as reservation from rentals where tenant_id = $1 order by id',
        home.id,
      );
    return { ...all, id, other, plan, apply, states };
  }

  test('what is rented on them ends: it is counted before, credited and told, and does not come back', async () => {
    const { home, owner, other, plan, apply, states, admin } = await rented();
    const command = { ...closing, clubId: null };
    const planned = (await plan(command)).body;
    expect(planned).toMatchObject({ rentals: 1, messages: 0, isApplicable: true });
    const applied = (await apply(command, planned.planId)).body;
    expect(applied).toMatchObject({ rentals: 1, messages: 0 });
    expect(await states()).toEqual([
      { state: 'cancelledByCentre', reservation: null },
      { state: 'booked', reservation: expect.any(Number) },
    ]);
    expect(await sums(home.id)).toMatchObject([
      { total: 2400 },
      { total: 2400 },
      { kind: 'creditNote', total: -2400 },
    ]);
    expect([(await list(owner)).rentals.length, (await list(other)).rentals.length]).toEqual([0, 1]);
    const mails = () =>
      ask(
        `select 1 from stand_in_mails where tenant_id = $1 and subject like 'Lane 1, 19.09.2026 10:00%'`,
        home.id,
      );
    await expect.poll(mails).toHaveLength(1);
    const undone = await call(undoChange, { params: { id: applied.changeId } }, { actor: admin });
    expect(undone.error).toBeUndefined();
    expect((await list(owner)).rentals).toEqual([]);
    expect(await free(owner, 'Lane 1')).toEqual(['09:00', '10:00', '11:00']);
  });

  test('what was given back late is owed no more: nobody could have come', async () => {
    const { home, owner, id, plan, apply, states } = await rented();
    clock.set('2026-09-18T08:00:00Z');
    expect((await giveBack(owner, id)).body).toMatchObject({ state: 'cancelledLate' });
    const command = { ...closing, clubId: null };
    const { planId, rentals } = (await plan(command)).body;
    expect(rentals).toBe(1);
    expect((await apply(command, planId)).error).toBeUndefined();
    expect((await states()).map(({ state }) => state)).toEqual(['cancelledByCentre', 'booked']);
    expect(await sums(home.id)).toContainEqual(expect.objectContaining({ kind: 'creditNote', total: -2400 }));
  });

  test('a lifting that is taken back ends what was rented meanwhile', async () => {
    const { home, owner, lane, plan, apply, states, admin } = await rented();
    const command = { ...closing, clubId: null };
    await apply(command, (await plan(command)).body.planId);
    const shown = await call(getAdminSchedule, { query: { from: date, until: date } }, { actor: admin });
    const lift = { kind: 'lift', closureId: shown.body.closures[0]?.id ?? 0 } as const;
    const { changeId } = (await apply(lift, (await plan(lift)).body.planId)).body;
    expect((await rent(owner, lane)).error).toBeUndefined();
    const undone = await call(undoChange, { params: { id: changeId } }, { actor: admin });
    expect(undone.error).toBeUndefined();
    expect((await states()).map(({ state }) => state)).toEqual([
      ...['cancelledByCentre', 'booked', 'cancelledByCentre'],
    ]);
    expect(await free(await home.account(), 'Lane 1')).toEqual([]);
  });

  test('of another club, of another day, begun or given back, nothing ends', async () => {
    const { home, owner, id, plan } = await rented();
    const elsewhere = await home.club();
    expect((await plan({ ...closing, clubId: elsewhere })).body.rentals).toBe(0);
    const later = { from: '2026-09-21', until: '2026-09-22' };
    expect((await plan({ ...closing, clubId: null, ...later })).body.rentals).toBe(0);
    expect((await plan({ ...closing, clubId: null, until: '2026-09-20' })).body.rentals).toBe(2);
    await giveBack(owner, id);
    expect((await plan({ ...closing, clubId: null })).body.rentals).toBe(0);
    clock.set('2026-09-20T07:00:00Z');
    expect((await plan({ ...closing, clubId: null, until: '2026-09-20' })).body.rentals).toBe(0);
  });

  test('a plan is of what was rented when it was shown', async () => {
    const { home, lane, plan, apply } = await rented();
    const command = { ...closing, clubId: null };
    const { planId } = (await plan(command)).body;
    const late = await home.account();
    expect((await rent(late, lane, { startDateTime: '2026-09-19T08:00:00Z' })).error).toBeUndefined();
    expect((await apply(command, planId)).error).toBe('planOutdated');
    expect(await sums(home.id)).toHaveLength(3);
  });

  test('whoever is just renting while a day is shut has it shut after that: the plan is looked at again', async () => {
    const { home, lane, plan, apply, states } = await rented();
    const command = { ...closing, clubId: null };
    const { planId } = (await plan(command)).body;
    const late = await home.account();
    const [answer, closed] = await withOwner(running.databaseUrl, async (owner) => {
      await owner.query('begin');
      // The number of the rental's invoice is waited for: the room was found to be free and its day open by then.
      await owner.query('select from invoice_series where tenant_id = $1 for update', [home.id]);
      const renting = rent(late, lane, { startDateTime: '2026-09-19T08:00:00Z' });
      await untilWaiting(running.databaseUrl);
      const closing = apply(command, planId);
      await Promise.race([closing, untilWaiting(running.databaseUrl, 2)]);
      await owner.query('commit');
      return [await renting, await closing];
    });
    expect([answer.error, closed.error]).toEqual([undefined, 'planOutdated']);
    expect((await states()).filter(({ state }) => state === 'booked')).toHaveLength(3);
  });
});
