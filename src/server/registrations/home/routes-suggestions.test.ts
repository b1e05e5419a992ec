import { expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { getHome } from '#shared/registrations/home/contract.ts';

const { ask, centre, call, clock } = withServer();

interface Many {
  readonly name: string;
  readonly from: string;
  readonly count: number;
  readonly styleId?: number;
  readonly trainerId?: number;
  readonly isPersonal?: boolean;
  readonly isPublic?: boolean;
  readonly isClosed?: boolean;
  readonly isCancelled?: boolean;
  readonly booked?: number;
  readonly waiting?: number;
}

/** Half an hour each, one after the other in a room of their own. */
async function many(home: Centre, { name, from, count, ...parts }: Many): Promise<number[]> {
  const rows = await ask<{ id: number }>(
    `insert into trainings (tenant_id, style_id, club_id, room_id, trainer_id, name, starts_at, ends_at, local_date,
       max_places, booked, waiting, is_public, is_closed, is_cancelled, is_personal)
     select $1, $2, $3, $4, $5, $6, at, at + interval '30 minutes', (at at time zone 'Europe/Tallinn')::date, 5,
       $9, $10, $11, $12, $13, $14
     from generate_series($7::timestamptz, $7::timestamptz + interval '30 minutes' * ($8::integer - 1),
       interval '30 minutes') at order by at returning id`,
    ...[
      home.id,
      parts.styleId ?? (await home.style()),
      home.clubId,
      await home.room(),
      parts.trainerId ?? null,
      name,
    ],
    ...[from, count, parts.booked ?? 0, parts.waiting ?? 0],
    ...[
      parts.isPublic ?? true,
      parts.isClosed ?? false,
      parts.isCancelled ?? false,
      parts.isPersonal ?? false,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Somebody comes to trainings, or not. */
const visit = (
  home: Centre,
  trainingIds: readonly number[],
  clientId: number,
  state = 'booked',
  isHere = true,
) =>
  ask(
    `insert into registrations (tenant_id, training_id, client_id, state, place, created_at, free_until, ended_at, presence,
       style_id, starts_at, ends_at, local_date)
     select tenant_id, id, $2, $3, case when $3 = 'booked' then 1 end, starts_at - interval '1 day', starts_at,
       case when $3 <> 'booked' then starts_at end, case when $3 = 'booked' then $4::boolean end, style_id, starts_at,
       ends_at, local_date
     from trainings where tenant_id = $5 and id = any($1) returning 1`,
    ...[trainingIds, clientId, state, isHere, home.id],
  );

test('suggested is what one came to, however much else there is that others came to or that cannot be had', async () => {
  const home = await centre();
  const own = await home.account();
  const other = await home.client();
  // What one came to on Sundays at 18:00: one of them is ahead.
  const yoga = { name: 'Yoga', styleId: await home.style() };
  for (const day of ['08-30', '09-06', '09-13'])
    await visit(home, await many(home, { ...yoga, from: `2026-${day}T15:00:00Z`, count: 1 }), own.clientId);
  const [ahead = 0] = await many(home, { ...yoga, from: '2026-09-20T15:00:00Z', count: 1 });
  // More of another kind than are looked at begin before it. Nobody comes to it but others, who came to it long ago, gave it
  // back, stayed away, or had it by themselves.
  const boxing = { name: 'Boxing', styleId: await home.style() };
  const trainerId = await home.trainer();
  const [first = 0] = await many(home, { ...boxing, trainerId, from: '2026-09-15T00:00:00Z', count: 60 });
  const before = (from: string, parts: Partial<Many> = {}) =>
    many(home, { ...boxing, from: `${from}:00Z`, count: 3, ...parts });
  await visit(home, await before('2026-09-01T06:00'), other);
  await visit(home, await before('2026-06-10T06:00'), own.clientId);
  await visit(home, await before('2026-09-02T06:00'), own.clientId, 'cancelledFree');
  await visit(home, await before('2026-09-03T06:00'), own.clientId, 'booked', false);
  await visit(home, await before('2026-09-04T06:00', { isPersonal: true }), own.clientId);
  // What begins next of all can be had by nobody.
  const none = { from: '2026-09-14T12:00:00Z', count: 12 };
  await many(home, { ...none, name: 'Hidden', isPublic: false });
  await many(home, { ...none, name: 'Closed', isClosed: true });
  await many(home, { ...none, name: 'Called off', isCancelled: true });
  await many(home, { ...none, name: 'Of one', isPersonal: true });
  await many(home, { ...none, name: 'Full', booked: 5 });
  await many(home, { ...none, name: 'Waited for', waiting: 1 });
  await many(home, { ...yoga, name: 'Begun', from: clock.now(), count: 1 });
  await many(home, { ...yoga, name: 'In a week', from: '2026-09-21T09:00:00Z', count: 1 });
  const { suggestions } = (await call(getHome, {}, { actor: own })).body;
  expect(suggestions.map(({ id, reason }) => [id, reason])).toEqual([
    [first, 'soon'],
    [ahead, 'oftenVisited'],
  ]);
});
