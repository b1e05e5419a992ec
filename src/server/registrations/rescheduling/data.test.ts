import { expect, test } from 'vitest';
import type { TestTraining } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;
const places = ['booked', 'offered', 'releasing'];

/** A centre, and registrations as they have become. */
async function scene() {
  const home = await centre();
  let place = 0;
  const has = async (training: TestTraining, clientId: number, state: string, freeUntil?: string) => {
    place += 1;
    const isPlace = places.includes(state);
    const id = await home.registration(training, clientId, isPlace ? { place } : {});
    await ask(
      `update registrations set state = $2, free_until = coalesce($4::timestamptz, free_until),
         held_until = case when $2 in ('offered', 'releasing') then '2026-09-15T10:00:00Z'::timestamptz end,
         ended_at = case when $2 not in ('booked', 'offered', 'waiting') then $3::timestamptz end
       where id = $1 returning 1`,
      ...[id, state, clock.now(), freeUntil ?? null],
    );
    return id;
  };
  return { home, has, ctx: contextOf(running, home) };
}

test('until when a place is free to give back is what it was, but for who was offered it or took it since', async () => {
  const { home, has, ctx } = await scene();
  const startsAt = '2026-09-16T15:00:00Z';
  const [training, other] = [await home.training({ startsAt }), await home.training({ startsAt })];
  const [was, by] = ['2026-09-16T08:00:00Z', '2026-09-16T12:00:00Z'];
  const one = async (state: string, before: data.Kept['state'], in_ = training) => {
    const registrationId = await has(in_, await home.client(), state, by);
    return { registrationId, state: before, freeUntil: was, heldUntil: null };
  };
  const rows = [
    await one('booked', 'booked'),
    await one('booked', 'releasing'),
    await one('releasing', 'booked'),
    await one('waiting', 'waiting'),
    await one('waiting', 'offered'),
    await one('offered', 'waiting'),
    await one('booked', 'waiting'),
    await one('booked', 'offered'),
    await one('cancelledFree', 'booked'),
    await one('left', 'waiting'),
    await one('booked', 'booked', other),
  ];
  await ctx.write((transaction) => transaction.save(undefined, [data.keepFree([training.id], rows)]));
  const found = await ask<{ id: number; state: string; until: string }>(
    'select id, state, free_until as until from registrations where tenant_id = $1',
    home.id,
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  const told = rows.map(({ registrationId, state }) => {
    const row = byId.get(registrationId);
    return [state, row?.state, row?.until === was ? 'as it was' : row?.until];
  });
  expect(told).toEqual([
    ['booked', 'booked', 'as it was'],
    ['releasing', 'booked', 'as it was'],
    ['booked', 'releasing', 'as it was'],
    ['waiting', 'waiting', 'as it was'],
    ['offered', 'waiting', 'as it was'],
    ['waiting', 'offered', by],
    ['waiting', 'booked', by],
    ['offered', 'booked', by],
    ['booked', 'cancelledFree', by],
    ['waiting', 'left', by],
    ['booked', 'booked', by],
  ]);
});

test('who is in a training again is there, and who has or is offered another at its time is busy', async () => {
  const { home, has, ctx } = await scene();
  const on = (time: string) => home.training({ startsAt: `2026-09-16T${time}:00Z`, minutes: 60 });
  const training = await on('15:00');
  const [before, beside, after] = [await on('14:00'), await on('15:30'), await on('16:00')];
  const facts: Record<string, number> = {};
  const one = async (name: string, also: readonly (readonly [TestTraining, string])[]) => {
    const clientId = await home.client();
    facts[name] = await has(training, clientId, 'cancelledByCentre');
    for (const [in_, state] of also) await has(in_, clientId, state);
  };
  for (const state of ['booked', 'offered', 'releasing', 'waiting', 'left'])
    await one(`again ${state}`, [[training, state]]);
  for (const state of ['booked', 'offered', 'releasing', 'waiting', 'cancelledFree'])
    await one(`beside ${state}`, [[beside, state]]);
  await one('right before and after', [
    [before, 'booked'],
    [after, 'booked'],
  ]);
  const [rows] = await ctx.read(data.listEnded({ registrationIds: Object.values(facts) }));
  const names = new Map(Object.entries(facts).map(([name, id]) => [id, name]));
  const told = rows.map(({ registrationId, isThere, isBusy }) => [
    names.get(registrationId),
    isThere ? 'there' : '',
    isBusy ? 'busy' : '',
  ]);
  expect(told).toEqual([
    ['again booked', 'there', 'busy'],
    ['again offered', 'there', 'busy'],
    ['again releasing', 'there', ''],
    ['again waiting', 'there', ''],
    ['again left', '', ''],
    ['beside booked', '', 'busy'],
    ['beside offered', '', 'busy'],
    ['beside releasing', '', ''],
    ['beside waiting', '', ''],
    ['beside cancelledFree', '', ''],
    ['right before and after', '', ''],
  ]);
});
