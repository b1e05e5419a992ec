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
