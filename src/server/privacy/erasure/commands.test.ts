import { describe, expect, test, vi } from 'vitest';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { paying, saleMeans } from '#server/testing/sales.ts';
import { closedPushOrigin, sampleDevice, samplePushKeys } from '#server/testing/samples.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { login } from '#shared/account/contract.ts';
import { createFeed } from '#shared/feeds/contract.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';
import { subscribeDevice } from '#shared/messages/notices/contract.ts';
import { startPayment } from '#shared/payments/contract.ts';
import * as privacy from '#shared/privacy/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import { rentRoom } from '#shared/rooms/rentals/contract.ts';
import { erasuresTask } from './jobs.ts';

// Passwords are dear on purpose, and each test makes a centre with everything.
vi.setConfig({ testTimeout: 60_000 });

const running = withServer();
const { centre, call, ask, clock } = running;
const { ctxOf, issued, pay, draft } = invoiceMeans(running);
const sales = saleMeans(running);
const { tablesWith } = scrubbingMeans(running);
/** After the days to think again. */
const startsAt = '2026-10-05T15:00:00Z';
const mark = 'Žõnglöör';

/** What a line of a ticket is handed over as. */
const handed = (
  { clubId }: Centre,
  clientId: number | null,
  who: { firstName: string; lastName: string; email: string },
): SaleItem => ({
  ...{ kind: 'ticket', productId: 1, clubId, startsOn: null },
  holder: { clientId, phone: '+37255559876', ...who },
});

async function furnished() {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const actor = await home.account({ firstName: mark, lastName: `${mark}-Kask` });
  const address = `${mark.toLowerCase()}@test.test`;
  await ask(
    `update clients set email = $3, phone = '+37255559876', id_country = 'EE', id_code = '38001085718',
       birth_date = '1980-01-08', address = $4, guardian = $5 where tenant_id = $1 and id = $2`,
    home.id,
    actor.clientId,
    address,
    `${mark} 7`,
    JSON.stringify({ firstName: mark }),
  );
  const productId = await addProduct(running, home, {});
  const ticket = await fulfil(running, home, { productId, owner: actor });
  await ask(
    `update tickets set first_name = $3, email = $4 where tenant_id = $1 and id = $2`,
    home.id,
    ticket.id,
    mark,
    address,
  );
  const payer = { name: mark, email: address };
  const invoice = await issued(home, { clientId: actor.clientId, payer });
  await pay(home, invoice.id, 7240);
  const item = handed(home, actor.clientId, { firstName: mark, lastName: mark, email: address });
  await draft(home, { clientId: actor.clientId, payer, lines: [{ item }] });
  const sold = await issued(home, { clientId: actor.clientId, payer, lines: [{ item }] });
  await pay(home, sold.id, 7240);
  await call(createFeed, {}, { actor });
  return { home, actor, invoice, sold };
}

/** The job, for one centre. */
const work = (home: Centre) =>
  erasuresTask({
    system: running.server.system,
    originOf: () => 'http://test.test',
    tenants: () => running.server.tenants.all().filter(({ id }) => id === home.id),
    ctxOf: () => ctxOf(home),
  })(undefined);

const askFor = (actor: TestAccount) =>
  call(privacy.askErasure, { body: { password: testPassword } }, { actor });

describe('the job', () => {
  test('waits for the days to think again; then nothing but what the law keeps names the person', async () => {
    const { home, actor, invoice, sold } = await furnished();
    const admin = await home.account({ role: 'admin' });
    await call(privacy.downloadClientData, { params: { id: actor.clientId }, body: {} }, { actor: admin });
    await ask(
      `update audit_trail set before = $3, input = $3 where tenant_id = $1 and noun_id = $2`,
      home.id,
      actor.clientId,
      JSON.stringify({ firstName: mark }),
    );
    for (const one of [actor, admin]) {
      const body = { endpoint: `${closedPushOrigin}/${one.id}`, keys: samplePushKeys };
      expect((await call(subscribeDevice, { body }, { actor: one })).status).toBe(200);
    }
    await askFor(actor);
    clock.advance({ hours: 24 * 14 - 1 });
    await work(home);
    expect(await tablesWith(home, mark)).toContain('clients');
    clock.advance({ hours: 1 });
    await work(home);
    // The mail that says so is the last thing that goes to the address.
    const left = (await tablesWith(home, mark)).filter(
      (name) => !['stand_in_mails', 'outbox'].includes(name),
    );
    expect(left).toEqual(['invoices']);
    for (const text of ['38001085718', '55559876', '1980-01-08', actor.email]) {
      const named = (await tablesWith(home, text)).filter(
        (name) => !['stand_in_mails', 'outbox'].includes(name),
      );
      expect([text, named]).toEqual([text, []]);
    }
    expect(await ask('select client_id from push_subscriptions where tenant_id = $1', home.id)).toEqual([
      { client_id: admin.clientId },
    ]);
    const kept = await ask<{ number: string }>(
      `select number from invoices where tenant_id = $1 and position($2 in payer::text) > 0 order by id`,
      home.id,
      mark,
    );
    expect(kept).toEqual([{ number: invoice.number }, { number: sold.number }]);
    const credentials = { username: actor.email, password: testPassword, keep: false };
    const body = { userCredentials: credentials, deviceParameters: sampleDevice };
    expect((await call(login, { body }, { host: home.host })).error).toBe('wrongCredentials');
    const { body: seen } = await call(
      privacy.getClientPrivacy,
      { params: { id: actor.clientId } },
      { actor: admin },
    );
    expect(seen.erasure).toMatchObject({ isDone: true, pending: null });
    const late = await call(privacy.undoClientErasure, { params: { id: actor.clientId } }, { actor: admin });
    expect(late.error).toBe('erasureNotAsked');
  });

  test('takes the renter’s name and phone from the calendar of rooms', async () => {
    const home = await centre({ rules: { pages: { isRentalPage: true } } });
    const actor = await home.account({ firstName: mark, lastName: `${mark}-Kask` });
    const open = { opens: '09:00', closes: '12:00' };
    await ask(
      'update clubs set opening_hours = $2 where tenant_id = $1',
      home.id,
      JSON.stringify(Array.from({ length: 7 }, () => open)),
    );
    const roomId = await home.room();
    await ask('update rooms set rent_cents = 2400 where id = $1', roomId);
    await ask("update clients set phone = '+37255559876' where id = $1", actor.clientId);
    const body = { roomId, startDateTime: '2026-09-19T07:00:00Z', hours: 1, people: 2 };
    expect((await call(rentRoom, { body }, { actor })).status).toBe(200);
    const [invoice] = await ask<{ id: number }>('select id from invoices where tenant_id = $1', home.id);
    await pay(home, invoice?.id ?? 0, 2400);
    clock.set('2026-09-21T09:00:00.000Z');
    expect((await askFor(actor)).status).toBe(200);
    clock.advance({ hours: 24 * 14 });
    await work(home);
    expect(await tablesWith(home, '55559876')).not.toContain('reservations');
    expect(await tablesWith(home, mark)).not.toContain('reservations');
  });

  test('of one person waits beside that of another, and each may think again alone', async () => {
    const home = await centre();
    const [one, two] = [await home.account(), await home.account()];
    expect((await askFor(one)).status).toBe(200);
    expect((await askFor(two)).status).toBe(200);
    const admin = await home.account({ role: 'admin' });
    const params = (actor: TestAccount) => ({ params: { id: actor.clientId } });
    await call(privacy.undoClientErasure, params(one), { actor: admin });
    const pending = async (actor: TestAccount) =>
      (await call(privacy.getClientPrivacy, params(actor), { actor: admin })).body.erasure.pending !== null;
    expect([await pending(one), await pending(two)]).toEqual([false, true]);
  });

  test('withdraws what was still agreed to, with a line of its own in the log', async () => {
    const { home, actor } = await furnished();
    const admin = await home.account({ role: 'admin' });
    const [some, other] = [await home.account(), await home.account()];
    const agree = (to: TestAccount, purpose: string, isGiven = true) =>
      ask(
        `insert into consents (tenant_id, client_id, purpose, is_given, language, source, at)
          values ($1, $2, $3, $4, 'en', 'profile', '2026-09-14T08:00:00Z')`,
        ...[home.id, to.clientId, purpose, isGiven],
      );
    const voluntary = ['marketingMail', 'marketingSms', 'smsNotices', 'substituteSms'];
    for (const purpose of ['buyingTerms', ...voluntary])
      for (const account of [actor, other]) await agree(account, purpose);
    await agree(some, 'marketingMail');
    await agree(some, 'marketingSms');
    await agree(some, 'marketingSms', false);
    for (const account of [actor, some]) await askFor(account);
    clock.advance({ hours: 24 * 14 });
    await work(home);
    const withdrawn = async ({ clientId }: TestAccount) => {
      const params = { id: clientId };
      const { choices, log } = (await call(privacy.getClientPrivacy, { params }, { actor: admin })).body
        .consents;
      const lines = log.filter(({ source, isGiven }) => source === 'erasure' && !isGiven);
      expect(new Set(lines.map(({ dateTime }) => dateTime)).size).toBeLessThanOrEqual(1);
      return [
        lines.map(({ purpose }) => purpose as string).toSorted(),
        choices.filter(({ isGiven }) => isGiven).length,
      ];
    };
    expect(await withdrawn(actor)).toEqual([voluntary, 0]);
    expect(await withdrawn(some)).toEqual([['marketingMail'], 0]);
    expect(await withdrawn(other)).toEqual([[], 2]);
  });

  test('takes up what stopped half-way, and again does nothing', async () => {
    const { home, actor } = await furnished();
    await askFor(actor);
    clock.advance({ hours: 24 * 14 });
    // It was closed, and then the machine stopped.
    const task = erasuresTask({
      system: { run: () => Promise.reject(new Error('stopped')) } as never,
      originOf: () => 'http://test.test',
      tenants: () => running.server.tenants.all().filter(({ id }) => id === home.id),
      ctxOf: () => ctxOf(home),
    });
    await expect(task(undefined)).rejects.toThrow('stopped');
    const states = () =>
      ask(
        'select closed_at is null as open, done_at is null as undone from erasures where tenant_id = $1',
        home.id,
      );
    expect(await states()).toEqual([{ open: false, undone: true }]);
    await work(home);
    expect(await states()).toEqual([{ open: false, undone: false }]);
    await work(home);
  });

  test('holds back while something came between, and goes on when it is settled', async () => {
    const { home, actor } = await furnished();
    await askFor(actor);
    const owed = await issued(home, { clientId: actor.clientId });
    clock.advance({ hours: 24 * 14 });
    await work(home);
    const held = () => ask('select held_by, closed_at from erasures where tenant_id = $1', home.id);
    expect(await held()).toEqual([{ held_by: 'debt', closed_at: null }]);
    await pay(home, owed.id, 7240);
    await work(home);
    expect(await held()).toMatchObject([{ held_by: '', closed_at: expect.any(String) }]);
  });
});

describe('booking at the same time', () => {
  test('leaves nobody without a name in a training, whoever comes first', async () => {
    for (let round = 0; round < 4; round += 1) {
      clock.set('2026-09-14T09:00:00Z');
      const { home, actor } = await furnished();
      const trainings = await Promise.all(
        [0, 1, 2].map((day) => home.training({ startsAt: `2026-10-0${day + 5}T15:00:00Z` })),
      );
      const book = ({ id }: { id: number }) =>
        call(register, { body: { trainingId: id, isWaitingAccepted: true } }, { actor });
      await Promise.all([askFor(actor), ...trainings.map(book)]);
      clock.advance({ hours: 24 * 14 });
      // A token that is out still, as one of a session nobody ended would be.
      await Promise.all([work(home), ...trainings.map(book), work(home)]);
      await work(home);
      const [erased] = await ask<{ closed: boolean }>(
        'select closed_at is not null as closed from erasures where tenant_id = $1',
        home.id,
      );
      expect(erased?.closed).toBe(true);
      const live = await ask(
        `select id from registrations where tenant_id = $1 and client_id = $2 and starts_at > $3
           and state in ('booked', 'offered', 'waiting')`,
        home.id,
        actor.clientId,
        clock.now(),
      );
      expect(live).toEqual([]);
      expect((await book(trainings[0] ?? { id: 0 })).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('a training booked within the days to think again is kept until then', async () => {
    const { home, actor } = await furnished();
    await askFor(actor);
    clock.advance({ hours: 1 });
    const training = await home.training({ startsAt });
    const id = await home.registration(training, actor.clientId, { place: 1, createdAt: clock.now() });
    const state = async () =>
      (await ask('select state from registrations where tenant_id = $1 and id = $2', home.id, id))[0];
    await work(home);
    expect(await state()).toEqual({ state: 'booked' });
  });
});

describe('money that comes for somebody who is forgotten', () => {
  async function buying(parts: { clientId: number | null; home: Centre }) {
    const { home, clientId } = parts;
    const productId = await addProduct(running, home, {});
    const who = { firstName: mark, lastName: mark, email: 'juggler@test.test' };
    const item = { ...handed(home, clientId, who), productId };
    const sale = await sales.draft(home, { clientId, item });
    const body = { invoiceToken: sale.token, method: 'paymentInitiation', bank: 'HABAEE2X', country: 'EE' };
    const started = await call(startPayment, { body } as never, { host: home.host });
    expect(started.status).toBe(200);
    const [payment] = await sales.payments(sale);
    if (!payment) throw new Error('no payment');
    return { sale, payment };
  }
  const officeMails = (home: Centre) =>
    ask('select 1 from stand_in_mails where tenant_id = $1 and recipient = $2', home.id, `info@${home.host}`);
  const toForgotten = (home: Centre) =>
    ask("select 1 from stand_in_mails where tenant_id = $1 and recipient = 'juggler@test.test'", home.id);
  async function comesLate(home: Centre, { sale, payment }: Awaited<ReturnType<typeof buying>>) {
    await sales.notify(home, await sales.orderToken(sale, payment, 'PAID'));
    await expect.poll(() => officeMails(home), { timeout: 12_000 }).toHaveLength(1);
    expect(await sales.books(sale)).toMatchObject({
      state: 'dropped',
      received: 7240,
      allocated: 0,
      handed: 0,
    });
    expect(await ask('select 1 from tickets where tenant_id = $1', home.id)).toEqual([]);
    expect(await toForgotten(home)).toEqual([]);
    expect(await tablesWith(home, 'juggler@test.test')).toEqual([]);
  }

  test('while it is asked about it holds the erasure; afterwards it is credit, and nothing has a name again', async () => {
    const home = await centre(paying);
    const actor = await home.account();
    const bought = await buying({ home, clientId: actor.clientId });
    expect((await askFor(actor)).status).toBe(200);
    clock.advance({ hours: 24 * 14 });
    await work(home);
    const erasures = () =>
      ask('select held_by, done_at is not null as done from erasures where tenant_id = $1', home.id);
    expect(await erasures()).toEqual([{ held_by: 'payment', done: false }]);
    await ask('update payments set ask_at = null where tenant_id = $1', home.id);
    await work(home);
    expect(await erasures()).toEqual([{ held_by: '', done: true }]);
    await comesLate(home, bought);
  });

  test('a draft that nobody paid names nobody after ninety days, and buys nothing afterwards', async () => {
    const home = await centre(paying);
    const bought = await buying({ home, clientId: null });
    await ask(`update payments set status = 'ABANDONED', ask_at = null where tenant_id = $1`, home.id);
    await ask(
      `update invoices set state = 'dropped', dropped_at = $2 where tenant_id = $1`,
      home.id,
      clock.now(),
    );
    clock.advance({ hours: 24 * 89 });
    await work(home);
    expect(await tablesWith(home, 'juggler@test.test')).toContain('invoice_lines');
    clock.advance({ hours: 24 * 2 });
    await work(home);
    for (const text of ['juggler@test.test', mark, 'mari@demo.test', '55559876'])
      expect([text, await tablesWith(home, text)]).toEqual([text, []]);
    await comesLate(home, bought);
  });
});
