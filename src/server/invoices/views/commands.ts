import { findContact } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { RowOf } from '#server/kernel/db.ts';
import {
  balanceOf,
  invoiceStateOf,
  isOpen,
  Payer,
  type ReceiptKind,
  Seller,
} from '#shared/invoices/domain.ts';
import { vatRowsOf } from '#shared/invoices/vat/domain.ts';
import type { OtherInvoice, WholeInvoice, WholeLine } from '#shared/invoices/whole/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { addCents, cents } from '#shared/kernel/money.ts';
import * as invoices from '../data.ts';
import * as data from './data.ts';

type InvoiceRow = RowOf<ReturnType<typeof invoices.findInvoice>>;

/** With what its token follows from. */
export interface FoundInvoice extends WholeInvoice {
  readonly salt: Buffer;
}

/** The invoice of an id or of a token's hash; undefined for one that is not issued, or not there. */
export async function findWholeInvoice(
  ctx: Ctx,
  by: { readonly invoiceId: number } | { readonly tokenHash: Buffer },
): Promise<FoundInvoice | undefined> {
  const [[found]] = await ctx.read(
    'tokenHash' in by ? invoices.findInvoiceByToken(by) : invoices.findInvoice(by),
  );
  if (found?.state !== 'issued') return undefined;
  const of = { invoiceId: found.id };
  const [lines, clients, allocations, creditNotes, credited] = await ctx.read(
    invoices.listLines(of),
    data.findInvoiceClient(of),
    data.listInvoiceAllocations(of),
    data.listCreditNotes(of),
    data.findCredited(of),
  );
  const [client] = clients;
  const [original] = credited;
  return {
    ...headOf(found),
    client: client ? { name: `${client.firstName} ${client.lastName}`, code: client.code } : null,
    ...sumsOf(found, lines.map(toLine)),
    payments: allocations.map((row) => ({
      // Money that lay about as credit pays on the day it is used.
      on: row.allocatedAt === row.receivedAt ? row.bookedOn : localDate(row.allocatedAt, ctx.tenant.timeZone),
      amountCents: cents(row.amountCents),
      kind: row.amountCents < 0 && row.kind !== 'refund' ? 'released' : (row.kind as ReceiptKind),
    })),
    creditNotes: creditNotes.map(toOther),
    credits: original ? toOther(original) : null,
    reason: original?.reason ?? '',
  };
}

function headOf(row: InvoiceRow) {
  return {
    id: row.id,
    kind: row.kind === 'creditNote' ? ('creditNote' as const) : ('invoice' as const),
    number: row.number ?? '',
    reference: row.reference ?? '',
    salt: row.salt,
    clientId: row.clientId,
    payer: Payer.parse(row.payer),
    mailTo: Payer.shape.email.parse(row.mailTo),
    seller: Seller.parse(row.seller),
    language: isLanguage(row.language) ? row.language : ('en' as const),
    issuedOn: row.issuedOn ?? '',
    dueOn: row.dueOn ?? '',
  };
}

function sumsOf(row: InvoiceRow, lines: readonly WholeLine[]) {
  const sums = invoices.toSums(row);
  const vatRows = vatRowsOf(lines);
  const isInvoice = row.kind === 'invoice';
  return {
    lines,
    vatRows,
    netCents: addCents(...vatRows.map(({ netCents }) => netCents)),
    vatCents: addCents(...vatRows.map(({ vatCents }) => vatCents)),
    totalCents: sums.totalCents,
    paidCents: sums.paidCents,
    creditedCents: sums.creditedCents,
    // A credit note is nothing to pay: what it takes off stands in the balance of its invoice.
    state: isInvoice ? invoiceStateOf(sums) : ('paid' as const),
    balanceCents: isInvoice ? balanceOf(sums) : cents(0),
    isOpen: isInvoice && isOpen(sums),
  };
}

function toLine(row: RowOf<ReturnType<typeof invoices.listLines>>): WholeLine {
  const { item: _, ...line } = row;
  return line as unknown as WholeLine;
}

function toOther(row: {
  id: number;
  number: string | null;
  issuedOn: string | null;
  totalCents: number;
}): OtherInvoice {
  const { id, number, issuedOn, totalCents } = row;
  return { id, number: number ?? '', issuedOn: issuedOn ?? '', totalCents: cents(totalCents) };
}

/** Throws `clientNotFound` for whoever is no client of the centre. */
export async function checkClient(ctx: Ctx, clientId: number): Promise<void> {
  const [[client]] = await ctx.read(findContact({ clientId }));
  if (!client) throw new AppError('clientNotFound');
}
