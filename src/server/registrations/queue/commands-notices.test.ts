import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';

const { centre, call, ask, clock } = withServer();
const startsAt = '2026-09-15T15:00:00Z';

interface Held {
  readonly actor: TestAccount;
  readonly id: number;
}

async function lineUp(waiting: number) {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const { id: trainingId } = await home.training({ startsAt, maxPlaces: 1, name: 'Yoga' });
  const all: Held[] = [];
  for (let index = 0; index <= waiting; index += 1) {
    const actor = await home.account({ language: 'en' });
    const body = { trainingId, isWaitingAccepted: true };
    all.push({ actor, id: (await call(contract.register, { body }, { actor })).body.registrationId });
  }
  const [holder, ...queue] = all as [Held, Held, ...Held[]];
  return { home, trainingId, holder, queue: queue as [Held, ...Held[]] };
}

const cancel = ({ actor, id }: Held) => call(contract.cancelRegistration, { params: { id } }, { actor });

/** Subjects of the mails somebody got, oldest first. */
const mailsTo = async ({ actor, id }: Held) =>
  (
    await ask<{ subject: string }>(
      `select subject from stand_in_mails where recipient = $1 and tenant_id =
        (select tenant_id from registrations where id = $2) order by id`,
      actor.email,
      id,
    )
  ).map(({ subject }) => subject);
const hears = (held: Held, subject: RegExp) =>
  expect.poll(() => mailsTo(held), { timeout: 15_000 }).toContainEqual(expect.stringMatching(subject));

test('whoever gets a place from the list hears it by mail within seconds, and nobody else does', async () => {
  const { holder, queue } = await lineUp(2);
  await cancel(holder);
  await hears(queue[0], /place is yours: Yoga/);
  expect(await mailsTo(queue[1] as Held)).toEqual([]);
});

test('an offer, its end, and the offer to the next', async () => {
  const { holder, queue, trainingId } = await lineUp(2);
  clock.set('2026-09-15T10:00:00Z');
  await cancel(holder);
  await hears(queue[0], /held for you: Yoga/);
  clock.set('2026-09-15T10:30:00Z');
  await ask("select graphile_worker.add_job('lines', '{}')");
  await hears(queue[0], /offer ran out: Yoga/);
  await hears(queue[1] as Held, /held for you: Yoga/);
  // Half of the hold is told later, by a job that waits for its moment.
  const [{ count } = { count: 0 }] = await ask<{ count: number }>(
    `select count(*)::int as count from queue_moves where training_id = $1 and kind in ('offered', 'expired')`,
    trainingId,
  );
  expect(count).toBe(3);
});

test('in the last minutes everybody waiting hears that a place is free', async () => {
  const { holder, queue } = await lineUp(2);
  clock.set('2026-09-15T14:30:00Z');
  await cancel(holder);
  for (const held of queue) await hears(held, /place is free: Yoga/);
});

test('passed over it is told why, once', async () => {
  const { home, holder, queue } = await lineUp(1);
  const other = await home.training({ startsAt: '2026-09-15T15:30:00Z' });
  const body = { trainingId: other.id, isWaitingAccepted: false };
  await call(contract.register, { body }, { actor: queue[0].actor });
  await cancel(holder);
  await hears(queue[0], /could not be given to you: Yoga/);
  await ask("select graphile_worker.add_job('lines', '{}')");
  await expect
    .poll(
      async () => (await ask("select 1 from graphile_worker.jobs where task_identifier = 'lines'")).length,
    )
    .toBe(0);
  expect((await mailsTo(queue[0])).filter((subject) => subject.includes('could not'))).toHaveLength(1);
});
