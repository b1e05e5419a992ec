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
 * The prices of a contract whose term or binding a freeze makes another. One that is not in force yet and lies behind the
 * term or the binding goes with it, but never before the date that was told; one that lies within, told before the contract
 * went on by itself, stays. Of two that would count from one date the one told for later stays.
 */
export function shiftedPrices(
  prices: readonly Price[],
  before: Priceable,
  after: Priceable,
  today: string,
): readonly Price[] {
  const behind = ({ fromOn }: Price, bound: string | null) => bound !== null && fromOn > bound;
  const shifted = new Map<string, Price>();
  for (const [index, price] of prices.entries()) {
    const kept = {
      isRenewing: after.isRenewing,
      endsOn: behind(price, before.endsOn) ? after.endsOn : null,
      bindingUntil: behind(price, before.bindingUntil) ? after.bindingUntil : null,
    };
    const isKept = kept.endsOn !== null || kept.bindingUntil !== null;
    const told = price.toldOn ?? price.fromOn;
    const from = index === 0 || price.fromOn <= today || !isKept ? undefined : priceFrom(kept, told);
    const fromOn = from ?? price.fromOn;
    shifted.set(fromOn, { ...price, fromOn, toldOn: fromOn > told ? told : null });
  }
  return [...shifted.values()];
}
