import { expect, test } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { getReport, listBehindReport } from '#shared/statistics/reports/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { issued } = invoiceMeans(running);

test('who owed and was erased is called in the debts as their invoices call them', async () => {
  const home = await centre();
  const [admin, member] = [await home.account({ role: 'admin' }), await home.account()];
  clock.set('2026-09-03T09:00:00Z');
  await issued(home, { clientId: member.clientId, payer: { name: 'Mari Mets' } });
  clock.set('2026-09-14T09:00:00Z');
  const names = async () => {
    const query = { kind: 'debts', from: '2026-09-01', until: '2026-09-30', by: 'client' } as const;
    const report = await call(getReport, { query }, { actor: admin });
    const behind = await call(listBehindReport, { query }, { actor: admin });
    return [...report.body.rows.map(({ name }) => name), ...behind.body.items.map(({ text }) => text)];
  };
  await ask("update clients set first_name = 'Mari', last_name = 'Kask' where id = $1", member.clientId);
  expect(await names()).toEqual(['Mari Kask', 'Mari Kask']);
  await ask("update clients set first_name = '', last_name = '' where id = $1", member.clientId);
  expect(await names()).toEqual(['Mari Mets', 'Mari Mets']);
});
