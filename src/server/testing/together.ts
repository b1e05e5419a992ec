import { startTogether } from '#shared/payments/parts/contract.ts';
import type { Centre, TestAccount } from './centre.ts';
import type { TestSale } from './sales.ts';
import type { TestServer } from './server.ts';

/** Several invoices paid by one payment, as tests need it. */
export function togetherMeans({ call, ask }: Pick<TestServer, 'call' | 'ask'>) {
  interface Wish {
    readonly total?: number;
    readonly usesCredit?: boolean;
    readonly bank?: string;
  }

  async function together(actor: TestAccount, sales: readonly TestSale[], wish: Wish = {}) {
    const sum = sales.reduce((cents, sale) => cents + sale.cents, 0) / 100;
    const { total = sum, usesCredit = false, bank = 'HABAEE2X' } = wish;
    const invoiceIds = sales.map(({ invoiceId }) => invoiceId);
    const chosen = { method: 'paymentInitiation', bank, country: 'EE' } as const;
    return call(startTogether, { body: { invoiceIds, usesCredit, total, ...chosen } }, { actor });
  }

  /** What each invoice has, how often it was handed over, and how much of all that came is nobody's yet. */
  async function booked(home: Centre, sales: readonly Pick<TestSale, 'invoiceId'>[]) {
    const rows = await ask<{ id: number; allocated: number }>(
      `select i.id, (select coalesce(sum(a.amount_cents), 0)::int from allocations a where a.tenant_id = i.tenant_id
        and a.invoice_id = i.id) as allocated from invoices i where tenant_id = $1 order by id`,
      home.id,
    );
    const [left] = await ask<{ credit: number; receipts: number }>(
      `select coalesce(sum(credit_left(r)), 0)::int as credit, count(*)::int as receipts from receipts r where tenant_id = $1`,
      home.id,
    );
    return {
      allocated: sales.map(({ invoiceId }) => rows.find(({ id }) => id === invoiceId)?.allocated),
      ...left,
    };
  }

  return { together, booked };
}
