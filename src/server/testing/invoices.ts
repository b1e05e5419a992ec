import { draftSale, issuing, receiving, type SaleLine } from '#server/invoices/commands.ts';
import * as data from '#server/invoices/data.ts';
import { type Payer, Payer as PayerSchema } from '#shared/invoices/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import { cents } from '#shared/kernel/money.ts';
import type { Centre } from './centre.ts';
import { contextOf } from './context.ts';
import type { TestServer } from './server.ts';

export interface TestInvoice {
  readonly id: number;
  readonly token: string;
  readonly number: string;
  readonly reference: string;
}

export interface InvoiceParts {
  readonly clientId?: number | null;
  readonly lines?: readonly Partial<SaleLine>[];
  readonly language?: Language;
  readonly payer?: Partial<Payer>;
}

const line: SaleLine = {
  productId: null,
  article: 'Ten visits',
  quantity: 1,
  unitCents: cents(7240),
  discountCents: cents(0),
  vatKind: 'standard',
  supplyOn: '2026-09-14',
  item: null,
};

/** Invoices by the product's own commands, at the moment the tests' clock shows. */
export function invoiceMeans(running: Pick<TestServer, 'server' | 'clock' | 'ask'>) {
  const ctxOf = (home: Centre) => contextOf(running, home, 'en');

  async function draft(home: Centre, parts: InvoiceParts = {}) {
    const ctx = ctxOf(home);
    const [ids] = await ctx.read(data.nextInvoiceId({}));
    const made = draftSale(ctx, running.server.app.ports.tokens, ids[0]?.id ?? 0, {
      clientId: parts.clientId ?? null,
      payer: PayerSchema.parse({ name: 'Mari Maasikas', email: 'mari@demo.test', ...parts.payer }),
      language: parts.language ?? 'en',
      lines: (parts.lines ?? [{}]).map((one) => ({ ...line, ...one })),
    });
    await ctx.write((transaction) => transaction.save(undefined, made.queries));
    return { id: made.invoiceId, token: made.token };
  }

  async function issued(home: Centre, parts: InvoiceParts = {}): Promise<TestInvoice> {
    const { id, token } = await draft(home, parts);
    const ctx = ctxOf(home);
    await ctx.write((transaction) => transaction.save(undefined, [issuing(ctx, id, 'invoice')]));
    const [row] = await running.ask<{ number: string; reference: string }>(
      'select number, reference from invoices where tenant_id = $1 and id = $2',
      home.id,
      id,
    );
    return { id, token, number: row?.number ?? '', reference: row?.reference ?? '' };
  }

  /** Money for an invoice, as a bank or a provider brings it. */
  async function pay(
    home: Centre,
    invoiceId: number,
    amount: number,
    source = `test:${invoiceId}:${amount}`,
  ) {
    const ctx = ctxOf(home);
    await ctx.write(async ({ load, save }) => {
      const [, [invoice], [receipt]] = await load(
        data.lockInvoice({ invoiceId }),
        data.findInvoice({ invoiceId }),
        data.nextReceiptId({}),
      );
      if (!invoice || !receipt) throw new Error('no invoice');
      const { clientId } = invoice;
      const of = { id: invoiceId, clientId, sums: data.toSums(invoice) };
      const received = { kind: 'bank', bookedOn: '2026-09-14', payerName: null } as const;
      return save(
        undefined,
        receiving(ctx, of, { ...received, receiptId: receipt.id, amountCents: cents(amount), source }),
      );
    });
  }

  /** A credit note of an invoice's first line that was begun and never issued: nothing is taken off by it. */
  async function begunNote(home: Centre, creditsId: number, amount: number) {
    await running.ask(
      `with note as (insert into invoices (tenant_id, kind, state, salt, token_hash, payer, language, total_cents, credits_id, created_at)
         values ($1, 'creditNote', 'draft', '', decode(md5(gen_random_uuid()::text), 'hex'), '{}', 'en', -$3::integer, $2, now())
         returning tenant_id, id)
       insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents, net_cents, vat_cents,
         vat_kind, vat_rate, supply_on, credits_position)
       select tenant_id, id, 1, 'x', 1, -$3::integer, -$3::integer, -$3::integer, 0, 'zero', 0, '2026-09-14', 1 from note returning 1`,
      ...[home.id, creditsId, amount],
    );
  }

  return { ctxOf, draft, issued, pay, begunNote };
}

/** A credit note that somebody began and nobody issued: it takes nothing off. */
export async function addUnissuedNote(
  { ask, clock }: Pick<TestServer, 'ask' | 'clock'>,
  home: Centre,
  invoiceId: number,
  {
    amountCents,
    position = 1,
    at = clock.now(),
  }: { readonly amountCents: number; readonly position?: number; readonly at?: string },
): Promise<void> {
  await ask(
    `with note as (insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, credits_id,
         created_at)
       select tenant_id, 'creditNote', 'draft', '\\x00', sha256(gen_random_uuid()::text::bytea), client_id, payer, language,
         -$4::integer, id, $5::timestamptz from invoices where tenant_id = $1 and id = $2 returning tenant_id, id)
     insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents, net_cents, vat_cents,
       vat_kind, vat_rate, supply_on, credits_position)
     select tenant_id, id, 1, 'Never issued', 1, -$4, -$4, -$4, 0, 'zero', 0, '2026-09-14', $3 from note returning 1`,
    ...[home.id, invoiceId, position, amountCents, at],
  );
}
