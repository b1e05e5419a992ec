import { addMinutes, minutesBetween } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** How often one may hold a place of a training within a day without paying for it. */
const mostUnpaid = 6;
export const unpaidWindowMinutes = 24 * 60;

/**
 * Whoever held a place of a training again and again and never paid for it holds it no more for a while. Throws
 * `tooManyAttempts` with the minutes until they may.
 * @param unpaid when within the window it was held and not paid, latest first
 */
export function refuseHeldInVain(unpaid: readonly { readonly heldAt: string }[], now: string): void {
  const oldest = unpaid[mostUnpaid - 1];
  if (oldest === undefined) return;
  const minutes = minutesBetween(now, addMinutes(oldest.heldAt, unpaidWindowMinutes));
  throw new AppError('tooManyAttempts', { minutes: Math.max(1, Math.ceil(minutes)) });
}
