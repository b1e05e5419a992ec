import { createHash } from 'node:crypto';
import { invoiceToken } from '#server/invoices/commands.ts';
import type { Transaction } from '#server/kernel/db.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { invoiceNumber, Seller } from '#shared/invoices/domain.ts';
import { referenceOf } from '#shared/invoices/references/domain.ts';
import { tax, vatRate } from '#shared/invoices/vat/domain.ts';
import { addDays, addMinutes, localDate } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { hasMoneyCome, orderMinutes } from '#shared/payments/domain.ts';
import { insertIssued, takeIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { accountHolders } from '../people/domain.ts';
import { demoBanks, salesOf } from './built-in.ts';
import * as data from './data.ts';

/** Where payments are taken: invoices with payments and refunds in every state, and their receipts. */
export async function loadPayments(
  transaction: Transaction,
  tenantId: number,
  centre: DemoCentre,
  clientIds: readonly number[],
  { now, tokens }: { readonly now: string; readonly tokens: Tokens },
): Promise<void> {
  const { tenant } = centre;
  if (!tenant.pageRules.payment.isPaymentActive) return;
  const today = localDate(now, tenant.timeZone);
  const demoSales = salesOf(tenant.kind);
  const attempts = demoSales.flatMap((sale, saleIndex) =>
    sale.attempts.map((attempt) => ({ attempt, saleIndex })),
  );
  const receiptCount = attempts.reduce(
    (sum, { attempt }) =>
      sum +
      (hasMoneyCome(attempt.status) ? 1 : 0) +
      (attempt.refunds ?? []).filter(({ status }) => status === 'SUCCESSFUL').length,
    0,
  );
  const year = Number(today.slice(0, 4));
  const [[ids], [numbers]] = await transaction.load(
    takeIds({ invoices: demoSales.length, receipts: receiptCount }),
    data.takeNumbers(tenantId, year, demoSales.length),
  );
  if (!ids || !numbers) throw new Error(`${tenant.host}: the database gave no ids`);
  const seller = Seller.parse({ ...tenant.company, contact: tenant.contact });
  const country = tenant.country2Code === 'LV' ? 'LV' : 'EE';
  const vatKind = seller.vatNumber === '' ? 'exempt' : 'standard';

  const sales = demoSales.map((sale, index) => {
    const clientIndex = sale.isMembers ? accountHolders.member : 20 + index;
    const person = centre.clients[clientIndex] ?? centre.clients[0];
    const id = ids.invoices[index] ?? 0;
    const salt = digest(tenant.host, 'salt', index);
    const token = invoiceToken(tokens, tenantId, id, salt);
    const createdAt = addMinutes(now, -sale.daysAgo * 24 * 60 - 90);
    const issuedOn = localDate(createdAt, tenant.timeZone);
    const { lines, totalCents } = tax([
      {
        quantity: 1,
        unitCents: cents(sale.cents),
        discountCents: cents(0),
        vatKind,
        vatRate: vatRate(country, vatKind, issuedOn),
      } as const,
    ]);
    const [line] = lines;
    return {
      sale,
      createdAt,
      invoice: {
        id,
        kind: 'invoice',
        number: invoiceNumber('A', year, numbers.last - demoSales.length + index + 1),
        reference: referenceOf(String(id)),
        salt: `\\x${salt.toString('hex')}`,
        token_hash: `\\x${hashToken(token).toString('hex')}`,
        client_id: clientIds[clientIndex] ?? clientIds[0] ?? 0,
        payer: { name: `${person?.firstName} ${person?.lastName}`, email: person?.email ?? '' },
        language: tenant.defaultLanguage,
        total_cents: totalCents,
        issued_at: createdAt,
        issued_on: issuedOn,
        due_on: addDays(issuedOn, seller.paymentDays),
      },
      line: {
        invoice_id: id,
        position: 1,
        article: sale.names[tenant.defaultLanguage],
        quantity: 1,
        unit_cents: sale.cents,
        discount_cents: 0,
        gross_cents: line?.grossCents,
        net_cents: line?.netCents,
        vat_cents: line?.vatCents,
        vat_kind: vatKind,
        vat_rate: line?.vatRate,
        supply_on: issuedOn,
      },
    };
  });
  await transaction.load(
    ...insertIssued(
      tenantId,
      sales.map(({ invoice }) => invoice),
      sales.map(({ line }) => line),
      seller,
    ),
  );

  const receiptIds = ids.receipts.values();
  const rows = { payments: [], refunds: [], receipts: [], allocations: [] } as Record<
    'payments' | 'refunds' | 'receipts' | 'allocations',
    Record<string, unknown>[]
  >;
  for (const [index, { attempt, saleIndex }] of attempts.entries()) {
    const made = sales[saleIndex];
    if (!made) continue;
    const { invoice, sale } = made;
    const paymentId = uuid(tenant.host, 'payment', index);
    const createdAt = addMinutes(made.createdAt, attempt.minutesLater);
    const [bank, bankName] = (attempt.bankIndex !== null && demoBanks[country][attempt.bankIndex]) || [
      null,
      '',
    ];
    rows.payments.push({
      id: paymentId,
      invoice_id: invoice.id,
      provider: 'montonio',
      provider_id: uuid(tenant.host, 'order', index),
      method: attempt.method,
      bank,
      bank_name: bankName,
      country,
      amount_cents: sale.cents,
      status: attempt.status,
      created_at: createdAt,
      expires_at: addMinutes(createdAt, orderMinutes),
      changed_at: addMinutes(createdAt, 2),
    });
    const receive = (source: string, kind: string, amountCents: number) => {
      const id = receiptIds.next().value;
      rows.receipts.push({
        id,
        kind,
        amount_cents: amountCents,
        source,
        client_id: invoice.client_id,
        booked_on: localDate(createdAt, tenant.timeZone),
        payer_name: invoice.payer.name,
        created_at: createdAt,
      });
      return id;
    };
    if (!hasMoneyCome(attempt.status)) continue;
    const receiptId = receive(`payment:${paymentId}`, 'online', sale.cents);
    if (!attempt.isCredit) {
      rows.allocations.push({
        receipt_id: receiptId,
        invoice_id: invoice.id,
        amount_cents: sale.cents,
        created_at: createdAt,
      });
    }
    for (const [place, refund] of (attempt.refunds ?? []).entries()) {
      const id = uuid(tenant.host, `refund ${index}`, place);
      const amountCents = Math.round(sale.cents * refund.share);
      const at = addMinutes(createdAt, 60 + place);
      rows.refunds.push({
        id,
        payment_id: paymentId,
        provider_id: uuid(tenant.host, `provider refund ${index}`, place),
        amount_cents: amountCents,
        status: refund.status,
        reason: 'Paid twice',
        created_at: at,
        changed_at: at,
      });
      if (refund.status === 'SUCCESSFUL') receive(`refund:${id}`, 'refund', -amountCents);
    }
  }
  await transaction.load(...data.insertPayments(tenantId, rows));
}

function digest(host: string, what: string, index: number): Buffer {
  return createHash('sha256').update(`${host}\n${what}\n${index}`).digest();
}

/** The same for the same centre each time. */
function uuid(...of: Parameters<typeof digest>): string {
  const hex = digest(...of).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
