import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { at, book, type Command, scene } from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import { keepRegistration } from '#shared/registrations/choosing/contract.ts';
import { listRegistrations } from '#shared/registrations/contract.ts';

const running = withServer();
const { ask, call, clock } = running;

const ended = ['releasing', 'cancelledLate', 'cancelledFree', 'left'];

/** A registration as it has become, past the rules; what was given back may be of another time than its training's. */
async function has(
  home: Centre,
  training: TestTraining,
  clientId: number,
  state: string,
  { place = 1, startsAt = training.startsAt }: { place?: number; startsAt?: string } = {},
): Promise<number> {
  const isPlace = ['booked', 'offered', 'releasing'].includes(state);
  const id = await home.registration(training, clientId, isPlace ? { place } : {});
  await ask(
    `update registrations set state = $2, starts_at = $5, place = $3, ended_at = case when $4 then $6::timestamptz end,
       held_until = case $2 when 'offered' then '2026-09-15T12:00:00Z' when 'releasing' then $6::timestamptz + interval '1 minute' end
     where id = $1 returning 1`,
    ...[id, state, isPlace ? place : null, ended.includes(state), startsAt, clock.now()],
  );
  return id;
}

/** What people have by training. */
const statesOf = async (clientId: number) =>
  Object.fromEntries(
    (
      await ask<{ name: string; state: string }>(
        `select t.name, r.state from registrations r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
         where r.client_id = $1`,
        clientId,
      )
    ).map(({ name, state }) => [name, state]),
  );

const change = (training: { id: number }, changes: object) =>
  ({ kind: 'edit', trainingId: training.id, scope: 'this', changes }) as Command;

describe('people of a training that is moved from 18:00 to 20:00', () => {
  async function crowd() {
    const { home, apply, undo } = await scene(running);
    const on = (time: string, name: string, minutes = 30) =>
      home.training({ startsAt: `2026-09-15T${time}:00Z`, minutes, name });
    const yoga = await on('15:00', 'Yoga', 60);
    const [before, after] = [await on('16:30', 'Before'), await on('18:00', 'After')];
    const [pilates, late] = [await on('17:15', 'Pilates'), await on('17:30', 'Late')];
    const stretching = await on('17:00', 'Stretching');
    const [boxing, swimming] = [await on('10:00', 'Boxing', 60), await on('12:30', 'Swimming')];
    const people = {
      meets: await home.account(),
      asked: await home.account(),
      early: await home.account(),
      beside: await home.account(),
      waits: await home.account(),
      queued: await home.account(),
      elsewhere: await home.account(),
    };
    const { meets, asked, early, beside, waits, queued, elsewhere } = people;
    const ids: Record<string, number> = {};
    for (const [index, { clientId }] of [meets, asked, early, beside, waits].entries())
      ids[clientId] = await has(home, yoga, clientId, 'booked', { place: index + 1 });
    await has(home, yoga, queued.clientId, 'waiting');
    await has(home, pilates, await home.client(), 'booked');
    await has(home, pilates, meets.clientId, 'booked', { place: 2 });
    for (const training of [before, after])
      for (const [place, { clientId }] of [meets, beside].entries())
        await has(home, training, clientId, 'booked', { place: place + 1 });
    await has(home, late, meets.clientId, 'waiting');
    const offer = await has(home, late, asked.clientId, 'offered');
    await has(home, late, waits.clientId, 'waiting');
    await has(home, late, queued.clientId, 'booked', { place: 2 });
    await has(home, pilates, waits.clientId, 'cancelledFree');
    const stretched = await has(home, stretching, early.clientId, 'booked');
    const boxed = await has(home, boxing, elsewhere.clientId, 'booked');
    await has(home, swimming, elsewhere.clientId, 'booked');
    await apply(change(boxing, { time: '15:00' }));
    const { planned, answer } = await apply(change(yoga, { time: '20:00' }));
    const clashes = async () => {
      const of = async (actor: TestAccount) =>
        (await call(listRegistrations, { query: { limit: 50 } }, { actor })).body.items.flatMap(
          ({ trainingName, clash }) =>
            clash ? [`${trainingName} meets ${clash.name}, ${clash.chooseUntil}`] : [],
        );
      const all = Object.entries(people).map(async ([who, actor]) => [who, await of(actor)]);
      return Object.fromEntries((await Promise.all(all)).filter(([, list]) => list?.length));
    };
    const keep = async (actor: TestAccount, id = ids[actor.clientId] ?? 0) =>
      (await call(keepRegistration, { params: { id } }, { actor })).error;
    return {
      ...{ people, planned, clashes, keep, apply, offer, stretched, boxed, yoga, pilates },
      takeBack: () => undo(answer?.changeId ?? 0),
    };
  }

  test('choose where they have or are offered something else at that very time, as long as it is at that time', async () => {
    const { planned, clashes, apply, pilates, yoga } = await crowd();
    expect(planned.body.choosing).toBe(3);
    const elsewhere = ['Boxing meets Swimming, 2026-09-15T09:00:00Z'];
    const [meets, asked, early] = ['Pilates', 'Late', 'Stretching'].map((name) => [
      `Yoga meets ${name}, 2026-09-15T14:00:00Z`,
    ]);
    expect(await clashes()).toEqual({ meets, asked, early, elsewhere });
    // Whoever has to choose since before has no longer for it.
    clock.advance({ hours: 1 });
    await apply(change(pilates, { time: '09:00' }));
    expect(await clashes()).toEqual({ asked, early, elsewhere });
    await apply(change(yoga, { date: '2026-09-16' }));
    expect(await clashes()).toEqual({ elsewhere });
  });

  test('give back what meets the one they keep and nothing else, and have it again where the move is taken back', async () => {
    const { people, keep, takeBack, offer, stretched, boxed } = await crowd();
    const { meets, asked, early, beside, elsewhere } = people;
    // What is only offered is not kept.
    expect(await keep(asked, offer)).toBe('registrationNotFound');
    expect(await keep(beside)).toBe('registrationNotFound');
    expect(await keep(asked)).toBeUndefined();
    expect(await keep(meets)).toBeUndefined();
    expect(await keep(early, stretched)).toBeUndefined();
    expect(await keep(elsewhere, boxed)).toBeUndefined();
    const all = async () => ({
      meets: await statesOf(meets.clientId),
      asked: await statesOf(asked.clientId),
      early: await statesOf(early.clientId),
      elsewhere: await statesOf(elsewhere.clientId),
    });
    const kept = { Yoga: 'booked', Before: 'booked', After: 'booked', Late: 'waiting' };
    const given = {
      asked: { Yoga: 'booked', Late: 'declined' },
      elsewhere: { Boxing: 'booked', Swimming: 'cancelledFree' },
    };
    expect(await all()).toEqual({
      ...given,
      meets: { ...kept, Pilates: 'cancelledFree' },
      early: { Yoga: 'cancelledFree', Stretching: 'booked' },
    });
    expect((await takeBack()).body.lost).toBe(0);
    expect(await all()).toEqual({
      ...given,
      meets: { ...kept, Pilates: 'booked' },
      early: { Yoga: 'booked', Stretching: 'booked' },
    });
  });
});

test('who is in two trainings that come to meet by one change is counted among those who choose', async () => {
  const { home, weekly, plan, apply, trainings } = await scene(running);
  await weekly('2026-09-28');
  const [one, two] = [at(await trainings(), 0), at(await trainings(), 1)];
  const roomIds = [await home.room()];
  await apply(change(two, { date: '2026-09-21', time: '20:00', roomIds }));
  const [first, second] = [at(await trainings(), 0), at(await trainings(), 1)];
  const both = await home.client();
  for (const training of [first, second]) {
    await book(running, home, training, both, 1);
    await book(running, home, training, await home.client(), 2);
  }
  const choosing = async (duration: number) => {
    const changes = { duration };
    const command = { kind: 'edit', trainingId: one.id, changes, scope: 'future' } as Command;
    const { counts, choosing: people } = (await plan(command)).body;
    return [counts.moved, people];
  };
  expect(await choosing(120)).toEqual([2, 0]);
  expect(await choosing(150)).toEqual([2, 1]);
});

/** Some of each kind in one training, and the same in another; three were given back late, two of them when it had begun. */
async function everybody() {
  const { home, apply, undo } = await scene(running);
  // Full: whoever waits is not given a place meanwhile.
  const on = (startsAt: string, name: string) => home.training({ startsAt, name, maxPlaces: 3 });
  const [training, other] = [
    await on('2026-09-15T15:00:00Z', 'Yoga'),
    await on('2026-09-16T15:00:00Z', 'Other'),
  ];
  const people: Record<string, number> = {};
  const join = async (who: string, state: string, startsAt?: string) => {
    const clientId = await home.client();
    const place = Object.keys(people).length + 1;
    for (const one of [training, other])
      await has(home, one, clientId, state, { place, ...(startsAt !== undefined && { startsAt }) });
    people[who] = clientId;
  };
  for (const state of ['booked', 'offered', 'releasing', 'waiting', 'cancelledFree', 'left'])
    await join(state, state);
  await join('late', 'cancelledLate');
  await join('late for what begins now', 'cancelledLate', clock.now());
  await join('late for what has begun', 'cancelledLate', '2026-09-14T08:00:00Z');
  const states = async () => {
    const rows = await Promise.all(
      Object.entries(people).map(async ([who, clientId]) => [who, await statesOf(clientId)] as const),
    );
    for (const [, { Other }] of rows) expect(Other).toBeDefined();
    const of = (name: 'Yoga' | 'Other') => Object.fromEntries(rows.map(([who, has]) => [who, has[name]]));
    return { yoga: of('Yoga'), other: of('Other') };
  };
  return { training, apply, undo, states };
}

test.each<[string, Command, Record<string, string>]>([
  [
    'is called off',
    { kind: 'cancel', trainingId: 0, scope: 'this', reason: 'Flood' },
    {
      ...{ booked: 'cancelledByCentre', offered: 'closed', releasing: 'cancelledFree', waiting: 'closed' },
      late: 'cancelledByCentre',
    },
  ],
  ['is moved', change({ id: 0 }, { time: '20:00' }), { late: 'cancelledFree' }],
])('of a training that %s, what becomes of each is theirs alone', async (_, command, became) => {
  const { training, apply, states } = await everybody();
  const { yoga: before, other } = await states();
  expect((await apply({ ...command, trainingId: training.id } as Command)).applied.error).toBeUndefined();
  expect(await states()).toEqual({ yoga: { ...before, ...became }, other });
});

test('a place of a training held again is had again beside what one has right before and after it, not at its time', async () => {
  const { home, apply, undo } = await scene(running);
  const on = (time: string, name: string, minutes = 60) =>
    home.training({ startsAt: `2026-09-15T${time}:00Z`, minutes, name });
  const yoga = await on('15:00', 'Yoga');
  const [next, asked, waits] = [await home.client(), await home.client(), await home.client()];
  for (const [index, clientId] of [next, asked, waits].entries())
    await has(home, yoga, clientId, 'booked', { place: index + 1 });
  const { answer } = await apply({ kind: 'cancel', trainingId: yoga.id, scope: 'this', reason: '' });
  for (const training of [await on('14:00', 'Before'), await on('16:00', 'After')])
    await has(home, training, next, 'booked');
  const meanwhile = await on('15:30', 'Meanwhile');
  await has(home, meanwhile, asked, 'offered');
  await has(home, meanwhile, waits, 'waiting');
  expect((await undo(answer?.changeId ?? 0)).body.lost).toBe(1);
  expect([await statesOf(next), await statesOf(asked), await statesOf(waits)]).toEqual([
    { Yoga: 'booked', Before: 'booked', After: 'booked' },
    { Yoga: 'cancelledByCentre', Meanwhile: 'offered' },
    { Yoga: 'booked', Meanwhile: 'waiting' },
  ]);
});

test('of two held again one right after the other nobody has to choose, whichever they booked first', async () => {
  const { home, apply, undo } = await scene(running);
  const on = (time: string, name: string) =>
    home.training({ startsAt: `2026-09-15T${time}:00Z`, minutes: 60, name });
  const [yoga, boxing] = [await on('15:00', 'Yoga'), await on('16:00', 'Boxing')];
  const [early, late] = [await home.account(), await home.account()];
  await has(home, yoga, early.clientId, 'booked');
  for (const [place, { clientId }] of [early, late].entries())
    await has(home, boxing, clientId, 'booked', { place: place + 1 });
  await has(home, yoga, late.clientId, 'booked', { place: 2 });
  const date = '2026-09-15';
  const { answer } = await apply({ kind: 'close', clubId: null, from: date, until: date, name: 'Flood' });
  expect(await statesOf(early.clientId)).toEqual({ Yoga: 'cancelledByCentre', Boxing: 'cancelledByCentre' });
  expect((await undo(answer?.changeId ?? 0)).body.lost).toBe(0);
  const clashes = async (actor: TestAccount) =>
    (await call(listRegistrations, { query: { limit: 50 } }, { actor })).body.items.map(
      ({ trainingName, state, clash }) => [trainingName, state, clash?.name],
    );
  const both = [
    ['Yoga', 'booked', undefined],
    ['Boxing', 'booked', undefined],
  ];
  expect([await clashes(early), await clashes(late)]).toEqual([both, both]);
});

test('until when a place is free to give back is as before the change for who has just given it back, too', async () => {
  const { home, apply, undo } = await scene(running);
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  clock.set('2026-09-15T07:00:00Z');
  await has(home, training, await home.client(), 'booked');
  await has(home, training, await home.client(), 'releasing', { place: 2 });
  const free = () =>
    ask(
      'select state, free_until as until from registrations where training_id = $1 order by id',
      training.id,
    );
  const { answer } = await apply(change(training, { roomIds: [await home.room()] }));
  expect(await free()).toEqual([
    { state: 'booked', until: '2026-09-15T15:00:00Z' },
    { state: 'releasing', until: '2026-09-15T15:00:00Z' },
  ]);
  expect((await undo(answer?.changeId ?? 0)).status).toBe(200);
  expect(await free()).toEqual([
    { state: 'booked', until: '2026-09-15T12:00:00Z' },
    { state: 'releasing', until: '2026-09-15T12:00:00Z' },
  ]);
});
