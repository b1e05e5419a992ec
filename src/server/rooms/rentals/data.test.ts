import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask } = running;

test('a room that is let is taken by what is in it between two instants, not by what touches them', async () => {
  const home = await centre();
  const [lane, hall] = [await home.room(), await home.room()];
  await ask('update rooms set rent_cents = 2400 where id = $1 returning 1', lane);
  const on = (time: string, roomId = lane) =>
    home.training({ startsAt: `2026-09-15T${time}:00Z`, minutes: 60, roomId });
  for (const time of ['05:00', '06:30', '13:00', '14:00']) await on(time);
  await on('08:00', hall);
  const between = { from: '2026-09-15T06:00:00Z', until: '2026-09-15T14:00:00Z' };
  const [rows] = await contextOf(running, home).read(data.listUses(between));
  expect(rows.map(({ roomId, startsAt }) => [roomId, startsAt.slice(11, 16)]).toSorted()).toEqual([
    [lane, '06:30'],
    [lane, '13:00'],
  ]);
});
