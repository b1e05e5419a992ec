import { expect, test, vi } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { paying, saleMeans } from '#server/testing/sales.ts';
import { seededRandom } from '#server/testing/seeded-random.ts';
import { withServer } from '#server/testing/server.ts';
import { getInvoice, listInvoices } from '#shared/invoices/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { vatRate } from '#shared/invoices/vat/domain.ts';
import { cents } from '#shared/kernel/money.ts';
import { refundPayment, startPayment } from '#shared/payments/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const { issued } = invoiceMeans(running);
const { payments, orderToken, atBank, notify } = saleMeans(running);
const kinds = ['standard', 'reduced', 'zero', 'exempt'] as const;

test.each([1, 2, 3])(
  'any basket with discounts, paid at the bank, credited and refunded in parts at once: all agree to the cent, %d',
  { timeout: 90_000 },
  async (seed) => {
    const randomBelow = seededRandom(seed * 7919);
    const home = await centre(paying);
    const admin = await home.account({ role: 'admin' });
    const member = await home.account();
    const baskets = Array.from({ length: 4 }, () =>
      Array.from({ length: 1 + randomBelow(4) }, () => {
        const quantity = 1 + randomBelow(7);
        const unitCents = cents(20 + randomBelow(5000));
        const discountCents = cents(randomBelow(2) === 0 ? 0 : randomBelow(quantity * unitCents));
        return { quantity, unitCents, discountCents, vatKind: kinds[randomBelow(4)] ?? 'standard' };
      }),
    );
    for (const lines of baskets) {
      const { id, token } = await issued(home, { clientId: member.clientId, lines });
      const { body } = await call(getInvoice, { params: { id } }, { actor: member });
      // What was charged: lines, discounts, VAT rows and total are one sum.
      const whole = lines.map(
        ({ quantity, unitCents, discountCents }) => quantity * unitCents - discountCents,
      );
      const total = whole.reduce((sum, one) => sum + one, 0);
      expect(body.lines.map((line) => toCents(line.total))).toEqual(whole);
      expect(toCents(body.total)).toBe(total);
      expect(toCents(body.totalWithoutVat) + toCents(body.vatTotal)).toBe(total);
      for (const { vatKind, vatPercent, totalWithoutVat, vatTotal } of body.vatRows) {
        const gross = lines
          .map((line, index) => (line.vatKind === vatKind ? (whole[index] ?? 0) : 0))
          .reduce((sum, one) => sum + one, 0);
        expect(toCents(totalWithoutVat) + toCents(vatTotal)).toBe(gross);
        const rate = vatRate('EE', vatKind, '2026-09-14');
        expect(vatPercent).toBe(rate / 100);
        expect(Math.abs(toCents(totalWithoutVat) - (gross * 10_000) / (10_000 + rate))).toBeLessThanOrEqual(
          0.5,
        );
      }
      if (total === 0) continue;

      const request = { invoiceToken: token, method: 'cardPayments' } as const;
      const { address } = (await call(startPayment, { body: request }, { host: home.host })).body;
      await atBank(home, address, 'pay');
      const sale = { home, invoiceId: id };
      const [payment] = await payments(sale);
      if (!payment) throw new Error('no payment');
      await notify(home, await orderToken(sale, payment, 'PAID'));
      // Some of it is credited and some of it goes back, all at the same moment.
      const part = () => (5 + randomBelow(Math.max(1, Math.floor(total / 2)))) / 100;
      const refund = (amount: number) =>
        call(refundPayment, { params: { id: payment.id }, body: { amount, reason: 'x' } }, { actor: admin });
      const credit = (position: number, amount: number) =>
        call(
          creditInvoice,
          { params: { id }, body: { lines: [{ position, amount }], reason: 'x' } },
          { actor: admin },
        );
      await Promise.all([
        refund(part()),
        credit(1, part()),
        refund(part()),
        credit(lines.length, part()),
        refund(part()),
      ]);
    }
    // What was sent back is back, or was refused.
    await vi.waitFor(
      async () => {
        const open = await ask(
          "select 1 from refunds where tenant_id = $1 and status in ('PENDING', 'PROCESSING')",
          home.id,
        );
        expect(open).toEqual([]);
      },
      { timeout: 15_000, interval: 50 },
    );

    const [sums] = await ask<Record<'paid' | 'back' | 'receipts' | 'allocated', number>>(
      `select (select coalesce(sum(amount_cents), 0)::int from payments where tenant_id = $1) as paid,
         (select coalesce(sum(amount_cents), 0)::int from refunds where tenant_id = $1 and status = 'SUCCESSFUL') as back,
         (select coalesce(sum(amount_cents), 0)::int from receipts where tenant_id = $1) as receipts,
         (select coalesce(sum(amount_cents), 0)::int from allocations where tenant_id = $1) as allocated`,
      home.id,
    );
    // No cent came from nowhere, and none is lost: what came less what went back is what pays and what is credit.
    expect(sums?.receipts).toBe((sums?.paid ?? 0) - (sums?.back ?? 0));
    const { credit } = (await call(listInvoices, { query: {} }, { actor: member })).body;
    expect(toCents(credit)).toBe((sums?.receipts ?? 0) - (sums?.allocated ?? 0));
    expect(credit).toBeGreaterThanOrEqual(0);
    const perPayment = await ask<{ left: number }>(
      `select p.amount_cents - (select coalesce(sum(r.amount_cents), 0)::int from refunds r where r.tenant_id = p.tenant_id
         and r.payment_id = p.id and r.status = 'SUCCESSFUL') as left from payments p where tenant_id = $1`,
      home.id,
    );
    for (const { left } of perPayment) expect(left).toBeGreaterThanOrEqual(0);
    const documents = await ask<{ isSound: boolean }>(
      `select i.total_cents = sum(l.gross_cents) and bool_and(l.gross_cents = l.net_cents + l.vat_cents)
         and bool_and(i.kind = 'creditNote' or l.gross_cents = l.quantity * l.unit_cents - l.discount_cents) as "isSound"
       from invoices i join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
       where i.tenant_id = $1 group by i.id, i.total_cents`,
      home.id,
    );
    expect(documents.every(({ isSound }) => isSound)).toBe(true);
  },
);

function toCents(euros: number): number {
  return Math.round(euros * 100);
}
