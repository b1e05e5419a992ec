import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import * as contract from '#shared/registrations/contract.ts';
import type { EntitlementChoice } from '#shared/registrations/entitlements/domain.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const book = (actor: TestAccount, { id }: TestTraining, cover?: EntitlementChoice) =>
  call(
    contract.register,
    { body: { trainingId: id, isWaitingAccepted: true, ...(cover && { cover }) } },
    { actor },
  );
const cancel = (actor: TestAccount, id: number) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });
const accept = (actor: TestAccount, id: number, cover?: EntitlementChoice) =>
  call(contract.acceptOffer, { params: { id }, body: { ...(cover && { cover }) } }, { actor });
const preview = (actor: TestAccount, { id }: TestTraining) =>
  call(contract.previewRegistration, { params: { trainingId: id } }, { actor });
const previewSwap = (actor: TestAccount, id: number, training: TestTraining) =>
  call(contract.previewSwap, { params: { id, trainingId: training.id } }, { actor });
const swap = (actor: TestAccount, id: number, training: TestTraining) =>
  call(contract.swapRegistration, { params: { id }, body: { trainingId: training.id } }, { actor });

/** A ticket of so many visits for group trainings. */
async function card(home: Centre, owner: TestAccount, visits = 3): Promise<number> {
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

const stateOf = async (id: number) =>
  (await ask<{ state: string }>('select state from registrations where id = $1', id))[0]?.state;

/** 18:00 in Tallinn, a day of this week; the tests' now is Monday noon, 14.09. */
const day = (date: number) => `2026-09-${date}T15:00:00Z`;

async function scene(visits = 1, isPaymentActive = false) {
  const home = await centre({
    limits: { upcomingMax: 50, undoSeconds: 0 },
    ...(isPaymentActive && { rules: { payment: { isPaymentActive } } }),
  });
  const actor = await home.account();
  const ticketId = await card(home, actor, visits);
  const paid = (date: number, maxPlaces = 10, parts: { clubId?: number; priceCents?: number } = {}) =>
    home.training({ startsAt: day(date), payment: 'paid', maxPlaces, ...parts });
  const from = await paid(17);
  return { home, actor, ticketId, paid, from };
}

/** A training whose one place somebody else has, to be given back. */
async function taken(home: Centre, training: TestTraining) {
  const holder = await home.account();
  await card(home, holder);
  const { registrationId } = (await book(holder, training)).body;
  return { giveBack: () => cancel(holder, registrationId) };
}

describe('before moving', () => {
  test('the one visit is said to move along', async () => {
    const { actor, ticketId, from, paid } = await scene();
    const { registrationId } = (await book(actor, from)).body;
    const { body } = await previewSwap(actor, registrationId, await paid(18));
    expect(body).toMatchObject({
      present: 'cancelledFree',
      cover: { kind: 'ticket', id: ticketId, name: 'Ten visits', left: 1, leftAfter: 0 },
      givingBack: { visitReturned: true, ticketId, newRemaining: 1, credit: null },
    });
  });

  test('given back late, its visit is lost and another is taken', async () => {
    const { home, actor, ticketId, paid } = await scene(2);
    const near = await home.training({ startsAt: '2026-09-14T10:00:00Z', payment: 'paid' });
    const { registrationId } = (await book(actor, near)).body;
    const other = await paid(18);
    const { body } = await previewSwap(actor, registrationId, other);
    expect(body).toMatchObject({
      present: 'cancelledLate',
      cover: { id: ticketId, left: 1, leftAfter: 0 },
      givingBack: { visitReturned: false, penalty: 'late', newRemaining: 1 },
    });
    expect((await swap(actor, registrationId, other)).body.present).toBe('cancelledLate');
    expect(await sums(ticketId)).toEqual([0, 2, 0]);
  });

  test('to a free training, only what comes back is said; from a free one, what is taken', async () => {
    const { home, actor, ticketId, from, paid } = await scene();
    const { registrationId } = (await book(actor, from)).body;
    const free = await home.training({ startsAt: day(18) });
    expect((await previewSwap(actor, registrationId, free)).body).toMatchObject({
      cover: null,
      givingBack: { ticketId, newRemaining: 1 },
    });
    const { registrationId: freeId } = (await book(actor, free)).body;
    expect((await previewSwap(actor, freeId, await paid(19))).error).toBe('coverNeeded');
    await cancel(actor, registrationId);
    expect((await previewSwap(actor, freeId, await paid(20))).body).toMatchObject({
      cover: { id: ticketId, leftAfter: 0 },
      givingBack: { visitReturned: false, ticketId: null, voucherId: null, newRemaining: null },
    });
  });

  test('while it is waited for, nothing is taken and nothing comes back', async () => {
    const { home, actor, from, paid } = await scene();
    const { registrationId } = (await book(actor, from)).body;
    const full = await paid(18, 1);
    await taken(home, full);
    const { body } = await previewSwap(actor, registrationId, full);
    expect(body).toMatchObject({ outcome: 'waiting', present: 'kept', cover: null, givingBack: null });
  });
});

describe('moving from the waiting list', () => {
  test('the visit that comes back pays for the new place', async () => {
    const { home, actor, ticketId, from, paid } = await scene();
    const { registrationId } = (await book(actor, from)).body;
    const full = await paid(18, 1);
    const { giveBack } = await taken(home, full);
    const waiting = (await swap(actor, registrationId, full)).body;
    expect(waiting.outcome).toBe('waiting');
    await giveBack();
    expect([await stateOf(waiting.registrationId), await stateOf(registrationId)]).toEqual([
      'booked',
      'cancelledFree',
    ]);
    expect(await sums(ticketId)).toEqual([0, 1, 0]);
  });

  test('a ticket that begins with its first use begins with the training moved to', async () => {
    const { home, from, paid } = await scene();
    const actor = await home.account();
    const productId = await addProduct(running, home, {
      ...{ clientType: 'groupTraining', startMode: 'firstUse', valid: [1, 'week'], visits: 3 },
    });
    const { id } = await fulfil(running, home, { productId, owner: actor });
    const { registrationId } = (await book(actor, from)).body;
    const full = await paid(25, 1);
    const { giveBack } = await taken(home, full);
    // Beside that of the 17th, a training more than a week later is beyond the ticket.
    expect((await book(actor, await paid(26))).error).toBe('coverNeeded');
    const waiting = (await swap(actor, registrationId, full)).body;
    await giveBack();
    expect([await stateOf(waiting.registrationId), await stateOf(registrationId)]).toEqual([
      'booked',
      'cancelledFree',
    ]);
    expect(await sums(id)).toEqual([2, 1, 0]);
  });

  test('so does a use of a voucher', async () => {
    const { home } = await scene();
    const actor = await home.account();
    const voucher = await voucherOf(running, home, { clientId: actor.clientId, uses: 1 });
    const [from, full] = [
      await home.training({ startsAt: day(17), payment: 'paid' }),
      await home.training({ startsAt: day(18), payment: 'paid', maxPlaces: 1 }),
    ];
    const { giveBack } = await taken(home, full);
    await ask("update trainings set client_type = 'pool' where id in ($1, $2) returning 1", from.id, full.id);
    const { registrationId } = (await book(actor, from)).body;
    const waiting = (await swap(actor, registrationId, full)).body;
    await giveBack();
    expect(await stateOf(waiting.registrationId)).toBe('booked');
    expect(
      await ask('select sum(uses)::int as taken from voucher_movements where voucher_id = $1', voucher.id),
    ).toEqual([{ taken: 1 }]);
  });

  test('what is offered says so, and taking it moves the visit', async () => {
    const { home, actor, ticketId, from, paid } = await scene();
    const { registrationId } = (await book(actor, from)).body;
    const full = await paid(15, 1);
    const { giveBack } = await taken(home, full);
    const { registrationId: waitingId } = (await swap(actor, registrationId, full)).body;
    // So near its start that free places are only offered.
    clock.set('2026-09-15T12:30:00Z');
    await giveBack();
    expect(await stateOf(waitingId)).toBe('offered');
    expect((await preview(actor, full)).body).toMatchObject({
      outcome: 'booked',
      payment: { cover: { id: ticketId, left: 1, leftAfter: 0 } },
    });
    expect((await accept(actor, waitingId)).error).toBeUndefined();
    expect([await stateOf(waitingId), await stateOf(registrationId)]).toEqual(['booked', 'cancelledFree']);
    expect(await sums(ticketId)).toEqual([0, 1, 0]);
  });

  test('who gets a place because somebody else moves there has it covered as well', async () => {
    const { home, actor, paid } = await scene();
    const both = await paid(18, 2);
    const held = [];
    for (const one of [await home.account(), await home.account()]) {
      await card(home, one);
      held.push({ one, id: (await book(one, both)).body.registrationId });
    }
    const next = await home.account();
    const nextTicket = await card(home, next);
    const waiting = (await book(next, both)).body;
    expect(waiting.outcome).toBe('waiting');
    const free = await home.training({ startsAt: day(17) });
    const { registrationId } = (await book(actor, free)).body;
    // Both places come free by themselves, and the next to look at the line is somebody who moves.
    for (const { id } of held)
      await ask(
        "update registrations set state = 'releasing', held_until = $2, ended_at = $2 where id = $1 returning 1",
        id,
        clock.now(),
      );
    clock.advance({ seconds: 1 });
    expect((await swap(actor, registrationId, both)).body.outcome).toBe('booked');
    expect([await stateOf(waiting.registrationId), await sums(nextTicket)]).toEqual(['booked', [2, 1, 0]]);
  });
});

describe('taking what is offered', () => {
  /** Somebody with nothing that fits waits for what can be bought singly, and is offered the place. */
  async function offered(of: { clubId?: number } = {}) {
    const parts = { ...of, priceCents: 900 };
    const { home, paid } = await scene(1, true);
    const next = await home.account();
    const full = await paid(18, 1, parts);
    const holder = await home.account();
    const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 3 });
    const { id: ticketId } = await fulfil(running, home, { productId, owner: holder });
    if (parts.clubId)
      await ask('update tickets set club_id = $2 where id = $1 returning 1', ticketId, parts.clubId);
    const { registrationId } = (await book(holder, full)).body;
    const give = async () => {
      const { registrationId: id } = (await book(next, full)).body;
      await cancel(holder, registrationId);
      return id;
    };
    return { home, next, full, give };
  }

  test('with the ticket that is chosen, refused with what is wrong with it', async () => {
    const { home, next, full, give } = await offered();
    const id = await give();
    expect(await stateOf(id)).toBe('offered');
    const first = await card(home, next, 2);
    const second = await card(home, next, 5);
    expect((await preview(next, full)).body).toMatchObject({
      payment: { cover: { id: first }, others: [{ id: second }] },
    });
    await ask(
      "insert into ticket_entries (tenant_id, ticket_id, kind, visits, created_at) values ($1, $2, 'CONSUME', 2, $3) returning 1",
      home.id,
      first,
      clock.now(),
    );
    expect((await accept(next, id, { kind: 'ticket', id: first })).error).toBe('ticketUsed');
    expect((await accept(next, id, { kind: 'ticket', id: 999_999 })).error).toBe('coverNeeded');
    const third = await card(home, next, 1);
    expect((await accept(next, id, { kind: 'ticket', id: second })).error).toBeUndefined();
    expect([await sums(second), await sums(third)]).toEqual([
      [4, 1, 0],
      [1, 0, 0],
    ]);
  });

  test.each(['ticket', 'voucher'] as const)('a %s of another club opens nothing here', async (kind) => {
    const { home } = await scene();
    const elsewhere = await home.club();
    const next = await home.account();
    const at = { payment: 'paid', maxPlaces: 1 } as const;
    const full = await home.training({ ...at, startsAt: day(18), clubId: elsewhere });
    const holder = await home.account();
    const held = await card(home, holder);
    await ask('update tickets set club_id = $2 where id = $1 returning 1', held, elsewhere);
    const { registrationId } = (await book(holder, full)).body;

    // Theirs holds in the first club.
    const ticket = async () => ({ kind, id: await card(home, next) });
    const voucher = async () => {
      const { id } = await voucherOf(running, home, { clientId: next.clientId, clubId: home.clubId });
      await ask(
        `update products set client_type = 'groupTraining' where tenant_id = $1
           and id = (select product_id from vouchers where id = $2) returning 1`,
        home.id,
        id,
      );
      return { kind, id };
    };
    const choice = await (kind === 'ticket' ? ticket() : voucher());
    const here = await home.training({ ...at, startsAt: day(19) });
    expect((await preview(next, here)).body).toMatchObject({ payment: { cover: choice } });

    // Booked.
    const there = await home.training({ ...at, startsAt: day(20), clubId: elsewhere });
    expect((await preview(next, there)).body).toMatchObject({ error: 'coverNeeded' });
    expect((await book(next, there)).error).toBe('coverNeeded');
    expect((await book(next, there, choice)).error).toBe('coverNeeded');
    // Passed over in the list.
    const { registrationId: id } = (await book(next, full)).body;
    await cancel(holder, registrationId);
    expect((await accept(next, id, choice)).error).toBe('offerEnded');
    expect(await stateOf(id)).toBe('waiting');
    // Moved to.
    const own = (await book(next, here, choice)).body;
    expect((await previewSwap(next, own.registrationId, there)).error).toBe('coverNeeded');
    expect((await swap(next, own.registrationId, there)).error).toBe('coverNeeded');
  });
});
