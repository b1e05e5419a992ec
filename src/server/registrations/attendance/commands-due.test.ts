import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { changePresence } from '#shared/registrations/attendance/contract.ts';
import { closeDueRolls } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

test('a roll that cannot be closed now keeps no other one open', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const trainings: number[] = [];
  for (const maxPlaces of [3, 4]) {
    const training = await home.training({ startsAt: '2026-09-14T10:00:00Z', maxPlaces });
    const id = await home.registration(training, await home.client(), { place: 1 });
    clock.set('2026-09-14T10:00:00Z');
    await call(changePresence, { body: { registrationIds: [id], presence: true } }, { actor: admin });
    trainings.push(training.id);
  }
  clock.set('2026-09-14T14:00:00Z');
  const closing = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select from trainings where id = $1 for update', [trainings[0]]);
    const error = await closeDueRolls(contextOf(running, home)).catch((thrown: unknown) => thrown);
    await owner.query('rollback');
    return error;
  });
  expect(closing).toBeInstanceOf(AggregateError);
  const closed =
    'select id, roll_closed_at is not null as closed from trainings where id = any($1) order by id';
  expect(await ask(closed, trainings)).toEqual([
    { id: trainings[0], closed: false },
    { id: trainings[1], closed: true },
  ]);
});
