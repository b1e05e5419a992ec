import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { withServer } from '#server/testing/server.ts';
import { uploadScans } from '#shared/entry/doors/contract.ts';
import { changePresence } from '#shared/registrations/attendance/contract.ts';

const running = withServer();
const { ask, call, clock } = running;
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
  await untilLookedAt(running, home);
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

test.each([
  ['but not for whom a person noted as absent', true, false],
  ['instead of the absence that the closing of a roll made', false, true],
])('who came by a door that tells late is here, %s', async (_, isNoted, presence) => {
  const { home, member, admin, door } = await furnished();
  const other = await home.client();
  const { show } = await register(member);
  const training = await home.training({ startsAt: '2026-09-14T10:00:00Z' });
  const id = await home.registration(training, member.clientId, { place: 1 });
  const others = await home.registration(training, other, { place: 2 });
  clock.set('2026-09-14T09:50:00Z');
  const scan = {
    scanId: randomUUID(),
    code: show(),
    at: clock.now(),
    result: 'accepted' as const,
    reason: null,
  };
  const note = (registrationIds: number[], here: boolean) =>
    call(changePresence, { body: { registrationIds, presence: here } }, { actor: admin });
  await note([others], true);
  if (isNoted) await note([id], false);
  clock.set('2026-09-14T13:30:00Z');
  await running.runJob('lines');
  const noted = () => ask('select presence from registrations where id = $1', id);
  expect(await noted()).toEqual([{ presence: false }]);
  await call(uploadScans, { body: { token: door.token, scans: [scan] } }, { host: home.host });
  await untilLookedAt(running, home);
  expect(await noted()).toEqual([{ presence }]);
});
