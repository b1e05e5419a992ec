import { describe, expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import * as testing from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import { localDate, localTime } from '#shared/kernel/dates.ts';
import * as editing from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const { at, first } = testing;
type Command = testing.Command;
const scene = () => testing.scene(running);
const book = (home: Centre, training: { id: number }, clientId: number, place?: number) =>
  testing.book(running, home, training, clientId, place);
const stateOf = (home: Centre, id: number) => testing.stateOf(running, home, id);

describe('a series', () => {
  // shows: call-admin-schedule
  test('is made in wall time and holds it over the clock change', async () => {
    const { weekly, trainings, home } = await scene();
    const made = await weekly('2027-04-12');
    const rows = await trainings();
    expect(made.counts.new).toBe(rows.length);
    expect(rows).toHaveLength(30);
    expect(new Set(rows.map(({ starts_at }) => localTime(starts_at, home.timeZone)))).toEqual(
      new Set(['18:00']),
    );
    expect(new Set(rows.map(({ series_id }) => series_id)).size).toBe(1);
  });

  test('in Riga too, over two years and four clock changes', async () => {
    const home = await centre({ country: 'LV' });
    const admin = await home.account({ role: 'admin' });
    const fields = { ...(await scene()).fields, styleId: await home.style(), roomIds: [await home.room()] };
    const command: Command = {
      kind: 'create',
      fields,
      when: { date: '2026-09-20', time: '03:30', duration: 30 },
      repeat: { weekdays: [7], everyWeeks: 1, until: '2028-09-17' },
    };
    const planned = await call(editing.planSchedule, { body: { command } }, { actor: admin });
    const all = planned.body.occurrences.map(({ after }) => after?.time);
    expect(all).toHaveLength(105);
    // On the last Sundays of March 03:30 does not exist in Riga: the training is an hour later, and back a week after.
    expect(all.filter((time) => time === '04:30')).toHaveLength(2);
    expect(all.filter((time) => time === '03:30')).toHaveLength(103);
  });

  test('of the whole: a wall time edited from one date on is kept over the clock change, and ids stay', async () => {
    const { weekly, trainings, apply, home } = await scene();
    await weekly('2026-11-30');
    const before = await trainings();
    const third = at(before, 2);
    const { answer } = await apply({
      kind: 'edit',
      trainingId: third.id,
      scope: 'following',
      changes: { time: '19:15' },
    });
    expect(answer?.counts.moved).toBe(before.length - 2);
    const after = await trainings();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ starts_at }) => localTime(starts_at, home.timeZone))).toEqual([
      '18:00',
      '18:00',
      ...after.slice(2).map(() => '19:15'),
    ]);
    expect(new Set(after.slice(0, 2).map((row) => row.series_id))).toEqual(new Set([third.series_id]));
    expect(new Set(after.slice(2).map((row) => row.series_id)).size).toBe(1);
    expect(at(after, 2).series_id).not.toBe(third.series_id);
    const rules = await ask(
      'select wall_time, starts_on, ends_on from series where tenant_id = $1 order by id',
      home.id,
    );
    expect(rules).toEqual([
      { wall_time: '18:00', starts_on: '2026-09-21', ends_on: '2026-10-04' },
      { wall_time: '19:15', starts_on: '2026-10-05', ends_on: '2026-11-30' },
    ]);
  });

  test('keeps what a single date has of its own, unless told to overwrite', async () => {
    const { weekly, trainings, apply, plan } = await scene();
    await weekly('2026-10-12');
    const rows = await trainings();
    const one = at(rows, 1);
    await apply({ kind: 'edit', trainingId: one.id, scope: 'this', changes: { name: 'Candle yoga' } });
    const edit = {
      kind: 'edit',
      trainingId: first(rows).id,
      scope: 'future',
      changes: { name: 'Flow' },
    } as const;
    const planned = await plan(edit);
    expect(planned.body.occurrences.map(({ outcome }) => outcome)).toEqual([
      'changed',
      'unchanged',
      'changed',
      'changed',
    ]);
    expect(at(planned.body.occurrences, 1)).toMatchObject({ reason: 'ownValues', keptFields: ['name'] });
    await apply(edit);
    expect((await trainings()).map(({ name }) => name)).toEqual(['Flow', 'Candle yoga', 'Flow', 'Flow']);
    await apply({ ...edit, changes: { name: 'Power' }, overwrites: true });
    const last = await trainings();
    expect(last.map(({ name }) => name)).toEqual(['Power', 'Power', 'Power', 'Power']);
    expect(last.flatMap(({ overridden }) => overridden)).toEqual([]);
  });
});

describe('mission 5.5', () => {
  const scopes = ['this', 'following', 'future'] as const;
  const positions = [0, 1, 3] as const;
  test.each(scopes.flatMap((scope) => positions.map((position) => [scope, position] as const)))(
    'delete one occurrence crashes: %s at position %i',
    async (scope, position) => {
      const { weekly, trainings, apply } = await scene();
      await weekly('2026-10-12');
      const before = await trainings();
      const { answer, applied } = await apply({ kind: 'delete', trainingId: at(before, position).id, scope });
      expect(applied.status).toBe(200);
      const gone =
        scope === 'this' ? [position] : scope === 'future' ? [0, 1, 2, 3] : [0, 1, 2, 3].slice(position);
      expect(answer?.counts.deleted).toBe(gone.length);
      const left = await trainings();
      expect(left.map(({ id }) => id)).toEqual(
        before.flatMap(({ id }, index) => (gone.includes(index) ? [] : [id])),
      );
    },
  );

  test.each(scopes.flatMap((scope) => positions.map((position) => [scope, position] as const)))(
    'edit and cancel %s at position %i',
    async (scope, position) => {
      const { weekly, trainings, apply } = await scene();
      await weekly('2026-10-12');
      const { id } = at(await trainings(), position);
      const edited = await apply({ kind: 'edit', trainingId: id, scope, changes: { date: '2026-12-01' } });
      expect(edited.applied.status).toBe(200);
      const cancelled = await apply({ kind: 'cancel', trainingId: id, scope, reason: 'Flood' });
      expect(cancelled.applied.status).toBe(200);
    },
  );

  test('a series clashes with its own replaced or past cancelled date: cancelled and past ones do not', async () => {
    const { home, weekly, trainings, apply, roomId, fields } = await scene();
    await home.training({ startsAt: '2026-09-07T15:00:00Z', roomId });
    await home.training({ startsAt: '2026-09-28T15:00:00Z', roomId, isCancelled: true });
    await weekly('2026-10-12');
    const rows = await trainings();
    const second = rows.find(
      ({ starts_at, is_cancelled }) => starts_at.startsWith('2026-09-28') && !is_cancelled,
    );
    // Moved to the Tuesday, its old place is free for another.
    await apply({
      kind: 'edit',
      trainingId: second?.id ?? 0,
      scope: 'this',
      changes: { date: '2026-09-29' },
    });
    const replacing = await apply({
      kind: 'create',
      fields: { ...fields, name: 'Guest' },
      when: { date: '2026-09-28', time: '18:00', duration: 60 },
      repeat: null,
    });
    expect(replacing.applied.status).toBe(200);
    // Half an hour later overlaps its own old dates, and nothing else.
    const later = await apply({
      kind: 'edit',
      trainingId: at(rows, 3).id,
      scope: 'following',
      changes: { time: '18:30' },
    });
    expect(later.applied.status).toBe(200);
  });

  test('a series a day later passes through its own dates', async () => {
    const { home, apply, fields, trainings } = await scene();
    const trainerId = await home.trainer();
    const { answer } = await apply({
      kind: 'create',
      fields: { ...fields, trainerId },
      when: { date: '2026-09-21', time: '18:00', duration: 60 },
      repeat: { weekdays: [1, 2, 3, 4, 5, 6, 7], everyWeeks: 1, until: '2026-09-30' },
    });
    expect(answer?.counts.new).toBe(10);
    const rows = await trainings();
    const clientId = await home.client();
    for (const row of rows) await book(home, row, clientId, 1);
    const moved = await apply({
      kind: 'edit',
      trainingId: first(rows).id,
      scope: 'future',
      changes: { date: '2026-09-22' },
    });
    expect(moved.answer?.counts.moved).toBe(10);
    expect((await trainings()).map(({ starts_at }) => localDate(starts_at, home.timeZone)).at(-1)).toBe(
      '2026-10-01',
    );
  });

  test('long occurrences overlap themselves: refused', async () => {
    const { plan, fields } = await scene();
    const answer = await plan({
      kind: 'create',
      fields: { ...fields, setUpMinutes: 30 },
      when: { date: '2026-09-21', time: '18:00', duration: 24 * 60 },
      repeat: { weekdays: [1, 2], everyWeeks: 1, until: '2026-10-12' },
    });
    expect([answer.status, answer.error]).toEqual([409, 'seriesOverlapsItself']);
  });

  test("pushing the series' people onto exceptions erases single answers: per-date registrations are kept", async () => {
    const { home, weekly, trainings, apply } = await scene();
    await weekly('2026-10-12', { maxPlaces: 1 });
    const rows = await trainings();
    const [one, two, three] = [await home.client(), await home.client(), await home.client()];
    const kept = [
      await book(home, at(rows, 0), one, 1),
      await book(home, at(rows, 1), two, 1),
      await book(home, at(rows, 1), three),
    ];
    await apply({ kind: 'edit', trainingId: at(rows, 1).id, scope: 'this', changes: { time: '19:00' } });
    await apply({ kind: 'edit', trainingId: at(rows, 0).id, scope: 'future', changes: { duration: 75 } });
    const states = await Promise.all(kept.map((id) => stateOf(home, id)));
    expect(states.map(({ state, place }) => [state, place])).toEqual([
      ['booked', 1],
      ['booked', 1],
      ['waiting', null],
    ]);
    const count = await ask('select count(*)::int as n from registrations where tenant_id = $1', home.id);
    expect(count).toEqual([{ n: 3 }]);
    expect(at(await Promise.all([stateOf(home, kept[1] ?? 0)]), 0).starts_at).toBe('2026-09-28T16:00:00Z');
  });
});
