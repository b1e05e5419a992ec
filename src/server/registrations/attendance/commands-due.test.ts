import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { changePresence, closeRoll, openRoll } from '#shared/registrations/attendance/contract.ts';
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

// What was taken back is as if nobody had begun; whom somebody noted beside it stays noted, and the others were absent.
test.each([
  ['a tap that was taken back', ['tap', 'untap'], [null, null]],
  ['a closing that was taken back', ['close', 'open'], [null, null]],
  ['a tap', ['tap'], [true, false]],
  ['a tap, and a closing that was taken back', ['tap', 'close', 'open'], [true, false]],
  ['another’s tap that was taken back', ['tap', 'tapOther', 'untapOther'], [true, false]],
] as const)(
  'two hours after the end a roll with %s makes absent whom it should',
  async (_, presses, presence) => {
    clock.set('2026-09-14T06:00:00Z');
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    const training = await home.training({ startsAt: '2026-09-14T10:00:00Z', maxPlaces: 3 });
    const trainingId = training.id;
    const ids = [
      await home.registration(training, await home.client(), { place: 1 }),
      await home.registration(training, await home.client(), { place: 2 }),
    ];
    clock.set('2026-09-14T10:05:00Z');
    const note = (place: number, here: boolean | null) =>
      call(
        changePresence,
        { body: { registrationIds: ids.slice(place, place + 1), presence: here } },
        { actor: admin },
      );
    const of = { params: { trainingId } };
    const doing = {
      tap: () => note(0, true),
      untap: () => note(0, null),
      tapOther: () => note(1, true),
      untapOther: () => note(1, null),
      close: () => call(closeRoll, of, { actor: admin }),
      open: () => call(openRoll, of, { actor: admin }),
    };
    for (const press of presses) expect((await doing[press]()).status, press).toBe(200);
    clock.set('2026-09-14T14:00:00Z');
    await closeDueRolls(contextOf(running, home));
    const rows = await ask(
      'select presence from registrations where training_id = $1 order by id',
      trainingId,
    );
    expect(rows).toEqual(presence.map((one) => ({ presence: one })));
  },
);
