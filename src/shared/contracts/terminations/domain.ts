import { addDays, daysBetween, formatDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { compareTexts, earlierOf, laterOf } from '#shared/kernel/order.ts';
import { lastAccount } from '../billing/domain.ts';
import type { ContractFacts, ContractSettings } from '../domain.ts';
import { type Bill, billsOf, type DateSpan, periodAt, surplusCents } from '../periods/domain.ts';
import { withFreezes, withoutFreezes } from '../terms/domain.ts';

/** What giving notice today would do. */
export interface TerminationPlan {
  /** The last day of the contract. */
  readonly finalOn: string;
  /** The notice is over on this date. */
  readonly noticeUntilOn: string;
  /** The binding, where it is what decides. */
  readonly boundUntil: string | null;
  /** What is still to be billed until then, and the day after. */
  readonly bills: readonly Pick<Bill, 'fromOn' | 'untilOn' | 'amountCents'>[];
  /** What was billed for days after it, and is given back. */
  readonly surplusCents: Cents;
}

/**
 * A contract ends on the last day of a period, after the notice and the binding; a term that is over before then ends it
 * (mission 2.5). Whoever has the contract may always end it, in debt too. Throws `actionNotAllowed` for one that does not
 * run, `noticeGivenAlready`, and `contractEndsItself` where nothing would change.
 */
export function decideTermination(
  contract: ContractFacts,
  today: string,
  { noticeDays }: Pick<ContractSettings, 'noticeDays'>,
): TerminationPlan {
  const { endsOn, bindingUntil, startsOn, billed } = contract;
  refuseUnlessLive(contract, today);
  if (contract.noticeAt !== null) {
    throw new AppError('noticeGivenAlready', { date: formatDate(endsOn ?? today) });
  }
  const noticeUntilOn = addDays(today, noticeDays);
  const earliest = [noticeUntilOn, bindingUntil ?? '', startsOn].toSorted().at(-1) ?? noticeUntilOn;
  const candidate = periodAt(contract, earliest).untilOn;
  const finalOn = endsOn !== null && endsOn <= candidate ? endsOn : candidate;
  if (finalOn === endsOn && !contract.renews) {
    throw new AppError('contractEndsItself', { date: formatDate(finalOn) });
  }
  const running = { ...contract, endsOn: finalOn };
  return {
    finalOn,
    noticeUntilOn,
    boundUntil: bindingUntil !== null && bindingUntil > noticeUntilOn ? bindingUntil : null,
    bills: [...billsOf(running, billed, finalOn), ...lastAccount(running)],
    surplusCents: surplusCents(running, billed),
  };
}

/** What a notice found. */
export interface NoticeFound {
  readonly endedOn: string | null;
  /** It came of giving up one of two contracts: what was paid too much was given back with it. */
  readonly isOfGivingUp: boolean;
  /** Those that stood. */
  readonly freezes: readonly DateSpan[];
}

/**
 * The last day of a contract whose notice is taken back, until that day: `endWithoutNotice`. Throws `actionNotAllowed`, also for
 * a notice with which money was given back.
 */
export function decideRevoking(contract: ContractFacts, notice: NoticeFound, today: string): string | null {
  refuseUnlessLive(contract, today);
  if (contract.noticeAt === null || notice.isOfGivingUp)
    throw new AppError('actionNotAllowed', undefined, 409);
  return endWithoutNotice(contract, notice);
}

/**
 * The last day of a contract under notice without it: the one that it had, of a term with the days that are frozen now in place of
 * those that were; null without one. Never before the last day of the notice: until then it runs and is billed.
 */
export function endWithoutNotice(
  contract: Pick<ContractFacts, 'endsOn' | 'termMonths' | 'freezes'>,
  { endedOn, freezes }: Pick<NoticeFound, 'endedOn' | 'freezes'>,
): string | null {
  if (endedOn === null || contract.termMonths === null) return endedOn;
  return laterOf(withFreezes(withoutFreezes(endedOn, freezes), contract.freezes), contract.endsOn);
}

function refuseUnlessLive({ state, endsOn }: ContractFacts, today: string): void {
  if (state !== 'live' || (endsOn !== null && endsOn < today))
    throw new AppError('actionNotAllowed', undefined, 409);
}

/** What is given back of one line of an invoice. */
export interface LineBack {
  readonly invoiceId: number;
  readonly position: number;
  readonly amountCents: Cents;
}

/** What withdrawing today would do. */
export interface WithdrawalPlan {
  /** The last day on which it can be done. */
  readonly untilOn: string;
  /** Days that are paid for, because the member asked to begin at once. */
  readonly usedDays: number;
  readonly usedCents: Cents;
  readonly backCents: Cents;
  readonly lines: readonly LineBack[];
}

/** The last day of withdrawing; null where it is over, or was done. */
export function withdrawalUntil(
  { state, agreedOn }: Pick<ContractFacts, 'state' | 'agreedOn'>,
  today: string,
  { withdrawalDays }: Pick<ContractSettings, 'withdrawalDays'>,
): string | null {
  const untilOn = addDays(agreedOn, withdrawalDays);
  return state === 'live' && today <= untilOn ? untilOn : null;
}

/**
 * Without a reason, within the days after agreeing, the contract is as if it had never been: everything is given back, the
 * joining fee too (`beside`: the other lines of the first invoice, as far as they were not credited). Days used are paid
 * only where the member asked to begin before those days are over (mission 2.5). What credit notes took off the lines of
 * periods (`credited`) was given back already. Throws `withdrawalOver`.
 */
export function decideWithdrawal(
  contract: ContractFacts,
  { beside, credited }: { readonly beside: readonly LineBack[]; readonly credited: readonly LineBack[] },
  today: string,
  settings: Pick<ContractSettings, 'withdrawalDays'>,
): WithdrawalPlan {
  const untilOn = withdrawalUntil(contract, today, settings);
  if (untilOn === null) {
    const date = formatDate(addDays(contract.agreedOn, settings.withdrawalDays));
    throw new AppError('withdrawalOver', { date });
  }
  const { billed, startsOn, endsOn } = contract;
  const isUsed = contract.startsEarly && startsOn <= today;
  const last = earlierOf(today, endsOn);
  const open = billed.map((period) => ({ ...period, amountCents: openCents(period, credited) }));
  const [was, paid] = [sumOf(billed), sumOf(open)];
  const surplus = isUsed ? Math.min(was, surplusCents({ ...contract, endsOn: last }, billed)) : was;
  const back = Math.max(0, surplus - (was - paid));
  const lines = [...backOf(open, back), ...beside.filter(({ amountCents }) => amountCents > 0)];
  return {
    untilOn,
    usedDays: isUsed ? daysBetween(startsOn, last) + 1 : 0,
    usedCents: cents(paid - back),
    backCents: cents(sumOf(lines)),
    lines,
  };
}

function sumOf(of: readonly { readonly amountCents: number }[]): number {
  return of.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function openCents(
  { invoiceId, position, amountCents }: ContractFacts['billed'][number],
  credited: readonly LineBack[],
): Cents {
  const taken = credited.find((line) => line.invoiceId === invoiceId && line.position === position);
  return cents(Math.max(0, amountCents - (taken?.amountCents ?? 0)));
}

/** Which lines give a sum back: of the latest period first, of none more than it was billed for. */
function backOf(billed: ContractFacts['billed'], backCents: number): LineBack[] {
  let rest = backCents;
  return billed
    .toSorted((one, other) => compareTexts(other.fromOn, one.fromOn))
    .flatMap(({ invoiceId, position, amountCents }) => {
      const amount = Math.min(rest, amountCents);
      if (invoiceId === null || position === null || amount <= 0) return [];
      rest -= amount;
      return { invoiceId, position, amountCents: cents(amount) };
    });
}
