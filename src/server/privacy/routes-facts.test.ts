import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import * as privacy from '#shared/privacy/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { issued, draft, pay } = invoiceMeans(running);

/** What is given for a place: its columns in the table of that. */
type Given = Readonly<Record<string, unknown>>;

interface Booked {
  readonly name: string;
  /** From now. */
  readonly minutes: number;
  readonly state?: 'offered' | 'waiting' | 'cancelledFree';
  readonly isPresent?: boolean;
  readonly by?: Given;
}

const rows = (home: Centre) => rowsOf(running, home);
const view = async (actor: TestAccount) => (await call(privacy.getErasure, {}, { actor })).body;

/** They taught here once. */
const taught = async (home: Centre, { id }: TestAccount) =>
  ask('update accounts set trainer_id = $2 where id = $1', id, await home.trainer({ isActive: false }));

async function book(home: Centre, { clientId }: TestAccount, booked: Booked): Promise<void> {
  const { name, minutes, state, isPresent, by } = booked;
  const training = await home.training({
    ...{ startsAt: addMinutes(testNow, minutes), minutes: 30, name, trainerId: null },
  });
  const id = await home.registration(training, clientId, {
    ...(state === 'waiting' ? {} : { place: 1 }),
    ...(state === 'offered' ? { heldUntil: addMinutes(testNow, 60) } : {}),
    createdAt: addMinutes(testNow, -60),
  });
  if (state === 'cancelledFree')
    await ask(
      'update registrations set state = $2, place = null, ended_at = $3 where id = $1',
      ...[id, state, testNow],
    );
  if (isPresent) await ask('update registrations set presence = true where id = $1', id);
  if (by) await rows(home).add('registration_covers', { registration_id: id, created_at: testNow, ...by });
}

/** A ticket of ten visits that ends on a day, or begins with its first visit. */
async function ticketOf(home: Centre, owner: TestAccount, endsOn: string | null): Promise<number> {
  const productId = await addProduct(running, home, {});
  const { id } = await fulfil(running, home, { productId, owner });
  await ask(
    `update tickets set ends_on = $2, starts_on = $2::date - 13, start_mode = 'firstUse' where id = $1`,
    ...[id, endsOn],
  );
  return id;
}

/** A place that a visit of a ticket is kept for. */
async function byTicket(home: Centre, ticketId: number): Promise<Given> {
  const of = { ticket_id: ticketId, created_at: testNow };
  const entryId = await rows(home).add('ticket_entries', { ...of, kind: 'RESERVE', visits: 1 });
  return { kind: 'ticket', ticket_id: ticketId, ticket_entry_id: entryId };
}

async function byVoucher(home: Centre, { clientId }: TestAccount): Promise<Given> {
  const { id } = await voucherOf(running, home, { clientId });
  const of = { voucher_id: id, created_at: testNow, held_until: addMinutes(testNow, 60) };
  const movementId = await rows(home).add('voucher_movements', { ...of, kind: 'hold', uses: 1 });
  return { kind: 'voucher', voucher_id: id, voucher_movement_id: movementId };
}

async function contractOf(
  home: Centre,
  owner: TestAccount,
  parts: Parameters<typeof addContract>[3],
  set = '',
): Promise<{ id: number; number: string }> {
  const id = await addContract(running, home, owner, parts);
  if (set !== '') await ask(`update contracts set ${set} where id = $1`, id);
  const [row] = await ask<{ number: string }>('select number from contracts where id = $1', id);
  return { id, number: row?.number ?? '' };
}

async function paidInvoice(home: Centre, { clientId }: TestAccount, at: string): Promise<number> {
  clock.set(at);
  const { id } = await issued(home, { clientId });
  await pay(home, id, 7240);
  clock.set(testNow);
  return id;
}

/** An hour of a room of one's own. */
async function rent(home: Centre, { clientId }: TestAccount, name: string, minutes: number, isOver = false) {
  const { id: invoiceId } = await draft(home, { clientId });
  const roomId = await home.room({ name });
  const time = {
    ...{ starts_at: addMinutes(testNow, minutes), ends_at: addMinutes(testNow, minutes + 60) },
    local_date: '2026-09-14',
  };
  const { add } = rows(home);
  const reservationId = isOver ? null : await add('reservations', { ...time, name, room_ids: [roomId] });
  await add('rentals', {
    ...{ ...time, client_id: clientId, room_id: roomId, invoice_id: invoiceId, people: 1, price_cents: 100 },
    ...{ reservation_id: reservationId, state: isOver ? 'cancelledFree' : 'booked' },
    ...{ ended_at: isOver ? testNow : null, free_until: testNow, created_at: testNow },
  });
}

const contract = (number: string, endDate: string | null) => ({
  ...{ kind: 'contract', name: number, amount: null, endDate, startDateTime: null },
});
const ahead = (kind: 'booking' | 'rental', name: string, minutes: number) => ({
  ...{ kind, name, amount: null, endDate: null },
  startDateTime: addMinutes(testNow, minutes),
});

test('what stands in the way of erasing, what goes back, what is lost and kept is of oneself, to the minute and the day', async () => {
  const home = await running.centre();
  const [former, other] = [await home.account(), await home.account({ role: 'trainer' })];
  await taught(home, former);

  const ending = await contractOf(home, former, { endsOn: '2026-09-14' });
  const over = { category: 'webapp_pilates', startsOn: '2026-08-01', endsOn: '2026-09-13' } as const;
  await contractOf(home, former, over);
  const lasting = await contractOf(home, former, { ...over, startsOn: '2026-09-14', endsOn: null });
  const withdrawn = `state = 'withdrawn', withdrawn_at = activated_at`;
  await contractOf(home, former, { startsOn: '2026-09-15', endsOn: '2028-12-31' }, withdrawn);
  const pending = `state = 'pending', activated_at = null`;
  await contractOf(home, former, { startsOn: '2026-09-15', endsOn: '2031-12-31' }, pending);

  const ticket = await ticketOf(home, former, '2026-09-14');
  await ticketOf(home, former, null);
  await ticketOf(home, former, '2026-09-13');
  const unlimited = { productId: await addProduct(running, home, { visits: null }), owner: former };
  const { id: unlimitedId } = await fulfil(running, home, unlimited);
  const taken = { ticket_id: unlimitedId, kind: 'CONSUME', visits: 1, created_at: testNow };
  await rows(home).add('ticket_entries', taken);

  const invoice = await paidInvoice(home, former, testNow);
  await draft(home, { clientId: former.clientId });
  const byContract = { kind: 'contract', contract_id: lasting.id, benefit: 0 };
  const settled = { settled: 'used', settled_at: testNow };
  for (const booked of [
    { name: 'Begun', minutes: 0, by: await byTicket(home, ticket) },
    { name: 'Come to', minutes: 30, isPresent: true },
    { name: 'By ticket', minutes: 60, by: await byTicket(home, ticket) },
    { name: 'By voucher', minutes: 120, by: await byVoucher(home, former) },
    { name: 'By invoice', minutes: 180, by: { kind: 'invoice', invoice_id: invoice, position: 1 } },
    { name: 'By contract', minutes: 240, by: byContract },
    { name: 'Spent', minutes: 300, by: { ...(await byTicket(home, ticket)), ...settled } },
    { name: 'Given back', minutes: 360, state: 'cancelledFree', by: await byTicket(home, ticket) },
    { name: 'Offered', minutes: 420, state: 'offered' },
    { name: 'Waited for', minutes: 480, state: 'waiting' },
  ] as const)
    await book(home, former, booked);
  await rent(home, former, 'Begun hall', 0);
  await rent(home, former, 'Hall', 540);
  await rent(home, former, 'Hall given back', 660, true);

  const others = await contractOf(home, other, { endsOn: '2027-06-30' });
  await paidInvoice(home, other, '2029-03-01T09:00:00Z');
  const their = await ticketOf(home, other, '2026-09-20');
  await book(home, other, { name: 'Theirs', minutes: 60, by: await byTicket(home, their) });
  await book(home, other, { name: 'Theirs too', minutes: 120 });
  await rent(home, other, 'Their hall', 540);

  expect(await view(former)).toEqual({
    ...{ pending: null, isDone: false, givenBack: 4, visitsLost: 16, creditLost: 0 },
    obstacles: [
      contract(ending.number, '2026-09-14'),
      contract(lasting.number, null),
      ahead('booking', 'By ticket', 60),
      ahead('booking', 'By voucher', 120),
      ahead('booking', 'By invoice', 180),
      ahead('rental', 'Hall', 540),
    ],
    kept: { invoices: 1, contracts: 4, years: 7, untilDate: '2035-12-31' },
  });
  expect(await view(other)).toEqual({
    ...{ pending: null, isDone: false, givenBack: 1, visitsLost: 9, creditLost: 0 },
    obstacles: [
      { kind: 'staff', name: null, amount: null, endDate: null, startDateTime: null },
      contract(others.number, '2027-06-30'),
      ahead('booking', 'Theirs', 60),
      ahead('rental', 'Their hall', 540),
    ],
    kept: { invoices: 1, contracts: 1, years: 7, untilDate: '2036-12-31' },
  });
});

test('asking gives back what costs its owner nothing, but for a place they have come to, and nothing of who teaches here', async () => {
  const home = await running.centre({ limits: { undoSeconds: 0 } });
  const [actor, other] = [await home.account(), await home.account({ role: 'trainer' })];
  await taught(home, actor);
  for (const booked of [
    { name: 'Booked', minutes: 300 },
    { name: 'Offered', minutes: 360, state: 'offered' },
    { name: 'Waited for', minutes: 420, state: 'waiting' },
  ] as const) {
    await book(home, actor, booked);
    await book(home, other, booked);
  }
  await book(home, actor, { name: 'Begun', minutes: 0 });
  await book(home, actor, { name: 'Come to', minutes: 60, isPresent: true });
  const asking = async (one: TestAccount) =>
    (await call(privacy.askErasure, { body: { password: testPassword } }, { actor: one })).refusal?.details;
  expect([await asking(actor), await asking(other)]).toEqual([undefined, { kind: 'staff' }]);
  const states = ({ clientId }: TestAccount) =>
    ask(
      `select t.name, r.state from registrations r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
       where r.tenant_id = $1 and r.client_id = $2 order by r.id`,
      ...[home.id, clientId],
    );
  expect(await states(actor)).toEqual([
    { name: 'Booked', state: 'cancelledFree' },
    { name: 'Offered', state: 'declined' },
    { name: 'Waited for', state: 'left' },
    { name: 'Begun', state: 'booked' },
    { name: 'Come to', state: 'booked' },
  ]);
  expect(await states(other)).toEqual([
    { name: 'Booked', state: 'booked' },
    { name: 'Offered', state: 'offered' },
    { name: 'Waited for', state: 'waiting' },
  ]);
});
