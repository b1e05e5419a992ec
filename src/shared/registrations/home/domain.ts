import { daysBetween } from '#shared/kernel/dates.ts';

/** From so many days before its end on, home says that a contract ends. */
const endingSoonDays = 7;

/** A live contract that is not over, as home looks at it. */
export interface OwnContract {
  readonly id: number;
  readonly category: string;
  readonly startsOn: string;
  /** The last local date; null: without an end. */
  readonly endsOn: string | null;
  /** It goes on by itself at its end. */
  readonly isRenewing: boolean;
}

export type Membership<T extends OwnContract> =
  | { readonly state: 'none' }
  /** There is one, and nothing to be done about it. */
  | { readonly state: 'settled' }
  | { readonly state: 'ending'; readonly contract: T; readonly daysLeft: number };

/**
 * What home says about contracts: that there is none, or which one ends soonest within the next seven days. One that goes
 * on by itself, or that another of its kind follows, does not end for its holder. One that waits for its payment, or
 * has still to begin, is one already.
 */
export function membershipOn<T extends OwnContract>(
  contracts: readonly T[],
  hasPending: boolean,
  today: string,
): Membership<T> {
  const present = contracts.filter(({ endsOn }) => endsOn === null || endsOn >= today);
  const isFollowed = ({ category, endsOn }: T) =>
    present.some((other) => other.category === category && endsOn !== null && other.startsOn > endsOn);
  const [ending] = present
    .flatMap((contract) => {
      if (contract.endsOn === null || contract.isRenewing || isFollowed(contract)) return [];
      const daysLeft = daysBetween(today, contract.endsOn);
      return daysLeft <= endingSoonDays ? [{ contract, daysLeft }] : [];
    })
    .toSorted((one, other) => one.daysLeft - other.daysLeft);
  if (ending) return { state: 'ending', ...ending };
  return { state: present.length > 0 || hasPending ? 'settled' : 'none' };
}

/** How many sentences take turns at home (specification point 9). */
export const quoteCount = 10;
const firstQuoteDay = '2026-01-01';

/** Which of the ten sentences, from 1, is the day's: one a day, in turn. */
export function quoteOfDay(date: string): number {
  const turn = daysBetween(firstQuoteDay, date) % quoteCount;
  return ((turn + quoteCount) % quoteCount) + 1;
}
