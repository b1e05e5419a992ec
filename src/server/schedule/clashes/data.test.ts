import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre } = running;

test('in the way is what is there in one of the spans, not what touches one or stands between two', async () => {
  const home = await centre();
  const trainerId = await home.trainer();
  const roomId = await home.room();
  const on = async (day: number, time: string, name: string, parts: object = {}) => {
    const startsAt = `2026-09-${day}T${time}:00Z`;
    await home.training({ startsAt, minutes: 60, name, trainerId, roomId, ...parts });
  };
  const span = (day: number) => ({
    since: `2026-09-${day - 2}T15:00:00Z`,
    from: `2026-09-${day}T15:00:00Z`,
    until: `2026-09-${day}T17:00:00Z`,
  });
  for (const day of [15, 17]) {
    await on(day, '14:00', 'Before');
    await on(day, '15:30', `In it on ${day}`);
    await on(day, '17:00', 'After');
  }
  await on(15, '14:30', 'Of nobody', { trainerId: null, roomId: await home.room() });
  await on(15, '16:15', 'Called off', { isCancelled: true, roomId: await home.room() });
  await on(16, '15:30', 'Between');
  const ctx = contextOf(running, home);
  const spans = [span(15), span(17)];
  const [uses] = await ctx.read(data.listTrainerUses([trainerId], spans));
  const there = ['In it on 15', 'In it on 17'];
  expect(uses.map(({ name }) => name)).toEqual(there);
  const [rooms] = await ctx.read(data.listRoomUses([roomId], spans));
  expect(rooms.map(({ name }) => name)).toEqual(there);
});
