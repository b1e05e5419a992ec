import { addDays, daysBetween } from '#shared/kernel/dates.ts';
import { compareTexts } from '#shared/kernel/order.ts';
import type { DateSpan } from '../periods/domain.ts';

/**
 * The last day of a term or a binding with the days that are frozen within it, whichever were asked for first. A freeze that
 * begins behind it, because another was taken back, brings nothing.
 */
export function withFreezes(agreedOn: string, freezes: readonly DateSpan[]): string {
  return freezes
    .toSorted((one, other) => compareTexts(one.fromOn, other.fromOn))
    .reduce((until, one) => (one.fromOn <= until ? addDays(until, frozenDays(one)) : until), agreedOn);
}

/** The same without them: the other way round. */
export function withoutFreezes(until: string, freezes: readonly DateSpan[]): string {
  return freezes
    .toSorted((one, other) => compareTexts(other.fromOn, one.fromOn))
    .reduce((on, one) => {
      const without = addDays(on, -frozenDays(one));
      return one.fromOn <= without ? without : on;
    }, until);
}

function frozenDays({ fromOn, untilOn }: DateSpan): number {
  return daysBetween(fromOn, untilOn) + 1;
}

/** A freeze was asked for, ended before its time, or taken back before it began. */
export interface FreezeChange {
  readonly kind: 'freeze' | 'freezeEnded' | 'freezeCancelled';
  readonly fromOn: string;
  /** That are frozen since, or are not after all. */
  readonly days: number;
}

/** The freezes that stood before some changes of them, which are in the order in which they were made. */
export function freezesBefore(
  freezes: readonly DateSpan[],
  changes: readonly FreezeChange[],
): readonly DateSpan[] {
  return changes.toReversed().reduce((stood, { kind, fromOn, days }) => {
    const others = stood.filter((one) => one.fromOn !== fromOn);
    if (kind === 'freeze') return others;
    const left = stood.find((one) => one.fromOn === fromOn);
    return [...others, { fromOn, untilOn: addDays(left?.untilOn ?? addDays(fromOn, -1), days) }];
  }, freezes);
}
