import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';

const testServer = withServer();
const { centre, call, ask } = testServer;
const asOwner = (text: string) => withOwner(testServer.databaseUrl, (owner) => owner.query(text));
const startsAt = '2026-09-15T15:00:00Z';

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });

/** Fails the next insert for a client, as a broken rule of the database would. */
async function refuseInserts(clientId: number): Promise<() => Promise<unknown>> {
  await asOwner(`create function refuse_insert() returns trigger language plpgsql as $$
    begin if new.client_id = ${clientId} then raise exception 'planted fault'; end if; return new; end $$`);
  await asOwner(
    'create trigger refuse_insert before insert on registrations for each row execute function refuse_insert()',
  );
  return () => asOwner('drop function refuse_insert cascade');
}

test('a call the database refuses harms none of those decided with it', async () => {
  const home = await centre();
  const actors = await Promise.all(Array.from({ length: 30 }, () => home.account()));
  const training = await home.training({ startsAt, maxPlaces: 40 });
  const unlucky = actors[17];
  const restore = await refuseInserts(unlucky?.clientId ?? 0);
  try {
    const answers = await Promise.all(actors.map((actor) => book(actor, training.id)));
    expect(answers.map(({ status }) => status)).toEqual(
      actors.map((actor) => (actor === unlucky ? 500 : 200)),
    );
  } finally {
    await restore();
  }
  const rows = await ask<{ place: number }>(
    'select place from registrations where training_id = $1 order by place',
    training.id,
  );
  expect(rows.map(({ place }) => place)).toEqual(Array.from({ length: 29 }, (_, index) => index + 1));
  expect(await book(unlucky as TestAccount, training.id)).toMatchObject({ status: 200 });
});

test('whoever presses while a place is free for those waiting is decided alone, in order', async () => {
  const home = await centre({ limits: { waitingListMax: 20, undoSeconds: 0 } });
  const [first, waiting, ...actors] = await Promise.all(Array.from({ length: 12 }, () => home.account()));
  const training = await home.training({ startsAt, maxPlaces: 1 });
  const other = await home.training({ startsAt, maxPlaces: 5 });
  if (!first || !waiting) throw new Error('nobody came');
  const { body: booked } = await book(first, training.id);
  await book(waiting, training.id);
  // Busy elsewhere at that time: the place that comes free passes over them.
  await book(waiting, other.id);
  await call(contract.cancelRegistration, { params: { id: booked.registrationId } }, { actor: first });
  const answers = await Promise.all(actors.map((actor) => book(actor, training.id)));
  const outcomes = answers.map(({ body }) => body.outcome);
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1);
  const positions = answers.flatMap(({ body }) =>
    body.outcome === 'waiting' ? body.placeInWaitingList : [],
  );
  expect(positions.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('who looks knows that more stand in line than one transaction takes', async () => {
  const home = await centre();
  const actors = await Promise.all(Array.from({ length: 200 }, () => home.account()));
  const training = await home.training({ startsAt, maxPlaces: 200 });
  const { groups } = testServer.server.app.ports;
  const answers = await withOwner(testServer.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select from trainings where id = $1 for update', [training.id]);
    expect(groups.isCrowded()).toBe(false);
    const all = Promise.all(actors.map((actor) => book(actor, training.id)));
    // Nobody gets past the lock: all but the first two groups stand in line.
    await expect.poll(() => groups.isCrowded()).toBe(true);
    await owner.query('commit');
    return all;
  });
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(groups.isCrowded()).toBe(false);
});

test('connections that break in the middle leave no booking half, lost or doubled', async () => {
  const home = await centre();
  const actors = await Promise.all(Array.from({ length: 200 }, () => home.account()));
  const trainings = await Promise.all(
    [0, 1, 2, 3].map((hour) => home.training({ startsAt: `2026-09-15T1${hour}:00:00Z`, maxPlaces: 60 })),
  );
  const answers = Promise.all(actors.map((actor, index) => book(actor, trainings[index % 4]?.id ?? 0)));
  for (let round = 0; round < 5; round += 1) {
    await asOwner(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'trenn_app' and datname = current_database()",
    );
  }
  const all = await answers;
  expect(all.filter(({ status, error }) => status !== 200 && error !== 'busyTryAgain')).toEqual([]);
  const answered = all.flatMap((answer) => (answer.status === 200 ? answer.body.registrationId : []));
  const rows = await ask<{ id: number; client: number }>(
    'select id, client_id as client from registrations where training_id = any($1)',
    trainings.map(({ id }) => id),
  );
  const stored = new Set(rows.map(({ id }) => id));
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
  expect(new Set(rows.map(({ client }) => client)).size).toBe(rows.length);
  const again = await Promise.all(actors.map((actor, index) => book(actor, trainings[index % 4]?.id ?? 0)));
  expect(again.every(({ status, error }) => status === 200 || error === 'alreadyRegistered')).toBe(true);
  const [{ wrong } = { wrong: -1 }] = await ask<{ wrong: number }>(
    `select count(*)::int as wrong from trainings t where t.id = any($1) and booked <>
      (select count(*) from registrations r where r.training_id = t.id and r.state = 'booked')`,
    trainings.map(({ id }) => id),
  );
  expect(wrong).toBe(0);
});
