import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { idOf, type ReplacementScene, replacementMeans, wednesday } from '#server/testing/replacements.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/replacements/contract.ts';

const running = withServer();
const { call, ask } = running;
const { scene, asked, apply, accept, resolve, list, holderOf } = replacementMeans(running);

describe('who can hold it', () => {
  const around = async (
    all: ReplacementScene,
    more: Partial<Parameters<Centre['training']>[0]> & { startsAt: string },
  ): Promise<TestTraining> => all.home.training({ trainerId: idOf(all.helper), ...more });
  const refusal = async (all: ReplacementScene) => (await apply(all.helper, await asked(all))).error;

  test('not who teaches then', async () => {
    const all = await scene();
    await around(all, { startsAt: '2026-09-16T15:30:00Z' });
    expect(await refusal(all)).toBe('trainerNotFree');
  });

  test('not who comes from another club without time to travel; from the same club, yes', async () => {
    const all = await scene();
    const clubId = await all.home.club();
    await around(all, { startsAt: '2026-09-16T16:15:00Z', clubId });
    expect(await refusal(all)).toBe('trainerTravel');
    const near = await scene();
    await around(near, { startsAt: '2026-09-16T16:00:00Z' });
    expect(await refusal(near)).toBeUndefined();
  });

  test('not without eleven hours of rest, before or after', async () => {
    const all = await scene({ startsAt: '2026-09-17T04:00:00Z' });
    await around(all, { startsAt: '2026-09-16T17:00:00Z' });
    expect(await refusal(all)).toBe('trainerRest');
    const before = await scene({ startsAt: '2026-09-16T18:00:00Z' });
    await around(before, { startsAt: '2026-09-17T04:00:00Z' });
    expect(await refusal(before)).toBe('trainerRest');
  });

  test('not beyond the hours of a day or a week', async () => {
    const all = await scene();
    await around(all, { startsAt: '2026-09-16T05:00:00Z', minutes: 570 });
    expect(await refusal(all)).toBe('trainerDayHours');
    const week = await scene();
    for (const day of [14, 15, 17, 18, 19]) {
      await around(week, { startsAt: `2026-09-${day}T06:00:00Z`, minutes: 576 });
    }
    expect(await refusal(week)).toBe('trainerWeekHours');
  });

  test.each([
    ['until it begins', wednesday, '2026-09-16', 540, 1080, undefined],
    ['over its middle', wednesday, '2026-09-16', 1110, 1200, 'trainerAbsent'],
    // It lasts until half past midnight.
    ['behind its midnight', '2026-09-16T20:30:00Z', '2026-09-17', 0, 60, 'trainerAbsent'],
  ])('not who told for personal trainings to be off: %s', async (_, startsAt, on, from, until, error) => {
    const all = await scene({ startsAt });
    await ask(
      `insert into trainer_exceptions (tenant_id, trainer_id, on_date, kind, from_minute, until_minute)
        values ($1, $2, $3, 'off', $4, $5)`,
      ...[all.home.id, idOf(all.helper), on, from, until],
    );
    expect(await refusal(all)).toBe(error);
  });

  test.each([
    ['until the day before', '2026-09-15', undefined],
    ['until that day', '2026-09-16', 'trainerAbsent'],
  ])('not who is away %s', async (_, until, error) => {
    const all = await scene();
    const away = await call(
      contract.addAbsence,
      { body: { from: '2026-09-14', until } },
      { actor: all.helper },
    );
    expect(away.status).toBe(200);
    expect(await refusal(all)).toBe(error);
  });

  test('not who is away, does not teach the style, or works here no more', async () => {
    const all = await scene();
    const { home, helper, training } = all;
    const dates = { from: '2026-09-16', until: '2026-09-18' };
    const away = await call(contract.addAbsence, { body: dates }, { actor: helper });
    const id = await asked(all);
    expect((await apply(helper, id)).error).toBe('trainerAbsent');
    expect((await list(helper))[0]).toMatchObject({ canApply: false, problem: { code: 'trainerAbsent' } });
    expect((await call(contract.getOwnReplacing, {}, { actor: helper })).body.absences).toEqual([
      { id: away.body.id, ...dates },
    ]);
    expect(
      (await call(contract.removeAbsence, { params: { id: away.body.id } }, { actor: all.other })).status,
    ).toBe(404);
    await call(contract.removeAbsence, { params: { id: away.body.id } }, { actor: helper });
    await ask(
      'insert into trainer_styles (tenant_id, trainer_id, style_id) values ($1, $2, $3)',
      ...[home.id, idOf(helper), await home.style()],
    );
    expect((await apply(helper, id)).error).toBe('trainerNotQualified');
    await ask(
      'insert into trainer_styles (tenant_id, trainer_id, style_id) values ($1, $2, $3)',
      ...[home.id, idOf(helper), training.styleId],
    );
    await ask(
      'update trainers set is_active = false where tenant_id = $1 and id = $2',
      home.id,
      idOf(helper),
    );
    expect((await apply(helper, id)).error).toBe('trainerNotActive');
    const preview = await call(
      contract.previewReplacement,
      { body: { trainingIds: [training.id] } },
      { actor: all.admin },
    );
    expect(preview.body.candidates).toEqual([
      {
        trainerId: idOf(all.other),
        name: expect.stringMatching(/\S \S/),
        problems: [],
        balance: expect.objectContaining({ asked: 0, helped: 0 }),
      },
    ]);
  });

  test('what was free at applying is looked at again at accepting', async () => {
    const all = await scene();
    const id = await asked(all);
    await apply(all.helper, id);
    await around(all, { startsAt: '2026-09-16T15:30:00Z' });
    expect((await accept(all.asker, id, all.helper)).error).toBe('trainerNotFree');
    expect((await holderOf(all.home, all.training))?.trainer_id).toBe(idOf(all.asker));
  });

  // shows: call-admin-schedule-substitute-resolve
  test('an administrator gives it to whoever can hold it, an asker only to who applied', async () => {
    const all = await scene();
    const { home, asker, other, admin, helper, training } = all;
    const id = await asked(all);
    expect((await accept(asker, id, other)).error).toBe('applicationNotFound');
    await around(all, { startsAt: '2026-09-16T15:30:00Z' });
    expect((await resolve(admin, id, idOf(helper))).error).toBe('trainerNotFree');
    expect((await resolve(admin, id, idOf(other))).body.state).toBe('accepted');
    expect((await holderOf(home, training))?.trainer_id).toBe(idOf(other));
  });
});

describe('two at once', () => {
  test('accepting two helpers for one training: one wins, the other is told it is filled', async () => {
    const all = await scene();
    const { home, asker, admin, helper, other, training } = all;
    const id = await asked(all);
    await apply(helper, id);
    await apply(other, id);
    const answers = await Promise.all([accept(asker, id, helper), resolve(admin, id, idOf(other))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toBe('replacementFilled');
    const [row] = await ask<{ helper: number; accepted: number }>(
      `select helper_id as helper, (select count(*)::int from replacement_candidates c where c.tenant_id = r.tenant_id
        and c.replacement_id = r.id and c.state = 'accepted') as accepted
        from replacements r where tenant_id = $1 and id = $2`,
      ...[home.id, id],
    );
    expect(row?.accepted).toBe(1);
    expect((await holderOf(home, training))?.trainer_id).toBe(row?.helper);
  });

  test('one helper accepted for two trainings at one time holds one', async () => {
    const all = await scene();
    const { home, asker, other, helper, admin } = all;
    const twin = await home.training({ startsAt: wednesday, name: 'Pilates', trainerId: idOf(other) });
    const one = await asked(all);
    const two = await asked({ asker: other, training: twin });
    await apply(helper, one);
    await apply(helper, two);
    const answers = await Promise.all([resolve(admin, one, idOf(helper)), resolve(admin, two, idOf(helper))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(['applicationNotFound', 'trainerNotFree']).toContain(
      answers.find(({ status }) => status === 409)?.error,
    );
    const held = await ask(
      'select id from trainings where tenant_id = $1 and trainer_id = $2',
      home.id,
      idOf(helper),
    );
    expect(held).toHaveLength(1);
    expect(asker.id).toBeGreaterThan(0);
  });

  test('two ask for one training: one request', async () => {
    const all = await scene();
    const body = { trainingIds: [all.training.id], reason: 'ill' as const, comment: '', preferredIds: [] };
    const answers = await Promise.all([
      call(contract.askForReplacement, { body }, { actor: all.asker }),
      call(contract.askAsAdmin, { body }, { actor: all.admin }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toBe('replacementAskedAlready');
  });

  test('what the helper applied to at that time is void, and nothing of before, behind or of others', async () => {
    const all = await scene();
    const { home, other, helper, admin } = all;
    const one = await asked(all);
    /** A request for another training, and the parts in it of who is accepted and of somebody else. */
    const beside = async (startsAt: string, state: string) => {
      const training = await home.training({ startsAt });
      const asking = { trainingIds: [training.id], reason: 'ill' as const, comment: '', preferredIds: [] };
      const { body } = await call(contract.askAsAdmin, { body: asking }, { actor: admin });
      const id = body.replacementIds[0] ?? 0;
      for (const [trainer, part] of [
        [helper, state],
        [other, 'applied'],
      ] as const)
        await ask(
          `insert into replacement_candidates (tenant_id, replacement_id, trainer_id, is_preferred, state, changed_at)
            values ($1, $2, $3, false, $4, now()) returning 1`,
          ...[home.id, id, idOf(trainer), part],
        );
      return id;
    };
    const ids = [
      await beside('2026-09-16T15:30:00Z', 'applied'),
      await beside('2026-09-16T14:30:00Z', 'asked'),
      await beside('2026-09-16T15:10:00Z', 'withdrawn'),
      await beside('2026-09-16T14:00:00Z', 'applied'),
      await beside('2026-09-16T16:00:00Z', 'asked'),
    ];
    await apply(helper, one);
    await apply(other, one);
    expect((await resolve(admin, one, idOf(helper))).status).toBe(200);
    const rows = await ask<{ id: number; trainer: number; state: string }>(
      'select replacement_id as id, trainer_id as trainer, state from replacement_candidates where tenant_id = $1',
      home.id,
    );
    const partsOf = (account: TestAccount) =>
      [one, ...ids].map(
        (of) => rows.find(({ id, trainer }) => id === of && trainer === idOf(account))?.state,
      );
    expect(partsOf(helper)).toEqual(['accepted', 'void', 'void', 'withdrawn', 'applied', 'asked']);
    expect(partsOf(other)).toEqual(['rejected', ...ids.map(() => 'applied')]);
  });
});
