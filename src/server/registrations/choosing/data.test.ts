import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;

test('those would choose who have or are offered something at the new time, or two that come to meet', async () => {
  const home = await centre();
  const on = (time: string) => home.training({ startsAt: `2026-09-15T${time}:00Z`, minutes: 60 });
  const [moved, alsoMoved] = [await on('06:00'), await on('08:00')];
  const [before, within, after] = [await on('14:00'), await on('15:30'), await on('17:00')];
  let place = 0;
  const has = async (clientId: number, training: typeof moved, state = 'booked') => {
    place += 1;
    const isPlace = state !== 'waiting';
    const id = await home.registration(training, clientId, {
      ...(isPlace && { place }),
      ...(state === 'offered' && { heldUntil: '2026-09-15T10:00:00Z' }),
    });
    if (state === 'cancelledFree')
      await ask(
        'update registrations set state = $2, place = null, ended_at = $3 where id = $1 returning 1',
        ...[id, state, clock.now()],
      );
  };
  const clients = async (count: number) => {
    const list: number[] = [];
    while (list.length < count) list.push(await home.client());
    return list as [number, number, number, number, number, number, number, number];
  };
  const [booked, offered, waits, gone, touches, both, other, queued] = await clients(8);
  for (const clientId of [booked, offered, waits, gone, touches, both]) await has(clientId, moved);
  await has(both, alsoMoved);
  await has(booked, within);
  await has(offered, within, 'offered');
  await has(gone, within, 'cancelledFree');
  await has(touches, before);
  await has(touches, after);
  await has(other, within);
  await has(queued, within);
  // Full, so that nobody who waits is given a place meanwhile.
  await ask(
    'update trainings set max_places = booked where tenant_id = $1 and id = any($2) returning 1',
    ...[home.id, [moved.id, within.id]],
  );
  await has(waits, within, 'waiting');
  await has(queued, moved, 'waiting');
  const ctx = contextOf(running, home);
  const people = async (...starts: readonly string[]) => {
    const planned = [moved, alsoMoved].slice(0, starts.length).map(({ id }, index) => {
      const startsAt = `2026-09-15T${starts[index]}:00Z`;
      return { id, startsAt, endsAt: startsAt.replace(/T(\d\d)/, (_, hour) => `T${Number(hour) + 2}`) };
    });
    const [[row]] = await ctx.read(data.countChoosing(planned));
    return row?.people;
  };
  expect(await people('15:00')).toBe(2);
  // One after the other, either way round; then at once.
  expect(await people('15:00', '17:00')).toBe(2);
  expect(await people('15:00', '13:00')).toBe(2);
  expect(await people('15:00', '16:59')).toBe(3);
});

test('given back to choose between two, since an instant, is a booking or what was given for it, and no other', async () => {
  const home = await centre();
  const training = async (hour: number) =>
    home.training({ startsAt: `2026-09-16T${String(hour).padStart(2, '0')}:00:00Z` });
  const clientId = await home.client();
  let hour = 5;
  const has = async () => {
    hour += 1;
    return home.registration(await training(hour), clientId, { place: 1 });
  };
  const [kept, other] = [await has(), await has()];
  const given = async (givenFor: number | null, endedAt: string) => {
    const id = await has();
    await ask(
      `update registrations set state = 'cancelledFree', place = null, ended_at = $2, given_for = $3
       where id = $1 returning 1`,
      ...[id, endedAt, givenFor],
    );
    return id;
  };
  const [since, before] = ['2026-09-14T09:00:00Z', '2026-09-14T08:59:00Z'];
  const forIt = await given(kept, since);
  await given(kept, before);
  const itself = await given(other, since);
  const long = await given(other, before);
  await given(other, since);
  const plain = await given(null, since);
  const ctx = contextOf(running, home);
  const [rows] = await ctx.read(data.listGivenFor([kept, itself, long, plain], since));
  expect(rows.map(({ registrationId }) => registrationId)).toEqual([forIt, itself]);
});
