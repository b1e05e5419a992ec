import { AppError } from '#shared/kernel/errors.ts';

/** What can happen to visits (mission 2.4). */
export const entryKinds = ['GRANT', 'RESERVE', 'CONSUME', 'RELEASE', 'FORFEIT', 'EXPIRE', 'ADJUST'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** One line of a ticket's ledger. `visits` is above 0, except in `ADJUST`, which may take away. */
export interface LedgerEntry {
  readonly kind: EntryKind;
  readonly visits: number;
  /** Whether it ends a reservation: always with `RELEASE` and `FORFEIT`; `CONSUME` at the door does not. */
  readonly isSettling: boolean;
  /** Whether it puts back a visit that was taken by mistake: only with `ADJUST`. */
  readonly isUndoing?: boolean;
}

/** What a line changes; the database computes the same (`ticket_entries`). */
export interface Effect {
  readonly granted: number;
  readonly remaining: number;
  readonly reserved: number;
  readonly used: number;
}

/** Balances of a ticket: nothing but sums of its lines. */
export type Balances = Effect;

export const noVisits: Balances = { granted: 0, remaining: 0, reserved: 0, used: 0 };

export function effectOf({ kind, visits, isSettling, isUndoing = false }: LedgerEntry): Effect {
  if (isUndoing) return { ...noVisits, remaining: visits, used: -visits };
  switch (kind) {
    case 'GRANT':
    case 'ADJUST':
      return { ...noVisits, granted: visits, remaining: visits };
    case 'RESERVE':
      return { ...noVisits, remaining: -visits, reserved: visits };
    case 'CONSUME':
      return isSettling
        ? { ...noVisits, reserved: -visits, used: visits }
        : { ...noVisits, remaining: -visits, used: visits };
    case 'RELEASE':
      return { ...noVisits, remaining: visits, reserved: -visits };
    case 'FORFEIT':
      return { ...noVisits, reserved: -visits, used: visits };
    case 'EXPIRE':
      return { ...noVisits, remaining: -visits };
  }
}

export function add(one: Balances, other: Effect): Balances {
  return {
    granted: one.granted + other.granted,
    remaining: one.remaining + other.remaining,
    reserved: one.reserved + other.reserved,
    used: one.used + other.used,
  };
}

export function balancesOf(entries: readonly LedgerEntry[]): Balances {
  return entries.map(effectOf).reduce(add, noVisits);
}

/**
 * Whether a ticket may be corrected by so many visits, above zero added, below taken away. Throws `ticketUnlimited`, or
 * `ticketVisitsTooFew` with what is `left`: reserved visits and used ones stay.
 */
export function decideAdjusting(
  { isUnlimited, remaining }: { readonly isUnlimited: boolean; readonly remaining: number },
  visits: number,
): void {
  if (isUnlimited) throw new AppError('ticketUnlimited');
  if (remaining + visits < 0) throw new AppError('ticketVisitsTooFew', { left: remaining });
}

/** Whether the ticket may look so: never fewer than none left, never more than were granted. */
export function isSound({ granted, remaining, reserved }: Balances): boolean {
  return remaining >= 0 && remaining <= granted && reserved >= 0;
}

/** Each line with what was left after it, in their order: the list behind the number. */
export function withRemaining<Entry extends LedgerEntry>(
  entries: readonly Entry[],
): (Entry & { readonly change: number; readonly remaining: number })[] {
  let remaining = 0;
  return entries.map((entry) => {
    const change = effectOf(entry).remaining;
    remaining += change;
    return { ...entry, change, remaining };
  });
}
