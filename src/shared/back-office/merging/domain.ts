import type { ErrorCode } from '#shared/kernel/errors.ts';

/** One of two clients who may be the same person. */
export interface MergedClient {
  readonly id: number;
  readonly idCode: string | null;
}

/** What both have, so that one person would have it twice. */
export interface Clash {
  readonly kind: 'booking' | 'contract';
  /** Of the one that stays, and of the one that goes. */
  readonly name: string;
  readonly otherName: string;
}

/** Why two clients cannot be one; undefined where they can. */
export function mergeRefusal(
  kept: MergedClient,
  gone: MergedClient,
  clashes: readonly Clash[],
): ErrorCode | undefined {
  if (kept.id === gone.id) return 'mergeSame';
  if (kept.idCode !== null && gone.idCode !== null && kept.idCode !== gone.idCode) return 'mergeOtherPerson';
  if (clashes.some(({ kind }) => kind === 'booking')) return 'mergeBookings';
  return clashes.length > 0 ? 'mergeContracts' : undefined;
}
