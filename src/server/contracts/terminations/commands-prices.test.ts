import { expect, test } from 'vitest';
import { makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { runBilling } from '#shared/contracts/billing/contract.ts';
import { getContract } from '#shared/contracts/contract.ts';
import { freezeContract, returnFromFreeze } from '#shared/contracts/freezes/contract.ts';
import { changePrice } from '#shared/contracts/prices/contract.ts';
import { revokeTermination, terminateContract } from '#shared/contracts/terminations/contract.ts';

const running = withServer();
const { centre, call, clock, ask } = running;

const term = { termMonths: 3, renews: true };
const binding = { bindingMonths: 3 };

// A term and a binding until 31.12., and fifteen days that are frozen. January costs 45, also where a term ends on the 15th that
// goes on, or 50 once the new price is in force.
test.each([
  ['a term', term, 'under notice', 'kept', '2027-01-16', 45],
  ['a term', term, 'under notice', 'given up', '2027-01-01', 50],
  ['a term', term, 'before it', 'kept', '2027-01-16', 45],
  ['a term', term, 'before it', 'given up', '2027-01-01', 50],
  ['a binding', binding, 'under notice', 'kept', '2027-01-16', 45],
  ['a binding', binding, 'under notice', 'given up', '2027-01-01', 50],
  ['a binding', binding, 'before it', 'kept', '2027-01-16', 45],
  ['a binding', binding, 'before it', 'given up', '2027-01-01', 50],
] as const)(
  'once notice is taken back, a price told for after %s counts from where that one ends (%o, frozen %s, %s)',
  async (_, parts, when, fate, fromOn, january) => {
    const home = await centre();
    const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
    const made = { ...parts, anchor: 'first', startsOn: '2026-10-01' } as const;
    const { contractId } = await makeContract(running, home, actor, made);
    const params = { id: contractId };
    const told = { contractId, price: 50, fromDate: '2027-01-01' };
    expect((await call(changePrice, { body: told }, { actor: admin })).body).toEqual({ changed: 1 });
    const freeze = async () => {
      const body = { from: '2026-11-20', until: '2026-12-04' };
      expect((await call(freezeContract, { params, body }, { actor })).status).toBe(200);
    };
    if (when === 'before it') await freeze();
    clock.set('2026-11-10T09:00:00Z');
    expect((await call(terminateContract, { params }, { actor })).status).toBe(200);
    if (when === 'under notice') await freeze();
    if (fate === 'given up') {
      const [planned] = (await call(getContract, { params }, { actor })).body.freezes;
      const body = { freezeId: planned?.id ?? 0 };
      expect((await call(returnFromFreeze, { params, body }, { actor })).status).toBe(200);
    }
    clock.set('2026-12-10T09:00:00Z');
    expect((await call(revokeTermination, { params }, { actor })).status).toBe(200);
    const prices = await ask(
      'select from_on from contract_prices where tenant_id = $1 and contract_id = $2 order by from_on',
      ...[home.id, contractId],
    );
    expect(prices).toEqual([{ from_on: '2026-10-01' }, { from_on: fromOn }]);
    for (const night of ['2026-12-31T09:00:00Z', '2027-01-01T09:00:00Z']) {
      clock.set(night);
      await call(runBilling, {}, { actor: admin });
    }
    const { periods } = (await call(getContract, { params }, { actor })).body;
    expect(periods.find(({ from }) => from === '2027-01-01')).toMatchObject({ amount: january });
  },
);
