import { expect, test } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { getPublicInvoiceFile } from '#shared/invoices/contract.ts';
import { endpointAddress } from '#shared/kernel/endpoint.ts';

const running = withServer({ callsPerMinute: 5000 });
const { issued } = invoiceMeans(running);

test('papers are drawn sixty times a minute for one address, tokens tried no more often', async () => {
  const home = await running.centre();
  const { token } = await issued(home);
  const ask = (one: string) =>
    running.send({
      method: 'GET',
      path: endpointAddress(getPublicInvoiceFile, { params: { token: one } }),
      host: home.host,
    });
  const statuses: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) statuses.push((await ask('x'.repeat(43))).status);
  expect(new Set(statuses)).toEqual(new Set([404]));
  const answer = await ask(token);
  expect([answer.status, answer.text]).toEqual([429, expect.stringContaining('tooManyRequests')]);
});
