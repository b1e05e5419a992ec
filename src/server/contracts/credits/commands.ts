import { randomUUID } from 'node:crypto';
import { crediting } from '#server/invoices/credits/commands.ts';
import { listCreditedSums } from '#server/invoices/credits/data.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { listPaidOfInvoice } from '#server/payments/data.ts';
import { whereaboutsIn } from '#server/payments/refunds/commands.ts';
import * as refunds from '#server/payments/refunds/data.ts';
import type { LineBack } from '#shared/contracts/terminations/domain.ts';
import { balanceOf } from '#shared/invoices/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import {
  type InvoiceShare,
  mostRefund,
  takeBack,
  type Whereabouts,
} from '#shared/payments/refunds/domain.ts';
import { lockContract } from '../data.ts';
import { type ContractMailPorts, creditReason } from '../mails.ts';
import type { ContractView } from '../views/commands.ts';
import { listPeriods } from '../views/data.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** Invoices first, as payments lock them; then the contract. */
export async function lockWithInvoices(load: WriteTransaction['load'], contractId: number): Promise<void> {
  const [periods, fees] = await load(
    listPeriods({ contractIds: [contractId] }),
    data.listFeeLines(contractId),
  );
  const billed = [...periods, ...fees].flatMap(({ invoiceId }) => invoiceId ?? []);
  const ids = [...new Set(billed)].toSorted((a, b) => a - b);
  await load(...ids.map((invoiceId) => invoices.lockInvoice({ invoiceId })), lockContract({ contractId }));
}

/** What was billed beside the periods, the joining fee and fees of freezes, as far as it was not credited. */
export async function linesBeside(load: Load, { row }: ContractView): Promise<LineBack[]> {
  const { invoiceId } = row;
  const [fees] = await load(data.listFeeLines(row.id));
  const own = invoiceId === null ? [] : await linesOfFirst(load, invoiceId, row.position);
  const later = fees.filter((fee) => fee.invoiceId !== invoiceId);
  return [...own, ...later].filter(({ amountCents }) => amountCents > 0);
}

async function linesOfFirst(load: Load, invoiceId: number, ofPeriod: number | null): Promise<LineBack[]> {
  const [lines, credited] = await load(invoices.listLines({ invoiceId }), listCreditedSums({ invoiceId }));
  const taken = new Map(credited.map(({ position, grossCents }) => [position, grossCents]));
  return lines
    .filter(({ position }) => position !== ofPeriod)
    .map(({ position, grossCents }) => {
      return { invoiceId, position, amountCents: cents(grossCents - (taken.get(position) ?? 0)) };
    });
}

interface InvoiceBack {
  readonly invoiceId: number;
  readonly lines: readonly LineBack[];
  /** What was paid and the invoice will not need any more. */
  readonly paidCents: Cents;
}

/** What of lines was paid, by their invoices. */
export async function paidBack(load: Load, lines: readonly LineBack[]): Promise<InvoiceBack[]> {
  const grouped = [...Map.groupBy(lines, ({ invoiceId }) => invoiceId)];
  const found = await load(...grouped.map(([invoiceId]) => invoices.findInvoice({ invoiceId })));
  return grouped.map(([invoiceId, own], index) => {
    const [invoice] = found[index] ?? [];
    const credited = own.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const balance = invoice ? balanceOf(invoices.toSums(invoice)) : 0;
    return { invoiceId, lines: own, paidCents: cents(Math.max(0, Math.min(credited, credited - balance))) };
  });
}

/** Credit notes for lines, and refunds of what of them was paid online: sent by the job that asks after refunds. */
export async function giveBack(
  ctx: Ctx,
  { tokens }: ContractMailPorts,
  load: WriteTransaction['load'],
  { row }: ContractView,
  lines: readonly LineBack[],
): Promise<{ readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] }> {
  const queries: Query[] = [];
  const events: DomainEvent[] = [];
  const reason = creditReason(ctx, row);
  // What of each payment may go back, after what goes for the invoices before.
  const left = new Map<string, Whereabouts>();
  for (const { invoiceId, lines: own, paidCents } of await paidBack(load, lines)) {
    const back = await refundsOf(load, left, { invoiceId, amountCents: paidCents });
    const made = await crediting(ctx, tokens, load, invoiceId, {
      wishes: own.map(({ position, amountCents }) => ({ position, amountCents })),
      reason,
    });
    queries.push(...made.queries);
    events.push(...made.events);
    for (const { paymentId, amountCents } of back) {
      queries.push(
        refunds.insertRefund({
          id: randomUUID(),
          paymentId,
          creditNoteId: made.credited.creditNoteId,
          invoiceId,
          providerId: null,
          amountCents,
          reason,
          now: ctx.now,
          askAt: addMinutes(ctx.now, 1),
        }),
      );
    }
  }
  return { queries, events };
}

/**
 * Which online payments give a sum of an invoice back, and takes it off what is `left` of them; none where they cannot give all
 * of it: then it is the client's credit.
 */
async function refundsOf(
  load: Load,
  left: Map<string, Whereabouts>,
  { invoiceId, amountCents: sumCents }: InvoiceShare,
): Promise<{ readonly paymentId: string; readonly amountCents: Cents }[]> {
  if (sumCents === 0) return [];
  const [payments] = await load(listPaidOfInvoice({ invoiceId }));
  let rest: number = sumCents;
  const after = new Map(left);
  const shares: { readonly paymentId: string; readonly amountCents: Cents }[] = [];
  for (const { id } of payments) {
    const money = after.get(id) ?? (await whereaboutsIn(load, id));
    const amountCents = cents(Math.min(rest, mostRefund(money, invoiceId)));
    after.set(id, takeBack(money, { amountCents, invoiceId }).left);
    rest -= amountCents;
    if (amountCents > 0) shares.push({ paymentId: id, amountCents });
  }
  if (rest > 0) return [];
  for (const [id, money] of after) left.set(id, money);
  return shares;
}
