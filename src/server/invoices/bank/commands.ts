import { type Ctx, member, requireProof } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { decoder, Undecodable } from '#server/kernel/decoding/decoder.ts';
import type { Decoders } from '#server/kernel/decoding/decoders.ts';
import type { InvoiceEvent, SaleEvent } from '#server/kernel/events.ts';
import { mostEntries } from '#shared/invoices/bank/contract.ts';
import {
  type BankStatement,
  cluesOf,
  freshEntries,
  matchReceipt,
  type PayableInvoice,
  Payables,
  partsByClient,
  proposalsFor,
  type ReceiptWords,
} from '#shared/invoices/bank/domain.ts';
import { balanceOf, isOpen } from '#shared/invoices/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import type { BroughtFile } from '#shared/kernel/wire.ts';
import { receiving, saleEvent, sellerOf } from '../commands.ts';
import { invoiceEvent } from '../credits/commands.ts';
import { insertAllocation, lockInvoices, nextReceiptIds, toSums } from '../data.ts';
import * as data from './data.ts';
import { type readStatements, tooLong } from './statements.ts';

const reading = decoder<typeof readStatements>(
  new URL('./statements.ts', import.meta.url),
  'readStatements',
  { lane: 'files', seconds: 10, refusal: 'fileTooDemanding', mostWaiting: 8 },
);

export interface Imported {
  readonly newCount: number;
  readonly bookedCount: number;
  readonly proposedCount: number;
  readonly unmatchedCount: number;
  readonly knownCount: number;
  readonly skippedCount: number;
}

/**
 * Books what an account statement brings, the whole file or nothing. An entry is known by the bank's own id: the same file
 * again, or at the same moment, changes nothing. What a file says was paid is paid, so that it is asked who brings it. Throws
 * `proofNeeded`, `bankFileNotValid`, `bankFileTooLong`, `fileTooDemanding`, `bankFileOtherAccount` (mission 2.6).
 */
export async function importStatement(
  ctx: Ctx,
  decoders: Decoders,
  file: BroughtFile,
  abandoned: AbortSignal,
): Promise<Imported> {
  requireProof(ctx);
  const statements = await read(ctx, decoders, file, abandoned);
  const { iban } = sellerOf(ctx);
  if (iban !== '' && statements.some(({ account }) => account !== iban)) {
    throw new AppError('bankFileOtherAccount');
  }
  const entries = entriesOf(statements);
  const skippedCount = statements.reduce((sum, statement) => sum + statement.skippedCount, 0);
  const receiptCount = statements.reduce((sum, { receipts }) => sum + receipts.length, 0);
  return ctx.write(async ({ load, save }) => {
    const [, known] = await load(
      data.lockAccounts(statements.map(({ account }) => account)),
      data.listKnown(entries),
    );
    const unknown = freshEntries(entries, known);
    const [inserted] = await load(data.insertEntries(unknown, ctx.now));
    const idOf = new Map(inserted.map(({ id, account, entryKey }) => [`${account} ${entryKey}`, id]));
    const fresh = unknown.flatMap((entry) => {
      const id = idOf.get(`${entry.account} ${entry.entryKey}`);
      // The bank has this id already: somebody looks at it.
      const isDoubtful = entry.isOwnKey && entry.entryKey === entry.otherKey;
      return id === undefined ? [] : [{ ...entry, id, isDoubtful }];
    });
    const counts = { newCount: fresh.length, knownCount: receiptCount - fresh.length, skippedCount };
    if (fresh.length === 0)
      return save({ ...counts, bookedCount: 0, proposedCount: 0, unmatchedCount: 0 }, []);
    const clues = searchOf(fresh);
    // Drafts first: one that is issued between the two is found as an invoice then, never by neither.
    const [sales, found] = await load(
      data.listSales(clues.references),
      data.listNamed(clues.references, clues.numbers),
    );
    await load(lockInvoices([...sales, ...found].map(({ id }) => id)));
    const [named, unsold, byAmount, ids] = await load(
      data.listNamed(clues.references, clues.numbers),
      data.listSales(clues.references),
      data.listByAmount(clues.amounts),
      nextReceiptIds(fresh.length),
    );
    // What came since then is not ours to change: its receipt waits for a decision.
    const isLocked = new Set([...sales, ...found].map(({ id }) => id));
    const booked = bookAll(ctx, fresh, {
      named: [...named, ...unsold].filter(({ id }) => isLocked.has(id)),
      byAmount,
      receiptIds: ids.map(({ id }) => id),
    });
    const countOf = (state: data.EntryOutcome['state']) =>
      booked.outcomes.filter((outcome) => outcome.state === state).length;
    return save(
      {
        ...counts,
        bookedCount: countOf('booked'),
        proposedCount: countOf('proposed'),
        unmatchedCount: countOf('unmatched'),
      },
      [...booked.queries, data.settleNewEntries(booked.outcomes)],
      booked.events,
    );
  });
}

async function read(
  { tenant }: Ctx,
  decoders: Decoders,
  { bytes }: BroughtFile,
  abandoned: AbortSignal,
): Promise<BankStatement[]> {
  try {
    return await decoders.run(reading, tenant.id, bytes, abandoned);
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    if (error.message === tooLong) throw new AppError('bankFileTooLong', { limit: mostEntries });
    throw new AppError('bankFileNotValid');
  }
}

function entriesOf(statements: readonly BankStatement[]): data.NewEntry[] {
  return statements.flatMap(({ account, receipts }) => receipts.map((receipt) => ({ ...receipt, account })));
}

function searchOf(receipts: readonly ReceiptWords[]) {
  const clues = receipts.map(cluesOf);
  return {
    references: [...new Set(clues.flatMap(({ references, digits }) => [...references, ...digits]))],
    numbers: [...new Set(clues.flatMap(({ numbers }) => numbers))],
    amounts: [...new Set(receipts.map(({ amountCents }) => amountCents))],
  };
}

interface Ground {
  readonly named: readonly data.PayableRow[];
  readonly byAmount: readonly data.PayableRow[];
  readonly receiptIds: readonly number[];
}

/** One receipt after another, each on the sums that the one before left. */
function bookAll(
  ctx: Ctx,
  fresh: readonly (ReceiptWords & { readonly id: number; readonly isDoubtful: boolean })[],
  ground: Ground,
) {
  const payables = new Payables(ground.named.map(toPayable), ground.byAmount.map(toPayable));
  const queries: Query[] = [];
  const events: (InvoiceEvent | SaleEvent)[] = [];
  const outcomes = fresh.map((entry, index): data.EntryOutcome => {
    const match = matchReceipt(entry, payables);
    const invoice = match.outcome === 'booked' ? payables.get(match.invoiceId) : undefined;
    if (!invoice || entry.isDoubtful) {
      const state = invoice || match.outcome === 'proposed' ? ('proposed' as const) : ('unmatched' as const);
      return { id: entry.id, state, invoiceId: null, receiptId: null };
    }
    const receiptId = ground.receiptIds[index] ?? 0;
    const booking = book(ctx, entry, invoice, receiptId);
    queries.push(...booking.queries);
    events.push(...booking.events);
    payables.change({ ...invoice, sums: booking.sums });
    return { id: entry.id, state: 'booked', invoiceId: invoice.id, receiptId };
  });
  return { queries, events, outcomes };
}

type Payable = PayableInvoice & { readonly clientId: number | null };

function book(
  ctx: Ctx,
  entry: ReceiptWords & { readonly id: number },
  invoice: Payable,
  receiptId: number,
  others: readonly Payable[] = [],
  source = `bank:${entry.id}`,
) {
  const { amountCents } = entry;
  const events: (InvoiceEvent | SaleEvent)[] = [];
  const queries = receiving(ctx, invoice, {
    receiptId,
    kind: 'bank',
    amountCents,
    source,
    bookedOn: entry.bookedOn,
    payerName: entry.payerName === '' ? null : entry.payerName,
  });
  let rest: number = amountCents;
  const after = [invoice, ...others].map((one, index) => {
    const owed = Math.max(0, balanceOf(one.sums));
    const used = one.sums.state === 'issued' ? Math.min(owed, rest) : 0;
    rest -= used;
    if (used > 0 && used === owed) events.push(invoiceEvent('paid', one.id), saleEvent(one.id));
    if (used > 0 && index > 0) {
      const share = { receiptId, invoiceId: one.id, amountCents: cents(used), now: ctx.now };
      queries.push(insertAllocation(share));
    }
    return { ...one.sums, paidCents: addCents(one.sums.paidCents, cents(used)) };
  });
  // What a draft is sold for is not owed yet: the job issues it, or leaves the money to its payer.
  if (invoice.sums.state !== 'issued') events.push(saleEvent(invoice.id));
  else if (rest > 0) {
    events.push({ ...invoiceEvent('overpaid', invoice.id), dedupeKey: `overpaid:${source}` });
  }
  const [sums = invoice.sums] = after;
  return { queries, events, sums, balanceCents: addCents(...after.map(balanceOf)) };
}

function toPayable(row: data.PayableRow): Payable {
  const { id, number, reference, clientId, payerName, clientName } = row;
  return { id, number, reference, clientId, sums: toSums(row), names: [payerName, clientName] };
}

/**
 * Books a receipt that waits to invoices by their numbers: each gets what it owes, in this order, and what is over is
 * the credit of the first one's client. Each client's part is a receipt of its own. Answers what they still owe
 * together. Throws `itemNotFound`, `bankEntrySettled`, `invoiceNotFound` where any is unknown.
 */
export async function acceptEntry(
  ctx: Ctx,
  entryId: number,
  invoiceNumbers: readonly string[],
): Promise<{ balanceCents: Cents }> {
  const { accountId } = member(ctx);
  const numbers = [...new Set(invoiceNumbers.map((number) => number.toUpperCase()))];
  return ctx.write(async ({ load, save }) => {
    const [[entry], found] = await load(data.lockEntry(entryId), data.listNamed([], numbers));
    refuseSettled(entry, ['proposed', 'unmatched', 'ignored']);
    await load(lockInvoices(found.map(({ id }) => id)));
    const [rows, ids] = await load(data.listNamed([], numbers), nextReceiptIds(numbers.length));
    // One that was issued since was not locked with the others: it was not there yet.
    const locked = rows.filter(({ id }) => found.some((row) => row.id === id));
    const invoices = numbers.flatMap((number) => locked.find((row) => row.number === number) ?? []);
    if (invoices.length === 0 || invoices.length < numbers.length) throw new AppError('invoiceNotFound');
    const parts = partsByClient(invoices.map(toPayable), cents(entry.amountCents));
    const reached = parts.filter(({ amountCents }) => amountCents > 0);
    const bookings = reached.map(({ amountCents, invoices: [first, ...others] }, index) => {
      const source = index === 0 ? `bank:${entryId}` : `bank:${entryId}:${first.id}`;
      return book(ctx, { ...entry, amountCents }, first, ids[index]?.id ?? 0, others, source);
    });
    const settled = data.settleEntry({
      id: entryId,
      state: 'accepted',
      invoiceId: reached[0]?.invoices[0].id ?? null,
      receiptId: ids[0]?.id ?? null,
      accountId,
      now: ctx.now,
    });
    const missed = parts.filter((part) => !reached.includes(part)).flatMap((part) => part.invoices);
    const left = [
      ...bookings.map(({ balanceCents }) => balanceCents),
      ...missed.map(({ sums }) => balanceOf(sums)),
    ];
    return save(
      { balanceCents: addCents(...left) },
      [...bookings.flatMap(({ queries }) => queries), settled],
      bookings.flatMap(({ events }) => events),
    );
  });
}

/** Sets a receipt aside. Throws `itemNotFound`, `bankEntrySettled`. */
export async function ignoreEntry(ctx: Ctx, entryId: number): Promise<void> {
  const { accountId } = member(ctx);
  await ctx.write(async ({ load, save }) => {
    const [[entry]] = await load(data.lockEntry(entryId));
    refuseSettled(entry, ['proposed', 'unmatched']);
    const { now } = ctx;
    return save(undefined, [
      data.settleEntry({ id: entryId, state: 'ignored', invoiceId: null, receiptId: null, accountId, now }),
    ]);
  });
}

function refuseSettled<Row extends { readonly state: string }>(
  entry: Row | undefined,
  open: readonly string[],
): asserts entry is Row {
  if (!entry) throw new AppError('itemNotFound');
  if (!open.includes(entry.state)) throw new AppError('bankEntrySettled');
}

/** Receipts that wait or were set aside, each with the open invoices it may be for. */
export async function listReceipts(ctx: Ctx, filter: data.EntryFilter, offset: number, limit: number) {
  const [rows, counts] = await ctx.read(data.listEntries(filter, offset, limit), data.countEntries(filter));
  const receipts = rows.map((row) => ({ ...row, amountCents: cents(row.amountCents) }));
  const clues = searchOf(receipts);
  const [named, byAmount] = await ctx.read(
    data.listNamed(clues.references, clues.numbers),
    data.listByAmount(clues.amounts),
  );
  const payables = new Payables(named.map(toPayable), byAmount.map(toPayable));
  const dueOf = new Map([...named, ...byAmount].map(({ id, dueOn }) => [id, dueOn]));
  return {
    total: counts[0]?.total ?? 0,
    items: receipts.map((receipt) => ({
      receipt,
      proposals: proposalsFor(receipt, payables)
        .filter(({ sums }) => isOpen(sums))
        .map((invoice) => ({ ...invoice, dueOn: dueOf.get(invoice.id) ?? '' })),
    })),
  };
}
