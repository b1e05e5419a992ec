import { describe, expect, test } from 'vitest';
import { creditInvoice } from '#server/invoices/credits/commands.ts';
import { billingMeans } from '#server/testing/billing.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { billContract, makeContract } from '#server/testing/contracts.ts';
import { addUnissuedNote, invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import { runBilling } from '#shared/contracts/billing/contract.ts';
import * as contract from '#shared/contracts/contract.ts';
import * as freezes from '#shared/contracts/freezes/contract.ts';
import * as debtStatus from '#shared/contracts/status/contract.ts';
import * as terminations from '#shared/contracts/terminations/contract.ts';
import { writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { register } from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, clock, ask } = running;
const money = invoiceMeans(running);
const { contract: living } = billingMeans(running);

/** A contract brought into each status from outside, on 14.09.2026. */
const ways = {
  0: async () => {},
  1: async ({ admin, params }) => {
    await call(
      debtStatus.blockContract,
      { params, body: { reason: 'Asked to wait', until: null } },
      { actor: admin },
    );
  },
  2: async ({ actor, params }) => {
    const body = { from: '2026-09-14', until: '2026-09-30' };
    clock.set('2026-09-01T09:00:00.000Z');
    await call(freezes.freezeContract, { params, body }, { actor });
  },
  3: (made) => owing(made, '2026-08-01'),
  4: async ({ actor, params }) => {
    clock.set('2026-08-14T10:00:00.000Z');
    await call(terminations.terminateContract, { params }, { actor });
    await ask("update contracts set ends_on = '2026-09-13' where id = $1", params.id);
  },
  5: async (made) => {
    await owing(made, '2026-08-01');
    const { admin, params } = made;
    await call(debtStatus.collectContract, { params, body: { reason: 'No answer' } }, { actor: admin });
  },
  6: (made) => owing(made, '2026-09-13'),
} satisfies Record<number, (made: Made) => Promise<unknown>>;

type Made = Awaited<ReturnType<typeof make>>;

async function owing({ home, params }: Made, dueOn: string) {
  clock.set('2026-09-14T09:00:00.000Z');
  await billContract(running, home, params.id, { untilOn: '2026-10-13', dueOn });
}

async function make() {
  const home = await centre({
    rules: { payment: { isPaymentActive: true } },
    limits: { bookingOpensDaysBefore: 60, undoSeconds: 0 },
  });
  const actor = await home.account();
  const admin = await home.account({ role: 'admin' });
  clock.set('2026-08-14T09:00:00.000Z');
  const { contractId, productId } = await makeContract(running, home, actor);
  clock.set('2026-09-14T09:00:00.000Z');
  return { home, actor, admin, productId, params: { id: contractId } };
}

async function inStatus(status: keyof typeof ways) {
  const made = await make();
  await ways[status](made);
  clock.set('2026-09-14T09:00:00.000Z');
  const other = await makeContract(running, made.home, made.actor, { category: 'webapp_pilates' });
  return { ...made, other };
}

/** Behind the end or inside the freeze, where there is one. */
const startsAt = '2026-09-22T15:00:00Z';

async function book({ home, actor }: Made) {
  const training = await home.training({ startsAt, payment: 'paid', name: 'Evening class' });
  return call(register, { body: { trainingId: training.id, isWaitingAccepted: false } }, { actor });
}

const tasks = "select 1 from graphile_worker.jobs where task_identifier = 'contract' and run_at <= now()";

const yes = { enter: true, book: true, keep: true, buy: true, freeze: true, end: true };
const onlyEnd = { enter: false, book: false, keep: false, buy: false, freeze: false, end: true };

describe.each([
  [0, yes],
  [1, onlyEnd],
  [2, { ...onlyEnd, keep: true, buy: true }],
  [3, onlyEnd],
  [4, { ...onlyEnd, buy: true }],
  [5, onlyEnd],
  [6, { ...yes, book: false, freeze: false }],
] as const)('status %i', (status, allows) => {
  // shows: contract-code-allows, call-user-account-status
  test('allows what it allows, and nothing is taken from the other contract', async () => {
    const { actor, params, other } = await inStatus(status);
    const { body } = await call(contract.getAccountStatus, {}, { actor });
    expect(body.contracts.find(({ id }) => id === params.id)).toMatchObject({ status, allows });
    expect(body.contracts.find(({ id }) => id === other.contractId)).toMatchObject({
      status: 0,
      allows: yes,
    });
    // Paid is paid.
    expect(body.status).toBe(0);
  });

  test('buying another of its category', async () => {
    const { home, actor, productId } = await inStatus(status);
    const body = { productId, unitId: home.clubId, startsOn: '2026-09-14' };
    const answer = await call(contract.checkPurchase, { body }, { actor });
    const refused = { 1: 'contractIsBlocked', 3: 'contractUnpaid', 5: 'contractUnpaid' } as Record<
      number,
      string
    >;
    // What may be bought is not for the days of the one that runs.
    expect(answer.error).toBe(refused[status] ?? (status === 4 ? undefined : 'hasActiveContract'));
  });

  test('booking', async () => {
    const made = await make();
    await ways[status](made);
    clock.set('2026-09-14T09:00:00.000Z');
    const answer = await book(made);
    const refused = {
      1: 'contractBlocked',
      2: 'contractFrozen',
      3: 'contractInDebt',
      // Long over, it is not spoken of any more.
      4: 'coverNeeded',
      5: 'contractInDebt',
      6: 'contractInDebt',
    } as Record<number, string>;
    expect(answer.error).toBe(refused[status]);
    expect(answer.status < 400).toBe(allows.book);
  });

  test('what was booked before', async () => {
    const made = await make();
    const { home, actor, admin } = made;
    clock.set('2026-08-14T09:30:00.000Z');
    expect((await book(made)).error).toBeUndefined();
    await ways[status](made);
    clock.set('2026-09-14T09:00:00.000Z');
    if (status === 3) await call(runBilling, {}, { actor: admin });
    const held = () =>
      ask(
        `select 1 from registrations where tenant_id = $1 and client_id = $2 and state = 'booked'
         union all ${tasks} union all select 1 from outbox where topic = 'contract'`,
        home.id,
        actor.clientId,
      );
    const isKept = status === 0 || status === 6;
    await expect.poll(async () => (await held()).length, { timeout: 10_000 }).toBe(isKept ? 1 : 0);
    const told = async () =>
      (await call(listOutgoingMails, { query: {} }, { actor: admin })).body.items.filter(
        ({ recipient, text }) => recipient === actor.email && text.includes('Evening class'),
      );
    await expect.poll(async () => (await told()).length, { timeout: 10_000 }).toBe(isKept ? 0 : 1);
  });

  test('freezing', async () => {
    const { actor, params } = await inStatus(status);
    const body = { from: '2026-11-01', until: '2026-11-14' };
    const answer = await call(freezes.previewFreeze, { params, body }, { actor });
    expect(answer.status === 200).toBe(allows.freeze);
  });

  test('ending', async () => {
    const { actor, params } = await inStatus(status);
    const answer = await call(terminations.terminateContract, { params }, { actor });
    // What has ended has nothing left to end.
    expect(answer.error).toBe(status === 4 ? 'actionNotAllowed' : undefined);
  });
});

test('a contract that waits for its first payment allows nothing', async () => {
  const { actor, params } = await make();
  const waits = `update contracts set state = 'pending', activated_at = null where id = $1 returning 1`;
  await ask(waits, params.id);
  const { body } = await call(contract.getContract, { params }, { actor });
  expect(body.allows).toEqual({ ...onlyEnd, end: false });
});

test('in debt the door stays open until the grace ends', async () => {
  const { actor } = await inStatus(6);
  const enter = async () =>
    (await call(contract.getAccountStatus, {}, { actor })).body.contracts.at(-1)?.allows.enter;
  clock.set('2026-09-20T09:00:00.000Z');
  expect(await enter()).toBe(true);
  clock.set('2026-09-21T09:00:00.000Z');
  expect(await enter()).toBe(false);
});

test('a debt that is written off is none: the contract has its status back, and opens what it opened', async () => {
  const made = await make();
  const { home, actor, admin, params } = made;
  const owed = await billContract(running, home, params.id, { untilOn: '2026-10-13', dueOn: '2026-08-01' });
  const view = async () => (await call(contract.getContract, { params }, { actor })).body;
  expect(await view()).toMatchObject({ status: 3, openInvoices: [{ id: owed }] });
  expect((await book(made)).error).toBe('contractInDebt');
  await call(writeOffInvoice, { params: { id: owed } }, { actor: admin });
  expect(await view()).toMatchObject({ status: 0, allows: yes, openInvoices: [] });
  expect((await book(made)).error).toBeUndefined();
});

test('a contract owes what is open on its own periods and fees: of invoices that were issued, not credited or written off', async () => {
  const home = await centre({ limits: { bookingOpensDaysBefore: 60 } });
  await ask(
    `update tenants set company = company || '{"contracts": {"debt": {"toleratedCents": 0}}}' where tenant_id = $1 returning 1`,
    home.id,
  );
  await running.server.tenants.load(home.id);
  const { id: trainingId } = await home.training({ startsAt, payment: 'paid', maxPlaces: 20 });
  const benefits = [Benefit.parse({ clientType: 'groupTraining' })];
  const of = { startsOn: '2026-08-15', benefits };
  const owe = (id: number) => billContract(running, home, id, { untilOn: '2026-10-14', dueOn: '2026-08-01' });
  /** A line of an invoice that was due in August, or is none yet. */
  const lineOf = async (clientId: number, isIssued: boolean) => {
    clock.set('2026-08-01T09:00:00.000Z');
    const { id } = await (isIssued ? money.issued : money.draft)(home, { clientId });
    clock.set('2026-09-14T09:00:00.000Z');
    return id;
  };
  const prepared: Record<string, (id: number, clientId: number) => Promise<unknown>> = {
    nothing: async () => {},
    'for another contract': async (_, clientId) =>
      owe((await living(home, { startsOn: '2026-08-15', clientId, category: 'webapp_pilates' })).id),
    'a cent': async (id) => money.pay(home, await owe(id), 4499),
    'though a credit note was begun': async (id) =>
      addUnissuedNote(running, home, await owe(id), { amountCents: 4500 }),
    'nothing after a credit note': async (id) => {
      const { tokens } = running.server.app.ports;
      await creditInvoice(money.ctxOf(home), tokens, await owe(id), { wishes: 'all', reason: 'Ill' });
    },
    'nothing that was written off': async (id) =>
      ask('update invoices set written_off_at = now() where id = $1 returning 1', await owe(id)),
    'the fee of a freeze': async (id, clientId) =>
      ask(
        `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, fee_cents, invoice_id, position,
           created_at)
         values ($1, $2, '2026-10-01', '2026-10-07', '2026-10-07', 7240, $3, 1, now()) returning 1`,
        ...[home.id, id, await lineOf(clientId, true)],
      ),
    'nothing of a draft': async (id, clientId) => {
      const invoiceId = await lineOf(clientId, false);
      await ask("update invoices set due_on = '2026-08-01' where id = $1 returning 1", invoiceId);
      await ask(
        `insert into contract_periods (tenant_id, contract_id, from_on, until_on, owed_cents, carried_cents, amount_cents, invoice_id,
           position, created_at)
         values ($1, $2, '2026-09-15', '2026-10-14', 7240, 0, 7240, $3, 1, now()) returning 1`,
        ...[home.id, id, invoiceId],
      );
    },
  };
  const made: { name: string; id: number; actor: TestAccount }[] = [];
  for (const [name, prepare] of Object.entries(prepared)) {
    const actor = await home.account();
    const { id } = await living(home, { ...of, clientId: actor.clientId });
    await prepare(id, actor.clientId);
    made.push({ name, id, actor });
  }
  const seen: Record<string, unknown> = {};
  for (const { name, id, actor } of made) {
    const { body } = await call(contract.getContract, { params: { id } }, { actor });
    const booked = await call(register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
    seen[name] = [body.openInvoices.map(({ balance }) => balance), booked.error ?? 'booked'];
  }
  expect(seen).toEqual({
    nothing: [[], 'booked'],
    'for another contract': [[], 'booked'],
    'a cent': [[0.01], 'contractInDebt'],
    'though a credit note was begun': [[45], 'contractInDebt'],
    'nothing after a credit note': [[], 'booked'],
    'nothing that was written off': [[], 'booked'],
    'the fee of a freeze': [[72.4], 'contractInDebt'],
    'nothing of a draft': [[], 'booked'],
  });
  // A collector is given the debt of one, and of no other; nor is another blocked with it.
  const [clear, blocked, collected] = made;
  const admin = await home.account({ role: 'admin' });
  const stop = { params: { id: blocked?.id ?? 0 }, body: { reason: 'Loud', until: null } };
  expect((await call(debtStatus.blockContract, stop, { actor: admin })).body).toEqual({ status: 1 });
  const given = { params: { id: collected?.id ?? 0 }, body: { reason: 'No answer' } };
  expect((await call(debtStatus.collectContract, given, { actor: admin })).body).toEqual({ status: 5 });
  if (!clear) throw new Error('nobody');
  const { body } = await call(contract.getContract, { params: { id: clear.id } }, { actor: clear.actor });
  expect(body.status).toBe(0);
});

test('what a person decides is kept with the reason and who decided it', async () => {
  const { home, admin, actor, params } = await make();
  const block = (until: string | null) =>
    call(debtStatus.blockContract, { params, body: { reason: 'Induction', until } }, { actor: admin });
  expect((await block('2026-09-13')).error).toBe('dataValidationFailed');
  expect((await block('2026-09-20')).body).toEqual({ status: 1 });
  clock.set('2026-09-21T09:00:00.000Z');
  const { body } = await call(contract.getContract, { params }, { actor });
  expect(body.status).toBe(0);
  const unblock = () =>
    call(debtStatus.unblockContract, { params, body: { reason: 'Done' } }, { actor: admin });
  expect((await unblock()).body).toEqual({ status: 0 });
  expect((await unblock()).error).toBe('actionNotAllowed');
  const collect = await call(debtStatus.collectContract, { params, body: { reason: 'x' } }, { actor: admin });
  expect(collect.error).toBe('actionNotAllowed');
  const changes = await ask(
    `select kind, details->>'reason' as reason, account_id from contract_changes
     where tenant_id = $1 and contract_id = $2 and kind in ('block', 'unblock') order by id`,
    home.id,
    params.id,
  );
  expect(changes).toEqual([
    { kind: 'block', reason: 'Induction', account_id: admin.id },
    { kind: 'unblock', reason: 'Done', account_id: admin.id },
  ]);
});
