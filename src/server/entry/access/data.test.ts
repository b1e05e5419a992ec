import { expect, test } from 'vitest';
import type { Query } from '#server/kernel/db.ts';
import { addContract } from '#server/testing/benefits.ts';
import { contextOf } from '#server/testing/context.ts';
import { withDoors } from '#server/testing/doors.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as data from './data.ts';

const running = withServer();
const { ask } = running;
const { furnished, doorOf, gymTicket } = withDoors(running);
const at = (time: string) => `2026-09-14T${time}:00Z`;

interface Passing {
  readonly doorId: number;
  readonly clubId: number;
  /** Null: by the code of the ticket. */
  readonly clientId: number | null;
  readonly by: 'ticket' | 'contract' | 'booking' | 'sameStay' | 'exit';
  readonly direction?: 'in' | 'out';
  readonly ticketId?: number;
  readonly contractId?: number;
}

/** Two people at the doors of a gym, of the pool behind it and of another club, with tickets for each. */
async function scene() {
  const { home, admin, member, door } = await furnished();
  const farId = await home.club('Second club');
  const pool = await doorOf(home, admin, { clientType: 'pool' });
  const far = await doorOf(home, admin, { clubId: farId });
  const friend = await home.account();
  const { id: gym } = await gymTicket(home, member, 50);
  const { id: elsewhere } = await gymTicket(home, member, 50);
  await ask('update tickets set club_id = $2 where id = $1 returning 1', elsewhere, farId);
  const { id: theirs } = await gymTicket(home, friend, 50);
  const productId = await addProduct(running, home, { clientType: 'pool', visits: 50 });
  const { id: swim } = await fulfil(running, home, { productId, owner: member });
  const gymDoor = { doorId: door.id, clubId: home.clubId, clientId: member.clientId };
  const pass = (time: string, one: Passing) =>
    ask(
      `insert into entries (tenant_id, scan_id, door_id, club_id, client_id, direction, at, local_date,
         received_at, is_offline, result, by, contract_id, benefit, ticket_id, inside_until)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, '2026-09-14', $6, false, 'accepted', $7, $8,
         case when $8::integer is not null then 0 end, $9, $6::timestamptz + interval '3 hours') returning 1`,
      ...[home.id, one.doorId, one.clubId, one.clientId, one.direction ?? 'in', at(time), one.by],
      ...[one.contractId ?? null, one.ticketId ?? null],
    );
  const enter = async (time: string, ticketId: number, kind = 'CONSUME', of: { settles?: number } = {}) => {
    const [row] = await ask<{ id: number }>(
      `insert into ticket_entries (tenant_id, ticket_id, kind, visits, settles_id, created_at)
       values ($1, $2, $3, 1, $4, $5) returning id`,
      ...[home.id, ticketId, kind, of.settles ?? null, at(time)],
    );
    return row?.id ?? 0;
  };
  const putBack = (time: string, ticketId: number, undoes: number) =>
    ask(
      `insert into ticket_entries (tenant_id, ticket_id, kind, visits, reason, account_id, undoes_id,
         created_at)
       values ($1, $2, 'ADJUST', 1, 'Mistaken', $3, $4, $5) returning 1`,
      ...[home.id, ticketId, admin.id, undoes, at(time)],
    );
  const ctx = contextOf(running, home);
  const read = async <R>(query: Query<R>) => (await ctx.read(query))[0];
  return {
    ...{ home, member, friend, farId, gymDoor, pass, enter, putBack, read },
    poolDoor: { ...gymDoor, doorId: pool.id },
    farDoor: { ...gymDoor, doorId: far.id, clubId: farId },
    tickets: { gym, elsewhere, theirs, swim },
  };
}

test('what somebody came in by is theirs, at this club and of doors of this kind: the first after an instant', async () => {
  const { home, member, friend, gymDoor, poolDoor, farDoor, pass, tickets, read } = await scene();
  const contractId = await addContract(running, home, member, {
    benefits: [{ clientType: 'gym', visits: 9 }],
  });
  const { gym, elsewhere, theirs, swim } = tickets;
  await pass('06:00', { ...gymDoor, by: 'ticket', ticketId: gym });
  await pass('06:05', { ...gymDoor, clientId: friend.clientId, by: 'ticket', ticketId: theirs });
  await pass('06:06', { ...farDoor, by: 'ticket', ticketId: elsewhere });
  await pass('06:07', { ...poolDoor, by: 'ticket', ticketId: swim });
  await pass('06:08', { ...gymDoor, by: 'sameStay', ticketId: gym });
  await pass('06:09', { ...gymDoor, by: 'booking' });
  await pass('06:10', { ...gymDoor, by: 'exit', direction: 'out' });
  await pass('06:20', { ...gymDoor, by: 'contract', contractId });
  await pass('06:30', { ...gymDoor, by: 'ticket', ticketId: gym });
  const of = { clientId: member.clientId, clubId: home.clubId, clientType: 'gym' as const };
  const after = (from: string, until: string) =>
    read(data.findVisitAfter({ ...of, at: at(from), until: at(until) }));
  expect(await after('06:00', '07:00')).toEqual([{ at: at('06:20'), ticketId: null, isOwn: true }]);
  expect(await after('06:20', '07:00')).toEqual([{ at: at('06:30'), ticketId: gym, isOwn: true }]);
  expect(await after('06:20', '06:30')).toEqual([]);
  expect(await after('06:30', '07:00')).toEqual([]);
});

test('a visit that the desk took is of its ticket’s owner, club and kind, unless it was put back or a friend’s', async () => {
  const { home, member, friend, gymDoor, pass, enter, putBack, tickets, read } = await scene();
  const { gym, elsewhere, theirs, swim } = tickets;
  await enter('06:00', gym);
  await enter('06:05', theirs);
  await enter('06:06', elsewhere);
  await enter('06:07', swim);
  const reserved = await enter('06:08', gym, 'RESERVE');
  await enter('06:09', gym, 'CONSUME', { settles: reserved });
  const mistaken = await enter('06:10', gym);
  await putBack('06:11', gym, mistaken);
  await enter('06:12', gym);
  await pass('06:12', { ...gymDoor, clientId: friend.clientId, by: 'ticket', ticketId: gym });
  await enter('06:20', gym);
  await pass('06:20', { ...gymDoor, clientId: friend.clientId, by: 'ticket', ticketId: theirs });
  const of = { clientId: member.clientId, clubId: home.clubId, clientType: 'gym' as const };
  const after = (from: string, until: string) =>
    read(data.findVisitAfter({ ...of, at: at(from), until: at(until) }));
  const taken = { at: at('06:20'), ticketId: gym, isOwn: false };
  expect(await after('06:00', '07:00')).toEqual([taken]);
  expect(await after('06:00', '06:20')).toEqual([]);
  expect(await after('06:20', '07:00')).toEqual([]);

  const starts = async (since: string, until?: string) =>
    (
      await read(
        data.listStarts({
          ...{ clientIds: [member.clientId], since: at(since) },
          until: until === undefined ? undefined : at(until),
        }),
      )
    )
      .filter(({ ticketId }) => ticketId === gym)
      .map((one) => one.at);
  expect(await starts('05:59')).toEqual([at('06:20')]);
  expect(await starts('06:20')).toEqual([]);
  expect(await starts('05:59', '06:19')).toEqual([at('06:00')]);
  expect(await starts('05:59', '06:00')).toEqual([at('06:00')]);
  expect(await starts('05:59', '05:59')).toEqual([]);
});

test('a stay began with the last coming in of its own since an instant, until another, both told apart by kind and club', async () => {
  const { home, member, friend, farId, gymDoor, poolDoor, farDoor, pass, tickets, read } = await scene();
  const { gym, elsewhere, theirs, swim } = tickets;
  await pass('06:00', { ...gymDoor, by: 'ticket', ticketId: gym });
  await pass('07:00', { ...gymDoor, by: 'booking' });
  await pass('07:10', { ...gymDoor, by: 'sameStay' });
  await pass('07:20', { ...gymDoor, by: 'exit', direction: 'out' });
  await pass('06:30', { ...poolDoor, by: 'ticket', ticketId: swim });
  await pass('06:40', { ...farDoor, by: 'ticket', ticketId: elsewhere });
  await pass('07:30', { ...gymDoor, clientId: friend.clientId, by: 'ticket', ticketId: theirs });
  const starts = async (since: string, until?: string) =>
    (
      await read(
        data.listStarts({
          ...{ clientIds: [member.clientId], since: at(since) },
          until: until === undefined ? undefined : at(until),
        }),
      )
    ).map((one) => [one.clubId, one.clientType, one.at]);
  const beside = [
    [home.clubId, 'pool', at('06:30')],
    [farId, 'gym', at('06:40')],
  ];
  expect(await starts('05:00')).toEqual([[home.clubId, 'gym', at('07:00')], ...beside]);
  expect(await starts('05:00', '07:00')).toEqual([[home.clubId, 'gym', at('07:00')], ...beside]);
  expect(await starts('05:00', '06:59')).toEqual([[home.clubId, 'gym', at('06:00')], ...beside]);
  expect(await starts('06:40')).toEqual([[home.clubId, 'gym', at('07:00')]]);
  expect(await starts('07:00')).toEqual([]);
});

test('in by the code of a ticket is whoever carries it, as of an instant; with whom it is shared tells nothing', async () => {
  const { member, friend, gymDoor, pass, tickets, read } = await scene();
  const { gym, theirs } = tickets;
  await pass('06:00', { ...gymDoor, clientId: null, by: 'ticket', ticketId: gym });
  await pass('06:10', { ...gymDoor, clientId: friend.clientId, by: 'ticket', ticketId: gym });
  await pass('06:15', { ...gymDoor, clientId: null, by: 'ticket', ticketId: theirs });
  await pass('06:20', { ...gymDoor, by: 'ticket', ticketId: gym });
  const carried = async (since: string, until: string) =>
    (await read(data.listCarried({ clientIds: [member.clientId], since: at(since), until: at(until) }))).map(
      (one) => [one.ticketId, one.at],
    );
  expect(await carried('05:59', '06:15')).toEqual([[gym, at('06:00')]]);
  expect(await carried('05:59', '06:00')).toEqual([[gym, at('06:00')]]);
  expect(await carried('05:59', '05:59')).toEqual([]);
  expect(await carried('06:00', '06:15')).toEqual([]);
  expect(await carried('05:59', '06:20')).toEqual([]);
});

test('who came in at another club since is there, whoever else came in here meanwhile', async () => {
  const { home, member, friend, gymDoor, farDoor, pass, read } = await scene();
  await pass('06:00', { ...farDoor, by: 'booking' });
  await pass('06:10', { ...gymDoor, clientId: friend.clientId, by: 'booking' });
  const elsewhere = (since: string) =>
    read(data.findElsewhere({ clientId: member.clientId, clubId: home.clubId, since: at(since) }));
  expect(await elsewhere('05:59')).toEqual([{ at: at('06:00') }]);
  expect(await elsewhere('06:00')).toEqual([]);
  await pass('06:20', { ...gymDoor, by: 'booking' });
  expect(await elsewhere('05:59')).toEqual([]);
});

test('a door knows of going out of its own club, of what shuts it, and is none itself once it is out of use', async () => {
  const { home, admin, door } = await furnished();
  const second = await home.club('Second club');
  const there = await doorOf(home, admin, { name: 'There', clubId: second });
  const out = await doorOf(home, admin, { name: 'Out there', clubId: second, direction: 'out' });
  const old = await doorOf(home, admin, { name: 'Old', direction: 'out' });
  await ask('update doors set is_active = false where id = $1 returning 1', old.id);
  const shut = (clubId: number | null, date: string, liftedAt: string | null = null) =>
    ask(
      `insert into closures (tenant_id, club_id, from_on, until_on, name, created_at, lifted_at)
       values ($1, $2, $3, $3, 'Flood', now(), $4) returning 1`,
      ...[home.id, clubId, date, liftedAt],
    );
  await shut(null, '2026-09-21');
  await shut(home.clubId, '2026-09-22');
  await shut(second, '2026-09-23');
  await shut(null, '2026-09-24', at('06:00'));
  const ctx = contextOf(running, home);
  const told = (one: data.DoorRow) => [
    one.name,
    one.isExitRead,
    one.closures.map(({ from }) => from).toSorted(),
  ];
  const [doors] = await ctx.read(data.listDoors());
  expect(doors.map(told)).toEqual([
    ['Out there', true, ['2026-09-21', '2026-09-23']],
    ['Peauks', false, ['2026-09-21', '2026-09-22']],
    ['There', true, ['2026-09-21', '2026-09-23']],
  ]);
  const [leadingIn] = await ctx.read(data.listDoorsIn());
  expect(leadingIn.map(({ name }) => name)).toEqual(['Peauks', 'There']);
  const found = async (id: number) => (await ctx.read(data.findDoor(id)))[0].map(({ name }) => name);
  expect([await found(door.id), await found(there.id), await found(out.id)]).toEqual([
    ['Peauks'],
    ['There'],
    ['Out there'],
  ]);
  expect(await found(old.id)).toEqual([]);
  await ask('update doors set token_hash = null where id = $1 returning 1', there.id);
  expect(await found(there.id)).toEqual([]);
});
