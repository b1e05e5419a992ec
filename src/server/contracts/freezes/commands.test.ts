import { describe, expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import type { Centre } from '#server/testing/centre.ts';
import { billContract, makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { runBilling } from '#shared/contracts/billing/contract.ts';
import * as contract from '#shared/contracts/contract.ts';
import * as freezes from '#shared/contracts/freezes/contract.ts';
import { changePrice } from '#shared/contracts/prices/contract.ts';
import * as terminations from '#shared/contracts/terminations/contract.ts';
import { register } from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, clock, ask } = running;

async function furnished(parts: Parameters<typeof makeContract>[3] = {}) {
  const home = await centre({ limits: { bookingOpensDaysBefore: 90 } });
  const actor = await home.account();
  const { contractId } = await makeContract(running, home, actor, parts);
  const detail = async () =>
    (await call(contract.getContract, { params: { id: contractId } }, { actor })).body;
  const freeze = (from: string, until: string) =>
    call(freezes.freezeContract, { params: { id: contractId }, body: { from, until } }, { actor });
  const preview = (from: string, until: string) =>
    call(freezes.previewFreeze, { params: { id: contractId }, body: { from, until } }, { actor });
  return { home, actor, contractId, detail, freeze, preview };
}

async function setContracts(home: Centre, settings: object): Promise<void> {
  await ask(
    `update tenants set company = company || jsonb_build_object('contracts', $2::jsonb) where tenant_id = $1`,
    home.id,
    JSON.stringify(settings),
  );
  await running.server.tenants.load(home.id);
}

/** A freeze costs 5,00 from now on. */
const withFee = (home: Centre) => setContracts(home, { freeze: { feeCents: 500 } });

describe('a freeze', () => {
  test('does what its preview said: days off the next bills, a longer term, bookings given back', async () => {
    const { home, actor, detail, freeze, preview } = await furnished({ termMonths: 12 });
    const book = async (startsAt: string, name: string) => {
      const training = await home.training({ startsAt, name, payment: 'paid' });
      const body = { trainingId: training.id, isWaitingAccepted: false };
      return (await call(register, { body }, { actor })).body.registrationId;
    };
    const lost = await book('2026-09-22T15:00:00Z', 'Inside');
    const kept = await book('2026-10-06T15:00:00Z', 'After');
    const shown = (await preview('2026-09-21', '2026-10-05')).body;
    expect(shown).toMatchObject({
      days: 15,
      validUntil: '2027-09-28',
      bookings: [{ name: 'Inside', startsAt: '2026-09-22T15:00:00Z', isLate: false }],
      // 15 of 30 days of 45,00 are paid for already.
      bills: [{ date: '2026-10-14', before: 45, after: 22.5 }],
    });
    expect((await detail()).validUntil).toBe('2027-09-13');
    expect((await freeze('2026-09-21', '2026-10-05')).body).toEqual(shown);
    const done = await detail();
    expect(done).toMatchObject({ validUntil: '2027-09-28', next: { date: '2026-10-14', amount: 22.5 } });
    expect(done.freezes).toEqual([expect.objectContaining({ state: 'planned', from: '2026-09-21' })]);
    await expect
      .poll(() => ask('select id, state from registrations where tenant_id = $1 order by id', home.id), {
        timeout: 8000,
      })
      .toEqual([
        { id: lost, state: 'cancelledFree' },
        { id: kept, state: 'booked' },
      ]);
    await expect
      .poll(() => ask('select subject from stand_in_mails where tenant_id = $1', home.id), { timeout: 8000 })
      .toContainEqual({ subject: expect.stringContaining('on peatatud') });
  });

  test('a price told for after the term goes later with it, and comes back with it', async () => {
    const { home, actor, contractId, freeze } = await furnished({ termMonths: 3, renews: true });
    const admin = await home.account({ role: 'admin' });
    const told = { contractId, price: 50, fromDate: '2026-10-20' };
    expect((await call(changePrice, { body: told }, { actor: admin })).body).toEqual({ changed: 1 });
    const prices = () =>
      ask('select from_on, told_on from contract_prices where contract_id = $1 order by from_on', contractId);
    const first = { from_on: '2026-09-14', told_on: null };
    expect(await prices()).toEqual([first, { from_on: '2026-12-14', told_on: null }]);
    expect((await freeze('2026-09-21', '2026-10-05')).status).toBe(200);
    expect(await prices()).toEqual([first, { from_on: '2026-12-29', told_on: '2026-12-14' }]);
    const [planned] = (await call(contract.getContract, { params: { id: contractId } }, { actor })).body
      .freezes;
    const body = { freezeId: planned?.id ?? 0 };
    await call(freezes.returnFromFreeze, { params: { id: contractId }, body }, { actor });
    expect(await prices()).toEqual([first, { from_on: '2026-12-14', told_on: null }]);
  });

  test.each([
    ['2026-09-14', '2026-09-30', 'freezeTooSoon'],
    ['2026-09-15', '2026-09-20', 'freezeTooShort'],
    ['2026-09-15', '2026-12-31', 'freezeTooLong'],
    ['2028-09-16', '2028-09-30', 'freezeTooFar'],
    ['2026-09-20', '2026-09-15', 'dataValidationFailed'],
  ])('from %s until %s is refused: %s', async (from, until, error) => {
    const { freeze, preview } = await furnished();
    expect((await preview(from, until)).error).toBe(error);
    expect((await freeze(from, until)).error).toBe(error);
  });

  test('beside another, or once more than agreed, is refused', async () => {
    const { freeze } = await furnished();
    await freeze('2026-10-01', '2026-10-10');
    expect((await freeze('2026-10-10', '2026-10-20')).error).toBe('freezeOverlaps');
    expect((await freeze('2026-12-01', '2026-12-10')).status).toBe(200);
    expect((await freeze('2027-02-01', '2027-02-10')).error).toBe('freezeTooOften');
    expect((await freeze('2027-10-01', '2027-10-10')).status).toBe(200);
  });

  test('asked for twice at once is written once', async () => {
    const { freeze } = await furnished();
    const answers = await Promise.all([
      freeze('2026-10-01', '2026-10-10'),
      freeze('2026-10-05', '2026-10-15'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('meeting another is refused by the database, whoever writes it', async () => {
    const { home, contractId, freeze } = await furnished();
    await freeze('2026-10-01', '2026-10-10');
    const insert = ask(
      `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, created_at)
       values ($1, $2, '2026-10-10', '2026-10-20', '2026-10-20', now())`,
      home.id,
      contractId,
    );
    await expect(insert).rejects.toThrow('contract_freezes_apart');
  });

  test('lengthens the binding, and taken back gives the days back', async () => {
    const { actor, contractId, detail, freeze, preview } = await furnished({ bindingMonths: 6 });
    expect((await detail()).bindingUntil).toBe('2027-03-13');
    expect((await preview('2026-10-01', '2026-10-10')).body.bindingUntil).toBe('2027-03-23');
    await freeze('2026-10-01', '2026-10-10');
    expect((await detail()).bindingUntil).toBe('2027-03-23');
    const freezeId = (await detail()).freezes[0]?.id ?? 0;
    await call(freezes.returnFromFreeze, { params: { id: contractId }, body: { freezeId } }, { actor });
    expect((await detail()).bindingUntil).toBe('2027-03-13');
  });

  test('that would reach into another contract of its category is refused', async () => {
    const { home, actor, detail, freeze, preview } = await furnished({ termMonths: 1 });
    await makeContract(running, home, actor, { startsOn: '2026-10-20' });
    for (const press of [preview, freeze])
      expect((await press('2026-09-21', '2026-09-27')).error).toBe('hasActiveContract');
    expect(await detail()).toMatchObject({ validUntil: '2026-10-13', freezes: [] });
  });

  test('runs on its last day, and is over the day after', async () => {
    const { detail, freeze } = await furnished();
    await freeze('2026-09-21', '2026-10-05');
    const stateAt = async (now: string) => {
      clock.set(now);
      return (await detail()).freezes[0]?.state;
    };
    expect(await stateAt('2026-09-20T20:59:00.000Z')).toBe('planned');
    expect(await stateAt('2026-09-20T21:00:00.000Z')).toBe('running');
    expect(await stateAt('2026-10-05T20:59:00.000Z')).toBe('running');
    expect(await stateAt('2026-10-05T21:00:00.000Z')).toBe('over');
  });

  test('of a contract that was withdrawn from is not left', async () => {
    const { actor, contractId, detail, freeze } = await furnished();
    await freeze('2026-10-01', '2026-10-10');
    const freezeId = (await detail()).freezes[0]?.id ?? 0;
    await ask("update contracts set state = 'withdrawn', withdrawn_at = now() where id = $1", contractId);
    for (const endpoint of [freezes.previewReturn, freezes.returnFromFreeze]) {
      const { status, error } = await call(
        endpoint,
        { params: { id: contractId }, body: { freezeId } },
        { actor },
      );
      expect([status, error]).toEqual([409, 'actionNotAllowed']);
    }
  });

  test('is refused in debt', async () => {
    const { home, contractId, freeze } = await furnished();
    await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-09-10' });
    expect((await freeze('2026-10-01', '2026-10-10')).error).toBe('contractUnpaid');
  });

  test('taken back before it began leaves nothing behind', async () => {
    const { actor, contractId, detail, freeze } = await furnished({ termMonths: 12 });
    await freeze('2026-10-01', '2026-10-10');
    const freezeId = (await detail()).freezes[0]?.id ?? 0;
    const input = { params: { id: contractId }, body: { freezeId } };
    const { body } = await call(freezes.previewReturn, input, { actor });
    expect(body).toMatchObject({ kind: 'cancelled', days: 10, validUntil: '2027-09-13' });
    // Sent again by a connection that broke off it is the same press.
    const press = () =>
      call(freezes.returnFromFreeze, input, { actor, headers: { 'idempotency-key': 'press-0001' } });
    expect((await press()).body).toEqual(body);
    expect((await press()).body).toEqual(body);
    expect((await call(freezes.returnFromFreeze, input, { actor })).error).toBe('itemNotFound');
    expect(await detail()).toMatchObject({ validUntil: '2027-09-13', freezes: [], next: { amount: 45 } });
  });

  test('taken back, its days are booked and billed as if it had never been, and it has no fee', async () => {
    const { home, actor, contractId, detail, freeze } = await furnished();
    await withFee(home);
    expect((await freeze('2026-10-01', '2026-10-10')).body).toMatchObject({
      fee: 5,
      bills: [{ date: '2026-10-14', before: 45, after: 30 }],
    });
    const training = await home.training({ startsAt: '2026-10-05T15:00:00Z', payment: 'paid' });
    const book = () =>
      call(register, { body: { trainingId: training.id, isWaitingAccepted: false } }, { actor });
    expect((await book()).error).toBe('contractFrozen');
    const freezeId = (await detail()).freezes[0]?.id ?? 0;
    await call(freezes.returnFromFreeze, { params: { id: contractId }, body: { freezeId } }, { actor });
    expect((await book()).body.outcome).toBe('booked');
    clock.set('2026-10-14T09:00:00.000Z');
    await call(runBilling, {}, { actor: await home.account({ role: 'admin' }) });
    const billed = (await detail()).periods.find(({ from }) => from === '2026-10-14');
    expect(billed).toMatchObject({ until: '2026-11-13', amount: 45 });
    const lines = await ask<{ cents: number }>(
      'select gross_cents as cents from invoice_lines where tenant_id = $1 and invoice_id = $2',
      ...[home.id, billed?.invoiceId],
    );
    expect(lines).toEqual([{ cents: 4500 }]);
  });

  test.each([
    ['on its first day it is taken back with the fee that the night billed', '2026-10-01T09:00:00.000Z', 5],
    ['a day later it is ended, and its fee stays', '2026-10-02T09:00:00.000Z', 0],
  ])('%s', async (_, now, feeBack) => {
    const { home, actor, contractId, detail, freeze } = await furnished();
    await withFee(home);
    await freeze('2026-10-01', '2026-10-10');
    const freezeId = (await detail()).freezes[0]?.id ?? 0;
    clock.set('2026-10-01T01:00:00.000Z');
    await call(runBilling, {}, { actor: await home.account({ role: 'admin' }) });
    clock.set(now);
    const input = { params: { id: contractId }, body: { freezeId } };
    expect((await call(freezes.previewReturn, input, { actor })).body.feeBack).toBe(feeBack);
    expect((await call(freezes.returnFromFreeze, input, { actor })).body.feeBack).toBe(feeBack);
    const notes = await ask<{ cents: number }>(
      `select total_cents as cents from invoices where tenant_id = $1 and kind = 'creditNote'`,
      home.id,
    );
    expect(notes).toEqual(feeBack === 0 ? [] : [{ cents: -feeBack * 100 }]);
    const [debt] = await ask<{ open: number }>(
      'select sum(total_cents)::integer as open from invoices where tenant_id = $1 and total_cents in (500, -500)',
      home.id,
    );
    expect(debt).toEqual({ open: 500 - feeBack * 100 });
  });

  test('left early ends the day before, and the days used are paid', async () => {
    const { home, actor, contractId, detail, freeze } = await furnished({ termMonths: 12 });
    await freeze('2026-09-21', '2026-10-05');
    const other = await makeContract(running, home, await home.account());
    await billingMeans(running).freeze(home, { id: other.contractId }, '2026-09-21', '2026-10-05');
    const freezeId = (await detail()).freezes[0]?.id ?? 0;
    clock.set('2026-09-26T09:00:00.000Z');
    expect((await detail()).status).toBe(2);
    const input = { params: { id: contractId }, body: { freezeId } };
    const { body } = await call(freezes.returnFromFreeze, input, { actor });
    expect(body).toMatchObject({ kind: 'ended', until: '2026-09-25', days: 10, validUntil: '2027-09-18' });
    // Five days of 30 were frozen.
    expect(await detail()).toMatchObject({ status: 0, next: { date: '2026-10-14', amount: 37.5 } });
    const untilOf = 'select until_on from contract_freezes where contract_id = $1';
    expect(await ask(untilOf, other.contractId)).toEqual([{ until_on: '2026-10-05' }]);
  });

  // Without a bill to come the days would be had for nothing.
  test.each([
    ['under notice', {}, ['2026-10-14', '2026-11-13'], '2026-10-14', 0, 45, 0],
    // Without the return the period that its days moved behind the end would have cost as much on that day.
    ['of a term', { termMonths: 2 }, ['2026-10-14', '2026-11-13'], '2026-10-14', 45, 45, 0],
    ['of a few days', {}, ['2026-10-15', '2026-10-24'], '2026-10-20', 0, 7.26, 30.48],
    ['of a few days with a fee', { fee: 5 }, ['2026-10-15', '2026-10-24'], '2026-10-20', 0, 7.26, 30.48],
  ] as const)(
    'left early in the last period %s, which was billed without its days, is billed once that is over',
    async (_, { fee = 0, ...parts }: { fee?: number; termMonths?: number }, [
      from,
      until,
    ], back, before, after, first) => {
      const { home, actor, contractId, detail, freeze } = await furnished(parts);
      if (fee > 0) await withFee(home);
      const params = { id: contractId };
      if (!('termMonths' in parts)) await call(terminations.terminateContract, { params }, { actor });
      await freeze(from, until);
      const means = billingMeans(running);
      await means.night(home, '2026-10-14');
      if (fee > 0) await means.night(home, '2026-10-15');
      const last = async () => (await detail()).periods[0]?.amount;
      expect(await last()).toBe(first);
      clock.set(`${back}T09:00:00.000Z`);
      const freezeId = (await detail()).freezes[0]?.id ?? 0;
      const input = { params, body: { freezeId } };
      const { body } = await call(freezes.returnFromFreeze, input, { actor });
      const move = { date: '2026-11-14', until: '2026-11-14', before, after };
      expect(body.bills).toEqual(before === after ? [] : [move]);
      for (const date of ['2026-11-13', '2026-11-14', '2026-11-15']) await means.night(home, date);
      expect((await detail()).validUntil).toBe('2026-11-13');
      expect(await last()).toBe(after);
      const totals = (await means.invoices(home)).map(({ total }) => total / 100);
      const billed = [first, fee, after].filter((total) => total > 0);
      expect(totals).toEqual([45, ...billed]);
      const accounts = (await detail()).periods.map(({ isLastAccount }) => isLastAccount);
      expect(accounts).toEqual([true, false, false]);
      // It is owed as anything else of the contract.
      expect((await detail()).openInvoices.map(({ balance }) => balance)).toEqual(billed);
    },
  );

  // Two whole periods are 45 each; of the one after them fifteen days, or all, are left.
  test.each([
    ['before it went on', '2026-11-20', '2026-11-28', 22.5, [45, 22.5, 45, -22.5]],
    ['after it', '2026-11-29', '2026-12-13', 0, [45, 22.5, 45]],
  ])(
    'that lengthens a term into a period lets that be billed whole; after notice %s it costs what it was used',
    { timeout: 40_000 },
    async (_, today, finalOn, back, totals) => {
      const { home, actor, contractId, freeze } = await furnished({ termMonths: 2, renews: true });
      await setContracts(home, { noticeDays: 14, freeze: {} });
      await freeze('2026-09-21', '2026-10-05');
      const means = billingMeans(running);
      const nights = async (...dates: string[]) => {
        for (const date of dates) await means.night(home, date);
      };
      const all = ['2026-10-14', '2026-11-14', '2026-11-28', '2026-11-29', '2026-12-13', '2026-12-14'];
      await nights(...all.filter((date) => date < today));
      clock.set(`${today}T09:00:00.000Z`);
      const params = { id: contractId };
      const { body } = await call(terminations.terminateContract, { params }, { actor });
      expect(body).toMatchObject({ finalOn, bills: [], back });
      await nights(...all.filter((date) => date > today));
      expect((await means.invoices(home)).map(({ total }) => total / 100)).toEqual(totals);
    },
  );

  test.each(['freeze', 'notice'])(
    'gives back what is late as whoever cancels it: the visit counts, taken back at once or not (%s)',
    { timeout: 30_000 },
    async (way) => {
      const { home, actor, contractId, freeze, preview } = await furnished({ termMonths: 1, renews: true });
      const soon = way === 'freeze' ? '2026-09-16T03:00:00Z' : '2026-12-01T15:00:00Z';
      const book = async (startsAt: string, name: string) => {
        const training = await home.training({ startsAt, name, payment: 'paid' });
        const body = { trainingId: training.id, isWaitingAccepted: false };
        return (await call(register, { body }, { actor })).body.registrationId;
      };
      const late = await book(soon, 'Soon');
      await ask(
        `update registrations set free_until = $3 where tenant_id = $1 and id = $2 returning 1`,
        home.id,
        late,
        '2026-09-14T08:59:00Z',
      );
      const params = { id: contractId };
      if (way === 'freeze') {
        expect((await preview('2026-09-16', '2026-09-30')).body.bookings).toMatchObject([
          { name: 'Soon', isLate: true },
        ]);
        expect((await freeze('2026-09-16', '2026-09-30')).status).toBe(200);
      } else {
        await call(terminations.terminateContract, { params }, { actor });
        // Whatever looks after what is lost behind the end knows that it was late.
        const noted = `select split_part(key, ':', 1) as cause from contract_messages
          where contract_id = $1 and key ~ '^(outlived|late):' order by 1`;
        expect(await ask(noted, contractId)).toEqual([{ cause: 'late' }, { cause: 'outlived' }]);
      }
      await expect
        .poll(() => ask('select id, state from registrations where tenant_id = $1 order by id', home.id), {
          timeout: 12_000,
        })
        .toEqual([{ id: late, state: 'cancelledLate' }]);
      const covers = await ask('select settled from registration_covers where tenant_id = $1', home.id);
      expect(covers).not.toContainEqual({ settled: 'returned' });
    },
  );

  test('asked for and taken back without end is refused after ten of a day', async () => {
    const { actor, contractId, freeze, detail } = await furnished();
    const params = { id: contractId };
    for (let count = 0; count < 10; count += 1) {
      expect((await freeze('2026-09-21', '2026-10-05')).status).toBe(200);
      const [one] = (await detail()).freezes;
      const body = { freezeId: one?.id ?? 0 };
      expect((await call(freezes.returnFromFreeze, { params, body }, { actor })).status).toBe(200);
    }
    expect((await freeze('2026-09-21', '2026-10-05')).error).toBe('tooManyAttempts');
    clock.advance({ hours: 24 });
    expect((await freeze('2026-09-22', '2026-10-05')).status).toBe(200);
  });
});
