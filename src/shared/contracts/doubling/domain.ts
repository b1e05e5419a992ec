import { addDays } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { lessReturned } from '../billing/domain.ts';
import type { ContractFacts } from '../domain.ts';
import { surplusCents } from '../periods/domain.ts';

/** What becomes of one of two contracts that run in the same days. */
export interface GivingUp {
  /** Its last day; null: it is as if it had never been. */
  readonly finalOn: string | null;
  /** What was billed for days after it. */
  readonly backCents: Cents;
}

/**
 * Of two contracts of one person for the same days one goes on. The other ends the day before that one begins, and all that
 * was billed after it is given back, less what was since notice of it (`returnedCents`); where it began no earlier, nothing
 * is left of it.
 */
export function decideGivingUp(
  contract: Pick<
    ContractFacts,
    'startsOn' | 'endsOn' | 'billed' | 'anchorDay' | 'periodMonths' | 'prices' | 'freezes'
  >,
  otherStartsOn: string,
  returnedCents: Cents,
): GivingUp {
  const { startsOn, billed } = contract;
  if (startsOn >= otherStartsOn) {
    return { finalOn: null, backCents: cents(billed.reduce((sum, { amountCents }) => sum + amountCents, 0)) };
  }
  const finalOn = addDays(otherStartsOn, -1);
  const running = { ...contract, endsOn: finalOn };
  return { finalOn, backCents: surplusCents(running, lessReturned(running, billed, returnedCents)) };
}

/** Whether a notice, by what was written down with it, came of giving its contract up for another one. */
export function isOfGivingUp(details: unknown): boolean {
  return typeof details === 'object' && details !== null && 'other' in details;
}
