import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import { changeNoticeChoices } from '#shared/messages/notices/contract.ts';
import { defaultChoices, type NoticeKind } from '#shared/messages/notices/domain.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { hurry } = noticeMeans(running);
const startsAt = '2026-09-15T15:00:00Z';

interface Held {
  readonly actor: TestAccount;
  readonly id: number;
}

/** `byMail`: what all of them want to hear by mail too. */
async function lineUp(waiting: number, byMail: readonly NoticeKind[] = [], at = startsAt) {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const { id: trainingId } = await home.training({ startsAt: at, maxPlaces: 1, name: 'Yoga' });
  const all: Held[] = [];
  for (let index = 0; index <= waiting; index += 1) {
    const actor = await home.account({ language: 'en' });
    const more = byMail.map((kind) => [kind, { ...defaultChoices[kind], mail: true }] as const);
    const choices = { ...defaultChoices, ...Object.fromEntries(more) };
    if (more.length > 0) await call(changeNoticeChoices, { body: { choices } }, { actor });
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

/** Lets the job that looks through the lines run. */
const sweep = () => ask("select graphile_worker.add_job('lines', '{}')");

test('whoever joins the list hears it, and who has a place does not', async () => {
  const { holder, queue } = await lineUp(1, ['joined']);
  await hears(queue[0], /On the waiting list: Yoga/);
  expect(await mailsTo(holder)).toEqual([]);
});

test('when the training starts, those who got nothing hear it, and nobody else', async () => {
  const { holder, queue } = await lineUp(2, ['closed']);
  await cancel(queue[1] as Held);
  clock.set(startsAt);
  await sweep();
  await hears(queue[0], /No place this time: Yoga/);
  for (const held of [holder, queue[1] as Held]) expect(await mailsTo(held)).toEqual([]);
});

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
  await sweep();
  await hears(queue[0], /offer ran out: Yoga/);
  await hears(queue[1] as Held, /held for you: Yoga/);
  const [{ count } = { count: 0 }] = await ask<{ count: number }>(
    `select count(*)::int as count from queue_moves where training_id = $1 and kind in ('offered', 'expired')`,
    trainingId,
  );
  expect(count).toBe(3);
});

test('half of the hold left: told again at that moment while the offer is open, not once it is answered', async () => {
  // The queue goes by the machine's clock: far ahead of it, what is planned waits.
  const start = '2061-09-15T15:00:00Z';
  clock.set('2061-09-14T09:00:00Z');
  const asked = await lineUp(1, ['halfOfHold'], start);
  const answered = await lineUp(1, ['halfOfHold'], start);
  clock.set('2061-09-15T10:00:00Z');
  await cancel(asked.holder);
  await cancel(answered.holder);
  for (const { queue } of [asked, answered]) await hears(queue[0], /held for you: Yoga/);
  const planned = `select run_at from graphile_worker.jobs where task_identifier = 'notice'
    and key like 'notice:%:halfOfHold:' || $1 || ':%'`;
  for (const { queue } of [asked, answered]) {
    const [job, ...more] = await ask<{ run_at: string }>(planned, queue[0].id);
    // Of half an hour, the lengths of holds being what they are five hours before the start.
    expect(job?.run_at).toBe('2061-09-15T10:15:00Z');
    expect(more).toEqual([]);
  }
  const taken = { params: { id: answered.queue[0].id }, body: {} };
  expect((await call(contract.acceptOffer, taken, { actor: answered.queue[0].actor })).status).toBe(200);
  clock.set('2061-09-15T10:15:00Z');
  await hurry();
  await hears(asked.queue[0], /Still held for you: Yoga/);
  await expect.poll(() => ask(planned, answered.queue[0].id), { timeout: 15_000 }).toEqual([]);
  expect(await mailsTo(answered.queue[0])).not.toContainEqual(expect.stringContaining('Still held'));
});

test('in the last minutes everybody waiting hears that a place is free', async () => {
  const { holder, queue } = await lineUp(2);
  clock.set('2026-09-15T14:30:00Z');
  await cancel(holder);
  for (const held of queue) await hears(held, /place is free: Yoga/);
});

test('in the last minutes whoever frees a place, everybody waiting hears of it, once', async () => {
  const { home, trainingId, queue } = await lineUp(2);
  clock.set('2026-09-15T14:30:00Z');
  await ask('update trainings set max_places = 2 where id = $1 returning 1', trainingId);
  for (const held of queue) await hears(held, /place is free: Yoga/);
  // Somebody who comes and goes frees nothing.
  await call(
    contract.register,
    { body: { trainingId, isWaitingAccepted: true } },
    { actor: await home.account() },
  );
  await sweep();
  await expect
    .poll(async () => (await ask('select 1 from graphile_worker.jobs where run_at <= now()')).length)
    .toBe(0);
  for (const held of queue) expect(await mailsTo(held)).toHaveLength(1);
});

test('passed over it is told why, once', async () => {
  const { home, holder, queue } = await lineUp(1);
  const other = await home.training({ startsAt: '2026-09-15T15:30:00Z' });
  const body = { trainingId: other.id, isWaitingAccepted: false };
  await call(contract.register, { body }, { actor: queue[0].actor });
  await cancel(holder);
  await hears(queue[0], /could not be given to you: Yoga/);
  await sweep();
  await expect
    .poll(
      async () => (await ask("select 1 from graphile_worker.jobs where task_identifier = 'lines'")).length,
    )
    .toBe(0);
  expect((await mailsTo(queue[0])).filter((subject) => subject.includes('could not'))).toHaveLength(1);
});
