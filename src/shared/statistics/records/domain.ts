import { compareInstants } from '#shared/kernel/dates.ts';

/** A registration as the records have it. */
export interface RecordedRequest {
  readonly registrationId: number;
  readonly clientId: number;
  readonly trainingId: number;
  readonly state: string;
  readonly createdAt: string;
  /** When it was given back or ended; null while it lives. */
  readonly endedAt: string | null;
  readonly presence: boolean | null;
  readonly isWaived: boolean;
  /** Notice that the client asked for from the list, in minutes. */
  readonly noticeMinutes: number;
}

export interface RecordedTraining {
  readonly id: number;
  readonly name: string;
  readonly styleId: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
  readonly maxPlaces: number;
  readonly isWaitingListAllowed: boolean;
}

/** What happened, in its order. */
export type ReplayEvent = { readonly at: string; readonly request: RecordedRequest } & (
  | { readonly kind: 'leave' | 'wish' | 'absent' }
  | { readonly kind: 'start' }
);

const heldStates = ['booked', 'releasing', 'cancelledFree', 'cancelledLate', 'noShow'];
const leavingStates = [
  'releasing',
  'cancelledFree',
  'cancelledLate',
  'cancelledByCentre',
  'left',
  'declined',
  'expired',
];
/** At one instant whoever leaves goes first: a move gives the old place back and takes the new one. */
const order = { leave: 0, wish: 1, start: 2, absent: 3 };

/** Whether the client once had a place by it, from the list or at once. */
export function hadPlace({ state }: Pick<RecordedRequest, 'state'>): boolean {
  return heldStates.includes(state);
}

/** Everything that happened to these registrations up to now, first things first. */
export function eventsOf(
  requests: readonly RecordedRequest[],
  trainings: ReadonlyMap<number, RecordedTraining>,
  now: string,
): ReplayEvent[] {
  const events = requests.flatMap((request): ReplayEvent[] => {
    const training = trainings.get(request.trainingId);
    if (!training) return [];
    const { createdAt, endedAt, state, presence, isWaived } = request;
    const list: ReplayEvent[] = [
      { at: createdAt, kind: 'wish', request },
      { at: training.startsAt, kind: 'start', request },
    ];
    if (endedAt !== null && leavingStates.includes(state)) list.push({ at: endedAt, kind: 'leave', request });
    if (presence === false && !isWaived) list.push({ at: training.endsAt, kind: 'absent', request });
    return list.filter(({ at }) => compareInstants(at, now) <= 0);
  });
  return events.sort(
    (one, other) =>
      compareInstants(one.at, other.at) ||
      order[one.kind] - order[other.kind] ||
      one.request.registrationId - other.request.registrationId,
  );
}
