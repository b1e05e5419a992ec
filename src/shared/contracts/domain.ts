import { z } from 'zod';
import { addDays } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import {
  type Billed,
  type DateSpan,
  lastDateOfMonths,
  owedCents,
  type Period,
  periodAt,
  type Running,
} from './periods/domain.ts';
import { type Block, DebtSettings, type Lifetime } from './status/domain.ts';

/** The numbers of a centre's contracts, of a tenant's `company` (mission 2.5, 2.10). */
export const ContractSettings = z
  .object({
    /** A contract may begin so many days ahead. */
    startDaysMax: z.number().int().min(0).max(365).default(60),
    /** Notice is given so many days before the end, which is the last day of a period. */
    noticeDays: z.number().int().min(0).max(90).default(30),
    /** Without a reason a contract can be withdrawn from within so many days. */
    withdrawalDays: z.number().int().min(14).max(60).default(14),
    freeze: z
      .object({
        minDays: z.number().int().min(1).max(90).default(7),
        maxDays: z.number().int().min(1).max(366).default(90),
        /** Within twelve months. */
        times: z.number().int().min(0).max(12).default(2),
        noticeDays: z.number().int().min(0).max(30).default(1),
        feeCents: z.number().int().min(0).max(10_000).default(0),
      })
      .prefault({}),
    debt: DebtSettings,
    /** Days before a contract ends or goes on at which its holder is told. */
    renewalDays: z.array(z.number().int().min(1).max(90)).max(4).default([30, 7]),
    /** Somebody not of full age joins with a guardian who pays; otherwise not at all. */
    hasGuardians: z.boolean().default(false),
  })
  .prefault({});
export type ContractSettings = z.infer<typeof ContractSettings>;
/** As written down: what is left out takes its default. */
export type ContractSettingsInput = z.input<typeof ContractSettings>;

export const Contracting = z.object({ contracts: ContractSettings });

/** What a package makes a contract of. */
export interface PackageTerms {
  readonly periodMonths: number;
  /** Null: without an end. */
  readonly termMonths: number | null;
  readonly renews: boolean;
  readonly bindingMonths: number;
  /** Periods begin on the day it starts on, or on the first of the month. */
  readonly anchor: 'start' | 'first';
}

/** The dates a contract would have. */
export interface Agreement {
  readonly startsOn: string;
  readonly anchorDay: number;
  readonly endsOn: string | null;
  /** The last date of the binding; null: there is none. */
  readonly bindingUntil: string | null;
  readonly first: Period;
}

/** Term and binding count from the first whole period: a part of one before it comes on top. */
export function agree(
  { anchor, periodMonths, termMonths, bindingMonths }: PackageTerms,
  startsOn: string,
): Agreement {
  const anchorDay = anchor === 'first' ? 1 : Temporal.PlainDate.from(startsOn).day;
  const first = periodAt({ startsOn, anchorDay, periodMonths }, startsOn);
  const base = first.fromOn === first.wholeFrom ? first.fromOn : addDays(first.untilOn, 1);
  const after = (months: number) => lastDateOfMonths({ anchorDay }, base, months);
  return {
    startsOn,
    anchorDay,
    endsOn: termMonths === null ? null : after(termMonths),
    bindingUntil: bindingMonths === 0 ? null : after(bindingMonths),
    first,
  };
}

/** What is paid when a contract is made: the joining fee and the first period, or the part of it that is left. */
export interface FirstPayment {
  readonly joiningFeeCents: Cents | null;
  readonly period: Period;
  readonly isPart: boolean;
  readonly periodCents: Cents;
  /** The first whole period after it that is paid, and its price. */
  readonly nextOn: string | null;
  readonly nextCents: Cents;
}

/** When the period after the first is paid; null where there is none, or where it costs nothing. */
export function nextPaymentOn(
  first: Pick<Period, 'untilOn'>,
  endsOn: string | null,
  periodCents: Cents,
): string | null {
  const nextOn = addDays(first.untilOn, 1);
  return periodCents > 0 && (endsOn === null || nextOn <= endsOn) ? nextOn : null;
}

export function firstPaymentOf(
  agreement: Agreement,
  prices: { readonly periodCents: Cents; readonly joiningFeeCents: Cents | null },
  periodMonths: number,
): FirstPayment {
  const { first, startsOn, anchorDay, endsOn } = agreement;
  const running = {
    startsOn,
    endsOn,
    anchorDay,
    periodMonths,
    prices: [{ fromOn: startsOn, priceCents: prices.periodCents }],
    freezes: [],
  };
  const nextOn = nextPaymentOn(first, endsOn, prices.periodCents);
  return {
    joiningFeeCents: prices.joiningFeeCents,
    period: first,
    isPart: first.fromOn !== first.wholeFrom,
    periodCents: owedCents(running, first),
    nextOn,
    nextCents: nextOn === null ? cents(0) : prices.periodCents,
  };
}

/** The last day a contract made today may begin on. */
export function startLimit(today: string, { startDaysMax }: Pick<ContractSettings, 'startDaysMax'>): string {
  return addDays(today, startDaysMax);
}

/** Why a contract cannot begin on a date; undefined when it can. */
export function startProblem(
  startsOn: string,
  today: string,
  { startDaysMax }: ContractSettings,
): 'past' | 'tooFar' | undefined {
  if (startsOn < today) return 'past';
  return startsOn > addDays(today, startDaysMax) ? 'tooFar' : undefined;
}

/** Whether the contract begins before the days of withdrawal are over: then the member must ask for it. */
export function beginsEarly(
  startsOn: string,
  today: string,
  { withdrawalDays }: Pick<ContractSettings, 'withdrawalDays'>,
): boolean {
  return startsOn <= addDays(today, withdrawalDays);
}

/**
 * Whether the wish is missing without which a contract may not begin on its day: it would be used and given back for
 * nothing.
 */
export function lacksEarlyRequest(
  asked: { readonly startsOn: string; readonly startsEarly: boolean },
  today: string,
  settings: Pick<ContractSettings, 'withdrawalDays'>,
): boolean {
  return !asked.startsEarly && beginsEarly(asked.startsOn, today, settings);
}

/** Valid without an end, or with its end today or later; archived otherwise (specification point 4). */
export function isValidOn({ endsOn }: { readonly endsOn: string | null }, today: string): boolean {
  return endsOn === null || endsOn >= today;
}

/** A period that was billed, and the line that did. */
export interface BilledPeriod extends Billed, DateSpan {
  readonly amountCents: Cents;
  /** Null where nothing was to pay. */
  readonly invoiceId: number | null;
  readonly position: number | null;
}

interface Freeze extends DateSpan {
  readonly id: number;
  readonly feeCents: Cents;
}

/** All that decides about a contract; freezes that were taken back are left out. */
export interface ContractFacts extends Running, Lifetime {
  readonly termMonths: number | null;
  readonly renews: boolean;
  /** It goes on by itself after its term: nobody has ended it, and no other contract follows it. */
  readonly isRenewing: boolean;
  /** The last date of the binding. */
  readonly bindingUntil: string | null;
  readonly agreedOn: string;
  readonly startsEarly: boolean;
  readonly freezes: readonly Freeze[];
  readonly billed: readonly BilledPeriod[];
  readonly block: Block | null;
}

/**
 * The last day that a contract is billed for; null without one, and where it goes on by itself: that its term ends cuts none of
 * its periods.
 */
export function finalDay({
  endsOn,
  isRenewing,
}: Pick<ContractFacts, 'endsOn' | 'isRenewing'>): string | null {
  return isRenewing ? null : endsOn;
}

/** In the list of valid contracts; what was withdrawn from is archived at once (specification point 4). */
export function isListedAsValid(contract: Pick<ContractFacts, 'state' | 'endsOn'>, today: string): boolean {
  return contract.state !== 'withdrawn' && contract.state !== 'dropped' && isValidOn(contract, today);
}
