import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { changePresence } from '#shared/registrations/attendance/contract.ts';
import * as contract from '#shared/registrations/contract.ts';
import { bookForClient } from '#shared/registrations/staff-booking/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';
import { fulfilRegistration } from '../purchases/commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

/** 18:00 in Tallinn. */
const soon = '2026-09-15T15:00:00Z';
/** Near enough that a place is only offered. */
const threeHoursBefore = '2026-09-15T12:30:00Z';
/** The list stands still: whoever presses has what is free. */
const lastMinutes = '2026-09-15T14:40:00Z';
const sameTime = '2026-09-15T15:30:00Z';
const nextDay = '2026-09-16T15:00:00Z';
const twoDaysOn = '2026-09-17T15:00:00Z';

const input = (trainingId: number) => ({ body: { trainingId, isWaitingAccepted: true } });
const book = (actor: TestAccount, trainingId: number, key?: string) =>
  call(contract.register, input(trainingId), { actor, headers: key ? { 'idempotency-key': key } : {} });
const swap = (actor: TestAccount, id: number, trainingId: number) =>
  call(contract.swapRegistration, { params: { id }, body: { trainingId } }, { actor });
const cancel = ({ actor, id }: { actor: TestAccount; id: number }) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });

/** A training with one place, and who holds it. */
async function taken(home: Centre, startsAt: string, payment: 'free' | 'paid' = 'free') {
  const training = await home.training({ startsAt, maxPlaces: 1, payment });
  const actor = await home.account();
  if (payment === 'paid') await card(home, actor);
  const { registrationId: id } = (await book(actor, training.id)).body;
  return { trainingId: training.id, actor, id };
}

async function card(home: Centre, owner: TestAccount, visits = 3): Promise<number> {
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits });
  return (await fulfil(running, home, { productId, owner })).id;
}

/** What the payment of a draft does for its line. */
async function pay(home: Centre, { clientId }: TestAccount, trainingId: number): Promise<void> {
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

/**
 * Somebody who has a booking and waits in two full trainings to have either of them instead. The first of them begins
 * soon and has its place free by now.
 */
async function waited(
  of: { presentAt?: string; minutes?: number; payment?: 'free' | 'paid'; at?: string } = {},
) {
  const { presentAt = nextDay, minutes = 60, payment = 'free', at = lastMinutes } = of;
  const home = await centre({
    limits: { undoSeconds: 0, sameDayMax: 5 },
    rules: { payment: { isPaymentActive: true } },
  });
  const actor = await home.account();
  const ticketId = payment === 'paid' ? await card(home, actor, 1) : 0;
  const present = await home.training({ startsAt: presentAt, minutes, payment });
  const { registrationId: presentId } = (await book(actor, present.id)).body;
  const wanted = await taken(home, soon, payment);
  const other = await taken(home, twoDaysOn);
  const waits: number[] = [];
  for (const { trainingId } of [wanted, other]) {
    const { body } = await swap(actor, presentId, trainingId);
    expect(body.outcome).toBe('waiting');
    waits.push(body.registrationId);
  }
  clock.set(at);
  expect((await cancel(wanted)).error).toBeUndefined();
  const [wantedId = 0, otherId = 0] = waits;
  const states = async () => {
    const rows = await ask<{ id: number; state: string }>(
      'select id, state from registrations where client_id = $1 order by id',
      actor.clientId,
    );
    const nameOf = new Map([
      [presentId, 'present'],
      [wantedId, 'wanted'],
      [otherId, 'other'],
    ]);
    return rows.map(({ id, state }) => `${nameOf.get(id) ?? 'new'} ${state}`);
  };
  return { home, actor, present, presentId, wanted, wantedId, other, otherId, ticketId, states };
}

const swapped = ['present cancelledFree', 'wanted booked', 'other left'];

describe('a place that is waited for instead of a booking, taken in the last minutes', () => {
  test('gives the booking back and ends the other waits for it, as its screen says', async () => {
    const { actor, present, wanted, other, states } = await waited();
    const { body: shown } = await call(getOwnTraining, { params: { id: wanted.trainingId } }, { actor });
    expect(shown).toMatchObject({ freePlaces: 1, own: { swapFor: { trainingId: present.id } } });
    expect((await book(actor, wanted.trainingId)).body).toMatchObject({ outcome: 'booked', place: 1 });
    expect(await states()).toEqual(swapped);
    expect(
      await ask('select booked, waiting from trainings where id = any($1) order by starts_at', [
        wanted.trainingId,
        present.id,
        other.trainingId,
      ]),
    ).toEqual([
      { booked: 1, waiting: 0 },
      { booked: 0, waiting: 0 },
      { booked: 1, waiting: 0 },
    ]);
    // The other one comes free: nobody waits for it any more.
    await cancel(other);
    expect(await states()).toEqual(swapped);
  });

  test('is not kept from it by the booking at the same time, which counts as late where it would', async () => {
    const { actor, wanted, states } = await waited({ presentAt: sameTime });
    const params = { trainingId: wanted.trainingId };
    const preview = await call(contract.previewRegistration, { params }, { actor });
    expect(preview.body).toMatchObject({ outcome: 'booked' });
    expect((await book(actor, wanted.trainingId)).error).toBeUndefined();
    expect(await states()).toEqual(['present cancelledLate', 'wanted booked', 'other left']);
  });

  test('moves the one visit along, and says so before', async () => {
    const { actor, wanted, wantedId, ticketId, states } = await waited({ payment: 'paid' });
    const params = { trainingId: wanted.trainingId };
    const preview = await call(contract.previewRegistration, { params }, { actor });
    expect(preview.body).toMatchObject({
      outcome: 'booked',
      payment: { cover: { id: ticketId, left: 1, leftAfter: 0 } },
    });
    expect((await book(actor, wanted.trainingId)).body).toMatchObject({ cover: { id: ticketId } });
    expect(await states()).toEqual(swapped);
    expect(
      await ask(
        `select registration_id as "registrationId" from registration_covers
         where ticket_id = $1 and settled_at is null`,
        ticketId,
      ),
    ).toEqual([{ registrationId: wantedId }]);
  });

  test('leaves a booking alone that has begun, was used or was given back before', async () => {
    const begun = await waited({ presentAt: '2026-09-15T12:00:00Z' });
    await book(begun.actor, begun.wanted.trainingId);
    expect(await begun.states()).toEqual(['present booked', 'wanted booked', 'other waiting']);

    clock.set('2026-09-14T09:00:00Z');
    const used = await waited({ presentAt: '2026-09-15T14:45:00Z', minutes: 15 });
    const admin = await used.home.account({ role: 'admin' });
    const body = { registrationIds: [used.presentId], presence: true };
    expect((await call(changePresence, { body }, { actor: admin })).status).toBe(200);
    await book(used.actor, used.wanted.trainingId);
    expect(await used.states()).toEqual(['present booked', 'wanted booked', 'other waiting']);

    clock.set('2026-09-14T09:00:00Z');
    const gone = await waited();
    await cancel({ actor: gone.actor, id: gone.presentId });
    await book(gone.actor, gone.wanted.trainingId);
    expect(await gone.states()).toEqual(['present cancelledFree', 'wanted booked', 'other waiting']);
  });

  test('is one booking, pressed on two devices at once, swapped on one of them, or pressed again under its key', async () => {
    const { actor, presentId, wanted, wantedId, states } = await waited();
    const { trainingId } = wanted;
    const answers = await Promise.all([
      book(actor, trainingId, 'press-of-one'),
      book(actor, trainingId, 'press-of-one'),
      book(actor, trainingId, 'press-of-other'),
      swap(actor, presentId, trainingId),
    ]);
    const ids = answers.flatMap((answer) => (answer.error ? [] : [answer.body.registrationId]));
    expect(new Set(ids)).toEqual(new Set([wantedId]));
    expect(await states()).toEqual(swapped);
    const again = await waited();
    const first = await book(again.actor, again.wanted.trainingId, 'press-of-again');
    const second = await book(again.actor, again.wanted.trainingId, 'press-of-again');
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await again.states()).toEqual(swapped);
  });

  test('is the same by a swap to it, and by staff, who never make the booking a late one', async () => {
    const { actor, presentId, wanted, states } = await waited();
    const { body } = await swap(actor, presentId, wanted.trainingId);
    expect(body).toMatchObject({ outcome: 'booked', present: 'cancelledFree' });
    expect(await states()).toEqual(swapped);

    clock.set('2026-09-14T09:00:00Z');
    const atDesk = await waited({ presentAt: sameTime, payment: 'paid' });
    const admin = await atDesk.home.account({ role: 'admin' });
    const { trainingId } = atDesk.wanted;
    const request = { trainingId, clientId: atDesk.actor.clientId, isBeyondPlaces: false };
    const put = { body: { ...request, isWithoutCover: false, reason: '' } };
    const { givenBack } = (await call(bookForClient, put, { actor: admin })).body;
    expect(givenBack).toEqual({ name: expect.any(String), startDateTime: sameTime });
    expect(await atDesk.states()).toEqual(swapped);
    const mails = () =>
      ask<{ text: string }>(
        `select text from stand_in_mails where tenant_id = $1 and text like '%' || $2 || '%'`,
        atDesk.home.id,
        givenBack?.name,
      );
    await expect.poll(mails).toEqual([{ text: expect.stringMatching(/instead of .*, 15\.09\.2026 18:30/) }]);
  });

  test('is the same for an offer, taken either way', async () => {
    for (const press of ['accept', 'book'] as const) {
      clock.set('2026-09-14T09:00:00Z');
      const { actor, wanted, wantedId, states } = await waited({ at: threeHoursBefore });
      expect(await states()).toEqual(['present booked', 'wanted offered', 'other waiting']);
      const answer =
        press === 'book'
          ? await book(actor, wanted.trainingId)
          : await call(contract.acceptOffer, { params: { id: wantedId }, body: {} }, { actor });
      expect(answer.error).toBeUndefined();
      expect(await states()).toEqual(swapped);
    }
  });

  test('is not offered beside a booking at the same time: whoever gives it back is not held up', async () => {
    const { home, wanted, states } = await waited({ presentAt: sameTime, at: threeHoursBefore });
    expect(await states()).toEqual(['present booked', 'wanted waiting', 'other waiting']);
    const next = await home.account();
    expect((await book(next, wanted.trainingId)).body).toMatchObject({ outcome: 'booked' });
  });

  test('is not held up by others who press at the same moment, nor are they', async () => {
    const { home, actor, present, wanted, states } = await waited();
    const others = await Promise.all([home.account(), home.account(), home.account()]);
    const answers = await Promise.all([
      ...others.slice(0, 2).map((one) => book(one, present.id)),
      book(actor, wanted.trainingId),
      ...others.slice(2).map((one) => book(one, present.id)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await states()).toEqual(swapped);
  });

  test('gives it back once it is paid, where it is bought; at the same time it is not held beside it', async () => {
    const buy = async (of: Awaited<ReturnType<typeof waited>>) => {
      const { trainingId } = of.wanted;
      await ask('update trainings set price_cents = 900 where id = $1 returning 1', trainingId);
      return call(contract.purchasePlace, { body: { trainingId } }, { actor: of.actor });
    };
    const one = await waited({ payment: 'paid' });
    expect((await buy(one)).error).toBeUndefined();
    expect(await one.states()).toEqual(['present booked', 'wanted offered', 'other waiting']);
    await pay(one.home, one.actor, one.wanted.trainingId);
    expect(await one.states()).toEqual(swapped);

    clock.set('2026-09-14T09:00:00Z');
    const beside = await waited({ presentAt: sameTime, payment: 'paid' });
    const params = { trainingId: beside.wanted.trainingId };
    // Its one visit is lost with a booking that is given back late.
    expect((await buy(beside)).error).toBe('overlappingTraining');
    const preview = await call(contract.previewRegistration, { params }, { actor: beside.actor });
    expect(preview.body).toMatchObject({ outcome: 'refused', error: 'overlappingTraining' });
    expect(await beside.states()).toEqual(['present booked', 'wanted waiting', 'other waiting']);
  });

  test('is the same with one press for several', async () => {
    const { actor, home, wanted, states, ticketId } = await waited({ payment: 'paid' });
    const full = await taken(home, '2026-09-18T15:00:00Z');
    const body = { trainingIds: [wanted.trainingId, full.trainingId] };
    const answer = await call(contract.joinWaitlistGroup, { body }, { actor });
    expect(answer.body).toMatchObject({ outcome: 'booked', trainingIds: [wanted.trainingId] });
    expect(await states()).toEqual(swapped);
    const history = await ask<{ kind: string }>(
      `select kind from queue_moves m join registrations r on r.tenant_id = m.tenant_id and r.id = m.registration_id
       where r.client_id = $1 and m.training_id = $2 order by m.id`,
      actor.clientId,
      wanted.trainingId,
    );
    expect(history.map(({ kind }) => kind)).toEqual(['joined', 'claimed']);
    expect(
      await ask(
        'select sum(remaining_change)::int as remaining, sum(reserved_change)::int as reserved from ticket_entries where ticket_id = $1',
        ticketId,
      ),
    ).toEqual([{ remaining: 0, reserved: 1 }]);
  });

  test('is given for what is offered elsewhere by then', async () => {
    const { actor, other, wanted, wantedId, otherId, states } = await waited();
    // Who needs three days of notice is only asked.
    await ask('update clients set notice_minutes = 4320 where id = $1 returning 1', actor.clientId);
    await cancel(other);
    expect(await states()).toEqual(['present booked', 'wanted waiting', 'other offered']);
    await book(actor, wanted.trainingId);
    expect(await states()).toEqual(['present cancelledFree', 'wanted booked', 'other offered']);
    const { body } = await call(getOwnTraining, { params: { id: other.trainingId } }, { actor });
    expect(body.own).toMatchObject({ swapFor: { trainingId: wanted.trainingId } });
    expect(await ask('select swap_for as "swapFor" from registrations where id = $1', otherId)).toEqual([
      { swapFor: wantedId },
    ]);
  });
});
