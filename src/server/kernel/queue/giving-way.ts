/** In milliseconds: in a rush a job waits so long at most, so that none is forgotten. */
const longestWait = 1000;
const lookAgain = 25;

/**
 * Gives way to those who press, and then for as long to nobody: a centre where the rush never ends takes half of the time from
 * the jobs of all, and not more.
 */
export function givingWay(isCrowded: () => boolean): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const begun = performance.now();
    while (performance.now() >= nextAt && isCrowded()) {
      await new Promise((resolve) => setTimeout(resolve, lookAgain));
      if (performance.now() - begun >= longestWait) nextAt = performance.now() + longestWait;
    }
  };
}
