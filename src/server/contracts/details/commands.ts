import { invoiceToken } from '#server/invoices/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import { isLastAccount } from '#shared/contracts/billing/domain.ts';
import type { Contract, ContractDetail } from '#shared/contracts/contract.ts';
import { finalDay, startLimit } from '#shared/contracts/domain.ts';
import { isOfGivingUp } from '#shared/contracts/doubling/domain.ts';
import { earliestFreeze, freezesLeft } from '#shared/contracts/freezes/domain.ts';
import { billsOf, priceOn } from '#shared/contracts/periods/domain.ts';
import { earliestPrice } from '#shared/contracts/prices/domain.ts';
import { isRenewable } from '#shared/contracts/renewals/domain.ts';
import type { ManagedContract } from '#shared/contracts/status/contract.ts';
import { decidableOf, statusCodes } from '#shared/contracts/status/domain.ts';
import { withdrawalUntil } from '#shared/contracts/terminations/domain.ts';
import { localDate, parseLocalDate } from '#shared/kernel/dates.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import { laterOf } from '#shared/kernel/order.ts';
import { billingSettingsOf } from '../billing/commands.ts';
import { settingsOf } from '../commands.ts';
import { findPackage } from '../data.ts';
import type { OfMember } from '../freezes/commands.ts';
import { allowsOf, type ContractView, getView, quantityOf } from '../views/commands.ts';
import { listChanges, listOfClient } from '../views/data.ts';

/** What was agreed on, in the reader's language. */
export function nameOf({ language, tenant }: Ctx, { row }: ContractView): string {
  return nameIn(row.names, language, tenant.defaultLanguage);
}

/** A contract as a list shows it. */
export async function toContract(ctx: Ctx, view: ContractView): Promise<Contract> {
  const { row, facts, phase, status, debt } = view;
  const { tenant, now } = ctx;
  const today = localDate(now, tenant.timeZone);
  const isOver = phase === 'ended' || phase === 'withdrawn';
  const quantity = isOver ? null : await quantityOf(ctx, view);
  // What was withdrawn from ended on that day, whatever had been agreed.
  const lastOn = row.withdrawnAt === null ? row.endsOn : localDate(row.withdrawnAt, tenant.timeZone);
  return {
    id: row.id,
    number: row.number,
    createdDate: localDate(row.createdAt, tenant.timeZone),
    packageName: nameOf(ctx, view),
    clubName: row.clubName,
    category: row.category,
    packagePrice: centsToEuros(priceOn(facts, nextBill(view, today)?.fromOn ?? today)),
    periodMonths: row.periodMonths,
    validFrom: row.startsOn,
    validUntil: lastOn,
    isTermless: lastOn === null,
    renews: row.isRenewing,
    phase,
    status: status === null ? null : statusCodes[status],
    debt: centsToEuros(debt.openCents),
    quantityTotal: quantity?.total ?? null,
    quantityRemaining: quantity?.remaining ?? null,
  };
}

/** One of a member's contracts, whole. Throws `contractNotFound`. */
export async function getDetail(ctx: Ctx, tokens: Tokens, of: OfMember): Promise<ContractDetail> {
  return toDetail(ctx, tokens, await getView(ctx, ctx.read, of));
}

/** Anybody's contract, with what an administrator may decide about it. Throws `contractNotFound`. */
export async function getManaged(ctx: Ctx, tokens: Tokens, contractId: number): Promise<ManagedContract> {
  const view = await getView(ctx, ctx.read, { contractId, clientId: null });
  const { row, facts, periods, phase, debtStatus } = view;
  const { block, unblock, collection, recall } = decidableOf(phase, debtStatus, facts.block);
  const priceable = {
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    bindingUntil: row.bindingUntil,
    billedUntil: periods.at(-1)?.untilOn ?? null,
    isRenewing: row.isRenewing,
    isLive: row.state === 'live',
  };
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  return {
    ...(await toDetail(ctx, tokens, view)),
    canBlock: block,
    canUnblock: unblock,
    canCollect: collection,
    canRecall: recall,
    earliestPriceDate: earliestPrice(priceable, today, billingSettingsOf(ctx).priceNoticeDays),
  };
}

async function toDetail(ctx: Ctx, tokens: Tokens, view: ContractView): Promise<ContractDetail> {
  const { row, facts, periods, openInvoices } = view;
  const { tenant, language, now } = ctx;
  const today = localDate(now, tenant.timeZone);
  const settings = settingsOf(ctx);
  const [changes, [sold], siblings] = await ctx.read(
    listChanges({ contractId: row.id }),
    findPackage({ productId: row.productId, clubId: row.clubId }),
    listOfClient({ clientId: row.clientId }),
  );
  const startsOfKind = siblings
    .filter(({ category, state }) => category === row.category && (state === 'live' || state === 'pending'))
    .map(({ startsOn }) => startsOn);
  const goesOn = row.renews && row.noticeAt === null;
  const isSold = sold !== undefined && tenant.pageRules.payment.isPaymentActive;
  const isNear = row.endsOn !== null && row.endsOn < startLimit(today, settings);
  const allows = allowsOf(ctx, view);
  const next = nextBill(view, today);
  const unpaid = new Set(openInvoices.map(({ invoiceId }) => invoiceId));
  const isOpenEnded = row.state === 'live' && (facts.endsOn === null || facts.endsOn >= today);
  return {
    ...(await toContract(ctx, view)),
    description: nameIn(row.descriptions, language, tenant.defaultLanguage),
    payerName: row.payer.name,
    agreedAt: row.agreedAt,
    anchorDay: row.anchorDay,
    bindingUntil: facts.bindingUntil,
    noticeAt: row.noticeAt,
    withdrawnAt: row.withdrawnAt,
    block: row.blockedAt === null ? null : { until: row.blockedUntil, reason: row.blockReason ?? '' },
    allows,
    next: next ? { date: next.fromOn, amount: centsToEuros(next.amountCents) } : null,
    openInvoices: openInvoices.map(({ invoiceId, number, dueOn, openCents, salt }) => ({
      id: invoiceId,
      invoiceNumber: number,
      dueDate: dueOn,
      balance: centsToEuros(openCents),
      invoiceToken: invoiceToken(tokens, tenant.id, invoiceId, salt),
    })),
    periods: periods.toReversed().map((period) => ({
      from: period.fromOn,
      until: period.untilOn,
      amount: centsToEuros(period.amountCents),
      invoiceId: period.invoiceId,
      invoiceNumber: period.invoiceNumber,
      isPaid: period.invoiceId === null || !unpaid.has(period.invoiceId),
      isLastAccount: isLastAccount(period),
    })),
    freezes: facts.freezes.map(({ id, fromOn, untilOn, feeCents }) => ({
      id,
      from: fromOn,
      until: untilOn,
      fee: centsToEuros(feeCents),
      state:
        today < fromOn ? ('planned' as const) : today <= untilOn ? ('running' as const) : ('over' as const),
    })),
    history: changes.map(({ kind, details, at }) => ({
      kind,
      at,
      from: dateIn(details.fromOn),
      until: dateIn(details.untilOn ?? details.until),
      reason: typeof details.reason === 'string' ? details.reason : '',
    })),
    canFreeze: allows.freeze && freezesLeft(facts, today, settings.freeze) > 0,
    canEnd: isOpenEnded && facts.noticeAt === null && (facts.endsOn === null || facts.renews),
    canTakeEndBack:
      isOpenEnded &&
      facts.noticeAt !== null &&
      !isOfGivingUp(changes.find(({ kind }) => kind === 'notice')?.details),
    renewal:
      isSold && isNear && isRenewable({ phase: view.phase, endsOn: row.endsOn, goesOn }, startsOfKind)
        ? { productId: row.productId, unitId: row.clubId }
        : null,
    withdrawalUntil: withdrawalUntil(facts, today, settings),
    freezeRules: {
      minDays: settings.freeze.minDays,
      maxDays: settings.freeze.maxDays,
      times: settings.freeze.times,
      timesLeft: freezesLeft(facts, today, settings.freeze),
      earliest: earliestFreeze(facts, today, settings.freeze),
    },
  };
}

/** The next period that will be billed. */
function nextBill({ row, facts }: ContractView, today: string) {
  if (row.state !== 'live') return undefined;
  const horizon = Temporal.PlainDate.from(laterOf(today, facts.startsOn))
    .add({ months: 2 * facts.periodMonths + 12 })
    .toString();
  return billsOf({ ...facts, endsOn: finalDay(facts) }, facts.billed, horizon).find(
    ({ amountCents }) => amountCents > 0,
  );
}

function dateIn(value: unknown): string | null {
  return typeof value === 'string' ? (parseLocalDate(value) ?? null) : null;
}
