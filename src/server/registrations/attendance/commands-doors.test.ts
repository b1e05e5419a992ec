import { expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { withServer } from '#server/testing/server.ts';

const running = withServer();
const { ask, clock } = running;
const { register, furnished } = withDoors(running);

test('a scan at a door says who is here, and makes nobody absent', async () => {
  const { home, member, scan } = await furnished();
  // Visitors have no phone that opens doors here.
  const other = await home.client();
  const { show } = await register(member);
  const training = await home.training({ startsAt: '2026-09-14T10:00:00Z' });
  await home.registration(training, member.clientId, { place: 1 });
  await home.registration(training, other, { place: 2 });
  clock.set('2026-09-14T09:50:00Z');
  expect((await scan(show())).body.result).toBe('accepted');
  clock.set('2026-09-14T13:30:00Z');
  await running.runJob('lines');
  const noted = await ask(
    'select client_id, presence from registrations where tenant_id = $1 order by client_id',
    home.id,
  );
  expect(noted).toEqual(
    [
      { client_id: member.clientId, presence: true },
      { client_id: other, presence: null },
    ].toSorted((a, b) => a.client_id - b.client_id),
  );
  const rolls = 'select roll_opened_at, roll_closed_at from trainings where tenant_id = $1';
  expect(await ask(rolls, home.id)).toEqual([{ roll_opened_at: null, roll_closed_at: null }]);
});
