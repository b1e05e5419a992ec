import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import * as contract from '#shared/registrations/contract.ts';
import type { EntitlementChoice } from '#shared/registrations/entitlements/domain.ts';
import * as visitors from '#shared/visitors/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
/** 18:00 in Tallinn, the day after the tests' now. */
const startsAt = '2026-09-15T15:00:00Z';

const book = (actor: TestAccount, trainingId: number, cover?: EntitlementChoice, isWaitingAccepted = false) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted, ...(cover && { cover }) } }, { actor });
const cancel = (actor: TestAccount, id: number) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });
const foretold = (actor: TestAccount, id: number) =>
  call(contract.previewCancelling, { params: { id } }, { actor });
const undo = (actor: TestAccount, id: number) => call(contract.undoCancelling, { params: { id } }, { actor });
const preview = (actor: TestAccount, trainingId: number) =>
  call(contract.previewRegistration, { params: { trainingId } }, { actor });

const paid = { startsAt, payment: 'paid' } as const;

/** A ticket of so many visits for group trainings. */
async function card(home: Centre, owner: TestAccount, visits: number | null = 3): Promise<number> {
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits });
  return (await fulfil(running, home, { productId, owner })).id;
}

async function sums(ticketId: number) {
  const [row] = await ask<{ remaining: number; reserved: number; used: number }>(
    `select sum(remaining_change)::int as remaining, sum(reserved_change)::int as reserved, sum(used_change)::int as used
     from ticket_entries where ticket_id = $1`,
    ticketId,
  );
  return row ? [row.remaining, row.reserved, row.used] : [];
}

const unfinished = `select 1 from graphile_worker.jobs where task_identifier in ('line', 'lines') and run_at <= now()
  union all select 1 from outbox where topic = 'lineDue'`;

/** Lets the job that looks through the lines run once. */
async function sweep() {
  await ask("select graphile_worker.add_job('lines', '{}')");
  await expect.poll(async () => (await ask(unfinished)).length, { timeout: 10_000, interval: 20 }).toBe(0);
}

async function scene(parts: Parameters<typeof centre>[0] = {}, visits: number | null = 3) {
  const home = await centre({ limits: { upcomingMax: 50 }, ...parts });
  const actor = await home.account();
  const ticketId = await card(home, actor, visits);
  const training = await home.training(paid);
  return { home, actor, ticketId, training };
}

test('what was taken for a training that costs nothing since comes back with the place', async () => {
  const { home, actor, ticketId, training } = await scene({}, 1);
  const { body } = await book(actor, training.id);
  expect(await sums(ticketId)).toEqual([0, 1, 0]);
  await ask(
    "update trainings set payment = 'free' where tenant_id = $1 and id = $2 returning 1",
    home.id,
    training.id,
  );
  for (const asked of [foretold, cancel])
    expect((await asked(actor, body.registrationId)).body).toMatchObject({ visitReturned: true });
  clock.advance({ minutes: 2 });
  await sweep();
  expect(await sums(ticketId)).toEqual([1, 0, 0]);
});

describe('booking a training that is paid for', () => {
  test('says before which ticket is used and what remains, and reserves the visit with the place', async () => {
    const { actor, ticketId, training } = await scene();
    const { body } = await preview(actor, training.id);
    const cover = { kind: 'ticket', id: ticketId, left: 3, leftAfter: 2, granted: 3, name: 'Ten visits' };
    expect(body).toMatchObject({ outcome: 'booked', payment: { cover, others: [], price: null } });
    const booked = await book(actor, training.id);
    expect(booked.body).toMatchObject({ outcome: 'booked', cover: { id: ticketId, leftAfter: 2 } });
    expect(await sums(ticketId)).toEqual([2, 1, 0]);
  });

  test('a free one says and takes nothing', async () => {
    const { home, actor, ticketId } = await scene();
    const training = await home.training({ startsAt });
    expect((await preview(actor, training.id)).body).toMatchObject({ payment: null });
    expect((await book(actor, training.id)).body.cover).toBeNull();
    expect(await sums(ticketId)).toEqual([3, 0, 0]);
  });

  test('the member chooses another, or a voucher', async () => {
    const { home, actor, ticketId, training } = await scene();
    const other = await card(home, actor, 1);
    expect((await book(actor, training.id, { kind: 'ticket', id: ticketId })).body.cover?.id).toBe(ticketId);
    expect([await sums(ticketId), await sums(other)]).toEqual([
      [2, 1, 0],
      [1, 0, 0],
    ]);
    const voucher = await voucherOf(running, home, { clientId: actor.clientId, uses: 1 });
    const pool = await home.training({ startsAt: '2026-09-16T15:00:00Z', payment: 'paid' });
    await ask("update trainings set client_type = 'pool' where id = $1 returning 1", pool.id);
    const { body } = await book(actor, pool.id, { kind: 'voucher', id: voucher.id });
    expect(body.cover).toMatchObject({ kind: 'voucher', id: voucher.id, left: 1, leftAfter: 0 });
    expect((await cancel(actor, body.registrationId)).body).toMatchObject({
      visitReturned: true,
      voucherId: voucher.id,
      newRemaining: 1,
    });
    clock.advance({ seconds: 61 });
    await sweep();
    expect(
      await ask('select sum(uses)::int as taken from voucher_movements where voucher_id = $1', voucher.id),
    ).toEqual([{ taken: 0 }]);
  });

  test('nothing fits: refused with its rule, and nobody else’s ticket is taken', async () => {
    const { home, ticketId, training } = await scene();
    const actor = await home.account();
    expect((await preview(actor, training.id)).body).toMatchObject({ error: 'coverNeeded', rule: 'covered' });
    expect((await book(actor, training.id)).error).toBe('coverNeeded');
    expect((await book(actor, training.id, { kind: 'ticket', id: ticketId })).error).toBe('coverNeeded');
    expect(await sums(ticketId)).toEqual([3, 0, 0]);
  });

  test('for a date after the ticket ends: refused with that date', async () => {
    const { home, actor, ticketId } = await scene({ limits: { bookingOpensDaysBefore: 60 } });
    const later = await home.training({ startsAt: '2026-10-20T15:00:00Z', payment: 'paid' });
    const { refusal } = await book(actor, later.id, { kind: 'ticket', id: ticketId });
    expect([refusal?.errors, refusal?.details]).toEqual([['ticketExpired'], { date: '13.10.2026' }]);
  });

  test('one visit left and two trainings at once: one is booked', async () => {
    const { home, actor, ticketId } = await scene({}, 1);
    const trainings = await Promise.all(
      [16, 17, 18, 19].map((day) => home.training({ startsAt: `2026-09-${day}T15:00:00Z`, payment: 'paid' })),
    );
    const answers = await Promise.all(trainings.map(({ id }) => book(actor, id)));
    expect(answers.map(({ error }) => error ?? 'booked').toSorted()).toEqual([
      'booked',
      'coverNeeded',
      'coverNeeded',
      'coverNeeded',
    ]);
    expect(await sums(ticketId)).toEqual([0, 1, 0]);
  });

  test('a visitor is refused, whatever the address has', async () => {
    const { home } = await scene({ rules: { pages: { isJoinSimplePage: true } } });
    const training = await home.training({ startsAt: '2026-09-16T15:00:00Z', payment: 'paid' });
    const details = { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '+372 5555 1234' };
    const body = { trainingId: training.id, isWaitingAccepted: true, ...details };
    expect((await call(visitors.bookAsVisitor, { body }, { host: home.host })).error).toBe('coverNeeded');
  });
});

describe('giving it back', () => {
  test('in time: told before and after, and the visit comes back once the undo is over', async () => {
    const { actor, ticketId, training } = await scene();
    const { registrationId } = (await book(actor, training.id)).body;
    const told = (await foretold(actor, registrationId)).body;
    expect(told).toMatchObject({ penalty: 'none', visitReturned: true, ticketId, newRemaining: 3 });
    expect((await cancel(actor, registrationId)).body).toEqual(told);
    expect(await sums(ticketId)).toEqual([2, 1, 0]);
    clock.advance({ seconds: 61 });
    await sweep();
    expect(await sums(ticketId)).toEqual([3, 0, 0]);
  });

  test('taken back within the minute it stays reserved', async () => {
    const { actor, ticketId, training } = await scene();
    const { registrationId } = (await book(actor, training.id)).body;
    await cancel(actor, registrationId);
    expect((await undo(actor, registrationId)).error).toBeUndefined();
    expect(await sums(ticketId)).toEqual([2, 1, 0]);
    // Pressing Book again is the same.
    await cancel(actor, registrationId);
    expect((await book(actor, training.id)).body.registrationId).toBe(registrationId);
    clock.advance({ seconds: 61 });
    await sweep();
    expect(await sums(ticketId)).toEqual([2, 1, 0]);
  });

  test('late: kept until the start, then lost', async () => {
    const { actor, ticketId, training } = await scene({ limits: { undoSeconds: 0 } });
    const { registrationId } = (await book(actor, training.id)).body;
    clock.set('2026-09-15T13:00:00Z');
    const { body } = await cancel(actor, registrationId);
    expect(body).toMatchObject({ penalty: 'late', visitReturned: false, ticketId, newRemaining: 2 });
    await sweep();
    expect(await sums(ticketId)).toEqual([2, 1, 0]);
    clock.set(startsAt);
    await sweep();
    expect(await sums(ticketId)).toEqual([2, 0, 1]);
    await sweep();
    expect(await sums(ticketId)).toEqual([2, 0, 1]);
  });

  test('late, but somebody else took the place: it comes back', async () => {
    const { home, actor, ticketId, training } = await scene({ limits: { undoSeconds: 0 } });
    const { registrationId } = (await book(actor, training.id)).body;
    const other = await home.account();
    const otherTicket = await card(home, other);
    clock.set('2026-09-15T13:00:00Z');
    await cancel(actor, registrationId);
    expect((await book(other, training.id)).error).toBeUndefined();
    await sweep();
    expect([await sums(ticketId), await sums(otherTicket)]).toEqual([
      [3, 0, 0],
      [2, 1, 0],
    ]);
  });

  test.each([
    [null, 'CONSUME'],
    [true, 'CONSUME'],
    [false, 'FORFEIT'],
  ])('two hours after the end, presence %s: %s', async (presence, kind) => {
    const { actor, ticketId, training } = await scene();
    const { registrationId } = (await book(actor, training.id)).body;
    await ask('update registrations set presence = $2 where id = $1 returning 1', registrationId, presence);
    clock.set('2026-09-15T17:59:59Z');
    await sweep();
    expect(await sums(ticketId)).toEqual([2, 1, 0]);
    clock.set('2026-09-15T18:00:00Z');
    await sweep();
    expect(await sums(ticketId)).toEqual([2, 0, 1]);
    const [last] = await ask(
      'select kind from ticket_entries where ticket_id = $1 order by id desc limit 1',
      ticketId,
    );
    expect(last).toEqual({ kind });
  });

  test('to a ticket that ended meanwhile: said before', async () => {
    const { actor, ticketId, training } = await scene();
    const { registrationId } = (await book(actor, training.id)).body;
    await ask(
      "update tickets set starts_on = '2026-08-01', ends_on = '2026-09-13' where id = $1 returning 1",
      ticketId,
    );
    expect((await foretold(actor, registrationId)).body.endedOn).toBe('2026-09-13');
  });

  test('moved to another: the one visit moves with it', async () => {
    const { home, actor, ticketId, training } = await scene({}, 1);
    const { registrationId: id } = (await book(actor, training.id)).body;
    const other = await home.training({ startsAt: '2026-09-16T15:00:00Z', payment: 'paid' });
    const swapped = await call(
      contract.swapRegistration,
      { params: { id }, body: { trainingId: other.id } },
      { actor },
    );
    expect(swapped.body).toMatchObject({ outcome: 'booked', present: 'cancelledFree' });
    expect(await sums(ticketId)).toEqual([0, 1, 0]);
  });
});

describe('those waiting', () => {
  async function full() {
    const { home, actor, ticketId } = await scene({ limits: { undoSeconds: 0 } });
    const training = await home.training({ ...paid, startsAt: '2026-09-17T15:00:00Z', maxPlaces: 1 });
    const { registrationId } = (await book(actor, training.id)).body;
    return { home, actor, ticketId, training, registrationId };
  }
  const stateOf = async (id: number) =>
    (await ask<{ state: string }>('select state from registrations where id = $1', id))[0]?.state;

  test('take nothing; who has a ticket is promoted with it', async () => {
    const { home, actor, training, registrationId } = await full();
    const next = await home.account();
    const ticketId = await card(home, next);
    const { body } = await book(next, training.id, undefined, true);
    expect([body.outcome, body.cover, await sums(ticketId)]).toEqual(['waiting', null, [3, 0, 0]]);
    await cancel(actor, registrationId);
    expect([await stateOf(body.registrationId), await sums(ticketId)]).toEqual(['booked', [2, 1, 0]]);
  });

  test('who has none is passed over for whoever has one, is told why, and is next once there is one', async () => {
    const { home, actor, training, registrationId } = await full();
    const [next, later] = [await home.account(), await home.account()];
    await card(home, later);
    const first = (await book(next, training.id, undefined, true)).body;
    const second = (await book(later, training.id, undefined, true)).body;
    await cancel(actor, registrationId);
    const states = () => Promise.all([stateOf(first.registrationId), stateOf(second.registrationId)]);
    expect(await states()).toEqual(['waiting', 'booked']);
    const receipt = await call(
      contract.getWaitlistReceipt,
      { params: { id: first.registrationId } },
      { actor: next },
    );
    expect(receipt.body).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'passedOver', isOwn: true, reason: 'coverNeeded', position: 1 }),
      ]),
    );
    const ticketId = await card(home, next);
    await cancel(later, second.registrationId);
    expect([await stateOf(first.registrationId), await sums(ticketId)]).toEqual(['booked', [2, 1, 0]]);
  });
});

test('random histories: never fewer visits than none, and as many reserved as there are bookings', {
  timeout: 120_000,
}, async () => {
  const home = await centre({ limits: { upcomingMax: 50, sameDayMax: 10, sameStylePerDateMax: 10 } });
  const actors = await Promise.all(Array.from({ length: 5 }, () => home.account()));
  const tickets = new Map<TestAccount, number>();
  for (const actor of actors) tickets.set(actor, await card(home, actor, 2));
  const trainings: TestTraining[] = [];
  for (const hour of [10, 12, 14, 16])
    trainings.push(
      await home.training({ startsAt: `2026-09-15T${hour}:00:00Z`, payment: 'paid', maxPlaces: 2 }),
    );
  const own = new Map<TestAccount, number[]>(actors.map((actor) => [actor, []]));
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let burst = 0; burst < 12; burst += 1) {
    await Promise.all(
      actors.map(async (actor) => {
        const training = trainings[random(trainings.length)];
        const ids = own.get(actor) ?? [];
        const id = ids[random(Math.max(1, ids.length))];
        const action = random(4);
        if (action < 2 || id === undefined) {
          const answer = await book(actor, training?.id ?? 0, undefined, true);
          expect(answer.status).toBeLessThan(500);
          if (answer.error === undefined) ids.push(answer.body.registrationId);
          return;
        }
        expect((await (action === 2 ? cancel(actor, id) : undo(actor, id))).status).toBeLessThan(500);
      }),
    );
    clock.advance(burst % 3 === 2 ? { hours: 5 } : { seconds: 40 });
    await sweep();
    for (const [actor, ticketId] of tickets) {
      const [remaining = -1, reserved = -1, used = -1] = await sums(ticketId);
      expect(remaining).toBeGreaterThanOrEqual(0);
      expect(remaining + reserved + used).toBe(2);
      const [live] = await ask<{ count: number }>(
        `select count(*)::int as count from registrations r join registration_covers c
           on c.tenant_id = r.tenant_id and c.registration_id = r.id
         where r.client_id = $1 and c.settled is null and r.state in ('booked', 'releasing', 'cancelledLate')`,
        actor.clientId,
      );
      expect(reserved).toBe(live?.count);
      const [bare] = await ask<{ count: number }>(
        `select count(*)::int as count from registrations r where r.client_id = $1 and r.state in ('booked', 'releasing')
           and not exists (select 1 from registration_covers c where c.tenant_id = r.tenant_id and c.registration_id = r.id)`,
        actor.clientId,
      );
      expect(bare?.count).toBe(0);
    }
  }
});
