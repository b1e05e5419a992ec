import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { getRoll } from '#shared/registrations/attendance/contract.ts';
import * as contract from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';
import { insertInvoiceEntitlement } from '../purchases/data.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function ticketOf(home: Centre, owner: TestAccount, name: string, visits: number | null) {
  const productId = await addProduct(running, home, { clientType: 'groupTraining', name, visits });
  return (await fulfil(running, home, { productId, owner })).id;
}

async function voucherNamed(home: Centre, { clientId }: TestAccount, name: string, uses: number) {
  const { id, productId } = await voucherOf(running, home, { clientId, uses });
  await ask(
    'update products set names = $2 where id = $1 returning 1',
    productId,
    JSON.stringify({ en: name }),
  );
  // One use more than was sold.
  await ask(
    `insert into voucher_movements (tenant_id, voucher_id, kind, uses, note, created_at)
     values ($1, $2, 'correct', -1, 'One more', $3) returning 1`,
    ...[home.id, id, clock.now()],
  );
  return id;
}

async function contractNamed(home: Centre, owner: TestAccount, name: string) {
  const id = await addContract(running, home, owner, {
    benefits: [{ clientType: 'pool', visits: 9 }, { visits: 4 }],
  });
  await ask('update contracts set names = $2 where id = $1 returning 1', id, JSON.stringify({ en: name }));
  return id;
}

/** An invoice of two places: 9,00 € and 5,00 €. */
async function bought(home: Centre, { clientId }: TestAccount) {
  const [invoice] = await ask<{ id: number }>(
    `insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, created_at)
     values ($1, 'invoice', 'draft', '\\x00', sha256(gen_random_uuid()::text::bytea), $2, '{}', 'et', 1400, $3) returning id`,
    ...[home.id, clientId, clock.now()],
  );
  const id = invoice?.id ?? 0;
  await ask(
    `insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents, net_cents,
       vat_cents, vat_kind, vat_rate, supply_on)
     select $1, $2, n, 'Place', 1, cents, cents, cents, 0, 'standard', 0, '2026-09-15'
       from (values (1, 900), (2, 500)) as lines (n, cents) returning 1`,
    ...[home.id, id],
  );
  return id;
}

/** Adds to what a ticket has and was used for, past the rules. */
const enter = (home: Centre, ticketId: number, kind: string, visits: number, by: number, undoes?: number) =>
  ask<{ id: number }>(
    `insert into ticket_entries (tenant_id, ticket_id, kind, visits, reason, account_id, undoes_id, created_at)
     values ($1, $2, $3, $4, case when $3 = 'ADJUST' then 'Asked for' end, case when $3 = 'ADJUST' then $5::integer end, $6, $7)
     returning id`,
    ...[home.id, ticketId, kind, visits, by, undoes ?? null, clock.now()],
  );

/** Somebody in the training each of whose places is covered by something else, and two who wait. */
async function scene() {
  const home = await centre({ limits: { undoSeconds: 0, upcomingMax: 50 } });
  const admin = await home.account({ role: 'admin' });
  const person = (firstName: string) => home.account({ firstName, lastName: 'Kask' });
  const [ticket, unlimited, voucher, contracted, buyer, free] = [
    await person('Fred'),
    await person('Eva'),
    await person('Dora'),
    await person('Carl'),
    await person('Bea'),
    await person('Anna'),
  ] as const;
  const [waitsFirst, waitsNext, asked] = [await person('Yana'), await person('Xena'), await person('Zoe')];
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' });
  const [before, after, left] = [
    await home.training({ startsAt: '2026-09-10T15:00:00Z', payment: 'paid' }),
    await home.training({ startsAt: '2026-09-17T15:00:00Z', payment: 'paid' }),
    await home.training({ startsAt: '2026-09-18T15:00:00Z', payment: 'paid' }),
  ];

  const fromTicket = await ticketOf(home, ticket, 'Five visits', 5);
  await enter(home, fromTicket, 'ADJUST', 2, admin.id);
  await enter(home, fromTicket, 'CONSUME', 1, admin.id);
  const [mistaken] = await enter(home, fromTicket, 'CONSUME', 1, admin.id);
  await enter(home, fromTicket, 'ADJUST', 1, admin.id, mistaken?.id);
  const fromUnlimited = await ticketOf(home, unlimited, 'As often as one likes', null);
  const fromVoucher = await voucherNamed(home, voucher, 'Gift of three', 3);
  const fromContract = await contractNamed(home, contracted, 'Twice a week');
  const invoiceId = await bought(home, buyer);
  // Who has everything as well, and comes for nothing.
  await ticketOf(home, free, 'Six visits', 6);
  await voucherNamed(home, free, 'Gift of eight', 8);
  const othersContract = await contractNamed(home, free, 'Once a week');
  await bought(home, free);

  const ctx = contextOf(running, home);
  const cover = (registrationId: number, choice: data.NewEntitlement['choice']) =>
    ctx.write((transaction) =>
      transaction.save(undefined, [
        data.reserve({ registrationId, trainingId: training.id, choice, now: clock.now() }),
      ]),
    );
  const ids: number[] = [];
  for (const { clientId } of [ticket, unlimited, voucher, contracted, buyer, free])
    ids.push(await home.registration(training, clientId, { place: ids.length + 1 }));
  const [byTicket = 0, byUnlimited = 0, byVoucher = 0, byContract = 0, byMoney = 0, byNothing = 0] = ids;
  await home.registration(training, asked.clientId, { place: 9, heldUntil: '2026-09-15T12:00:00Z' });
  for (const { clientId } of [waitsFirst, waitsNext]) await home.registration(training, clientId);
  await cover(byTicket, { kind: 'ticket', id: fromTicket });
  await cover(byUnlimited, { kind: 'ticket', id: fromUnlimited });
  await cover(byVoucher, { kind: 'voucher', id: fromVoucher });
  await cover(byContract, { kind: 'contract', id: fromContract, benefit: 1 });
  await ctx.write((transaction) =>
    transaction.save(undefined, [
      insertInvoiceEntitlement({ registrationId: byMoney, invoiceId, position: 2, now: clock.now() }),
    ]),
  );
  // The contract's other visits of this month: one that counts, one of its other benefit, one that came back; and another's.
  const more = async (actor: TestAccount, at: typeof before, id: number, benefit: number) => {
    const registrationId = await home.registration(at, actor.clientId, { place: 1 + benefit });
    await cover(registrationId, { kind: 'contract', id, benefit });
    return registrationId;
  };
  await more(contracted, before, fromContract, 1);
  await more(contracted, after, fromContract, 0);
  const back = await more(contracted, left, fromContract, 1);
  await ask(
    "update registration_covers set settled = 'returned', settled_at = $2 where registration_id = $1 returning 1",
    ...[back, clock.now()],
  );
  await more(free, after, othersContract, 1);
  return {
    ...{ home, admin, training, free, byNothing },
    people: { ticket, unlimited, voucher, contracted, buyer },
    ids: {
      ticket: byTicket,
      unlimited: byUnlimited,
      voucher: byVoucher,
      contracted: byContract,
      buyer: byMoney,
    },
    from: { fromTicket, fromUnlimited, fromVoucher, fromContract },
  };
}

test('what covers a place is told to its owner, before it is given back and to who holds the training', async () => {
  const { admin, training, people, ids, from, free, byNothing } = await scene();
  const roll = await call(getRoll, { query: { training: training.id } }, { actor: admin });
  // Those with a place by name; then those asked and waiting in the order in which they came.
  expect(roll.body.registrations.map(({ name, cover, isOffered }) => [name, cover, isOffered])).toEqual([
    ['Anna Kask', null, false],
    ['Bea Kask', { kind: 'invoice', name: '', left: null }, false],
    ['Carl Kask', { kind: 'contract', name: 'Twice a week', left: null }, false],
    ['Dora Kask', { kind: 'voucher', name: 'Gift of three', left: null }, false],
    ['Eva Kask', { kind: 'ticket', name: 'As often as one likes', left: null }, false],
    ['Fred Kask', { kind: 'ticket', name: 'Five visits', left: 5 }, false],
    ['Zoe Kask', null, true],
    ['Yana Kask', null, false],
    ['Xena Kask', null, false],
  ]);

  const of = async (actor: TestAccount, id: number) => {
    const list = await call(contract.listRegistrations, { query: {} }, { actor });
    const [item] = list.body.items;
    const seen = await call(getOwnTraining, { params: { id: training.id } }, { actor });
    const told = await call(contract.previewCancelling, { params: { id } }, { actor });
    const { ticketId, voucherId, contractId, newRemaining, endedOn, paid, credit } = told.body;
    return {
      listed: [item?.coverKind, item?.coverName],
      shown: seen.body.own?.cover,
      back: { ticketId, voucherId, contractId, newRemaining, endedOn, paid, credit },
    };
  };
  const nothing = {
    ...{ ticketId: null, voucherId: null, contractId: null },
    ...{ newRemaining: null, endedOn: null, paid: null, credit: null },
  };
  expect(await of(people.ticket, ids.ticket)).toEqual({
    listed: ['ticket', 'Five visits'],
    shown: { kind: 'ticket', name: 'Five visits', left: 5, granted: 7, validUntil: '2026-10-13' },
    back: { ...nothing, ticketId: from.fromTicket, newRemaining: 6 },
  });
  expect(await of(people.unlimited, ids.unlimited)).toEqual({
    listed: ['ticket', 'As often as one likes'],
    shown: {
      ...{ kind: 'ticket', name: 'As often as one likes', left: null, granted: null },
      validUntil: '2026-10-13',
    },
    back: { ...nothing, ticketId: from.fromUnlimited },
  });
  expect(await of(people.voucher, ids.voucher)).toEqual({
    listed: ['voucher', 'Gift of three'],
    shown: { kind: 'voucher', name: 'Gift of three', left: 3, granted: 4, validUntil: '2026-12-31' },
    back: { ...nothing, voucherId: from.fromVoucher, newRemaining: 4 },
  });
  expect(await of(people.contracted, ids.contracted)).toEqual({
    listed: ['contract', 'Twice a week'],
    shown: { kind: 'contract', name: 'Twice a week', left: 2, granted: 4, validUntil: '2026-10-04' },
    back: { ...nothing, contractId: from.fromContract, newRemaining: 3 },
  });
  expect(await of(people.buyer, ids.buyer)).toEqual({
    listed: ['invoice', null],
    shown: { kind: 'invoice', name: '', left: null, granted: null, validUntil: null },
    back: { ...nothing, paid: 5, credit: 5 },
  });
  expect(await of(free, byNothing)).toEqual({ listed: [null, null], shown: null, back: nothing });
});
