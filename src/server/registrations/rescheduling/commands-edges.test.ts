import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { cancelBookings } from './commands.ts';
import { listLive } from './data.ts';

const running = withServer();
const { centre, ask } = running;

test('of two trainings whoever waits for the one that goes on waits on, in its history too', async () => {
  const home = await centre();
  const at = async (startsAt: string) => {
    const training = await home.training({ startsAt, maxPlaces: 1 });
    await home.registration(training, await home.client(), { place: 1 });
    return { id: training.id, waiting: await home.registration(training, await home.client()) };
  };
  const [off, on] = [await at('2026-09-15T15:00:00Z'), await at('2026-09-22T15:00:00Z')];
  const ctx = contextOf(running, home);
  await ctx.write(async ({ load, save }) => {
    const [live] = await load(listLive({ trainingIds: [off.id, on.id] }));
    expect(live).toHaveLength(4);
    await cancelBookings(ctx, load, [off.id], live);
    return save(undefined, []);
  });
  const history = await ask(
    "select registration_id as id from queue_moves where tenant_id = $1 and kind = 'closed'",
    home.id,
  );
  expect(history).toEqual([{ id: off.waiting }]);
  const states = await ask<{ state: string }>(
    'select state from registrations where tenant_id = $1 order by id',
    home.id,
  );
  expect(states.map(({ state }) => state)).toEqual(['cancelledByCentre', 'closed', 'booked', 'waiting']);
});
