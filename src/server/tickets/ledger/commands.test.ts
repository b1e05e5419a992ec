import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { adjustTicket, getTicket, spendVisit } from '#shared/tickets/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const reason = 'Two visits for the broken shower';

async function scene(visits: number | null = 3) {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const owner = await home.account();
  const productId = await addProduct(running, home, { visits });
  const ticket = await fulfil(running, home, { productId, owner });
  return { home, admin, owner, ticket };
}

const adjust = (actor: TestAccount, id: number, visits: number, why = reason) =>
  call(adjustTicket, { params: { id }, body: { visits, reason: why } }, { actor });

describe('correcting the visits of a ticket', () => {
  test('adds and takes away, each a line of the ledger with why, when and by whom', async () => {
    const { home, admin, ticket } = await scene();
    expect((await adjust(admin, ticket.id, 2)).body).toEqual({
      visitsGranted: 5,
      visitsLeft: 5,
      visitsReserved: 0,
      visitsUsed: 0,
    });
    clock.advance({ minutes: 1 });
    expect((await adjust(admin, ticket.id, -4, 'Counted twice')).body.visitsLeft).toBe(1);
    const { body } = await call(getTicket, { query: { token: ticket.token } }, { host: home.host });
    expect(body.entries.map(({ kind, change, left, reason: why }) => [kind, change, left, why])).toEqual([
      ['GRANT', 3, 3, null],
      ['ADJUST', 2, 5, reason],
      ['ADJUST', -4, 1, 'Counted twice'],
    ]);
    const written = `select e.visits, e.created_at <= $2 as "isWritten", a.email from ticket_entries e
      join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
      where e.ticket_id = $1 and e.kind = 'ADJUST' order by e.id`;
    expect(await ask(written, ticket.id, clock.now())).toEqual([
      { visits: 2, isWritten: true, email: admin.email },
      { visits: -4, isWritten: true, email: admin.email },
    ]);
  });

  test('never below zero, and what is reserved stays', async () => {
    const { admin, ticket, home } = await scene();
    await ask(
      "insert into ticket_entries (tenant_id, ticket_id, kind, visits, created_at) values ($1, $2, 'RESERVE', 1, $3) returning 1",
      home.id,
      ticket.id,
      clock.now(),
    );
    const { status, error, refusal } = await adjust(admin, ticket.id, -3);
    expect([status, error, refusal?.details]).toEqual([409, 'ticketVisitsTooFew', { left: 2 }]);
    expect((await adjust(admin, ticket.id, -2)).body).toMatchObject({ visitsLeft: 0, visitsReserved: 1 });
  });

  test('a ticket without a number has nothing to correct', async () => {
    const { admin, ticket } = await scene(null);
    expect((await adjust(admin, ticket.id, 1)).error).toBe('ticketUnlimited');
  });

  test('needs a reason, a number and an administrator of this centre', async () => {
    const { home, admin, owner, ticket } = await scene();
    for (const [visits, why] of [
      [0, reason],
      [1.5, reason],
      [1001, reason],
      [1, '  '],
    ] as const)
      expect((await adjust(admin, ticket.id, visits, why)).error).toBe('dataValidationFailed');
    const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
    for (const actor of [owner, trainer])
      expect((await adjust(actor, ticket.id, 1)).error).toBe('actionNotAllowed');
    const { admin: foreigner } = await scene();
    expect((await adjust(foreigner, ticket.id, 1)).error).toBe('ticketNotFound');
    expect((await adjust(admin, 2_000_000_000, 1)).error).toBe('ticketNotFound');
  });

  test('a press that comes twice counts once', async () => {
    const { admin, ticket } = await scene();
    const headers = { 'idempotency-key': `adjust-${ticket.id}-once-only` };
    const press = () =>
      call(
        adjustTicket,
        { params: { id: ticket.id }, body: { visits: 1, reason } },
        { actor: admin, headers },
      );
    await Promise.all([press(), press()]);
    expect((await press()).body.visitsLeft).toBe(4);
  });

  test('taken away while the last visit is spent: one of the two', async () => {
    const { home, admin, ticket } = await scene(1);
    const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
    const [corrected, spent] = await Promise.all([
      adjust(admin, ticket.id, -1),
      call(spendVisit, { body: { token: ticket.token } }, { actor: trainer }),
    ]);
    expect([corrected.error, spent.error].filter((error) => error === undefined)).toHaveLength(1);
    expect(['ticketVisitsTooFew', 'ticketUsed']).toContain(corrected.error ?? spent.error);
  });
});
