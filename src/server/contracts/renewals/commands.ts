import { draftBatch } from '#server/invoices/batches/commands.ts';
import { crediting } from '#server/invoices/credits/commands.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import { shortageCents, surplusCents } from '#shared/contracts/periods/domain.ts';
import { giveBack, nextTerm, renewalStep } from '#shared/contracts/renewals/domain.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import { earlierOf, laterOf } from '#shared/kernel/order.ts';
import { billableOf, billingSettingsOf, factsOf, saleOf } from '../billing/commands.ts';
import { type BilledContract, insertPeriods, type PeriodRow } from '../billing/data.ts';
import { addToRun, takeMessages } from '../billing-runs/data.ts';
import { writeContractMail } from '../billing-runs/mails.ts';
import { settingsOf } from '../commands.ts';
import { findOverlapping } from '../data.ts';
import type { ContractView } from '../views/commands.ts';
import * as data from './data.ts';

/** Contracts of one transaction. */
export const batchSize = 200;
/** An end that was set into the past is settled all the same within so many days. */
const settlingDays = 62;

/**
 * Contracts that go on by themselves have their next term in the night of their last day, or so many days before as the
 * centre wants; one row each, linked by their number (mission 2.5). Nobody is renewed whom a later contract of the
 * category would meet.
 */
export async function renewContracts(ctx: Ctx, date: string): Promise<number> {
  const until = addDays(date, billingSettingsOf(ctx).renewDays);
  return inBatches((after) =>
    ctx.write(async ({ load, save }) => {
      const [contracts] = await load(data.lockRenewing({ after, from: date, until, limit: batchSize }));
      const renewals = contracts.flatMap(({ id, termMonths, ...contract }) =>
        termMonths === null ? [] : [{ contractId: id, ...nextTerm({ ...contract, termMonths }) }],
      );
      const found = {
        count: renewals.length,
        found: contracts.length,
        lastId: contracts.at(-1)?.id ?? after,
      };
      if (renewals.length === 0) return save(found, []);
      const queries = [...data.insertTerms(renewals, ctx.now), addToRun(date, { renewed: renewals.length })];
      return save(found, queries);
    }),
  );
}

/**
 * The terms, until today's, of a contract that goes on by itself and whose nights for it went by: it stood under a notice or with a
 * collector that is taken back now. None behind a day that another contract of the category has: the night would give it none either.
 */
export async function missedTerms(
  ctx: Ctx,
  load: WriteTransaction['load'],
  { facts, row: { id: contractId, clientId, category } }: ContractView,
  endsOn: string | null,
): Promise<data.Renewal[]> {
  const { termMonths, renews } = facts;
  const terms: data.Renewal[] = [];
  if (!renews || termMonths === null || endsOn === null) return terms;
  const until = addDays(localDate(ctx.now, ctx.tenant.timeZone), billingSettingsOf(ctx).renewDays);
  for (let last = endsOn; last <= until; ) {
    const next = nextTerm({ ...facts, endsOn: last, termMonths });
    const [[other]] = await load(findOverlapping({ clientId, category, ...next }));
    if (other) break;
    terms.push({ contractId, ...next });
    last = next.endsOn;
  }
  return terms;
}

/** Tells holders, on the centre's days before the end, that a contract ends or goes on; each once. Returns how many. */
export async function tellEnds(
  ctx: Ctx,
  originOf: (tenant: Tenant) => string,
  date: string,
): Promise<number> {
  const { tenant, now } = ctx;
  const { renewalDays } = settingsOf(ctx);
  const { renewDays } = billingSettingsOf(ctx);
  const until = addDays(date, Math.max(0, ...renewalDays));
  return inBatches((after) =>
    ctx.write(async ({ load, save }) => {
      const [contracts] = await load(data.listEnding({ after, from: date, until, limit: batchSize }));
      const news = contracts.flatMap((contract) => {
        const step = renewalStep(contract.endsOn, date, renewalDays);
        return step === undefined ? [] : [{ contract, key: `renewal:${contract.endsOn}:${step}` }];
      });
      const rows = news.map(({ contract, key }) => ({ contractId: contract.id, key }));
      const [taken] = rows.length > 0 ? await load(takeMessages(rows, now)) : [[]];
      const isNew = new Set(taken.map(({ contractId }) => contractId));
      const events = news
        .filter(({ contract }) => isNew.has(contract.id))
        .flatMap(({ contract, key }) => {
          const { endsOn, termMonths, isRenewing } = contract;
          const next = isRenewing && termMonths !== null && nextTerm({ ...contract, termMonths });
          return (
            writeContractMail(
              contract,
              next
                ? {
                    kind: 'renews',
                    endsOn,
                    nextEndsOn: next.endsOn,
                    choiceOn: addDays(endsOn, -renewDays - 1),
                  }
                : { kind: 'ends', endsOn },
              { tenant, origin: originOf(tenant), key, nameIn },
            ) ?? []
          );
        });
      const found = {
        count: events.length,
        found: contracts.length,
        lastId: contracts.at(-1)?.id ?? after,
      };
      return save(found, [], events);
    }),
  );
}

/**
 * Settles contracts that have ended, each once: what was billed for days after the end, or is left of frozen days, is given
 * back by a credit note, the latest line first. What its days cost beyond all that was billed is billed, unless a collector
 * has its debt. Returns the sum that is given back, in cents.
 */
export async function settleEnded(ctx: Ctx, tokens: Tokens, date: string): Promise<number> {
  const span = { from: addDays(date, -settlingDays), until: addDays(date, -1), limit: batchSize };
  return inBatches(() =>
    ctx.write(async ({ load, save }) => {
      const [, ended] = await load(data.lockInvoicesOfEnded(span), data.lockEnded(span));
      const messages = ended.map(({ id, endsOn }) => ({ contractId: id, key: `settled:${endsOn}` }));
      const [taken] = messages.length > 0 ? await load(takeMessages(messages, ctx.now)) : [[]];
      // While the locks were waited for another run may have settled them: that it did is seen here alone.
      const isNew = new Set(taken.map(({ contractId }) => contractId));
      const contracts = ended.filter(({ id }) => isNew.has(id));
      const facts = await factsOf(load, contracts);
      const queries: Query[] = [];
      const events: DomainEvent[] = [];
      const owing: Owing[] = [];
      const back: Parameters<typeof data.noteGivenBack>[0][number][] = [];
      let credited = 0;
      for (const contract of contracts) {
        const { running, billed } = billableOf(contract, facts, date);
        const surplus = surplusCents(running, billed);
        const amountCents = contract.isCollected ? cents(0) : shortageCents(running, billed);
        const last = facts.periods.get(contract.id)?.at(-1);
        // One that cannot be billed stops no other account.
        const isPayable = Payer.safeParse(contract.payer).success;
        if (last && amountCents > 0 && isPayable) owing.push({ contract, amountCents, last });
        if (surplus === 0) continue;
        const given = await creditSurplus(ctx, tokens, load, contract, surplus);
        queries.push(...given.queries);
        events.push(...given.events);
        credited += given.credited;
        if (last) back.push({ contractId: contract.id, fromOn: last.fromOn, cents: given.credited });
      }
      if (credited > 0) queries.push(addToRun(date, { creditedCents: credited }), data.noteGivenBack(back));
      const found = { count: credited, found: ended.length, lastId: ended.at(-1)?.id ?? 0 };
      const bills = await billShortages(ctx, tokens, load, date, owing);
      return save(found, [...queries, ...bills.queries], [...events, ...bills.events]);
    }),
  );
}

/** A contract that has ended with days that nobody was billed for. */
interface Owing {
  readonly contract: BilledContract;
  readonly amountCents: Cents;
  /** Its last period that was billed. */
  readonly last: PeriodRow;
}

/** Bills what contracts that have ended had too little, one invoice each, as the night bills a period. */
async function billShortages(
  ctx: Ctx,
  tokens: Tokens,
  load: WriteTransaction['load'],
  date: string,
  owing: readonly Owing[],
): Promise<{ readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] }> {
  if (owing.length === 0) return { queries: [], events: [] };
  const sales = owing.map(({ contract, amountCents: unitCents, last: { fromOn, untilOn } }) => {
    const { endsOn } = contract;
    const span = { fromOn, untilOn: earlierOf(untilOn, endsOn) };
    return saleOf(ctx, contract, { charges: [{ kind: 'period', span, unitCents, discountCents: cents(0) }] });
  });
  const batch = await draftBatch(ctx, tokens, load, sales);
  // Behind all days that were billed, so that the invoice is known as its contract's.
  const periods = owing.map(({ contract, amountCents, last }, index) => {
    const { id: contractId, endsOn } = contract;
    const on = addDays(laterOf(last.untilOn, endsOn), 1);
    const carried = { owedCents: cents(0), carriedCents: amountCents, amountCents };
    const line = { invoiceId: batch.invoiceIds[index] ?? 0, position: 1 };
    return { contractId, fromOn: on, untilOn: on, ...carried, ...line };
  });
  const totalCents = addCents(...owing.map(({ amountCents }) => amountCents));
  const added = addToRun(date, { invoices: owing.length, totalCents });
  return {
    queries: [...batch.queries, insertPeriods(periods, ctx.now), added, ...batch.issuing],
    events: batch.events,
  };
}

async function creditSurplus(
  ctx: Ctx,
  tokens: Tokens,
  load: WriteTransaction['load'],
  contract: BilledContract,
  surplus: number,
) {
  const language = isLanguage(contract.language) ? contract.language : ctx.tenant.defaultLanguage;
  const reason = textsFor(language)('billing.surplusReason', { number: contract.number });
  const [lines] = await load(data.listPeriodLines(contract.id));
  const shares = giveBack(lines, contract.endsOn ?? '', surplus);
  const queries: Query[] = [];
  const events: DomainEvent[] = [];
  for (const [invoiceId, parts] of Map.groupBy(shares, (share) => share.invoiceId)) {
    const wishes = parts.map(({ position, amountCents }) => ({ position, amountCents: cents(amountCents) }));
    const note = await crediting(ctx, tokens, load, invoiceId, { wishes, reason });
    queries.push(...note.queries);
    events.push(...note.events);
  }
  return { queries, events, credited: shares.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}

/** Goes through contracts batch by batch, each in a transaction of its own, and adds up what they count. */
export async function inBatches(
  work: (after: number) => Promise<{ count: number; found: number; lastId: number }>,
): Promise<number> {
  let sum = 0;
  for (let after = 0, isMore = true; isMore; ) {
    const { count, found, lastId } = await work(after);
    sum += count;
    after = lastId;
    isMore = found === batchSize;
  }
  return sum;
}
