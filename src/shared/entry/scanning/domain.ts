import { epochMilliseconds } from '#shared/kernel/dates.ts';

/** How long a scan whose answer was lost may be sent again: longer than a call waits for its answer. */
const repeatSeconds = 60;

/** A scan as it is sent; from a door it is not known yet whose it is. */
export interface ScanSent {
  readonly doorId: number;
  readonly clientId?: number;
  readonly at: string;
}

/** Whether a scan under a known id is the one that was decided: of the same person, at the same door, a moment ago. */
export function isSameScan(
  known: { readonly doorId: number; readonly clientId: number | null; readonly at: string },
  { doorId, clientId = known.clientId ?? undefined, at }: ScanSent,
): boolean {
  const age = epochMilliseconds(at) - epochMilliseconds(known.at);
  return known.doorId === doorId && known.clientId === (clientId ?? null) && age <= repeatSeconds * 1000;
}

/** A scan that nobody answered, or that left the lock shut; `at`: when it was sent first, in milliseconds of the device. */
export interface OpenScan {
  readonly code: string;
  readonly scanId: string;
  readonly at: number;
}

/** What a code is sent as that is shown at an instant: the open scan once more where it is shown again at once, or a new one. */
export function scanOf(code: string, open: OpenScan | undefined, at: number, newId: () => string): OpenScan {
  // Somewhat less than the server holds it for the same: it is on its way for some seconds.
  const isSame = open?.code === code && at - open.at < (repeatSeconds - 10) * 1000;
  return isSame ? open : { code, scanId: newId(), at };
}
