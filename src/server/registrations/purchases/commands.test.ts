import { expect, test } from 'vitest';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addProduct } from '#server/testing/products.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as contract from '#shared/registrations/contract.ts';
import { fulfilRegistration } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const startsAt = '2026-09-15T15:00:00Z';

const buy = (actor: TestAccount, trainingId: number) =>
  call(contract.purchasePlace, { body: { trainingId } }, { actor });
const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });

async function scene(maxPlaces = 1) {
  const home = await centre({
    rules: { payment: { isPaymentActive: true } },
    limits: { undoSeconds: 0, bookingClosesMinutesBefore: 0 },
  });
  const actor = await home.account();
  const training = await home.training({ startsAt, payment: 'paid', priceCents: 900, maxPlaces });
  return { home, actor, training };
}

const states = (trainingId: number) =>
  ask<{ clientId: number; state: string; kind: string | null }>(
    `select r.client_id as "clientId", r.state, c.kind from registrations r
       left join registration_covers c on c.tenant_id = r.tenant_id and c.registration_id = r.id
     where r.training_id = $1 order by r.id`,
    trainingId,
  );

/** What the payment of a draft does for its line; the code of a refusal. */
async function pay(home: Centre, actor: TestAccount, training: TestTraining, position = 1): Promise<string> {
  const [draft] = await ask<{ id: number }>(
    'select max(id) as id from invoices where client_id = $1',
    actor.clientId,
  );
  const invoiceId = draft?.id ?? 0;
  const item = { kind: 'registration', trainingId: training.id, clientId: actor.clientId } as const;
  const one = contextOf(running, home);
  try {
    return await one.write(async (transaction) => {
      const { load } = transaction;
      const { queries, events } = await fulfilRegistration(one, item, { invoiceId, position, load });
      return transaction.save('booked', queries, events);
    });
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

// shows: call-user-registration-purchase
test('holds the place for a quarter of an hour with one draft, and paying it books it once', async () => {
  const { home, actor, training } = await scene();
  const { body } = await buy(actor, training.id);
  expect(body).toMatchObject({ total: 9, heldUntil: '2026-09-14T09:15:00Z' });
  // Somebody else buys another one meanwhile.
  const dearer = await home.training({ startsAt, payment: 'paid', priceCents: 1200 });
  expect((await buy(await home.account(), dearer.id)).body.total).toBe(12);
  clock.advance({ minutes: 1 });
  expect((await buy(actor, training.id)).body).toEqual(body);
  const other = await home.account();
  expect((await buy(other, training.id)).error).toBe('noFreePlaces');
  expect(await pay(home, actor, training)).toBe('booked');
  expect(await pay(home, actor, training)).toBe('booked');
  expect(await states(training.id)).toEqual([{ clientId: actor.clientId, state: 'booked', kind: 'invoice' }]);
  expect((await buy(actor, training.id)).error).toBe('alreadyRegistered');
});

test('is held for another draft where the first is gone, until when it was', async () => {
  const { home, actor, training } = await scene();
  const { body } = await buy(actor, training.id);
  await ask(
    "update invoices set state = 'dropped', dropped_at = $2 where tenant_id = $1",
    home.id,
    clock.now(),
  );
  const { body: again } = await buy(actor, training.id);
  expect(again).toEqual({ ...body, invoiceToken: expect.any(String) });
  expect(again.invoiceToken).not.toBe(body.invoiceToken);
  expect(await pay(home, actor, training)).toBe('booked');
});

test('of two lines of one invoice each books its own place, once', async () => {
  const { home, actor, training } = await scene();
  await buy(actor, training.id);
  const second = await home.training({ startsAt: '2026-09-16T15:00:00Z', payment: 'paid', priceCents: 900 });
  await ask(
    `insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents, net_cents,
       vat_cents, vat_kind, vat_rate, supply_on)
     select $1, max(id), 2, 'Place', 1, 900, 900, 900, 0, 'standard', 0, '2026-09-16' from invoices where tenant_id = $1
     returning 1`,
    home.id,
  );
  for (const [place, position] of [
    [training, 1],
    [second, 2],
    [second, 2],
  ] as const)
    expect(await pay(home, actor, place, position)).toBe('booked');
  for (const { id } of [training, second])
    expect(await states(id)).toEqual([{ clientId: actor.clientId, state: 'booked', kind: 'invoice' }]);
});

test('its line names the training, its day and its hour at the centre', async () => {
  const { home, actor } = await scene();
  const singly = { payment: 'paid', priceCents: 900 } as const;
  const [yoga, boxing] = [
    await home.training({ ...singly, name: 'Yoga', startsAt: '2026-09-16T15:00:00Z' }),
    await home.training({ ...singly, name: 'Boxing', startsAt: '2026-09-17T05:30:00Z' }),
  ];
  for (const { id } of [boxing, yoga]) await buy(actor, id);
  const lines = await ask(
    'select article, supply_on::text as day from invoice_lines where tenant_id = $1 order by invoice_id',
    home.id,
  );
  expect(lines).toEqual([
    { article: 'Boxing, 17.09.2026 08:30', day: '2026-09-17' },
    { article: 'Yoga, 16.09.2026 18:00', day: '2026-09-16' },
  ]);
});

test('is never held past the start, and only where it is sold singly', async () => {
  const { home, actor } = await scene();
  const near = await home.training({ startsAt: '2026-09-14T09:08:00Z', payment: 'paid', priceCents: 900 });
  expect((await buy(actor, near.id)).body.heldUntil).toBe('2026-09-14T09:08:00Z');
  const cardsOnly = await home.training({ startsAt: '2026-09-16T15:00:00Z', payment: 'paid' });
  expect((await buy(actor, cardsOnly.id)).error).toBe('coverNeeded');
  const free = await home.training({ startsAt: '2026-09-17T15:00:00Z' });
  expect((await buy(actor, free.id)).error).toBe('coverNeeded');
});

test('paid too late: booked while there is a place, else refused, and whoever waited has gone before', async () => {
  const { home, actor, training } = await scene();
  await buy(actor, training.id);
  clock.advance({ minutes: 16 });
  // A place elsewhere that they are just giving back is nothing to it.
  const elsewhere = await home.training({ startsAt: '2026-09-18T15:00:00Z' });
  const released = await home.registration(elsewhere, actor.clientId, { place: 1 });
  await ask(
    `update registrations set state = 'releasing', ended_at = $2,
       held_until = $2::timestamptz + interval '1 minute' where id = $1 returning 1`,
    ...[released, clock.now()],
  );
  expect(await pay(home, actor, training)).toBe('booked');
  const second = await home.training({
    startsAt: '2026-09-16T15:00:00Z',
    payment: 'paid',
    priceCents: 900,
    maxPlaces: 1,
  });
  await buy(actor, second.id);
  const waiting = await home.account();
  expect((await book(waiting, second.id)).body.outcome).toBe('waiting');
  clock.advance({ minutes: 16 });
  expect(await pay(home, actor, second)).toBe('noFreePlaces');
});

test('paid too late, whoever moves to another place goes with it: the visit of their old one covers it', async () => {
  const { home, actor, training } = await scene();
  await buy(actor, training.id);
  const mover = await home.account();
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
  await fulfil(running, home, { productId, owner: mover });
  const from = await home.training({ startsAt: '2026-09-17T15:00:00Z', payment: 'paid' });
  const { registrationId: id } = (await book(mover, from.id)).body;
  const moving = { params: { id }, body: { trainingId: training.id } };
  expect((await call(contract.swapRegistration, moving, { actor: mover })).body.outcome).toBe('waiting');
  await ask('update trainings set max_places = 2 where id = $1 returning 1', training.id);
  clock.advance({ minutes: 16 });
  expect(await pay(home, actor, training)).toBe('booked');
  expect(await states(training.id)).toEqual([
    { clientId: actor.clientId, state: expect.any(String), kind: null },
    { clientId: mover.clientId, state: 'booked', kind: 'ticket' },
    { clientId: actor.clientId, state: 'booked', kind: 'invoice' },
  ]);
  expect((await states(from.id)).map(({ state }) => state)).toEqual(['cancelledFree']);
});

test('given back in time, what was paid becomes credit', async () => {
  const { home, actor, training } = await scene();
  await buy(actor, training.id);
  await pay(home, actor, training);
  const [own] = await ask<{ id: number }>('select id from registrations where training_id = $1', training.id);
  const { body } = await call(contract.cancelRegistration, { params: { id: own?.id ?? 0 } }, { actor });
  expect(body).toMatchObject({ visitReturned: true, credit: 9, penalty: 'none' });
  expect(await ask('select settled from registration_covers where registration_id = $1', own?.id)).toEqual([
    { settled: 'returned' },
  ]);
});

test('a line that is offered a place buys it', async () => {
  const { home, actor, training } = await scene();
  const next = await home.account();
  await buy(actor, training.id);
  await pay(home, actor, training);
  await book(next, training.id);
  const [own] = await ask<{ id: number }>(
    'select min(id) as id from registrations where training_id = $1',
    training.id,
  );
  await call(contract.cancelRegistration, { params: { id: own?.id ?? 0 } }, { actor });
  expect((await states(training.id)).map(({ state }) => state)).toEqual(['cancelledFree', 'offered']);
  // Beginning to pay shortens no offer.
  const heldUntil = () =>
    ask<{ at: string }>(
      "select held_until as at from registrations where state = 'offered' and training_id = $1",
      training.id,
    );
  const offered = await heldUntil();
  expect((await buy(next, training.id)).body.total).toBe(9);
  expect(await heldUntil()).toEqual(offered);
  expect(await pay(home, next, training)).toBe('booked');
  expect((await states(training.id))[1]).toMatchObject({ state: 'booked', kind: 'invoice' });
});

test.each<[string, (trainingId: number) => Promise<unknown>, Refusal]>([
  [
    'has just given it back',
    (id) =>
      ask(
        `update registrations set state = 'releasing', held_until = $2::timestamptz + interval '1 minute', ended_at = $2
           where training_id = $1 returning 1`,
        id,
        clock.now(),
      ),
    [409, 'alreadyRegistered'],
  ],
  ['has it already', async () => undefined, [409, 'alreadyRegistered']],
])('who %s buys no place, and nothing is held', async (_, change, refusal) => {
  const { home, actor, training } = await scene(2);
  await home.registration(training, actor.clientId, { place: 1 });
  await change(training.id);
  await expectRefused(running, home, () => buy(actor, training.id), refusal);
});

test.each<[string, (of: { training: TestTraining; home: Centre }) => Promise<unknown>, Refusal]>([
  [
    'that is full, where waiting is accepted nowhere',
    async ({ home, training }) => home.registration(training, await home.client(), { place: 1 }),
    [409, 'noFreePlaces'],
  ],
  [
    'that was called off',
    ({ training }) => ask('update trainings set is_cancelled = true where id = $1 returning 1', training.id),
    [409, 'trainingCancelled'],
  ],
  [
    'that is closed',
    ({ training }) => ask('update trainings set is_closed = true where id = $1 returning 1', training.id),
    [409, 'registeringNotAllowed'],
  ],
])('no place is sold of a training %s', async (_, change, refusal) => {
  const { home, actor, training } = await scene(1);
  await change({ home, training });
  await expectRefused(running, home, () => buy(actor, training.id), refusal);
});

test.each([
  [
    'the training was called off meanwhile',
    'trainingCancelled',
    'update trainings set is_cancelled = true where id = $1 returning 1',
  ],
  [
    'they have a place they are giving back',
    'alreadyRegistered',
    `update registrations set state = 'releasing', ended_at = held_until - interval '1 minute' where training_id = $1 returning 1`,
  ],
  [
    'the place went to somebody else',
    'noFreePlaces',
    `update registrations set client_id = (select min(id) from clients c where c.tenant_id = registrations.tenant_id
       and c.id <> registrations.client_id), state = 'booked', held_until = null where training_id = $1 returning 1`,
  ],
])('money that comes once %s buys no place: %s', async (_, code, change) => {
  const { home, actor, training } = await scene();
  await home.client();
  await buy(actor, training.id);
  clock.advance({ minutes: 1 });
  await ask(change, training.id);
  expect(await pay(home, actor, training)).toBe(code);
  const rows = await states(training.id);
  expect(
    rows.filter(({ clientId, kind }) => kind !== null || clientId === actor.clientId),
  ).not.toContainEqual(expect.objectContaining({ state: 'booked' }));
  expect(rows).toHaveLength(1);
});
