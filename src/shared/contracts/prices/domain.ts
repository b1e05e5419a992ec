import { addDays } from '#shared/kernel/dates.ts';
import type { Price } from '../periods/domain.ts';

/** A contract as a new price looks at it. */
export interface Priceable {
  /** The last date of its term; null: without an end. */
  readonly endsOn: string | null;
  readonly bindingUntil: string | null;
  /** It goes on by itself after its term. */
  readonly isRenewing: boolean;
}

/**
 * From when a new price counts for a contract: what was agreed for a term or a binding keeps its price that long.
 * Undefined where it ends before.
 */
export function priceFrom(
  { endsOn, bindingUntil, isRenewing }: Priceable,
  fromOn: string,
): string | undefined {
  if (endsOn !== null && !isRenewing) return undefined;
  const kept = [endsOn, bindingUntil].flatMap((date) => (date === null ? [] : [addDays(date, 1)]));
  return [fromOn, ...kept].toSorted().at(-1);
}

/** Whether a new price can be told in time. */
export function isTimely(fromOn: string, today: string, noticeDays: number): boolean {
  return fromOn >= addDays(today, noticeDays);
}

/** The first date a new price told today may be for; null where the contract can have none. */
export function earliestPrice(
  contract: Priceable & { readonly isLive: boolean },
  today: string,
  noticeDays: number,
): string | null {
  const fromOn = addDays(today, noticeDays);
  if (!contract.isLive || (contract.endsOn !== null && contract.endsOn < today)) return null;
  return priceFrom(contract, fromOn) === undefined ? null : fromOn;
}

/**
 * The prices of a contract whose term or binding is another one by now: those that are not in force yet count as soon as
 * what was agreed before lets them, but never before the date that was told. Of two that would count from one date the one
 * told for later stays.
 */
export function shiftedPrices(prices: readonly Price[], after: Priceable, today: string): readonly Price[] {
  const shifted = new Map<string, Price>();
  for (const [index, price] of prices.entries()) {
    const told = price.toldOn ?? price.fromOn;
    const from = index === 0 || price.fromOn <= today ? undefined : priceFrom(after, told);
    const fromOn = from ?? price.fromOn;
    shifted.set(fromOn, { ...price, fromOn, toldOn: fromOn > told ? told : null });
  }
  return [...shifted.values()];
}
