import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';

/** How far back a feed goes; what is behind that stays in calendars that copied it. */
export const pastDays = 60;
/** How long a cancelled entry is told as cancelled: some calendars heed only that, others only its absence. */
export const cancelledDays = 7;
/** How long the address of a single file opens. */
export const fileMinutes = 10;

/** RFC 5545's status of an event. */
export type EntryStatus = 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';

export interface EntryFacts {
  readonly state: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** When it ended before its time; null while it stands. */
  readonly endedAt: string | null;
  readonly isTrainingCancelled: boolean;
}

/** States in which a place is wished for but not held. */
const wishing: ReadonlySet<string> = new Set(['waiting', 'offered']);
/** States in which the training is or was the client's. */
const heldStates: ReadonlySet<string> = new Set(['booked', 'present', 'noShow']);

/** How a calendar is to show a registration, however long ago it changed. */
export function entryStatus({ state, isTrainingCancelled }: EntryFacts): EntryStatus {
  if (isTrainingCancelled) return 'CANCELLED';
  if (heldStates.has(state)) return 'CONFIRMED';
  return wishing.has(state) ? 'TENTATIVE' : 'CANCELLED';
}

/**
 * How a feed shows a registration now, or undefined when it is absent: too long ago, cancelled more than
 * `cancelledDays` ago, or still waiting when the training began (mission 2.11).
 */
export function feedStatus(entry: EntryFacts, now: string): EntryStatus | undefined {
  const status = entryStatus(entry);
  if (compareInstants(entry.endsAt, addDaysTo(now, -pastDays)) <= 0) return undefined;
  if (status === 'TENTATIVE') return compareInstants(now, entry.startsAt) < 0 ? status : undefined;
  if (status === 'CONFIRMED') return status;
  // Of a training that the centre cancelled the registration may still stand: then its start is all that is known.
  const cancelledAt = entry.endedAt ?? entry.startsAt;
  return compareInstants(now, addDaysTo(cancelledAt, cancelledDays)) < 0 ? status : undefined;
}

function addDaysTo(instant: string, days: number): string {
  return addMinutes(instant, days * 24 * 60);
}
