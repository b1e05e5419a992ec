import { expect, test } from 'vitest';
import type { Centre, TrainingParts } from '#server/testing/centre.ts';
import { planOf } from '#server/testing/plans.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const app = withServer();
const { centre, ask } = app;

const search: data.Search = {
  trainingId: 1,
  styleId: 1,
  from: '2026-09-08',
  until: '2026-09-22',
  time: '18:00',
  timeZone: 'Europe/Tallinn',
  now: '2026-09-14T09:00:00Z',
};

/** Half a year with a training every hour. */
async function fillTimetable(home: Centre): Promise<void> {
  const { id, clubId } = home;
  const [styleId, roomId] = [await home.style(), await home.room()];
  await ask(
    `insert into trainings (tenant_id, style_id, club_id, room_id, name, starts_at, ends_at, local_date, max_places)
     select $1, $2, $3, $4, 'Ring', at, at + interval '1 hour', (at at time zone 'Europe/Tallinn')::date, 10
     from generate_series($5::timestamptz, $5::timestamptz + interval '180 days', interval '1 hour') at`,
    ...[id, styleId, clubId, roomId, '2026-08-01T00:00:00Z'],
  );
}

test.each([
  ['findWanted', data.findWanted({ trainingId: 1 }), 'id = '],
  ['listCandidates', data.listCandidates(search), 'local_date = '],
  [
    'describeTrainings',
    data.describeTrainings({ trainingIds: [1, 2], language: 'et', defaultLanguage: 'en' }),
    'id = ',
  ],
  ['listRegistrationsTo', data.listRegistrationsTo({ clientId: 1, trainingIds: [1, 2] }), 'client_id = '],
])('%s begins at an index led by the tenant', async (_, query, entered) => {
  const home = await centre();
  await fillTimetable(home);
  const plan = await planOf(app, home.id, query);
  const conditions = plan.split('\n').filter((waitlist) => waitlist.includes('Index Cond:'));
  expect(conditions.length, plan).toBeGreaterThan(0);
  for (const condition of conditions) expect(condition, plan).toContain('tenant_id');
  expect(conditions.join(), plan).toContain(entered);
  expect(plan).not.toContain('Seq Scan');
});

test('what nobody may book stands before none that one may', async () => {
  const home = await centre();
  const at = (startsAt: string, parts: Partial<TrainingParts> = {}) => home.training({ startsAt, ...parts });
  const [full, waitedFor] = [
    await at('2026-09-16T15:00:00Z', { maxPlaces: 1 }),
    await at('2026-09-16T15:00:00Z'),
  ];
  await home.registration(full, (await home.account()).clientId, { place: 1 });
  await home.registration(waitedFor, (await home.account()).clientId);
  await at('2026-09-16T15:00:00Z', { isCancelled: true });
  await at('2026-09-16T15:00:00Z', { isClosed: true });
  await at('2026-09-16T15:00:00Z', { isPublic: false });
  const wanted = await at('2026-09-16T15:00:00Z');
  await at('2026-09-14T09:00:00Z');
  const [today, free] = [await at('2026-09-14T09:01:00Z'), await at('2026-09-16T06:00:00Z')];
  await (await centre()).training({ startsAt: '2026-09-16T15:00:00Z' });
  const found = await app.server.app.ports.db.read(
    home.id,
    data.listCandidates({ ...search, trainingId: wanted.id }),
  );
  expect(found[0].map(({ id }) => id)).toEqual([today.id, free.id]);
});

test('candidates are few however full the timetable: eight a day, of the style first, then nearest by the clock', async () => {
  const home = await centre();
  const styleId = await home.style();
  const at = (hour: number, parts: { styleId?: number } = {}) =>
    home.training({ startsAt: `2026-09-15T${String(hour).padStart(2, '0')}:00:00Z`, minutes: 30, ...parts });
  for (let hour = 3; hour < 13; hour += 1) await at(hour);
  const own = await at(4, { styleId });
  await home.training({ startsAt: '2026-09-17T15:00:00Z' });
  const [rows] = await app.server.app.ports.db.read(home.id, data.listCandidates({ ...search, styleId }));
  expect(rows).toHaveLength(9);
  expect(rows[0]).toEqual({ id: own.id, clubId: home.clubId });
});
