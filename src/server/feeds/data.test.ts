import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { createFeed } from '#shared/feeds/contract.ts';
import { listEntries } from './data.ts';

const running = withServer();
const { centre, ask, call, send } = running;

test('a client’s feed reads nothing of two months ago, nothing given back more than a week ago, and nothing of others', async () => {
  const home = await centre();
  const actor = await home.account();
  const { clientId } = actor;
  const other = await home.client();
  const at = async (startsAt: string, endedAt: string | null = null) => {
    const training = await home.training({ startsAt });
    await home.registration(training, other, { place: 2 });
    const id = await home.registration(training, clientId, { place: 1 });
    if (endedAt !== null)
      await ask(
        "update registrations set state = 'cancelledFree', place = null, ended_at = $2 where id = $1",
        ...[id, endedAt],
      );
    return id;
  };
  // Now is 2026-09-14T09:00:00Z. A day or two more than is shown: what is shown is decided to the second later.
  await at('2026-07-14T09:00:00Z');
  const first = await at('2026-07-14T10:00:00Z');
  await at('2026-09-20T15:00:00Z', '2026-09-06T09:00:00Z');
  const back = await at('2026-09-21T15:00:00Z', '2026-09-06T10:00:00Z');
  const ahead = await at('2026-09-22T15:00:00Z');
  const [rows] = await contextOf(running, home).read(listEntries({ clientId, now: '2026-09-14T09:00:00Z' }));
  expect(rows.map(({ registrationId }) => registrationId)).toEqual([first, back, ahead]);
  const { address } = (await call(createFeed, undefined as never, { actor })).body;
  const { text } = await send({ method: 'GET', path: new URL(address ?? '').pathname, host: home.host });
  expect([...text.matchAll(/UID:registration-(\d+)@/g)].map(([, id]) => Number(id))).toEqual([ahead]);
});

test('of a training what is held is told, or else the latest alone, however often somebody came and went', async () => {
  const home = await centre();
  const { clientId } = await home.account();
  const now = '2026-09-14T09:00:00Z';
  const end = (id: number) =>
    ask(
      "update registrations set state = 'cancelledFree', place = null, ended_at = $2 where id = $1 returning 1",
      ...[id, now],
    );
  const [left, held] = [
    await home.training({ startsAt: '2026-09-20T15:00:00Z' }),
    await home.training({ startsAt: '2026-09-21T15:00:00Z' }),
  ];
  const ids: number[] = [];
  for (const training of [left, left, left, held, held]) {
    const id = await home.registration(training, clientId, { place: 1 });
    ids.push(id);
    await end(id);
  }
  const [, , last, again] = ids;
  await ask(
    "update registrations set state = 'booked', place = 1, ended_at = null where id = $1 returning 1",
    again,
  );
  const [rows] = await contextOf(running, home).read(listEntries({ clientId, now }));
  expect(rows.map(({ registrationId }) => registrationId)).toEqual([last, again]);
});

test('a feed has an end: of more than three hundred what is held and the latest comes first', async () => {
  const home = await centre();
  const { clientId } = await home.account();
  const now = '2026-09-14T09:00:00Z';
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  await home.registration(training, clientId, { place: 1 });
  // As many others, a day after another, each given back.
  await ask(
    `with more as (
        insert into trainings select (jsonb_populate_record(t, jsonb_build_object('id', nextval('trainings_id_seq'),
          'starts_at', t.starts_at + n * interval '1 day', 'ends_at', t.ends_at + n * interval '1 day',
          'local_date', t.local_date + n::integer, 'booked', 0))).*
        from trainings t, generate_series(1, 310) as n where t.id = $1 returning id, starts_at, ends_at, local_date)
      insert into registrations select (jsonb_populate_record(r, jsonb_build_object('id', nextval('registrations_id_seq'),
          'training_id', m.id, 'starts_at', m.starts_at, 'ends_at', m.ends_at, 'local_date', m.local_date,
          'state', 'cancelledFree', 'place', null, 'ended_at', '${now}'))).*
        from registrations r, more m where r.training_id = $1 returning 1`,
    training.id,
  );
  const [rows] = await contextOf(running, home).read(listEntries({ clientId, now }));
  expect(rows).toHaveLength(300);
  expect([rows[0]?.trainingId, rows.at(-1)?.startsAt]).toEqual([training.id, '2027-07-22T15:00:00Z']);
});
