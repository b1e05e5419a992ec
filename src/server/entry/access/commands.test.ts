import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addContract, addUnpaidPeriod } from '#server/testing/benefits.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { withDoors } from '#server/testing/doors.ts';
import { withServer } from '#server/testing/server.ts';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import { listContracts } from '#shared/contracts/contract.ts';
import { getEntryCodes } from '#shared/entry/codes/contract.ts';
import { getCard } from '#shared/entry/desk/contract.ts';
import { getDoorList } from '#shared/entry/doors/contract.ts';
import type { DoorList } from '#shared/entry/offline/domain.ts';
import { register as book } from '#shared/registrations/contract.ts';
import { spendVisit } from '#shared/tickets/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { register, doorOf, furnished, entriesOf, gymTicket } = withDoors(running);
const pass = (hours: number) => clock.advance({ hours });

describe('who works here', () => {
  test.each(['admin', 'trainer'] as const)(
    'comes in with nothing bought, again at once (%s)',
    async (role) => {
      const { home, scan } = await furnished();
      const staff = await home.account({ role });
      const { show } = await register(staff);
      expect((await scan(show())).body.result).toBe('accepted');
      clock.advance({ minutes: 1 });
      expect((await scan(show())).body.result).toBe('accepted');
      expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['staff', 'staff']);
      const { body } = await call(getEntryCodes, {}, { actor: staff });
      expect(body.doors[0]?.refusal).toBeNull();
    },
  );
});

test('a trainer who works here no more comes in by what they bought, as anybody', async () => {
  const { home, scan } = await furnished();
  const staff = await home.account({ role: 'trainer' });
  const { show } = await register(staff);
  await ask('update trainers set is_active = false where id = $1', staff.trainerId);
  expect((await scan(show())).body.result).toBe('refused');
  await ask('update accounts set is_admin = true where id = $1', staff.id);
  clock.advance({ minutes: 1 });
  expect((await scan(show())).body.result).toBe('accepted');
});

test('nobody comes in whom the centre has blocked: by no contract, no ticket, no list, and their phone says so', async () => {
  const { home, admin, member, door, scan } = await furnished();
  await addContract(running, home, member, { benefits: [{ clientType: 'gym' }] });
  const { token } = await gymTicket(home, member);
  const { show } = await register(member);
  const spans = async () => {
    const { body } = await call(getDoorList, { body: { token: door.token } }, { host: home.host });
    return (JSON.parse(body.list) as DoorList).devices.map((one) => one.spans.length > 0);
  };
  expect(await spans()).toEqual([true]);
  await ask('update clients set is_blocked = true where id = $1 returning 1', member.clientId);
  expect((await scan(show())).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
  expect((await scan(token)).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
  expect((await entriesOf(home)).map(({ reason }) => reason)).toEqual(['entryBarred', 'entryBarred']);
  const { body } = await call(getEntryCodes, {}, { actor: member });
  expect(body.doors[0]?.refusal?.error).toBe('entryBarred');
  expect(await spans()).toEqual([false]);
  expect((await call(spendVisit, { body: { token } }, { actor: admin })).error).toBe('entryBarred');
  const seen = await call(getCard, { params: { cardCode: token } }, { actor: admin });
  expect(seen.body.refusal?.error).toBe('entryBarred');
});

/** An hour of a room that somebody rented. */
const rental = (
  home: Centre,
  { clientId }: TestAccount,
  startsAt: string,
  { roomId, state = 'booked' }: { readonly roomId: number; readonly state?: string },
) =>
  ask(
    `with reserved as (
       insert into reservations (tenant_id, name, room_ids, starts_at, ends_at, local_date)
         select $1, 'Rental', array[$3::integer], $4::timestamptz, $4::timestamptz + interval '1 hour', $4::date
           where $5::text = 'booked' returning id),
     billed as (
       insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, created_at)
         values ($1, 'invoice', 'draft', '\\x00', sha256(gen_random_uuid()::text::bytea), $2, '{}', 'et', 2400, $4)
         returning id)
     insert into rentals (tenant_id, client_id, room_id, reservation_id, starts_at, ends_at, local_date, people,
         price_cents, invoice_id, state, free_until, created_at, ended_at)
       select $1, $2, $3, (select id from reserved), $4, $4::timestamptz + interval '1 hour', $4::date, 2, 2400, billed.id, $5,
           $4, $4, case when $5 = 'booked' then null else $4::timestamptz end
         from billed returning 1`,
    ...[home.id, clientId, roomId, startsAt, state],
  );

test('a place and a rented room open their own club to whose they are; what waits, ended or was called off opens nothing', async () => {
  const { home, admin, member: kai, door } = await furnished();
  const clubId = await home.club();
  const [hall, far] = [await home.room(), await home.room({ clubId })];
  const beyond = await doorOf(home, admin, { clubId });
  const mari = await home.account({ firstName: 'Mari' });
  const at = (hour: number) => `2026-09-14T${String(hour).padStart(2, '0')}:00:00Z`;
  const place = async (one: TestAccount, hour: number, parts: object = {}) => {
    const training = await home.training({ startsAt: at(hour), ...parts });
    return home.registration(training, one.clientId, { place: 1 });
  };
  await place(kai, 11);
  await home.registration(await home.training({ startsAt: at(14) }), kai.clientId);
  const calledOff = await place(kai, 15);
  await ask(
    'update trainings set is_cancelled = true where id = (select training_id from registrations where id = $1) returning 1',
    calledOff,
  );
  await place(kai, 6);
  await rental(home, kai, at(17), { roomId: hall });
  await rental(home, kai, at(19), { roomId: hall, state: 'cancelledFree' });
  await rental(home, kai, at(8), { roomId: hall });
  await rental(home, kai, at(13), { roomId: far });
  await rental(home, mari, at(12), { roomId: hall });
  await place(mari, 18, { clubId });
  for (const one of [kai, mari]) await register(one);
  const opens = async ({ token }: { readonly token: string }) => {
    const { body } = await call(getDoorList, { body: { token } }, { host: home.host });
    return (JSON.parse(body.list) as DoorList).devices.map(({ firstName, spans }) => [
      firstName,
      ...spans.map(({ from, until }) => `${from.slice(11, 16)}–${until.slice(11, 16)}`),
    ]);
  };
  expect(await opens(door)).toEqual([
    ['Kai', '10:00–12:00', '16:00–18:00'],
    ['Mari', '11:00–13:00'],
  ]);
  expect(await opens(beyond)).toEqual([
    ['Kai', '12:00–14:00'],
    ['Mari', '17:00–19:00'],
  ]);
});

describe('a contract at the door', () => {
  test('opens without a visit being counted where it has no number of them', async () => {
    const { home, member, scan } = await furnished();
    await addContract(running, home, member, { benefits: [{ clientType: 'gym' }] });
    const { show } = await register(member);
    expect((await scan(show())).body.result).toBe('accepted');
    const rows = await ask('select contract_id, by from entries where tenant_id = $1', home.id);
    expect(rows).toEqual([{ contract_id: null, by: 'contract' }]);
  });

  test('takes a visit a stay, until the billing period’s are taken; the contract says how many are left', async () => {
    const { home, member, scan } = await furnished();
    const benefit = Benefit.parse({ clientType: 'gym', visits: 2 });
    await makeContract(running, home, member, { benefits: [benefit] });
    const { show } = await register(member);
    const left = async () =>
      (await call(listContracts, {}, { actor: member })).body.valid[0]?.quantityRemaining;
    expect(await left()).toBe(2);
    expect((await scan(show())).body.result).toBe('accepted');
    clock.advance({ minutes: 30 });
    expect((await scan(show())).body.result).toBe('accepted');
    expect(await left()).toBe(1);
    pass(4);
    expect((await scan(show())).body.result).toBe('accepted');
    expect(await left()).toBe(0);
    pass(4);
    expect((await scan(show())).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
    expect((await entriesOf(home)).at(-1)?.reason).toBe('contractVisitsUsed');
    const { body } = await call(getEntryCodes, {}, { actor: member });
    expect(body.doors[0]?.refusal?.error).toBe('contractVisitsUsed');
    // The next period begins on the fourteenth.
    clock.set('2026-10-14T09:00:00Z');
    expect((await scan(show())).body.result).toBe('accepted');
  });

  test('the last visit is taken once, by a booking or by a door', async () => {
    const { home, member, scan } = await furnished({ clientType: 'pool' });
    await addContract(running, home, member, { benefits: [{ clientType: 'pool', visits: 1 }] });
    const { show } = await register(member);
    expect((await scan(show())).body.result).toBe('accepted');
    const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' });
    await ask(`update trainings set client_type = 'pool' where id = $1 returning 1`, training.id);
    const booked = await call(
      book,
      { body: { trainingId: training.id, isWaitingAccepted: false } },
      { actor: member },
    );
    expect(booked.error).toBe('contractVisitsUsed');
  });

  test.each([
    [
      'blocked',
      `update contracts set blocked_at = now(), block_reason = 'Noise' where client_id = $1 returning 1`,
      'contractBlocked',
    ],
    [
      'ended',
      `update contracts set ends_on = '2026-09-10' where client_id = $1 returning 1`,
      'entryNothingValid',
    ],
    [
      'not begun',
      `update contracts set starts_on = '2026-09-20' where client_id = $1 returning 1`,
      'contractNotYetValid',
    ],
    [
      'frozen',
      `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, fee_cents, created_at)
        select tenant_id, id, '2026-09-10', '2026-09-20', '2026-09-20', 0, now() from contracts where client_id = $1 returning 1`,
      'contractFrozen',
    ],
  ])('one that is %s opens nothing, and the door does not say why', async (_, change, error) => {
    const { home, member, scan } = await furnished();
    await addContract(running, home, member, { benefits: [{ clientType: 'gym' }] });
    await ask(change, member.clientId);
    const { show } = await register(member);
    expect((await scan(show())).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
    expect((await entriesOf(home))[0]?.reason).toBe(error);
  });

  test.each([
    ['a few days', '2026-09-10', null],
    ['longer than the days of grace', '2026-09-01', 'contractInDebt'],
  ])('a debt of %s', async (_, dueOn, reason) => {
    const { home, member, scan } = await furnished();
    const id = await addContract(running, home, member, { benefits: [{ clientType: 'gym' }] });
    await addUnpaidPeriod(running, home, id, dueOn);
    const { show } = await register(member);
    expect((await scan(show())).body.reason).toBe(reason === null ? null : 'lookAtPhone');
    expect((await entriesOf(home))[0]?.reason).toBe(reason);
  });

  test('at another hour, or for another club, it says so', async () => {
    const { home, member, scan } = await furnished();
    await addContract(running, home, member, { benefits: [{ clientType: 'gym', until: '11:00' }] });
    const { show } = await register(member);
    expect((await scan(show())).body.reason).toBe('notNow');
    await ask(
      `update contracts set benefits = jsonb_set(benefits, '{0}', benefits -> 0 || '{"until": null, "clubIds": [99999]}')
        where client_id = $1 returning 1`,
      member.clientId,
    );
    expect((await scan(show(), randomUUID())).body.reason).toBe('lookAtPhone');
    expect((await entriesOf(home)).map(({ reason }) => reason)).toEqual([
      'contractNotForTime',
      'contractNotForClub',
    ]);
  });
});
