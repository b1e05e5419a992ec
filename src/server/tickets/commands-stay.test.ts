import { expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { withServer } from '#server/testing/server.ts';
import { getCard, takeFromCard, undoTaking } from '#shared/entry/desk/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';

const running = withServer();
const { call, ask, clock } = running;
const { furnished, gymTicket, visitsOf } = withDoors(running);

test('a visit that was put back at the desk begins no stay', async () => {
  const { home, admin, member, scan } = await furnished();
  const { id, token } = await gymTicket(home, member);
  const cardCode = token;
  const { body } = await call(getCard, { params: { cardCode } }, { actor: admin });
  const reason = 'Without a card';
  const taken = await call(
    takeFromCard,
    { params: { cardCode }, body: { reason, version: body.version } },
    { actor: admin },
  );
  const undone = { takingId: taken.body.takingId, reason: 'A mistake' };
  expect((await call(undoTaking, { params: { cardCode }, body: undone }, { actor: admin })).status).toBe(200);
  expect((await scan(token)).body.result).toBe('accepted');
  // One that was put back, and one for who came.
  expect(await visitsOf(id)).toHaveLength(2);
});

test('a booking that is settled hours later begins no stay', async () => {
  const { home, member, scan } = await furnished();
  const { id, token } = await gymTicket(home, member);
  const reserved = await ask<{ id: number }>(
    `insert into ticket_entries (tenant_id, ticket_id, kind, visits, created_at) values ($1, $2, 'RESERVE', 1, $3) returning id`,
    home.id,
    id,
    clock.now(),
  );
  clock.set(addMinutes(clock.now(), 300));
  await ask(
    `insert into ticket_entries (tenant_id, ticket_id, kind, visits, settles_id, created_at) values ($1, $2, 'CONSUME', 1, $3, $4)`,
    home.id,
    id,
    reserved[0]?.id,
    clock.now(),
  );
  clock.set(addMinutes(clock.now(), 60));
  expect((await scan(token)).body.result).toBe('accepted');
  expect(await visitsOf(id)).toHaveLength(2);
});
