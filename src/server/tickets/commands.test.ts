import { describe, expect, test, vi } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { addProduct, type ProductParts } from '#server/testing/products.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil, fulfilLine, insertPaidLine } from '#server/testing/tickets.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { getTicket, listTickets, spendVisit } from '#shared/tickets/contract.ts';
import { expireTickets } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function withTicket(parts: ProductParts & { startsOn?: string } = {}) {
  const { startsOn, ...product } = parts;
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const owner = await home.account();
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const productId = await addProduct(running, home, product);
  const ticket = await fulfil(running, home, { productId, owner, ...(startsOn && { startsOn }) });
  const show = async (token = ticket.token) =>
    call(getTicket, { query: { token } }, { host: home.host, language: 'en' });
  const scan = (token = ticket.token) => call(spendVisit, { body: { token } }, { actor: trainer });
  return { home, owner, trainer, productId, ticket, show, scan };
}

test('a visit is taken by those alone who have the right to', async () => {
  const { home, ticket, show } = await withTicket();
  const actor = await home.account({ role: 'trainer' });
  const { status, error } = await call(spendVisit, { body: { token: ticket.token } }, { actor });
  expect([status, error]).toEqual([403, 'actionNotAllowed']);
  expect((await show()).body.entries.map(({ kind }) => kind)).toEqual(['GRANT']);
});

describe('a paid ticket', () => {
  test('is handed over with its visits and a mail in the language of the invoice', async () => {
    const { show, ticket, home } = await withTicket();
    const { body } = await show();
    expect(body).toEqual({
      token: ticket.token,
      givenFor: null,
      name: 'Ten visits',
      clubName: 'First club',
      state: 'valid',
      expired: false,
      used: false,
      startMode: 'purchase',
      validCount: 1,
      validUnit: 'month',
      validFrom: '2026-09-14',
      validUntil: '2026-10-13',
      visitsGranted: 10,
      visitsLeft: 10,
      visitsReserved: 0,
      visitsUsed: 0,
      holderName: 'Kai K.',
      entries: [
        { kind: 'GRANT', visits: 10, at: '2026-09-14T09:00:00Z', change: 10, left: 10, reason: null },
      ],
    });
    const mail = await vi.waitFor(
      async () => {
        const [sent] = await ask<{ subject: string; text: string }>(
          'select subject, text from stand_in_mails where tenant_id = $1',
          home.id,
        );
        expect(sent).toBeDefined();
        return sent;
      },
      { timeout: 10_000, interval: 50 },
    );
    expect(mail?.subject).toContain('Ten visits et');
    expect(mail?.text).toContain(`https://${home.host}/public/tickets?ticket=${ticket.token}\n`);
  });

  test('is handed over once for its line, whoever comes with it', async () => {
    const { home, productId } = await withTicket();
    const holder = { clientId: null, firstName: 'Kai', lastName: 'Kask', email: '', phone: '' };
    const item = { kind: 'ticket', productId, clubId: home.clubId, startsOn: null, holder } as const;
    const invoiceId = await insertPaidLine(running, home, item);
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => fulfilLine(running, home, item, invoiceId)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await ask(
      'select id from tickets where tenant_id = $1 and invoice_id = $2',
      home.id,
      invoiceId,
    );
    expect(rows).toHaveLength(1);
  });

  test.each([
    [{ startMode: 'chosen', startsOn: '2026-10-01' }, '2026-10-01', '2026-10-31'],
    [{ startMode: 'chosen', startsOn: '2026-09-01', valid: [1, 'week'] }, '2026-09-14', '2026-09-20'],
    [{ startMode: 'firstUse' }, null, null],
  ] as const)('%o is valid from %s until %s', async (parts, validFrom, validUntil) => {
    const { show } = await withTicket(parts);
    expect((await show()).body).toMatchObject({ validFrom, validUntil });
  });

  test('keeps what was sold, whatever becomes of the product', async () => {
    const { home, show } = await withTicket();
    await ask(
      `update products set names = '{"en": "Other"}', visits = 1, valid_count = 9, is_active = false where tenant_id = $1`,
      home.id,
    );
    expect((await show()).body).toMatchObject({ name: 'Ten visits', visitsLeft: 10, validCount: 1 });
  });
});

describe('what opens a ticket', () => {
  test('is its token alone: no number, no other centre’s, no part of it, nothing changed', async () => {
    const { ticket, show } = await withTicket();
    const foreign = await withTicket();
    const [number = '', mac = ''] = ticket.token.split('.');
    for (const token of [
      number,
      `${number}.`,
      `${number}.${'A'.repeat(22)}`,
      `${Number(number) + 1}.${mac}`,
      `0${ticket.token}`,
      `${ticket.token}A`,
      foreign.ticket.token,
      `${number}.${foreign.ticket.token.split('.')[1]}`,
      `2147483648.${mac}`,
      '',
    ]) {
      const answer = await show(token);
      expect([token, answer.status, answer.error]).toEqual([token, 404, 'ticketNotFound']);
    }
    expect((await show()).status).toBe(200);
  });

  test('is not to be guessed: too many wrong ones are refused for an hour, a right one opens whatever was tried before', async () => {
    const { show } = await withTicket();
    for (let count = 0; count < 40; count += 1) expect((await show()).status).toBe(200);
    for (let count = 0; count < 30; count += 1) expect((await show('1.x')).error).toBe('ticketNotFound');
    expect((await show('1.x')).error).toBe('tooManyAttempts');
    expect((await show()).status).toBe(200);
    clock.set(addMinutes(clock.now(), 61));
    expect((await show('1.x')).error).toBe('ticketNotFound');
  });

  test('members see their own, page by page', async () => {
    const { home, owner, productId, ticket } = await withTicket();
    await home.club();
    const second = await fulfil(running, home, { productId, owner });
    await fulfil(running, home, { productId });
    const list = async (query: object) =>
      (await call(listTickets, { query } as never, { actor: owner })).body;
    expect((await list({})).items.map(({ token }) => token)).toEqual([second.token, ticket.token]);
    expect(await list({ limit: 1 })).toMatchObject({ items: [{ token: second.token }], isMore: true });
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({
      items: [{ token: ticket.token }],
      isMore: false,
    });
    const other = await home.account();
    expect((await call(listTickets, { query: {} }, { actor: other })).body.items).toEqual([]);
  });
});

describe('at the door', () => {
  test('a stay costs one visit however many doors it opens; the list tells it', async () => {
    const { scan, show } = await withTicket();
    expect((await scan()).body).toMatchObject({ visitsLeft: 9, visitsUsed: 1, isSameStay: false });
    clock.set(addMinutes(clock.now(), 179));
    expect((await scan()).body).toMatchObject({ visitsLeft: 9, isSameStay: true });
    clock.set(addMinutes(clock.now(), 1));
    expect((await scan()).body).toMatchObject({ visitsLeft: 8, isSameStay: false });
    const { entries } = (await show()).body;
    expect(entries.map(({ kind, left }) => [kind, left])).toEqual([
      ['GRANT', 10],
      ['CONSUME', 9],
      ['CONSUME', 8],
    ]);
  });

  test('how long a stay is, the centre says', async () => {
    const home = await centre({ limits: { stayMinutes: 10 } });
    const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
    const productId = await addProduct(running, home);
    const { token } = await fulfil(running, home, { productId });
    const scan = () => call(spendVisit, { body: { token } }, { actor: trainer });
    await scan();
    clock.set(addMinutes(clock.now(), 10));
    expect((await scan()).body.visitsLeft).toBe(8);
  });

  test('the first use begins it, and no other one', async () => {
    const { home, productId, scan, show } = await withTicket({ startMode: 'firstUse', valid: [30, 'day'] });
    const other = await fulfil(running, home, { productId });
    clock.set('2026-11-02T08:00:00Z');
    expect((await scan()).body).toMatchObject({
      validFrom: '2026-11-02',
      validUntil: '2026-12-01',
      visitsLeft: 9,
    });
    expect((await show(other.token)).body).toMatchObject({
      validFrom: null,
      validUntil: null,
      visitsLeft: 10,
    });
  });

  test('unlimited is counted and never at an end', async () => {
    const { scan } = await withTicket({ visits: null });
    for (let day = 0; day < 3; day += 1) {
      expect((await scan()).body).toMatchObject({
        visitsLeft: null,
        visitsGranted: null,
        visitsUsed: day + 1,
      });
      clock.set(addMinutes(clock.now(), 24 * 60));
    }
  });

  // shows: ticket-fields
  test('used, expired, not begun, unknown: each says so', async () => {
    const single = await withTicket({ visits: 1 });
    await single.scan();
    clock.set(addMinutes(clock.now(), 180));
    const used = await single.scan();
    expect([used.status, used.error]).toEqual([409, 'ticketUsed']);
    expect((await single.show()).body).toMatchObject({ state: 'used', used: true, visitsLeft: 0 });

    const late = await withTicket({ valid: [1, 'day'] });
    // 23:59:59 in Tallinn, then midnight.
    clock.set('2026-09-14T20:59:59Z');
    expect((await late.show()).body.state).toBe('valid');
    clock.set('2026-09-14T21:00:00Z');
    const expired = await late.scan();
    expect([expired.error, expired.refusal?.details]).toEqual(['ticketExpired', { date: '14.09.2026' }]);
    expect((await late.show()).body).toMatchObject({ state: 'expired', expired: true });

    clock.set('2026-09-14T09:00:00Z');
    const early = await withTicket({ startMode: 'chosen', startsOn: '2026-09-15' });
    const begun = await early.scan();
    expect([begun.error, begun.refusal?.details]).toEqual(['ticketNotYetValid', { date: '15.09.2026' }]);
    expect((await early.scan('1.none')).error).toBe('ticketNotFound');
  });

  test('whom the centre has blocked comes in by no ticket of theirs, and no visit is taken', async () => {
    const { home, owner, scan, show } = await withTicket();
    for (const id of [await home.client(), owner.clientId])
      await ask('update clients set is_blocked = true where id = $1 returning 1', id);
    await expectRefused(running, home, () => scan(), [409, 'entryBarred']);
    await ask('update clients set is_blocked = false where id = $1 returning 1', owner.clientId);
    expect((await scan()).body.visitsLeft).toBe(9);
    expect((await show()).body.entries).toHaveLength(2);
  });

  test('a refused visit changes nothing: not the ticket, not its list', async () => {
    const single = await withTicket({ visits: 1 });
    await single.scan();
    clock.set(addMinutes(clock.now(), 180));
    await expectRefused(running, single.home, () => single.scan(), [409, 'ticketUsed']);
    const early = await withTicket({ startMode: 'chosen', startsOn: '2026-09-15' });
    await expectRefused(running, early.home, () => early.scan(), [
      409,
      'ticketNotYetValid',
      { date: '15.09.2026' },
    ]);
    await expectRefused(running, early.home, () => early.scan('1.none'), [404, 'ticketNotFound']);
  });

  test('the visit is written to whoever took it', async () => {
    const { home, trainer, scan } = await withTicket();
    await scan();
    expect(
      await ask(
        `select account_id as by, visits from ticket_entries where tenant_id = $1 and kind = 'CONSUME'`,
        home.id,
      ),
    ).toEqual([{ by: trainer.id, visits: 1 }]);
  });

  test('the last visit, shown at twenty doors at once, is spent once', async () => {
    const { scan, show, home } = await withTicket({ visits: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => scan()));
    expect(answers.filter(({ status, body }) => status === 200 && !body.isSameStay)).toHaveLength(1);
    expect((await show()).body).toMatchObject({ visitsLeft: 0, visitsUsed: 1 });
    expect(
      await ask(
        `select count(*)::integer as count from ticket_entries where tenant_id = $1 and kind = 'CONSUME'`,
        home.id,
      ),
    ).toEqual([{ count: 1 }]);
  });
});

test.each([
  ['visits left over at the end are written down as gone, once', 10],
  ['a single visit left over is gone like many', 2],
])('%s', async (_, visits) => {
  const left = visits - 1;
  const { home, show, scan } = await withTicket({ valid: [1, 'week'], visits });
  const ctx = () => contextOf(running, home);
  await scan();
  clock.set('2026-09-20T20:59:59Z');
  await expireTickets(ctx());
  expect((await show()).body.visitsLeft).toBe(left);
  clock.set('2026-09-20T21:00:00Z');
  await Promise.all([expireTickets(ctx()), expireTickets(ctx())]);
  await expireTickets(ctx());
  const { body } = await show();
  expect(body).toMatchObject({ state: 'expired', visitsLeft: 0, visitsUsed: 1 });
  expect(body.entries.map(({ kind, visits, left }) => [kind, visits, left])).toEqual([
    ['GRANT', visits, visits],
    ['CONSUME', 1, left],
    ['EXPIRE', left, 0],
  ]);
});

test('tickets that ended in the last sixty days lose what is left of them; what lasts until tonight keeps it', async () => {
  const { home, owner, productId } = await withTicket();
  const endOn = async (endsOn: string) => {
    const { id } = await fulfil(running, home, { productId, owner });
    await ask('update tickets set starts_on = $2::date - 30, ends_on = $2 where id = $1', id, endsOn);
  };
  for (const day of ['2026-07-15', '2026-07-16', '2026-09-13', '2026-09-14']) await endOn(day);
  await expireTickets(contextOf(running, home));
  const left = await ask(
    `select t.ends_on as "endsOn", sum(e.remaining_change)::integer as visits
     from tickets t join ticket_entries e on e.tenant_id = t.tenant_id and e.ticket_id = t.id
     where t.tenant_id = $1 and t.ends_on <= '2026-09-14' group by t.id, t.ends_on order by t.id`,
    home.id,
  );
  expect(left).toEqual([
    // Seen to long ago.
    { endsOn: '2026-07-15', visits: 10 },
    { endsOn: '2026-07-16', visits: 0 },
    { endsOn: '2026-09-13', visits: 0 },
    { endsOn: '2026-09-14', visits: 10 },
  ]);
});
