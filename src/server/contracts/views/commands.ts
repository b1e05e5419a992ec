import { findContact } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import { visitsIn } from '#shared/contracts/benefits/domain.ts';
import { type ContractFacts, finalDay } from '#shared/contracts/domain.ts';
import { isOfGivingUp } from '#shared/contracts/doubling/domain.ts';
import { type Price, periodAt } from '#shared/contracts/periods/domain.ts';
import {
  type ContractAction,
  contractActions,
  type Debt,
  type DebtStatus,
  debtOf,
  debtStatusOn,
  isAllowed,
  type Phase,
  permissions,
  phaseOn,
  type Status,
  statusOf,
} from '#shared/contracts/status/domain.ts';
import type { NoticeFound } from '#shared/contracts/terminations/domain.ts';
import { freezesBefore } from '#shared/contracts/terms/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as bookings from '../bookings/data.ts';
import { settingsOf } from '../commands.ts';
import { listOpenInvoices, type OpenInvoiceRow } from '../status/data.ts';
import { findNotice, listFreezesSinceNotice } from '../terminations/data.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** A contract with all that is derived from it today. */
export interface ContractView {
  readonly row: data.ContractRow;
  readonly facts: ContractFacts;
  readonly periods: readonly data.PeriodRow[];
  readonly openInvoices: readonly OpenInvoiceRow[];
  readonly phase: Phase;
  readonly debt: Debt;
  readonly debtStatus: DebtStatus;
  /** Null for one that was never paid, or given up. */
  readonly status: Status | null;
}

/** A client's contracts, latest first. */
export async function listViews(ctx: Ctx, clientId: number, load: Load = ctx.read): Promise<ContractView[]> {
  const [rows] = await load(data.listOfClient({ clientId }));
  return viewsOf(ctx, load, rows);
}

/** The contracts of one of the centre's clients, latest first. Throws `clientNotFound`. */
export async function listViewsOf(ctx: Ctx, clientId: number): Promise<ContractView[]> {
  const [[client], rows] = await ctx.read(findContact({ clientId }), data.listOfClient({ clientId }));
  if (!client) throw new AppError('clientNotFound');
  return viewsOf(ctx, ctx.read, rows);
}

/** One of a client's contracts; of anybody's where `clientId` is null. Throws `contractNotFound`. */
export async function getView(
  ctx: Ctx,
  load: Load,
  { contractId, clientId }: { readonly contractId: number; readonly clientId: number | null },
): Promise<ContractView> {
  const [rows] = await load(data.findContract({ contractId }));
  const [view] = await viewsOf(
    ctx,
    load,
    rows.filter((row) => clientId === null || row.clientId === clientId),
  );
  if (!view) throw new AppError('contractNotFound');
  return view;
}

/** What the last notice of a contract found; undefined where nobody knows what it goes back to. */
export async function findNoticeOf(
  load: Load,
  { row: { id: contractId }, facts }: ContractView,
): Promise<NoticeFound | undefined> {
  const [[notice], changes] = await load(findNotice({ contractId }), listFreezesSinceNotice({ contractId }));
  const { endedOn } = (notice?.details ?? {}) as { endedOn?: string | null };
  if (endedOn === undefined) return undefined;
  const freezes = freezesBefore(facts.freezes, changes);
  return { endedOn, isOfGivingUp: isOfGivingUp(notice?.details), freezes };
}

/** Adds to contracts what follows from their prices, freezes, periods and invoices; with two questions for all of them. */
export async function viewsOf(
  ctx: Ctx,
  load: Load,
  rows: readonly data.ContractRow[],
): Promise<ContractView[]> {
  if (rows.length === 0) return [];
  const of = { contractIds: rows.map(({ id }) => id) };
  const [prices, freezes, periods, open] = await load(
    data.listPrices(of),
    data.listFreezes(of),
    data.listPeriods(of),
    listOpenInvoices(of),
  );
  const own = <T extends { contractId: number }>(list: readonly T[], id: number) =>
    list.filter(({ contractId }) => contractId === id);
  return rows.map((row) =>
    derive(ctx, row, {
      prices: own(prices, row.id),
      freezes: own(freezes, row.id),
      periods: own(periods, row.id),
      open: own(open, row.id),
    }),
  );
}

interface Parts {
  readonly prices: readonly Price[];
  readonly freezes: ContractFacts['freezes'];
  readonly periods: readonly data.PeriodRow[];
  readonly open: readonly OpenInvoiceRow[];
}

function derive(ctx: Ctx, row: data.ContractRow, { prices, freezes, periods, open }: Parts): ContractView {
  const { timeZone } = ctx.tenant;
  const today = localDate(ctx.now, timeZone);
  const settings = settingsOf(ctx);
  const facts: ContractFacts = {
    state: row.state,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    anchorDay: row.anchorDay,
    periodMonths: row.periodMonths,
    termMonths: row.termMonths,
    renews: row.renews,
    isRenewing: row.isRenewing,
    bindingUntil: row.bindingUntil,
    noticeAt: row.noticeAt,
    agreedOn: localDate(row.agreedAt, timeZone),
    startsEarly: row.startsEarly,
    prices,
    freezes,
    billed: periods,
    block: row.blockedAt === null ? null : { untilOn: row.blockedUntil },
  };
  const phase = phaseOn(facts, today);
  const debt = debtOf(open, row.collectedAt !== null, today, settings.debt);
  const debtStatus = debtStatusOn(debt, today, settings.debt);
  const status = statusOf(phase, debtStatus, facts.block, today);
  return { row, facts, periods, openInvoices: open, phase, debt, debtStatus, status };
}

/** What a contract allows today; one that waits for its payment allows nothing but to be given up. */
export function allowsOf(ctx: Ctx, { status, debt, phase }: ContractView): Record<ContractAction, boolean> {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const { debt: settings } = settingsOf(ctx);
  const hasBegun = phase !== 'scheduled';
  const one = (action: ContractAction) => {
    if (status === null) return false;
    if (action === 'enter' && !hasBegun) return false;
    return isAllowed(status, action, debt, today, settings);
  };
  return Object.fromEntries(contractActions.map((action) => [action, one(action)])) as Record<
    ContractAction,
    boolean
  >;
}

/**
 * Refuses what a contract's status does not allow. Throws `contractUnpaid` with what is open, `contractIsBlocked`,
 * `actionNotAllowed`.
 */
export function refuseUnlessAllowed({ status }: Pick<ContractView, 'status'>, action: ContractAction): void {
  if (status !== null && permissions[status][action]) return;
  if (status === 'debt' || status === 'badDebt' || status === 'closed') {
    throw new AppError('contractUnpaid');
  }
  throw new AppError(status === 'blocked' ? 'contractIsBlocked' : 'actionNotAllowed', undefined, 409);
}

export interface Quantity {
  readonly total: number;
  readonly remaining: number;
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Visits of the present period where they are counted; null where there is no limit. */
export async function quantityOf(ctx: Ctx, { row, facts, phase }: ContractView): Promise<Quantity | null> {
  const counted = row.benefits.filter(({ visits }) => visits !== null);
  if (counted.length === 0 || counted.length < row.benefits.length) return null;
  const granted = counted.map(({ visits }) => visits ?? 0);
  if (phase !== 'active' && phase !== 'noticeGiven' && phase !== 'frozen') {
    const whole = sumOf(granted);
    return { total: whole, remaining: whole };
  }
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const { fromOn, untilOn } = periodAt(facts, today);
  const running = { ...facts, endsOn: finalDay(facts) };
  const total = sumOf(granted.map((visits) => visitsIn(running, visits, { fromOn, untilOn })));
  const of = { contractId: row.id, clientId: row.clientId, fromOn, untilOn };
  const [[counts]] = await ctx.read(bookings.countTaken(of));
  return { total, remaining: Math.max(0, total - (counts?.taken ?? 0)) };
}
