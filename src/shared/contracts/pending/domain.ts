import type { Payer } from '#shared/invoices/domain.ts';
import { compareTexts } from '#shared/kernel/order.ts';

/** A contract of a package that waits for its first payment, or is about to. */
export interface PendingRequest {
  readonly clubId: number;
  readonly startsOn: string;
  readonly startsEarly: boolean;
  /** A campaign code as typed; empty: none. */
  readonly code: string;
  /** Of a whole period. */
  readonly periodCents: number;
  /** Of the first payment, before a code. */
  readonly totalCents: number;
  readonly payer: Payer;
  /** The draft of its invoice is written in it. */
  readonly language: string;
  /** The date it was agreed on, from which the days of withdrawing count. */
  readonly agreedOn: string;
}

/** Whether a wish is what already waits for its payment, so that nothing has to be made for it. */
export function isSameRequest(waiting: PendingRequest, request: PendingRequest): boolean {
  const code = request.code.trim();
  return (
    waiting.clubId === request.clubId &&
    waiting.startsOn === request.startsOn &&
    waiting.startsEarly === request.startsEarly &&
    waiting.code.trim() === code &&
    waiting.periodCents === request.periodCents &&
    // What a code makes of it stands in the draft whose place it holds.
    (code !== '' || waiting.totalCents === request.totalCents) &&
    waiting.language === request.language &&
    waiting.agreedOn === request.agreedOn &&
    keysOf(waiting.payer) === keysOf(request.payer)
  );
}

function keysOf(payer: Payer): string {
  return JSON.stringify(Object.entries(payer).toSorted(([one], [other]) => compareTexts(one, other)));
}
