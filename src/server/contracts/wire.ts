import type { PurchaseSummary } from '#shared/contracts/contract.ts';
import type { Agreement, FirstPayment } from '#shared/contracts/domain.ts';
import type * as freezes from '#shared/contracts/freezes/contract.ts';
import type { BillMove, FreezePlan, ReturnPlan, VisitMove } from '#shared/contracts/freezes/domain.ts';
import type * as terminations from '#shared/contracts/terminations/contract.ts';
import type { TerminationPlan, WithdrawalPlan } from '#shared/contracts/terminations/domain.ts';
import { daysBetween } from '#shared/kernel/dates.ts';
import { type Cents, cents, centsToEuros } from '#shared/kernel/money.ts';

/** Plans and receipts of contracts, in euros and by the names of the wire. */

type Lost = {
  readonly lost: readonly { readonly name: string; readonly startsAt: string; readonly isLate: boolean }[];
};

const toBookings = ({ lost }: Lost) => lost.map(({ name, startsAt, isLate }) => ({ name, startsAt, isLate }));

const toBills = (bills: readonly BillMove[]) =>
  bills.map(({ on, untilOn, beforeCents, afterCents }) => ({
    date: on,
    until: untilOn,
    before: centsToEuros(beforeCents),
    after: centsToEuros(afterCents),
  }));

export function toSpan({ from, until }: { readonly from: string; readonly until: string }) {
  return { fromOn: from, untilOn: until };
}

export function toFreeze(
  plan: FreezePlan & Lost & { readonly visits: readonly VisitMove[] },
): freezes.FreezePlan {
  return {
    from: plan.fromOn,
    until: plan.untilOn,
    days: plan.days,
    fee: centsToEuros(plan.feeCents),
    validUntil: plan.endsOn,
    bindingUntil: plan.bindingUntil,
    bills: toBills(plan.bills),
    visits: plan.visits.map(({ fromOn, untilOn, ...move }) => ({ from: fromOn, until: untilOn, ...move })),
    bookings: toBookings(plan),
  };
}

export function toReturn(plan: ReturnPlan): freezes.ReturnPlan {
  return {
    kind: plan.kind,
    from: plan.fromOn,
    until: plan.untilOn,
    days: plan.days,
    feeBack: centsToEuros(plan.feeBack?.amountCents ?? cents(0)),
    validUntil: plan.endsOn,
    bindingUntil: plan.bindingUntil,
    bills: toBills(plan.bills),
  };
}

export function toTermination(
  plan: TerminationPlan & Lost & { readonly openCents: Cents },
): terminations.TerminationPlan {
  return {
    finalOn: plan.finalOn,
    noticeUntil: plan.noticeUntilOn,
    boundUntil: plan.boundUntil,
    bills: plan.bills.map(({ fromOn, untilOn, amountCents }) => ({
      date: fromOn,
      until: untilOn,
      amount: centsToEuros(amountCents),
    })),
    open: centsToEuros(plan.openCents),
    back: centsToEuros(plan.surplusCents),
    bookings: toBookings(plan),
  };
}

export function toWithdrawal(
  plan: WithdrawalPlan & Lost & { readonly paidBackCents: Cents },
): terminations.WithdrawalPlan {
  return {
    until: plan.untilOn,
    usedDays: plan.usedDays,
    used: centsToEuros(plan.usedCents),
    back: centsToEuros(plan.backCents),
    paidBack: centsToEuros(plan.paidBackCents),
    bookings: toBookings(plan),
  };
}

export function toWithdrawn(withdrawn: {
  readonly at: string;
  readonly backCents: Cents;
  readonly paidBackCents: Cents;
  readonly usedCents: Cents;
}): terminations.Withdrawn {
  return {
    at: withdrawn.at,
    back: centsToEuros(withdrawn.backCents),
    paidBack: centsToEuros(withdrawn.paidBackCents),
    used: centsToEuros(withdrawn.usedCents),
  };
}

interface Checked {
  readonly sold: { readonly periodMonths: number; readonly renews: boolean };
  readonly agreement: Agreement;
  readonly payment: FirstPayment;
  readonly lines: readonly {
    readonly article: string;
    readonly quantity: number;
    readonly unitCents: Cents;
    readonly discountCents: Cents;
  }[];
  readonly discountCents: Cents;
  readonly totalCents: Cents;
}

export function toSummary(checked: Checked, withdrawalDays: number): PurchaseSummary {
  const { agreement, payment, lines, sold } = checked;
  const { period } = payment;
  const days = (from: string) => daysBetween(from, period.untilOn) + 1;
  return {
    lines: lines.map(({ article, quantity, unitCents, discountCents }) => ({
      article,
      price: centsToEuros(cents(quantity * unitCents)),
      discount: centsToEuros(discountCents),
      total: centsToEuros(cents(quantity * unitCents - discountCents)),
    })),
    discount: centsToEuros(checked.discountCents),
    total: centsToEuros(checked.totalCents),
    startsOn: agreement.startsOn,
    endsOn: agreement.endsOn,
    renews: sold.renews,
    bindingUntil: agreement.bindingUntil,
    part: payment.isPart ? { days: days(period.fromOn), of: days(period.wholeFrom) } : null,
    periodMonths: sold.periodMonths,
    anchorDay: agreement.anchorDay,
    next: payment.nextOn === null ? null : { date: payment.nextOn, amount: centsToEuros(payment.nextCents) },
    withdrawalDays,
  };
}
