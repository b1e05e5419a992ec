import { describe, expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import * as testing from '#server/testing/editing.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import * as editing from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { call, ask } = running;
const { at, first } = testing;
const scene = () => testing.scene(running);
const stateOf = (home: Centre, id: number) => testing.stateOf(running, home, id);

describe('closures', () => {
  test('shut what is within, for new series too, and give it back when they are lifted', async () => {
    const { home, admin, weekly, trainings, apply, plan, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-22T15:00:00Z', roomId });
    const place = await home.registration(training, await home.client(), { place: 1 });
    const close = await apply({
      kind: 'close',
      clubId: null,
      from: '2026-09-21',
      until: '2026-09-27',
      name: 'Holidays',
    });
    expect(close.answer).toMatchObject({ counts: { cancelled: 1 }, messages: 1 });
    expect((await stateOf(home, place)).state).toBe('cancelledByCentre');
    await weekly('2026-09-28');
    expect((await trainings()).map(({ is_cancelled }) => is_cancelled)).toEqual([true, true, false]);
    const query = { from: '2026-09-21', until: '2026-09-27' };
    const shown = await call(editing.getAdminSchedule, { query }, { actor: admin });
    const closure = first(shown.body.closures);
    expect(closure).toMatchObject({ name: 'Holidays', clubId: null, trainings: 2 });
    expect(first(shown.body.trainings)).toMatchObject({ isCancelled: true, closureName: 'Holidays' });
    const last = at(await trainings(), 2);
    const into = await plan({
      kind: 'edit',
      trainingId: last.id,
      scope: 'this',
      changes: { date: '2026-09-24' },
    });
    expect(first(into.body.occurrences)).toMatchObject({ outcome: 'blocked', reason: 'closure' });
    const lift = await apply({ kind: 'lift', closureId: closure.id });
    expect(lift.answer).toMatchObject({ counts: { restored: 2 }, messages: 1 });
    expect(await stateOf(home, place)).toMatchObject({ state: 'booked', place: 1 });
    expect((await trainings()).map(({ is_cancelled }) => is_cancelled)).toEqual([false, false, false]);
  });

  test.each(['lifted', 'taken back'])(
    '%s, they wait for who books for those they give places back to',
    async (how) => {
      const { home, admin, apply, undo, roomId } = await scene();
      const training = await home.training({ startsAt: '2026-09-22T15:00:00Z', roomId });
      const clientId = await home.client();
      const place = await home.registration(training, clientId, { place: 1 });
      const days = { from: '2026-09-22', until: '2026-09-22' };
      const close = await apply({ kind: 'close', clubId: null, ...days, name: 'Flood' });
      const shown = await call(editing.getAdminSchedule, { query: days }, { actor: admin });
      const closureId = first(shown.body.closures).id;
      await withOwner(running.databaseUrl, async (owner) => {
        await owner.query('begin');
        await owner.query('select from clients where tenant_id = $1 and id = $2 for no key update', [
          home.id,
          clientId,
        ]);
        const opened =
          how === 'lifted' ? apply({ kind: 'lift', closureId }) : undo(close.answer?.changeId ?? 0);
        await untilWaiting(running.databaseUrl);
        await owner.query('commit');
        await opened;
      });
      expect((await stateOf(home, place)).state).toBe('booked');
    },
  );

  test('two on one day: what the one gives back the other has, until it is lifted too', async () => {
    const { home, admin, apply, undo, trainings, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-22T15:00:00Z', roomId });
    const place = await home.registration(training, await home.client(), { place: 1 });
    const days = { clubId: null, from: '2026-09-22', until: '2026-09-22' };
    // One of other days has nothing to do with it.
    await apply({ kind: 'close', clubId: null, from: '2026-09-24', until: '2026-09-24', name: 'Feast' });
    const one = await apply({ kind: 'close', ...days, name: 'Flood' });
    const two = await apply({ kind: 'close', ...days, clubId: home.clubId, name: 'Rebuilding' });
    const refused = await undo(one.answer?.changeId ?? 0);
    expect([refused.status, refused.error]).toEqual([409, 'dateIsShut']);
    const query = { from: days.from, until: days.until };
    const { closures } = (await call(editing.getAdminSchedule, { query }, { actor: admin })).body;
    const idOf = (name: string) => closures.find((closure) => closure.name === name)?.id ?? 0;
    const lifted = await apply({ kind: 'lift', closureId: idOf('Flood') });
    expect(lifted.answer).toMatchObject({ counts: { restored: 0 }, messages: 0 });
    expect((await stateOf(home, place)).state).toBe('cancelledByCentre');
    expect(first(await trainings()).is_cancelled).toBe(true);
    // Taken back, the second one would leave it off for ever: it is lifted.
    const back = await undo(two.answer?.changeId ?? 0);
    expect([back.status, back.error]).toEqual([409, 'changedSince']);
    const last = await apply({ kind: 'lift', closureId: idOf('Rebuilding') });
    expect(last.answer).toMatchObject({ counts: { restored: 1 }, messages: 1 });
    expect(first(await trainings()).is_cancelled).toBe(false);
    expect(await stateOf(home, place)).toMatchObject({ state: 'booked', place: 1 });
  });

  test('a lifting that is taken back and made again gives back who booked between them as well', async () => {
    const { home, admin, apply, undo, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-22T15:00:00Z', roomId });
    const early = await home.registration(training, await home.client(), { place: 1 });
    const days = { clubId: null, from: '2026-09-22', until: '2026-09-22' };
    await apply({ kind: 'close', ...days, name: 'Flood' });
    const query = { from: days.from, until: days.until };
    const { closures } = (await call(editing.getAdminSchedule, { query }, { actor: admin })).body;
    const lift = { kind: 'lift', closureId: first(closures).id } as const;
    const lifted = await apply(lift);
    const late = await home.registration(training, await home.client(), { place: 2 });
    expect((await undo(lifted.answer?.changeId ?? 0)).status).toBe(200);
    for (const one of [early, late]) expect((await stateOf(home, one)).state).toBe('cancelledByCentre');
    expect((await apply(lift)).answer).toMatchObject({ counts: { restored: 1 }, messages: 2 });
    for (const [index, one] of [early, late].entries())
      expect(await stateOf(home, one)).toMatchObject({ state: 'booked', place: index + 1 });
  });

  test('a place that was lost to a lifting and taken by another since stands in nobody’s way', async () => {
    const { home, admin, apply, undo, roomId } = await scene();
    const at = { startsAt: '2026-09-22T15:00:00Z' };
    const training = await home.training({ ...at, roomId });
    const [early, late] = [await home.client(), await home.client()];
    const lost = await home.registration(training, early, { place: 1 });
    const days = { clubId: null, from: '2026-09-22', until: '2026-09-22' };
    await apply({ kind: 'close', ...days, name: 'Flood' });
    const meanwhile = await home.registration(await home.training(at), early, { place: 1 });
    const query = { from: days.from, until: days.until };
    const { closures } = (await call(editing.getAdminSchedule, { query }, { actor: admin })).body;
    const lift = { kind: 'lift', closureId: first(closures).id } as const;
    const lifted = await apply(lift);
    expect((await stateOf(home, lost)).state).toBe('cancelledByCentre');
    const taken = await home.registration(training, late, { place: 1 });
    expect((await undo(lifted.answer?.changeId ?? 0)).status).toBe(200);
    await ask(
      `update registrations set state = 'cancelledFree', ended_at = now(), place = null where id = $1 returning 1`,
      meanwhile,
    );
    expect((await apply(lift)).answer).toMatchObject({ counts: { restored: 1 }, messages: 2 });
    expect(await stateOf(home, taken)).toMatchObject({ state: 'booked', place: 1 });
    expect(await stateOf(home, lost)).toMatchObject({ state: 'booked', place: 2 });
  });

  test('a move is not taken back into a day that was shut since', async () => {
    const { home, apply, undo, roomId, trainings } = await scene();
    const { id } = await home.training({ startsAt: '2026-09-22T15:00:00Z', roomId });
    const moved = await apply({
      kind: 'edit',
      trainingId: id,
      scope: 'this',
      changes: { date: '2026-09-23' },
    });
    await apply({ kind: 'close', clubId: null, from: '2026-09-22', until: '2026-09-22', name: 'Flood' });
    const refused = await undo(moved.answer?.changeId ?? 0);
    expect([refused.status, refused.error]).toEqual([409, 'dateIsShut']);
    expect(first(await trainings())).toMatchObject({
      is_cancelled: false,
      starts_at: '2026-09-23T15:00:00Z',
    });
  });

  test('of more trainings than can be looked at at once are refused, a shorter one is not', async () => {
    const { home, apply, plan, roomId } = await scene();
    const { id } = await home.training({ startsAt: '2026-09-22T15:00:00Z', roomId });
    const [columns] = await ask<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
        where table_name = 'trainings' and is_generated = 'NEVER' and is_identity = 'NO'
          and column_name not in ('starts_at', 'ends_at', 'local_date')`,
    );
    // One each hour from the next on.
    await ask(
      `insert into trainings (starts_at, ends_at, local_date, ${columns?.names})
        select starts_at + hour * interval '1 hour', starts_at + (hour + 1) * interval '1 hour',
          (starts_at + hour * interval '1 hour')::date, ${columns?.names}
        from trainings, generate_series(1, 3000) as hour where id = $1`,
      id,
    );
    const close = { kind: 'close', clubId: null, from: '2026-09-22', name: 'Rebuilding' } as const;
    expect((await plan({ ...close, until: '2200-12-31' })).refusal).toEqual({
      ...{ code: 400, errors: ['closureTooLong'], details: { limit: 3000 } },
    });
    expect((await apply({ ...close, until: '2026-09-28' })).answer?.counts.cancelled).toBeGreaterThan(100);
  });

  test.each([
    ['2026-09-14', '2026-09-20', []],
    ['2026-09-14', '2026-09-21', ['Holidays']],
    ['2026-09-23', '2026-09-24', ['Holidays']],
    ['2026-09-27', '2026-09-30', ['Holidays']],
    ['2026-09-28', '2026-09-30', []],
  ])('are told with the days they touch: from %s until %s', async (from, until, expected) => {
    const { admin, apply } = await scene();
    const days = { from: '2026-09-21', until: '2026-09-27' };
    await apply({ kind: 'close', clubId: null, ...days, name: 'Holidays' });
    const shown = await call(editing.getAdminSchedule, { query: { from, until } }, { actor: admin });
    expect(shown.body.closures.map(({ name }) => name)).toEqual(expected);
  });
});
