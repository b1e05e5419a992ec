import { randomUUID } from 'node:crypto';
import { countAttempt } from '#server/account/commands.ts';
import { crediting } from '#server/invoices/credits/commands.ts';
import { listCreditedSums } from '#server/invoices/credits/data.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { whereaboutsIn } from '#server/payments/refunds/commands.ts';
import * as refunds from '#server/payments/refunds/data.ts';
import { nextTerm } from '#shared/contracts/renewals/domain.ts';
import {
  decideRevoking,
  decideTermination,
  decideWithdrawal,
  type LineBack,
  type TerminationPlan,
  type WithdrawalPlan,
  withdrawalUntil,
} from '#shared/contracts/terminations/domain.ts';
import { balanceOf } from '#shared/invoices/domain.ts';
import { addDays, addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import {
  type InvoiceShare,
  mostRefund,
  takeBack,
  type Whereabouts,
} from '#shared/payments/refunds/domain.ts';
import { billingSettingsOf } from '../billing/commands.ts';
import { type LostBooking, lostBookings, releasing } from '../bookings/commands.ts';
import { countChange, settingsOf } from '../commands.ts';
import { findOverlapping, insertChange, lockContract } from '../data.ts';
import type { OfMember } from '../freezes/commands.ts';
import {
  type ContractMailPorts,
  creditReason,
  writeRevokedMail,
  writeTerminationMail,
  writeWithdrawalMail,
} from '../mails.ts';
import { insertTerms, listPeriodLines } from '../renewals/data.ts';
import { type ContractView, getView, viewsOf } from '../views/commands.ts';
import { findByToken, listPeriods } from '../views/data.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

export interface PlannedTermination extends TerminationPlan {
  readonly openCents: Cents;
  readonly lost: readonly LostBooking[];
}

/** What giving notice today would mean, by the function with which it is given. */
export async function planTermination(
  ctx: Ctx,
  load: Load,
  of: OfMember,
): Promise<PlannedTermination & { readonly view: ContractView }> {
  const view = await getView(ctx, load, of);
  const plan = decideTermination(view.facts, localDate(ctx.now, ctx.tenant.timeZone), settingsOf(ctx));
  const after = { fromOn: addDays(plan.finalOn, 1), untilOn: null };
  return {
    ...plan,
    openCents: addCents(...view.openInvoices.map(({ openCents }) => openCents)),
    lost: await lostBookings(ctx, load, view, after, true),
    view,
  };
}

/**
 * Gives notice. What was billed for days after the end is given back once it has come, since until then the notice may be
 * taken back. Throws what `decideTermination` throws, `contractNotFound` and `tooManyAttempts`.
 */
export async function terminateContract(
  ctx: Ctx,
  tokens: Tokens,
  of: OfMember & { readonly accountId: number },
): Promise<PlannedTermination> {
  const { contractId, accountId } = of;
  await countChange(ctx, tokens, contractId);
  return ctx.write(async ({ load, save }) => {
    await load(lockContract({ contractId }));
    const { view, ...plan } = await planTermination(ctx, load, of);
    const { finalOn, lost } = plan;
    const { endsOn, bindingUntil } = view.facts;
    return save(
      plan,
      [
        ...data.setDates(contractId, { endsOn: finalOn, bindingUntil }),
        data.setNotice(contractId, ctx.now),
        insertChange(
          contractId,
          'notice',
          { untilOn: finalOn, endedOn: endsOn, lost: lost.map(({ id }) => id) },
          accountId,
          ctx.now,
        ),
      ],
      [writeTerminationMail(ctx, view.row, plan), ...releasing(ctx, contractId, lost)],
    );
  });
}

/**
 * Takes a notice back, until the last day: the contract goes on as before it. Throws `contractNotFound`,
 * `actionNotAllowed`, and `hasActiveContract` where another contract has those days by now.
 */
export function revokeTermination(
  ctx: Ctx,
  of: OfMember & { readonly accountId: number },
): Promise<{ readonly endsOn: string | null }> {
  const { contractId, accountId } = of;
  return ctx.write<{ endsOn: string | null }>(async ({ load, save }) => {
    await load(lockContract({ contractId }));
    const view = await getView(ctx, load, of);
    const [[notice], frozen] = await load(
      data.findNotice({ contractId }),
      data.listFrozenSinceNotice({ contractId }),
    );
    const { endedOn } = (notice?.details ?? {}) as { endedOn?: string | null };
    // Without it nobody knows what it goes back to.
    if (endedOn === undefined) throw new AppError('actionNotAllowed', undefined, 409);
    const today = localDate(ctx.now, ctx.tenant.timeZone);
    const endsOn = decideRevoking(view.facts, { endedOn, frozenDays: frozen.map(({ days }) => days) }, today);
    const { clientId, category } = view.row;
    const startsOn = addDays(view.facts.endsOn ?? view.facts.startsOn, 1);
    if (endsOn === null || endsOn >= startsOn) {
      const [[other]] = await load(findOverlapping({ clientId, category, startsOn, endsOn }));
      if (other) throw new AppError('hasActiveContract');
    }
    const terms = await missedTerms(ctx, load, view, endsOn);
    const goesUntilOn = terms.at(-1)?.endsOn ?? endsOn;
    return save(
      { endsOn: goesUntilOn },
      [
        ...data.setDates(contractId, { endsOn, bindingUntil: view.facts.bindingUntil }),
        data.setNotice(contractId, null),
        insertChange(contractId, 'noticeTakenBack', { untilOn: endsOn }, accountId, ctx.now),
        ...(terms.length > 0 ? insertTerms(terms, ctx.now) : []),
      ],
      [writeRevokedMail(ctx, view.row, goesUntilOn)],
    );
  });
}

/**
 * The next term of a contract that goes on by itself, where the night in which it would have begun went by under the notice; none
 * where a later contract of the category has those days, or a collector has its debt: the night would give it none either.
 */
async function missedTerms(ctx: Ctx, load: Load, { facts, row }: ContractView, endsOn: string | null) {
  const { termMonths, renews } = facts;
  if (!renews || termMonths === null || endsOn === null || row.collectedAt !== null) return [];
  const renewedFrom = addDays(endsOn, -billingSettingsOf(ctx).renewDays);
  if (localDate(ctx.now, ctx.tenant.timeZone) < renewedFrom) return [];
  const next = nextTerm({ ...facts, endsOn, termMonths });
  const { clientId, category, id: contractId } = row;
  const [[other]] = await load(findOverlapping({ clientId, category, ...next }));
  return other ? [] : [{ contractId, ...next }];
}

export interface PlannedWithdrawal extends WithdrawalPlan {
  /** Money that was paid and goes back. */
  readonly paidBackCents: Cents;
  readonly lost: readonly LostBooking[];
}

/** What withdrawing today would mean, by the function with which it is done. */
async function planWithdrawal(ctx: Ctx, load: Load, view: ContractView): Promise<PlannedWithdrawal> {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const lines = { beside: await linesBeside(load, view), credited: await creditedOf(load, view) };
  const plan = decideWithdrawal(view.facts, lines, today, settingsOf(ctx));
  const backs = await paidBack(load, plan.lines);
  return {
    ...plan,
    paidBackCents: addCents(...backs.map(({ paidCents }) => paidCents)),
    lost: await lostBookings(ctx, load, view, { fromOn: today, untilOn: null }),
  };
}

/** The same for one of a member's. Throws `contractNotFound`, `withdrawalOver`. */
export async function previewWithdrawal(ctx: Ctx, of: OfMember): Promise<PlannedWithdrawal> {
  return planWithdrawal(ctx, ctx.read, await getView(ctx, ctx.read, of));
}

/** What a mailed link would do; `plan` is null where it is too late, or was done. Throws what `findByLink` throws. */
export async function planByLink(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<ContractView & { readonly plan: PlannedWithdrawal | null }> {
  const view = await findByLink(ctx, tokens, token, address);
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const isPossible = withdrawalUntil(view.facts, today, settingsOf(ctx)) !== null;
  return { ...view, plan: isPossible ? await planWithdrawal(ctx, ctx.read, view) : null };
}

export interface Withdrawn {
  readonly at: string;
  readonly backCents: Cents;
  readonly paidBackCents: Cents;
  readonly usedCents: Cents;
}

/**
 * Withdraws from a contract: credit notes for what is given back, the money on its way to where it came from, a receipt by
 * mail at once. Throws `contractNotFound`, `withdrawalOver`.
 */
export function withdraw(
  ctx: Ctx,
  ports: ContractMailPorts,
  of: { readonly contractId: number; readonly clientId: number | null; readonly accountId: number | null },
): Promise<Withdrawn> {
  const { contractId, accountId } = of;
  const { now } = ctx;
  return ctx.write(async ({ load, save }) => {
    await lockWithInvoices(load, contractId);
    const view = await getView(ctx, load, of);
    const plan = await planWithdrawal(ctx, load, view);
    const { backCents, paidBackCents, usedCents, lost } = plan;
    const back = await giveBack(ctx, ports, load, view, plan.lines);
    const answer = { at: now, backCents, paidBackCents, usedCents };
    return save(
      answer,
      [
        data.setWithdrawn(contractId, now),
        ...back.queries,
        insertChange(contractId, 'withdrawal', { ...answer, lost: lost.map(({ id }) => id) }, accountId, now),
      ],
      [writeWithdrawalMail(ctx, view.row, plan), ...back.events, ...releasing(ctx, contractId, lost)],
    );
  });
}

/** The contract a mailed token opens. Throws `contractNotFound`, and `tooManyAttempts` after too many wrong ones. */
export async function findByLink(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<ContractView> {
  const subject = tokens.attemptSubject(`contract lookup ${address}`);
  const [rows] = await ctx.read(findByToken({ tokenHash: hashToken(token) }));
  const [view] = await viewsOf(ctx, ctx.read, rows);
  if (!view) {
    await countAttempt(ctx, 'ticketLookup', subject);
    throw new AppError('contractNotFound');
  }
  return view;
}

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

/** What credit notes have taken off the lines that billed periods. */
async function creditedOf(load: Load, { row }: ContractView): Promise<LineBack[]> {
  const [lines] = await load(listPeriodLines(row.id));
  return lines.map(({ invoiceId, position, creditedCents }) => {
    return { invoiceId, position, amountCents: cents(creditedCents) };
  });
}

interface InvoiceBack {
  readonly invoiceId: number;
  readonly lines: readonly LineBack[];
  /** What was paid and the invoice will not need any more. */
  readonly paidCents: Cents;
}

async function paidBack(load: Load, lines: readonly LineBack[]): Promise<InvoiceBack[]> {
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
async function giveBack(
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
  const [payments] = await load(data.listRefundable({ invoiceId }));
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
