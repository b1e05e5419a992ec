import { expect, test } from 'vitest';
import { personalTimes } from '#server/testing/personal.ts';
import { withServer } from '#server/testing/server.ts';
import { addException } from '#shared/personal-trainings/hours/contract.ts';
import { listSlots } from '#shared/personal-trainings/slots/contract.ts';

const running = withServer();
const { call, ask } = running;
const { scene } = personalTimes(running);

test('who says that they are off is told how many personal trainings they hold then', async () => {
  const { home, trainer, trainerId } = await scene();
  // From 10 to 11 in Tallinn.
  const inside = '2026-09-15T07:15:00Z';
  const personal = [
    await home.training({ startsAt: inside, minutes: 30, trainerId }),
    await home.training({ startsAt: '2026-09-15T06:00:00Z', trainerId }),
    await home.training({ startsAt: '2026-09-15T08:00:00Z', trainerId }),
    await home.training({ startsAt: inside, minutes: 30, trainerId, isCancelled: true }),
    await home.training({ startsAt: inside, minutes: 30 }),
  ];
  await ask(
    'update trainings set is_personal = true where id = any($1)',
    personal.map(({ id }) => id),
  );
  await home.training({ startsAt: '2026-09-15T07:45:00Z', minutes: 15, trainerId });
  const body = { date: '2026-09-15', kind: 'off', from: '10:00', until: '11:00', roomId: null } as const;
  expect((await call(addException, { body }, { actor: trainer })).body).toMatchObject({ booked: 1 });
});

test('a trainer’s times are free on a day that was opened again, not on one that is shut', async () => {
  const { home, owner, trainerId } = await scene();
  const free = async () => {
    const query = { trainer: trainerId, from: '2026-09-15', until: '2026-09-15' };
    return (await call(listSlots, { query }, { actor: owner })).body.length;
  };
  const shut = (liftedAt: string | null) =>
    ask(
      `insert into closures (tenant_id, from_on, until_on, name, created_at, lifted_at)
        values ($1, '2026-09-15', '2026-09-15', 'Flood', now(), $2) returning 1`,
      ...[home.id, liftedAt],
    );
  await shut('2026-09-14T08:00:00Z');
  expect(await free()).toBe(3);
  await shut(null);
  expect(await free()).toBe(0);
});
