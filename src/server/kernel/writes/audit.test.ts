import { describe, expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { billingMeans } from '#server/testing/billing.ts';
import { withServer } from '#server/testing/server.ts';
import { runBilling } from '#shared/contracts/billing/contract.ts';
import { changePrice } from '#shared/contracts/prices/contract.ts';
import { blockContract } from '#shared/contracts/status/contract.ts';
import { redact } from './audit.ts';

const running = withServer();
const { centre, call, ask } = running;
const { contract } = billingMeans(running);

const trailOf = (tenantId: number) =>
  ask<{ action: string; accountId: number; input: unknown; requestId: string }>(
    `select action, account_id as "accountId", input, request_id as "requestId" from audit_trail where tenant_id = $1
     order by id`,
    tenantId,
  );

describe('what staff change', () => {
  test('stands in the trail with who, when and what was asked; a refused call does not', async () => {
    const home = await centre();
    const contractId = await addContract(running, home, await home.account(), {});
    const admin = await home.account({ role: 'admin' });
    const body = { until: null, reason: 'Broke a locker' };
    const blocked = await call(blockContract, { params: { id: contractId }, body }, { actor: admin });
    expect(blocked.status).toBe(200);
    await call(blockContract, { params: { id: 9999999 }, body }, { actor: admin });
    expect(await trailOf(home.id)).toMatchObject([
      {
        action: 'POST /admin/contract/:id/block',
        accountId: admin.id,
        input: { params: { id: contractId }, body },
      },
    ]);
  });

  test('stands there once when its work takes many transactions', async () => {
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    const { id: contractId } = await contract(home, { startsOn: '2026-08-20' });
    const change = { contractId, price: 77.7, fromDate: '2026-12-20' };
    expect((await call(changePrice, { body: change }, { actor: admin })).status).toBe(200);
    expect((await call(runBilling, {}, { actor: admin })).status).toBe(200);
    const lost = { ...change, contractId: 9999999 };
    expect((await call(changePrice, { body: lost }, { actor: admin })).status).toBe(404);
    expect(await trailOf(home.id)).toMatchObject([
      { action: 'POST /admin/contract/price', accountId: admin.id, input: { body: change } },
      { action: 'POST /admin/billing/run', accountId: admin.id },
    ]);
  });

  test('nobody of the app can change or remove a line of it', async () => {
    const [rights] = await ask<{ may: boolean }>(
      `select has_table_privilege('trenn_app', 'audit_trail', 'update')
         or has_table_privilege('trenn_app', 'audit_trail', 'delete') as may`,
    );
    expect(rights?.may).toBe(false);
  });
});

test('passwords, id codes, tokens and what cards show are not kept, long texts are cut short', () => {
  expect(
    redact({
      body: { newPassword: 'Demo1234', clients: [{ idCode: '39001010004', name: 'Mari' }], token: null },
    }),
  ).toEqual({ body: { newPassword: '•••', clients: [{ idCode: '•••', name: 'Mari' }], token: null } });
  expect(redact({ params: { cardCode: '1859.SNKW5omcfTPcFUs2IgL3Oj' } })).toEqual({
    params: { cardCode: '•••' },
  });
  expect(redact('x'.repeat(3000))).toHaveLength(2001);
});
