import { expect, test } from 'vitest';
import type { Ctx } from '#server/kernel/ctx.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { balanceOf, invoiceStateOf } from '#shared/invoices/domain.ts';
import { cents } from '#shared/kernel/money.ts';
import { issueDrafts } from './batches/data.ts';
import { draftSale, issuing, receiving, type Sale, sellerOf } from './commands.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask } = running;

const sale: Sale = {
  clientId: null,
  payer: {
    name: 'Mari Maasikas',
    email: 'mari@demo.test',
    phone: '',
    address: '',
    registryCode: '',
    vatNumber: '',
  },
  language: 'et',
  lines: [
    {
      productId: null,
      article: 'Ten visits',
      quantity: 1,
      unitCents: cents(7240),
      discountCents: cents(0),
      vatKind: 'standard',
      supplyOn: '2026-09-14',
      item: null,
    },
  ],
};

async function draft(ctx: Ctx): Promise<number> {
  const [ids] = await ctx.read(data.nextInvoiceId({}));
  const made = draftSale(ctx, running.server.app.ports.tokens, ids[0]?.id ?? 0, sale);
  await ctx.write((transaction) => transaction.save(undefined, [...made.queries]));
  return made.invoiceId;
}

test('the millionth of a year has a number of its own, and so have those after it', async () => {
  const home = await centre();
  const ctx = contextOf(running, home);
  const ids = [await draft(ctx), await draft(ctx), await draft(ctx), await draft(ctx)];
  const [first = 0, second = 0, ...rest] = ids;
  await ask(
    "insert into invoice_series (tenant_id, series, year, last) values ($1, 'A', 2026, 999998)",
    home.id,
  );
  await ctx.write(({ save }) => save(undefined, [issuing(ctx, first, 'invoice')]));
  await ctx.write(({ save }) => save(undefined, [issuing(ctx, second, 'invoice')]));
  const on = { issuedOn: '2026-09-14', dueOn: '2026-09-28', seller: sellerOf(ctx), now: ctx.now };
  await ctx.write(({ save }) => save(undefined, [issueDrafts({ invoiceIds: rest, series: 'A', ...on })]));
  const rows = await ask<{ number: string }>(
    'select number from invoices where tenant_id = $1 order by id',
    home.id,
  );
  expect(rows.map(({ number }) => number)).toEqual(
    [999_999, 1_000_000, 1_000_001, 1_000_002].map((counter) => `A-2026-${counter}`),
  );
});

test('a draft is dropped once, and nothing that was issued is', async () => {
  const home = await centre();
  const ctx = contextOf(running, home);
  const [dropped, issued] = [await draft(ctx), await draft(ctx)];
  await ctx.write(({ save }) => save(undefined, [issuing(ctx, issued, 'invoice')]));
  const drop = (now: string) =>
    ctx.write(({ save }) =>
      save(
        undefined,
        [dropped, issued].map((invoiceId) => data.dropDraft({ invoiceId, now })),
      ),
    );
  await drop('2026-09-14T09:10:00Z');
  await drop('2026-09-14T09:20:00Z');
  const rows = await ask('select state, dropped_at from invoices where tenant_id = $1 order by id', home.id);
  expect(rows).toEqual([
    { state: 'dropped', dropped_at: '2026-09-14T09:10:00Z' },
    { state: 'issued', dropped_at: null },
  ]);
});

test('200 issued at once, many of them failing: numbers 1 to n without gap or twin', {
  timeout: 60_000,
}, async () => {
  const home = await centre();
  const ctx = contextOf(running, home);
  const ids: number[] = [];
  for (let index = 0; index < 200; index += 1) ids.push(await draft(ctx));
  const fails = (id: number) => id % 3 === 0;
  await Promise.allSettled(
    ids.map((id) =>
      ctx.write(async (transaction) => {
        const [[issued]] = await transaction.load(issuing(ctx, id, 'invoice'));
        if (fails(id)) throw new Error(`fails after taking ${issued?.number}`);
        return transaction.save(issued?.number, []);
      }),
    ),
  );
  const rows = await ask<{ number: string }>(
    "select number from invoices where tenant_id = $1 and state = 'issued' order by number",
    home.id,
  );
  const count = ids.filter((id) => !fails(id)).length;
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: count }, (_, index) => `A-2026-${String(index + 1).padStart(6, '0')}`),
  );
});

test('issued, it never changes; the same money is booked once, and never more is allocated than came', async () => {
  const home = await centre();
  const ctx = contextOf(running, home);
  const id = await draft(ctx);
  await ctx.write((transaction) => transaction.save(undefined, [issuing(ctx, id, 'invoice')]));
  const refused = async (sql: string) =>
    ask(sql, id).then(
      () => 'done',
      (error: { constraint?: string }) => error.constraint,
    );
  expect(await refused('update invoices set total_cents = 1 where id = $1')).toBe('invoices_issued');
  expect(await refused('delete from invoices where id = $1')).toBe('invoices_issued');
  expect(await refused('update invoice_lines set article = $$x$$ where invoice_id = $1')).toBe(
    'invoices_issued',
  );
  expect(await refused('delete from invoice_lines where invoice_id = $1')).toBe('invoices_issued');

  const pay = (receiptId: number, amount: number, source: string) =>
    ctx.write(async (transaction) => {
      const [, [invoice]] = await transaction.load(
        data.lockInvoice({ invoiceId: id }),
        data.findInvoice({ invoiceId: id }),
      );
      if (!invoice) throw new Error('no invoice');
      const received = { kind: 'bank', bookedOn: '2026-09-14', payerName: null } as const;
      return transaction.save(
        undefined,
        receiving(
          ctx,
          { id, clientId: null, sums: data.toSums(invoice) },
          { ...received, receiptId, amountCents: cents(amount), source },
        ),
      );
    });
  const sums = async () => {
    const [[row]] = await ctx.read(data.findInvoice({ invoiceId: id }));
    if (!row) throw new Error('no invoice');
    return { state: invoiceStateOf(data.toSums(row)), balance: balanceOf(data.toSums(row)) };
  };
  expect(await sums()).toEqual({ state: 'issued', balance: 7240 });
  await pay(1, 3000, 'bank:1');
  expect(await sums()).toEqual({ state: 'partial', balance: 4240 });
  await pay(4, 1, 'bank:3');
  expect(await sums()).toEqual({ state: 'partial', balance: 4239 });
  const twice = await Promise.allSettled([pay(2, 5000, 'bank:2'), pay(3, 5000, 'bank:2')]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await sums()).toEqual({ state: 'paid', balance: 0 });
  expect(
    await ask('select sum(amount_cents)::integer as received from receipts where tenant_id = $1', home.id),
  ).toEqual([{ received: 8001 }]);
  expect(
    await ask(
      'insert into allocations (tenant_id, receipt_id, invoice_id, amount_cents, created_at) values ($1, 1, $2, 1, now())',
      home.id,
      id,
    ).then(
      () => 'done',
      (error: { constraint?: string }) => error.constraint,
    ),
  ).toBe('allocations_received');
});
