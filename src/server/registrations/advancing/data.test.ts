import { expect, test } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { listDueWaitlists } from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;
const { ctxOf } = invoiceMeans(running);

test('a line is due once a hold of it ended, its training begins or has a place free, and not before', async () => {
  const home = await centre();
  const clientId = await home.client();
  const at = (hour: number) =>
    `2026-09-${14 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:00:00Z`;
  let hour = 20;
  const trainings: Record<string, number> = {};
  const line = async (
    name: string,
    { startsAt = at(hour), maxPlaces = 2, waits = true, hold = '', state = 'offered' } = {},
  ) => {
    hour += 1;
    const training = await home.training({ startsAt, maxPlaces, name });
    trainings[name] = training.id;
    const held = await home.registration(training, await home.client(), {
      place: 1,
      ...(hold && { heldUntil: hold }),
    });
    if (hold && state !== 'offered')
      await ask(
        `update registrations set state = $2, place = case when $2 = 'releasing' then 1 end,
           held_until = case when $2 = 'releasing' then held_until end, ended_at = $3
         where id = $1 returning 1`,
        ...[held, state, clock.now()],
      );
    if (waits) await home.registration(training, clientId);
  };
  const full = { maxPlaces: 1 };
  await line('An offer ended', { ...full, waits: false, hold: clock.now() });
  await line('Given back for good', { ...full, waits: false, hold: clock.now(), state: 'releasing' });
  await line('Begins', { ...full, startsAt: clock.now() });
  await line('Free');
  await line('An offer lasts', { ...full, hold: '2026-09-14T09:01:00Z' });
  await line('Nobody waits', { waits: false });
  await line('Full', full);
  await line('Begins later', { ...full, startsAt: '2026-09-14T10:00:00Z' });
  const [rows] = await ctxOf(home).read(listDueWaitlists({ now: clock.now() }));
  const names = new Map(Object.entries(trainings).map(([name, id]) => [id, name]));
  expect(rows.map(({ id }) => names.get(id)).toSorted()).toEqual(
    ['An offer ended', 'Given back for good', 'Begins', 'Free'].toSorted(),
  );
});

test('of more due lines than are moved at once, the first to begin is among them', async () => {
  const home = await centre();
  const clientId = await home.client();
  const first = await home.training({ startsAt: '2026-09-14T15:00:00Z' });
  await home.registration(first, clientId);
  // Written before it would be, were they in the order of their making.
  const later = await ask(
    `insert into trainings
       select (jsonb_populate_record(t, jsonb_build_object('id', -n, 'starts_at', t.starts_at + n * interval '1 day',
         'ends_at', t.ends_at + n * interval '1 day', 'local_date', t.local_date + n))).*
       from trainings t, generate_series(1, 600) n where t.tenant_id = $1 and t.id = $2 returning id`,
    ...[home.id, first.id],
  );
  expect(later).toHaveLength(600);
  const [rows] = await ctxOf(home).read(listDueWaitlists({ now: clock.now() }));
  expect(rows).toHaveLength(500);
  expect(rows[0]?.id).toBe(first.id);
});
