import { type Ctx, requireProof, type WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { InvoiceEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { Change } from '#server/kernel/writes/audit.ts';
import { unaskedGiftCents } from '#shared/account/proofs/domain.ts';
import {
  type CreditRequest,
  decideCredit,
  leftOf,
  releaseSurplus,
  shareCredit,
} from '#shared/invoices/credits/domain.ts';
import { balanceOf, isOpen, Payer } from '#shared/invoices/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import { invoiceToken, issuing, saleEvent } from '../commands.ts';
import * as invoices from '../data.ts';
import { type FoundInvoice, findWholeInvoice } from '../views/commands.ts';
import * as data from './data.ts';

export interface Credited {
  readonly creditNoteId: number;
  readonly number: string;
  /** Opens the credit note's paper. */
  readonly token: string;
  /** Below zero. */
  readonly totalCents: Cents;
}

/**
 * Credits an invoice by a credit note of its own series, issued at once. The invoice is locked, so of no line is ever
 * credited more than was charged; the database has the last word. What the invoice then has too much of goes back to its
 * client as credit, of which none is what is on its way back (0105).
 * Throws `invoiceNotFound`, `creditTooLarge`, `dataValidationFailed` (mission 2.6).
 */
export function creditInvoice(
  ctx: Ctx,
  tokens: Tokens,
  invoiceId: number,
  credit: Credit,
): Promise<Credited> {
  return ctx.write(async ({ load, save }) => {
    const { credited, queries, events } = await crediting(ctx, tokens, load, invoiceId, credit);
    return save(credited, queries, events);
  });
}

/**
 * The same as an administrator's own decision. Throws as `creditInvoice`, and `proofNeeded` where the office gives up a large sum
 * within a day.
 */
export function creditByOffice(
  ctx: Ctx,
  tokens: Tokens,
  invoiceId: number,
  credit: Credit,
): Promise<Credited> {
  return ctx.write(async ({ load, save }) => {
    const { credited, queries, events } = await crediting(ctx, tokens, load, invoiceId, credit);
    const givenUp = await givingUp(ctx, load, invoiceId, -credited.totalCents);
    return save(credited, queries, events, [givenUp]);
  });
}

/**
 * What the office gives up of an invoice, for the trail. Asked about again beyond a sum, also where it goes in small ones.
 * Throws `proofNeeded`.
 */
async function givingUp(
  ctx: Ctx,
  load: WriteTransaction['load'],
  invoiceId: number,
  givenUpCents: number,
): Promise<Change> {
  return { noun: 'invoices', id: invoiceId, after: await countGivenUp(ctx, load, givenUpCents) };
}

/**
 * Counts what the office gives up or away, with all that it did within a day; keep it in the trail of what is given. Of a product
 * that was made or changed within that day the price says nothing: whoever gives it may have set it. Throws `proofNeeded`.
 */
export async function countGivenUp(
  ctx: Ctx,
  load: WriteTransaction['load'],
  givenUpCents: number,
  productId = 0,
): Promise<{ readonly givenUpCents: number }> {
  const since = addMinutes(ctx.now, -24 * 60);
  const [, [ofDay], [changed]] = await load(
    data.lockGivenUp(),
    data.sumGivenUp({ since }),
    data.findChangeOf({ productId, since }),
  );
  if (changed || (ofDay?.cents ?? 0) + givenUpCents > unaskedGiftCents) requireProof(ctx);
  return { givenUpCents };
}

export interface Credit {
  readonly wishes: 'all' | readonly CreditRequest[];
  readonly reason: string;
}

/** The same in a transaction of the caller's, who saves its queries and events. Throws as `creditInvoice`. */
export async function crediting(
  ctx: Ctx,
  tokens: Tokens,
  load: WriteTransaction['load'],
  invoiceId: number,
  credit: Credit,
): Promise<{
  readonly credited: Credited;
  readonly queries: readonly Query[];
  readonly events: readonly InvoiceEvent[];
}> {
  const { tenant, now } = ctx;
  const of = { invoiceId };
  const [, [invoice], lines, credited, allocated, ids] = await load(
    invoices.lockInvoice(of),
    invoices.findInvoice(of),
    invoices.listLines(of),
    data.listCreditedSums(of),
    data.listAllocated(of),
    invoices.nextInvoiceId({}),
  );
  if (invoice?.state !== 'issued' || invoice.kind !== 'invoice') throw new AppError('invoiceNotFound');
  const decision = decideCredit(lines.map(toCharged), credited.map(toCredited), credit.wishes);
  if (decision.outcome === 'refused') {
    throw new AppError(decision.error, undefined, decision.error === 'creditTooLarge' ? 409 : 400);
  }
  const creditNoteId = ids[0]?.id ?? 0;
  const salt = tokens.newSalt();
  const token = invoiceToken(tokens, tenant.id, creditNoteId, salt);
  const [, , [issued]] = await load(
    invoices.insertDraft({
      id: creditNoteId,
      kind: 'creditNote',
      reference: null,
      salt,
      tokenHash: hashToken(token),
      clientId: invoice.clientId,
      payer: Payer.parse({ ...Payer.parse(invoice.payer), email: invoice.mailTo }),
      language: isLanguage(invoice.language) ? invoice.language : tenant.defaultLanguage,
      totalCents: decision.totalCents,
      creditsId: invoiceId,
      reason: credit.reason,
      now,
    }),
    invoices.insertLines(
      creditNoteId,
      decision.lines.map((line) => ({ ...line, item: null })),
    ),
    issuing(ctx, creditNoteId, 'creditNote'),
  );
  const balance = addCents(balanceOf(invoices.toSums(invoice)), decision.totalCents);
  const released = releaseSurplus(allocated.map(toShare), balance);
  return {
    credited: { creditNoteId, number: issued?.number ?? '', token, totalCents: decision.totalCents },
    queries: released.map((share) => invoices.insertAllocation({ ...share, invoiceId, now })),
    events: [invoiceEvent('credited', creditNoteId)],
  };
}

/**
 * Pays an open invoice with its client's credit, the oldest money first, as far as it goes. Throws `invoiceNotFound`,
 * `alreadyPaid`, `noCredit`.
 */
export async function payByCredit(
  ctx: Ctx,
  clientId: number,
  invoiceId: number,
): Promise<{ paidCents: Cents; balanceCents: Cents }> {
  return ctx.write(async (transaction) => {
    const invoice = await lockOpen(transaction, invoiceId, clientId);
    await transaction.load(data.lockReceipts({ clientId }));
    const [open] = await transaction.load(data.listOpenReceipts(clientId));
    const balance = balanceOf(invoices.toSums(invoice));
    const shares = shareCredit(
      open.map(({ receiptId, leftCents }) => ({ receiptId, leftCents: cents(leftCents) })),
      balance,
    );
    const paidCents = addCents(...shares.map(({ amountCents }) => amountCents));
    if (paidCents === 0) throw new AppError('noCredit');
    const balanceCents = cents(balance - paidCents);
    return transaction.save(
      { paidCents, balanceCents },
      shares.map((share) => invoices.insertAllocation({ ...share, invoiceId, now: ctx.now })),
      balanceCents === 0 ? [invoiceEvent('paid', invoiceId), saleEvent(invoiceId)] : [],
    );
  });
}

/**
 * Gives up what is still owed. Throws `invoiceNotFound`, `alreadyPaid` where nothing is, and `proofNeeded` where the office gives
 * up a large sum within a day.
 */
export async function writeOffInvoice(ctx: Ctx, invoiceId: number): Promise<{ balanceCents: Cents }> {
  return ctx.write(async (transaction) => {
    const invoice = await lockOpen(transaction, invoiceId);
    const balanceCents = balanceOf(invoices.toSums(invoice));
    const givenUp = await givingUp(ctx, transaction.load, invoiceId, balanceCents);
    return transaction.save({ balanceCents }, [data.writeOff({ invoiceId, now: ctx.now })], [], [givenUp]);
  });
}

/** An invoice or credit note with what an administrator may still do about it. */
export interface Managed {
  readonly invoice: FoundInvoice;
  /** What of a line is not credited yet. */
  readonly leftOf: (position: number) => Cents;
  readonly canCredit: boolean;
  readonly canWriteOff: boolean;
}

/** Anybody's invoice, to decide about. Throws `invoiceNotFound`. */
export async function getManaged(ctx: Ctx, invoiceId: number): Promise<Managed> {
  const invoice = await findWholeInvoice(ctx, { invoiceId });
  if (!invoice) throw new AppError('invoiceNotFound');
  const [credited] = await ctx.read(data.listCreditedSums({ invoiceId }));
  const isInvoice = invoice.kind === 'invoice';
  const left = new Map(
    invoice.lines.map((line) => [
      line.position,
      isInvoice ? leftOf(line, credited.map(toCredited)).grossCents : cents(0),
    ]),
  );
  return {
    invoice,
    leftOf: (position) => left.get(position) ?? cents(0),
    canCredit: [...left.values()].some((amount) => amount > 0),
    canWriteOff: invoice.isOpen,
  };
}

/** One of each kind for an invoice; told once under its key (`invoice_messages`). */
export function invoiceEvent(kind: InvoiceEvent['kind'], invoiceId: number): InvoiceEvent {
  return { topic: 'invoice', kind, dedupeKey: `${kind}:${invoiceId}`, invoiceId };
}

/** Locks an invoice that somebody still has to pay; of one client, where one is named. */
async function lockOpen({ load }: WriteTransaction, invoiceId: number, clientId?: number) {
  const of = { invoiceId };
  const [, [invoice]] = await load(invoices.lockInvoice(of), invoices.findInvoice(of));
  const isTheirs = clientId === undefined || invoice?.clientId === clientId;
  if (invoice?.state !== 'issued' || invoice.kind !== 'invoice' || !isTheirs) {
    throw new AppError('invoiceNotFound');
  }
  if (!isOpen(invoices.toSums(invoice))) throw new AppError('invoiceAlreadyPaid');
  return invoice;
}

type LineRow = { readonly position: number; readonly vatKind: string; readonly item: unknown };

function toCharged(row: LineRow) {
  const { item: _, ...line } = row;
  return line as unknown as Parameters<typeof decideCredit>[0][number];
}

function toCredited(row: { position: number; grossCents: number; netCents: number }) {
  return { position: row.position, grossCents: cents(row.grossCents), netCents: cents(row.netCents) };
}

function toShare(row: { receiptId: number; amountCents: number }) {
  return { receiptId: row.receiptId, amountCents: cents(row.amountCents) };
}
