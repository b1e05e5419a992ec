import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { personalTimes } from '#server/testing/personal.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { ask } = running;
const { scene } = personalTimes(running);

test('away, and shut, is who or what is so on one of the days at least, the first and the last included', async () => {
  const { home, trainerId } = await scene();
  const other = await home.trainer();
  const away = (from: string, until: string, of = trainerId) =>
    ask(
      `insert into trainer_absences (tenant_id, trainer_id, from_on, until_on, created_at)
       values ($1, $2, $3, $4, now()) returning 1`,
      ...[home.id, of, `2026-09-${from}`, `2026-09-${until}`],
    );
  const shut = (from: string, until: string, liftedAt: string | null = null) =>
    ask(
      `insert into closures (tenant_id, from_on, until_on, name, created_at, lifted_at)
       values ($1, $2, $3, 'Flood', now(), $4) returning 1`,
      ...[home.id, `2026-09-${from}`, `2026-09-${until}`, liftedAt],
    );
  for (const [from, until] of [
    ['10', '14'],
    ['12', '15'],
    ['17', '18'],
    ['18', '20'],
  ] as const) {
    await away(from, until);
    await shut(from, until);
  }
  await away('16', '16', other);
  await shut('16', '16', '2026-09-14T08:00:00Z');
  const ctx = contextOf(running, home);
  const days = { from: '2026-09-15', until: '2026-09-17' };
  const [absences] = await ctx.read(data.listAbsences({ trainerId, ...days }));
  const touching = ['2026-09-12', '2026-09-17'];
  expect(absences.map(({ from }) => from).toSorted()).toEqual(touching);
  const [closures] = await ctx.read(data.listClosures(days));
  expect(closures.map(({ from }) => from).toSorted()).toEqual(touching);
});

test('taken is what a trainer holds before an instant, and what is in a room of theirs then', async () => {
  const { home, trainerId, roomId } = await scene();
  const other = await home.trainer();
  const [besides, others] = [await home.room(), await home.room()];
  const extra = (trainer: number, room: number) =>
    ask(
      `insert into trainer_exceptions (tenant_id, trainer_id, on_date, kind, from_minute, until_minute,
         room_id)
       values ($1, $2, '2026-09-16', 'extra', 1080, 1200, $3) returning 1`,
      ...[home.id, trainer, room],
    );
  await extra(trainerId, besides);
  await extra(other, others);
  const on = async (startsAt: string, parts: Parameters<typeof home.training>[0] | object) =>
    home.training({ startsAt: `2026-09-${startsAt}:00Z`, ...parts });
  await on('16T06:00', { trainerId, roomId });
  await on('16T08:00', { trainerId, roomId: others });
  await on('16T09:30', { trainerId, roomId: others, isCancelled: true });
  await on('16T10:00', { roomId: besides, trainerId: other });
  await on('16T20:00', { trainerId, roomId });
  const ctx = contextOf(running, home);
  const of = { trainerId, from: '2026-09-16T05:00:00Z', until: '2026-09-16T20:00:00Z' };
  const hours = (rows: readonly { startsAt: string }[]) =>
    rows.map((one) => one.startsAt.slice(11, 13)).toSorted();
  const [taken] = await ctx.read(data.listTaken(of));
  expect(hours(taken)).toEqual(['06', '08']);
  const [uses] = await ctx.read(data.listRoomUses(of));
  expect(hours(uses)).toEqual(['06', '10']);
});

test('personal trainings are given by who teaches and has hours, or a time besides that is not behind', async () => {
  const { home, trainerId } = await scene();
  const today = '2026-09-14';
  const [room, second] = [await home.room({ clubId: await home.club('Second club') }), await home.room()];
  const exception = (trainer: number, date: string, kind: 'extra' | 'off', roomId: number | null) =>
    ask(
      `insert into trainer_exceptions (tenant_id, trainer_id, on_date, kind, from_minute, until_minute,
         room_id)
       values ($1, $2, $3, $4, 600, 660, $5) returning 1`,
      ...[home.id, trainer, date, kind, roomId],
    );
  const named = (firstName: string) => home.trainer({ firstName, lastName: 'Uus' });
  const [todays, behind, off, gone] = [
    await named('A'),
    await named('B'),
    await named('C'),
    await named('D'),
  ];
  await exception(trainerId, '2026-09-13', 'extra', room);
  await exception(todays, today, 'extra', second);
  await exception(behind, '2026-09-13', 'extra', room);
  await exception(off, today, 'off', null);
  await exception(gone, today, 'extra', room);
  await ask('update trainers set is_active = false where id = $1 returning 1', gone);
  const [rows] = await contextOf(running, home).read(data.listTrainers({ today }));
  expect(rows.map(({ name, clubNames }) => [name, clubNames])).toEqual([
    ['A Uus', ['First club']],
    ['Tiit Tamm', ['First club']],
  ]);
});
