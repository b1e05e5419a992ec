import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import * as editing from '#server/testing/editing.ts';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { hurry } = noticeMeans(running);
// The queue goes by the machine's clock: far ahead of it, what is planned waits. It is 18:00 in Tallinn.
const startsAt = '2061-09-15T15:00:00Z';
const patience = { timeout: 12_000, interval: 25 };

interface Held {
  readonly actor: TestAccount;
  readonly id: number;
}

/** One place that is taken, and two who wait for it since the day before; `join` is one more. */
async function lineUp(undoSeconds: number, waiting = 2) {
  clock.set('2061-09-14T09:00:00Z');
  return lineUpAt(await centre({ limits: { undoSeconds } }), waiting);
}

async function lineUpAt(home: Centre, waiting: number) {
  const { id: trainingId } = await home.training({ startsAt, maxPlaces: 1, roomId: await home.room() });
  const body = { trainingId, isWaitingAccepted: true };
  const join = async (): Promise<Held> => {
    const actor = await home.account();
    return { actor, id: (await call(contract.register, { body }, { actor })).body.registrationId };
  };
  const holder = await join();
  for (let count = 0; count < waiting; count += 1) await join();
  const states = () =>
    ask<{ state: string }>('select state from registrations where training_id = $1 order by id', trainingId);
  /** Waits for the line's own job at a moment and lets it run then; the look through all lines finds it done. */
  const reach = async (moment: string) => {
    const planned = () =>
      ask(
        `select run_at from graphile_worker.jobs where task_identifier = 'line' and key = $1`,
        `line:${home.id}:${trainingId}:${moment}`,
      );
    await expect.poll(planned, patience).toEqual([{ run_at: moment }]);
    clock.set(moment);
    await hurry();
    await expect.poll(planned, patience).toEqual([]);
    return (await states()).map(({ state }) => state);
  };
  return { trainingId, holder, join, reach };
}

const cancel = ({ actor, id }: Held) => call(contract.cancelRegistration, { params: { id } }, { actor });

test('a place given back passes on in the very moment it can no longer be taken back', async () => {
  const { holder, join, reach } = await lineUp(60, 0);
  const { body } = await cancel(holder);
  // Who comes while it is kept for its owner waits as long; had they waited before, it had been theirs at once.
  for (let count = 0; count < 2; count += 1) await join();
  expect(body.undoUntil).toBe('2061-09-14T09:01:00Z');
  expect(await reach('2061-09-14T09:01:00Z')).toEqual(['cancelledFree', 'booked', 'waiting']);
});

test('an offer that nobody answers goes on to the next in the very moment its hold ends', async () => {
  const { holder, reach } = await lineUp(0);
  clock.set('2061-09-15T10:00:00Z');
  await cancel(holder);
  expect(await reach('2061-09-15T10:30:00Z')).toEqual(['cancelledFree', 'expired', 'offered']);
});

test('an offer whose training comes nearer ends in the very moment from which places go to whoever comes first', async () => {
  clock.set('2061-09-14T09:00:00Z');
  const { home, apply } = await editing.scene(running, { limits: { undoSeconds: 0 } });
  const { trainingId, holder, reach } = await lineUpAt(home, 2);
  clock.set('2061-09-15T10:00:00Z');
  await cancel(holder);
  const { applied } = await apply({ kind: 'edit', trainingId, scope: 'this', changes: { time: '13:45' } });
  expect(applied.status).toBe(200);
  expect(await reach('2061-09-15T10:15:00Z')).toEqual(['cancelledFree', 'expired', 'waiting']);
});
