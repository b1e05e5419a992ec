import { describe, expect, test } from 'vitest';
import { addContract, addUnpaidPeriod } from '#server/testing/benefits.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { personalTimes } from '#server/testing/personal.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as registrations from '#shared/registrations/contract.ts';
import { getHome } from '#shared/registrations/home/contract.ts';

const running = withServer();
const { ask, centre, call, clock } = running;
const { scene, book } = personalTimes(running);

const homeOf = async (actor: TestAccount) => (await call(getHome, {}, { actor })).body;

describe('home', () => {
  test('of somebody new says that nothing is booked, owed or agreed', async () => {
    const home = await centre();
    expect(await homeOf(await home.account())).toEqual({
      upcoming: [],
      upcomingCount: 0,
      invoices: { unpaidCount: 0, toPay: 0, overdueCount: 0, first: null },
      membership: { state: 'none', isSold: false },
      held: [],
      heldCount: 0,
      suggestions: [],
      led: null,
      centre: null,
    });
  });

  test('shows own registrations, the soonest first, and nobody else’s', async () => {
    const home = await centre();
    const [own, other] = [await home.account(), await home.account()];
    const later = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    const sooner = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
    for (const { id } of [later, sooner]) {
      await call(
        registrations.register,
        { body: { trainingId: id, isWaitingAccepted: true } },
        { actor: own },
      );
    }
    const { upcoming, upcomingCount } = await homeOf(own);
    expect(upcoming.map(({ trainingId }) => trainingId)).toEqual([sooner.id, later.id]);
    expect(upcomingCount).toBe(2);
    const listed = await call(registrations.listRegistrations, { query: {} }, { actor: own });
    expect(upcoming).toEqual(listed.body.items);
    expect((await homeOf(other)).upcoming).toEqual([]);
  });

  test('sums what is open, counts what is overdue, and names the most urgent', async () => {
    const home = await centre();
    const [own, other] = [await home.account(), await home.account()];
    const contractId = await addContract(running, home, own);
    await addUnpaidPeriod(running, home, contractId, '2026-09-20');
    const theirs = await addContract(running, home, other);
    const credited = await addUnpaidPeriod(running, home, theirs, '2026-09-01');
    await ask(
      `insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, created_at,
         credits_id, number, seller, issued_on, due_on, issued_at)
       select tenant_id, 'creditNote', 'issued', salt, sha256('note'), client_id, payer, language, -4400, created_at,
         id, 'K1', seller, issued_on, due_on, issued_at from invoices where tenant_id = $1 and id = $2 returning 1`,
      ...[home.id, credited],
    );
    const overdue = await addUnpaidPeriod(running, home, contractId, '2026-09-01', {
      period: 1,
      cents: 3905,
    });
    // Due today it is not overdue, and a cent is owed like any other sum.
    await addUnpaidPeriod(running, home, contractId, '2026-09-14', { period: 2, cents: 1 });
    expect((await homeOf(own)).invoices).toEqual({
      unpaidCount: 3,
      toPay: 84.06,
      overdueCount: 1,
      first: { id: overdue, dueDate: '2026-09-01', article: 'Monthly package' },
    });
    expect((await homeOf(other)).invoices).toEqual({
      unpaidCount: 1,
      toPay: 1,
      overdueCount: 1,
      first: { id: credited, dueDate: '2026-09-01', article: 'Monthly package' },
    });
  });

  test('says which contract ends within a week', async () => {
    const home = await centre();
    const own = await home.account();
    const id = await addContract(running, home, own, { endsOn: '2026-09-20' });
    expect((await homeOf(own)).membership).toEqual({
      state: 'ending',
      contractId: id,
      productId: expect.any(Number),
      clubId: home.clubId,
      packageName: 'Monthly package',
      validUntil: '2026-09-20',
      daysLeft: 6,
    });
    // What goes on by itself does not end, unless notice was given or it went to a collector.
    await ask('update contracts set renews = true, term_months = 1 where id = $1 returning 1', id);
    expect((await homeOf(own)).membership).toEqual({ state: 'settled' });
    await ask('update contracts set collected_at = now() where id = $1 returning 1', id);
    expect((await homeOf(own)).membership).toMatchObject({ state: 'ending' });
    await ask('update contracts set collected_at = null, notice_at = now() where id = $1 returning 1', id);
    expect((await homeOf(own)).membership).toMatchObject({ state: 'ending' });
    clock.set('2026-09-20T09:00:00Z');
    expect((await homeOf(own)).membership).toMatchObject({ state: 'ending', daysLeft: 0 });
    clock.set('2026-09-21T09:00:00Z');
    expect((await homeOf(own)).membership).toEqual({ state: 'none', isSold: true });
    const waits = await home.account();
    const pending = await addContract(running, home, waits);
    await ask(
      "update contracts set state = 'pending', activated_at = null where id = $1 returning 1",
      pending,
    );
    expect((await homeOf(waits)).membership).toEqual({ state: 'settled' });
    const other = await home.account();
    expect((await homeOf(other)).membership).toEqual({ state: 'none', isSold: true });
    await addContract(running, home, other);
    expect((await homeOf(other)).membership).toEqual({ state: 'settled' });
  });

  test('offers a package where one is sold: not one of former days, nor what is no package', async () => {
    const home = await centre();
    const own = await home.account();
    await addProduct(running, home, { kind: 'package', isActive: false });
    await addProduct(running, home, { kind: 'ticket' });
    expect((await homeOf(own)).membership).toEqual({ state: 'none', isSold: false });
    await addProduct(running, home, { kind: 'package' });
    expect((await homeOf(own)).membership).toEqual({ state: 'none', isSold: true });
  });

  test('gives trainers their own day and administrators the centre’s', async () => {
    const home = await centre();
    const [trainer, admin] = [await home.account({ role: 'trainer' }), await home.account({ role: 'admin' })];
    const trainerId = trainer.trainerId ?? 0;
    const today = await home.training({ startsAt: '2026-09-14T15:00:00Z', trainerId, maxPlaces: 8 });
    await home.training({ startsAt: '2026-09-14T16:00:00Z', maxPlaces: 5 });
    await home.training({ startsAt: '2026-09-14T17:00:00Z', maxPlaces: 5, isCancelled: true });
    await home.training({ startsAt: '2026-09-15T15:00:00Z', trainerId });
    const taught = await homeOf(trainer);
    expect(taught.led?.map(({ id }) => id)).toEqual([today.id]);
    expect(taught.centre).toBeNull();
    const centreDay = await homeOf(admin);
    expect(centreDay.centre).toEqual({ trainings: 2, booked: 0, places: 13 });
    expect(centreDay.led).toBeNull();
  });

  test('sums the places of one day and who has them, without personal trainings', async () => {
    const { home, trainerId, owner } = await scene();
    const admin = await home.account({ role: 'admin' });
    await home.training({ startsAt: '2026-09-14T15:00:00Z', maxPlaces: 5 });
    const next = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 8 });
    await home.training({ startsAt: '2026-09-16T15:00:00Z', maxPlaces: 3 });
    for (const place of [1, 2]) await home.registration(next, await home.client(), { place });
    await home.registration(next, await home.client());
    expect((await book(owner, trainerId)).error).toBeUndefined();
    expect((await homeOf(admin)).centre).toEqual({ trainings: 1, booked: 0, places: 5 });
    clock.set('2026-09-15T06:30:00Z');
    expect((await homeOf(admin)).centre).toEqual({ trainings: 1, booked: 2, places: 8 });
  });

  test('shows what one has: a frozen contract, a ticket with what is left of it, and no one else’s', async () => {
    const home = await centre();
    const [own, other] = [await home.account(), await home.account()];
    const contractId = await addContract(running, home, own, { endsOn: '2027-01-31' });
    await ask(
      `insert into contract_freezes (tenant_id, contract_id, from_on, asked_until, until_on, fee_cents, created_at)
       values ($1, $2, '2026-09-10', '2026-09-20', '2026-09-20', 0, now()) returning 1`,
      home.id,
      contractId,
    );
    const productId = await addProduct(running, home, {
      ...{ kind: 'ticket', clientType: 'groupTraining', name: 'Five times', visits: 5, valid: [1, 'month'] },
    });
    const { id: ticketId } = await fulfil(running, home, { productId, owner: own });
    const { held, heldCount } = await homeOf(own);
    expect(heldCount).toBe(2);
    expect(held).toEqual([
      {
        ...{ kind: 'contract', id: contractId, name: 'Monthly package', left: null },
        ...{ validUntil: '2027-01-31', isRenewing: false },
        freeze: { from: '2026-09-10', until: '2026-09-20', isRunning: true },
      },
      {
        ...{ kind: 'ticket', id: ticketId, name: 'Five times', left: 5 },
        ...{ validUntil: '2026-10-13', isRenewing: false, freeze: null },
      },
    ]);
    expect((await homeOf(other)).held).toEqual([]);
  });

  test('suggests what one comes to often and whom one knows, never what is full, waited for or paid without cover', async () => {
    const home = await centre();
    const [own, other] = [await home.account(), await home.account()];
    const yoga = await home.training({ startsAt: '2026-09-15T15:00:00Z', name: 'Yoga', maxPlaces: 4 });
    for (const day of ['01', '05', '09']) {
      const past = await home.training({
        ...{ startsAt: `2026-09-${day}T06:00:00Z`, name: 'Yoga', styleId: yoga.styleId, trainerId: null },
      });
      await home.registration(past, own.clientId, { place: 1 });
    }
    const trainer = await home.account({ role: 'trainer' });
    const trainerId = trainer.trainerId ?? 0;
    for (const day of ['02', '03']) {
      const past = await home.training({ startsAt: `2026-09-${day}T09:00:00Z`, trainerId });
      await home.registration(past, own.clientId, { place: 1 });
    }
    const known = await home.training({ startsAt: '2026-09-16T15:00:00Z', name: 'Known', trainerId });
    await home.training({ startsAt: '2026-09-17T15:00:00Z', name: 'Paid', trainerId, payment: 'paid' });
    await home.training({ startsAt: '2026-09-17T17:00:00Z', name: 'Hidden', trainerId, isPublic: false });
    const full = await home.training({ startsAt: '2026-09-17T18:00:00Z', trainerId, maxPlaces: 1 });
    await home.registration(full, other.clientId, { place: 1 });
    const booked = await home.training({ startsAt: '2026-09-18T15:00:00Z' });
    await call(
      registrations.register,
      { body: { trainingId: booked.id, isWaitingAccepted: false } },
      { actor: own },
    );
    const told = (await homeOf(own)).suggestions.map(({ id, reason, freePlaces }) => ({
      id,
      reason,
      freePlaces,
    }));
    expect(told).toEqual([
      { id: yoga.id, reason: 'oftenVisited', freePlaces: 4 },
      { id: known.id, reason: 'sameTrainer', freePlaces: expect.any(Number) },
    ]);
    // Without habits and with nothing ahead: what begins next, three at most.
    const fresh = await home.account();
    expect((await homeOf(fresh)).suggestions.map(({ id, reason }) => `${id} ${reason}`)).toEqual(
      [yoga, known, booked].map(({ id }) => `${id} soon`),
    );
  });

  test('belongs to who is signed in', async () => {
    const home = await centre();
    const { status } = await call(getHome, {}, { host: home.host });
    expect(status).toBe(401);
  });
});
