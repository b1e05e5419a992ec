import { SignJWT } from 'jose';
import { draftSale, issuing } from '#server/invoices/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { AppPorts } from '#server/kernel/app.ts';
import { toStatement } from '#server/kernel/db.ts';
import type { Fulfilment } from '#server/payments/ports.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cents } from '#shared/kernel/money.ts';
import type { PaymentStatus } from '#shared/payments/domain.ts';
import type { RawAnswer } from './call.ts';
import type { Centre } from './centre.ts';
import { type ContextPorts, contextOf } from './context.ts';
import type { TestServer } from './server.ts';

export interface TestSale {
  readonly home: Centre;
  readonly invoiceId: number;
  readonly token: string;
  readonly cents: number;
}

export interface SaleParts {
  readonly cents?: number;
  readonly clientId?: number | null;
  /** What is handed over; `false` for nothing. */
  readonly item?: SaleItem | false;
}

/** A seller's side for tests: notes what it handed over, and refuses on demand. */
export class TestSeller {
  readonly handed: { invoiceId: number; position: number }[] = [];
  /** Invoices whose goods are gone. */
  readonly gone = new Set<number>();
  /** Invoices whose hand-over meets a rule of the database when it is saved. */
  readonly clashing = new Set<number>();

  readonly fulfil: Fulfilment = {
    ticket: async (ctx, _item, { invoiceId, position, load }) => {
      await load(invoices.listLines({ invoiceId }));
      if (this.gone.has(invoiceId)) throw new AppError('noFreePlaces');
      this.handed.push({ invoiceId, position });
      if (!this.clashing.has(invoiceId)) return { queries: [], events: [] };
      const series = {
        text: "insert into invoice_series (series, year, last) values ('A', $1, 1)",
        values: [0],
      };
      return { queries: [series, series], events: [{ topic: 'lineDue', trainingId: 1, at: ctx.now }] };
    },
  };
}

/** Where payments may be made at all. */
export const paying = { rules: { payment: { isPaymentActive: true } } } as const;

/** A running server, or what stands for one beside processes. */
export interface SalePorts extends ContextPorts, Pick<TestServer, 'ask' | 'send'> {
  readonly server: ContextPorts['server'] & { readonly app: { readonly ports: Pick<AppPorts, 'tokens'> } };
}

/** Sales, payments and what the provider tells of them, as tests need them. */
export function saleMeans(running: SalePorts) {
  const { clock, ask, send } = running;

  const ctxOf = (home: Centre) => contextOf(running, home);

  async function draft(home: Centre, parts: SaleParts = {}): Promise<TestSale> {
    const ctx = ctxOf(home);
    const amount = parts.cents ?? 7240;
    const holder = {
      clientId: parts.clientId ?? null,
      firstName: 'Mari',
      lastName: 'Maasikas',
      email: 'mari@demo.test',
      phone: '',
    };
    const ticket = { kind: 'ticket', productId: 1, clubId: home.clubId, startsOn: null, holder } as const;
    const [[next]] = await ctx.read(invoices.nextInvoiceId({}));
    const made = draftSale(ctx, running.server.app.ports.tokens, next?.id ?? 0, {
      clientId: parts.clientId ?? null,
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
          article: 'Kümme korda',
          quantity: 1,
          unitCents: cents(amount),
          discountCents: cents(0),
          vatKind: 'standard',
          supplyOn: '2026-09-14',
          item: parts.item === false ? null : (parts.item ?? ticket),
        },
      ],
    });
    await ctx.write((transaction) => transaction.save(undefined, [...made.queries]));
    return { home, invoiceId: made.invoiceId, token: made.token, cents: amount };
  }

  /** What makes an invoice of a draft, as the database is told. */
  const issuingOf = ({ home, invoiceId }: TestSale) =>
    toStatement(issuing(ctxOf(home), invoiceId, 'invoice'));

  async function issued(home: Centre, parts: SaleParts = {}): Promise<TestSale> {
    const sale = await draft(home, parts);
    await ctxOf(home).write((transaction) => transaction.save(undefined, [issuingOf(sale)]));
    return sale;
  }

  /** What the stand-in's shop of a tenant signs with. */
  const secretOf = (tenantId: number) =>
    running.server.app.ports.tokens.addressMac(`stand-in payments ${tenantId}`);

  function sign(
    home: Centre,
    claims: Record<string, unknown>,
    { secret = secretOf(home.id), secondsAgo = 0 }: { secret?: string; secondsAgo?: number } = {},
  ): Promise<string> {
    const seconds = Math.floor(clock.epochMilliseconds() / 1000) - secondsAgo;
    return new SignJWT({ accessKey: `stand-in-${home.id}`, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 600)
      .sign(new TextEncoder().encode(secret));
  }

  interface PaymentFacts {
    readonly id: string;
    readonly provider_id: string | null;
    readonly status: PaymentStatus;
    readonly amount_cents: number;
  }

  async function payments({ home, invoiceId }: Pick<TestSale, 'home' | 'invoiceId'>) {
    return ask<PaymentFacts>(
      'select id, provider_id, status, amount_cents from payments where tenant_id = $1 and invoice_id = $2 order by created_at, id',
      home.id,
      invoiceId,
    );
  }

  /** The order token of a payment, as the provider signs it. */
  function orderToken(
    { home }: Pick<TestSale, 'home'>,
    payment: PaymentFacts,
    paymentStatus: string,
    more: Record<string, unknown> = {},
    how?: Parameters<typeof sign>[2],
  ): Promise<string> {
    return sign(
      home,
      {
        uuid: payment.provider_id,
        merchantReference: payment.id,
        paymentStatus,
        grandTotal: payment.amount_cents / 100,
        currency: 'EUR',
        ...more,
      },
      how,
    );
  }

  /** A message of the provider: the token in the address, no body. */
  function notify(home: Centre, token: string, name = 'order-token'): Promise<RawAnswer> {
    return send({
      method: 'POST',
      path: `${apiBase}/public/payment/notification?${name}=${token}`,
      host: home.host,
      headers: { 'user-agent': 'MontonioWebhooks/1.0' },
    });
  }

  /** Presses a button on the bank's page; answers where that leads. */
  async function atBank(home: Centre, address: string, action: string, delivery = 'never'): Promise<string> {
    const { pathname } = new URL(address);
    const answer = await send({
      method: 'POST',
      path: pathname,
      host: home.host,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `action=${action}&delivery=${delivery}`,
    });
    if (answer.status !== 303) throw new Error(`the bank answered ${answer.status}`);
    return String(answer.headers.location);
  }

  /** What the books say: state, number, money and what of it pays the invoice. */
  async function books({ home, invoiceId }: Pick<TestSale, 'home' | 'invoiceId'>) {
    const [row] = await ask<{
      state: string;
      number: string | null;
      received: number;
      receipts: number;
      allocated: number;
      handed: number;
    }>(
      `select state, number,
        (select coalesce(sum(amount_cents), 0)::int from receipts where tenant_id = $1 and source in (
          select 'payment:' || id from payments where tenant_id = $1 and invoice_id = $2
          union all select 'refund:' || r.id from refunds r join payments p on p.tenant_id = r.tenant_id
            and p.id = r.payment_id where r.tenant_id = $1 and p.invoice_id = $2)) as received,
        (select count(*)::int from receipts where tenant_id = $1 and source in (
          select 'payment:' || id from payments where tenant_id = $1 and invoice_id = $2)) as receipts,
        (select coalesce(sum(amount_cents), 0)::int from allocations where tenant_id = $1 and invoice_id = $2) as allocated,
        (select count(*)::int from hand_overs where tenant_id = $1 and invoice_id = $2) as handed
       from invoices where tenant_id = $1 and id = $2`,
      home.id,
      invoiceId,
    );
    if (!row) throw new Error('no such invoice');
    return row;
  }

  return { ctxOf, draft, issued, issuingOf, sign, payments, orderToken, notify, atBank, books };
}

/** A transfer that named a sale and pays nothing yet. */
export async function transferFor(
  { ask }: Pick<TestServer, 'ask'>,
  { home, invoiceId }: Pick<TestSale, 'home' | 'invoiceId'>,
  amountCents: number,
): Promise<void> {
  await ask(
    `with receipt as (insert into receipts (tenant_id, kind, amount_cents, source, booked_on, created_at)
       values ($1, 'bank', $3, 'bank:' || gen_random_uuid(), '2026-09-14', now()) returning tenant_id, id)
     insert into bank_entries (tenant_id, account, entry_key, booked_on, amount_cents, payer_name, payer_account, reference, message,
       state, invoice_id, receipt_id, imported_at)
     select tenant_id, 'EE1', gen_random_uuid()::text, '2026-09-14', $3, '', '', '', '', 'booked', $2, id, now() from receipt returning 1`,
    ...[home.id, invoiceId, amountCents],
  );
}
