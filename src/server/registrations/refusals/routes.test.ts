import { describe, expect, test } from 'vitest';
import type { Centre, CentreParts, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import {
  cancelRegistration,
  previewRegistration,
  register,
  registrationErrors,
} from '#shared/registrations/contract.ts';
import { findAlternatives, findPublicAlternatives } from '#shared/registrations/refusals/contract.ts';

const { centre, call, ask, clock } = withServer();
/** 18:00 in Tallinn, the day after the tests' now. */
const startsAt = '2026-09-15T15:00:00Z';

const book = (actor: TestAccount, trainingId: number, isWaitingAccepted = false) =>
  call(register, { body: { trainingId, isWaitingAccepted } }, { actor });
const giveBack = (actor: TestAccount, id: number) => call(cancelRegistration, { params: { id } }, { actor });
const preview = (actor: TestAccount, trainingId: number) =>
  call(previewRegistration, { params: { trainingId } }, { actor });
const instead = (actor: TestAccount, trainingId: number) =>
  call(findAlternatives, { params: { trainingId } }, { actor });

interface Stage {
  readonly home: Centre;
  readonly actor: TestAccount;
  readonly styleId: number;
  /** Refused with the code under test. */
  readonly trainingId: number;
}

interface Case {
  readonly code: string;
  readonly refusal: { rule: string; value: number | null; until: string | null };
  /** How many of the trainings of `furnish` can be booked instead. */
  readonly alternatives: number;
  readonly parts?: CentreParts;
  /** Brings about the refusal; gives the training that is refused. */
  readonly arrange: (stage: Omit<Stage, 'trainingId'>) => Promise<number>;
  readonly inTheWay?: number;
}

/** Trainings around the wanted one: some to be booked, and one of each kind that is refused. */
async function furnish(home: Centre, styleId: number): Promise<void> {
  const at = (day: number, hour = 15) => `2026-09-${day}T${String(hour).padStart(2, '0')}:00:00Z`;
  await home.training({ startsAt: at(16), styleId });
  await home.training({ startsAt: at(17), styleId });
  await home.training({ startsAt: at(18) });
  await home.training({ startsAt: at(18, 5), styleId });
  await home.training({ startsAt: at(16, 16), styleId, isCancelled: true });
  await home.training({ startsAt: at(16, 17), styleId, isClosed: true });
  await home.training({ startsAt: at(17, 17), styleId, isPublic: false });
  await home.training({ startsAt: at(19), styleId, maxPlaces: 0 });
  await home.training({ startsAt: '2026-09-14T09:05:00Z', styleId });
  await home.training({ startsAt: '2026-10-20T15:00:00Z', styleId });
}

async function booked(stage: Omit<Stage, 'trainingId'>, starts: string, styleId?: number): Promise<void> {
  const training = await stage.home.training({ startsAt: starts, ...(styleId && { styleId }) });
  const { body } = await book(stage.actor, training.id);
  expect(body.outcome).toBe('booked');
}

const cases: Case[] = [
  {
    code: 'trainingCancelled',
    refusal: { rule: 'trainingTakesPlace', value: null, until: null },
    alternatives: 3,
    arrange: async ({ home, styleId }) => (await home.training({ startsAt, styleId, isCancelled: true })).id,
  },
  // shows: message-registering-not-allowed, booking-closed
  {
    code: 'registeringNotAllowed',
    refusal: { rule: 'centreTakesBookings', value: null, until: null },
    alternatives: 3,
    arrange: async ({ home, styleId }) => (await home.training({ startsAt, styleId, isClosed: true })).id,
  },
  // shows: message-registering-not-allowed
  {
    code: 'registeringNotAllowed',
    refusal: { rule: 'clientMayBook', value: null, until: null },
    alternatives: 0,
    arrange: async ({ home, styleId, actor }) => {
      await ask('update clients set is_blocked = true where id = $1', actor.clientId);
      return (await home.training({ startsAt, styleId })).id;
    },
  },
  {
    code: 'bookingBanned',
    refusal: { rule: 'strikesMax', value: 3, until: '2026-09-15T13:00:00Z' },
    alternatives: 0,
    arrange: async ({ home, styleId, actor }) => {
      await ask("update clients set banned_until = '2026-09-30T15:00:00Z' where id = $1", actor.clientId);
      return (await home.training({ startsAt, styleId })).id;
    },
  },
  {
    code: 'bookingClosed',
    refusal: { rule: 'bookingClosesMinutesBefore', value: 15, until: null },
    alternatives: 3,
    arrange: async ({ home, styleId }) =>
      (await home.training({ startsAt: '2026-09-14T09:10:00Z', styleId })).id,
  },
  {
    code: 'bookingNotOpen',
    refusal: { rule: 'bookingOpensDaysBefore', value: 4, until: '2026-09-15T15:00:00Z' },
    alternatives: 3,
    parts: { limits: { bookingOpensDaysBefore: 4 } },
    arrange: async ({ home, styleId }) =>
      (await home.training({ startsAt: '2026-09-19T15:00:00Z', styleId })).id,
  },
  // shows: message-already-registered
  {
    code: 'alreadyRegistered',
    refusal: { rule: 'onePlaceEach', value: 1, until: null },
    alternatives: 0,
    inTheWay: 1,
    arrange: async ({ home, styleId, actor }) => {
      const training = await home.training({ startsAt, styleId });
      await book(actor, training.id);
      return training.id;
    },
  },
  {
    code: 'alreadyRegistered',
    refusal: { rule: 'onePlaceEach', value: 1, until: null },
    alternatives: 0,
    inTheWay: 1,
    arrange: async ({ home, styleId, actor }) => {
      const training = await home.training({ startsAt, styleId, maxPlaces: 1 });
      await home.registration(training, await home.client(), { place: 1 });
      await home.registration(training, actor.clientId);
      return training.id;
    },
  },
  {
    code: 'overlappingTraining',
    refusal: { rule: 'oneAtATime', value: 1, until: null },
    alternatives: 3,
    inTheWay: 1,
    arrange: async (stage) => {
      await booked(stage, '2026-09-15T15:30:00Z');
      return (await stage.home.training({ startsAt, styleId: stage.styleId })).id;
    },
  },
  // shows: message-same-style-limit
  {
    code: 'sameStyleLimitExceeded',
    refusal: { rule: 'sameStylePerDateMax', value: 1, until: null },
    alternatives: 3,
    inTheWay: 1,
    arrange: async (stage) => {
      await booked(stage, '2026-09-15T05:00:00Z', stage.styleId);
      return (await stage.home.training({ startsAt, styleId: stage.styleId })).id;
    },
  },
  // shows: message-same-day-limit
  {
    code: 'sameDayLimitExceeded',
    refusal: { rule: 'sameDayMax', value: 2, until: null },
    alternatives: 3,
    inTheWay: 2,
    parts: { limits: { sameDayMax: 2 } },
    arrange: async (stage) => {
      await booked(stage, '2026-09-15T05:00:00Z');
      await booked(stage, '2026-09-15T08:00:00Z');
      return (await stage.home.training({ startsAt, styleId: stage.styleId })).id;
    },
  },
  // shows: message-registering-limit
  {
    code: 'registeringLimitExceeded',
    refusal: { rule: 'upcomingMax', value: 2, until: '2026-09-14T15:00:00Z' },
    alternatives: 0,
    inTheWay: 2,
    parts: { limits: { upcomingMax: 2 } },
    arrange: async (stage) => {
      await booked(stage, '2026-09-16T05:00:00Z');
      await booked(stage, '2026-09-14T15:00:00Z');
      return (await stage.home.training({ startsAt, styleId: stage.styleId })).id;
    },
  },
  // shows: message-no-free-places
  {
    code: 'noFreePlaces',
    refusal: { rule: 'maxPlaces', value: 1, until: null },
    alternatives: 3,
    arrange: async ({ home, styleId }) => {
      const training = await home.training({ startsAt, styleId, maxPlaces: 1 });
      await book(await home.account(), training.id);
      return training.id;
    },
  },
  {
    code: 'coverNeeded',
    refusal: { rule: 'covered', value: null, until: null },
    alternatives: 3,
    arrange: async ({ home, styleId }) => (await home.training({ startsAt, styleId, payment: 'paid' })).id,
  },
];

async function stage({ parts, arrange }: Case): Promise<Stage> {
  const home = await centre(parts);
  const actor = await home.account();
  const styleId = await home.style();
  await furnish(home, styleId);
  return { home, actor, styleId, trainingId: await arrange({ home, actor, styleId }) };
}

describe.each(cases.map((one) => [one.code, one.refusal.rule, one] as const))('%s by %s', (code, _, one) => {
  test('says why, until when, what stands in the way, and only what can be booked', async () => {
    const { actor, trainingId } = await stage(one);
    expect((await book(actor, trainingId)).error).toBe(code);
    const { body } = await instead(actor, trainingId);
    expect(body.refusal).toMatchObject({ error: code, ...one.refusal });
    expect(body.inTheWay).toHaveLength(one.inTheWay ?? 0);
    expect(body.alternatives).toHaveLength(one.alternatives);
    // One after the other: a limit may allow one of them only.
    for (const { id, booking } of body.alternatives) {
      const done = await book(actor, id);
      expect(done.body).toMatchObject(booking);
      await giveBack(actor, done.body.registrationId);
    }
  });

  test('is foretold with the same rule and end', async () => {
    const { actor, trainingId } = await stage(one);
    const { body } = await preview(actor, trainingId);
    if (code === 'noFreePlaces') expect(body).toMatchObject({ outcome: 'waiting' });
    else expect(body).toMatchObject({ outcome: 'refused', error: code, ...one.refusal });
  });

  if (one.refusal.until) {
    test('ends at the instant it names, and not a second before', async () => {
      const { actor, trainingId } = await stage(one);
      const { until } = (await instead(actor, trainingId)).body.refusal ?? {};
      const end = Temporal.Instant.from(until ?? '');
      clock.set(end.subtract({ seconds: 1 }).toString());
      expect((await book(actor, trainingId)).error).toBe(code);
      clock.set(end.toString());
      expect((await book(actor, trainingId)).body.outcome).toBe('booked');
    });
  }
});

test('every refusal of booking has its case', () => {
  const found = new Set([...cases.map(({ code }) => code), 'trainingNotFound']);
  expect([...found].toSorted()).toEqual([...registrationErrors].toSorted());
});

// shows: message-training-not-found
test('a training that does not exist has nothing instead', async () => {
  const home = await centre();
  const actor = await home.account();
  expect((await book(actor, 2_000_000_000)).error).toBe('trainingNotFound');
  expect(await instead(actor, 2_000_000_000)).toMatchObject({ status: 404, error: 'trainingNotFound' });
});

test('what goes well is not refused', async () => {
  const home = await centre();
  const { id } = await home.training({ startsAt });
  await home.training({ startsAt: '2026-09-16T15:00:00Z' });
  const { body } = await instead(await home.account(), id);
  expect(body).toEqual({ refusal: null, waiting: null, inTheWay: [], alternatives: [] });
});

test('waiting here is offered while the list has room, and whoever may not train is not offered it', async () => {
  const home = await centre({ limits: { waitingListMax: 1 } });
  const full = await home.training({ startsAt, maxPlaces: 1 });
  const listless = await home.training({ startsAt, maxPlaces: 1, isWaitingListAllowed: false });
  const busy = await home.account();
  await book(busy, full.id);
  await book(await home.account(), listless.id);
  const actor = await home.account();
  const waiting = async (someone: TestAccount, id: number) => (await instead(someone, id)).body.waiting;
  expect(await waiting(actor, full.id)).toEqual({
    outcome: 'waiting',
    placeInWaitingList: 1,
    listMovesUntil: '2026-09-15T14:30:00Z',
  });
  expect(await waiting(busy, listless.id)).toBeNull();
  expect(await waiting(actor, listless.id)).toBeNull();
  await book(await home.account(), full.id, true);
  expect(await waiting(actor, full.id)).toBeNull();
});

test('a training with somebody waiting, at a taken time or of another kind comes not or later', async () => {
  const home = await centre();
  const styleId = await home.style();
  const otherClub = await home.club();
  const at = (day: number, hour: number, parts: { styleId?: number; clubId?: number } = {}) =>
    home.training({ startsAt: `2026-09-${day}T${hour}:00:00Z`, ...parts });
  const full = await home.training({ startsAt, styleId, maxPlaces: 1 });
  await book(await home.account(), full.id);
  // Freed by a capacity raised later: a place, and somebody who waits for it.
  const queued = await home.training({ startsAt: '2026-09-16T14:00:00Z', styleId });
  await home.registration(queued, await home.client());
  const sameTime = await at(18, 15, { styleId });
  const otherTime = await at(16, 10, { styleId });
  const near = await at(16, 15);
  const away = await at(16, 15, { clubId: otherClub });
  const actor = await home.account();
  const ids = async () => (await instead(actor, full.id)).body.alternatives.map(({ id }) => id);
  expect(await ids()).toEqual([sameTime.id, otherTime.id, near.id]);
  await book(actor, (await at(18, 15)).id);
  expect(await ids()).toEqual([otherTime.id, near.id, away.id]);
});

test('a visitor is told by the rules of the training, of public ones alone', async () => {
  const home = await centre();
  const ask = (trainingId: number) =>
    call(findPublicAlternatives, { params: { trainingId } }, { host: home.host });
  const full = await home.training({ startsAt, maxPlaces: 0 });
  const hidden = await home.training({ startsAt, maxPlaces: 0, isPublic: false });
  const other = await home.training({ startsAt: '2026-09-16T15:00:00Z', name: 'Ringtreening' });
  const { body } = await ask(full.id);
  expect(body).toMatchObject({
    refusal: { error: 'noFreePlaces', rule: 'maxPlaces', value: 0, until: null },
    inTheWay: [],
    alternatives: [
      {
        id: other.id,
        name: 'Ringtreening',
        date: '2026-09-16',
        time: '18:00',
        duration: 60,
        freePlaces: 10,
        booking: { outcome: 'booked', freeUntil: '2026-09-16T12:00:00Z' },
      },
    ],
  });
  expect((await ask(hidden.id)).error).toBe('trainingNotFound');
});

test('what may be bought singly is refused to nobody with an account, where the centre sells; a visitor buys nothing', async () => {
  const paid = { startsAt, payment: 'paid', priceCents: 900 } as const;
  const refusals = async (isPaymentActive: boolean) => {
    const home = await centre({ rules: { payment: { isPaymentActive } } });
    const params = { trainingId: (await home.training(paid)).id };
    const member = await instead(await home.account(), params.trainingId);
    const visitor = await call(findPublicAlternatives, { params }, { host: home.host });
    return [member, visitor].map(({ body }) => body.refusal?.error);
  };
  expect(await refusals(true)).toEqual([undefined, 'coverNeeded']);
  expect(await refusals(false)).toEqual(['coverNeeded', 'coverNeeded']);
});
