/** A line of a queue's history, in the order of happening. */
export interface WaitlistMove {
  readonly registrationId: number;
  readonly kind:
    | 'joined'
    | 'promoted'
    | 'offered'
    | 'accepted'
    | 'claimed'
    | 'declined'
    | 'expired'
    | 'left'
    | 'closed'
    | 'passedOver';
  readonly movedAt: string;
  readonly heldUntil: string | null;
  readonly reason: string | null;
}

/** One step as a waiting client may see it: nobody else is named. */
export interface WaitlistStep {
  readonly kind: WaitlistMove['kind'];
  readonly movedAt: string;
  readonly isOwn: boolean;
  /** Of the reader's offer only. */
  readonly heldUntil: string | null;
  /** Why the reader was passed over. */
  readonly reason: string | null;
  /** The reader's place in the line after this step, from 1; 0 when out of it. */
  readonly position: number;
}

/** Who waits after the moves, first in line first: the lines alone tell it (mission 3.7). */
export function replayWaitlist(moves: readonly Pick<WaitlistMove, 'registrationId' | 'kind'>[]): number[] {
  return moves.reduce<number[]>(afterMove, []);
}

/** What a client's place in a queue went through, since they joined and until they left it. */
export function receiptOf(moves: readonly WaitlistMove[], registrationId: number): WaitlistStep[] {
  const steps: WaitlistStep[] = [];
  let waitlist: number[] = [];
  let isOpen = false;
  for (const move of moves) {
    const before = waitlist.indexOf(registrationId);
    waitlist = afterMove(waitlist, move);
    const after = waitlist.indexOf(registrationId);
    const isOwn = move.registrationId === registrationId;
    if (isOwn && move.kind === 'joined') isOpen = true;
    // Of the others only what moved the reader's place.
    if (!isOpen || !(isOwn || before !== after)) continue;
    steps.push({
      kind: move.kind,
      movedAt: move.movedAt,
      isOwn,
      heldUntil: isOwn ? move.heldUntil : null,
      reason: isOwn ? move.reason : null,
      position: after + 1,
    });
  }
  return steps;
}

function afterMove(
  waitlist: number[],
  { registrationId, kind }: Pick<WaitlistMove, 'registrationId' | 'kind'>,
): number[] {
  if (kind === 'passedOver') return waitlist;
  const others = waitlist.filter((id) => id !== registrationId);
  return kind === 'joined' ? [...others, registrationId] : others;
}
