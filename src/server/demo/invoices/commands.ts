import { randomBytes } from 'node:crypto';
import { invoiceToken } from '#server/invoices/commands.ts';
import type { Transaction } from '#server/kernel/db.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { invoiceNumber, Seller } from '#shared/invoices/domain.ts';
import { referenceOf } from '#shared/invoices/references/domain.ts';
import { addMinutes, startOfDay } from '#shared/kernel/dates.ts';
import { insertIssued, takeIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import * as data from './data.ts';
import { type DemoInvoice, seedInvoices } from './domain.ts';

/** Invoices of a centre with what was paid of them, credit notes and the bank's entries. */
export async function loadInvoices(
  transaction: Transaction,
  tenantId: number,
  centre: DemoCentre,
  clientIds: readonly number[],
  { now, tokens }: { readonly now: string; readonly tokens: Tokens },
): Promise<void> {
  const { tenant } = centre;
  const invoices = seedInvoices(centre, now);
  const receiptCount = invoices.flatMap(({ receipts }) => receipts).length;
  const [[ids]] = await transaction.load(takeIds({ invoices: invoices.length, receipts: receiptCount }));
  if (!ids) throw new Error(`${tenant.host}: the database gave no ids`);
  const at = (date: string) => addMinutes(startOfDay(date, tenant.timeZone), 9 * 60);
  const numbers = numbersOf(invoices);
  const rows = invoices.map((invoice, index) => {
    const id = ids.invoices[index] ?? 0;
    const salt = randomBytes(32);
    const token = invoiceToken(tokens, tenantId, id, salt);
    return {
      id,
      kind: invoice.kind,
      number: numbers[index] ?? '',
      reference: invoice.kind === 'invoice' ? referenceOf(String(id)) : null,
      salt: `\\x${salt.toString('hex')}`,
      token_hash: `\\x${hashToken(token).toString('hex')}`,
      client_id: clientIds[invoice.clientIndex] ?? 0,
      payer: invoice.payer,
      language: invoice.language,
      total_cents: invoice.totalCents,
      credits_id: invoice.creditsIndex === null ? null : (ids.invoices[invoice.creditsIndex] ?? null),
      reason: invoice.reason,
      issued_on: invoice.issuedOn,
      due_on: invoice.dueOn,
      issued_at: at(invoice.issuedOn),
      written_off_at: invoice.isWrittenOff ? at(now.slice(0, 10)) : null,
    };
  });
  const lines = invoices.flatMap((invoice, index) =>
    invoice.lines.map((line) => ({
      invoice_id: ids.invoices[index],
      position: line.position,
      article: line.article,
      quantity: line.quantity,
      unit_cents: line.unitCents,
      discount_cents: line.discountCents,
      gross_cents: line.grossCents,
      net_cents: line.netCents,
      vat_cents: line.vatCents,
      vat_kind: line.vatKind,
      vat_rate: line.vatRate,
      supply_on: line.supplyOn,
      credits_position: line.creditsPosition ?? null,
    })),
  );
  const seller = Seller.parse({ ...tenant.company, contact: tenant.contact });
  await transaction.load(...insertIssued(tenantId, rows, lines, seller), data.insertSeries(tenantId));

  const paid = invoices.flatMap((invoice, index) =>
    invoice.receipts.map((receipt) => ({ receipt, invoice, row: rows[index] })),
  );
  const receipts = paid.map(({ receipt, invoice, row }, index) => ({
    id: ids.receipts[index],
    kind: receipt.kind,
    amount_cents: receipt.amountCents,
    source: `demo:${index + 1}`,
    client_id: row?.client_id,
    booked_on: receipt.on,
    payer_name: invoice.payer.name,
    created_at: at(receipt.on),
  }));
  const allocations = paid.flatMap(({ receipt, row }, index) => {
    const used = { receipt_id: ids.receipts[index], invoice_id: row?.id, created_at: at(receipt.on) };
    return [
      { ...used, amount_cents: receipt.usedCents },
      ...(receipt.releasedCents === 0 ? [] : [{ ...used, amount_cents: -receipt.releasedCents }]),
    ];
  });
  const entries = paid.flatMap(({ receipt, invoice, row }, index) => {
    if (receipt.kind !== 'bank') return [];
    const entry = bankEntry(tenant.company.iban, `DEMO${index + 1}`, receipt.on, at(receipt.on));
    const { reference } = row ?? {};
    const booked = { state: 'booked', invoice_id: row?.id, receipt_id: ids.receipts[index] };
    return [
      { ...entry, ...booked, amount_cents: receipt.amountCents, payer_name: invoice.payer.name, reference },
    ];
  });
  await transaction.load(
    ...data.insertMoney(tenantId, receipts, allocations),
    data.insertBankEntries(tenantId, [...entries, ...undecided(invoices, tenant.company.iban, now, at)]),
  );
}

/** In the order of the list, each kind in its own series and year. */
function numbersOf(invoices: readonly DemoInvoice[]): string[] {
  const counters = new Map<string, number>();
  return invoices.map(({ kind, issuedOn }) => {
    const series = kind === 'invoice' ? 'A' : 'K';
    const year = Number(issuedOn.slice(0, 4));
    const counter = (counters.get(`${series}${year}`) ?? 0) + 1;
    counters.set(`${series}${year}`, counter);
    return invoiceNumber(series, year, counter);
  });
}

function bankEntry(account: string, key: string, on: string, at: string) {
  return {
    account,
    entry_key: key,
    booked_on: on,
    payer_account: '',
    reference: '',
    message: '',
    invoice_id: null as number | null | undefined,
    receipt_id: null as number | null | undefined,
    imported_at: at,
    settled_at: null as string | null,
  };
}

/** One that fits an open invoice by name and amount, one that fits none, one that was set aside. */
function undecided(
  invoices: readonly DemoInvoice[],
  iban: string,
  now: string,
  at: (date: string) => string,
) {
  const on = now.slice(0, 10);
  const open = invoices.find(
    ({ receipts, kind, isWrittenOff }) => kind === 'invoice' && receipts.length === 0 && !isWrittenOff,
  );
  const entry = (key: string) => bankEntry(iban, key, on, at(on));
  return [
    ...(open
      ? [
          {
            ...entry('DEMO-A'),
            state: 'proposed',
            amount_cents: open.totalCents,
            payer_name: open.payer.name,
          },
        ]
      : []),
    {
      ...entry('DEMO-B'),
      state: 'unmatched',
      amount_cents: 3300,
      payer_name: 'OU Tundmatu',
      message: 'Trenn',
    },
    { ...entry('DEMO-C'), state: 'ignored', amount_cents: 100, payer_name: 'Tamme Pank', settled_at: at(on) },
  ];
}
