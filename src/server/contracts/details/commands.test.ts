import { describe, expect, test } from 'vitest';
import { billContract, makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import * as debtStatus from '#shared/contracts/status/contract.ts';

const running = withServer();
const { centre, call, clock, ask } = running;

/** A contract of a month ago on 14.09.2026; `dueOn`: billed again and not paid. */
async function managed({ endsOn, dueOn }: { endsOn?: string; dueOn?: string } = {}) {
  const home = await centre();
  const owner = await home.account();
  const actor = await home.account({ role: 'admin' });
  clock.set('2026-08-14T09:00:00.000Z');
  const { contractId: id } = await makeContract(running, home, owner);
  clock.set('2026-09-14T09:00:00.000Z');
  if (dueOn) await billContract(running, home, id, { untilOn: '2026-10-13', dueOn });
  if (endsOn) await ask('update contracts set ends_on = $2 where id = $1', id, endsOn);
  const read = async () => (await call(debtStatus.getManagedContract, { params: { id } }, { actor })).body;
  return { home, owner, actor, id, read, params: { id } };
}

describe('a client’s contracts, for administrators', () => {
  test('are listed with what is owed, the latest first', async () => {
    const { home, owner, actor, id } = await managed({ dueOn: '2026-09-13' });
    const { contractId: later } = await makeContract(running, home, owner, { category: 'webapp_pilates' });
    const list = { params: { id: owner.clientId } };
    const { body } = await call(debtStatus.listClientContracts, list, { actor });
    expect(body).toMatchObject([
      { id: later, status: 0, debt: 0 },
      { id, status: 6, debt: 45 },
    ]);
    const nobody = await call(debtStatus.listClientContracts, { params: { id: 9_999_999 } }, { actor });
    expect([nobody.status, nobody.error]).toEqual([404, 'clientNotFound']);
  });

  test('of another centre are not there', async () => {
    const { params, owner } = await managed();
    const actor = await (await centre()).account({ role: 'admin' });
    const list = { params: { id: owner.clientId } };
    expect((await call(debtStatus.getManagedContract, { params }, { actor })).error).toBe('contractNotFound');
    expect((await call(debtStatus.listClientContracts, list, { actor })).error).toBe('clientNotFound');
  });
});

describe('what may be decided about a contract', () => {
  test('one in order is blocked or gets another price; the block is given another date or lifted', async () => {
    const { actor, params, read } = await managed();
    expect(await read()).toMatchObject({
      canBlock: true,
      canUnblock: false,
      canCollect: false,
      // Told thirty days ahead.
      earliestPriceDate: '2026-10-14',
    });
    const blocking = { params, body: { reason: 'Broke a locker', until: null } };
    await call(debtStatus.blockContract, blocking, { actor });
    expect(await read()).toMatchObject({
      canBlock: true,
      canUnblock: true,
      block: { until: null, reason: 'Broke a locker' },
    });
    const again = { params, body: { reason: 'Broke a locker', until: '2026-09-30' } };
    expect((await call(debtStatus.blockContract, again, { actor })).body).toEqual({ status: 1 });
    expect(await read()).toMatchObject({ block: { until: '2026-09-30' } });
  });

  test('a debt is handed to a collector once', async () => {
    const { actor, params, read } = await managed({ dueOn: '2026-09-01' });
    expect(await read()).toMatchObject({ canCollect: true, canRecall: false, debt: 45 });
    const body = { reason: 'No answer' };
    expect((await call(debtStatus.collectContract, { params, body }, { actor })).body).toEqual({ status: 5 });
    expect(await read()).toMatchObject({ canCollect: false, canRecall: true });
    expect((await call(debtStatus.collectContract, { params, body }, { actor })).error).toBe(
      'actionNotAllowed',
    );
  });

  test('what a collector has is taken back once, and stands as if it had never been given', async () => {
    const { actor, params, read } = await managed({ dueOn: '2026-09-01' });
    const { status } = await read();
    const give = () => call(debtStatus.collectContract, { params, body: { reason: 'No answer' } }, { actor });
    const recall = () => call(debtStatus.recallContract, { params, body: { reason: 'A slip' } }, { actor });
    expect((await recall()).error).toBe('actionNotAllowed');
    expect((await give()).body).toEqual({ status: 5 });
    expect((await recall()).body).toEqual({ status });
    expect(await read()).toMatchObject({ status, canCollect: true, canRecall: false, debt: 45 });
    expect((await recall()).error).toBe('actionNotAllowed');
    const { history } = await read();
    expect(history.slice(0, 2).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['recall', 'A slip'],
      ['collection', 'No answer'],
    ]);
    expect((await give()).body).toEqual({ status: 5 });
  });

  test('of one that is over nothing; of one that ends only no other price', async () => {
    const over = await managed({ endsOn: '2026-09-13' });
    const nothing = {
      canBlock: false,
      canUnblock: false,
      canCollect: false,
      canRecall: false,
      earliestPriceDate: null,
    };
    expect(await over.read()).toMatchObject(nothing);
    const body = { reason: 'Too late', until: null };
    const refused = await call(
      debtStatus.blockContract,
      { params: over.params, body },
      { actor: over.actor },
    );
    expect([refused.status, refused.error]).toEqual([409, 'actionNotAllowed']);
    const termination = await managed({ endsOn: '2026-12-31' });
    expect(await termination.read()).toMatchObject({ ...nothing, canBlock: true });
  });
});
