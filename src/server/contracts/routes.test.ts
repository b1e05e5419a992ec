import { describe, expect, test } from 'vitest';
import { addPackage, billContract, makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import * as contract from '#shared/contracts/contract.ts';
import { getPublicWithdrawal } from '#shared/contracts/terminations/contract.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { register } from '#shared/registrations/contract.ts';
import { contractToken } from './commands.ts';

const running = withServer();
const { centre, call, clock, ask } = running;
const today = '2026-09-14';
const selling = { rules: { payment: { isPaymentActive: true } } };

async function furnished() {
  const home = await centre(selling);
  return { home, actor: await home.account() };
}

describe("a member's contracts", () => {
  // shows: contract-archived, call-user-contract
  test('are split into valid and archived: by the end, which is valid today still', async () => {
    const { home, actor } = await furnished();
    clock.set('2026-08-14T09:00:00.000Z');
    const over = await makeContract(running, home, actor, { termMonths: 1, startsOn: '2026-08-14' });
    const pilates = await makeContract(running, home, actor, {
      termMonths: 1,
      startsOn: '2026-08-15',
      category: 'webapp_pilates',
    });
    clock.set('2026-09-14T09:00:00.000Z');
    const open = await makeContract(running, home, actor, { startsOn: '2026-09-20' });
    const { body } = await call(contract.listContracts, {}, { actor });
    expect(body.valid.map(({ id, phase, status, isTermless }) => [id, phase, status, isTermless])).toEqual([
      [open.contractId, 'scheduled', 0, true],
      [pilates.contractId, 'active', 0, false],
    ]);
    expect(body.archived.map(({ id, phase, status, validUntil }) => [id, phase, status, validUntil])).toEqual(
      [[over.contractId, 'ended', 4, '2026-09-13']],
    );
    expect(body.valid[0]).toMatchObject({
      packageName: 'Monthly package',
      packagePrice: 45,
      validFrom: '2026-09-20',
    });
  });

  // shows: contract-fields
  test('tell in detail what was billed, what comes next and what happened', async () => {
    const { home, actor } = await furnished();
    const { contractId, invoiceId } = await makeContract(running, home, actor, { bindingMonths: 3 });
    const { body } = await call(contract.getContract, { params: { id: contractId } }, { actor });
    expect(body).toMatchObject({
      ...{ number: expect.stringMatching(/\d/), createdDate: today, packagePrice: 45 },
      ...{ validFrom: today, validUntil: null, isTermless: true },
      ...{ quantityRemaining: null, quantityTotal: null },
    });
    expect(body.periods).toEqual([
      expect.objectContaining({ from: today, until: '2026-10-13', amount: 45, invoiceId, isPaid: true }),
    ]);
    expect(body.next).toEqual({ date: '2026-10-14', amount: 45 });
    expect(body.bindingUntil).toBe('2026-12-13');
    expect(body.withdrawalUntil).toBe('2026-09-28');
    expect(body.history.map(({ kind }) => kind)).toEqual(['activated', 'agreed']);
    const stranger = await home.account();
    const answer = await call(contract.getContract, { params: { id: contractId } }, { actor: stranger });
    expect(answer.error).toBe('contractNotFound');
  });

  // shows: renew-contract
  test('are renewed by their holder where they end: the same package of the same club, from the day after', async () => {
    const { home, actor } = await furnished();
    const { contractId, productId } = await makeContract(running, home, actor, { termMonths: 1 });
    const renewal = async (id: number) =>
      (await call(contract.getContract, { params: { id } }, { actor })).body.renewal;
    expect(await renewal(contractId)).toEqual({ productId, unitId: home.clubId });
    const { body } = await call(contract.listPackages, { params: { id: home.clubId } }, { actor });
    expect(body.find(({ id }) => id === productId)?.startFrom).toBe('2026-10-14');
    const sell = (isActive: boolean) =>
      ask('update products set is_active = $2 where tenant_id = $1', home.id, isActive);
    await sell(false);
    expect(await renewal(contractId)).toBeNull();
    await sell(true);
    const next = await makeContract(running, home, actor, { startsOn: '2026-10-14', termMonths: 12 });
    expect(await renewal(contractId)).toBeNull();
    // That one ends too far ahead to buy what comes after it.
    expect(await renewal(next.contractId)).toBeNull();
  });

  test('count what they have been used for, where visits are counted', async () => {
    const { home, actor } = await furnished();
    const benefit = Benefit.parse({ clientType: 'groupTraining' });
    await makeContract(running, home, actor, { benefits: [{ ...benefit, visits: 8 }] });
    const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' });
    await call(register, { body: { trainingId: training.id, isWaitingAccepted: false } }, { actor });
    const { body } = await call(contract.listContracts, {}, { actor });
    expect(body.valid[0]).toMatchObject({ quantityTotal: 8, quantityRemaining: 7 });
  });
});

describe('a debt', () => {
  const unpaid = async (dueOn: string, amountCents?: number) => {
    const { home, actor } = await furnished();
    const { contractId } = await makeContract(running, home, actor, {});
    await billContract(running, home, contractId, {
      untilOn: '2026-11-13',
      dueOn,
      ...(amountCents !== undefined && { amountCents }),
    });
    const other = await makeContract(running, home, actor, { category: 'webapp_pilates' });
    return { home, actor, contractId, other: other.contractId };
  };

  test.each([
    [today, 0],
    [addDays(today, -1), 6],
    [addDays(today, -29), 6],
    [addDays(today, -30), 3],
  ])('of an invoice due on %s makes its contract %i, and no other', async (dueOn, status) => {
    const { actor, contractId, other } = await unpaid(dueOn);
    const { body } = await call(contract.getAccountStatus, {}, { actor });
    expect(Object.fromEntries(body.contracts.map((one) => [one.id, one.status]))).toEqual({
      [contractId]: status,
      [other]: 0,
    });
    expect(body.status).toBe(0);
  });

  test('of a euro is let be, and what was credited or paid is none', async () => {
    const small = await unpaid(addDays(today, -40), 100);
    const { body } = await call(
      contract.getContract,
      { params: { id: small.contractId } },
      { actor: small.actor },
    );
    expect(body.status).toBe(0);
    const { home, actor, contractId } = await unpaid(addDays(today, -40));
    await ask(
      `with r as (insert into receipts (tenant_id, kind, amount_cents, source, booked_on, created_at)
         values ($1, 'cash', 4500, 'test', $2, $3) returning id)
       insert into allocations (tenant_id, receipt_id, invoice_id, amount_cents, created_at)
         select $1, r.id, max(p.invoice_id), 4500, $3 from r, contract_periods p
           where p.tenant_id = $1 and p.contract_id = $4 group by r.id`,
      home.id,
      today,
      clock.now(),
      contractId,
    );
    const paid = await call(contract.getContract, { params: { id: contractId } }, { actor });
    expect(paid.body).toMatchObject({ status: 0, debt: 0, openInvoices: [] });
  });
});

describe('buying another contract', () => {
  const request = (home: { clubId: number }, productId: number) => ({
    productId,
    unitId: home.clubId,
    startsOn: today,
  });

  // shows: call-user-contract-add-check, call-user-product-contract-id
  test('is shown line by line before, and comes to the same', async () => {
    const { home, actor } = await furnished();
    const productId = await addPackage(running, home, {
      anchor: 'first',
      joiningFeeCents: 1000,
      termMonths: 12,
    });
    for (const other of ['is_active = false', "kind = 'ticket'"]) {
      const id = await addPackage(running, home);
      await ask(`update products set ${other} where id = $1 returning 1`, id);
    }
    const packages = await call(contract.listPackages, { params: { id: home.clubId } }, { actor });
    expect(packages.body).toEqual([
      expect.objectContaining({ id: productId, price: 45, joiningFee: 10, termMonths: 12, startFrom: today }),
    ]);
    const check = await call(contract.checkPurchase, { body: request(home, productId) }, { actor });
    expect(check.body).toMatchObject({
      total: 35.5,
      part: { days: 17, of: 30 },
      endsOn: '2027-09-30',
      next: { date: '2026-10-01', amount: 45 },
    });
    expect(check.body.lines.map(({ total }) => total)).toEqual([25.5, 10]);
    const added = await call(
      contract.addContract,
      { body: { ...request(home, productId), startsEarly: true, hasAgreed: true } },
      { actor },
    );
    expect(added.body).toEqual({ invoiceToken: expect.stringMatching(/^[\w-]{43}$/), total: 35.5 });
  });

  test('pressed ten times at once waits for one payment; another wish takes its place', async () => {
    const { home, actor } = await furnished();
    const productId = await addPackage(running, home, { termMonths: 1 });
    const add = (startsOn: string, of = productId) =>
      call(
        contract.addContract,
        { body: { ...request(home, of), startsOn, startsEarly: true, hasAgreed: true } },
        { actor },
      );
    // Of another package as many days wait beside it, whatever becomes of this one.
    await add('2026-09-20', await addPackage(running, home, { termMonths: 1, category: 'webapp_pilates' }));
    const waiting = () =>
      ask(
        `select c.starts_on, i.state from contracts c join invoices i on i.tenant_id = c.tenant_id and i.id = c.invoice_id
         where c.tenant_id = $1 and c.state = 'pending' order by c.id`,
        home.id,
      );
    const beside = { starts_on: '2026-09-20', state: 'draft' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => add('2026-09-20')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.invoiceToken}`)).size).toBe(1);
    expect(await waiting()).toEqual([beside, { starts_on: '2026-09-20', state: 'draft' }]);
    const second = (await add('2026-09-21')).body.invoiceToken;
    expect(second).not.toBe(answers[0]?.body.invoiceToken);
    expect(await waiting()).toEqual([beside, { starts_on: '2026-09-21', state: 'draft' }]);
    const drafts = () =>
      ask<{ id: number }>(
        `select id from invoices where tenant_id = $1 and kind = 'invoice' and state = 'draft' order by id`,
        home.id,
      );
    expect(await drafts()).toHaveLength(2);
    // What cannot be paid any more is made anew.
    const id = (await drafts()).at(-1)?.id;
    await ask("update invoices set state = 'dropped', dropped_at = now() where id = $1 returning 1", id);
    expect((await add('2026-09-21')).body.invoiceToken).not.toBe(second);
    expect(await waiting()).toEqual([beside, { starts_on: '2026-09-21', state: 'draft' }]);
    // What was given up is nowhere, whoever keeps its address.
    const [gone] = await ask<{ id: number; salt: Buffer }>(
      "select id, salt from contracts where tenant_id = $1 and state = 'dropped' limit 1",
      home.id,
    );
    const { id: goneId = 0, salt = Buffer.alloc(0) } = gone ?? {};
    const page = await call(contract.getContract, { params: { id: goneId } }, { actor });
    const token = contractToken(running.server.app.ports.tokens, home.id, goneId, salt);
    const link = await call(getPublicWithdrawal, { query: { token } }, { host: home.host });
    expect([page.error, link.error]).toEqual(['contractNotFound', 'contractNotFound']);
  });

  test('needs both agreements', async () => {
    const { home, actor } = await furnished();
    const productId = await addPackage(running, home);
    const add = (body: { startsOn?: string; startsEarly: boolean; hasAgreed: boolean }) =>
      call(contract.addContract, { body: { ...request(home, productId), ...body } }, { actor });
    const early = await add({ startsEarly: false, hasAgreed: true });
    expect(early.refusal?.details).toMatchObject({ field: 'startsEarly' });
    const terms = await add({ startsEarly: true, hasAgreed: false });
    expect(terms.refusal?.details).toEqual({ field: 'hasAgreed' });
    expect((await add({ startsOn: '2026-09-29', startsEarly: false, hasAgreed: true })).status).toBe(200);
  });

  test('is refused in the days of another, by the check too', async () => {
    const { home, actor } = await furnished();
    const { productId } = await makeContract(running, home, actor);
    const check = await call(contract.checkPurchase, { body: request(home, productId) }, { actor });
    expect(check.error).toBe('hasActiveContract');
    const body = { ...request(home, productId), startsEarly: true, hasAgreed: true };
    expect((await call(contract.addContract, { body }, { actor })).error).toBe('hasActiveContract');
  });

  test('is nowhere where nothing is paid in the app', async () => {
    const home = await centre();
    const actor = await home.account();
    const answer = await call(contract.listPackages, { params: { id: home.clubId } }, { actor });
    expect(answer.status).toBe(404);
  });
});
