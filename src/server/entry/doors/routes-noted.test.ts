import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { uploadScans } from '#shared/entry/doors/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';

const running = withServer();
const { call, ask, clock } = running;
const { register, furnished } = withDoors(running);

/** A member with a place that starts in ten minutes, at a door, while somebody changes the training. */
async function scene(direction: 'in' | 'out' = 'in') {
  const { home, member, scan, door } = await furnished({ direction });
  const training = await home.training({ startsAt: addMinutes(clock.now(), 10), minutes: 60 });
  const id = await home.registration(training, member.clientId, { place: 1 });
  const { show } = await register(member);
  const changing = <T>(work: () => Promise<T>) =>
    withOwner(running.databaseUrl, async (owner) => {
      await owner.query('begin');
      await owner.query('select from trainings where id = $1 for update', [training.id]);
      const done = await work();
      await owner.query('rollback');
      return done;
    });
  const presence = async () => {
    await untilLookedAt(running, home);
    return ask('select presence from registrations where id = $1', id);
  };
  return { home, scan, show, door, changing, presence };
}

test('a door opens without waiting for the roll, where whoever came is noted as soon as it is free', async () => {
  const { scan, show, changing, presence } = await scene();
  const answer = await changing(() => scan(show()));
  expect(answer.body).toMatchObject({ result: 'accepted' });
  expect(await presence()).toEqual([{ presence: true }]);
});

test('what a door decided by itself is kept without waiting for the roll, and who came is noted as soon as it is free', async () => {
  const { home, door, show, changing, presence } = await scene();
  const scans = [
    { scanId: randomUUID(), code: show(), at: clock.now(), result: 'accepted' as const, reason: null },
  ];
  const upload = () => call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
  expect((await changing(upload)).body).toEqual({ kept: [scans[0]?.scanId] });
  expect(await presence()).toEqual([{ presence: true }]);
});

test('what a door out decided by itself says of nobody that they came', async () => {
  const { home, door, show, presence } = await scene('out');
  const scans = [
    { scanId: randomUUID(), code: show(), at: clock.now(), result: 'accepted' as const, reason: null },
  ];
  const { body } = await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
  expect(body).toEqual({ kept: [scans[0]?.scanId] });
  expect(await presence()).toEqual([{ presence: null }]);
});
