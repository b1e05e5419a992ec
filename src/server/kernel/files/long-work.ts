/** Who waits to go on with something long, in the order in which they came. */
const waiting: (() => void)[] = [];

/**
 * Lets everybody else go first: resolves when it is one's turn to go on with something long. Of all who wait one goes on between two
 * looks of the process at what has come, so that many of them hold it up no longer than one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  // What goes on now, and may wait again, runs before the next.
  if (waiting.length > 0) setImmediate(goOn);
}
