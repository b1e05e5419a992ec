import type { Clock } from '../clock.ts';

/** For so long, in milliseconds, an answer stands for everybody who asks. */
const keptFor = 1000;

/**
 * Whether something answers, for whoever asks and as often as they ask: it is asked once at a time, and once a second at most.
 */
export function sharedHealth(clock: Clock, ask: () => Promise<boolean>): () => Promise<boolean> {
  let known: { readonly isHealthy: boolean; readonly at: number } | undefined;
  let asking: Promise<boolean> | undefined;
  const askNow = async () => {
    try {
      const isHealthy = await ask();
      known = { isHealthy, at: clock.epochMilliseconds() };
      return isHealthy;
    } finally {
      asking = undefined;
    }
  };
  return async () => {
    // A clock that was set back says nothing of how old the answer is.
    const age = known ? clock.epochMilliseconds() - known.at : -1;
    if (known && age >= 0 && age < keptFor) return known.isHealthy;
    asking ??= askNow();
    return asking;
  };
}
