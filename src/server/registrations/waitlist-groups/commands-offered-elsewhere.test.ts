import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';
import * as staff from '#shared/registrations/staff-booking/contract.ts';
import { fulfilRegistration } from '../purchases/commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const early = '2026-09-14T09:00:00Z';
/** 18:00 in Tallinn. */
const soon = '2026-09-15T15:00:00Z';
/** Near enough to the later one that its place is only offered. */
const offeredAt = '2026-09-15T14:20:00Z';
/** The list of the first stands still: whoever presses has what is free. */
const lastMinutes = '2026-09-15T14:32:00Z';
/** Another one: on the day it counts against the limit of its style, or it is at the same time. */
const laters = {
  'of the same style': { startsAt: '2026-09-15T16:30:00Z', isSameStyle: true },
  'at the same time': { startsAt: '2026-09-15T15:30:00Z', isSameStyle: false },
  'on another day': { startsAt: '2026-09-17T15:00:00Z', isSameStyle: true },
} as const;
type Later = keyof typeof laters;
/** What the next one in line comes to there. */
const next = {
  'of the same style': 'offered',
  'at the same time': 'offered',
  'on another day': 'booked',
} as const;

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });
const waitForAny = (actor: TestAccount, trainingIds: number[]) =>
  call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor });
const cancel = ({ actor, id }: { actor: TestAccount; id: number }) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });
const preview = (actor: TestAccount, trainingId: number) =>
  call(contract.previewRegistration, { params: { trainingId } }, { actor });

/** A training with one place, and who holds it. */
async function taken(home: Centre, startsAt: string, styleId?: number) {
  const training = await home.training({ startsAt, maxPlaces: 1, ...(styleId ? { styleId } : {}) });
  const actor = await home.account();
  const { registrationId: id } = (await book(actor, training.id)).body;
  return { trainingId: training.id, styleId: training.styleId, actor, id };
}

const statesOf = async ({ clientId }: TestAccount) =>
  (
    await ask<{ state: string }>('select state from registrations where client_id = $1 order by id', clientId)
  ).map(({ state }) => state);

/**
 * Somebody who waits for any one of two full trainings; somebody else waits behind them for the later one. That
 * one is offered to them by then, and the first has its place free.
 */
async function offered(later: Later) {
  clock.set(early);
  const home = await centre({
    limits: { undoSeconds: 0 },
    rules: { payment: { isPaymentActive: true } },
  });
  const { startsAt, isSameStyle } = laters[later];
  const first = await taken(home, soon);
  const second = await taken(home, startsAt, isSameStyle ? first.styleId : undefined);
  const actor = await home.account();
  expect((await waitForAny(actor, [first.trainingId, second.trainingId])).body.outcome).toBe('waiting');
  const behind = await home.account();
  await book(behind, second.trainingId);
  // Who needs three days of notice is only asked.
  await ask('update clients set notice_minutes = 4320 where id = $1 returning 1', actor.clientId);
  clock.set(offeredAt);
  await cancel(second);
  clock.set(lastMinutes);
  await cancel(first);
  expect(await statesOf(actor)).toEqual(['waiting', 'offered']);
  return { home, actor, behind, first, second };
}

type Offered = Awaited<ReturnType<typeof offered>>;

const ways: Record<string, (of: Offered) => Promise<{ error?: string | undefined }>> = {
  pressed: ({ actor, first }) => book(actor, first.trainingId),
  'pressed for several at once': async ({ home, actor, first }) => {
    const full = await taken(home, '2026-09-18T15:00:00Z');
    return waitForAny(actor, [first.trainingId, full.trainingId]);
  },
  'given by staff': async ({ home, actor, first }) => {
    const request = { trainingId: first.trainingId, clientId: actor.clientId, isBeyondPlaces: false };
    const body = { ...request, isWithoutCover: false, reason: '' };
    return call(staff.bookForClient, { body }, { actor: await home.account({ role: 'admin' }) });
  },
  'taken for a booking': async ({ home, actor, first }) => {
    const other = await home.training({ startsAt: '2026-09-18T15:00:00Z' });
    const { registrationId: id } = (await book(actor, other.id)).body;
    const body = { trainingId: first.trainingId };
    const answer = await call(contract.swapRegistration, { params: { id }, body }, { actor });
    expect(answer.body).toMatchObject({ outcome: 'booked', present: 'cancelledFree' });
    return answer;
  },
};
const cases = Object.keys(laters).flatMap((later) =>
  Object.entries(ways).map(([way, take]) => [later as Later, way, take] as const),
);

describe('an offer of the same wish', () => {
  test.each(cases)('%s does not stand in the way of the place that ends it: %s', async (later, _, take) => {
    const of = await offered(later);
    const { actor, behind, first } = of;
    expect((await preview(actor, first.trainingId)).body).toMatchObject({ outcome: 'booked' });
    expect((await take(of)).error).toBeUndefined();
    expect((await statesOf(actor)).slice(0, 2)).toEqual(['booked', 'declined']);
    // What was held for them goes on.
    await expect.poll(() => statesOf(behind), { timeout: 10_000, interval: 20 }).toEqual([next[later]]);
  });

  test('of another wish does', async () => {
    for (const [later, error] of [
      ['of the same style', 'sameStyleLimitExceeded'],
      ['at the same time', 'overlappingTraining'],
    ] as const) {
      const { actor, first, second } = await offered(later);
      await ask(
        'update registrations set wish_id = null where client_id = $1 and training_id = $2 returning 1',
        actor.clientId,
        second.trainingId,
      );
      expect((await book(actor, first.trainingId)).error).toBe(error);
      expect((await preview(actor, first.trainingId)).body).toMatchObject({ outcome: 'refused', error });
      expect(await statesOf(actor)).toEqual(['waiting', 'offered']);
    }
  });

  test('stays until what is bought instead is paid; at the same time nothing is held beside it', async () => {
    const buy = async ({ actor, first }: Offered) => {
      const paid = `update trainings set payment = 'paid', price_cents = 900 where id = $1 returning 1`;
      await ask(paid, first.trainingId);
      return call(contract.purchasePlace, { body: { trainingId: first.trainingId } }, { actor });
    };
    const one = await offered('of the same style');
    expect((await buy(one)).error).toBeUndefined();
    expect(await statesOf(one.actor)).toEqual(['offered', 'offered']);
    await pay(one);
    expect(await statesOf(one.actor)).toEqual(['booked', 'declined']);

    const beside = await offered('at the same time');
    expect((await buy(beside)).error).toBe('overlappingTraining');
    expect((await preview(beside.actor, beside.first.trainingId)).body).toMatchObject({
      outcome: 'refused',
      error: 'overlappingTraining',
    });
    expect(await statesOf(beside.actor)).toEqual(['waiting', 'offered']);
  });
});

describe('a place among several that are asked for at once', () => {
  /** They have left the first line, and the offer in the later one stands. */
  const unlisted = async (later: Later) => {
    const of = await offered(later);
    const [{ id } = { id: 0 }] = await ask<{ id: number }>(
      'select id from registrations where client_id = $1 and training_id = $2',
      of.actor.clientId,
      of.first.trainingId,
    );
    expect((await cancel({ actor: of.actor, id })).error).toBeUndefined();
    return of;
  };

  test.each(['of the same style', 'at the same time', 'on another day'] as const)(
    'ends what is offered among them: %s',
    async (later) => {
      const { actor, behind, first, second } = await unlisted(later);
      const { body } = await waitForAny(actor, [first.trainingId, second.trainingId]);
      expect(body).toEqual({ outcome: 'booked', trainingIds: [first.trainingId], refused: [] });
      expect(await statesOf(actor)).toEqual(['left', 'declined', 'booked']);
      await expect.poll(() => statesOf(behind), { timeout: 10_000, interval: 20 }).toEqual([next[later]]);
      const history = await ask<{ kind: string }>(
        `select kind from queue_moves m join registrations r on r.tenant_id = m.tenant_id and r.id = m.registration_id
         where r.client_id = $1 and m.training_id = $2 order by m.id`,
        actor.clientId,
        second.trainingId,
      );
      expect(history.map(({ kind }) => kind)).toEqual(['joined', 'offered', 'declined']);
    },
  );

  test('leaves alone what is offered of others, and is the one offered where that comes first', async () => {
    const { home, actor, first, second } = await unlisted('on another day');
    const full = await taken(home, '2026-09-18T15:00:00Z');
    expect((await waitForAny(actor, [first.trainingId, full.trainingId])).body.outcome).toBe('booked');
    expect(await statesOf(actor)).toEqual(['left', 'offered', 'booked']);
    const free = await home.training({ startsAt: '2026-09-19T15:00:00Z' });
    expect((await waitForAny(actor, [free.id, second.trainingId])).body).toMatchObject({
      outcome: 'booked',
      trainingIds: [second.trainingId],
    });
    expect(await statesOf(actor)).toEqual(['left', 'booked', 'booked']);
  });

  test('that none of them has is waited for only where the offer among them lets them wait', async () => {
    const { home, actor, second } = await unlisted('of the same style');
    const full = await taken(home, '2026-09-15T15:15:00Z', second.styleId);
    // Nothing covers the offered one, which is to be bought.
    const paid = `update trainings set payment = 'paid', price_cents = 900 where id = $1 returning 1`;
    await ask(paid, second.trainingId);
    const { error } = await waitForAny(actor, [full.trainingId, second.trainingId]);
    expect(error).toBe('sameStyleLimitExceeded');
    expect(await statesOf(actor)).toEqual(['left', 'offered']);
  });
});

/** What the payment of a draft does for its line. */
async function pay({ home, actor: { clientId }, first: { trainingId } }: Offered): Promise<void> {
  const [draft] = await ask<{ id: number }>(
    'select max(id) as id from invoices where client_id = $1',
    clientId,
  );
  const ctx = contextOf(running, home);
  const item = { kind: 'registration', trainingId, clientId } as const;
  await ctx.write(async (transaction) => {
    const line = { invoiceId: draft?.id ?? 0, position: 1, load: transaction.load };
    const { queries, events } = await fulfilRegistration(ctx, item, line);
    return transaction.save(undefined, queries, events);
  });
}
