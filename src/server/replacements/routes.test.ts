import { describe, expect, test, vi } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import type { Command } from '#server/testing/editing.ts';
import { idOf, replacementMeans, wednesday } from '#server/testing/replacements.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/replacements/contract.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';
import * as series from '#shared/schedule/series/contract.ts';

const running = withServer();
const { call, ask, clock, centre } = running;
const { scene, asked, apply, accept, resolve, list, holderOf, mailsTo, advance } = replacementMeans(running);
const patience = { timeout: 12_000, interval: 25 };

describe('asking and applying', () => {
  // shows: apply-for-replacement, replacement-fields, call-trainer-substitute-apply
  // shows: call-trainer-substitute-resolve, call-admin-schedule-substitute, replacement-states
  test('the whole way: asked, applied, accepted; the training changes hands and everybody hears of it', async () => {
    const all = await scene();
    const { home, asker, helper, other, training } = all;
    const client = await home.client();
    const registration = await home.registration(training, client, {
      place: 1,
      freeUntil: '2026-09-14T10:00:00Z',
    });
    const id = await asked(all);
    expect(await list(asker)).toEqual([
      expect.objectContaining({
        id,
        isMine: true,
        isActive: true,
        state: 'openAll',
        reason: 'ill',
        comment: 'Fever',
      }),
    ]);
    expect((await holderOf(home, training))?.trainer_id).toBe(idOf(asker));
    await vi.waitFor(async () => expect(await mailsTo(home, helper)).toHaveLength(1), patience);
    const [asking] = await mailsTo(home, helper);
    expect(asking?.text).toContain(`/replacement-request?id=${id}`);
    expect(asking?.text).toContain('„Fever“');

    expect((await apply(helper, id)).body).toEqual({ id, state: 'openAll' });
    expect((await apply(other, id)).status).toBe(200);
    const [seen] = await list(asker);
    expect(seen?.candidates.map(({ trainerId, state }) => [trainerId, state])).toEqual([
      [idOf(helper), 'applied'],
      [idOf(other), 'applied'],
    ]);
    // Who applied is for those who decide.
    expect((await list(other))[0]).toMatchObject({ candidates: [], ownState: 'applied', canWithdraw: true });

    expect((await accept(asker, id, helper)).body).toEqual({ id, state: 'accepted' });
    expect((await holderOf(home, training))?.trainer_id).toBe(idOf(helper));
    // Two mails to one person may pass each other on their way.
    const read = async (account: TestAccount) => (await mailsTo(home, account)).map(({ text }) => text);
    await vi.waitFor(async () => {
      // Why it was asked for is no news any more.
      const chosen = (await mailsTo(home, helper)).filter(({ text }) => !text.includes('Fever'));
      expect(chosen.map(({ subject }) => subject)).toEqual([expect.stringContaining('Yoga')]);
      expect(await read(other)).toContainEqual(expect.stringContaining('somebody else was chosen'));
      expect(await read(asker)).toContainEqual(expect.stringContaining('Piret'));
    }, patience);
    // Booked people are told, and may leave free for twelve hours.
    const [row] = await ask<{ free_until: string }>(
      'select free_until from registrations where tenant_id = $1 and id = $2',
      ...[home.id, registration],
    );
    expect(row?.free_until).toBe('2026-09-14T21:00:00Z');
    await vi.waitFor(async () => {
      const notices = await ask<{ event: { kind: string } }>(
        'select event from notice_deliveries where tenant_id = $1 and client_id = $2',
        ...[home.id, client],
      );
      expect(notices.map(({ event }) => event.kind)).toEqual(['trainingChanged']);
    }, patience);
    const trail = await ask<{ noun: string }>(
      'select noun from audit_trail where tenant_id = $1 and noun is not null order by id',
      home.id,
    );
    expect(trail.map(({ noun }) => noun)).toEqual([
      ...['replacements', 'replacements', 'replacements', 'schedule', 'replacements'],
    ]);
    expect((await list(helper))[0]).toMatchObject({
      state: 'accepted',
      ownState: 'accepted',
      isActive: false,
    });
  });

  test('the preferred see it first, alone; everybody else from a day later on', async () => {
    const all = await scene();
    const { home, asker, helper, other } = all;
    const id = await asked(all, [helper]);
    expect((await list(asker))[0]).toMatchObject({
      state: 'openPreferred',
      opensToAllDateTime: '2026-09-15T09:00:00Z',
    });
    expect(await list(other)).toEqual([]);
    expect((await list(helper))[0]).toMatchObject({ ownState: 'asked', canApply: true });
    expect((await apply(other, id)).error).toBe('itemNotFound');
    clock.set('2026-09-14T20:00:00Z');
    const next = await home.training({ startsAt: '2026-09-17T15:00:00Z', trainerId: idOf(asker) });
    const later = await asked({ asker, training: next }, [helper]);
    clock.set('2026-09-15T09:00:00Z');
    expect((await list(other))[0]).toMatchObject({ id, state: 'openAll', canApply: true });
    await advance(all);
    await vi.waitFor(async () => expect(await mailsTo(all.home, other)).toHaveLength(1), patience);
    await advance(all);
    const told = (await mailsTo(home, helper)).filter(({ text }) => text.includes(`?id=${id}`));
    expect(told).toHaveLength(1);
    const rows = await ask('select id, state from replacements where tenant_id = $1 order by id', home.id);
    expect(rows).toEqual([
      { id, state: 'openAll' },
      { id: later, state: 'openPreferred' },
    ]);
  });

  test.each([
    ['35 hours before, four hours', '2026-09-15T20:00:00Z', '2026-09-14T13:00:00Z'],
    ['5 hours before, nobody is first', '2026-09-14T14:00:00Z', '2026-09-14T09:00:00Z'],
  ])('%s', async (_, startsAt, opens) => {
    const all = await scene({ startsAt });
    await asked(all, [all.helper]);
    expect((await list(all.asker))[0]?.opensToAllDateTime).toBe(opens);
  });

  // shows: call-trainer-substitute-apply-cancel
  test('an offer is taken back while nobody was accepted', async () => {
    const all = await scene();
    const { asker, helper } = all;
    const id = await asked(all);
    const withdraw = () =>
      call(contract.withdrawApplication, { body: { replacementId: id } }, { actor: helper });
    expect((await withdraw()).error).toBe('applicationNotFound');
    await apply(helper, id);
    expect((await apply(helper, id)).error).toBe('applicationFailed');
    expect((await withdraw()).status).toBe(200);
    expect((await accept(asker, id, helper)).error).toBe('applicationNotFound');
    await apply(helper, id);
    await accept(asker, id, helper);
    expect((await withdraw()).error).toBe('cancelApplicationFailed');
  });

  test('offers made and taken back again and again are told a few times', async () => {
    const all = await scene();
    const { home, asker, helper } = all;
    const id = await asked(all);
    for (let round = 0; round < 4; round += 1) {
      expect((await apply(helper, id)).status).toBe(200);
      const body = { replacementId: id };
      const back = await call(contract.withdrawApplication, { body }, { actor: helper });
      expect(back.status).toBe(200);
    }
    expect((await apply(helper, id)).status).toBe(200);
    const told = await ask(
      'select from message_deliveries where tenant_id = $1 and client_id = $2',
      ...[home.id, asker.clientId],
    );
    expect(told).toHaveLength(4);
    expect((await accept(asker, id, helper)).status).toBe(200);
  });

  test('asked and taken back again and again it is told a few times', async () => {
    const all = await scene();
    const { home, asker, helper } = all;
    for (let round = 0; round < 5; round += 1) {
      const body = { replacementId: await asked(all) };
      expect((await call(contract.cancelReplacement, { body }, { actor: asker })).status).toBe(200);
    }
    const told = await ask(
      `select from message_deliveries d join messages m on m.tenant_id = d.tenant_id and m.id = d.message_id
        where d.tenant_id = $1 and d.client_id = $2 and m.channel = 'mail'`,
      ...[home.id, helper.clientId],
    );
    expect(told).toHaveLength(4);
  });

  test.each([
    ['by its trainer, it is told to who applied', true],
    ['by an administrator, to its trainer too', false],
  ])('taken back %s', async (_, isOwn) => {
    const all = await scene();
    const { home, admin, asker, helper } = all;
    const id = await asked(all);
    await apply(helper, id);
    const messages = () =>
      ask<{ id: number }>('select id from messages where tenant_id = $1 order by id', home.id);
    const last = (await messages()).at(-1)?.id;
    const body = { replacementId: id };
    await (isOwn
      ? call(contract.cancelReplacement, { body }, { actor: asker })
      : call(contract.cancelAsAdmin, { body }, { actor: admin }));
    const told = await ask<{ clientId: number }>(
      `select client_id as "clientId" from message_deliveries where tenant_id = $1 and message_id > $2 order by 1`,
      ...[home.id, last],
    );
    const expected = isOwn ? [helper] : [asker, helper];
    expect(told.map(({ clientId }) => clientId)).toEqual(expected.map(({ clientId }) => clientId));
  });

  // shows: replacement-states, call-trainer-substitute-cancel, call-admin-schedule-substitute-cancel
  test('a request is taken back by who made it or an administrator, until somebody is accepted', async () => {
    const all = await scene();
    const { home, asker, helper, other, admin, training } = all;
    const id = await asked(all);
    await apply(helper, id);
    const cancel = (actor: TestAccount) =>
      call(contract.cancelReplacement, { body: { replacementId: id } }, { actor });
    expect((await cancel(other)).error).toBe('itemNotFound');
    expect((await cancel(asker)).body).toEqual({ id, state: 'cancelled' });
    expect((await cancel(asker)).error).toBe('replacementClosed');
    expect((await apply(helper, id)).status).toBe(409);
    await vi.waitFor(async () => expect(await mailsTo(home, helper)).toHaveLength(2), patience);
    const again = await asked({ asker, training });
    const byAdmin = await call(contract.cancelAsAdmin, { body: { replacementId: again } }, { actor: admin });
    expect(byAdmin.body.state).toBe('cancelled');
    const last = await asked({ asker, training });
    await resolve(admin, last, idOf(other));
    expect((await cancel(asker)).error).toBe('replacementClosed');
    expect(
      (await call(contract.cancelReplacement, { body: { replacementId: last } }, { actor: asker })).error,
    ).toBe('replacementFilled');
  });

  test('only own trainings that are ahead, each asked once; an administrator asks for any', async () => {
    const all = await scene();
    const { home, asker, helper, admin, training } = all;
    const ask1 = (actor: TestAccount, id: number) =>
      call(
        contract.askForReplacement,
        { body: { trainingIds: [id], reason: 'away', comment: '', preferredIds: [] } },
        { actor },
      );
    expect((await ask1(helper, training.id)).error).toBe('trainingNotFound');
    const over = await home.training({ startsAt: '2026-09-13T15:00:00Z', trainerId: idOf(asker) });
    expect((await ask1(asker, over.id)).error).toBe('trainingIsOver');
    await asked(all);
    expect((await ask1(asker, training.id)).error).toBe('replacementAskedAlready');
    const second = await home.training({ startsAt: '2026-09-17T15:00:00Z', trainerId: idOf(helper) });
    const third = await home.training({ startsAt: '2026-09-18T15:00:00Z', trainerId: idOf(asker) });
    const many = await call(
      contract.askAsAdmin,
      { body: { trainingIds: [second.id, third.id], reason: 'other', comment: '', preferredIds: [] } },
      { actor: admin },
    );
    expect(many.body.replacementIds).toHaveLength(2);
    const all3 = (await call(contract.listReplacements, { query: {} }, { actor: admin })).body;
    expect(all3.map(({ trainerId }) => trainerId)).toEqual([idOf(asker), idOf(helper), idOf(asker)]);
    // What the office asked for others is its own.
    const byOffice = (await call(contract.listReplacements, { query: { mine: 1 } }, { actor: admin })).body;
    expect(byOffice.map(({ training: { id } }) => id)).toEqual([second.id, third.id]);
    expect((await list(asker, 1)).map(({ training: { id } }) => id)).toEqual([training.id, third.id]);
    expect(await list(helper, 1)).toHaveLength(1);
  });
});

describe('what becomes of a request', () => {
  test('it ends with its training, in the transaction that calls it off or gives it away', async () => {
    const all = await scene();
    const { home, admin, asker, helper, other, training } = all;
    const change = async (command: Command) => {
      const plan = await call(planSchedule, { body: { command } }, { actor: admin });
      return call(applySchedule, { body: body(command, plan.body.planId) }, { actor: admin });
    };
    const one = await asked(all);
    await apply(helper, one);
    await change({
      kind: 'edit',
      trainingId: training.id,
      scope: 'this',
      changes: { trainerId: idOf(other) },
    });
    expect((await list(asker))[0]).toMatchObject({ id: one, state: 'cancelled' });
    const back = await change({
      ...{ kind: 'edit', trainingId: training.id, scope: 'this', changes: { trainerId: idOf(asker) } },
    });
    expect(back.status).toBe(200);
    const two = await asked({ asker, training });
    await change({ kind: 'cancel', trainingId: training.id, scope: 'this', reason: 'Flood' });
    const rows = await ask<{ id: number; state: string; end_reason: string }>(
      'select id, state, end_reason from replacements where tenant_id = $1 order by id',
      home.id,
    );
    expect(rows).toEqual([
      { id: one, state: 'cancelled', end_reason: 'trainerChanged' },
      { id: two, state: 'cancelled', end_reason: 'trainingCancelled' },
    ]);
    await vi.waitFor(
      async () =>
        expect((await mailsTo(home, helper)).some(({ text }) => text.includes('has ended'))).toBe(true),
      patience,
    );
  });

  test('filled and taken back, whoever asked holds the training again, and both are told so', async () => {
    const all = await scene();
    const { home, asker, helper, training } = all;
    const admin = await home.account({ role: 'admin' });
    const id = await asked(all);
    await apply(helper, id);
    await accept(asker, id, helper);
    const changes = await call(series.listChanges, {}, { actor: admin });
    const undone = await call(
      series.undoChange,
      { params: { id: changes.body[0]?.id ?? 0 } },
      { actor: admin },
    );
    expect(undone.status).toBe(200);
    expect((await holderOf(home, training))?.trainer_id).toBe(idOf(asker));
    expect((await list(asker))[0]).toMatchObject({ id, state: 'cancelled', isActive: false });
    await vi.waitFor(async () => {
      for (const one of [asker, helper]) {
        const mails = await mailsTo(home, one);
        expect(mails.map(({ text }) => text)).toContainEqual(expect.stringContaining('was taken back'));
      }
    }, patience);
    // It can be asked for again.
    expect(await asked(all)).toBeGreaterThan(id);
  });

  test('administrators are alerted a day and six hours before, once each; at the start it is over', async () => {
    const all = await scene();
    const { home, admin } = all;
    const blocked = await home.account({ role: 'admin', isBlocked: true });
    const id = await asked(all);
    const alerts = async () =>
      (await mailsTo(home, admin)).filter(({ subject }) => subject.includes('Nobody yet'));
    await advance(all);
    clock.set('2026-09-15T15:00:00Z');
    await advance(all);
    await advance(all);
    await vi.waitFor(async () => expect(await alerts()).toHaveLength(1), patience);
    clock.set('2026-09-16T09:30:00Z');
    await advance(all);
    await advance(all);
    await vi.waitFor(async () => expect(await alerts()).toHaveLength(2), patience);
    const blockedTold = 'select from message_deliveries where tenant_id = $1 and client_id = $2';
    expect(await ask(blockedTold, home.id, blocked.clientId)).toEqual([]);
    clock.set(wednesday);
    await advance(all);
    expect((await call(contract.listReplacements, { query: {} }, { actor: admin })).body[0]).toMatchObject({
      ...{ id, state: 'expired', isActive: false },
    });
    const ended = 'select state, ended_at as at from replacements where id = $1';
    expect(await ask(ended, id)).toEqual([{ state: 'expired', at: wednesday }]);
    expect((await apply(all.helper, id)).error).toBe('itemNotFound');
    expect((await resolve(admin, id, idOf(all.helper))).error).toBe('replacementClosed');
    // It stands in the list for thirty days.
    const listed = async () =>
      (await call(contract.listReplacements, { query: {} }, { actor: admin })).body.map((one) => one.id);
    clock.set('2026-10-16T09:00:00Z');
    expect(await listed()).toEqual([id]);
    clock.set('2026-10-17T09:00:00Z');
    expect(await listed()).toEqual([]);
  });

  // shows: replacement-sms-opt-in, call-user-account-substitute-offers-status
  test('who opted in gets an SMS, others do not; centres without SMS send none', async () => {
    const all = await scene();
    const { home, helper, other } = all;
    const put = (status?: 'true' | 'false') =>
      call(contract.changeSubstituteSms, { query: { status } }, { actor: helper });
    expect((await put()).error).toBe('dataValidationFailed');
    expect((await put('true')).body).toEqual({ status: true });
    const member = await home.account();
    expect(
      (await call(contract.changeSubstituteSms, { query: { status: 'true' } }, { actor: member })).error,
    ).toBe('actionNotAllowed');
    await asked(all);
    await vi.waitFor(async () => {
      const sms = await ask<{ text: string }>('select text from stand_in_sms where tenant_id = $1', home.id);
      expect(sms.map(({ text }) => text)).toEqual([expect.stringContaining('Replacement needed: Yoga')]);
      expect(await mailsTo(home, other)).toHaveLength(1);
    }, patience);
  });

  // shows: rule-replacements
  test('without its page rule there is no such thing', async () => {
    const home = await centre();
    const trainer = await home.account({ role: 'trainer' });
    expect((await call(contract.listTrainerReplacements, { query: {} }, { actor: trainer })).status).toBe(
      404,
    );
  });
});

function body(command: Command, planId: string) {
  return { command, planId };
}
