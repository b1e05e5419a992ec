import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/registrations/contract.ts';
import * as staff from '#shared/registrations/staff-booking/contract.ts';
import { advanceWaitlist } from '../advancing/commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
/** A Tuesday, 18:00 in Tallinn; free to cancel until 15:00, by itself until 13:00, asked until 17:30. */
const startsAt = '2026-09-15T15:00:00Z';
const nextDay = '2026-09-16T15:00:00Z';

interface Held {
  readonly actor: TestAccount;
  readonly id: number;
}

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });
const cancel = ({ actor, id }: Held) => call(contract.cancelRegistration, { params: { id } }, { actor });
const stateOf = async ({ id }: Held) =>
  (
    await ask<{ state: string; refilledAt: string | null }>(
      'select state, refilled_at as "refilledAt" from registrations where id = $1',
      id,
    )
  )[0];

/** Full of people who have a ticket each and could give back free until the day before. */
async function full(places: number, payment: 'free' | 'paid' = 'paid') {
  clock.set('2026-09-14T09:00:00Z');
  const home = await centre({ limits: { sameDayMax: 5 }, rules: { payment: { isPaymentActive: true } } });
  const { id: trainingId } = await home.training({ startsAt, maxPlaces: places, payment });
  const held: Held[] = [];
  while (held.length < places) {
    const actor = await withTicket(home);
    held.push({ actor, id: (await book(actor, trainingId)).body.registrationId });
  }
  await ask(
    'update registrations set free_until = $2 where training_id = $1 returning 1',
    ...[trainingId, '2026-09-14T15:00:00Z'],
  );
  return { home, trainingId, held: held as [Held, ...Held[]] };
}

async function withTicket(home: Centre): Promise<TestAccount> {
  const actor = await home.account();
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 3 });
  await fulfil(running, home, { productId, owner: actor });
  return actor;
}

/** What became of the visit that covered it. */
const visitOf = async ({ actor }: Held) =>
  (
    await ask<{ kind: string }>(
      `select e.kind from ticket_entries e join tickets t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
       where t.client_id = $1 order by e.id`,
      actor.clientId,
    )
  ).map(({ kind }) => kind);

const forgiven = { state: 'cancelledFree', refilledAt: expect.any(String) };

describe('a place given back late whose new owner has it in the same moment', () => {
  test('costs nothing: somebody who waits is given it', async () => {
    const { home, trainingId, held } = await full(1);
    const next = await withTicket(home);
    const waiting = (await book(next, trainingId)).body.registrationId;
    clock.set('2026-09-15T05:00:00Z');
    expect((await cancel(held[0])).body).toMatchObject({
      ...{ state: 'cancelledFree', undoUntil: null, penalty: 'none' },
      ...{ visitReturned: true, newRemaining: 3 },
    });
    expect(await stateOf({ actor: next, id: waiting })).toMatchObject({ state: 'booked' });
    expect(await stateOf(held[0])).toEqual(forgiven);
    expect(await visitOf(held[0])).toEqual(['GRANT', 'RESERVE', 'RELEASE']);
  });

  test('costs nothing who is taken out late either, and the answer and the mail say so', async () => {
    const { home, trainingId, held } = await full(1);
    await book(await withTicket(home), trainingId);
    clock.set('2026-09-15T05:00:00Z');
    const [{ id, actor }] = held;
    const taken = await call(
      staff.removeRegistration,
      { params: { id }, query: { removal: 'late' } },
      { actor: await home.account({ role: 'admin' }) },
    );
    expect(taken.body).toEqual({ state: 'cancelledFree' });
    expect(await stateOf(held[0])).toEqual(forgiven);
    expect(await visitOf(held[0])).toEqual(['GRANT', 'RESERVE', 'RELEASE']);
    const mails = () =>
      ask<{ text: string }>(
        `select m.text from stand_in_mails m join accounts a on a.tenant_id = m.tenant_id and a.email = m.recipient
         where a.id = $1`,
        actor.id,
      );
    await expect.poll(mails).toEqual([{ text: expect.stringContaining('costs you nothing') }]);
  });

  test('costs nothing where the training does not either, and is answered so', async () => {
    const { home, trainingId, held } = await full(1, 'free');
    await book(await home.account(), trainingId);
    clock.set('2026-09-15T05:00:00Z');
    expect((await cancel(held[0])).body).toMatchObject({ state: 'cancelledFree', penalty: 'none' });
    expect(await stateOf(held[0])).toEqual(forgiven);
  });

  test('costs nothing to the first who dropped, where somebody did before', async () => {
    const { home, trainingId, held } = await full(2, 'free');
    const [first, second] = held as unknown as [Held, Held];
    const next = await home.account();
    await ask('update trainings set max_places = 1 where id = $1 returning 1', trainingId);
    clock.set('2026-09-15T05:00:00Z');
    await cancel(first);
    await book(next, trainingId);
    clock.set('2026-09-15T05:10:00Z');
    expect((await cancel(second)).body).toMatchObject({ state: 'cancelledLate', penalty: 'late' });
    expect(await stateOf(first)).toEqual(forgiven);
    expect(await stateOf(second)).toEqual({ state: 'cancelledLate', refilledAt: null });
  });
});

/** Each gives a place, of which nobody took notice yet that it came free, to somebody. */
const ways: Record<string, (home: Centre, actor: TestAccount, trainingId: number) => Promise<unknown>> = {
  'by pressing': (_, actor, trainingId) => book(actor, trainingId),
  'by one press for several': async (home, actor, trainingId) => {
    const trainingIds = [trainingId, (await home.training({ startsAt: nextDay })).id];
    return call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor });
  },
  'by a swap': async (home, actor, trainingId) => {
    const present = await home.training({ startsAt: nextDay });
    const { registrationId: id } = (await book(actor, present.id)).body;
    return call(contract.swapRegistration, { params: { id }, body: { trainingId } }, { actor });
  },
  'by staff': async (home, { clientId }, trainingId) => {
    const body = { trainingId, clientId, isBeyondPlaces: false, isWithoutCover: false, reason: '' };
    return call(staff.bookForClient, { body }, { actor: await home.account({ role: 'admin' }) });
  },
  'by waiting for it': async (home, actor, trainingId) => {
    clock.set('2026-09-15T05:00:30Z');
    await book(actor, trainingId);
    clock.set('2026-09-15T05:02:00Z');
    return advanceWaitlist(contextOf(running, home), trainingId);
  },
};

describe('a place given back late that nobody took back', () => {
  test.each(Object.entries(ways))('costs nothing once somebody else has it: %s', async (_, take) => {
    const { home, trainingId, held } = await full(1, 'free');
    clock.set('2026-09-15T05:00:00Z');
    expect((await cancel(held[0])).body.undoUntil).toBe('2026-09-15T05:01:00Z');
    // For the machine's clock that minute is over: the job finds that it is not.
    const due = `select 1 from graphile_worker.jobs where task_identifier = 'line' union all select 1 from outbox`;
    await expect.poll(async () => (await ask(due)).length, { timeout: 10_000, interval: 20 }).toBe(0);
    clock.set('2026-09-15T05:02:00Z');
    const actor = await home.account();
    await take(home, actor, trainingId);
    expect(
      await ask(
        `select state from registrations where training_id = $1 and client_id = $2`,
        trainingId,
        actor.clientId,
      ),
    ).toEqual([{ state: 'booked' }]);
    expect(await stateOf(held[0])).toEqual(forgiven);
  });

  test('costs what it costs where somebody has it after the start alone', async () => {
    const { home, trainingId, held } = await full(1);
    clock.set('2026-09-15T14:30:00Z');
    await cancel(held[0]);
    clock.set('2026-09-15T15:01:00Z');
    await ways['by staff']?.(home, await withTicket(home), trainingId);
    expect(
      await ask(`select 1 from registrations where training_id = $1 and state = 'booked'`, trainingId),
    ).toHaveLength(1);
    expect(await stateOf(held[0])).toEqual({ state: 'cancelledLate', refilledAt: null });
  });
});
