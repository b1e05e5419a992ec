import { describe, expect, test } from 'vitest';
import { makeCtx } from '#server/kernel/ctx.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { scene as timetable } from '#server/testing/editing.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { personalTimes, tuesdayAtNine } from '#server/testing/personal.ts';
import { withServer } from '#server/testing/server.ts';
import { freezeContract, returnFromFreeze } from '#shared/contracts/freezes/contract.ts';
import { withdraw } from '#shared/contracts/terminations/contract.ts';
import { bookForClient } from '#shared/personal-trainings/clients/contract.ts';
import { bookSlot } from '#shared/personal-trainings/slots/contract.ts';
import { cancelRegistration, register, swapRegistration } from '#shared/registrations/contract.ts';
import { applySchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { ask, call, centre, clock } = running;
const { scene } = personalTimes(running);

const codeOf = 'select code from clients where tenant_id = $1 and id = $2';

interface Pressed {
  readonly status: number;
  readonly error: string | undefined;
  readonly body: unknown;
}

const headers = { 'idempotency-key': 'one-press-of-one-button' };

/** Presses twice under one key: the second while the first, which has done its work, waits to keep its answer. */
async function pressedTwice(press: () => Promise<Pressed>) {
  return withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('lock table idempotency_keys in exclusive mode');
    const first = press();
    await untilWaiting(running.databaseUrl);
    const second = press();
    await untilWaiting(running.databaseUrl, 2);
    await owner.query('commit');
    return Promise.all([first, second]);
  });
}

const book = (actor: TestAccount, trainingId: number) =>
  call(register, { body: { trainingId, isWaitingAccepted: false } }, { actor, headers });

async function booked() {
  const home = await centre();
  const actor = await home.account();
  const training = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
  return { home, actor, id: await home.registration(training, actor.clientId, { place: 1 }) };
}

async function contracted() {
  const home = await centre();
  const actor = await home.account();
  const { contractId: id } = await makeContract(running, home, actor);
  return { home, actor, params: { id } };
}

describe('a call that is sent again while it is under way has the same answer', () => {
  const calls: Record<string, () => Promise<() => Promise<Pressed>>> = {
    'a booking': async () => {
      const home = await centre();
      const actor = await home.account();
      const { id } = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
      return () => book(actor, id);
    },
    'giving a place back': async () => {
      const { actor, id } = await booked();
      return () => call(cancelRegistration, { params: { id } }, { actor, headers });
    },
    'a swap': async () => {
      const { home, actor, id } = await booked();
      const { id: trainingId } = await home.training({ startsAt: '2026-09-17T15:00:00Z' });
      return () => call(swapRegistration, { params: { id }, body: { trainingId } }, { actor, headers });
    },
    'a trainer’s time': async () => {
      const { owner: actor, trainerId } = await scene();
      const body = { trainerId, startDateTime: tuesdayAtNine };
      return () => call(bookSlot, { body }, { actor, headers });
    },
    'a trainer’s time for a client': async () => {
      const { home, owner, trainer: actor } = await scene();
      const clientNumber = (await ask<{ code: string }>(codeOf, home.id, owner.clientId))[0]?.code ?? '';
      const body = { clientId: owner.clientId, clientNumber, startDateTime: tuesdayAtNine };
      return () => call(bookForClient, { body }, { actor, headers });
    },
    'a withdrawal': async () => {
      const { actor, params } = await contracted();
      return () => call(withdraw, { params }, { actor, headers });
    },
    'coming back from a freeze': async () => {
      const { home, actor, params } = await contracted();
      await call(freezeContract, { params, body: { from: '2026-09-20', until: '2026-10-03' } }, { actor });
      const [freeze] = await ask<{ id: number }>(
        'select id from contract_freezes where tenant_id = $1',
        home.id,
      );
      const body = { freezeId: freeze?.id ?? 0 };
      return () => call(returnFromFreeze, { params, body }, { actor, headers });
    },
    'a change of the timetable': async () => {
      const { home, admin: actor, plan } = await timetable(running);
      const { id: trainingId } = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
      const changes = { name: 'Pilates' };
      const command = { kind: 'edit', trainingId, scope: 'this', changes, overwrites: false } as const;
      const { planId } = (await plan(command)).body;
      return () => call(applySchedule, { body: { command, planId, isTold: false } }, { actor, headers });
    },
  };
  test.each(Object.entries(calls))('%s', async (_, furnish) => {
    const [first, second] = await pressedTwice(await furnish());
    expect([first.error, second.error]).toEqual([undefined, undefined]);
    expect(second.body).toEqual(first.body);
  });
});

test('a command that looks at nothing is answered once under its key as well', async () => {
  const { host } = await centre();
  const { server } = running;
  const { db, groups, events, tokens } = server.app.ports;
  const tenant = server.tenants.all().find((one) => one.host === host);
  if (!tenant) throw new Error('the centre is not known to the server');
  const press = (answer: string) =>
    makeCtx({
      ...{ db, groups, events, tenant, language: 'et', actor: { kind: 'visitor' } },
      ...{ now: clock.now(), requestId: 'test' },
      idempotency: { key: headers['idempotency-key'], requestHash: Buffer.from('asked'), vault: tokens },
    }).write(async ({ save }) => save(answer, []));
  expect([await press('first'), await press('second')]).toEqual(['first', 'first']);
});
