import { expect, test, vi } from 'vitest';
import { addPackage } from '#server/testing/contracts.ts';
import { billOf } from '#server/testing/joining.ts';
import { saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { withdrawByLink } from '#shared/contracts/terminations/contract.ts';
import { join, openJoinDraft } from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';
import { startPayment } from '#shared/payments/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const sales = saleMeans(running);
const patience = { timeout: 10_000, interval: 50 };

test('withdrawn from by the mailed link, the money is back where it came from', {
  timeout: 40_000,
}, async () => {
  const home = await centre({
    rules: { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } },
  });
  const productId = await addPackage(running, home, { joiningFeeCents: 1000 });
  const form: JoinForm = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    ...{
      productId,
      firstName: 'Õie',
      lastName: 'Pärn',
      idCode: '60001019906',
      hasAgreed: true,
      startsEarly: true,
    },
    ...{ email: 'oie@test.test', phone: '+372 5555 1234', address: 'Niine 3', city: 'Tallinn', zip: '10414' },
  };
  const of = { host: home.host, language: 'et' } as const;
  const { draftToken } = (await call(openJoinDraft, { body: form }, of)).body;
  const joined = (await call(join, { body: { draftToken, form } }, of)).body;
  const invoiceToken = billOf(joined);
  const { total } = joined;
  const { address } = (
    await call(startPayment, { body: { invoiceToken, method: 'cardPayments' } }, { host: home.host })
  ).body;
  await sales.atBank(home, address, 'pay', 'once');
  const link = await vi.waitFor(async () => {
    const mails = await ask<{ text: string }>(
      'select text from stand_in_mails where tenant_id = $1',
      home.id,
    );
    const found = mails.map(({ text }) => /withdrawal\?token=([\w-]+)/.exec(text)?.[1]);
    const token = found.find((one) => one !== undefined);
    if (token === undefined) throw new Error('no mail');
    return token;
  }, patience);
  const withdrawn = await call(withdrawByLink, { body: { token: link } }, { host: home.host });
  expect(withdrawn.status).toBe(200);
  // The first day was used, at one's own wish; the rest is on its way.
  const { back, paidBack, used } = withdrawn.body;
  expect([back, Math.round((back + used) * 100) / 100]).toEqual([paidBack, total]);
  clock.advance({ minutes: 2 });
  await vi.waitFor(async () => {
    await ask("select graphile_worker.add_job('payments', '{}')");
    const refunds = await ask('select status, amount_cents from refunds where tenant_id = $1', home.id);
    expect(refunds).toEqual([{ status: 'SUCCESSFUL', amount_cents: Math.round(back * 100) }]);
  }, patience);
  const [sums] = await ask<{ received: number }>(
    'select sum(amount_cents)::integer as received from receipts where tenant_id = $1',
    home.id,
  );
  expect(sums?.received).toBe(Math.round(used * 100));
});
