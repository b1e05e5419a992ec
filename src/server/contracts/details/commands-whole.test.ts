import { describe, expect, test } from 'vitest';
import { billContract, type MadeParts, makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import { addContract, getContract } from '#shared/contracts/contract.ts';
import { freezeContract } from '#shared/contracts/freezes/contract.ts';
import { terminateContract, withdraw } from '#shared/contracts/terminations/contract.ts';
import { register } from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, clock, ask } = running;
const counted = { benefits: [{ ...Benefit.parse({ clientType: 'groupTraining' }), visits: 8 }] };

async function furnished(parts: MadeParts = {}, madeAt = '2026-08-14T09:00:00.000Z') {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const actor = await home.account();
  clock.set(madeAt);
  const made = await makeContract(running, home, actor, parts);
  const params = { id: made.contractId };
  const read = async () => (await call(getContract, { params }, { actor })).body;
  const freeze = async (from: string, until: string) =>
    expect((await call(freezeContract, { params, body: { from, until } }, { actor })).status).toBe(200);
  const end = async () => expect((await call(terminateContract, { params }, { actor })).status).toBe(200);
  return { home, actor, params, read, freeze, end, ...made };
}

describe('a contract in detail', () => {
  test('tells of its freezes, of how many are left and of what happened', async () => {
    const { read, freeze } = await furnished();
    await freeze('2026-08-20', '2026-08-27');
    const one = { from: '2026-08-20', until: '2026-08-27' };
    const happened = { at: '2026-08-14T09:00:00Z', from: null, until: null, reason: '' };
    const first = await read();
    expect(first).toMatchObject({
      ...{ payerName: 'Kai Kask', agreedAt: '2026-08-14T09:00:00Z', anchorDay: 14, bindingUntil: null },
      allows: { enter: true, book: true, keep: true, buy: true, freeze: true, end: true },
      ...{ canFreeze: true, canEnd: true, canTakeEndBack: false, noticeAt: null, block: null },
      freezeRules: { minDays: 7, maxDays: 90, times: 2, timesLeft: 1, earliest: '2026-08-15' },
    });
    expect(first.history).toEqual([
      { ...happened, kind: 'freeze', ...one },
      { ...happened, kind: 'activated' },
      { ...happened, kind: 'agreed' },
    ]);
    for (const [at, state] of [
      ['2026-08-19', 'planned'],
      ['2026-08-20', 'running'],
      ['2026-08-27', 'running'],
      ['2026-08-28', 'over'],
    ] as const) {
      clock.set(`${at}T09:00:00.000Z`);
      expect((await read()).freezes).toEqual([{ id: expect.any(Number), ...one, fee: 0, state }]);
    }
    await freeze('2026-08-30', '2026-09-06');
    const last = await read();
    expect([last.canFreeze, last.allows.freeze, last.freezeRules.timesLeft]).toEqual([false, true, 0]);
  });

  test('tells which of its periods are to be paid, and is not frozen in debt', async () => {
    const { home, contractId, read } = await furnished();
    clock.set('2026-09-22T09:00:00.000Z');
    const id = await billContract(running, home, contractId, { untilOn: '2026-10-13', dueOn: '2026-09-21' });
    const { periods, openInvoices, canFreeze, canEnd, freezeRules } = await read();
    const billed = { amount: 45, isLastAccount: false };
    expect(periods).toMatchObject([
      { ...billed, from: '2026-09-14', until: '2026-10-13', invoiceNumber: `T-${id}`, isPaid: false },
      { ...billed, from: '2026-08-14', until: '2026-09-13', isPaid: true },
    ]);
    expect(openInvoices).toMatchObject([
      { id, invoiceNumber: `T-${id}`, dueDate: '2026-09-21', balance: 45 },
    ]);
    expect([canFreeze, canEnd, freezeRules.timesLeft]).toEqual([false, true, 2]);
  });

  test('may be ended once, and the end be taken back until its last day', async () => {
    const { read, end } = await furnished({ termMonths: 1, renews: true });
    expect(await read()).toMatchObject({ canEnd: true, canTakeEndBack: false });
    await end();
    expect(await read()).toMatchObject({ canEnd: false, canTakeEndBack: true, validUntil: '2026-09-13' });
    clock.set('2026-09-13T09:00:00.000Z');
    expect(await read()).toMatchObject({ canEnd: false, canTakeEndBack: true });
    clock.set('2026-09-14T09:00:00.000Z');
    expect(await read()).toMatchObject({ canEnd: false, canTakeEndBack: false, phase: 'ended' });
  });

  test('that was withdrawn from cannot be ended any more', async () => {
    const { actor, params, read } = await furnished();
    expect((await call(withdraw, { params }, { actor })).status).toBe(200);
    expect(await read()).toMatchObject({
      ...{ phase: 'withdrawn', canEnd: false, canTakeEndBack: false, next: null },
      ...{ withdrawnAt: '2026-08-14T09:00:00Z', validUntil: '2026-08-14', isTermless: false },
    });
  });
});

describe('the next contract', () => {
  test('is offered of one that ends within what may be bought ahead', async () => {
    const { contractId, productId, home, read } = await furnished({ termMonths: 1 });
    const set = (on: string) =>
      ask('update contracts set ends_on = $2 where id = $1 returning 1', contractId, on);
    // Sixty days ahead is too far for the day after it.
    await set('2026-10-12');
    expect((await read()).renewal).toEqual({ productId, unitId: home.clubId });
    await set('2026-10-13');
    expect((await read()).renewal).toBeNull();
  });

  test('is offered of one that goes on by itself only under notice', async () => {
    const { productId, home, read, end } = await furnished({ termMonths: 1, renews: true });
    expect((await read()).renewal).toBeNull();
    await end();
    expect((await read()).renewal).toEqual({ productId, unitId: home.clubId });
  });

  test('is offered beside one of another kind, and not where one waits for its payment', async () => {
    const { actor, productId, home, read } = await furnished({ termMonths: 1 });
    await makeContract(running, home, actor, { startsOn: '2026-09-14', category: 'webapp_pilates' });
    expect((await read()).renewal).toEqual({ productId, unitId: home.clubId });
    const body = {
      productId,
      unitId: home.clubId,
      startsOn: '2026-09-14',
      startsEarly: true,
      hasAgreed: true,
    };
    expect((await call(addContract, { body }, { actor })).status).toBe(200);
    expect((await read()).renewal).toBeNull();
  });
});

describe('counted visits', () => {
  test('are whole before the first day, on which nobody enters yet who books', async () => {
    const { read } = await furnished({ ...counted, startsOn: '2026-08-20' });
    const { allows, ...body } = await read();
    expect(body).toMatchObject({ phase: 'scheduled', quantityTotal: 8, quantityRemaining: 8 });
    expect(allows).toEqual({ enter: false, book: true, keep: true, buy: true, freeze: true, end: true });
  });

  test('are counted under notice as before, and are none once it is over', async () => {
    const { home, actor, read, end } = await furnished({ ...counted, termMonths: 1, renews: true });
    const training = await home.training({ startsAt: '2026-08-15T15:00:00Z', payment: 'paid' });
    const body = { trainingId: training.id, isWaitingAccepted: false };
    expect((await call(register, { body }, { actor })).status).toBe(200);
    await end();
    expect(await read()).toMatchObject({ phase: 'noticeGiven', quantityTotal: 8, quantityRemaining: 7 });
    clock.set('2026-09-14T09:00:00.000Z');
    expect(await read()).toMatchObject({ phase: 'ended', quantityTotal: null, quantityRemaining: null });
  });

  test('are fewer while days of the period are frozen', async () => {
    const { read, freeze } = await furnished(counted);
    await freeze('2026-08-15', '2026-08-29');
    clock.set('2026-08-20T09:00:00.000Z');
    const { phase, quantityTotal, quantityRemaining } = await read();
    expect([phase, quantityTotal, quantityRemaining]).toEqual(['frozen', 5, 5]);
  });
});
