import { describe, expect, test } from 'vitest';
import { addContract, addUnpaidPeriod, type ContractParts } from '#server/testing/benefits.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
/** 18:00 in Tallinn, the day after the tests' now; billing periods begin on the fifth. */
const startsAt = '2026-09-15T15:00:00Z';

const book = (actor: TestAccount, trainingId: number, isWaitingAccepted = false) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted } }, { actor });
const cancel = (actor: TestAccount, id: number) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });
const preview = (actor: TestAccount, trainingId: number) =>
  call(contract.previewRegistration, { params: { trainingId } }, { actor });
const left = async (actor: TestAccount, trainingId: number) => {
  const { body } = await preview(actor, trainingId);
  return body.outcome === 'booked' ? body.payment?.cover?.left : body.outcome;
};

const unfinished = `select 1 from graphile_worker.jobs where task_identifier in ('line', 'lines') and run_at <= now()
  union all select 1 from outbox where topic = 'lineDue'`;

/** Lets the job that looks through the lines run once. */
async function sweep() {
  await ask("select graphile_worker.add_job('lines', '{}')");
  await expect.poll(async () => (await ask(unfinished)).length, { timeout: 10_000, interval: 20 }).toBe(0);
}

const paid = (home: Centre, at = startsAt, maxPlaces = 10) =>
  home.training({ startsAt: at, payment: 'paid', maxPlaces });

async function card(home: Centre, owner: TestAccount): Promise<number> {
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 3 });
  return (await fulfil(running, home, { productId, owner })).id;
}

async function scene(
  parts: ContractParts = { benefits: [{ visits: 2 }] },
  limits: Parameters<typeof centre>[0] = {},
) {
  const home = await centre({
    limits: { upcomingMax: 50, bookingOpensDaysBefore: 60, undoSeconds: 0 },
    ...limits,
  });
  const actor = await home.account();
  const contractId = await addContract(running, home, actor, parts);
  return { home, actor, contractId, training: await paid(home) };
}

describe('a contract covers a training', () => {
  test('before a ticket; what remains this period is said before and after', async () => {
    const { home, actor, contractId, training } = await scene();
    const ticketId = await card(home, actor);
    const { body } = await preview(actor, training.id);
    expect(body).toMatchObject({
      outcome: 'booked',
      payment: {
        cover: {
          kind: 'contract',
          id: contractId,
          name: 'Monthly package',
          left: 2,
          leftAfter: 1,
          granted: 2,
          validUntil: '2026-10-04',
        },
        others: [{ kind: 'ticket', id: ticketId }],
        contractProblem: null,
      },
    });
    const booked = await book(actor, training.id);
    expect(booked.body.cover).toMatchObject({ kind: 'contract', id: contractId, leftAfter: 1 });
    const { body: shown } = await call(getOwnTraining, { params: { id: training.id } }, { actor });
    expect(shown.own?.cover).toMatchObject({ kind: 'contract', left: 1, granted: 2 });
    const { body: page } = await call(
      contract.listRegistrations,
      { query: { period: 'upcoming' } },
      { actor },
    );
    expect(page.items[0]).toMatchObject({ coverKind: 'contract', coverName: 'Monthly package' });
    const entries = await ask(
      'select 1 from ticket_entries where ticket_id = $1 and kind <> $2',
      ticketId,
      'GRANT',
    );
    expect(entries).toEqual([]);
  });

  test('the period is that of the training, and the next one has its own visits', async () => {
    const { home, actor } = await scene({ benefits: [{ visits: 1 }] });
    const september = await paid(home, '2026-10-04T20:30:00Z');
    const october = await paid(home, '2026-10-04T21:30:00Z');
    const again = await paid(home, '2026-10-20T15:00:00Z');
    // Half past midnight of the fifth in Tallinn is the next period.
    expect((await book(actor, september.id)).error).toBeUndefined();
    expect((await book(actor, october.id)).error).toBeUndefined();
    const { refusal } = await book(actor, again.id);
    expect([refusal?.errors, refusal?.details]).toEqual([
      ['contractVisitsUsed'],
      { visits: 1, date: '04.11.2026' },
    ]);
    expect((await preview(actor, again.id)).body).toMatchObject({
      error: 'contractVisitsUsed',
      rule: 'covered',
    });
  });

  test('given back in time it counts no more, and that is told', async () => {
    const { home, actor, training, contractId } = await scene();
    const { registrationId } = (await book(actor, training.id)).body;
    expect(await left(actor, (await paid(home, '2026-09-16T15:00:00Z')).id)).toBe(1);
    const { body } = await cancel(actor, registrationId);
    expect(body).toMatchObject({
      penalty: 'none',
      visitReturned: true,
      contractId,
      newRemaining: 2,
      endedOn: null,
    });
    await sweep();
    expect(await left(actor, training.id)).toBe(2);
  });

  test('given back late it counts, until somebody else takes the place', async () => {
    const { home, actor, training } = await scene();
    const { registrationId } = (await book(actor, training.id)).body;
    clock.set('2026-09-15T13:00:00Z');
    expect((await cancel(actor, registrationId)).body).toMatchObject({
      visitReturned: false,
      newRemaining: 1,
    });
    await sweep();
    const later = await paid(home, '2026-09-18T15:00:00Z');
    expect(await left(actor, later.id)).toBe(1);
    const other = await home.account();
    await addContract(running, home, other);
    expect((await book(other, training.id)).body.cover).toMatchObject({ kind: 'contract', left: null });
    await sweep();
    expect(await left(actor, later.id)).toBe(2);
  });

  test('who stays away has used the visit', async () => {
    const { home, actor, training } = await scene();
    const { registrationId } = (await book(actor, training.id)).body;
    await ask('update registrations set presence = false where id = $1 returning 1', registrationId);
    clock.set('2026-09-15T18:00:00Z');
    await sweep();
    expect(await left(actor, (await paid(home, '2026-09-18T15:00:00Z')).id)).toBe(1);
  });

  test('a free training asks for none of it', async () => {
    const { home, actor } = await scene();
    const free = await home.training({ startsAt: '2026-09-17T15:00:00Z' });
    expect((await book(actor, free.id)).body.cover).toBeNull();
    expect(await left(actor, (await paid(home, '2026-09-18T15:00:00Z')).id)).toBe(2);
  });

  test('one visit left and four trainings at once: one is booked', async () => {
    const { home, actor } = await scene({ benefits: [{ visits: 1 }] });
    const trainings = await Promise.all(
      [16, 17, 18, 19].map((day) => paid(home, `2026-09-${day}T15:00:00Z`)),
    );
    const answers = await Promise.all(trainings.map(({ id }) => book(actor, id)));
    expect(answers.map(({ error }) => error ?? 'booked').toSorted()).toEqual([
      'booked',
      'contractVisitsUsed',
      'contractVisitsUsed',
      'contractVisitsUsed',
    ]);
  });

  test('moved to another training, the last visit moves along', async () => {
    const { home, actor, training } = await scene({ benefits: [{ visits: 1 }] });
    const { registrationId: id } = (await book(actor, training.id)).body;
    const other = await paid(home, '2026-09-16T15:00:00Z');
    const of = { params: { id, trainingId: other.id } };
    expect((await call(contract.previewSwap, of, { actor })).body.cover).toMatchObject({
      kind: 'contract',
      left: 1,
    });
    const swap = { params: { id }, body: { trainingId: other.id } };
    expect((await call(contract.swapRegistration, swap, { actor })).body.outcome).toBe('booked');
    expect((await preview(actor, (await paid(home, '2026-09-17T15:00:00Z')).id)).body).toMatchObject({
      error: 'contractVisitsUsed',
    });
  });
});

describe('a contract does not cover it', () => {
  const refused = async (actor: TestAccount, trainingId: number) => {
    const { refusal } = await book(actor, trainingId);
    return [refusal?.errors[0], ...Object.values(refusal?.details ?? {})].join(' ');
  };

  test.each<[string, ContractParts, string]>([
    ['another hour', { benefits: [{ until: '15:00' }] }, 'contractNotForTime'],
    ['not on Tuesdays', { benefits: [{ weekdays: [1] }] }, 'contractNotForTime'],
    ['another club', { benefits: [{ clubIds: [99_999] }] }, 'contractNotForClub'],
    ['only the gym', { benefits: [{ clientType: 'gym' }] }, 'coverNeeded'],
    ['ends the day before', { endsOn: '2026-09-14' }, 'contractEnded 14.09.2026'],
    ['begins the day after', { startsOn: '2026-09-16' }, 'contractNotYetValid 16.09.2026'],
  ])('%s', async (_, parts, expected) => {
    const { actor, training } = await scene(parts);
    expect(await refused(actor, training.id)).toBe(expected);
  });

  test('ends the day before, but goes on by itself until notice is given', async () => {
    const { actor, contractId, training } = await scene({ endsOn: '2026-09-14' });
    await ask('update contracts set renews = true, term_months = 12 where id = $1 returning 1', contractId);
    expect((await preview(actor, training.id)).body).toMatchObject({ outcome: 'booked' });
    await ask('update contracts set notice_at = $2 where id = $1 returning 1', contractId, clock.now());
    expect(await refused(actor, training.id)).toBe('contractEnded 14.09.2026');
  });

  test('frozen on its date, whatever is today', async () => {
    const { home, actor, contractId, training } = await scene({});
    await ask(
      `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, created_at)
       values ($1, $2, '2026-09-15', '2026-09-20', '2026-09-20', $3) returning 1`,
      home.id,
      contractId,
      clock.now(),
    );
    expect(await refused(actor, training.id)).toBe('contractFrozen 20.09.2026');
    expect((await book(actor, (await paid(home, '2026-09-21T15:00:00Z')).id)).error).toBeUndefined();
  });

  test('blocked, in debt from the day after it was due, paid again', async () => {
    const { home, actor, contractId, training } = await scene({});
    await ask(
      "update contracts set blocked_at = $2, block_reason = 'x' where id = $1 returning 1",
      contractId,
      clock.now(),
    );
    expect(await refused(actor, training.id)).toBe('contractBlocked');
    await ask(
      'update contracts set blocked_at = null, block_reason = null where id = $1 returning 1',
      contractId,
    );
    const invoiceId = await addUnpaidPeriod(running, home, contractId, '2026-09-13');
    expect(await refused(actor, training.id)).toBe('contractInDebt');
    await ask('update invoices set written_off_at = $2 where id = $1 returning 1', invoiceId, clock.now());
    expect((await book(actor, training.id)).error).toBeUndefined();
  });

  test('a forgotten half euro and an invoice that is not due yet are no debt', async () => {
    const { home, actor, contractId, training } = await scene({ startsOn: '2026-07-05' });
    await addUnpaidPeriod(running, home, contractId, '2026-07-12', { cents: 50 });
    await addUnpaidPeriod(running, home, contractId, '2026-09-20', { period: 1 });
    expect((await preview(actor, training.id)).body).toMatchObject({ outcome: 'booked' });
    await addUnpaidPeriod(running, home, contractId, '2026-09-13', { period: 2 });
    expect(await refused(actor, training.id)).toBe('contractInDebt');
  });

  test('somebody else’s contract is none', async () => {
    const { home, contractId, training } = await scene({});
    const actor = await home.account();
    expect((await book(actor, training.id)).error).toBe('coverNeeded');
    const body = {
      trainingId: training.id,
      isWaitingAccepted: false,
      cover: { kind: 'contract', id: contractId },
    } as const;
    expect((await call(contract.register, { body }, { actor })).error).toBe('coverNeeded');
  });

  test('a ticket steps in, and the screen is told why', async () => {
    const { home, actor, training } = await scene({ benefits: [{ until: '15:00' }] });
    const ticketId = await card(home, actor);
    expect((await preview(actor, training.id)).body).toMatchObject({
      payment: { cover: { kind: 'ticket', id: ticketId }, contractProblem: { error: 'contractNotForTime' } },
    });
  });

  test('sold singly, the price is offered with the reason', async () => {
    const { home, actor } = await scene(
      { benefits: [{ until: '15:00' }] },
      { rules: { payment: { isPaymentActive: true } } },
    );
    const training = await home.training({ startsAt, payment: 'paid', priceCents: 900 });
    expect((await preview(actor, training.id)).body).toMatchObject({
      payment: { cover: null, price: 9, contractProblem: { error: 'contractNotForTime', details: {} } },
    });
  });
});

describe('those waiting', () => {
  async function full(parts: ContractParts) {
    const { home, actor } = await scene({});
    const training = await paid(home, '2026-09-17T15:00:00Z', 1);
    const { registrationId } = (await book(actor, training.id)).body;
    const next = await home.account();
    const contractId = await addContract(running, home, next, parts);
    const waiting = (await book(next, training.id, true)).body;
    return { home, actor, registrationId, training, next, contractId, waiting };
  }
  const stateOf = async (id: number) =>
    (await ask<{ state: string }>('select state from registrations where id = $1', id))[0]?.state;

  test('take nothing; a contract that covers the training promotes', async () => {
    const { home, actor, registrationId, next, waiting } = await full({ benefits: [{ visits: 1 }] });
    expect(waiting.cover).toBeNull();
    const other = await paid(home, '2026-09-18T15:00:00Z');
    expect(await left(next, other.id)).toBe(1);
    await cancel(actor, registrationId);
    expect(await stateOf(waiting.registrationId)).toBe('booked');
    expect((await preview(next, other.id)).body).toMatchObject({ error: 'contractVisitsUsed' });
  });

  test('a contract whose visits were taken meanwhile does not: the next has the place, until there are visits again', async () => {
    const { home, actor, registrationId, next, waiting } = await full({ benefits: [{ visits: 1 }] });
    const elsewhere = (await book(next, (await paid(home, '2026-09-18T15:00:00Z')).id)).body;
    await cancel(actor, registrationId);
    expect(await stateOf(waiting.registrationId)).toBe('waiting');
    await cancel(next, elsewhere.registrationId);
    await sweep();
    expect(await stateOf(waiting.registrationId)).toBe('booked');
  });

  test.each([
    ['is frozen', 'contractFrozen'],
    ['has ended', 'contractEnded'],
    ['is in bad debt', 'contractInDebt'],
  ])('whose contract %s is passed over, told why, and served when it covers again', async (_, reason) => {
    const { home, actor, registrationId, next, contractId, waiting } = await full({ benefits: [{}] });
    const behind = await home.account();
    await addContract(running, home, behind, { benefits: [{}] });
    const trainingId =
      (
        await ask<{ id: number }>('select training_id as id from registrations where id = $1', registrationId)
      )[0]?.id ?? 0;
    const second = (await book(behind, trainingId, true)).body;
    const undo =
      reason === 'contractFrozen'
        ? await frozen(home, contractId)
        : reason === 'contractEnded'
          ? await ended(home, contractId)
          : await inDebt(home, contractId);
    await cancel(actor, registrationId);
    expect([await stateOf(waiting.registrationId), await stateOf(second.registrationId)]).toEqual([
      'waiting',
      'booked',
    ]);
    const [row] = await ask<{ passed_reason: string }>(
      'select passed_reason from registrations where id = $1',
      waiting.registrationId,
    );
    expect(row?.passed_reason).toBe(reason);
    await cancel(behind, second.registrationId);
    expect(await stateOf(waiting.registrationId)).toBe('waiting');
    await undo();
    await sweep();
    expect(await stateOf(waiting.registrationId)).toBe('booked');
    expect((await book(next, trainingId)).error).toBe('alreadyRegistered');
  });

  async function frozen(home: Centre, contractId: number) {
    await ask(
      `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, created_at)
       values ($1, $2, '2026-09-14', '2026-09-30', '2026-09-30', $3) returning 1`,
      ...[home.id, contractId, clock.now()],
    );
    return () =>
      ask('delete from contract_freezes where tenant_id = $1 and contract_id = $2', home.id, contractId);
  }
  async function ended(home: Centre, contractId: number) {
    const until = (on: string | null) =>
      ask('update contracts set ends_on = $3 where tenant_id = $1 and id = $2', home.id, contractId, on);
    await until('2026-09-14');
    return () => until(null);
  }
  async function inDebt(home: Centre, contractId: number) {
    await addUnpaidPeriod(running, home, contractId, '2026-07-01');
    return () =>
      ask("update invoices set written_off_at = now() where tenant_id = $1 and state = 'issued'", home.id);
  }
});
