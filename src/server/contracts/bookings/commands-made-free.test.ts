import { expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { withServer } from '#server/testing/server.ts';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import { freezeContract, previewFreeze } from '#shared/contracts/freezes/contract.ts';
import { blockContract } from '#shared/contracts/status/contract.ts';
import { terminateContract, withdraw } from '#shared/contracts/terminations/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { centre, call, ask, runJob } = running;
const means = billingMeans(running);

/** A place by a contract in a training of 20.09.2026, which the office may have made free since. */
async function scene(startsOn: string, isMadeFree: boolean) {
  const home = await centre();
  await means.configure(home, { contracts: { freeze: { minDays: 1, noticeDays: 0 }, noticeDays: 0 } });
  const [admin, actor] = [await home.account({ role: 'admin' }), await home.account()];
  const benefits = [Benefit.parse({ clientType: 'groupTraining', visits: 3 })];
  const { id } = await means.contract(home, { startsOn, clientId: actor.clientId, benefits });
  const { id: trainingId } = await home.training({ startsAt: '2026-09-20T15:00:00Z', payment: 'paid' });
  await call(register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
  if (isMadeFree) {
    const changes = { isPaid: false };
    const command = { kind: 'edit', trainingId, scope: 'this', overwrites: false, changes } as const;
    const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
    await call(applySchedule, { body: { command, planId } }, { actor: admin });
  }
  const state = async () => {
    await untilLookedAt(running, home);
    await runJob('lines');
    const [row] = await ask<{ state: string }>(
      'select state from registrations where training_id = $1',
      trainingId,
    );
    return row?.state;
  };
  return { admin, actor, params: { id }, state };
}

type Scene = Awaited<ReturnType<typeof scene>>;
const days = { from: '2026-09-18', until: '2026-09-25' };
const ends: readonly [string, string, (of: Scene) => Promise<{ readonly status: number }>][] = [
  [
    'is frozen over it',
    '2026-09-05',
    async ({ params, actor }) => call(freezeContract, { params, body: days }, { actor }),
  ],
  [
    'is blocked',
    '2026-09-05',
    ({ params, admin }) =>
      call(blockContract, { params, body: { reason: 'Asked', until: null } }, { actor: admin }),
  ],
  ['ends before it', '2026-08-17', ({ params, actor }) => call(terminateContract, { params }, { actor })],
  ['is withdrawn from', '2026-09-05', ({ params, actor }) => call(withdraw, { params }, { actor })],
];

test.each(ends)(
  'a training that was made free keeps its place where the contract %s',
  async (_, startsOn, end) => {
    const paid = await scene(startsOn, false);
    expect((await end(paid)).status).toBe(200);
    expect(await paid.state()).toBe('cancelledFree');
    const free = await scene(startsOn, true);
    expect((await end(free)).status).toBe(200);
    expect(await free.state()).toBe('booked');
  },
);

test('nor is it told to be lost before', async () => {
  const lost = async (isMadeFree: boolean) => {
    const { params, actor } = await scene('2026-09-05', isMadeFree);
    return (await call(previewFreeze, { params, body: days }, { actor })).body.bookings.length;
  };
  expect([await lost(false), await lost(true)]).toEqual([1, 0]);
});
