import { draftBatch } from '#server/invoices/batches/commands.ts';
import type { Sale } from '#server/invoices/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import {
  type Billable,
  Billing,
  type BillingSettings,
  billOf,
  type ContractBill,
  lessReturned,
} from '#shared/contracts/billing/domain.ts';
import { finalDay } from '#shared/contracts/domain.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { addDays, formatDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { addToRun, type Problem } from '../billing-runs/data.ts';
import * as data from './data.ts';

/** The centre's numbers. Throws ZodError where they are wrong. */
export function billingSettingsOf({ tenant }: Pick<Ctx, 'tenant'>): BillingSettings {
  return Billing.parse(tenant.company).billing;
}

/** Contracts billed in one transaction: enough to make statements rare, few enough to hold no lock for long. */
const batchSize = 200;
/** Contracts reckoned at once for a preview: some milliseconds, after which others are served. */
const previewBatchSize = 50;
/** Problems kept in a report; there may be more. */
const mostProblems = 100;

export interface Billed {
  readonly contracts: number;
  readonly invoices: number;
  readonly totalCents: Cents;
  readonly problems: readonly Problem[];
}

/**
 * Bills every contract whose next period begins by the date (and the days billed ahead), and the fees of freezes that have
 * begun: one invoice for each contract, to its payer in its language. Batch by batch, each in a transaction of its own with
 * its part of the run's report: cut off anywhere and done again, by any number of processes, each period is billed once
 * (specification point 4, mission 2.5). What is wrong with one contract is told in `problems` and stops no other.
 */
export async function billContracts(ctx: Ctx, tokens: Tokens, date: string): Promise<Billed> {
  const horizon = addDays(date, billingSettingsOf(ctx).aheadDays);
  const sum = new Sum();
  for (let after = 0, isMore = true; isMore; ) {
    const due: data.Due = { after, date, horizon, limit: batchSize };
    try {
      const batch = await billBatch(ctx, tokens, due);
      sum.add(batch);
      after = batch.lastId;
      isMore = batch.found === batchSize;
    } catch (error) {
      if (!isRefused(error)) throw error;
      // The database took nothing of the batch: each contract by itself, so that one fault is nobody else's.
      const [ids] = await ctx.read(data.listDue(due));
      for (const contract of ids) sum.add(await billAlone(ctx, tokens, contract, due));
      after = ids.at(-1)?.id ?? after;
      isMore = ids.length === batchSize;
    }
  }
  return sum;
}

export interface Previewed {
  /** A local date, not after `lastPreview`: what is reckoned grows with it. */
  readonly date: string;
  /** Which of the bills are answered with their lines. */
  readonly offset: number;
  readonly limit: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly abandoned: AbortSignal;
}

/**
 * What a run on a date would do, by the same rules; nothing is saved. Reckons all of it, a few contracts at a time with the
 * others' calls between them, and keeps the bills that are shown. Throws `busyTryAgain` once the caller has left.
 */
export async function previewBilling(
  ctx: Ctx,
  { date, offset, limit, abandoned }: Previewed,
): Promise<Billed & { bills: readonly Preview[] }> {
  const horizon = addDays(date, billingSettingsOf(ctx).aheadDays);
  const sum = new Sum();
  const bills: Preview[] = [];
  for (let after = 0, isMore = true; isMore; ) {
    if (abandoned.aborted) throw new AppError('busyTryAgain');
    const [contracts] = await ctx.read(data.listDue({ after, date, horizon, limit: previewBatchSize }));
    const decided = decide(contracts, await factsOf(ctx.read, contracts), date, horizon);
    const shown = decided.bills.slice(
      Math.max(0, offset - sum.contracts),
      Math.max(0, offset + limit - sum.contracts),
    );
    bills.push(
      ...shown.map(({ contract, bill }) => ({
        contractId: contract.id,
        number: contract.number,
        payerName: Payer.parse(contract.payer).name,
        totalCents: bill.totalCents,
        lines: linesOf(ctx, contract, bill),
      })),
    );
    sum.add(toBilled(decided));
    after = contracts.at(-1)?.id ?? after;
    isMore = contracts.length === previewBatchSize;
  }
  return {
    contracts: sum.contracts,
    invoices: sum.invoices,
    totalCents: sum.totalCents,
    problems: sum.problems,
    bills,
  };
}

export interface Preview {
  readonly contractId: number;
  readonly number: string;
  readonly payerName: string;
  /** 0: settled without an invoice. */
  readonly totalCents: Cents;
  readonly lines: Sale['lines'];
}

type Read = Ctx['read'];
type Facts = Awaited<ReturnType<typeof factsOf>>;

interface Decided {
  readonly bills: readonly { readonly contract: data.BilledContract; readonly bill: ContractBill }[];
  readonly problems: readonly Problem[];
}

async function billBatch(ctx: Ctx, tokens: Tokens, due: data.Due) {
  return ctx.write(async ({ load, save }) => {
    const [contracts] = await load(data.lockDue(due));
    const decided = decide(contracts, await factsOf(load, contracts), due.date, due.horizon);
    const billed = {
      ...toBilled(decided),
      found: contracts.length,
      lastId: contracts.at(-1)?.id ?? due.after,
    };
    if (decided.bills.length === 0) return save(billed, []);
    const invoiced = decided.bills.filter(({ bill }) => bill.charges.length > 0);
    const batch = await draftBatch(
      ctx,
      tokens,
      load,
      invoiced.map(({ contract, bill }) => saleOf(ctx, contract, bill)),
    );
    const invoiceIds = new Map(
      invoiced.map(({ contract }, index) => [contract.id, batch.invoiceIds[index] ?? null]),
    );
    const periods = decided.bills.flatMap(({ contract, bill }) =>
      bill.periods.map(
        ({ fromOn, untilOn, owedCents, carriedCents, amountCents, position }): data.NewPeriodRow => ({
          contractId: contract.id,
          fromOn,
          untilOn,
          owedCents,
          carriedCents,
          amountCents,
          invoiceId: position === null ? null : (invoiceIds.get(contract.id) ?? null),
          position,
        }),
      ),
    );
    const fees = decided.bills.flatMap(({ contract, bill }) =>
      bill.fees.map(({ id, position }) => ({ id, position, invoiceId: invoiceIds.get(contract.id) ?? 0 })),
    );
    return save(
      billed,
      [
        ...batch.queries,
        data.insertPeriods(periods, ctx.now),
        ...(fees.length > 0 ? [data.markFees(fees)] : []),
        addToRun(due.date, billed),
        ...batch.issuing,
      ],
      batch.events,
    );
  });
}

/** One contract in a transaction of its own; what the database says against it becomes its problem. */
async function billAlone(
  ctx: Ctx,
  tokens: Tokens,
  { id, number }: data.BilledContract,
  due: data.Due,
): Promise<Billed> {
  try {
    return await billBatch(ctx, tokens, { ...due, after: id - 1, limit: 1 });
  } catch (error) {
    if (!isRefused(error)) throw error;
    return { ...nothing, problems: [{ contractId: id, number, reason: reasonOf(error) }] };
  }
}

/** What is to be known of contracts, read after their locks. */
export async function factsOf(read: Read, contracts: readonly data.BilledContract[]) {
  const ids = contracts.map(({ id }) => id);
  const [prices, freezes, periods, returned] = await read(
    data.listPrices(ids),
    data.listFreezes(ids),
    data.listPeriods(ids),
    data.listReturned(ids),
  );
  return {
    returned: new Map(returned.map(({ contractId, returnedCents }) => [contractId, returnedCents])),
    prices: Map.groupBy(prices, ({ contractId }) => contractId),
    freezes: Map.groupBy(freezes, ({ contractId }) => contractId),
    periods: Map.groupBy(periods, ({ contractId }) => contractId),
  };
}

function decide(
  contracts: readonly data.BilledContract[],
  facts: Facts,
  date: string,
  horizon: string,
): Decided {
  const bills: { contract: data.BilledContract; bill: ContractBill }[] = [];
  const problems: Problem[] = [];
  for (const contract of contracts) {
    try {
      const bill = billOf(billableOf(contract, facts, date), horizon);
      Payer.parse(contract.payer);
      if (bill.periods.length > 0 || bill.fees.length > 0) bills.push({ contract, bill });
    } catch (error) {
      problems.push({ contractId: contract.id, number: contract.number, reason: reasonOf(error) });
    }
  }
  return { bills, problems };
}

/** A contract with what decides its bill on a date. */
export function billableOf(contract: data.BilledContract, facts: Facts, date: string): Billable {
  const { startsOn, endsOn, anchorDay, periodMonths } = contract;
  const freezes = facts.freezes.get(contract.id) ?? [];
  const prices = facts.prices.get(contract.id) ?? [];
  const running = { startsOn, endsOn: finalDay(contract), anchorDay, periodMonths, prices, freezes };
  const periods = facts.periods.get(contract.id) ?? [];
  return {
    running,
    termUntil: endsOn,
    billed: lessReturned(running, periods, cents(facts.returned.get(contract.id) ?? 0)),
    // One that would begin behind the end never does.
    fees: freezes.filter(
      ({ fromOn, feeCents, isFeeBilled }) =>
        feeCents > 0 && !isFeeBilled && fromOn <= date && (endsOn === null || fromOn <= endsOn),
    ),
  };
}

/** What a contract is billed, as a sale to whoever pays it. */
export function saleOf(ctx: Ctx, contract: data.BilledContract, bill: Pick<ContractBill, 'charges'>): Sale {
  return {
    clientId: contract.clientId,
    payer: Payer.parse(contract.payer),
    language: languageOf(ctx, contract),
    lines: linesOf(ctx, contract, bill),
  };
}

function linesOf(
  ctx: Ctx,
  contract: data.BilledContract,
  { charges }: Pick<ContractBill, 'charges'>,
): Sale['lines'] {
  const language = languageOf(ctx, contract);
  const t = textsFor(language);
  const name = nameIn(contract.names, language, ctx.tenant.defaultLanguage);
  return charges.map(({ kind, span, unitCents, discountCents }) => ({
    productId: contract.productId,
    article: t(kind === 'period' ? 'contracts.article' : 'billing.freezeArticle', {
      name,
      from: formatDate(span.fromOn),
      until: formatDate(span.untilOn),
    }),
    quantity: 1,
    unitCents,
    discountCents,
    vatKind: contract.vatKind,
    supplyOn: span.fromOn,
    item: null,
  }));
}

function languageOf({ tenant }: Ctx, { language }: data.BilledContract) {
  return isLanguage(language) ? language : tenant.defaultLanguage;
}

const nothing = { contracts: 0, invoices: 0, totalCents: cents(0) } as const;

function toBilled({ bills, problems }: Decided): Billed {
  return {
    contracts: bills.length,
    invoices: bills.filter(({ bill }) => bill.charges.length > 0).length,
    totalCents: cents(bills.reduce((sum, { bill }) => sum + bill.totalCents, 0)),
    problems,
  };
}

class Sum implements Billed {
  contracts = 0;
  invoices = 0;
  totalCents = cents(0);
  readonly problems: Problem[] = [];

  add({ contracts, invoices, totalCents, problems }: Billed): void {
    this.contracts += contracts;
    this.invoices += invoices;
    this.totalCents = cents(this.totalCents + totalCents);
    this.problems.push(...problems.slice(0, mostProblems - this.problems.length));
  }
}

/** What a rule of the database or of the code says against a contract; a lost connection says nothing about any. */
function isRefused(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? /^(22|23)/.test(code) : error instanceof RangeError;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : String(error);
}
