import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { withDoors } from '#server/testing/doors.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { getCard, takeFromCard, undoTaking } from '#shared/entry/desk/contract.ts';
import { uploadScans } from '#shared/entry/doors/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { register as book } from '#shared/registrations/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { register, doorOf, furnished, gymTicket, visitsOf, entriesOf } = withDoors(running);
const pass = (minutes: number) => clock.advance({ minutes });

/** A centre with a door, and what its desk does with the code of a ticket. */
async function scene() {
  const all = await furnished();
  const { admin: actor } = all;
  const look = async (cardCode: string) => (await call(getCard, { params: { cardCode } }, { actor })).body;
  const take = async (cardCode: string) => {
    const { version } = await look(cardCode);
    const body = { reason: 'Visit', version };
    return (await call(takeFromCard, { params: { cardCode }, body }, { actor })).body.takingId;
  };
  const putBack = (cardCode: string, takingId: number) =>
    call(undoTaking, { params: { cardCode }, body: { takingId, reason: 'Wrong' } }, { actor });
  const ways = async () => (await entriesOf(all.home)).map(({ by }) => by);
  return { ...all, look, take, putBack, ways };
}

describe('a stay is counted from a visit', () => {
  test('that the desk took, and not from one that it put back', async () => {
    const { home, member, scan, look, take, putBack, ways } = await scene();
    const { token } = await gymTicket(home, member);
    const { show } = await register(member);
    await putBack(token, await take(token));
    expect((await scan(show())).body.result).toBe('accepted');
    expect(await look(token)).toMatchObject({ left: 4 });
    pass(200);
    await take(token);
    pass(1);
    expect((await scan(show())).body.result).toBe('accepted');
    expect(await look(token)).toMatchObject({ left: 3 });
    expect(await ways()).toEqual(['ticket', 'sameStay']);
  });

  test('of the owner, though whom the ticket is shared with came in a moment before', async () => {
    const { home, member, scan, take, ways } = await scene();
    const friend = await home.account();
    const { id, token } = await gymTicket(home, member);
    await ask(
      `insert into ticket_shares (tenant_id, ticket_id, client_id, recipient, created_at, accepted_at)
        values ($1, $2, $3, 'friend', now(), now()) returning 1`,
      ...[home.id, id, friend.clientId],
    );
    const theirs = await register(friend);
    expect((await scan(theirs.show())).body.result).toBe('accepted');
    pass(1);
    await take(token);
    pass(1);
    const { show } = await register(member);
    expect((await scan(show())).body.result).toBe('accepted');
    expect(await visitsOf(id)).toHaveLength(2);
    expect(await ways()).toEqual(['ticket', 'sameStay']);
  });

  test('and not from a place in a training whose visit was taken meanwhile', async () => {
    const { home, member, scan, ways } = await scene();
    const { id } = await gymTicket(home, member);
    const [place] = await ask<{ id: number }>(
      `insert into ticket_entries (tenant_id, ticket_id, kind, visits, created_at) values ($1, $2, 'RESERVE', 1, $3) returning id`,
      ...[home.id, id, clock.now()],
    );
    await ask(
      `insert into ticket_entries (tenant_id, ticket_id, kind, visits, settles_id, created_at)
        values ($1, $2, 'CONSUME', 1, $3, $4) returning 1`,
      ...[home.id, id, place?.id, clock.now()],
    );
    pass(1);
    const { show } = await register(member);
    expect((await scan(show())).body.result).toBe('accepted');
    expect(await visitsOf(id)).toHaveLength(2);
    expect(await ways()).toEqual(['ticket']);
  });

  test('behind doors of one kind: a place opens those of another anew, by the ticket’s code too', async () => {
    const { home, admin, member, scan, ways } = await scene();
    const pool = await doorOf(home, admin, { clientType: 'pool' });
    const { id, token } = await gymTicket(home, member);
    const training = await home.training({ startsAt: addMinutes(clock.now(), 30), payment: 'paid' });
    await ask(`update trainings set client_type = 'gym' where id = $1 returning 1`, training.id);
    const cover = { kind: 'ticket' as const, id };
    const body = { trainingId: training.id, isWaitingAccepted: false, cover };
    expect((await call(book, { body }, { actor: member })).status).toBe(200);
    expect((await scan(token, randomUUID(), pool.token)).body.result).toBe('accepted');
    pass(20);
    expect((await scan(token)).body.result).toBe('accepted');
    pass(20);
    expect((await scan(token)).body.result).toBe('accepted');
    expect(await ways()).toEqual(['booking', 'booking', 'sameStay']);
    expect(await visitsOf(id)).toHaveLength(0);
  });
});

test('beside whoever is inside by the code of a ticket its owner does not come in, though a friend did since', async () => {
  const { home, member, scan, ways } = await scene();
  const friend = await home.account();
  const { id, token } = await gymTicket(home, member);
  await ask(
    `insert into ticket_shares (tenant_id, ticket_id, client_id, recipient, created_at, accepted_at)
      values ($1, $2, $3, 'friend', now(), now()) returning 1`,
    ...[home.id, id, friend.clientId],
  );
  expect((await scan(token)).body.result).toBe('accepted');
  pass(1);
  const theirs = await register(friend);
  expect((await scan(theirs.show())).body.result).toBe('accepted');
  pass(1);
  const { show } = await register(member);
  expect((await scan(show())).body).toMatchObject({ result: 'refused', reason: 'alreadyInside' });
  expect(await visitsOf(id)).toHaveLength(2);
  expect(await ways()).toEqual(['ticket', 'ticket', null]);
});

test('a contract that is being frozen is asked once that is done', async () => {
  const { home, member, scan } = await scene();
  const contractId = await addContract(running, home, member, {
    benefits: [{ clientType: 'gym', visits: 2 }],
  });
  const { show } = await register(member);
  expect((await scan(show())).body.result).toBe('accepted');
  pass(200);
  await withOwner(running.databaseUrl, async (other) => {
    await other.query('begin');
    await other.query('select from contracts where id = $1 for update', [contractId]);
    // Half of its period from the fifth on: the other half brings one visit.
    await other.query(
      `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, fee_cents, created_at)
        values ($1, $2, '2026-09-20', '2026-10-04', '2026-10-04', 0, now())`,
      [home.id, contractId],
    );
    const scanned = scan(show());
    await untilWaiting(running.databaseUrl);
    await other.query('commit');
    expect((await scanned).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
  });
  expect((await entriesOf(home)).map(({ reason }) => reason)).toEqual([null, 'contractVisitsUsed']);
});

test('a scan of a ticket that is sent again while it is decided is the same scan', async () => {
  const { home, member, scan, ways } = await scene();
  const { id, token } = await gymTicket(home, member);
  const scanId = randomUUID();
  const both = await withOwner(running.databaseUrl, async (first) => {
    await first.query('begin');
    await first.query('select 1 from tickets where id = $1 for update', [id]);
    const scans = [scan(token, scanId), scan(token, scanId)];
    await untilWaiting(running.databaseUrl, 2);
    await first.query('commit');
    return Promise.all(scans);
  });
  expect(both.map(({ body }) => body.result)).toEqual(['accepted', 'accepted']);
  expect(await ways()).toEqual(['ticket']);
  expect(await visitsOf(id)).toHaveLength(1);
});

describe('what a door without a network tells of', () => {
  type Scene = Awaited<ReturnType<typeof scene>>;
  interface Facts extends Scene {
    readonly token: string;
    readonly show: () => string;
  }
  /** Somebody’s phone opens a door that hears nothing, and `beside` happens in the same moment. */
  async function told(beside: (of: Facts) => unknown) {
    const all = await scene();
    const { home, member, door, ways } = all;
    const { id, token } = await gymTicket(home, member);
    const { show } = await register(member);
    const alone = { scanId: randomUUID(), code: show(), at: clock.now(), result: 'accepted' as const };
    await beside({ ...all, token, show });
    pass(1);
    await call(
      uploadScans,
      { body: { token: door.token, scans: [{ ...alone, reason: null }] } },
      { host: home.host },
    );
    return { ways: await ways(), visits: (await visitsOf(id)).length };
  }

  test('the moment in which the phone came in elsewhere takes no visit', async () => {
    const outcome = await told(({ scan, show }) => scan(show()));
    expect(outcome).toEqual({ ways: ['ticket', 'list'], visits: 1 });
  });

  test('the moment in which somebody came in by the ticket’s code takes no visit', async () => {
    const outcome = await told(({ scan, token }) => scan(token));
    expect(outcome).toEqual({ ways: ['ticket', 'list'], visits: 1 });
  });

  test('the moment in which the desk took a visit is that visit’s stay', async () => {
    const outcome = await told(({ take, token }) => take(token));
    expect(outcome).toEqual({ ways: ['sameStay'], visits: 1 });
  });

  test('hours before somebody came in by the ticket’s code takes a visit', async () => {
    const outcome = await told(({ scan, token }) => {
      pass(200);
      return scan(token);
    });
    expect(outcome).toEqual({ ways: ['ticket', 'ticket'], visits: 2 });
  });

  test('the moment of a contract’s visit is its stay, where nobody waits before they come in again', async () => {
    const { home, member, door, scan, ways } = await scene();
    await ask(
      `update tenants set limits = limits || '{"passbackMinutes": 0}' where tenant_id = $1 returning 1`,
      home.id,
    );
    await running.server.tenants.load(home.id);
    await addContract(running, home, member, { benefits: [{ clientType: 'gym', visits: 8 }] });
    const { show } = await register(member);
    const alone = { scanId: randomUUID(), code: show(), at: clock.now(), result: 'accepted' as const };
    expect((await scan(show())).body.result).toBe('accepted');
    pass(1);
    const scans = [{ ...alone, reason: null }];
    await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
    expect(await ways()).toEqual(['contract', 'sameStay']);
  });
});

test('out goes with a ticket whoever came in by it within a day', async () => {
  const { home, admin, scan } = await scene();
  const out = await doorOf(home, admin, { direction: 'out' });
  const people: { show: () => string; id: number }[] = [];
  for (const way of ['phone', 'code', 'phone', 'code'] as const) {
    if (people.length === 2) pass(1);
    const person = await home.account();
    const [{ id, token }, { show }] = [await gymTicket(home, person), await register(person)];
    expect((await scan(way === 'phone' ? show() : token)).body.result).toBe('accepted');
    people.push({ id, show });
  }
  pass(24 * 60 - 1);
  for (const { show } of people)
    expect((await scan(show(), randomUUID(), out.token)).body.result).toBe('accepted');
  const left = await ask<{ id: number | null }>(
    `select ticket_id as id from entries where tenant_id = $1 and direction = 'out' order by entries.id`,
    home.id,
  );
  expect(left.map(({ id }) => id)).toEqual([null, null, people[2]?.id, people[3]?.id]);
});
