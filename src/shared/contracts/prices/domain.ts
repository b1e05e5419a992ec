import { addDays } from '#shared/kernel/dates.ts';
import { earlierOf } from '#shared/kernel/order.ts';
import { type Price, periodAt, type Running } from '../periods/domain.ts';

/** A contract as a new price looks at it. */
export interface Priceable {
  readonly startsOn: string;
  /** The last date of its term; null: without an end. */
  readonly endsOn: string | null;
  readonly bindingUntil: string | null;
  /** The last date that is billed. */
  readonly billedUntil: string | null;
  /** It goes on by itself after its term. */
  readonly isRenewing: boolean;
}

/**
 * From when a new price counts for a contract: what was agreed for a term or a binding keeps its price that long, and so
 * does what is billed, and the first period of one that is still to begin, which was paid when it was agreed. Undefined where
 * it ends before.
 */
export function priceFrom(
  { startsOn, endsOn, bindingUntil, billedUntil, isRenewing }: Priceable,
  fromOn: string,
): string | undefined {
  if (endsOn !== null && !isRenewing) return undefined;
  const kept = [startsOn, endsOn, bindingUntil, billedUntil].filter((date) => date !== null);
  return [fromOn, ...kept.map((date) => addDays(date, 1))].toSorted().at(-1);
}

/**
 * The periods a new price lies between, by their first days: the last one that begins before its date, which keeps what it
 * costs, and the first one that costs it.
 */
export function periodsAround(
  running: Pick<Running, 'startsOn' | 'anchorDay' | 'periodMonths'>,
  fromOn: string,
): { readonly before: string; readonly countsOn: string } {
  const last = periodAt(running, addDays(fromOn, -1));
  return { before: last.fromOn, countsOn: addDays(last.untilOn, 1) };
}

/** Whether a new price can be told in time. */
export function isTimely(fromOn: string, today: string, noticeDays: number): boolean {
  return fromOn >= addDays(today, noticeDays);
}

/** The first date that a new price told today may be for and counts from; null where the contract can have none. */
export function earliestPrice(
  contract: Priceable & { readonly isLive: boolean },
  today: string,
  noticeDays: number,
): string | null {
  const fromOn = addDays(today, noticeDays);
  if (!contract.isLive || (contract.endsOn !== null && contract.endsOn < today)) return null;
  return priceFrom(contract, fromOn) ?? null;
}

/** A price with the date it counts from until it is saved. */
export interface ShiftedPrice extends Price {
  readonly wasOn: string;
}

type Bounds = Pick<Priceable, 'endsOn' | 'bindingUntil'>;

/**
 * The prices of a contract whose term or binding a freeze makes another. One that is not in force yet and lies behind what
 * moves goes with it, but never before the date that was told; one that lies within, told before the contract went on by
 * itself, stays. None comes back to what is billed by now. Of two that would count from one date the one told for later stays.
 */
export function shiftedPrices(
  prices: readonly Price[],
  before: Bounds,
  after: Bounds,
  { today, billedUntil }: { readonly today: string; readonly billedUntil: string | null },
): readonly ShiftedPrice[] {
  const shifted = new Map<string, ShiftedPrice>();
  for (const [index, price] of prices.entries()) {
    const isToCome = index > 0 && price.fromOn > today;
    const back = isToCome ? shiftedFrom(price, before, after, today) : price.fromOn;
    const unbilled = billedUntil === null ? back : addDays(billedUntil, 1);
    const fromOn = back < price.fromOn && back < unbilled ? earlierOf(unbilled, price.fromOn) : back;
    const told = price.toldOn ?? price.fromOn;
    shifted.set(fromOn, { ...price, fromOn, toldOn: fromOn > told ? told : null, wasOn: price.fromOn });
  }
  return [...shifted.values()];
}

function shiftedFrom({ fromOn, toldOn }: Price, before: Bounds, after: Bounds, today: string): string {
  const behind = (['endsOn', 'bindingUntil'] as const).flatMap((bound) => {
    const [was, is] = [before[bound], after[bound]];
    return was === null || is === null || fromOn <= was ? [] : [{ was: addDays(was, 1), is: addDays(is, 1) }];
  });
  const moved = behind.filter(({ was, is }) => was !== is);
  if (moved.length === 0) return fromOn;
  // Only what holds a price back lets it come back: another bound, or a term that is over by now, may hold it longer.
  const isHeld = moved.some(({ was }) => was === fromOn);
  const earliest = isHeld ? (toldOn ?? fromOn) : fromOn;
  // What runs today keeps its price.
  return [earliest, addDays(today, 1), ...behind.map(({ is }) => is)].toSorted().at(-1) ?? fromOn;
}
