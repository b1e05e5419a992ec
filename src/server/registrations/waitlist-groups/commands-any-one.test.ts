import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';
import * as staff from '#shared/registrations/staff-booking/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

/** 18:00 in Tallinn. */
const soon = '2026-09-15T15:00:00Z';
/** Near enough that a place is only offered. */
const threeHoursBefore = '2026-09-15T12:30:00Z';
/** The list stands still: whoever presses has what is free. */
const lastMinutes = '2026-09-15T14:40:00Z';
const twoDaysOn = '2026-09-17T15:00:00Z';

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });
const waitForAny = (actor: TestAccount, trainingIds: number[]) =>
  call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor });
const cancel = ({ actor, id }: { actor: TestAccount; id: number }) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });

/** A training with one place, and who holds it. */
async function taken(home: Centre, startsAt: string) {
  const training = await home.training({ startsAt, maxPlaces: 1 });
  const actor = await home.account();
  const { registrationId: id } = (await book(actor, training.id)).body;
  return { trainingId: training.id, actor, id };
}

/**
 * Somebody who waits for any one of two full trainings; somebody else waits behind them for the later one. The first
 * has its place free by then.
 */
async function grouped(at = lastMinutes) {
  clock.set('2026-09-14T09:00:00Z');
  const home = await centre({ limits: { undoSeconds: 0, sameDayMax: 5 } });
  const [first, second] = [await taken(home, soon), await taken(home, twoDaysOn)];
  const actor = await home.account();
  const both = [first.trainingId, second.trainingId];
  expect((await waitForAny(actor, both)).body).toMatchObject({ outcome: 'waiting', trainingIds: both });
  const behind = await home.account();
  await book(behind, second.trainingId);
  clock.set(at);
  expect((await cancel(first)).error).toBeUndefined();
  const statesOf = async ({ clientId }: TestAccount) =>
    (
      await ask<{ state: string }>(
        'select state from registrations where client_id = $1 order by id',
        clientId,
      )
    ).map(({ state }) => state);
  const own = await ask<{ id: number }>(
    'select id from registrations where client_id = $1 order by id',
    actor.clientId,
  );
  return { home, actor, behind, first, second, firstId: own[0]?.id ?? 0, statesOf };
}

type Grouped = Awaited<ReturnType<typeof grouped>>;

const putIn = async ({ home, actor, first }: Grouped) => {
  const request = { trainingId: first.trainingId, clientId: actor.clientId, isBeyondPlaces: false };
  const body = { ...request, isWithoutCover: false, reason: '' };
  return call(staff.bookForClient, { body }, { actor: await home.account({ role: 'admin' }) });
};

const ways: Record<string, { at?: string; take: (of: Grouped) => Promise<{ error?: string | undefined }> }> =
  {
    'pressed in the last minutes': { take: ({ actor, first }) => book(actor, first.trainingId) },
    'pressed for several at once': {
      take: async ({ home, actor, first }) => {
        const full = await taken(home, '2026-09-18T15:00:00Z');
        return waitForAny(actor, [first.trainingId, full.trainingId]);
      },
    },
    'given by staff': { take: putIn },
    'given by staff to whom it is offered': { at: threeHoursBefore, take: putIn },
    'an offer that is accepted': {
      at: threeHoursBefore,
      take: ({ actor, firstId }) =>
        call(contract.acceptOffer, { params: { id: firstId }, body: {} }, { actor }),
    },
    'an offer that is pressed': {
      at: threeHoursBefore,
      take: ({ actor, first }) => book(actor, first.trainingId),
    },
  };

describe('any one of these', () => {
  test.each(Object.entries(ways))('is one booking: %s', async (_, { at, take }) => {
    const of = await grouped(at);
    const { actor, behind, second, statesOf } = of;
    expect((await take(of)).error).toBeUndefined();
    expect(await statesOf(actor)).toEqual(['booked', 'left']);
    // The one behind is the first by now, and has the place that comes free, long after.
    const { body } = await call(
      contract.listRegistrations,
      { query: { period: 'upcoming' } },
      { actor: behind },
    );
    expect(body.items).toMatchObject([{ state: 'waiting', placeInWaitingList: 1 }]);
    expect(await ask('select waiting from trainings where id = $1', second.trainingId)).toEqual([
      { waiting: 1 },
    ]);
    clock.set('2026-09-17T06:00:00Z');
    await cancel(second);
    expect(await statesOf(behind)).toEqual(['booked']);
    expect(await statesOf(actor)).toEqual(['booked', 'left']);
  });

  test.each(['pressed', 'given by staff'] as const)('ends what is offered elsewhere too: %s', async (way) => {
    const of = await grouped();
    const { actor, behind, first, second, statesOf } = of;
    // Who needs three days of notice is only asked.
    await ask('update clients set notice_minutes = 4320 where id = $1 returning 1', actor.clientId);
    await cancel(second);
    expect(await statesOf(actor)).toEqual(['waiting', 'offered']);
    const answer = await (way === 'pressed' ? book(actor, first.trainingId) : putIn(of));
    expect(answer.error).toBeUndefined();
    expect(await statesOf(actor)).toEqual(['booked', 'declined']);
    // What was held for them goes on at once.
    await expect.poll(() => statesOf(behind), { timeout: 10_000, interval: 20 }).toEqual(['booked']);
  });

  test('holds nobody up who presses at the same moment in either training', async () => {
    clock.set('2026-09-14T09:00:00Z');
    const home = await centre({ limits: { undoSeconds: 0, sameDayMax: 5 } });
    // The later training is the first in the order of locks.
    const second = await taken(home, twoDaysOn);
    const first = await taken(home, soon);
    const people = await Promise.all([home.account(), home.account(), home.account()]);
    for (const actor of people) await waitForAny(actor, [first.trainingId, second.trainingId]);
    clock.set(lastMinutes);
    expect((await cancel(first)).error).toBeUndefined();
    const answers = await Promise.all([
      ...people.map((actor) => book(actor, first.trainingId)),
      cancel(second),
      ...people.map((actor) => book(actor, second.trainingId)),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const full = [first.trainingId, second.trainingId];
    const booked = await ask('select booked from trainings where id = any($1) order by id', full);
    expect(booked).toEqual([{ booked: 1 }, { booked: 1 }]);
  });
});
