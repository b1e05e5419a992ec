import { z } from 'zod';
import { addDays } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { compareTexts } from '#shared/kernel/order.ts';

/** The codes of the specification (point 4). */
export const statusCodes = {
  normal: 0,
  blocked: 1,
  stopped: 2,
  badDebt: 3,
  ended: 4,
  closed: 5,
  debt: 6,
} as const;
export type Status = keyof typeof statusCodes;
/** On the wire. */
export const StatusCode = z.number().int().min(0).max(6);

/** Where a contract is in its life; dates decide, never a stored word (mission 2.5). */
export const phases = [
  'pending',
  'scheduled',
  'active',
  'frozen',
  'noticeGiven',
  'ended',
  'withdrawn',
  'dropped',
] as const;
export type Phase = (typeof phases)[number];

export interface Lifetime {
  readonly state: 'pending' | 'live' | 'dropped' | 'withdrawn';
  readonly startsOn: string;
  /** The last local date; null: without an end. */
  readonly endsOn: string | null;
  readonly noticeAt: string | null;
  readonly freezes: readonly { readonly fromOn: string; readonly untilOn: string }[];
}

/** The phase on a local date: today's, or that of a training to come. */
export function phaseOn({ state, startsOn, endsOn, noticeAt, freezes }: Lifetime, date: string): Phase {
  if (state !== 'live') return state;
  if (endsOn !== null && endsOn < date) return 'ended';
  if (date < startsOn) return 'scheduled';
  if (freezes.some(({ fromOn, untilOn }) => fromOn <= date && date <= untilOn)) return 'frozen';
  return noticeAt === null ? 'active' : 'noticeGiven';
}

/** When a contract is in debt, of a tenant's `company` (mission 2.5). */
export const DebtSettings = z
  .object({
    /** So many days after an invoice was due. */
    debtDays: z.number().int().min(1).max(60).default(1),
    badDebtDays: z.number().int().min(2).max(365).default(30),
    /** What is open up to this much is let be. */
    toleratedCents: z.number().int().min(0).max(10_000).default(100),
    /** Coming in is still allowed for so many days of debt. */
    graceDays: z.number().int().min(0).max(60).default(7),
  })
  .prefault({});
export type DebtSettings = z.infer<typeof DebtSettings>;

export type DebtStatus = 'clear' | 'debt' | 'badDebt' | 'collection';

/** What is open on the invoices of one contract; another contract's debt is none of its business. */
export interface Debt {
  /** When the oldest invoice that is not paid was due; null: all are paid. */
  readonly dueOn: string | null;
  readonly openCents: Cents;
  /** Given to a collector, by a person. */
  readonly isCollected: boolean;
}

/** What is still to be paid of one invoice of a contract. */
export interface OpenInvoice {
  readonly dueOn: string;
  readonly openCents: Cents;
}

/**
 * The debt that a contract's open invoices make: what was due before today. It is as old as the invoice with which the
 * sum went over what is let be, so that a forgotten cent of last year does not make bad debt of yesterday's invoice.
 */
export function debtOf(
  invoices: readonly OpenInvoice[],
  isCollected: boolean,
  today: string,
  { toleratedCents }: Pick<DebtSettings, 'toleratedCents'>,
): Debt {
  let sum = 0;
  let dueOn: string | null = null;
  for (const one of invoices.toSorted((a, b) => compareTexts(a.dueOn, b.dueOn))) {
    if (one.dueOn >= today) break;
    sum += one.openCents;
    if (dueOn === null && sum > toleratedCents) dueOn = one.dueOn;
  }
  return { dueOn, openCents: cents(sum), isCollected };
}

export function debtStatusOn(
  { dueOn, openCents, isCollected }: Debt,
  today: string,
  settings: DebtSettings,
): DebtStatus {
  if (isCollected) return 'collection';
  if (dueOn === null || openCents <= settings.toleratedCents) return 'clear';
  if (addDays(dueOn, settings.badDebtDays) <= today) return 'badDebt';
  return addDays(dueOn, settings.debtDays) <= today ? 'debt' : 'clear';
}

/** A block by a person; null where there is none. `untilOn` is its last date; null: until it is lifted. */
export interface Block {
  readonly untilOn: string | null;
}

/**
 * The code that is shown, first match wins: given to a collector, ended, blocked, bad debt, debt, stopped, normal. A
 * contract that has not begun, or was never paid, is none of these: null.
 */
export function statusOf(
  phase: Phase,
  debtStatus: DebtStatus,
  block: Block | null,
  today: string,
): Status | null {
  if (phase === 'pending' || phase === 'dropped') return null;
  if (debtStatus === 'collection') return 'closed';
  if (phase === 'ended' || phase === 'withdrawn') return 'ended';
  if (block !== null && (block.untilOn === null || block.untilOn >= today)) return 'blocked';
  if (debtStatus === 'badDebt') return 'badDebt';
  if (debtStatus === 'debt') return 'debt';
  if (phase === 'frozen') return 'stopped';
  return 'normal';
}

export const contractActions = ['enter', 'book', 'keep', 'buy', 'freeze', 'end'] as const;
export type ContractAction = (typeof contractActions)[number];

const none = { enter: false, book: false, keep: false, buy: false, freeze: false } as const;

/**
 * What each status allows (mission 2.5): to come in, to book with this contract, to keep what was booked with it, to buy
 * another period or package of its category, to freeze it. Ending is always allowed, and so is buying anything else.
 */
export const permissions: Readonly<Record<Status, Readonly<Record<ContractAction, boolean>>>> = {
  normal: { enter: true, book: true, keep: true, buy: true, freeze: true, end: true },
  // What was booked for after the pause is kept; inside it nothing is covered.
  stopped: { ...none, keep: true, buy: true, end: true },
  debt: { enter: true, book: false, keep: true, buy: true, freeze: false, end: true },
  badDebt: { ...none, end: true },
  blocked: { ...none, end: true },
  closed: { ...none, end: true },
  ended: { ...none, buy: true, end: true },
};

/** Whether a contract of this status allows it; in debt the door stays open until the grace ends. */
export function isAllowed(
  status: Status,
  action: ContractAction,
  debt: Pick<Debt, 'dueOn'>,
  today: string,
  { graceDays }: DebtSettings,
): boolean {
  if (status === 'debt' && action === 'enter' && debt.dueOn !== null)
    return today <= addDays(debt.dueOn, graceDays);
  return permissions[status][action];
}

/** What a person may decide about a contract; a block that stands may be given another date or reason. */
export interface Decidable {
  readonly block: boolean;
  readonly unblock: boolean;
  readonly collection: boolean;
  /** To take it back from the collector. */
  readonly recall: boolean;
}

/** Which of these there is something to decide about: a contract that runs or will, a block to lift, a debt, a collector. */
export function decidableOf(phase: Phase, debtStatus: DebtStatus, block: Block | null): Decidable {
  return {
    block: phase !== 'ended' && phase !== 'withdrawn' && phase !== 'dropped',
    unblock: block !== null,
    collection: debtStatus === 'debt' || debtStatus === 'badDebt',
    recall: debtStatus === 'collection',
  };
}

/** From what lets one do most to what lets one do least. */
const byGoodness: readonly Status[] = ['normal', 'debt', 'stopped', 'blocked', 'badDebt', 'closed', 'ended'];

/** The status of somebody with several contracts: paid is paid, so the best one tells it; without any, nothing is wrong. */
export function bestStatus(statuses: readonly (Status | null)[]): Status {
  return byGoodness.find((status) => statuses.includes(status)) ?? 'normal';
}
