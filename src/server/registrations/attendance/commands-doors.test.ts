import { expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { withServer } from '#server/testing/server.ts';
import { closeRoll } from '#shared/registrations/attendance/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
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

test('whom a door let in is here when the roll is closed, also where nothing was noted of it', async () => {
  const { home, member, scan } = await furnished();
  const trainer = await home.account({ role: 'trainer' });
  const [absent, early] = [await home.client(), await home.account()];
  const { show } = await register(member);
  const training = await home.training({
    startsAt: '2026-09-14T10:00:00Z',
    trainerId: trainer.trainerId ?? null,
  });
  for (const [place, clientId] of [absent, member.clientId, early.clientId].entries())
    await home.registration(training, clientId, { place: place + 1 });
  const phone = await register(early);
  clock.set('2026-09-14T08:59:00Z');
  await ask('update registrations set presence = null where tenant_id = $1', home.id);
  await scan(phone.show());
  clock.set('2026-09-14T09:50:00Z');
  expect((await scan(show())).body.result).toBe('accepted');
  // As where the process ends before it is noted.
  await ask('update registrations set presence = null where tenant_id = $1', home.id);
  clock.set('2026-09-14T11:05:00Z');
  expect((await call(closeRoll, { params: { trainingId: training.id } }, { actor: trainer })).body).toEqual({
    absent: 2,
  });
  const noted = await ask('select presence from registrations where tenant_id = $1 order by place', home.id);
  expect(noted).toEqual([{ presence: false }, { presence: true }, { presence: false }]);
});
