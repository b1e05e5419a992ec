import { describe, expect, test } from 'vitest';
import { contractToken } from '#server/contracts/commands.ts';
import { billingMeans } from '#server/testing/billing.ts';
import { billContract, makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/contracts/contract.ts';
import * as freezes from '#shared/contracts/freezes/contract.ts';
import * as terminations from '#shared/contracts/terminations/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { register } from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, clock, ask } = running;

async function furnished(parts: Parameters<typeof makeContract>[3] = {}) {
  const home = await centre({ limits: { bookingOpensDaysBefore: 90 } });
  const actor = await home.account();
  const { contractId, invoiceId } = await makeContract(running, home, actor, parts);
  const params = { id: contractId };
  const detail = async () => (await call(contract.getContract, { params }, { actor })).body;
  const token = async () => {
    const [row] = await ask<{ salt: Buffer }>(
      'select salt from contracts where tenant_id = $1 and id = $2',
      home.id,
      contractId,
    );
    return contractToken(running.server.app.ports.tokens, home.id, contractId, row?.salt ?? Buffer.alloc(0));
  };
  return { home, actor, contractId, invoiceId, params, detail, token };
}

const subjects = async (tenantId: number) =>
  (await ask<{ subject: string }>('select subject from stand_in_mails where tenant_id = $1', tenantId)).map(
    ({ subject }) => subject,
  );

describe('giving notice', () => {
  test('ends on the last day of a period after the notice, and says so before', async () => {
    const { home, actor, params, detail } = await furnished();
    const late = await home.training({ startsAt: '2026-11-20T15:00:00Z', name: 'Late', payment: 'paid' });
    await call(register, { body: { trainingId: late.id, isWaitingAccepted: false } }, { actor });
    const { body } = await call(terminations.previewTermination, { params }, { actor });
    expect(body).toMatchObject({
      finalOn: '2026-11-13',
      noticeUntil: '2026-10-14',
      boundUntil: null,
      bills: [{ date: '2026-10-14', until: '2026-11-13', amount: 45 }],
      bookings: [{ name: 'Late' }],
    });
    expect((await call(terminations.terminateContract, { params }, { actor })).body).toEqual(body);
    // Whatever looks after it before it is given back writes of it no more.
    const told = `select split_part(key, ':', 1) as cause from contract_messages
      where contract_id = $1 and key ~ '^(outlived|late):' order by 1`;
    expect(await ask(told, params.id)).toEqual([{ cause: 'outlived' }]);
    expect(await detail()).toMatchObject({
      phase: 'noticeGiven',
      status: 0,
      validUntil: '2026-11-13',
      canEnd: false,
      canTakeEndBack: true,
    });
    await expect
      .poll(() => subjects(home.id), { timeout: 8000 })
      .toContainEqual(expect.stringContaining('üles öeldud'));
    const again = await call(terminations.terminateContract, { params }, { actor });
    expect(again.error).toBe('noticeGivenAlready');
    clock.set('2026-11-13T20:00:00.000Z');
    expect((await detail()).phase).toBe('noticeGiven');
    clock.set('2026-11-14T09:00:00.000Z');
    expect(await detail()).toMatchObject({ phase: 'ended', status: 4 });
  });

  test('waits for the binding', async () => {
    const { actor, params } = await furnished({ bindingMonths: 12 });
    const { body } = await call(terminations.previewTermination, { params }, { actor });
    expect(body).toMatchObject({ finalOn: '2027-09-13', boundUntil: '2027-09-13' });
    expect(body.bills).toHaveLength(11);
  });

  test('of a term that goes on by itself ends it with its term; one that does not needs none', async () => {
    const going = await furnished({ termMonths: 1, renews: true });
    expect(
      (await call(terminations.terminateContract, { params: going.params }, { actor: going.actor })).body
        .finalOn,
    ).toBe('2026-10-13');
    const alone = await furnished({ termMonths: 1 });
    const answer = await call(
      terminations.previewTermination,
      { params: alone.params },
      { actor: alone.actor },
    );
    expect(answer.error).toBe('contractEndsItself');
  });

  test('is taken back until the last day', async () => {
    const { actor, params, detail } = await furnished({ termMonths: 12, renews: true });
    await call(terminations.terminateContract, { params }, { actor });
    expect((await detail()).validUntil).toBe('2026-11-13');
    clock.set('2026-11-13T12:00:00.000Z');
    const back = await call(terminations.revokeTermination, { params }, { actor });
    expect(back.body).toEqual({ validUntil: '2027-09-13' });
    expect(await detail()).toMatchObject({ phase: 'active', validUntil: '2027-09-13', canEnd: true });
    expect((await call(terminations.revokeTermination, { params }, { actor })).error).toBe(
      'actionNotAllowed',
    );
  });

  test.each([
    ['before it', 'taken back', '2027-09-13'],
    ['before it', 'kept', '2027-09-23'],
    ['after it', 'kept', '2027-09-23'],
    ['after it', 'taken back', '2027-09-13'],
  ])('is taken back, with a freeze asked for %s and %s', async (when, fate, validUntil) => {
    const { actor, params, detail } = await furnished({ termMonths: 12, renews: true });
    const press = async (
      endpoint: typeof terminations.terminateContract | typeof terminations.revokeTermination,
    ) => expect((await call(endpoint, { params }, { actor })).error).toBeUndefined();
    const freeze = async () => {
      const body = { from: '2026-10-01', until: '2026-10-10' };
      expect((await call(freezes.freezeContract, { params, body }, { actor })).error).toBeUndefined();
    };
    if (when === 'before it') await freeze();
    await press(terminations.terminateContract);
    const { validUntil: finalOn } = await detail();
    if (when === 'after it') await freeze();
    if (fate === 'taken back') {
      const body = { freezeId: (await detail()).freezes[0]?.id ?? 0 };
      expect((await call(freezes.returnFromFreeze, { params, body }, { actor })).error).toBeUndefined();
    }
    expect((await detail()).validUntil).toBe(finalOn);
    await press(terminations.revokeTermination);
    expect((await detail()).validUntil).toBe(validUntil);
  });

  test('is taken back after a freeze was given up, and no day that ran is before its end', async () => {
    const { home, actor, contractId, params, detail } = await furnished({ termMonths: 1, renews: true });
    const freeze = { from: '2026-09-15', until: '2026-10-13' };
    clock.set('2026-09-14T09:00:00Z');
    expect((await call(freezes.freezeContract, { params, body: freeze }, { actor })).error).toBeUndefined();
    clock.set('2026-09-16T09:00:00Z');
    await call(terminations.terminateContract, { params }, { actor });
    const { validUntil: finalOn, freezes: given } = await detail();
    const body = { freezeId: given[0]?.id ?? 0 };
    expect((await call(freezes.returnFromFreeze, { params, body }, { actor })).error).toBeUndefined();
    clock.set(`${finalOn}T12:00:00Z`);
    const { validUntil } = (await call(terminations.revokeTermination, { params }, { actor })).body;
    expect(String(validUntil) > String(finalOn)).toBe(true);
    expect(await detail()).toMatchObject({ phase: 'active', validUntil });
    expect(
      await ask(
        'select 1 from contract_terms where tenant_id = $1 and contract_id = $2 and ends_on = $3',
        ...[home.id, contractId, validUntil],
      ),
    ).toHaveLength(1);
  });

  test.each([
    ['2026-10-12T12:00:00Z', '2026-10-13'],
    ['2026-10-13T12:00:00Z', '2026-11-13'],
  ])('is taken back at %s, and goes on by itself as before it, until %s', async (at, validUntil) => {
    const { actor, params, detail } = await furnished({ termMonths: 1, renews: true });
    await call(terminations.terminateContract, { params }, { actor });
    expect((await detail()).validUntil).toBe('2026-10-13');
    clock.set(at);
    const back = await call(terminations.revokeTermination, { params }, { actor });
    expect(back.body).toEqual({ validUntil });
    expect(await detail()).toMatchObject({ phase: 'active', validUntil, canEnd: true });
  });

  test('is taken back, and ends with its term where it does not go on by itself', async () => {
    const { home, actor, contractId, params, detail } = await furnished({ termMonths: 3, renews: false });
    await ask(
      `update tenants set company = company || '{"billing": {"renewDays": 30}}'
       where tenant_id = $1 returning 1`,
      home.id,
    );
    await running.server.tenants.load(home.id);
    await call(terminations.terminateContract, { params }, { actor });
    expect((await detail()).validUntil).toBe('2026-11-13');
    clock.set('2026-11-13T12:00:00Z');
    const back = await call(terminations.revokeTermination, { params }, { actor });
    expect(back.body).toEqual({ validUntil: '2026-12-13' });
    expect(await ask('select ends_on from contract_terms where contract_id = $1', contractId)).toEqual([
      { ends_on: '2026-12-13' },
    ]);
  });

  test('is taken back on its last day, and ends all the same where a collector has its debt', async () => {
    const { actor, contractId, params, detail } = await furnished({ termMonths: 1, renews: true });
    await call(terminations.terminateContract, { params }, { actor });
    await ask('update contracts set collected_at = $2 where id = $1 returning 1', contractId, clock.now());
    clock.set('2026-10-13T12:00:00Z');
    const back = await call(terminations.revokeTermination, { params }, { actor });
    expect(back.body).toEqual({ validUntil: '2026-10-13' });
    expect((await detail()).validUntil).toBe('2026-10-13');
  });

  test('is given and taken back of one contract alone, whatever becomes of another', async () => {
    const { home, actor, contractId, params, detail } = await furnished({ termMonths: 12, renews: true });
    const beside = await home.account();
    const other = await makeContract(running, home, beside, { termMonths: 6, renews: true });
    await ask(
      `insert into contract_terms (tenant_id, contract_id, number, starts_on, ends_on, created_at)
       values ($1, $2, 2, '2027-03-14', '2027-09-13', now()) returning 1`,
      ...[home.id, other.contractId],
    );
    const terms = (id: number) =>
      ask('select number, ends_on from contract_terms where contract_id = $1 order by number', id);
    const freeze = async (id: number, by: typeof actor, until: string) => {
      const body = { from: '2026-10-01', until };
      expect((await call(freezes.freezeContract, { params: { id }, body }, { actor: by })).status).toBe(200);
    };
    await call(terminations.terminateContract, { params }, { actor });
    expect(await terms(contractId)).toEqual([{ number: 1, ends_on: '2026-11-13' }]);
    expect(await terms(other.contractId)).toEqual([
      { number: 1, ends_on: '2027-03-13' },
      { number: 2, ends_on: '2027-09-13' },
    ]);
    await freeze(contractId, actor, '2026-10-10');
    // The other notice comes later, and more days are frozen after it.
    await call(terminations.terminateContract, { params: { id: other.contractId } }, { actor: beside });
    await freeze(other.contractId, beside, '2026-10-20');
    const back = await call(terminations.revokeTermination, { params }, { actor });
    expect(back.body).toEqual({ validUntil: '2027-09-23' });
    expect(await detail()).toMatchObject({ phase: 'active', validUntil: '2027-09-23' });
    expect(await terms(contractId)).toEqual([{ number: 1, ends_on: '2027-09-23' }]);
    const seen = await call(contract.getContract, { params: { id: other.contractId } }, { actor: beside });
    expect(seen.body).toMatchObject({ phase: 'noticeGiven', validUntil: '2026-11-13' });
  });

  test('ends it before the next term begins, where it was renewed ahead of that', async () => {
    const { home, actor, contractId, params, detail } = await furnished({ termMonths: 1, renews: true });
    await ask(
      `update tenants set company = company || '{"contracts": {"noticeDays": 5}, "billing": {"renewDays": 14}}'
       where tenant_id = $1 returning 1`,
      home.id,
    );
    await running.server.tenants.load(home.id);
    await billingMeans(running).night(home, '2026-09-29');
    expect((await detail()).validUntil).toBe('2026-11-13');
    clock.set('2026-10-01T09:00:00.000Z');
    const { body } = await call(terminations.terminateContract, { params }, { actor });
    expect(body).toMatchObject({ finalOn: '2026-10-13' });
    const [first, ...rest] = await ask(
      'select number, ends_on from contract_terms where contract_id = $1 order by number',
      contractId,
    );
    expect([first, rest.length]).toEqual([{ number: 1, ends_on: '2026-10-13' }, 1]);
  });

  test('is possible in debt', async () => {
    const { home, actor, contractId, params } = await furnished();
    await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-08-01' });
    const { body } = await call(terminations.terminateContract, { params }, { actor });
    expect(body).toMatchObject({ open: 45, finalOn: '2026-11-13' });
  });
});

describe('withdrawing', () => {
  test('gives back what was paid, less days used at one’s own wish, by a credit note', async () => {
    const { home, actor, params, invoiceId, detail } = await furnished({ joiningFeeCents: 1500 });
    clock.set('2026-09-18T09:00:00.000Z');
    const { body } = await call(terminations.previewWithdrawal, { params }, { actor });
    // Five of 30 days of 45,00.
    expect(body).toMatchObject({ until: '2026-09-28', usedDays: 5, used: 7.5, back: 52.5, paidBack: 52.5 });
    const done = await call(terminations.withdraw, { params }, { actor });
    expect(done.body).toEqual({ at: '2026-09-18T09:00:00.000Z', used: 7.5, back: 52.5, paidBack: 52.5 });
    const notes = await ask(
      "select total_cents from invoices where tenant_id = $1 and credits_id = $2 and state = 'issued'",
      home.id,
      invoiceId,
    );
    expect(notes).toEqual([{ total_cents: -5250 }]);
    expect(await detail()).toMatchObject({
      phase: 'withdrawn',
      status: 4,
      next: null,
      withdrawalUntil: null,
    });
    const list = await call(contract.listContracts, {}, { actor });
    expect([list.body.valid.length, list.body.archived.length]).toEqual([0, 1]);
    await expect
      .poll(() => subjects(home.id), { timeout: 8000 })
      .toContainEqual(expect.stringContaining('taganesid'));
    // The credit note has a mail of its own.
    await expect
      .poll(() => subjects(home.id), { timeout: 8000 })
      .toContainEqual(expect.stringMatching(/kreeditarve/i));
    expect((await call(terminations.withdraw, { params }, { actor })).error).toBe('withdrawalOver');
  });

  test('gives everything back where the member did not ask to begin at once', async () => {
    const { actor, params } = await furnished({
      ...{ startsEarly: false, startsOn: '2026-09-29', joiningFeeCents: 1500 },
    });
    clock.set('2026-09-28T20:59:00.000Z');
    const { body } = await call(terminations.previewWithdrawal, { params }, { actor });
    expect(body).toMatchObject({ usedDays: 0, used: 0, back: 60, paidBack: 60 });
    clock.set('2026-09-28T21:00:00.000Z');
    expect((await call(terminations.withdraw, { params }, { actor })).error).toBe('withdrawalOver');
  });

  test.each([
    // One day of 30 of 45,00 is used; what the office gave back before is not given back once more.
    ['the joining fee', [{ position: 2 }], { used: 1.5, back: 43.5 }],
    ['a part of the period', [{ position: 1, amount: 5 }], { used: 1.5, back: 53.5 }],
    ['everything', [{ position: 1 }, { position: 2 }], { used: 0, back: 0 }],
  ])('is possible after the office credited %s', async (_, lines, told) => {
    const { home, actor, contractId, invoiceId, params } = await furnished({ joiningFeeCents: 1500 });
    const admin = await home.account({ role: 'admin' });
    const body = { reason: 'Goodwill', lines };
    const noted = await call(creditInvoice, { params: { id: invoiceId }, body }, { actor: admin });
    expect(noted.status).toBe(200);
    const preview = await call(terminations.previewWithdrawal, { params }, { actor });
    expect(preview.body).toMatchObject(told);
    expect((await call(terminations.withdraw, { params }, { actor })).body).toMatchObject(told);
    const [sum] = await ask(
      `select sum(total_cents)::integer as kept from invoices where tenant_id = $1 and state = 'issued'`,
      home.id,
    );
    const credited = told.back === 0 ? 0 : 150;
    expect(sum).toEqual({ kept: credited });
    const [row] = await ask('select state from contracts where id = $1', contractId);
    expect(row).toEqual({ state: 'withdrawn' });
  });

  test('sends the money back where it came from', async () => {
    const { home, actor, params, invoiceId } = await furnished();
    await ask(
      `insert into payments (tenant_id, id, invoice_id, provider, provider_id, status, amount_cents, method, created_at,
         changed_at, expires_at)
       values ($1, gen_random_uuid(), $2, 'montonio', 'p-1', 'PAID', 4500, 'cardPayments', $3, $3, $3)`,
      home.id,
      invoiceId,
      clock.now(),
    );
    await call(terminations.withdraw, { params }, { actor });
    const refunds = await ask(
      `select amount_cents, status, invoice_id = $2 as is_own,
         extract(epoch from ask_at - created_at)::integer as asked_after from refunds where tenant_id = $1`,
      ...[home.id, invoiceId],
    );
    // One day is used.
    const sent = { amount_cents: 4350, status: 'PENDING', is_own: true, asked_after: 60 };
    expect(refunds).toEqual([sent]);
  });

  test('needs no login with the mailed link, and changes nothing by being opened', async () => {
    const { home, detail, token } = await furnished();
    const host = home.host;
    const link = await token();
    const opened = await call(terminations.getPublicWithdrawal, { query: { token: link } }, { host });
    expect(opened.body).toMatchObject({ plan: { usedDays: 1, back: 43.5 }, withdrawnAt: null });
    expect((await detail()).phase).toBe('active');
    const done = await call(terminations.withdrawByLink, { body: { token: link } }, { host });
    expect(done.body.back).toBe(43.5);
    const after = await call(terminations.getPublicWithdrawal, { query: { token: link } }, { host });
    expect(after.body).toMatchObject({ plan: null, withdrawnAt: '2026-09-14T09:00:00Z' });
    const wrong = await call(terminations.withdrawByLink, { body: { token: 'x'.repeat(43) } }, { host });
    expect(wrong.error).toBe('contractNotFound');
  });
});
