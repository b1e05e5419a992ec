import { addDays } from '#shared/kernel/dates.ts';

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
