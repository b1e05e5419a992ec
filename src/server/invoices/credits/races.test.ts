import { expect, test } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { seededRandom } from '#server/testing/seeded-random.ts';
import { withServer } from '#server/testing/server.ts';
import { payByCredit } from '#shared/invoices/contract.ts';
import { creditInvoice, writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { cents } from '#shared/kernel/money.ts';

const running = withServer();
const { centre, call, ask } = running;
const { issued, pay } = invoiceMeans(running);

interface InvoiceRow {
  total: number;
  credited: number;
  paid: number;
}

test.each([1, 2, 3, 4])(
  'any history of paying, crediting and using credit at once: the ledger agrees to the cent, %d',
  {
    timeout: 60_000,
  },
  async (seed) => {
    const randomBelow = seededRandom(seed);
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    const member = await home.account();
    const { clientId } = member;
    const invoices = await Promise.all(
      Array.from({ length: 5 }, () =>
        issued(home, {
          clientId,
          lines: Array.from({ length: 1 + randomBelow(3) }, () => ({
            quantity: 1 + randomBelow(4),
            unitCents: cents(1 + randomBelow(5000)),
            discountCents: cents(0),
            vatKind: (['standard', 'reduced', 'zero', 'exempt'] as const)[randomBelow(4)] ?? 'standard',
          })),
        }),
      ),
    );
    const acts = Array.from({ length: 40 }, (_, turn) => () => {
      const id = invoices[randomBelow(invoices.length)]?.id ?? 0;
      const params = { id };
      switch (randomBelow(5)) {
        case 0:
        case 1:
          return pay(home, id, 1 + randomBelow(6000), `history:${seed}:${turn}`);
        case 2: {
          const lines = [{ position: 1, amount: (1 + randomBelow(2000)) / 100 }];
          return call(creditInvoice, { params, body: { lines, reason: 'x' } }, { actor: admin });
        }
        case 3:
          return randomBelow(4) === 0
            ? call(creditInvoice, { params, body: { lines: 'all', reason: 'x' } }, { actor: admin })
            : call(payByCredit, { params }, { actor: member });
        default:
          return randomBelow(3) === 0
            ? call(writeOffInvoice, { params }, { actor: admin })
            : call(payByCredit, { params }, { actor: member });
      }
    });
    for (let from = 0; from < acts.length; from += 8)
      await Promise.all(acts.slice(from, from + 8).map((act) => act()));

    const rows = await ask<InvoiceRow>(
      `select total_cents as total,
      (select coalesce(-sum(c.total_cents), 0)::integer from invoices c where c.credits_id = i.id and c.state = 'issued') as credited,
      (select coalesce(sum(a.amount_cents), 0)::integer from allocations a where a.invoice_id = i.id) as paid
    from invoices i where tenant_id = $1 and kind = 'invoice'`,
      home.id,
    );
    for (const { total, credited, paid } of rows) {
      expect(credited).toBeLessThanOrEqual(total);
      expect(paid).toBeGreaterThanOrEqual(0);
      // What an invoice has too much of is its client's credit at once.
      expect(paid).toBeLessThanOrEqual(total - credited);
    }
    const receipts = await ask<{ amount: number; used: number }>(
      `select amount_cents as amount, (select coalesce(sum(a.amount_cents), 0)::integer from allocations a
      where a.tenant_id = r.tenant_id and a.receipt_id = r.id) as used from receipts r where tenant_id = $1`,
      home.id,
    );
    for (const { amount, used } of receipts) {
      expect(used).toBeGreaterThanOrEqual(0);
      expect(used).toBeLessThanOrEqual(amount);
    }
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    expect(sum(receipts.map(({ used }) => used))).toBe(sum(rows.map(({ paid }) => paid)));
    const notes = await ask<{ isSound: boolean }>(
      `select n.total_cents = sum(l.gross_cents) and sum(l.gross_cents) = sum(l.net_cents) + sum(l.vat_cents) as "isSound"
      from invoices n join invoice_lines l on l.tenant_id = n.tenant_id and l.invoice_id = n.id
      where n.tenant_id = $1 group by n.id, n.total_cents`,
      home.id,
    );
    expect(notes.every(({ isSound }) => isSound)).toBe(true);
    const numbers = await ask<{ number: string }>(
      "select number from invoices where tenant_id = $1 and kind = 'creditNote' order by number",
      home.id,
    );
    expect(numbers.map(({ number }) => number)).toEqual(
      numbers.map((_, index) => `K-2026-${String(index + 1).padStart(6, '0')}`),
    );
  },
);
