import { expect, test } from 'vitest';
import { advanceWaitlist } from '#server/registrations/advancing/commands.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addProduct } from '#server/testing/products.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/registrations/contract.ts';
import { spendVisit } from '#shared/tickets/contract.ts';

const running = withServer();
const { centre, call, ask, clock, runJob } = running;
/** 18:00 in Tallinn, the day after the tests' now. */
const startsAt = '2026-09-15T15:00:00Z';

const book = async (actor: TestAccount, trainingId: number, id: number) =>
  (
    await call(
      contract.register,
      { body: { trainingId, isWaitingAccepted: false, cover: { kind: 'ticket', id } } },
      { actor },
    )
  ).body.registrationId;

/** Somebody with a ticket for group trainings, and somebody else with one like it. */
async function scene(parts: Parameters<typeof addProduct>[2] = {}) {
  const home = await centre();
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 2, ...parts });
  const actor = await home.account();
  const { id: ticketId, token } = await fulfil(running, home, { productId, owner: actor });
  const other = await home.account();
  const others = (await fulfil(running, home, { productId, owner: other })).id;
  const lives = async () => {
    const rows = await ask<{ id: number; from: string | null; until: string | null }>(
      'select id, starts_on as "from", ends_on as until from tickets where tenant_id = $1',
      home.id,
    );
    const of = (wanted: number) =>
      rows.flatMap(({ id, from, until }) => (id === wanted ? [from, until] : []));
    return { own: of(ticketId), others: of(others) };
  };
  const paid = (at: string) => home.training({ startsAt: at, payment: 'paid' });
  return { home, actor, ticketId, token, lives, paid };
}

const remaining = async (ticketId: number) =>
  (
    await ask<{ sum: number }>(
      'select sum(remaining_change)::int as sum from ticket_entries where ticket_id = $1',
      ticketId,
    )
  )[0]?.sum;

const endAt = (home: Centre, day: string) =>
  ask('update tickets set ends_on = $2 where tenant_id = $1 returning 1', home.id, day);

test.each([
  ['2026-09-15', '2026-09-21'],
  ['2026-09-30', '2026-09-30'],
])(
  'a ticket that ends on %s, of a training the centre calls off, ends on %s; another does not last longer',
  async (day, after) => {
    const { home, actor, ticketId, lives, paid } = await scene();
    const id = await book(actor, (await paid(startsAt)).id, ticketId);
    await endAt(home, day);
    await ask(
      "update registrations set state = 'cancelledByCentre', place = null, ended_at = $2 where id = $1 returning 1",
      id,
      clock.now(),
    );
    await runJob('lines');
    expect(await remaining(ticketId)).toBe(2);
    const { own, others } = await lives();
    expect([own[1], others[1]]).toEqual([after, day]);
  },
);

test('what begins with its first use begins on the day of the training, not with one given back, and no other begins', async () => {
  const { actor, ticketId, lives, paid } = await scene({ startMode: 'firstUse' });
  const back = await book(actor, (await paid('2026-09-18T15:00:00Z')).id, ticketId);
  await call(contract.cancelRegistration, { params: { id: back } }, { actor });
  clock.advance({ seconds: 61 });
  await runJob('lines');
  const open = [null, null];
  expect(await lives()).toEqual({ own: open, others: open });
  await book(actor, (await paid(startsAt)).id, ticketId);
  clock.set('2026-09-17T09:00:00Z');
  await runJob('lines');
  expect(await lives()).toEqual({ own: ['2026-09-15', '2026-10-14'], others: open });
});

test('what begins with its first use begins with its earliest place, whichever is settled first', async () => {
  const { home, actor, ticketId, lives, paid } = await scene({
    ...{ startMode: 'firstUse', valid: [1, 'week'], visits: 4 },
  });
  // Made in this order, settled in this order.
  const [late, early, back] = [
    await paid('2026-09-21T09:00:00Z'),
    await paid('2026-09-16T09:00:00Z'),
    await paid(startsAt),
  ];
  const returned = await book(actor, back.id, ticketId);
  await book(actor, early.id, ticketId);
  await book(actor, late.id, ticketId);
  await call(contract.cancelRegistration, { params: { id: returned } }, { actor });
  clock.set('2026-09-22T09:00:00Z');
  const one = contextOf(running, home);
  for (const { id } of [late, early, back]) {
    await advanceWaitlist(one, id, { isCoverDue: true });
    expect((await lives()).own).toEqual(['2026-09-16', '2026-09-22']);
  }
  expect(await remaining(ticketId)).toBe(2);
});

test('a visit at the desk begins a ticket with a place that it covered before and nobody has settled yet', async () => {
  const { home, actor, ticketId, token, lives, paid } = await scene({
    ...{ startMode: 'firstUse', valid: [1, 'week'], visits: 4 },
  });
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  await book(actor, (await paid(startsAt)).id, ticketId);
  const show = () => call(spendVisit, { body: { token } }, { actor: trainer });
  clock.set('2026-09-22T09:00:00Z');
  expect((await show()).error).toBe('ticketExpired');
  clock.set('2026-09-17T09:00:00Z');
  expect((await show()).error).toBeUndefined();
  await runJob('lines');
  expect((await lives()).own).toEqual(['2026-09-15', '2026-09-21']);
  expect(await remaining(ticketId)).toBe(2);
});

test('what begins with its first use begins no earlier than leaves every place booked with it within its length', async () => {
  const { home, actor, ticketId, token, lives, paid } = await scene({
    ...{ startMode: 'firstUse', valid: [1, 'week'], visits: 4 },
  });
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const at = async (day: string) => (await paid(`2026-09-${day}T15:00:00Z`)).id;
  const [first, early] = [await at('15'), await at('18')];
  const late = await book(actor, await at('22'), ticketId);
  const bookedPast = (date: string, until: string) =>
    [409, 'ticketBookedPast', { date, until, booked: '22.09.2026' }] as const;
  const own = { kind: 'ticket', id: ticketId } as const;
  for (const cover of [{}, { cover: own }]) {
    const body = { trainingId: first, isWaitingAccepted: false, ...cover };
    const press = () => call(contract.register, { body }, { actor });
    await expectRefused(running, home, press, bookedPast('15.09.2026', '21.09.2026'));
  }
  const show = () => call(spendVisit, { body: { token } }, { actor: trainer });
  await expectRefused(running, home, show, bookedPast('14.09.2026', '20.09.2026'));
  expect((await lives()).own).toEqual([null, null]);
  await book(actor, early, ticketId);
  await call(contract.cancelRegistration, { params: { id: late } }, { actor });
  clock.advance({ seconds: 61 });
  await runJob('lines');
  await book(actor, first, ticketId);
  expect(await remaining(ticketId)).toBe(2);
});
